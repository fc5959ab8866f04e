"""After the last trick: what must have been left undealt. One look finds a wrong card; the card that lies there is entered."""

from companion.keys import BACK, OK
from companion.ui.cardkeys import REFUSED, CardKeys
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.correct import correct_card
from companion.ui.screens.results import Results
from companion.ui.screens.trick import draw_ranks, enter_again, take_back
from companion.ui.widgets import LEFT


class LeftOver(Screen):
    """OK goes on. A card entered here is one that lies on the table: the entry that named it is asked again."""

    name = "left_over"
    phase = "left_over"

    def __init__(self, app):
        Screen.__init__(self, app)
        self.keys = CardKeys()

    def draw(self, canvas):
        state = self.app.session.state
        if not self.keys.empty:
            self._draw_entry(canvas, state)
            return
        canvas.text(0, -1, self.words.LEFT_OVER, 16, width=100)
        canvas.right(127, -1, "OK", 16)
        left = state.left_over()
        rows = [(suit, left[suit]) for suit in range(4) if left[suit]]
        if sum([len(ranks) for ranks in left]) <= 4:
            self._draw_few(canvas, rows)
        else:
            self._draw_many(canvas, rows)

    def _draw_few(self, canvas, rows):
        """Four cards, two a line, large."""
        at = 0
        for suit, ranks in rows:
            for rank in ranks:
                x, y = 64 * (at % 2), 16 + 24 * (at // 2)
                canvas.suit(x + 2, y, suit, 24)
                canvas.text(x + 30, y, str(rank), 24)
                at += 1

    def _draw_many(self, canvas, rows):
        """A line a suit."""
        canvas.hline(0, 12, 128)
        at = 0
        for suit, ranks in rows:
            y = 13 + at * 51 // 4
            text = " ".join([str(rank) for rank in ranks])
            size = 16 if canvas.width(text, 16) <= 114 else 8
            canvas.suit(1, y + 3, suit, 8)
            canvas.text(14, y if size == 16 else y + 4, text, size, width=114)
            at += 1

    def _draw_entry(self, canvas, state):
        words = self.words
        table.draw_discs(canvas, state)
        canvas.text(LEFT, 0, words.LIES_THERE % table.MARKS[self.keys.suit], 16, width=128 - LEFT)  # pyright: ignore
        if self.keys.half is None:
            canvas.text(LEFT + 4, 16, words.HALF_KEYS[0], 16, width=120 - LEFT)
            canvas.text(LEFT + 4, 32, words.HALF_KEYS[1], 16, width=120 - LEFT)
            return
        canvas.text(LEFT + 4, 18, words.HALVES[self.keys.half], 24)
        draw_ranks(canvas, self.keys.half, {}, self.keys.suit)

    def press(self, key):
        if key == OK and self.keys.empty:
            self.app.replace(Results(self.app, 0))
        elif key == BACK:
            if not self.keys.back():
                take_back(self.app)
        else:
            code = self.keys.press(key, None)
            if code == REFUSED:
                self.app.beep("refused")
            elif code >= 0:
                self._lies_there(code)

    def hold(self, key):
        if key != OK:
            Screen.hold(self, key)
        elif self.keys.empty:
            enter_again(self.app)
        else:
            self.app.beep("refused")

    def _lies_there(self, code):
        state, words = self.app.session.state, self.words
        if code % 12 in state.left_over()[code // 12]:
            self.app.say((words.LEFT_IS_RIGHT[0] % table.card(code), words.LEFT_IS_RIGHT[1]))
            return
        places = state.where(code)
        correct_card(self.app, places[-1][2], None, words.REALLY)
