"""Checks shared_rules against vectors.json; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: the path of vectors.json. Exits 1 after naming every vector that does not hold.
"""

import json
import sys

if __name__ == "__main__":  # then only its own folder is on the path
    sys.path.append(__file__.rsplit("/", 2)[0])

from rules import playing
from rules.playing import Player
from shared_rules import sums
from shared_rules.fields import RuleError
from shared_rules.game import ranks_of
from shared_rules.log import FIRST, crc_of
from shared_rules.robokraft import State
from shared_rules.tricks import SUITS, card_code, judge, moved


def letters(order):
    return "".join([SUITS[suit] for suit in order])


def header(vector):
    setup = {"lead": vector["lead"], "discs": vector["discs"]}
    return playing.header("robokraft", vector["seats"], setup, "cards", {})


def seen(game):
    """The state in the words of the vectors."""
    state = game.state
    return {
        "discs": letters(state.discs),
        "turn": state.turn(),
        "round": state.round,
        "trick": state.trick,
        "cubes": [dict([(SUITS[s], row[s]) for s in range(4) if row[s]]) for row in state.cubes],
        "supply": dict([(SUITS[s], state.supply[s]) for s in range(4)]),
        "totals": state.totals(),
        "rounds": state.scores(),
        "ranks": state.ranks(),
        "revokes": [[warning[0], warning[3]] for warning in state.warnings],
        "finished": state.finished,
        "left_over": sorted([SUITS[s] + str(rank) for s in range(4) for rank in state.left_over()[s]]),
    }


class Check(playing.Check):
    def vector(self, kind, name, game, expect):
        got = seen(game)
        for key in expect:
            want = expect[key]
            if key in (
                "won",
                "players",
                "phase",
                "tricks_won",
                "leader",
                "first",
                "started",
                "plays",
                "tricks",
                "round_points",
            ):
                continue
            if key == "left_over":
                if want is None:
                    continue
                want = sorted(want)
            if key == "cubes":
                want = [dict([(s, row[s]) for s in SUITS if row.get(s)]) for row in want]
            if key == "trick" and want is None:
                continue
            self.same(kind, "%s, %s" % (name, key), got[key], want)

    def wedges(self, wedges):
        for rank in range(12):
            self.same("wedges", rank, sums.WEDGES[rank], wedges[rank])

    def most_wedges(self, most):
        for cards in range(14):
            self.same("most_wedges", cards, sums.most(cards), most[cards])
            self.same("most_wedges", cards, sums.least(cards), 19 - most[13 - cards])

    def moves(self, vector):
        before, suit, way, after = vector
        got = moved([SUITS.index(letter) for letter in before], SUITS.index(suit), way == "up")
        self.same("moves", before + suit + way, letters(got), after)

    def leaders(self, vector):
        """Rounds that nobody played in, scored as soon as they are counted, only to see who leads which."""
        seats, first, number, leader = vector
        state = State(header({"seats": seats, "lead": first, "discs": "BROG"}))
        none = dict([(suit, 0) for suit in SUITS])
        for _ in range(number - 1):
            event = {"type": "tricks_won", "counts": [12] + [0] * (seats - 1)}
            if state.begins_round(event):
                state.open_round()
            state.apply(event, 1)
            for seat in range(seats):
                state.apply({"type": "cubes", "seat": seat, "cubes": none}, 1)
        self.same("leaders", vector, state.lead, leader)

    def scores(self, vector):
        cubes = [sum([1 for cube in vector["cubes"] if cube == suit]) for suit in SUITS]
        got = sums.lines(
            sums.count([card_code(card) for card in vector["cards"]]), cubes, len(vector["cards"])
        )
        self.same(
            "scores", vector["name"], [[SUITS[line[0]]] + list(line[1:]) for line in got], vector["lines"]
        )
        self.same("scores", vector["name"], sum([line[4] for line in got]), vector["points"])

    def ranks(self, vectors):
        for totals, ranks in vectors:
            self.same("ranks", totals, ranks_of(totals), ranks)

    def situations(self, vector):
        player = Player(header(vector))
        for at in range(len(vector["events"])):
            player.take(dict(vector["events"][at], n=at + 1, t=0))
            player.score()
        self.vector("situations", vector["name"], player.game, vector["expect"])

    def errors(self, vector):
        at, code = refused(vector)
        self.same("errors", vector["name"] + ", n", at, vector["at"])
        self.same("errors", "%s, %s" % (vector["name"], code), code in (vector["codes"] or [code]), True)

    def chains(self, vector):
        crc = FIRST
        for record, want in zip(vector["records"], vector["crcs"]):
            crc = crc_of(crc, record)
            self.same("chains", record["n"], crc, want)

    def games(self, vector):
        player = Player(dict(vector["records"][0], t=0))
        for record in vector["records"][1:]:
            player.take(dict(record, t=0))
        self.vector("games", vector["name"], player.game, vector["expect"])
        self.same("games", vector["name"] + ", due", player.game.due(), None)

    def tricks(self, vector):
        seats = len(vector["plays"])
        game = {"seats": seats, "lead": vector["lead"], "discs": vector["before"]}
        state = State(header(game))
        for k in range(seats):
            seat = (vector["lead"] + k) % seats
            state.apply({"type": "card", "seat": seat, "card": vector["plays"][k]}, k + 1)
        trick = state.tricks[0]
        got = (letters(state.discs), trick.winner, trick.low, SUITS[trick.cube])
        want = (vector["after"], vector["winner"], vector["low"], vector["cube"])
        self.same("tricks", vector["plays"], got, want)
        plays = [((vector["lead"] + k) % seats, card_code(vector["plays"][k]), k) for k in range(seats)]
        order = [SUITS.index(letter) for letter in vector["after"]]
        self.same("tricks", vector["plays"], judge(plays, order)[:2], want[1:3])


def rows(path):
    """(kind, vector) one by one: the file has a row a line, so that it need never be in memory whole."""
    kind = None
    with open(path) as file:
        for line in file:
            line = line.strip()
            if line.startswith('"'):
                kind, _, line = line.partition(":")
                kind = kind[1:-1]
                if line.strip() == "[":
                    continue
                yield kind, json.loads(whole(line))
            elif line.startswith('{"about"'):
                continue
            elif kind and line[0] in "[{":
                yield kind, json.loads(whole(line))


def whole(line):
    """The JSON value of a line: what closes the list or the file after it is cut off, as far as nothing is left open."""
    line = line.strip()
    depth = 0
    text = False
    for at in range(len(line)):
        letter = line[at]
        if letter == '"' and line[at - 1] != "\\":
            text = not text
        elif not text and letter in "[{":
            depth += 1
        elif not text and letter in "]}":
            depth -= 1
            if not depth:
                return line[: at + 1]
    return line


def refused(vector):
    """(n of the record that is refused, code)."""
    try:
        player = Player(header(vector))
    except RuleError as error:
        return 0, error.code
    for n, event in enumerate(vector["events"]):
        before = seen(player.game)
        try:
            player.take(dict(event, n=n + 1, t=0))
        except RuleError as error:
            if seen(player.game) != before:
                return -1, "changed the state"
            return n + 1, error.code
        player.score()
    return None, None


if __name__ == "__main__":
    sys.exit(Check().run(rows(sys.argv[1])))
