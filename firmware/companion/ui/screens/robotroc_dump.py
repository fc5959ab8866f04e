"""RoboTroc's screens of the dump and of stealing. UP: cards were taken; DOWN: none, or fewer; OK: look."""

from companion.keys import BACK, DOWN, OK, UP
from companion.ui.screens import common, robotroc
from companion.ui.widgets import AskNumber, AskSeat


class Asks(common.Entry):
    """Asks one seat; OK looks."""

    def __init__(self, app):
        common.Entry.__init__(self, app)
        self.texts = common.texts(app)

    @property
    def phase(self):
        return self.name

    @property
    def turn(self):
        state = self.app.session.state
        return (state.first + 1) % state.seats if state.done else state.turn()

    def press(self, key):
        if key == OK:
            self.app.push(robotroc.look(self.app))
        else:
            common.Entry.press(self, key)

    def enter(self, kind, **fields):
        if common.enter(self.app, kind, **fields):
            self.app.enter_game()

    def draw_head(self, canvas, state):
        number = state.round + 1 if state.done else state.round
        right = self.texts.GAME_OF % (number, state.games) if state.games > 1 else ""
        common.draw_name(canvas, state, self.turn, right, 24)


class Dump(Asks):
    """A turn on the dump: UP took a card, DOWN made an empty move."""

    name = "dump"

    def press(self, key):
        if key == UP:
            self.enter("pick", seat=self.turn)
        elif key == DOWN:
            self.enter("empty", seat=self.turn)
        else:
            Asks.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        fresh = state.copy() if not state.done else None
        self.draw_head(canvas, state)
        canvas.text(0, 24, words.TAKES, 16, width=128)
        if fresh is None:
            turns, cards, markers = 0, 45, 50
        else:
            turns, cards, markers = state.turns, state.in_dump(), state.markers()
        if turns < state.seats:
            canvas.text(0, 39, words.NO_EMPTY, 16, width=128)
        else:
            canvas.text(0, 39, words.EMPTY, 16, width=128)
        canvas.text(0, 56, words.DUMP_LEFT % cards, 8)
        canvas.right(127, 56, words.MARKERS_LEFT % markers, 8)


# Middle of each of the six numbers in the bottom line, in the order of their keys.
_SLOTS = (10, 31, 52, 74, 96, 117)


class Announce(Asks):
    """So many weapons: a key each for 0 to 5, OK for more."""

    name = "announce"

    def press(self, key):
        if key <= DOWN:
            self.enter("announce", seat=self.turn, weapons=key)
        elif key == OK:
            seat = self.turn

            def done(count):
                self.enter("announce", seat=seat, weapons=count)

            self.app.push(AskNumber(self.app, self.texts.WEAPONS_OF, 6, 0, 9, done))
        else:
            Asks.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        self.draw_head(canvas, state)
        canvas.text(0, 23, words.WEAPONS, 16, width=128)
        for k in range(6):
            canvas.centre(_SLOTS[k] - 10, _SLOTS[k] + 10, 40, str(k), 16)
        canvas.text(0, 56, words.MORE_WEAPONS, 8)


class Head1(AskSeat):
    """Who has head 1, and so begins."""

    name = "head_1"
    phase = "head_1"
    turn = None

    def __init__(self, app):
        words = common.texts(app)
        AskSeat.__init__(self, app, words.HEAD_1, common.names(app.session.state), None)

    def press(self, key):
        if key < len(self.names):
            if common.enter(self.app, "head_1", seat=key):
                self.app.enter_game()
        elif key == OK:
            self.app.push(robotroc.look(self.app))
        elif key == BACK:
            common.take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        common.held(self, key)


class Take(Asks):
    """So many cards are taken: UP when it is done, DOWN first for one fewer."""

    name = "take"

    def __init__(self, app):
        Asks.__init__(self, app)
        self.count = app.session.state.may_take(self.turn)

    def press(self, key):
        if key == UP:
            self.enter("take", seat=self.turn, cards=self.count)
        elif key == DOWN and self.count:
            self.count -= 1
        elif key == BACK and self.count < self.app.session.state.may_take(self.turn):
            self.count += 1
        else:
            Asks.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        self.draw_head(canvas, state)
        line = words.STEALS[0] if self.count == 1 else words.STEALS[1] % self.count
        canvas.text(0, 24, line, 16, width=128)
        canvas.text(0, 40, words.STEAL_KEYS, 16, width=128)
        canvas.text(0, 56, words.OWN_TOO, 8)


ASKS = {"dump": Dump, "announce": Announce, "head_1": Head1, "take": Take}
