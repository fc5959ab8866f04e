"""Games and card data for a host to take."""

from binascii import b2a_base64, crc32

from shared_rules import wire
from shared_rules.fields import RuleError

_PIECE = 512


class Games:
    def __init__(self, app):
        self.app = app

    def on_games(self, asked):
        games = []
        for number, size, exported in self.app.journal.games(asked["before"], 32):
            games.append({"game": number, "size": size, "exported": exported})
        return {"games": games, "open": self.app.journal.open_key}

    def on_read(self, asked):
        size, data = self.app.journal.piece(asked["game"], asked["from"], wire.GAME_BYTES)
        return {"size": size, "bytes": b2a_base64(data)[:-1].decode()}

    def on_exported(self, asked):
        journal, number = self.app.journal, asked["game"]
        crc = at = 0
        size, data = journal.piece(number, at, _PIECE)
        while data:
            crc = crc32(data, crc)
            at += len(data)
            size, data = journal.piece(number, at, _PIECE)
        if size != asked["size"] or "%08x" % (crc & 0xFFFFFFFF) != asked["crc"]:
            raise RuleError("differs", "game %d is another one here" % number)
        journal.mark_exported(number)
        return {}

    def on_cards(self, asked):
        from companion.storage import carddata

        if asked["game"] not in carddata.GAMES:
            raise RuleError("schema", "there is no game %s" % asked["game"])
        return {"values": carddata.load(self.app.parts.files, asked["game"])}
