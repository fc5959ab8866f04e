"""The reference card of a game and of the keys, in our own words: pages turned with UP and DOWN."""

from companion.lang import words as words_of
from companion.ui.screens.home import GAMES
from companion.ui.widgets import Choose, Pages


def ask_reference(app):
    """Which game's card, if there are several."""

    def show(game):
        return lambda: app.push(Reference(app, game))

    if len(GAMES) == 1:
        show(GAMES[0])()
        return
    options = [(app.words.GAMES[game], show(game)) for game in GAMES]
    app.push(Choose(app, app.words.WHICH_GAME, options, "references"))


class Reference(Pages):
    """The rules in short, what counts how much, the keys; of the open game unless another is named.

    A game's texts offer `CARD_PAGES`, of lines (size, text), and `KEY_PAGES`, of rows (left, right).
    """

    def __init__(self, app, game=None):
        if game is None:
            game = GAMES[0] if app.session.game is None else app.session.game.module.NAME
        words = app.words
        pages = [_table(words.CARD_WEDGES)] if game == GAMES[0] else []
        if game != GAMES[0]:
            words = words_of(app.settings.get("language"), game)
        pages += [_text(page) for page in words.CARD_PAGES]
        pages += [_table(page) for page in words.KEY_PAGES]
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
