"""Games and card data for a host to take."""

from binascii import b2a_base64, crc32

from shared_rules import wire
from shared_rules.fields import RuleError


class Games:
    def __init__(self, app):
        self.app = app
        self._summed = (0, 0, 0)  # of the game that is summed up: its number, bytes, CRC-32 of them

    def on_games(self, asked):
        games = []
        for number, size, exported in self.app.journal.games(asked["before"], 32):
            games.append({"game": number, "size": size, "exported": exported})
        return {"games": games, "open": self.app.journal.open_key}

    def on_read(self, asked):
        size, data = self.app.journal.piece(asked["game"], asked["from"], wire.GAME_BYTES)
        return {"size": size, "bytes": b2a_base64(data, newline=False).decode()}

    def on_exported(self, asked):
        """None while there is more of the game to be summed up: a piece a turn."""
        journal, number = self.app.journal, asked["game"]
        of, at, crc = self._summed
        if of != number:
            at = crc = 0
        size, data = journal.piece(number, at, wire.GAME_BYTES)
        if data:
            self._summed = (number, at + len(data), crc32(data, crc))
            return None
        self._summed = (0, 0, 0)
        if size != asked["size"] or "%08x" % (crc & 0xFFFFFFFF) != asked["crc"]:
            raise RuleError("differs", "game %d is another one here" % number)
        journal.mark_exported(number)
        return {}

    def on_cards(self, asked):
        from companion.storage import carddata

        if asked["game"] not in carddata.GAMES:
            raise RuleError("schema", "there is no game %s" % asked["game"])
        return {"values": carddata.load(self.app.parts.files, asked["game"])}
