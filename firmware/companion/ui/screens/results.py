"""The end of a round: a page per player, the totals, what the hands do. OK goes on, BACK one page back."""

from companion.keys import BACK, DOWN, OK, UP
from companion.session import NEXT_ROUND
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.home import attempt
from companion.ui.widgets import draw_winners


class Results(Screen):
    """n + 2 pages. The page is marked in the journal, so that a cut comes back to it; the last OK starts the next round."""

    name = "results"

    def __init__(self, app, page):
        Screen.__init__(self, app)
        self.page = page

    def shown(self):
        self.app.journal.mark(self.page)

    def press(self, key):
        last = self.app.session.state.seats + 1
        if key in (OK, DOWN) and self.page < last:
            self._turn(self.page + 1)
        elif key == OK:
            self._go_on()
        elif key in (BACK, UP):
            self._back()
        else:
            self.app.beep("refused")

    def hold(self, key):
        if key != OK:
            Screen.hold(self, key)
            return
        from companion.ui.screens.trick import enter_again

        enter_again(self.app)

    def _turn(self, page):
        self.page = page
        self.app.journal.mark(page)

    def _back(self):
        if self.page:
            self._turn(self.page - 1)
        elif table.all_known(self.app.session.state):
            from companion.ui.screens.left_over import LeftOver

            self.app.journal.mark(table.LEFT_OVER)
            self.app.replace(LeftOver(self.app))
        else:
            from companion.ui.screens.trick import take_back

            take_back(self.app)

    def _go_on(self):
        app = self.app
        if app.session.state.finished:
            if attempt(app, app.session.close):
                app.home()
            return
        app.journal.mark(NEXT_ROUND)
        app.enter_game()

    def draw(self, canvas):
        state = self.app.session.state
        if self.page < state.seats:
            self._draw_player(canvas, state, self.page)
        elif self.page == state.seats:
            draw_totals(canvas, state)
        elif state.finished:
            self._draw_winners(canvas, state)
        else:
            self._draw_hands(canvas, state)

    def _draw_player(self, canvas, state, seat):
        words = self.words
        lines = state.explain(seat)
        total = table.signed(sum([line[4] for line in lines]))
        canvas.right(127, -1, total, 16)
        canvas.text(0, -1, table.name(state, seat), 16, width=124 - canvas.width(total, 16))
        canvas.hline(0, 12, 128)
        if not lines:
            canvas.text(0, 16, words.NOTHING_WON, 16, width=128)
        at = 0
        for suit, cards, wedges, cubes, points in lines:
            y = 13 + at * 51 // 4
            if suit >= 0:
                canvas.suit(1, y + 3, suit, 8)
            size = 16 if cards and cubes else 8
            canvas.text(
                16, y if size == 16 else y + 4, line_words(words, suit, cards, wedges, cubes), size, width=86
            )
            canvas.right(127, y, str(points).replace("-", "−"), 16)
            at += 1

    def _draw_hands(self, canvas, state):
        y = 0
        for line in self.words.NEXT_HANDS:
            text = line % table.name(state, state.lead) if "%" in line else line
            canvas.text(0, y, text, 16, width=128)
            y += 16

    def _draw_winners(self, canvas, state):
        words = self.words
        ranks = self.app.session.game.ending("complete")["ranks"]
        winners = [seat for seat in range(state.seats) if ranks[seat] == 1]
        canvas.text(0, 0, words.GAME_OVER, 8)
        draw_winners(canvas, [table.name(state, seat) for seat in winners])
        canvas.text(0, 36, words.WINNER_POINTS % state.totals()[winners[0]], 16, width=128)
        canvas.text(0, 52, words.CUBES_BACK, 8, width=128)


def line_words(words, suit, cards, wedges, cubes):
    """One line of the score in words: "3 × 2", "2 cards, no cube"."""
    if suit < 0:
        return words.LINE_REST[0] if cards == 1 else words.LINE_REST[1] % cards
    if cards and cubes:
        return words.LINE_TIMES % (wedges, cubes)
    form, count = (words.LINE_CARDS, cards) if cards else (words.LINE_CUBES, cubes)
    return form[0] if count == 1 else form[1] % count


def draw_totals(canvas, state, title=None):
    """Places, names, totals and the gain of the round just finished, best first; a small title above where one is given."""
    totals = state.totals()
    ranks = state.ranks()
    gains = state.rounds[-1] if state.rounds and state.done else None
    order = sorted(range(state.seats), key=lambda seat: (ranks[seat], seat))
    y, step = 0, 16
    if title:
        canvas.text(0, 0, title, 8, width=128)
        y, step = 8, 13
    for seat in order:
        canvas.text(0, y, str(ranks[seat]), 16)
        x = 128
        if gains:
            gain = table.signed(gains[seat])
            canvas.right(127, y + 4, gain, 8)
            x = 104
        total = str(totals[seat]).replace("-", "−")
        canvas.right(x - 1, y, total, 16)
        canvas.text(13, y, table.name(state, seat), 16, width=x - 16 - canvas.width(total, 16))
        y += step
