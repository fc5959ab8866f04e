"""`scores` mode: at the end of the round the cubes of each seat, one press a cube, then the tricks each won."""

from companion.keys import BACK, DOWN, GREEN, OK, UP
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.trick import after_entry, enter_again, take_back
from companion.ui.widgets import reason
from shared_rules.fields import RuleError
from shared_rules.tricks import SUITS, TRICKS


class Cubes(Screen):
    """A suit key is a cube of it, OK the next seat, BACK takes one back."""

    name = "cubes"
    phase = "cubes"

    def __init__(self, app):
        Screen.__init__(self, app)
        state = app.session.state
        self.fresh = state.done
        counted = [False] * state.seats if self.fresh else state.counted
        self.turn = self.seat = counted.index(False)
        self.supply = [state.seats] * 4 if self.fresh else list(state.supply)
        self.taken = []

    def press(self, key):
        if key <= GREEN:
            if self.taken.count(key) < self.supply[key] and len(self.taken) < TRICKS:
                self.taken.append(key)
            else:
                self.app.beep("refused")
        elif key == OK:
            self._enter()
        elif key == BACK:
            if self.taken:
                self.taken.pop()
            else:
                take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        if key == OK:
            enter_again(self.app)
        else:
            Screen.hold(self, key)

    def _enter(self):
        app = self.app
        cubes = {}
        for suit in range(4):
            cubes[SUITS[suit]] = self.taken.count(suit)
        try:
            app.session.enter("cubes", seat=self.seat, cubes=cubes)
        except RuleError as error:
            app.beep("warning")
            app.say((self.words.CANNOT_BE, reason(self.app, error)))
            return
        app.beep("entered")
        after_entry(app)

    def draw(self, canvas):
        state, words = self.app.session.state, self.words
        canvas.right(127, 0, words.ROUND % (state.round + 1 if self.fresh else state.round), 8)
        canvas.text(0, 0, table.name(state, self.seat), 16, width=98)
        canvas.text(0, 16, words.CUBES_OF, 16, width=128)
        for suit in range(4):
            x = 32 * suit
            canvas.suit(x, 32, suit, 16)
            canvas.text(x + 18, 32, str(self.taken.count(suit)), 16)
            canvas.text(x + 2, 54, words.LEFT % (self.supply[suit] - self.taken.count(suit)), 8)


class TricksWon(Screen):
    """UP and DOWN set the tricks of a seat, OK the next seat; the last one's follow from the sum."""

    name = "tricks_won"
    phase = "tricks_won"

    def __init__(self, app):
        Screen.__init__(self, app)
        self.counts = []
        self._next()

    def _next(self):
        seats = self.app.session.state.seats
        left = TRICKS - sum(self.counts)
        self.turn = self.seat = len(self.counts)
        self.value = min(TRICKS // seats, left)

    def press(self, key):
        left = TRICKS - sum(self.counts)
        if key == UP:
            self.value = min(self.value + 1, left)
        elif key == DOWN:
            self.value = max(self.value - 1, 0)
        elif key == OK:
            self._take(left)
        elif key == BACK and self.counts:
            value = self.counts.pop()
            self._next()
            self.value = value
        elif key == BACK:
            take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        if key == OK:
            enter_again(self.app)
        else:
            Screen.hold(self, key)

    def repeat(self, key):
        self.press(key)

    def _take(self, left):
        app = self.app
        seats = app.session.state.seats
        self.counts.append(self.value)
        left -= self.value
        if not left or len(self.counts) == seats - 1:
            counts = self.counts + [0] * (seats - len(self.counts))
            counts[-1] += left
            self.counts = []
            try:
                app.session.enter("tricks_won", counts=counts)
            except RuleError as error:
                app.beep("warning")
                app.say((self.words.CANNOT_BE, reason(self.app, error)))
                self._next()
                return
            app.beep("entered")
            after_entry(app)
            return
        self._next()

    def draw(self, canvas):
        state, words = self.app.session.state, self.words
        canvas.right(127, 0, words.ROUND % state.round, 8)
        canvas.text(0, 0, table.name(state, self.seat), 16, width=98)
        canvas.text(0, 20, words.TRICKS_OF, 16, width=80)
        canvas.right(120, 16, str(self.value), 32)
        canvas.text(0, 48, words.NUMBER_KEYS, 16, width=128)
