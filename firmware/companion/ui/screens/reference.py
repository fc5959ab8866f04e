"""The reference card of RoboKraft and of the keys, in our own words: pages turned with UP and DOWN."""

from companion.ui.widgets import Pages


class Reference(Pages):
    """Ranks and wedges, discs, who wins, the score, an evening at the table, the keys."""

    def __init__(self, app):
        self._words = app.words
        pages = [_table(app.words.CARD_WEDGES)]
        pages += [_text(page) for page in app.words.CARD_PAGES]
        pages += [_table(page) for page in app.words.KEY_PAGES]
        Pages.__init__(self, app, "reference", pages)

    def draw(self, canvas):
        Pages.draw(self, canvas)
        draw_place(canvas, self.at, len(self.pages))

    def repeat(self, key):
        self.press(key)


def draw_place(canvas, at, count):
    """A bar at the right edge: which of `count` pages this is."""
    canvas.fill(126, 64 * at // count, 2, 64 // count)


def _table(rows):
    """Four rows of two texts, the second to the right; five: the first is a small heading."""

    def draw(canvas):
        y = 0
        for left, right in rows:
            heading = len(rows) > 4 and y == 0
            size = 8 if heading else 16
            start = canvas.right(123, y, right, size)
            canvas.text(0, y, left, size, width=start - 4)
            y += 9 if heading else 14 if len(rows) > 4 else 16

    return draw


def _text(lines):
    """Lines one below the other: (size, text)."""

    def draw(canvas):
        y = 0
        for size, line in lines:
            canvas.text(0, y, line, size, width=124)
            y += size

    return draw
