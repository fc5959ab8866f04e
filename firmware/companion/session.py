"""The open game: an entry goes to the rules, then to the journal; nothing is acknowledged before both have it.

Also undo and redo, corrections of older cards with all that follows from them, and the records the box writes by itself.
"""

from companion.packed import Packed
from companion.storage.files import StorageError
from companion.ticks import since
from shared_rules.codec import Codec, pack_header, unpack_header
from shared_rules.codec import records as records  # noqa: PLC0414  the box's modules import it from here
from shared_rules.fields import RuleError
from shared_rules.game import VERSION
from shared_rules.history import Game

NEXT_ROUND = 99  # mark in the journal: the results are seen, the next round is awaited


class Session:
    """One game at a time. `ticks_ms` is the board's clock; `firmware` and `device` go into record 0."""

    def __init__(self, journal, ticks_ms, device, firmware):
        self.journal = journal
        self.device = device
        self.firmware = firmware
        self.game = None
        self._codec = None
        self._ticks_ms = ticks_ms
        self._seen = ticks_ms()
        self._played_ms = 0
        self._last_t = 0
        self._redo = []
        self._mode = None
        self._farewell = None

    @property
    def state(self):
        return self.game.state

    def awaited_round(self):
        """The number of the open round, or of the next one where the results of the last are seen."""
        state = self.state
        seen = state.done and not state.finished and self.journal.marked() == NEXT_ROUND
        return state.round + seen

    # How the round is entered: the log does not care, the screens do

    def mode(self):
        """`cards`, `tricks` or `scores`: what was chosen last, else how the round began, else the game's own."""
        if self._mode is not None:
            return self._mode
        state = self.game.state
        mode = self.game.header["mode"]
        if not hasattr(state, "tricks"):
            return mode
        if (
            mode == "cards"
            and not state.done
            and state.tricks
            and not [1 for trick in state.tricks if trick.plays]
        ):
            return "cards" if state.table else "tricks"
        if (
            mode != "cards"
            and not state.done
            and (state.table or [1 for trick in state.tricks if trick.plays])
        ):
            return "cards"
        return mode

    def choose_mode(self, mode):
        """From now on the box asks for this, until the game ends."""
        self._mode = mode
        try:
            self.journal.note(mode.encode())
        except StorageError:
            pass  # then only until the power goes

    # Opening and closing

    def resume(self):
        """Takes up the journal's open game at its last acknowledged record; returns whether there is one.

        One that was ended before its time, but not put away since the power went, is put away now.
        """
        payloads = self.journal.open_payloads()
        if not payloads:
            return False
        game, codec, t = replayed(payloads)
        self._open(game, codec, t)
        mode = self.journal.noted().decode()
        if mode in game.module.MODES:
            self._mode = mode
        self._write_due()
        if game.end is not None and game.end["reason"] != "complete":
            try:
                self.close()
            except StorageError:
                return True
            return False
        return True

    @property
    def put_down(self):
        """Whether the journal's open game is out of memory, so that another can be set up."""
        return self._farewell is not None

    def put_by(self):
        """Takes the open game out of memory. In the journal it stays open until `start` ends it or `resume` takes it up."""
        self._farewell = b"" if self.game.end is not None else self._packed(self.game.ending("abandoned"))
        self.game = None

    def _open(self, game, codec, t):
        self.game = game
        self._codec = codec
        self._last_t = self._played_ms = t
        self._seen = self._ticks_ms()
        self._redo = []
        self._mode = None
        self._farewell = None

    def start(self, game, mode, players, setup, rules, started):
        """Begins a game: `players` are {id, name}, `setup` and `rules` as in record 0. Raises RuleError if it is none.

        A game that is open is abandoned, once it is sure that the new one can begin.
        """
        number = self.journal.number
        header = {
            "n": 0,
            "t": 0,
            "type": "game",
            "v": VERSION,
            "id": "%s-%s-%d" % (self.device, self.journal.storage_id, number),
            "game": game,
            "mode": mode,
            "players": players,
            "setup": setup,
            "rules": rules,
            "device": self.device,
            "firmware": self.firmware,
            "started": started,
        }
        new, codec = _game(header)
        if self.game is not None:
            self.put_by()
        if self.journal.open_key:  # also one that could not be read: it is stored as it is
            self.journal.need_room()
            if self._farewell:
                self.journal.append(self._farewell)
                self._farewell = b""
            self.journal.finish()
        self._farewell = None
        self.journal.start(pack_header(header))
        self._open(new, codec, 0)

    def close(self):
        """Puts the game away; one that has no end record yet gets one that says it was abandoned."""
        if self.game.end is None:
            self._write(self.game.ending("abandoned"))
        self.journal.finish()
        self.game = None

    def stop(self, drop_open_round):
        """Ends the game now, with the open round's points or without them. Raises RuleError."""
        state = self.game.state
        if not state.done:
            points = None if drop_open_round else state.round_points()
            if points is None:
                self.enter("void", round=state.round)
            else:
                self._write({"type": "score", "round": state.round, "points": points})
        if self.game.end is None:
            self._write(self.game.ending("stopped"))

    # Entries

    def enter(self, kind, **fields):
        """One event: into the rules, then durably into the journal. Raises RuleError and changes nothing."""
        fields["type"] = kind
        self._write_due()  # what a failure kept from being written
        # As _write, with one call less below the rules: the Pico's stack is small.
        self.journal.append(self._packed(fields))
        self._redo = []
        self._write_due()

    def tick(self):
        """Counts the time of play; called at least once a minute, so that the clock may wrap."""
        now = self._ticks_ms()
        self._played_ms += since(now, self._seen)
        self._seen = now

    def _write(self, record):
        self.journal.append(self._packed(record))

    def _packed(self, record):
        """The bytes of the next record, once the rules have taken it."""
        self.tick()
        record["n"] = self.game.n
        record["t"] = self._played_ms
        self._codec.check(record)  # as verify will
        self.game.apply(record)
        payload = self._codec.pack(record, self._played_ms - self._last_t)
        self._last_t = self._played_ms
        return payload

    def _write_due(self):
        due = self.game.due()
        while due is not None:
            self._write(due)
            due = self.game.due()

    def newest(self):
        """The newest event that is not undone, or None."""
        return self.game.event()[1] if self.game.events() else None

    def undo(self):
        """Takes the newest event back and returns it."""
        event = self.newest()
        self._write({"type": "undo", "of": self.game.newest})
        self._redo.append(event)
        self._write_due()
        return event

    def redo(self):
        """Enters the event undone last again and returns it; None where there is none."""
        if not self._redo:
            return None
        event = self._redo.pop()
        redo = self._redo
        self._write(dict(event))
        self._write_due()
        self._redo = redo
        return event

    # Corrections

    def correct(self, of, card):
        """The card of record `of` was `card`: a `fix`, or, where a lead would no longer fit, undo and entering again.

        The table has played on, so a seat that led stays the one that led. Raises RuleError and changes nothing.
        """
        trial = self.game.copy()
        plan = [{"type": "fix", "of": of, "card": card}]
        try:
            self._try(trial, plan[0])
        except RuleError as error:
            if error.code != "seat":
                raise
            plan = self._again(of, card)
        for record in plan:
            self._write(record)
        self._redo = []
        self._write_due()

    def _try(self, trial, record):
        trial.apply(dict(record, n=trial.n, t=0))

    def _again(self, of, card):
        """The records that take everything back to `of` and enter it again with another card there."""
        trial = self.game.copy()
        plan = []
        later = []
        while trial.newest != of:
            later.append(trial.event()[1])
            self._plan(plan, trial, {"type": "undo", "of": trial.newest})
        event = trial.event()[1]
        self._plan(plan, trial, {"type": "undo", "of": of})
        self._plan(plan, trial, trial.state.amend(event, {"of": of, "card": card}))
        for event in reversed(later):
            state = trial.state
            if event["type"] == "card" and not state.table and not state.done and event["seat"] != state.lead:
                self._plan(plan, trial, {"type": "adjust", "field": "leader", "seat": event["seat"]})
            self._plan(plan, trial, event)
        return plan

    def _plan(self, plan, trial, record):
        due = trial.due()
        if due is not None and record["type"] not in ("undo", "score", "end"):
            self._plan(plan, trial, due)
        self._try(trial, record)
        plan.append(record)


def _game(header):
    game = Game(header)
    codec = Codec(game.module, len(header["players"]))
    game.live = Packed(codec)
    return game, codec


def replayed(payloads):
    """(game, codec, t of its last record) of a journal's payloads; raises RuleError where they make no game."""
    game, codec = _game(unpack_header(payloads[0]))
    t = 0
    for payload in payloads[1:]:
        record = codec.unpack(payload, game.n, t)
        t = record["t"]
        game.apply(record)
    return game, codec, t
