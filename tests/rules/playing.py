"""What the checks of vectors share: record 0, a player that takes records as `verify` does, and counting what holds.

Runs on CPython and on MicroPython.
"""

from shared_rules.codec import Codec, pack_header, unpack_header
from shared_rules.fields import RuleError
from shared_rules.history import Game
from shared_rules.log import check_record, tables_of


def header(game, seats, setup, mode, rules):
    """Record 0 of a game of P1, P2, …"""
    return {
        "n": 0,
        "t": 0,
        "type": "game",
        "v": 1,
        "id": "vector-1",
        "game": game,
        "mode": mode,
        "players": [{"id": None, "name": "P%d" % (seat + 1)} for seat in range(seats)],
        "setup": setup,
        "rules": rules,
        "device": "vector",
        "firmware": "0",
        "started": None,
    }


class Player:
    """Takes records as `verify` does: the schema first, then the rules; every event goes through the bytes."""

    def __init__(self, head):
        self.game = Game(unpack_header(pack_header(head)))
        self.tables = tables_of(self.game.module)
        self.seats = len(head["players"])
        self.codec = Codec(self.game.module, self.seats)

    def take(self, record):
        """Takes a record with its envelope, and nothing that the box would write by itself."""
        if check_record(self.tables, record, self.seats):
            raise ValueError("%s has fields that are not known" % (record,))
        back = self.codec.unpack(self.codec.pack(record))
        for name in record:
            if name not in ("n", "t") and back[name] != record[name]:
                raise ValueError("%s came back from the bytes as %s" % (record, back))
        self.game.apply(record)

    def score(self):
        """Applies what the box would write by itself now."""
        due = self.game.due()
        while due is not None:
            self.game.apply(dict(due, n=self.game.n - 1, t=0))
            due = self.game.due()

    def enter(self, event, n):
        """Takes an event as record `n`, after what the box had to write before it."""
        if event["type"] != "undo":
            self.score()
        self.take(dict(event, n=n, t=0))


class Check:
    """Counts what was compared, by kind, and prints what does not hold.

    `player` and `seen` are the game's: a player for the head of a vector; the state in the words of the vectors.
    """

    def __init__(self):
        self.counts = {}
        self.failed = 0

    def player(self, head):
        raise NotImplementedError

    def seen(self, state):
        raise NotImplementedError

    def same(self, kind, name, got, want):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if got != want:
            self.failed += 1
            print("%s %s: %s, not %s" % (kind, name, got, want))

    def situations(self, vector):
        """A state is what is expected, and so is its copy."""
        player = self.player(vector["head"])
        for at in range(len(vector["events"])):
            player.enter(vector["events"][at], at + 1)
        for state in (player.game.state, player.game.state.copy()):
            got = self.seen(state)
            for key in vector["expect"]:
                self.same("situations", vector["name"] + ", " + key, got[key], vector["expect"][key])

    def errors(self, vector):
        """The event at which a game breaks off, or an older one it blames, and the code."""
        at = 0
        code = None
        try:
            player = self.player(vector["head"])
            for event in vector["events"]:
                at += 1
                player.enter(event, at)
        except RuleError as error:
            code = error.code
            at = error.fields.get("n", at)
        self.same("errors", vector["name"], (at, code), (vector["at"], vector["code"]))

    def run(self, rows):
        """Checks every (kind, vector); prints what was counted and returns the exit status."""
        for kind, vector in rows:
            getattr(self, kind)(vector)
        for kind in sorted(self.counts):
            print("%s %d" % (kind, self.counts[kind]))
        return 1 if self.failed else 0
