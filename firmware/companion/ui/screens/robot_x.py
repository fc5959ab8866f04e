"""Robot X's screens of a turn, and where the game stands. BLUE bank, RED sell, ORANGE bonus, GREEN event; OK: look.

Nothing here shows how many cards a bank holds.
"""

from companion.keys import BLUE, DOWN, GREEN, OK, ORANGE, RED
from companion.lang import words as words_of
from companion.modules import leave
from companion.ui.screen import Screen
from companion.ui.screens import common
from companion.ui.widgets import AskNumber, AskSeat, Question, draw_seats
from shared_rules.robot_x import PER_TYPE, cost_of
from shared_rules.robot_x_records import EFFECTS, KINDS, TYPES

GAME = "robot_x"
# Parts under the keys: two under a key are told apart by a second press.
BY_KEY = (
    ("left_ear", "right_ear"),
    ("head",),
    ("left_hand", "right_hand"),
    ("belly",),
    ("left_leg", "right_leg"),
)
_AUCTION = "companion.ui.screens.robot_x_auction"
_STARS = "companion.ui.screens.robot_x_stars"


def place_of(app):
    """The screen at which the open game stands."""
    state = app.session.state
    phase = state.phase()
    if phase == "action":
        return Action(app)
    leave(_AUCTION)
    from companion.ui.screens import robot_x_score

    if state.done:
        leave(_STARS)
        return robot_x_score.XResults(app, app.journal.marked())
    return robot_x_score.screen_for(app, phase)


def look(app):
    state = app.session.state
    draws = [lambda canvas: _draw_robots(canvas, state), lambda canvas: _draw_bonuses(canvas, app, state)]
    if state.done:
        draws.insert(0, lambda canvas: common.draw_standings(canvas, app))
    return common.Look(app, draws)


def _draw_robots(canvas, state):
    """A line a seat with the parts of its robot, those that complete it between the ears and the edge."""
    step = 64 // state.seats
    for seat in range(state.seats):
        y = step * seat
        canvas.text(0, y, common.name(state, seat), 16 if step >= 16 else 8, width=58)
        for k in range(8):
            have = KINDS[k] in state.robots[seat]
            canvas.text(62 + 8 * k, y + 4, "eHehBhll"[k] if have else "·", 8)


def _draw_bonuses(canvas, app, state):
    """A line a seat with its bonuses of each type."""
    words = common.texts(app)
    for k in range(3):
        canvas.text(60 + 24 * k, 0, words.LOOK_BONUSES[k], 8)
    step = 56 // state.seats
    for seat in range(state.seats):
        y = 7 + step * seat
        size = 16 if step >= 14 else 8
        canvas.text(0, y, common.name(state, seat), size, width=56)
        for k in range(3):
            canvas.centre(60 + 24 * k, 80 + 24 * k, y, str(state.bonuses[seat][k]), size)


# A turn


class Action(common.Entry):
    """Whose turn it is, and the four actions."""

    name = "action"
    phase = "action"

    def __init__(self, app):
        common.Entry.__init__(self, app)
        self.texts = common.texts(app)

    @property
    def turn(self):
        return self.app.session.state.turn()

    def press(self, key):
        app, turn = self.app, self.turn
        if key == BLUE:
            if common.enter(app, "bank", seat=turn):
                app.enter_game()
        elif key == RED:
            from companion.ui.screens.robot_x_auction import AskPart

            app.push(AskPart(app, turn))
        elif key == ORANGE:
            app.push(AskBonus(app, turn))
        elif key == GREEN:
            app.push(AskEvent(app, turn))
        elif key == OK:
            app.push(look(app))
        else:
            common.Entry.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        common.draw_name(canvas, state, self.turn, "", 24)
        for k in range(4):
            x, y = 64 * (k % 2), 23 + 16 * (k // 2)
            canvas.suit(x, y, k, 16)
            canvas.text(x + 18, y, words.ACTIONS[k], 16, width=45)
        missing = state.missing(self.turn)
        line = words.DRAW
        if len(missing) <= 2:
            line = words.LACKS % ", ".join([words.PARTS[part] for part in missing])
        canvas.text(0, 56, line, 8, width=128)


class Keys(Screen):
    """A question answered by one of the first keys; a line above, a text beside each key's sign. None for a key without meaning."""

    def __init__(self, app, line, options, on_key):
        Screen.__init__(self, app)
        self.texts = common.texts(app)
        self.line = line
        self.options = options
        self.on_key = on_key

    def draw(self, canvas):
        canvas.text(0, 0, self.line, 16, width=128)
        draw_options(canvas, self.options)

    def press(self, key):
        if key < len(self.options) and self.options[key]:
            self.on_key(key)
        else:
            Screen.press(self, key)


def draw_options(canvas, options):
    """The options with the signs of their keys: up to three in rows, more in two columns."""
    if len(options) > 3:
        draw_seats(canvas, options, 17 if len(options) > 4 else 33)
        return
    for key in range(len(options)):
        if options[key]:
            canvas.suit(1, 16 + 16 * key, key, 16)
            canvas.text(22, 16 + 16 * key, options[key], 16, width=105)


class AskBonus(Keys):
    """Which type of bonus is bought; beside each what it costs now."""

    name = "bonus"
    phase = "bonus"

    def __init__(self, app, turn):
        words, state = common.texts(app), app.session.state
        self.turn = turn
        options = []
        for k in range(3):
            owned = state.bonuses[turn][k]
            kind = words.TYPES[TYPES[k]]
            options.append("" if owned == PER_TYPE else words.TYPE_PRICE % (kind, cost_of(owned)))
        Keys.__init__(self, app, words.WHICH_BONUS % common.brief(state, turn), options, self._buy)

    def _buy(self, k):
        app, turn = self.app, self.turn
        state = app.session.state
        price = cost_of(state.bonuses[turn][k])
        if common.enter(app, "bonus", seat=turn, bonus=TYPES[k], price=price):
            app.enter_game()
            lines = self.texts.BONUS_PAYS
            app.say((lines[0] % (common.brief(state, turn), price), lines[1], lines[2]), passing=True)


class AskEvent(Keys):
    """Which event card is played; an exchange also asks which bonuses."""

    name = "event"
    phase = "event"

    def __init__(self, app, turn):
        words = common.texts(app)
        self.turn = turn
        line = words.WHICH_EVENT % common.brief(app.session.state, turn)
        Keys.__init__(self, app, line, words.EFFECT_NAMES, self._play)

    def _play(self, k):
        app, state = self.app, self.app.session.state
        others = [seat for seat in range(state.seats) if seat != self.turn and sum(state.bonuses[seat])]
        if EFFECTS[k] == "exchange" and sum(state.bonuses[self.turn]) and others:
            app.push(AskType(app, self.texts.GIVES, self.turn, self._gives, self.turn))
        else:
            self._enter(EFFECTS[k], None)

    def _gives(self, gives):
        app = self.app
        if gives is None:
            self._enter("exchange", None)
            return
        state = app.session.state
        who = [
            common.name(state, seat) if seat != self.turn and sum(state.bonuses[seat]) else ""
            for seat in range(state.seats)
        ]

        def of_seat(other):
            if not who[other]:
                app.beep("refused")
                return
            line = self.texts.TAKES

            def takes(kind):
                self._enter("exchange", {"seat": other, "gives": gives, "takes": kind})

            app.push(AskType(app, line, other, takes, self.turn))

        app.push(AskSeat(app, (self.texts.WITH_WHOM,), who, of_seat))

    def _enter(self, effect, swap):
        app, words, turn = self.app, self.texts, self.turn
        if not common.enter(app, "event", seat=turn, effect=effect, swap=swap):
            return
        state = app.session.state
        app.enter_game()
        if swap:
            who = (common.brief(state, turn), common.brief(state, swap["seat"]))
            lines = (words.SWAPPED[0] % who, words.SWAPPED[1])
        else:
            lines = [line % common.brief(state, turn) if "%" in line else line for line in words.SAYS[effect]]
        app.say(lines, passing=True)


class AskType(Keys):
    """One of the bonuses of a seat, by type; DOWN: none."""

    name = "exchange"
    phase = "exchange"

    def __init__(self, app, form, owner, on_type, turn):
        words, state = common.texts(app), app.session.state
        self.turn = turn
        options = []
        for k in range(3):
            count = state.bonuses[owner][k]
            options.append(words.SO_MANY % (words.TYPES[TYPES[k]], count) if count else "")
        Keys.__init__(self, app, form % common.brief(state, owner), options, lambda k: on_type(TYPES[k]))
        self.on_none = on_type if owner == turn else None

    def press(self, key):
        if key == DOWN and self.on_none:
            self.on_none(None)
        else:
            Keys.press(self, key)


# What the table decides


def decisions():
    words = words_of("en", GAME)
    own = (
        (words.TURN, _turn),
        (words.PASS, _pass),
        (words.ROBOT, _robot),
        (words.ENTRY, _entry),
        (words.BANK, _bank),
        (words.OVER, _over),
    )
    return own + common.DECISIONS


def _turn(app):
    common.ask_seat(app, (common.texts(app).TURN,), lambda seat: common.adjust(app, "turn", seat=seat))


def _pass(app):
    common.decide(app, "pass", seat=app.session.state.turn())


def count_now(app):
    """Finish now, and count: the game ends without a complete robot, and the robots are scored."""
    _over(app)


def _over(app):
    lines = common.texts(app).OVER_SURE
    app.push(Question(app, lines, lambda: common.decide(app, "over", completer=None)))


def _robot(app):
    from companion.ui.screens.robot_x_score import RobotParts

    common.ask_seat(app, (common.texts(app).ROBOT,), lambda seat: app.push(RobotParts(app, seat)))


def _entry(app):
    from companion.ui.screens.robot_x_score import correct_entry

    common.ask_seat(app, (common.texts(app).ENTRY,), lambda seat: correct_entry(app, seat))


def _bank(app):
    """A bank the box counted wrongly; how many cards it holds is not shown."""
    words = common.texts(app)

    def of_seat(seat):
        def done(delta):
            if delta:
                common.adjust(app, "bank", seat=seat, delta=delta)
            else:
                app.enter_game()

        app.push(AskNumber(app, words.BANK_COUNT, 0, -8, 8, done))

    common.ask_seat(app, (words.BANK,), of_seat)
