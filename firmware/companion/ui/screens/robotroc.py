"""RoboTroc's screens of the dump and of stealing, and where the game stands. UP: cards were taken; DOWN: none, or fewer; OK: look."""

from companion.keys import BACK, DOWN, OK, UP
from companion.storage import carddata
from companion.ui.screens import common
from companion.ui.widgets import AskNumber, AskSeat, Choose
from shared_rules.robotroc_records import MOST_GAMES, SHOWN_KEYS

GAME = "robotroc"


def place_of(app):
    """The screen at which the open game stands."""
    state = app.session.state
    if state.done:
        from companion.ui.screens.robotroc_robot import RobotResults

        results = common.results_mark(app, RobotResults)
        if results is not None:
            return results
    phase = coming(state)
    if phase == "stock":
        from companion.ui.screens.robotroc_stock import stock_screen

        return stock_screen(app)
    if phase == "robot":
        from companion.ui.screens.robotroc_robot import BestRobot

        return BestRobot(app)
    return {"dump": Dump, "announce": Announce, "head_1": Head1, "take": Take}[phase](app)


def coming(state):
    """The phase whose entry is awaited; after a finished game the first one of the next."""
    if state.done:
        return "stock" if state.mode == "scores" else "dump"
    return state.phase()


def look(app):
    state = app.session.state
    draws = [lambda canvas: common.draw_standings(canvas, app)]
    if state.mode != "scores":
        draws.append(lambda canvas: _draw_counts(canvas, app, state))
    return common.Look(app, draws)


def _draw_counts(canvas, app, state):
    """A line a seat: cards from the dump, weapons announced, cards taken."""
    words = common.texts(app)
    for k in range(3):
        canvas.text(62 + 24 * k, 0, words.LOOK_DUMP[k], 8)
    step = 56 // state.seats
    for seat in range(state.seats):
        y = 7 + step * seat
        canvas.text(0, y, common.name(state, seat), 16, width=56)
        counts = (state.picked[seat], state.weapons[seat], state.taken[seat])
        for k in range(3):
            if counts[k] is not None:
                canvas.centre(60 + 24 * k, 84 + 24 * k, y, str(counts[k]), 16)


# Setting up


def ask_setup(app, plan, done):
    """How many games, and who starts the first; what the cards show is known from before, or asked when it is needed."""
    words = words_here(app)

    def setup(lead, games):
        data = card_data(app)
        known = [key for key in SHOWN_KEYS if data.get(key)]
        shown = dict([(key, data.get(key) or None) for key in SHOWN_KEYS]) if known else None
        done({"lead": lead, "games": games, "shown": shown})

    def of_games(games):
        app.push(ask)  # it stays, so that BACK finds it
        if plan.mode == "scores":
            setup(0, games)
        else:
            app.push(AskSeat(app, words.WHO_STARTS, plan.names(), lambda seat: setup(seat, games)))

    ask = AskNumber(app, words.HOW_MANY_GAMES, 1, 1, MOST_GAMES, of_games)
    app.push(ask)


def words_here(app):
    """This game's texts, also while none is open."""
    from companion.lang import words

    return words(app.settings.get("language"), GAME)


def card_data(app):
    """What the owner entered: bonus, as text → names of the cards it shows (4: the female parts)."""
    return carddata.load(app.parts.files, GAME)


# Stages 1 and 2


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
            self.app.push(look(self.app))
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
        canvas.text(0, 25, words.WEAPONS, 16, width=128)
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
            self.app.push(look(self.app))
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


# What the table decides


def decisions():
    own = (
        ("LEAVE", _leave),
        ("TURN", _turn),
        ("DIRECTION", _direction),
        ("STOCK", _stock),
        ("GAMES", _games),
        ("CARD_DATA", _data),
    )
    from companion.lang import words

    texts = words("en", GAME)
    return tuple([(getattr(texts, text), act) for text, act in own]) + common.DECISIONS


def _leave(app):
    common.decide(app, "leave")


def _turn(app):
    common.ask_seat(app, (common.texts(app).TURN,), lambda seat: common.adjust(app, "turn", seat=seat))


def _direction(app):
    common.adjust(app, "direction", value="right" if app.session.state.way == 1 else "left")


def _games(app):
    state = app.session.state

    def done(games):
        common.adjust(app, "games", value=games)

    app.push(AskNumber(app, common.texts(app).GAMES, state.games, state.round, MOST_GAMES, done))


def count_now(app):
    """Finish now, and count: the game that is open is the last of the series."""
    common.adjust(app, "games", value=app.session.state.round)


def _stock(app):
    from companion.ui.screens.robotroc_stock import correct_stock

    state = app.session.state
    if not [1 for stock in state.stocks if stock is not None]:
        app.beep("warning")
        app.enter_game()
        app.say((app.words.CANNOT, common.texts(app).NOT_ENTERED))
        return
    common.ask_seat(app, (common.texts(app).STOCK,), lambda seat: correct_stock(app, seat))


def ask_card_data(app, then):
    """What the owner tells once of the cards, a line each; `then()` leaves the screen on which one was told."""
    from companion.ui.screens.robotroc_stock import ask_data

    words = words_here(app)
    options = [(words.DATA[bonus], _caller(ask_data, app, bonus, then)) for bonus in sorted(words.DATA)]
    app.push(Choose(app, words.CARD_DATA, options, "card_data"))


def _data(app):
    ask_card_data(app, app.enter_game)


def _caller(act, *arguments):
    return lambda: act(*arguments)
