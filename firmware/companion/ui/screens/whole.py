"""A trick entered as a whole: the led card's suit and way, who won, who was low, and the suit that won if it is in doubt."""

from companion.keys import BACK, DOWN, GREEN, UP
from companion.ui.cardkeys import REFUSED, TAKEN
from companion.ui.screens import table
from companion.ui.screens.trick import Trick, after_entry
from companion.ui.widgets import LEFT, draw_name, reason
from shared_rules.fields import RuleError
from shared_rules.tricks import SUITS, moved

_PHASES = ("suit", "half", "winner", "low", "won")
WHOLE = 0  # the entry is complete


class WholeKeys:
    """The answers so far, in the order they are asked: suit, half (0: 0–5 goes up), winner, low, won."""

    def __init__(self, lead, discs, seats):
        self.lead = lead
        self.discs = discs
        self.seats = seats
        self.answers = []

    def clear(self):
        self.answers = []

    @property
    def empty(self):
        return not self.answers

    @property
    def phase(self):
        return _PHASES[min(len(self.answers), 4)]

    @property
    def suit(self):
        return self.answers[0] if self.answers else None

    @property
    def half(self):
        return self.answers[1] if len(self.answers) > 1 else None

    def moved(self):
        """The discs as the hand moves them as soon as the way is known."""
        return self.discs if self.half is None else moved(self.discs, self.suit, self.half == 0)

    def candidates(self):
        """Suits that may have won: the led one, and without its leader winning any that lies higher."""
        order = self.moved()
        if len(self.answers) > 2 and self.answers[2] == self.lead:
            return [self.suit]
        return order[: order.index(self.suit) + 1]

    def press(self, key):
        """WHOLE when nothing more is to ask, else TAKEN or REFUSED."""
        phase = self.phase
        if phase in ("suit", "half") and key <= GREEN:
            self.answers = [key]
        elif phase == "half" and key in (UP, DOWN):
            self.answers.append(0 if key == UP else 1)
        elif phase == "winner" and key < self.seats:
            self.answers.append(key)
        elif phase == "low" and key < self.seats and key != self.answers[2]:
            self.answers.append(key)
            candidates = self.candidates()
            if len(candidates) == 1:
                self.answers.append(candidates[0])
                return WHOLE
        elif phase == "won" and key in self.candidates():
            self.answers.append(key)
            return WHOLE
        else:
            return REFUSED
        return TAKEN

    def back(self):
        if not self.answers:
            return False
        self.answers.pop()
        return True


class WholeTrick(Trick):
    """The trick screen of `tricks` mode, or `once` in a game of cards. The discs are shown moved as soon as the lead is known."""

    whole = True

    def __init__(self, app, once=False):
        Trick.__init__(self, app)
        self.result = self.result and not once
        self._once = once
        self._ask()

    def _ask(self):
        state = self.app.session.state
        self.keys = WholeKeys(state.lead, state.discs, state.seats)

    def resolved(self):
        Trick.resolved(self)
        self._ask()

    @property
    def turn(self):
        """The leader plays; who won and who was low is asked of nobody."""
        return self.keys.lead if len(self.keys.answers) < 2 else None

    def press(self, key):
        if key == BACK and self._once and self.keys.empty:
            self.app.pop()
        else:
            Trick.press(self, key)

    def _press_entry(self, key):
        done = self.keys.press(key)
        if done == REFUSED:
            self.app.beep("refused")
        elif done == WHOLE:
            self._enter_trick()

    def _enter_trick(self):
        app = self.app
        suit, half, winner, low, won = self.keys.answers
        way = "up" if half == 0 else "down"
        self.keys.clear()
        try:
            app.session.enter("trick", suit=SUITS[suit], dir=way, winner=winner, won=SUITS[won], low=low)
        except RuleError as error:
            app.beep("warning")
            app.say((self.words.CANNOT, reason(self.app, error)))
            return
        app.beep("entered")
        after_entry(app)

    def draw(self, canvas):
        if self.result or len(self.keys.answers) < 2:
            Trick.draw(self, canvas)
            if self._once and self.keys.empty and self.app.notice is None:
                canvas.text(LEFT, 48, self.words.WHOLE_TRICK, 16, width=128 - LEFT)
            return
        state, words, keys = self.app.session.state, self.words, self.keys
        table.draw_discs(canvas, state, keys.suit, keys.moved())
        canvas.right(127, 0, words.ROUND_TRICK % table.round_trick(state), 8)
        canvas.suit(108, 16, keys.suit, 16)
        canvas.right(126, 32, words.MOVES[self._move()], 16)
        canvas.right(127, 56, words.ASKS[keys.phase], 8)
        for seat in range(state.seats):
            self._draw_seat(canvas, state, seat)

    def _draw_seat(self, canvas, state, seat):
        keys = self.keys
        y = 16 * seat
        if keys.phase == "won":
            if seat < 4 and seat in keys.candidates():
                canvas.suit(LEFT, 16 * keys.candidates().index(seat), seat, 16)
            return
        canvas.suit(LEFT, y, seat, 16)
        draw_name(canvas, LEFT + 18, y, table.name(state, seat), 99 - LEFT - 18)
        if len(keys.answers) > 2 and seat == keys.answers[2]:
            canvas.invert(LEFT - 1, y, 101 - LEFT, 16)

    def _move(self):
        """0 up, 1 down, 2 from the top to the bottom, 3 from the bottom to the top."""
        keys = self.keys
        at = keys.moved().index(keys.suit)
        if keys.half == 0:
            return 2 if at == 3 else 0
        return 3 if at == 0 else 1
