"""What the screens of the games after RoboKraft share: entering and taking back, totals, winners, what the table decides.

A game's texts (`companion.lang`) offer `EVENTS`, an event type or an adjusted field → its name for people, and `HANDS`, the
lines that say what hands do before the next round, `%s` being who starts it.
"""

from companion.keys import BACK, DOWN, OK, UP
from companion.lang import words as words_of
from companion.session import NEXT_ROUND
from companion.ui.screen import Screen
from companion.ui.screens.home import attempt
from companion.ui.widgets import AskNumber, AskSeat, Choose, Question, draw_winners

_BRIEF = 10


def texts(app):
    """The texts of the open game."""
    return words_of(app.settings.get("language"), app.session.game.module.NAME)


def name(state, seat):
    return state.players[seat]["name"]


def names(state):
    return [player["name"] for player in state.players]


def brief(state, seat):
    """A name for a notice: a longer one without its end."""
    whole = name(state, seat)
    return whole if len(whole) <= _BRIEF else whole[: _BRIEF - 1].rstrip() + "…"


def signed(points):
    return ("+" if points > 0 else "") + number(points)


def number(points):
    return str(points).replace("-", "−")


def draw_name(canvas, state, seat, right, size=16):
    """A name at the top left, in 24 rows where it fits and they are asked for, and a short text at the top right."""
    canvas.right(127, 0, right, 8)
    width = 122 - canvas.width(right, 8)
    who = name(state, seat)
    canvas.text(0, 0, who, size if canvas.width(who, size) <= width else 16, width=width)


_LINES = 4  # that fit below the name


def draw_lines(canvas, who, right, lines, first):
    """A name with its points, and from line `first` on how they came about; returns whether there are more below.

    lines: (text, points).
    """
    canvas.right(127, -1, right, 16)
    canvas.text(0, -1, who, 16, width=124 - canvas.width(right, 16))
    canvas.hline(0, 12, 128)
    for k in range(len(lines[first : first + _LINES])):
        text, points = lines[first + k]
        y = 13 + k * 51 // 4
        start = canvas.right(122, y, points, 16)
        canvas.text(0, y, text, 16, width=start - 4)
    if len(lines) > _LINES:
        canvas.fill(126, 13 + 51 * first // len(lines), 2, 51 * _LINES // len(lines))
    return len(lines) > first + _LINES


# Entering and taking back


def enter(app, kind, **fields):
    """Enters an event; where it is refused says why, and returns False."""

    if not attempt(app, app.session.enter, kind, **fields):
        return False
    app.beep("entered")
    return True


def event_name(app, event):
    """An event in a few words: who, and what it was."""
    state = app.session.state
    what = texts(app).EVENTS[event["field"] if event["type"] == "adjust" else event["type"]]
    if event.get("seat") is not None:
        return "%s: %s" % (brief(state, event["seat"]), what)
    return what


def take_back(app):
    """BACK between entries: the newest event is taken back; across a finished round it asks first."""
    words, session = app.words, app.session
    event = session.newest()
    if event is None:
        app.say(words.NOTHING_TO_UNDO)
    elif session.state.done and event["type"] != "adjust":
        app.push(Question(app, texts(app).UNDO_ROUND, lambda: undo(app)))
    else:
        undo(app)


def keep_place(app, mark):
    """After an entry, which forgets the mark: between two rounds the place that was marked before counts on."""
    if mark is not None and app.session.state.done:
        app.journal.mark(mark)


def undo(app):
    """Takes the newest event back and says what it was."""
    mark = app.journal.marked()
    event = app.session.undo()
    # What opened a round is undone: the first entry of that round is awaited again.
    keep_place(app, NEXT_ROUND if event["type"] in app.session.game.module.PLAY else mark)
    app.enter_game()
    app.say((app.words.TAKEN_BACK, event_name(app, event)), passing=True)


def enter_again(app):
    """OK held: what was taken back last is entered again."""
    mark = app.journal.marked()
    event = app.session.redo()
    if event is None:
        app.say(app.words.NOTHING_TO_REDO)
        return
    keep_place(app, mark)
    app.enter_game()
    app.say((app.words.AGAIN, event_name(app, event)))


def held(screen, key):
    """A hold on a screen that asks for something: OK enters again, BACK is the menu."""
    if key == OK:
        enter_again(screen.app)
    else:
        Screen.hold(screen, key)


class Entry(Screen):
    """A screen that asks for something: OK held enters again, BACK takes back, once nothing is half entered."""

    def press(self, key):
        if key == BACK:
            take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        held(self, key)


# Totals and winners


def draw_standings(canvas, app):
    """A page of LOOK: the totals, with a title where there is room for it."""
    state = app.session.state
    draw_totals(canvas, state, app.words.STANDINGS if state.seats < 5 else None)


def draw_totals(canvas, state, title=None):
    """Places, names, totals and the gain of the round just finished, best first."""
    totals = state.totals()
    ranks = state.ranks()
    rounds = state.scores()
    gains = rounds[-1] if rounds and state.done and len(rounds) > 1 else None
    order = sorted(range(state.seats), key=lambda seat: (ranks[seat], seat))
    step = 16 if state.seats < 5 else 13
    y = 0 if state.seats < 5 else -1
    if title:
        canvas.text(0, 0, title, 8, width=128)
        y, step = 8, 13
    for seat in order:
        canvas.text(0, y, str(ranks[seat]), 16)
        x = 128
        if gains:
            canvas.right(127, y + 4, signed(gains[seat]), 8)
            x = 102
        start = canvas.right(x - 1, y, number(totals[seat]), 16)
        canvas.text(13, y, name(state, seat), 16, width=start - 18)
        y += step


class Results(Screen):
    """The end of a round, totals first, since every point was shown when it was entered; UP leads to a page per player.

    After the totals comes what the hands do, or who won. BACK returns to the totals, and there takes back. The page is
    marked in the journal.
    """

    name = "results"
    more = False  # whether the page has lines below those that are shown

    def __init__(self, app, page=None):
        Screen.__init__(self, app)
        self.totals = app.session.state.seats
        self.page = self.totals if page is None else page
        self.line = 0

    def shown(self):
        self.app.journal.mark(self.page)

    def draw_player(self, canvas, seat, first):
        """Draws how the points of a seat came about from its line `first` on; returns whether there are more lines."""
        raise NotImplementedError

    def press(self, key):
        if key == DOWN and self.more:
            self.line += 1
        elif key == UP and self.line:
            self.line -= 1
        elif key in (OK, DOWN) and self.page <= self.totals:
            self._turn(self.page + 1)
        elif key == OK:
            self._go_on()
        elif key == UP and self.page:
            self._turn(self.page - 1)
        elif key == BACK and self.page != self.totals:
            self._turn(self.totals)
        elif key == BACK:
            take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        held(self, key)

    def repeat(self, key):
        self.press(key)

    def _turn(self, page):
        self.page = page
        self.line = 0
        self.app.journal.mark(page)

    def _go_on(self):
        app = self.app
        if app.session.state.finished:
            if attempt(app, app.session.close):
                app.home()
            return
        app.journal.mark(NEXT_ROUND)
        app.enter_game()

    def draw(self, canvas):
        state = self.app.session.state
        self.more = False
        if self.page < self.totals:
            self.more = self.draw_player(canvas, self.page, self.line)
        elif self.page == self.totals:
            draw_totals(canvas, state)
        elif state.finished:
            self._draw_winners(canvas, state)
        else:
            y = 0
            for line in texts(self.app).HANDS:
                starter = (state.first + 1) % state.seats
                canvas.text(0, y, line % name(state, starter) if "%" in line else line, 16, width=128)
                y += 16

    def _draw_winners(self, canvas, state):
        words = self.words
        ranks = self.app.session.game.ending("complete")["ranks"]
        winners = [seat for seat in range(state.seats) if ranks[seat] == 1]
        canvas.text(0, 0, words.GAME_OVER, 8)
        draw_winners(canvas, [name(state, seat) for seat in winners])
        canvas.text(0, 40, words.WINNER_POINTS % state.totals()[winners[0]], 16, width=128)


def results_mark(app, kind):
    """The results screen of class `kind` where the round is done and they were not passed, else None."""
    mark = app.journal.marked()
    if not app.session.state.done or mark == NEXT_ROUND:
        return None
    return kind(app, mark)


# What the table decides


def decide(app, kind, **fields):
    """Enters a decision, goes back to the game's place and says what it was; a refusal is said there."""
    mark = app.journal.marked()
    good = attempt(app, app.session.enter, kind, **fields)
    said = app.notice
    keep_place(app, mark)
    app.enter_game()
    if good:
        app.say((app.words.DECIDED, texts(app).EVENTS[fields["field"] if kind == "adjust" else kind]))
    else:
        app.notice = said


def adjust(app, field, **fields):
    decide(app, "adjust", field=field, **fields)


def ask_seat(app, lines, on_seat):
    app.push(AskSeat(app, lines, names(app.session.state), on_seat, True))


def decide_points(app):
    def of_seat(seat):
        def done(delta):
            if delta:
                adjust(app, "points", seat=seat, delta=delta)
            else:
                app.enter_game()

        app.push(AskNumber(app, app.words.DECIDE_POINTS_COUNT, 0, -999, 999, done))

    ask_seat(app, (app.words.DECIDE_POINTS,), of_seat)


def decide_player(app):
    """Another person takes a seat: one of the roster, or a guest."""
    words = app.words

    def of_seat(seat):
        here = names(app.session.state)
        people = [dict(person) for person in app.settings.get("roster")]
        people += [{"id": None, "name": "P%d" % (k + 1)} for k in range(5)]
        options = []
        for person in people:
            if person["name"] not in here:
                options.append((person["name"], _sit(app, seat, person)))
        app.push(Choose(app, words.DECIDE_PLAYER_WHO, options))

    ask_seat(app, (words.DECIDE_PLAYER,), of_seat)


def _sit(app, seat, person):
    return lambda: adjust(app, "player", seat=seat, player={"id": person["id"], "name": person["name"]})


def decide_seats(app, order=()):
    """Seats in another order: who sits at seat 1, 2, …; the last one follows."""
    state = app.session.state
    if len(order) == state.seats - 1:
        order = list(order) + [seat for seat in range(state.seats) if seat not in order]
        adjust(app, "seats", value=order)
        return
    shown = [name(state, seat) if seat not in order else "" for seat in range(state.seats)]

    def done(seat):
        if seat in order:
            app.beep("refused")
        else:
            decide_seats(app, list(order) + [seat])

    app.push(AskSeat(app, (app.words.DECIDE_SEAT_AT % (len(order) + 1),), shown, done, True))


def decide_drop(app):
    round_number = app.session.state.round
    app.push(
        Question(
            app,
            (app.words.DROP_ROUND % round_number, texts(app).DROP_WHAT),
            lambda: decide(app, "void", round=round_number),
        )
    )


# Text of the menu line in the language module, what it starts; a game puts its own before them.
DECISIONS = (
    ("DECIDE_POINTS", decide_points),
    ("DECIDE_PLAYER", decide_player),
    ("DECIDE_SEATS", decide_seats),
    ("DECIDE_DROP", decide_drop),
)


class Look(Screen):
    """Pages drawn by functions of the canvas: UP and DOWN turn them, OK and BACK return, a suit press returns and counts."""

    name = "look"

    def __init__(self, app, draws):
        Screen.__init__(self, app)
        self.draws = draws
        self.at = 0

    def draw(self, canvas):
        self.draws[self.at](canvas)

    def press(self, key):
        if key in (UP, DOWN):
            self.at = (self.at + (1 if key == DOWN else -1)) % len(self.draws)
        else:
            self.app.pop()
            if key not in (OK, BACK):
                self.app.stack[-1].press(key)
