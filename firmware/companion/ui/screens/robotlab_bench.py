"""RobotLab's turns: a build in two presses, actions, a part that is lost, the response to a robot that is complete."""

from companion.keys import BACK, BLUE, DOWN, GREEN, OK, ORANGE, RED, UP
from companion.ui.screens import common
from companion.ui.screens.robotlab_parts import PickPart, draw_colour, draw_colour_keys, draw_whose
from companion.ui.widgets import draw_form
from shared_rules.robotlab_records import ACTIONS, BONUS, COLOURS, SPOTS

_ERROR = ACTIONS.index("error")


def enter(app, kind, **fields):
    """Enters an event, goes to the place it leads to, and says what an *ERROR* did."""
    if not common.enter(app, kind, **fields):
        return
    app.enter_game()
    last = app.session.state.last
    if last is not None and last[4] and "error" in (kind, fields.get("card")):
        words = common.texts(app)
        app.say(words.STOPPED if last[4] % 2 else words.AGAIN_ON, passing=True)


def ask_error(app):
    """An *ERROR*: whose?"""
    words = common.texts(app)
    common.ask_seat(app, (words.WHO_PLAYED,), lambda seat: enter(app, "error", seat=seat))


class Bench(common.Entry):
    """Whose build it is. Head, arm or leg, then its colour: onto the builder's own robot, unless UP named another one first."""

    name = "build"

    def __init__(self, app):
        common.Entry.__init__(self, app)
        state = app.session.state
        self.turn = (state.first + 1) % state.seats if state.done else state.turn()
        self.robot = None  # whose robot, if not the builder's own
        self.asks = ""  # "", "robot", "colour", "card", "who"
        self.spot = 0
        self.card = 0

    @property
    def phase(self):
        state = self.app.session.state
        return "build" if state.done else state.phase()

    @property
    def young(self):
        return self.app.session.state.young

    # Keys

    def press(self, key):
        if key == BACK:
            self._back()
        elif key == OK:
            self._look()
        elif self.asks:
            getattr(self, "press_" + self.asks)(key)
        elif key <= ORANGE:
            self.spot = key
            self.asks = "colour"
        elif key == GREEN:
            self.press_green()
        elif key == UP and self.robot is None:
            self.asks = "robot"
        elif key == DOWN and self.robot is None:
            enter(self.app, "pass", seat=self.turn)
        else:
            self.app.beep("refused")

    def _look(self):
        if self.asks or self.robot is not None:
            self.app.beep("refused")
            return
        from companion.ui.screens.robotlab import look

        self.app.push(look(self.app))

    def _back(self):
        if self.asks == "who":
            self.asks = "card"
        elif self.asks:
            self.asks = ""
        elif self.robot is not None:
            self.robot = None
        else:
            common.take_back(self.app)

    def press_green(self):
        app = self.app
        if not self.young:
            self.asks = "card"
            return
        if app.session.state.done or not app.session.state.parts(self.turn):
            app.beep("refused")
            return

        def done(spot, colour):
            app.pop()
            enter(app, "detach", seat=self.turn, robot=self.turn, spot=spot, colour=colour)

        app.push(PickPart(app, common.texts(app).DETACHES, self.turn, done))

    def press_robot(self, key):
        if key < self.app.session.state.seats and key <= UP:
            self.robot = key
            self.asks = ""
        else:
            self.app.beep("refused")

    def press_colour(self, key):
        robot = self.turn if self.robot is None else self.robot
        enter(self.app, "attach", seat=self.turn, robot=robot, spot=SPOTS[self.spot], colour=COLOURS[key])

    def press_card(self, key):
        if ACTIONS[key] in BONUS:
            self.card = key
            self.asks = "who"
        else:
            enter(self.app, "action", seat=self.turn, card=ACTIONS[key])

    def press_who(self, key):
        if key >= self.app.session.state.seats or key > UP:
            self.app.beep("refused")
        elif self.card == _ERROR:
            enter(self.app, "error", seat=key)
        else:
            enter(self.app, "action", seat=key, card=ACTIONS[self.card])

    # Picture

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        if self.asks in ("robot", "who"):
            draw_whose(canvas, words.WHOSE_ROBOT if self.asks == "robot" else words.WHO_PLAYED, state)
            return
        if self.asks == "card":
            self._draw_cards(canvas, words)
            return
        number = state.round + 1 if state.done else state.round
        right = words.MATCH % number if state.matches == 1 else words.MATCH_OF % (number, state.matches)
        common.draw_name(canvas, state, self.turn, right)
        if self.asks == "colour":
            x = canvas.text(0, 20, words.SPOTS[self.spot], 24)
            if self.robot is not None:
                canvas.text(x + 6, 26, words.ON % common.name(state, self.robot), 16, width=122 - x)
            draw_colour_keys(canvas, words)
            return
        if self.robot is not None:
            canvas.text(0, 16, words.ON % common.name(state, self.robot), 16, width=128)
        else:
            self._draw_reminder(canvas, state, words)
        keys = words.KEYS_YOUNG if self.young else words.KEYS
        canvas.text(0, 32, keys[0], 8, width=128)
        canvas.text(0, 40, keys[1], 8, width=128)
        draw_counts(canvas, state)

    def _draw_reminder(self, canvas, state, words):
        """What the hand does that has just built, or, at the beginning, with how many cards this one begins."""
        if state.digging and not state.done:
            canvas.text(0, 16, words.DIG_ON, 16, width=128)
        elif state.done or not state.builds:
            canvas.text(0, 16, words.OPENING % (3 if state.done else state.hand(self.turn)), 16, width=128)
        else:
            form = words.DRAW_ONLY if state.skips_discard() else words.DISCARD_DRAW
            draw_form(canvas, 16, form, common.name(state, (self.turn - 1) % state.seats), 128)

    def _draw_cards(self, canvas, words):
        canvas.text(0, 0, words.ACTION, 16, width=128)
        for k in range(len(ACTIONS)):
            y = 16 + 8 * k
            if k < 4:
                canvas.suit(2, y, k, 8)
            else:
                canvas.text(3, y, "↑" if k == UP else "↓", 8)
            canvas.text(14, y, words.ACTIONS[k], 8)


def draw_counts(canvas, state):
    """How many matching parts each robot has, beside its body's colour."""
    wide = 128 // state.seats
    for seat in range(state.seats):
        draw_colour(canvas, wide * seat, 48, state.bodies[seat], 16)
        count = 0 if state.done else state.matching(seat)
        canvas.text(wide * seat + 17, 48, str(count), 16)


class Lose(PickPart):
    """The owner of a robot with the most parts chooses which one it loses."""

    name = "lose"
    phase = "lose"

    def __init__(self, app):
        def lost(spot, colour):
            enter(app, "lose", robot=self.seat, spot=spot, colour=colour)

        error = None if app.session.state.last is None else lambda: ask_error(app)
        PickPart.__init__(self, app, common.texts(app).LOSES, app.session.state.turn(), lost, error)

    def draw(self, canvas):
        PickPart.draw(self, canvas)
        words, game = common.texts(self.app), self.app.session.game
        disassembled = game.state.hit_by == "disassemble"
        place = game.header["setup"]["disassemble"] if disassembled else "trash"
        canvas.right(127, 48, words.GOES[place or "hand"], 8)

    def leave(self, key):
        if key == BACK:
            common.take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        if key == OK:
            common.enter_again(self.app)
        else:
            PickPart.hold(self, key)


class Response(common.Entry):
    """A robot is complete: every other seat is asked once."""

    name = "response"
    phase = "response"

    def __init__(self, app):
        common.Entry.__init__(self, app)
        self.turn = app.session.state.turn()

    def press(self, key):
        app = self.app
        if key == OK:
            enter(app, "response", seat=self.turn, card=None)
        elif key in (BLUE, RED, ORANGE):
            card = ("error", "malfunction", "disassemble")[key]
            enter(app, "response", seat=self.turn, card=card)
        elif key == DOWN:
            ask_error(app)
        else:
            common.Entry.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        draw_form(canvas, 0, words.RESPONDS, common.name(state, self.turn), 128)
        canvas.text(0, 16, words.COMPLETE % common.brief(state, state.window[0]), 8, width=128)
        for k in range(3):
            canvas.text(0, 25 + 10 * k, words.RESPONSE_KEYS[k], 8)
        canvas.text(0, 56, words.RESPONSE_KEYS[3], 8, width=128)
