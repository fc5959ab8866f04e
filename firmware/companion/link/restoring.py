"""Puts back what a host kept: finished games, the open one, card data. Only after a Yes at the box.

A piece after the other goes into a file of its own, which a start removes; only when all of it is there, and is what the
host meant, does it become a game. So a cut at any moment leaves a game as a whole or not at all, and harms no other.
"""

from binascii import a2b_base64, crc32

from companion.session import replayed
from companion.storage import carddata
from companion.storage.frames import Reader
from companion.storage.packs import JournalError
from companion.ui.places import screens_for
from shared_rules.codec import unpack_header
from shared_rules.fields import RuleError
from shared_rules.game import check_header

_FILE = "restore.new"


class Restoring:
    """What a host may do between its Yes and the end of its session."""

    def __init__(self, app):
        self._app = app
        self._files = app.parts.files
        self._files.remove(_FILE)

    def put(self, start, text):
        """Takes a piece, in base64, that begins at byte `start`; 0 begins anew. Raises RuleError, StorageError."""
        try:
            data = a2b_base64(text)
        except ValueError:
            raise RuleError("schema", "bytes are no base64")
        size = 0 if start == 0 else self._files.size(_FILE) or 0
        if start == 0:
            self._files.overwrite(_FILE, data)
        elif start == size:
            self._files.append(_FILE, data)
        elif start + len(data) != size:  # else it came twice
            raise RuleError("order", "byte %d is next, not %d" % (size, start))

    def keep(self, asked):
        """Makes what was put a game, which gets a number, or card data (None). RuleError, JournalError, StorageError.

        A handler in pieces. Where a game is to be taken up, what it needs is loaded first, with turns of the loop in between, in
        which it is settled in flash: for all at once there is no room in memory.
        """
        crc = 0
        for piece in self._files.pieces(_FILE):
            crc = crc32(piece, crc)
        if self._files.size(_FILE) != asked["size"] or "%08x" % (crc & 0xFFFFFFFF) != asked["crc"]:
            raise RuleError("differs", "what came is not what was to be kept")
        if asked["kind"] == "cards":
            number = self._cards(asked["game"], asked["size"])
        else:
            self._may_begin()
            game = self._check(asked["size"], asked["kind"] != "game")
            if asked["kind"] == "game":
                number = self._app.journal.take_in(
                    asked["size"], self._files.pieces(_FILE), asked["exported"]
                )
            else:
                yield None
                screens_for(game)
                yield None
                self._may_begin()
                number = self._app.journal.take_up(self._files.pieces(_FILE))
                self._app.session.resume()
                self._app.enter_game()
        self._files.remove(_FILE)
        yield {"number": number}

    def _may_begin(self):
        if self._app.session.game is not None:
            raise JournalError("open", "a game is open")

    def _cards(self, game, size):
        if game not in carddata.GAMES:
            raise RuleError("schema", "there is no game %s" % game)
        values = carddata.parsed(self._files.read(_FILE, 0, carddata.MOST))
        if values is None or size > carddata.MOST:
            raise RuleError("schema", "that is no card data")
        carddata.save(self._files, game, values)

    def _check(self, size, whole):
        """Which game it is, by its frames and record 0, and with `whole` every record. Raises RuleError.

        Without `whole` the module of the game need not be loaded.
        """
        payloads = []
        with self._files.reader(_FILE) as file:
            reader = Reader(file)
            payload = reader.next()
            header = unpack_header(payload or b"")
            while payload is not None:
                if whole:
                    payloads.append(payload)
                payload = reader.next()
        if reader.pos != size:
            raise RuleError("damaged", "the bytes of the game are damaged after %d" % reader.pos)
        if type(header.get("id")) is not str:
            raise RuleError("schema", "record 0 of the game has no id")
        if whole:
            check_header(header)
            replayed(payloads)
        return header["game"]
