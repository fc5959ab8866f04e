"""Correcting a card that was entered: three presses, then what that changes for the hands is said."""

from companion.keys import BACK
from companion.ui.cardkeys import REFUSED, CardKeys
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.trick import draw_ranks
from companion.ui.widgets import LEFT, reason
from shared_rules.fields import RuleError
from shared_rules.tricks import CARDS


def correct_card(app, of, then=None, line=None):
    """Asks what the card of record `of` really was, and corrects it; `then` runs after that."""
    app.push(Correct(app, of, then, line))


class Correct(Screen):
    """The same keys as a card. BACK leaves without a change."""

    name = "correct"
    notice_at = (33, 0)

    def __init__(self, app, of, then, line):
        Screen.__init__(self, app)
        self.of = of
        self.then = then
        self.line = line
        self.keys = CardKeys()
        self.trick, self.seat, self.code = app.session.state.card_of(of)

    @property
    def phase(self):
        return self.keys.phase

    def draw(self, canvas):
        state = self.app.session.state
        words = self.words
        table.draw_discs(canvas, state)
        table.draw_fitted(canvas, LEFT, 0, words.WHERE, table.name(state, self.seat), self.trick)
        if self.keys.empty:
            canvas.text(LEFT, 16, table.card(self.code) + " →", 24, width=128 - LEFT)
            canvas.text(LEFT, 48, self.line or words.REALLY, 16, width=128 - LEFT)
            return
        canvas.suit(LEFT, 20, self.keys.suit, 24)
        if self.keys.half is None:
            canvas.text(LEFT + 28, 16, words.HALF_KEYS[0], 16, width=100 - LEFT)
            canvas.text(LEFT + 28, 32, words.HALF_KEYS[1], 16, width=100 - LEFT)
        else:
            canvas.text(LEFT + 28, 18, words.HALVES[self.keys.half], 24, width=100 - LEFT)
            draw_ranks(canvas, self.keys.half, {}, self.keys.suit)

    def press(self, key):
        if key == BACK:
            if not self.keys.back():
                self.app.pop()
            return
        code = self.keys.press(key, self._led())
        if code == REFUSED:
            self.app.beep("refused")
        elif code >= 0:
            self._correct(code)

    def _led(self):
        """The suit led in the card's trick, which UP or DOWN first means; None for the lead itself."""
        state = self.app.session.state
        plays = state.tricks[self.trick - 1].plays if self.trick <= len(state.tricks) else state.table
        return None if plays[0][2] == self.of else plays[0][1] // 12

    def _correct(self, code):
        app, words = self.app, self.words
        before = table.trick_results(app.session.state)
        discs = app.session.state.discs
        app.pop()
        if code != self.code:
            try:
                app.session.correct(self.of, CARDS[code])
            except RuleError as error:
                app.beep("warning")
                app.say(self._refusal(code, error))
                return
        state = app.session.state
        lines = table.changes(words, state, before)
        if state.discs != discs:
            lines.append(words.DISCS_AS_SHOWN)
        app.enter_game()
        app.stack[-1].result = False
        if self.then:
            self.then()
        if app.notice is None:
            what = words.CORRECTED % (table.card(self.code), table.card(code))
            app.say([what] + lines if len(lines) < 3 else lines)

    def _refusal(self, code, error):
        words, state = self.words, self.app.session.state
        places = state.where(code)
        if error.code == "card" and places:
            trick, seat, _n = places[-1]
            return (
                words.IS_IN % table.card(code),
                words.WHERE_LINES[0] % table.brief(state, seat),
                words.WHERE_LINES[1] % trick,
            )
        return (words.CANNOT, reason(self.app, error))
