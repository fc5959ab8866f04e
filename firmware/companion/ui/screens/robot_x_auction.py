"""Robot X's auctions: which part, who raises, who pays what to whom; and a budget that nobody else sees.

An auction is entered when it is over: half of it is lost in a power cut, as a half-entered card is.
"""

from companion.keys import BACK, DOWN, GREEN, OK
from companion.ui.screen import Screen
from companion.ui.screens import common
from companion.ui.screens.robot_x import BY_KEY, Keys
from companion.ui.widgets import AskNumber, draw_seats
from shared_rules.robot_x import BANK, budget, least_given


class AskPart(Keys):
    """Which part is put up: ear, head, hand, belly, leg; then left or right."""

    name = "part"
    phase = "part"

    def __init__(self, app, turn):
        words = common.texts(app)
        self.turn = turn
        line = words.WHICH_PART % common.brief(app.session.state, turn)
        Keys.__init__(self, app, line, words.KEY_PARTS, self._chosen)

    def _chosen(self, key):
        app, parts = self.app, BY_KEY[key]
        if len(parts) == 1:
            app.push(Bidding(app, self.turn, parts[0]))
            return
        line = self.texts.WHICH_SIDE % (self.texts.KEY_PARTS[key], common.brief(app.session.state, self.turn))
        side = Keys(app, line, self.texts.SIDES, lambda k: app.push(Bidding(app, self.turn, parts[k])))
        side.name = "side"
        app.push(side)


class Bidding(Screen):
    """A seat's key: it raises by 100, once more: by 100 more. Who was passed over has folded. OK: sold; DOWN: a budget."""

    name = "bidding"
    phase = "bid"

    def __init__(self, app, seller, part):
        Screen.__init__(self, app)
        self.texts = common.texts(app)
        self.seller = seller
        self.part = part
        self.bids = []

    @property
    def amount(self):
        return self.bids[-1][1] if self.bids else 100

    @property
    def holder(self):
        return self.bids[-1][0] if self.bids else self.seller

    @property
    def turn(self):
        """Who may raise next, or None."""
        folded = self.folded()
        seats = self.app.session.state.seats
        for k in range(1, seats):
            seat = (self.holder + k) % seats
            if seat not in folded:
                return seat
        return None

    def folded(self):
        """Seats that were passed over."""
        seats = self.app.session.state.seats
        holder, out = self.seller, []
        for bidder, _amount, _more in self.bids:
            seat = (holder + 1) % seats
            while seat not in (bidder, holder):
                out.append(seat)
                seat = (seat + 1) % seats
            holder = bidder
        return out

    def press(self, key):
        if key < self.app.session.state.seats:
            self._raise(key)
        elif key == OK:
            self._sold()
        elif key == DOWN:
            self.app.push(Budget(self.app))
        elif key == BACK and self.bids:
            seat, amount, before = self.bids.pop()
            if before:
                self.bids.append((seat, amount - 100, before - 1))
        else:
            Screen.press(self, key)

    def _raise(self, seat):
        if self.bids and seat == self.holder:
            _seat, amount, more = self.bids.pop()
            self.bids.append((seat, amount + 100, more + 1))
        elif seat == self.holder or seat in self.folded():
            state, words = self.app.session.state, self.texts
            self.app.beep("refused")
            if seat != self.holder:
                self.app.say((words.FOLDED[0] % common.brief(state, seat), words.FOLDED[1]))
        else:
            self.bids.append((seat, self.amount + 100, 0))

    def _sold(self):
        app, price = self.app, self.amount
        if self.holder == self.seller:
            self._enter(0)
        elif app.session.state.rules.get("give_more") == "on":
            least = least_given(price)
            app.push(AskNumber(app, self.texts.GIVEN, least, least, price, self._enter, 100))
        else:
            self._enter(least_given(price))

    def _enter(self, given):
        app, winner, price = self.app, self.holder, self.amount
        second = self.part in app.session.state.robots[winner]
        bids = [{"seat": bid[0], "amount": bid[1]} for bid in self.bids]
        fields = {"part": self.part, "bids": bids, "winner": winner, "price": price, "given": given}
        if common.enter(app, "auction", seat=self.seller, **fields):
            app.enter_game()
            app.say(self._result(app.session.state, winner, price, given, second), passing=True)

    def _result(self, state, winner, price, given, second):
        """Who pays what to whom. Cards beyond eight in a bank are discarded: which, the seller sees."""
        words = self.texts
        who = common.brief(state, winner)
        lines = [words.WON % (who, words.PARTS[self.part])]
        if winner == self.seller:
            lines.append(words.PAYS % (price - 100) if price > 100 else words.FOR_FREE)
        else:
            lines.append(words.PAYS_SELLER % (price, given, common.brief(state, self.seller)))
            if price > given:
                lines.append(words.PAYS_AWAY % (price - given))
        if second:
            lines.append(words.SECOND)
        elif winner != self.seller:
            lines.append(words.BANK_MOST)
        if state.over:
            lines = [words.COMPLETE[0] % who] + list(words.COMPLETE[1:])
        return lines

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        hints = canvas.width(words.BID_KEYS[1], 8)
        for k in range(2):
            canvas.right(127, 8 * k, words.BID_KEYS[k], 8)
        line = "%d %s" % (self.amount, common.name(state, self.holder))
        canvas.text(0, 0, line, 16, width=122 - hints)
        folded = self.folded()
        shown = [common.name(state, seat) if seat not in folded else "" for seat in range(state.seats)]
        draw_seats(canvas, shown, 17, 44)
        if self.turn is not None:
            canvas.invert(64 * (self.turn % 2), 17 + 16 * (self.turn // 2), 63, 16)
        if state.seats < 5:
            canvas.text(0, 52, words.PARTS[self.part], 8)


class Budget(Screen):
    """The bidder holds the box: a press a card, of the bank, a part or event, a "200", a "300". Kept nowhere.

    Banks are entered here, too, though the box counts them: it must not tell anybody's count to who asks.
    """

    name = "budget"
    phase = "budget"
    turn = None

    def __init__(self, app):
        Screen.__init__(self, app)
        self.texts = common.texts(app)
        self.cards = []

    def press(self, key):
        if key <= GREEN and (key or self.cards.count(0) < BANK):
            self.cards.append(key)
        elif key == OK:
            self.app.pop()
        elif key == BACK and self.cards:
            self.cards.pop()
        else:
            Screen.press(self, key)

    def hold(self, key):
        """No menu from here: what is entered is for one pair of eyes."""
        self.app.beep("refused")

    def draw(self, canvas):
        words = self.texts
        counts = [self.cards.count(k) for k in range(4)]
        canvas.text(0, 0, words.UP_TO % budget(*counts), 24, width=128)
        for k in range(4):
            x, y = 64 * (k % 2), 24 + 16 * (k // 2)
            canvas.suit(x, y, k, 16)
            canvas.text(x + 18, y, words.BUDGET[k] % counts[k], 16, width=45)
        canvas.text(0, 56, words.BUDGET_KEYS, 8)
        del canvas.texts[:]  # the status object tells texts of the screen, and not these
