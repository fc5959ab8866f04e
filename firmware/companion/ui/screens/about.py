"""About this box: what it is, what it holds, and what it has to say, in plain sentences."""

from companion.lang import warning_lines
from companion.storage.files import StorageError
from companion.ui.widgets import Pages


class About(Pages):
    """Pages: the box, its memory, then a page for each warning and for the newest crash."""

    def __init__(self, app):
        self._app = app
        words = app.words
        games, unexported, capacity, free = app.journal.stats()
        memory = [
            words.STORED % (games, capacity) if free is not None else words.STORED_ONLY % games,
            words.UNEXPORTED % unexported,
            words.FREE % (free // 1024) if free is not None else words.FREE_UNKNOWN,
        ]
        pages = [self._box, self._page(memory)]
        for text in sentences(app):
            pages.append(self._page(text))
        crashes = _crashes(app)
        if crashes:
            task, ticks, text = crashes[-1]
            pages.append(self._crash(task, ticks, text))
        Pages.__init__(self, app, "about", pages)

    def repeat(self, key):
        self.press(key)

    def _box(self, canvas):
        from companion.app import VERSION

        app, words = self._app, self._app.words
        canvas.text(0, 0, words.PRODUCT, 16, width=128)
        canvas.text(0, 16, words.VERSION % VERSION, 16, width=128)
        canvas.text(0, 34, words.DEVICE % app.parts.device, 8, width=128)
        canvas.text(0, 44, words.STORAGE % app.journal.storage_id, 8, width=128)
        canvas.text(0, 55, words.LICENCE, 8, width=128)

    @staticmethod
    def _page(lines):
        def draw(canvas):
            y = 0
            for line in lines:
                canvas.text(0, y, line, 16, width=128)
                y += 16

        return draw

    def _crash(self, task, ticks, text):
        words = self._app.words
        lines = text.split("\n")

        def draw(canvas):
            canvas.text(0, 0, words.NEWEST_CRASH, 16, width=128)
            canvas.text(0, 18, words.CRASH_WHERE % (task, ticks // 1000), 8, width=128)
            y = 28
            for line in lines[-4:]:
                canvas.text(0, y, line.strip(), 8, width=128)
                y += 9

        return draw


def sentences(app):
    """The warnings of the app as texts of at most four lines; each once."""
    out = []
    for warning in app.warnings:
        text = warning_lines(app.words, warning)
        if text not in out:
            out.append(text)
    return out


def _crashes(app):
    try:
        return app.crashes.read()
    except StorageError:
        return []
