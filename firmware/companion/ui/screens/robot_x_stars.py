"""The stars of a part as they are printed: those of cards that were entered before, a key each, or pressed one by one.

What a card shows is asked once: new stars are kept with the card data of the game, up to as many as there are cards of a part.
"""

from companion.keys import BACK, DOWN, OK
from companion.ui.screens import common
from companion.ui.screens.kept import card_data, keep
from companion.ui.screens.robot_x import GAME
from companion.ui.screens.robot_x_score import Sheet
from shared_rules.robot_x_records import COPIES

_SIGNS = "\x01\x02\x03\x04↑↓"
_KEYS = 5  # cards on a page; DOWN: others


def screen(app):
    """The screen that asks for the stars of the next part."""
    part = app.session.state.part_asked(app.session.state.turn())
    cards = known(app, part)
    return KnownStars(app, part, cards) if cards else Stars(app)


def known(app, part):
    """Stars by colour of the cards of this part that were entered before, with as many colours as this game has."""
    cards = card_data(app, GAME).get("stars", {}).get(part, ())
    return [stars for stars in cards if len(stars) == len(app.session.state.colours)]


def keep_stars(app, part, stars, instead=None):
    """Keeps the stars of a card, in the place of others where those were wrong."""
    cards = card_data(app, GAME).get("stars", {})
    here = [other for other in cards.get(part, ()) if other not in (stars, instead)]
    if len(here) < COPIES:
        new = here + [stars]
        if new != cards.get(part):
            cards[part] = new
            keep(app, GAME, "stars", cards)


def enter(sheet, stars):
    """Enters the stars of the part that a screen asks for, and keeps them."""
    app, part = sheet.app, sheet.part
    if common.enter(app, "stars", seat=sheet.turn, part=part, stars=stars):
        if stars not in known(app, part):
            keep_stars(app, part, stars)
        said = app.notice
        app.enter_game()
        app.notice = said


class KnownStars(Sheet):
    """The cards of a part that are known: the stars of each in the order of the colours. DOWN: further ones, then another card."""

    name = "known_stars"
    phase = "stars"

    def __init__(self, app, part, cards):
        Sheet.__init__(self, app)
        self.part = part
        self.cards = cards
        self.first = 0

    def press(self, key):
        if key < _KEYS and self.first + key < len(self.cards):
            enter(self, self.cards[self.first + key])
        elif key == DOWN and self.first + _KEYS < len(self.cards):
            self.first += _KEYS
        elif key == DOWN:
            self.app.push(Stars(self.app, self.part, lambda stars: enter(self, stars)))
        elif key == BACK and self.first:
            self.first -= _KEYS
        else:
            Sheet.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        common.draw_name(canvas, state, self.turn, words.PARTS[self.part])
        canvas.right(127, 8, " ".join([colour[:1] for colour in state.colours]), 8)
        here = self.cards[self.first : self.first + _KEYS]
        size = 16 if len(state.colours) <= 4 else 8
        for k in range(len(here)):
            x, y = 64 * (k % 2), 16 + 16 * (k // 2)
            canvas.text(x, y, _SIGNS[k], 16)
            text = " ".join([str(count) if count else "·" for count in here[k]])
            canvas.text(x + 19, y + 8 - size // 2, text, size, width=44)
        more = self.first + _KEYS < len(self.cards)
        canvas.text(64, 52, words.MORE_CARDS if more else words.OTHER_CARD, 8, width=64)


class Stars(Sheet):
    """The stars of one part: a press a star, on the key of its colour. With `on_stars` BACK leaves it."""

    name = "stars"
    phase = "stars"

    def __init__(self, app, part=None, on_stars=None):
        Sheet.__init__(self, app)
        self.part = part or app.session.state.part_asked(self.turn)
        self.on_stars = on_stars

    def press(self, key):
        state = self.app.session.state
        if key < len(state.colours):
            if self.pressed.count(key) < 9:
                self.pressed.append(key)
        elif key == OK:
            counts = [self.pressed.count(k) for k in range(len(state.colours))]
            if self.on_stars:
                self.on_stars(counts)
            else:
                enter(self, counts)
        else:
            Sheet.press(self, key)

    def leave(self):
        if self.on_stars:
            self.app.pop()
        else:
            common.take_back(self.app)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        common.draw_name(canvas, state, self.turn, words.STARS_OF)
        canvas.text(0, 16, words.PARTS[self.part], 16, width=100)
        canvas.right(127, 20, str(len(self.pressed)), 8)
        for k in range(len(state.colours)):
            x, y = (
                (64 * (k % 2), 32 + 16 * (k // 2))
                if len(state.colours) <= 4
                else (43 * (k % 3), 32 + 16 * (k // 3))
            )
            if k < 4:
                canvas.suit(x, y, k, 16)
            else:
                canvas.text(x + 2, y, _SIGNS[k], 16)
            canvas.text(x + 20, y, str(self.pressed.count(k)), 16)
            if len(state.colours) <= 4:
                canvas.text(x + 32, y + 4, state.colours[k], 8, width=31)


def fix_stars(app, seat, part, old, n):
    """What asks for the stars that record `n` should have held."""

    def done(stars):
        common.decide(app, "fix", of=n, stars=stars, card=None)
        keep_stars(app, part, stars, list(old))

    def go():
        screen = Stars(app, part, done)
        screen.turn = seat
        app.push(screen)

    return go
