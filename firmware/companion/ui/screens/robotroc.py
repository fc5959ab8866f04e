"""RoboTroc: where the game stands, LOOK, and what the table decides. Only one stage's screens are in memory."""

from companion.modules import leave
from companion.ui.screens import common
from companion.ui.widgets import AskNumber, Choose
from shared_rules.robotroc_records import MOST_GAMES

GAME = "robotroc"
_DUMP = "companion.ui.screens.robotroc_dump"
_STOCK = "companion.ui.screens.robotroc_stock"
_ROBOT = "companion.ui.screens.robotroc_robot"


def place_of(app):
    """The screen at which the open game stands."""
    state = app.session.state
    if state.done:
        from companion.ui.screens.robotroc_robot import RobotResults

        results = common.results_mark(app, RobotResults)
        if results is not None:
            return results
    phase = coming(state)
    if phase not in ("stock", "robot"):
        leave(_STOCK, _ROBOT)
        from companion.ui.screens import robotroc_dump

        return robotroc_dump.ASKS[phase](app)
    leave(_DUMP)
    if phase == "stock":
        from companion.ui.screens.robotroc_stock import stock_screen

        return stock_screen(app)
    from companion.ui.screens.robotroc_robot import BestRobot

    return BestRobot(app)


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


def words_here(app):
    """This game's texts, also while none is open."""
    from companion.lang import words

    return words(app.settings.get("language"), GAME)


# What the table decides


def decisions():
    own = (
        ("LEAVE", _leave_dump),
        ("TURN", _turn),
        ("DIRECTION", _direction),
        ("STOCK", _stock),
        ("GAMES", _games),
        ("CARD_DATA", _data),
    )
    from companion.lang import words

    texts = words("en", GAME)
    return tuple([(getattr(texts, text), act) for text, act in own]) + common.DECISIONS


def _leave_dump(app):
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
    """Finish now, and count: the game that is open is the last of the series, and its robots are asked for."""
    state = app.session.state
    app.enter_game()
    if state.games == state.round or common.attempt(
        app, app.session.enter, "adjust", field="games", value=state.round
    ):
        app.say(common.texts(app).LAST_GAME)


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
