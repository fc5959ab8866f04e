"""LOOK: standings, cubes per seat, cards per seat, and the tricks of the round back to the first. Any suit press returns and counts."""

from companion.keys import BACK, DOWN, GREEN, OK, UP
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.correct import correct_card
from companion.ui.screens.results import draw_totals
from companion.ui.widgets import AskSeat

_STANDINGS = 0
_CUBES = 1
_CARDS = 2


class Look(Screen):
    """`at`: 0 standings, 1 cubes, 2 cards, −1 the newest trick, −2 the one before … UP goes back in time."""

    name = "look"

    def __init__(self, app):
        Screen.__init__(self, app)
        self.at = _STANDINGS

    def tricks(self):
        """The tricks of the round, oldest first, as (number, plays, trick or None while it is open)."""
        state = self.app.session.state
        out = [(k + 1, state.tricks[k].plays, state.tricks[k]) for k in range(len(state.tricks))]
        if state.table:
            out.append((len(out) + 1, tuple(state.table), None))
        return out

    def press(self, key):
        if key == UP:
            self.at = max(self.at - 1, -len(self.tricks()))
        elif key == DOWN:
            self.at = min(self.at + 1, _CARDS)
        elif key == BACK:
            self.app.pop()
        elif key == OK:
            if self.at < 0:
                self._correct()
            else:
                self.app.pop()
        elif key <= GREEN:
            self.app.pop()
            self.app.stack[-1].press(key)

    def repeat(self, key):
        self.press(key)

    def _correct(self):
        _number, plays, _trick = self.tricks()[self.at]
        if not plays:
            self.app.beep("refused")
            return
        state = self.app.session.state
        of = {}
        for seat, _code, n in plays:
            of[seat] = n

        def ask(seat):
            if seat in of:
                correct_card(self.app, of[seat])
            else:
                self.app.beep("refused")

        self.app.push(AskSeat(self.app, (self.words.WHOSE,), table.names(state), ask, True))

    def draw(self, canvas):
        state = self.app.session.state
        if self.at == _STANDINGS:
            draw_totals(canvas, state, self.words.STANDINGS)
        elif self.at == _CUBES:
            self._draw_grid(canvas, self.words.CUBES, state.cubes)
        elif self.at == _CARDS:
            rows = [[row and row[0] for row in state.rows(seat)] for seat in range(state.seats)]
            self._draw_grid(canvas, self.words.CARDS_WON, rows)
        else:
            self._draw_trick(canvas, state, self.tricks()[self.at])

    def _draw_grid(self, canvas, title, rows):
        """A line a seat, a column a suit; what is not known is a question mark, none is left out."""
        state = self.app.session.state
        canvas.text(0, 0, title, 8)
        for suit in range(4):
            canvas.suit(54 + 20 * suit, 0, suit, 8)
        step = 56 // len(rows)
        for seat in range(len(rows)):
            y = 7 + step * seat
            canvas.text(0, y, table.name(state, seat), 16, width=48)
            for suit in range(4):
                count = rows[seat][suit]
                if count != 0:
                    canvas.centre(48 + 20 * suit, 68 + 20 * suit, y, "?" if count is None else str(count), 16)

    def _draw_trick(self, canvas, state, entry):
        number, plays, trick = entry
        words = self.words
        canvas.text(0, -1, (words.TRICK if trick else words.TRICK_OPEN) % number, 16, width=128)
        if not plays:
            table.draw_winner(canvas, words, state, trick, 0, 20)
            canvas.right(127, 2, words.NOT_ENTERED, 8)
        else:
            canvas.right(127, 1 if trick else 56, words.OK_CORRECTS, 8)
        at = 0
        for seat, code, _n in plays:
            x, y = 64 * (at % 2), 15 + 17 * (at // 2)
            canvas.text(x + 1, y, table.name(state, seat), 8, width=26)
            canvas.suit(x + 28, y, code // 12, 16)
            canvas.rank(x + 45, y, code % 12, 16)
            if trick and seat == trick.winner:
                canvas.invert(x, y, 63, 16)
            at += 1
        if trick:
            table.draw_cube(canvas, words, state, trick, 0, 48)
