"""Games and card data for a host to take."""

from binascii import b2a_base64, crc32

from shared_rules import wire
from shared_rules.fields import RuleError


class Games:
    def __init__(self, app):
        self.app = app

    def on_games(self, asked):
        found = None
        for step in self.app.journal.packs.listing(asked["before"], 32):
            found = step
            yield None
        games = [{"game": number, "size": size, "exported": exported} for number, size, exported in found]
        yield {"games": games, "open": self.app.journal.open_key}

    def on_read(self, asked):
        size, data = self.app.journal.piece(asked["game"], asked["from"], wire.GAME_BYTES)
        return {"size": size, "bytes": b2a_base64(data, newline=False).decode()}

    def on_exported(self, asked):
        journal, number = self.app.journal, asked["game"]
        at = crc = 0
        size, data = journal.piece(number, at, wire.GAME_BYTES)
        while data:
            at += len(data)
            crc = crc32(data, crc)
            yield None
            size, data = journal.piece(number, at, wire.GAME_BYTES)
        if size != asked["size"] or "%08x" % (crc & 0xFFFFFFFF) != asked["crc"]:
            raise RuleError("differs", "game %d is another one here" % number)
        yield None
        journal.mark_exported(number)
        if self.app.stack[-1].name in ("past_games", "game_end"):  # they say what no host has yet
            self.app.redraw()
        yield {}

    def on_cards(self, asked):
        from companion.storage import carddata

        if asked["game"] not in carddata.GAMES:
            raise RuleError("schema", "there is no game %s" % asked["game"])
        return {"values": carddata.stored(self.app.parts.files, asked["game"])}
