"""What many games add up to: leaderboards, head to head, records, habits.

Only games that count are added up, each kind of game by itself. Guests are nobody: they take part in no sum, but a record
of theirs stands under their name. A shared first place is a win for each who shares it. Pure: lists in, numbers out.
"""

from robokraft.archive.kinds import more


class Person:
    """One person's sums in one kind of game; averages are floats."""

    def __init__(self, person, name):
        self.person = person
        self.name = name
        self.games = 0
        self.wins = 0
        self.points = 0
        self.places = 0
        self.best = None
        self.worst = None
        self.streak = 0
        self.longest_streak = 0
        self.facts = {}

    def add(self, seat):
        self.games += 1
        self.points += seat.points
        self.places += seat.place
        self.best = seat.points if self.best is None else max(self.best, seat.points)
        self.worst = seat.points if self.worst is None else min(self.worst, seat.points)
        won = seat.place == 1
        self.wins += won
        self.streak = self.streak + 1 if won else 0
        self.longest_streak = max(self.longest_streak, self.streak)
        for name, value in seat.facts.items():
            self.facts[name] = self.facts.get(name, 0) + value

    @property
    def win_rate(self):
        return self.wins / self.games

    @property
    def average(self):
        return self.points / self.games

    @property
    def average_place(self):
        return self.places / self.games

    def as_json(self):
        out = {"id": self.person, "name": self.name, "games": self.games, "wins": self.wins}
        out.update(win_rate=round(self.win_rate, 4), average_points=round(self.average, 2))
        out.update(average_rank=round(self.average_place, 2), best=self.best, worst=self.worst)
        out.update(points=self.points, longest_streak=self.longest_streak)
        return out


def by_kind(games):
    """The games that count, a list per name of game, in the order in which the kinds first came."""
    kinds = {}
    for game in games:
        if game.counts:
            kinds.setdefault(game.game, []).append(game)
    return kinds


def left_out(games):
    """How many logs are not counted, by why: bad, conflict, copy, open, abandoned, stopped (before anything was scored)."""
    counts = {}
    for game in games:
        if not game.counts:
            why = game.standing if game.standing != "good" else game.reason or "open"
            counts[why] = counts.get(why, 0) + 1
    return counts


def persons(games):
    """The Persons in games of one kind, the best first: by wins, then win rate, then average points."""
    found = {}
    for game in games:
        for seat in game.seats:
            if seat.person is not None:
                found.setdefault(seat.person, Person(seat.person, seat.name)).add(seat)
    return sorted(
        found.values(),
        key=lambda person: (-person.wins, -person.win_rate, -person.average, person.person),
    )


def guest_seats(games):
    return sum(seat.person is None for game in games for seat in game.seats)


class Pair:
    """How one person did against another: games together, how often each was ahead, points between them."""

    def __init__(self, person, name):
        self.person = person
        self.name = name
        self.games = 0
        self.ahead = 0
        self.behind = 0
        self.level = 0
        self.margin = 0

    @property
    def average_margin(self):
        return self.margin / self.games

    def as_json(self):
        out = {"id": self.person, "name": self.name, "games": self.games, "ahead": self.ahead}
        out.update(behind=self.behind, level=self.level, average_margin=round(self.average_margin, 2))
        return out


def against(games, person):
    """Pairs of one person with everybody they met in games of one kind, whom they met most often first."""
    pairs = {}
    for game in games:
        mine = next((seat for seat in game.seats if seat.person == person), None)
        if mine is None:
            continue
        for seat in game.seats:
            if seat.person is None or seat.person == person:
                continue
            pair = pairs.setdefault(seat.person, Pair(seat.person, seat.name))
            pair.games += 1
            pair.ahead += mine.place < seat.place
            pair.behind += mine.place > seat.place
            pair.level += mine.place == seat.place
            pair.margin += mine.points - seat.points
    return sorted(pairs.values(), key=lambda pair: (-pair.games, -pair.ahead, pair.person))


class Record:
    """A record: what it is, its value, who holds it (None: the table), in which game. The first to reach it holds it."""

    def __init__(self, what, value, unit, who, game):
        self.what = what
        self.value = value
        self.unit = unit
        self.who = who
        self.game = game

    @property
    def words(self):
        """The unit as it follows the value: 1 point, 2 points."""
        return self.unit.replace("points", "point") if self.value in (1, -1) else self.unit

    def as_json(self):
        return {
            "what": self.what,
            "value": self.value,
            "unit": self.unit,
            "who": self.who,
            "game": self.game.id,
        }


def records(games, people=()):
    """The records of games of one kind, those of these people if some are named."""
    best = {}

    def take(what, value, unit, who, game, lowest=False):
        key = -value if lowest else value
        if what not in best or key > best[what][0]:
            best[what] = (key, Record(what, value, unit, who, game))

    streaks = {}
    for game in games:
        for at, seat in enumerate(game.seats):
            if people and seat.person not in people:
                continue
            take("highest total", seat.points, "points", seat.name, game)
            take("lowest total", seat.points, "points", seat.name, game, lowest=True)
            for row in game.rounds:
                take("highest round", row[at], "points", seat.name, game)
                take("lowest round", row[at], "points", seat.name, game, lowest=True)
            if seat.place == 1:
                margin = seat.points - max(
                    (other.points for other in game.seats if other is not seat), default=0
                )
                if margin > 0:
                    take("clearest win", margin, "points ahead", seat.name, game)
                    take("closest win", margin, "points ahead", seat.name, game, lowest=True)
            if seat.person is not None:
                streaks[seat.person] = streaks.get(seat.person, 0) + 1 if seat.place == 1 else 0
                if streaks[seat.person] > 1:
                    take("most wins in a row", streaks[seat.person], "games", seat.name, game)
        if not people or any(seat.person in people for seat in game.seats):
            take("longest game", game.play_ms, "ms", None, game)
            take("shortest game", game.play_ms, "ms", None, game, lowest=True)
    order = ("highest total", "highest round", "clearest win", "closest win", "most wins in a row")
    order += ("lowest total", "lowest round", "longest game", "shortest game")
    return [best[what][1] for what in order if what in best]


def habits(game, people):
    """(titles, rows) of what a kind of game knows of its players' habits; None where it knows nothing."""
    module = more(game)
    people = [person for person in people if person.facts]
    if module is None or not people:
        return None
    return module.HABITS, list(zip(people, module.habits([person.facts for person in people])))


def standings(games):
    """How the table of wins grew: a list of (Game, {person: (games, wins, points)}) after each game of one kind."""
    sums, steps = {}, []
    for game in games:
        for seat in game.seats:
            if seat.person is not None:
                played, wins, points = sums.get(seat.person, (0, 0, 0))
                sums[seat.person] = (played + 1, wins + (seat.place == 1), points + seat.points)
        steps.append((game, dict(sums)))
    return steps
