"""The piles at the end of a round: only suits of which a seat has cubes, flipped card by card or set as two numbers."""

from companion.keys import BACK, DOWN, GREEN, OK, UP
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.screens.trick import after_entry, enter_again, take_back
from companion.ui.widgets import reason
from shared_rules import sums
from shared_rules.fields import RuleError


def counted(forms, number):
    """A number with its word, in the singular or plural of `forms`."""
    return forms[0] if number == 1 else forms[1] % number


def only_pile(state, seat, told, suit):
    """The pile of a seat if it follows from what is entered and from the rows `told` of it so far, else None."""
    rows = [state.rows(other) for other in range(state.seats)]
    rows[seat] = told
    sure = [sums.count(state.known(other)) for other in range(state.seats)]
    totals = [state.seats * state.tricks_of(other) for other in range(state.seats)]
    return sums.only_pile(rows, sure, totals, seat, suit)


def follow(state):
    """The rows of the seat asked now, if they all follow from what is entered, else None."""
    seat = state.turn()
    told = [None] * 4
    for suit in state.asks(seat):
        told[suit] = only_pile(state, seat, told, suit)
        if told[suit] is None:
            return None
    return told


class Piles(Screen):
    """One seat, one suit after the other.

    A suit key is a card with 0, 1, 2 or 3 wedges, OK ends the pile. UP or DOWN first: the number of cards, OK, the
    number of wedges, OK. What is known is not asked: a pile ends by itself when no card can be left, and one that follows
    from what is entered is left out.
    """

    name = "piles"
    phase = "piles"

    def __init__(self, app):
        Screen.__init__(self, app)
        self._begin()

    def _begin(self):
        state = self.app.session.state
        self.seat = state.turn()
        self.turn = self.seat
        self.asked = state.asks(self.seat)
        self.total = state.seats * state.tricks_of(self.seat)
        self.piles = []  # finished: [cards, wedges] in the order of `asked`
        self.left_out = []  # places in `piles` of those that were not asked
        self._fresh()
        self._leave_out()
        if len(self.piles) == len(self.asked):  # what follows was refused: it is asked
            self.piles = []
            self.left_out = []

    def _fresh(self):
        self.flips = []
        self.numbers = None  # [cards, wedges] when they are set instead of flipped
        self.at = 0

    @property
    def suit(self):
        return self.asked[len(self.piles)]

    def left(self):
        """Cards of the seat that no finished pile holds."""
        return self.total - sum([pile[0] for pile in self.piles])

    def _known_cards(self):
        """The number of cards of this pile, where it follows from the others; else None."""
        if not self.left():
            return 0
        last = len(self.piles) + 1 == len(self.asked)
        return self.left() if last and len(self.asked) == 4 else None

    # Keys

    def press(self, key):
        if key <= GREEN and self.numbers is None:
            self._flip(key)
        elif key in (UP, DOWN) and not self.flips:
            self._step(1 if key == UP else -1)
        elif key == OK:
            self._ok()
        elif key == BACK:
            self._back()
        else:
            self.app.beep("refused")

    def hold(self, key):
        if key == OK:
            enter_again(self.app)
        else:
            Screen.hold(self, key)

    def repeat(self, key):
        if self.numbers is not None:
            self.press(key)

    def _flip(self, wedges):
        if len(self.flips) >= min(self.left(), 13):
            self.app.beep("refused")
            return
        self.flips.append(wedges)
        if len(self.flips) == min(self.left(), 13):
            self._finish([len(self.flips), sum(self.flips)])

    def _step(self, by):
        if self.numbers is None:
            known = self._known_cards()
            self.numbers = [0 if known is None else known, 0]
            self.at = 0 if known is None else 1
            if self.at:
                self.numbers[1] = sums.least(known)
        cards = self.numbers[0]
        low, high = (0, min(self.left(), 13)) if self.at == 0 else (sums.least(cards), sums.most(cards))
        self.numbers[self.at] = min(max(self.numbers[self.at] + by, low), high)

    def _ok(self):
        if self.numbers is None:
            known = self._known_cards()
            if known is not None and known != len(self.flips):
                self._too_few(known)
                return
            self._finish([len(self.flips), sum(self.flips)])
        elif self.at == 0 and self.numbers[0]:
            self.at = 1
            self.numbers[1] = sums.least(self.numbers[0])
            if sums.most(self.numbers[0]) == self.numbers[1]:
                self._finish(self.numbers)
        else:
            self._finish(self.numbers)

    def _back(self):
        if self.numbers is not None:
            if self.at and self._known_cards() is None:
                self.at = 0
                self.numbers[1] = 0
            else:
                self.numbers = None
        elif self.flips:
            self.flips.pop()
        elif len(self.piles) > len(self.left_out):
            while self.left_out and self.left_out[-1] == len(self.piles) - 1:
                self.piles.pop()
                self.left_out.pop()
            self.piles.pop()
        else:
            take_back(self.app)

    def _finish(self, pile):
        self.piles.append(list(pile))
        self._fresh()
        self._leave_out()
        if len(self.piles) == len(self.asked):
            self._enter()

    def _rows(self):
        rows = [None] * 4
        for k in range(len(self.piles)):
            rows[self.asked[k]] = self.piles[k]
        return rows

    def _leave_out(self):
        """Takes in the piles that follow from the others."""
        while len(self.piles) < len(self.asked):
            pile = only_pile(self.app.session.state, self.seat, self._rows(), self.suit)
            if pile is None:
                return
            self.left_out.append(len(self.piles))
            self.piles.append(pile)

    def _too_few(self, known):
        self.app.beep("warning")
        text = self.words.PILE_NEEDS % (table.MARKS[self.suit], len(self.flips), known)
        self.app.say((self.words.CANNOT_BE, text))

    def _enter(self):
        app = self.app
        try:
            app.session.enter("piles", seat=self.seat, piles=table.piles_of(self._rows()))
        except RuleError as error:
            self._wrong(error)
            return
        app.beep("entered")
        after_entry(app)

    def _wrong(self, error):
        """The sum cannot be: says where and by how much, and asks that suit again."""
        app, words = self.app, self.words
        app.beep("warning")
        suit = error.fields.get("suit", -1)
        text = reason(app, error)
        if suit >= 0:
            text = table.MARKS[suit] + text[1:]
        app.say((words.CANNOT_BE, text))
        keep = self.asked.index(suit) if suit in self.asked else 0
        self.left_out = [at for at in self.left_out if at < keep]
        del self.piles[keep:]
        self._fresh()

    # Picture

    def draw(self, canvas):
        if len(self.piles) == len(self.asked):
            return
        state, words = self.app.session.state, self.words
        cubes = state.cubes[self.seat][self.suit]
        canvas.text(0, 0, table.MARKS[self.suit], 32)
        canvas.right(127, 0, words.ROUND % state.round, 8)
        canvas.text(36, 0, table.name(state, self.seat), 16, width=68)
        text = words.TIMES_CUBES[0] if cubes == 1 else words.TIMES_CUBES[1] % cubes
        canvas.text(36, 16, text, 16, width=92)
        cards, wedges = self.numbers or (len(self.flips), sum(self.flips))
        canvas.text(0, 32, counted(words.PILE_CARDS, cards), 16, width=63)
        canvas.text(64, 32, counted(words.PILE_WEDGES, wedges), 16, width=64)
        if self.numbers is not None:
            canvas.invert(64 * self.at, 32, 64, 16)
            canvas.text(0, 48, words.NUMBER_KEYS, 16, width=128)
            return
        for k in range(4):
            canvas.suit(26 * k, 50, k, 8)
            canvas.text(10 + 26 * k, 48, str(k), 16)
        canvas.right(127, 48, words.OK, 16)
