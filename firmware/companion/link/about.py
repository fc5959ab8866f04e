"""What the box tells about itself, and what developer mode adds."""

import gc
from binascii import b2a_base64

from companion.heap import fill
from shared_rules import wire
from shared_rules.fields import RuleError


class About:
    def __init__(self, app):
        self.app = app

    def on_hello(self, asked):
        from companion.status import micropython

        if asked["protocol"] < wire.OLDEST:
            raise RuleError("protocol", "this box speaks protocol %d" % wire.VERSION)
        app = self.app
        return {
            "product": wire.PRODUCT,
            "protocol": min(wire.VERSION, asked["protocol"]),
            "firmware": app.session.firmware,
            "micropython": micropython(),
            "device": app.parts.device,
            "storage": app.journal.storage_id,
        }

    def on_status(self, asked):
        from companion.status import status

        app = self.app
        for _ in app.journal.packs.counting():
            yield None
        stats = app.journal.stats()
        yield None
        yield {"status": status(app, stats)}

    def on_selftest(self, asked):
        from companion.storage.trial import storage_trial

        app = self.app
        works = None
        for step in storage_trial(app.parts.files):
            works = step
            yield None
        free = app.parts.files.free()
        yield None
        gc.collect()
        heap = gc.mem_free() if hasattr(gc, "mem_free") else None
        fill()
        keys = app.keys
        yield {
            "storage": works,
            "free": free,
            "heap": heap,
            "display": app.panel.ready,
            "stuck": [wire.KEYS[key] for key in range(8) if keys.stuck >> key & 1],
        }

    def on_crashes(self, asked):
        out = []
        for job, ticks, text in self.app.crashes.read():
            out.append({"job": job, "ticks": ticks, "text": text})
        return {"crashes": out}

    def on_program(self, asked):
        program = getattr(self.app.parts, "program", None)
        if program is None:
            raise RuleError("unsupported", "the program of this box cannot be exchanged")
        return program()  # in pieces, as system.program tells it

    # Developer mode

    def on_screen(self, asked):
        from companion.status import lettered

        self._need_developer()
        app = self.app
        return {
            "name": "notice" if app.notice is not None else app.stack[-1].name,
            "texts": [lettered(text) for text in app.canvas.lines()],
            "picture": b2a_base64(app.panel.buffer, newline=False).decode(),
        }

    def on_press(self, asked):
        from companion.input import HOLD, PRESS

        self._need_developer()
        self.app.keys.inject(HOLD if asked["hold"] else PRESS, wire.KEYS.index(asked["key"]))
        return {}

    def _need_developer(self):
        if not self.app.settings.get("developer"):
            raise RuleError(
                "developer", "only in developer mode; switch it on at the box: Settings, Developer"
            )
