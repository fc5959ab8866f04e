"""Past games, newest first, a page each: which, when, who with which total and place, how it ended, whether it is exported.

Only the game that is shown is read, and of it nothing but its first record, its end and who changed seats, so that 200
stored games are as quick as two. OK offers to delete it: one question, two for a game that no host has. Nothing is deleted without them.
"""

from companion.keys import BACK, DOWN, OK, UP
from companion.storage.files import StorageError
from companion.storage.packs import JournalError
from companion.ui.screen import Screen
from companion.ui.screens.home import attempt
from companion.ui.widgets import Question
from shared_rules.codec import Codec, unpack_header
from shared_rules.fields import RuleError
from shared_rules.game import COMMON, module_of

_TOP = 99999


class Past(Screen):
    """DOWN: the game before this one; UP: the one after it."""

    name = "past_games"

    def __init__(self, app):
        Screen.__init__(self, app)
        self._newer = []  # keys of the games that were passed, newest first
        self._take(self._older_than(_TOP))

    def _older_than(self, key):
        """(key, bytes, exported) of the newest game below this key, or None."""
        games = self.app.journal.games(key, 1)
        return games[0] if games else None

    def _take(self, game):
        """Makes this the one that is shown; None: there is none."""
        self.key = None
        self.lines = ()
        if game is None:
            return
        self.key = game[0]
        try:
            self.game, self.when, self.lines = self._read()
        except (StorageError, JournalError, RuleError):
            self.lines = None

    def _read(self):
        """(name of the game, when, [(place, name, total)] best first) of the game with this key."""
        words = self.words
        header = codec = end = None
        kinds = {}
        changes = []  # (n, event) of what moved people, undone ones taken out
        n = 0
        for payload in self.app.journal.payloads(self.key):
            if header is None:
                header = unpack_header(payload)
                module = module_of(header["game"])
                codec = Codec(module, len(header["players"]))
                for name, _table, number in COMMON + tuple(module.EVENTS):
                    kinds[number] = name
            elif kinds.get(payload[0]) == "end":
                end = payload
            elif kinds.get(payload[0]) in ("adjust", "undo"):
                event = codec.unpack(payload)
                if event["type"] == "undo":
                    if changes and changes[-1][0] == event["of"]:
                        changes.pop()
                elif event["field"] in ("player", "seats"):
                    changes.append((n, event))
            n += 1
        game = words.GAMES.get(header["game"], header["game"])
        when = header["started"][:10] if header["started"] else words.NO_DATE
        players = _names(header["players"], changes)
        if not self.app.canvas.can_draw("".join(players)):
            self.app.names().others = players
        if end is None:
            return game, when, [("", name, "") for name in players]
        end = codec.unpack(end)
        if end["reason"] != "complete":
            when += " " + words.REASONS[end["reason"]]
        ranks, points = end["ranks"], end["points"]
        seats = sorted(range(len(players)), key=lambda seat: (ranks[seat], seat))
        return game, when, [(str(ranks[seat]), players[seat], _points(points[seat])) for seat in seats]

    def draw(self, canvas):
        words = self.words
        if self.key is None:
            canvas.text(0, 16, words.NO_GAMES[0], 16, width=128)
            canvas.text(0, 32, words.NO_GAMES[1], 16, width=128)
            return
        exported = self.app.journal.packs.exported(self.key)  # a host may have come since the last drawing
        start = canvas.right(127, 0, words.EXPORTED if exported else words.NOT_EXPORTED, 8)
        if not exported:
            canvas.invert(start - 1, 0, 129 - start, 8)
        if self.lines is None:
            canvas.text(0, 0, words.GAME_NUMBER % self.key, 8)
            canvas.text(0, 24, words.UNREADABLE, 16, width=128)
            return
        count = len(self.lines)
        canvas.text(0, 0, self.game, 8)
        x = canvas.width(self.game, 8) + 5
        if x + canvas.width(self.when, 8) <= start - 3:
            canvas.text(x, 0, self.when, 8)
            y, step = (9, 14) if count > 3 else (12, 18)
        else:
            canvas.text(0, 8, self.when, 8, width=128)
            y, step = (15, 12) if count > 3 else (16, 16)
        size = 16
        if count > 4:
            y, step, size = 17, 10, 8
        for place, name, total in self.lines:
            canvas.text(0, y, place, size)
            start = canvas.right(128, y, total, size)
            canvas.text(14, y, name, size, width=start - 18)
            y += step

    def press(self, key):
        if self.key is None or key not in (UP, DOWN, OK):
            Screen.press(self, key)
        elif key == DOWN:
            older = self._older_than(self.key)
            if older is None:
                self.app.beep("refused")
            else:
                self._newer.append(self.key)
                self._take(older)
        elif key == UP:
            if not self._newer:
                self.app.beep("refused")
            else:
                self._take(self._older_than(self._newer.pop() + 1))
        else:
            self._ask_delete()

    def repeat(self, key):
        self.press(key)

    # Deleting

    def _ask_delete(self):
        words = self.words
        game = self._older_than(self.key + 1)
        if game is None or game[0] != self.key:  # a host has deleted it meanwhile
            self._take(game)
            return
        if game[2]:
            self.app.push(Question(self.app, words.DELETE, self._delete))
            return
        again = Question(self.app, words.DELETE_AGAIN, self._delete)
        self.app.push(Question(self.app, words.DELETE_ONLY_COPY, lambda: self.app.push(again)))

    def _delete(self):
        key = self.key
        if attempt(self.app, self.app.journal.delete, key, True):
            game = self._older_than(key)
            if game is None and self._newer:
                game = self._older_than(self._newer.pop() + 1)
            self._take(game)
            self.app.redraw()


class Ended(Past):
    """The game that was just ended before its time: places and totals."""

    name = "game_end"

    def press(self, key):
        if key in (OK, BACK):
            self.app.pop()
        else:
            self.app.beep("refused")


def _names(players, changes):
    """Who sat where at the end."""
    names = [player["name"] for player in players]
    for _n, event in changes:
        if event["field"] == "player":
            names[event["seat"]] = event["player"]["name"]
        else:
            names = [names[seat] for seat in event["value"]]
    return names


def _points(points):
    return str(points).replace("-", "−")
