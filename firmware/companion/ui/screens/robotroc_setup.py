"""What a series of RoboTroc asks at its beginning: how many games, and who starts the first."""

from companion.lang import words as words_of
from companion.ui.screens.kept import card_data
from companion.ui.widgets import AskNumber, AskSeat
from shared_rules.robotroc_records import MOST_GAMES, SHOWN_KEYS

_GAME = "robotroc"


def ask(app, plan, done):
    """How many games, and who starts the first; what the cards show is known from before, or asked when it is needed."""
    words = words_of(app.settings.get("language"), _GAME)

    def setup(lead, games):
        data = card_data(app, _GAME)
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
