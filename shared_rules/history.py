"""A game as its log tells it: the live events, undo by replay, corrections, and what the box must write.

Promises: `state` is always what the live events give from the start; a refused record changes nothing. Checkpoints, one a
round and some between, keep undo quick; they are so few that a long game needs no more memory than a short one. Nothing
here knows which game is played.
"""

from shared_rules.fields import RuleError
from shared_rules.game import REASONS, check_header
from shared_rules.live import Live

_EVERY = 6  # events between two checkpoints of a round
_BETWEEN = 2  # of these are kept, the newest: each is a few KB of the Pico's memory late in a round
_ROUNDS = 3  # checkpoints at the beginning of a round are kept


class Game:
    """One game. `header` is record 0. `live` keeps the events that are not undone; before the first it may be exchanged."""

    def __init__(self, header):
        self.module, self.unknown = check_header(header)
        self.header = header
        self.n = 1
        self.state = self.module.State(header)
        self.stated = []
        self.partial = None
        self.end = None
        self.live = Live()
        self._marks = []
        self._before_fix = {}

    def copy(self):
        """An independent copy, to try records on."""
        other = object.__new__(Game)
        for name in ("module", "unknown", "header", "n", "partial", "end"):
            setattr(other, name, getattr(self, name))
        other.state = self.state.copy()
        other.live = self.live.copy()
        other.stated = list(self.stated)
        other._marks = list(self._marks)
        other._before_fix = dict(self._before_fix)
        return other

    @property
    def newest(self):
        """Number of the newest event that is not undone, or None."""
        return self.live.number(-1) if len(self.live) else None

    def events(self):
        """How many events are not undone."""
        return len(self.live)

    def event(self, back=1):
        """(n, event) of the newest live event, or of the one `back` − 1 before it."""
        return self.live.number(-back), self.live.event(-back)

    def apply(self, record):
        """Takes the next record in, an event, `undo`, `fix`, `score` or `end`; its `n` is taken as it is.

        Raises RuleError; its `fields` hold `n` where an older record is to blame.
        """
        kind = record["type"]
        if kind == "undo":
            self._undo(record["of"])
        elif kind == "score":
            self._score(record)
        elif kind == "end":
            self._end(record)
        elif kind == "fix":
            self._fix(record)
        else:
            self._event(record)
        self.n = record["n"] + 1

    def _event(self, record):
        if self.end is not None:
            if record["type"] not in ("adjust", "void") or self.end["reason"] != "complete":
                raise RuleError("end", "the game has ended")
        elif self.partial is not None:
            raise RuleError(
                "score", "round %d was scored before it was over: only the end may follow" % self.state.round
            )
        elif self.state.begins_round(record) and len(self.stated) < len(self.state.scores()):
            raise RuleError("score", "round %d has no score record" % (len(self.stated) + 1))
        self._advance(record, record["n"], len(self.live))
        self.live.append(record["n"], record)
        self._fall(record)

    def _fall(self, event):
        """Score and end records fall with what the event or its undoing changed; an end that still holds stays."""
        self.partial = None
        if self.end is not None and not (self.state.finished and self.end == self.ending("complete")):
            self.end = None
        scores = self.state.scores()
        if event["type"] == "adjust" and event["field"] == "seats":
            self.stated = list(scores[: len(self.stated)])
        del self.stated[len(scores) :]

    def _advance(self, event, n, at):
        """Applies the event that is live event number `at`, and leaves a checkpoint before it where one is due."""
        state = self.state
        marks = self._marks
        opens = state.begins_round(event)
        if opens:
            state = state.copy()
            state.open_round()
        if opens or at >= (marks[-1][0] if marks else 0) + _EVERY:
            before = state.copy()
            state.apply(event, n)
            marks.append((at, before, opens))
            alike = [mark for mark in marks if mark[2] == opens]
            if len(alike) > (_ROUNDS if opens else _BETWEEN):
                marks.remove(alike[0])
            self.state = state
        else:
            state.apply(event, n)

    def _rebuild(self, live, changed):
        """The state that `live` gives, whose events before the place `changed` are as they were; they are the live ones then.

        Replays from the last checkpoint before the change. Raises RuleError with `n` of the first event that no longer
        fits; marks and state are then half-way: the caller puts its own back.
        """
        marks = [mark for mark in self._marks if mark[0] <= changed and mark[0] < len(live)]
        at = 0
        if marks:
            at, before, _ = marks[-1]
            self.state = before.copy()
        else:
            self.state = self.module.State(self.header)
        self._marks = marks
        for k in range(at, len(live)):
            n = live.number(k)
            if n in self._before_fix:
                continue
            try:
                if marks and k == at:
                    self.state.apply(live.event(k), n)
                else:
                    self._advance(live.event(k), n, k)
            except RuleError as error:
                error.fields["n"] = n
                raise
        self.live = live

    def _undo(self, of):
        live = self.live
        if not len(live):
            raise RuleError("undo", "there is nothing to undo")
        n, event = self.event()
        if of != n:
            raise RuleError("undo", "record %d is not the newest that is not undone: that is %d" % (of, n))
        live.pop()
        changed = len(live)
        if n in self._before_fix:
            changed, before = self._before_fix.pop(n)
            live.put(changed, before)
        self._rebuild(live, changed)
        self._fall(event)

    def _fix(self, record):
        if self.end is not None and self.end["reason"] != "complete":
            raise RuleError("end", "the game has ended")
        of = record["of"]
        at = self.live.find(of)
        if at < 0:
            raise RuleError("card", "record %d is no card, or it is undone" % of)
        before = self.live.event(at)
        live = self.live.copy()
        live.put(at, self.module.State.amend(before, record))
        kept = (self._marks, self.state)
        try:
            self._rebuild(live, at)
        except RuleError as error:
            self._marks, self.state = kept
            if error.fields.get("n") == of:
                del error.fields["n"]
            else:
                error.message = "record %d no longer fits: %s" % (error.fields["n"], error.message)
            raise
        self._before_fix[record["n"]] = (at, before)
        live.append(record["n"], record)
        self._fall(record)

    def _score(self, record):
        number, points = record["round"], record["points"]
        scores = self.state.scores()
        if number <= len(scores):
            if points != scores[number - 1]:
                raise RuleError("score", "round %d gives %s, not %s" % (number, scores[number - 1], points))
            if number > len(self.stated) + 1:
                raise RuleError("score", "round %d has no score record" % (len(self.stated) + 1))
            del self.stated[number - 1 : number]
            self.stated.insert(number - 1, list(points))
            return
        so_far = self.state.round_points()
        if number != self.state.round or so_far is None or so_far != points:
            raise RuleError("score", "round %d is not finished, or gives other points" % number)
        self.partial = list(points)

    def ending(self, reason):
        """What an `end` record must say now, without its envelope."""
        totals = self.state.totals()
        if self.partial:
            totals = [totals[seat] + self.partial[seat] for seat in range(len(totals))]
        ranks = self.state.ranks(self.partial)
        winners = [seat for seat in range(len(ranks)) if ranks[seat] == 1]
        return {"type": "end", "points": totals, "ranks": ranks, "winners": winners, "reason": reason}

    def _end(self, record):
        reason = record["reason"]
        if reason not in REASONS or (reason == "complete") != self.state.finished:
            raise RuleError("end", "the reason %s does not fit the game" % reason)
        due = self.due()
        if due is not None and due["type"] == "score":
            raise RuleError("score", "round %d has no score record" % due["round"])
        right = self.ending(reason)
        for name in ("points", "ranks", "winners"):
            if record[name] != right[name]:
                raise RuleError("end", "%s are %s, not %s" % (name, right[name], record[name]))
        self.end = right

    def due(self):
        """The next record the box must write by itself (`score` or `end`, without envelope), or None."""
        scores = self.state.scores()
        for at in range(len(scores)):
            if at >= len(self.stated) or self.stated[at] != scores[at]:
                return {"type": "score", "round": at + 1, "points": list(scores[at])}
        if self.state.finished and self.end is None:
            return self.ending("complete")
        return None
