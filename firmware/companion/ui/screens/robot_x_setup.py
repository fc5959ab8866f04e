"""What a game of Robot X asks at its beginning: how many colours the stars have, once, and who starts."""

from companion.keys import OK
from companion.lang import words as words_of
from companion.ui.screens.kept import card_data, keep
from companion.ui.widgets import AskNumber, AskSeat
from shared_rules.robot_x_records import MOST_COLOURS

_GAME = "robot_x"


def ask(app, plan, done):
    """How many colours the stars have (once, and kept), and who starts: a key, or OK for the lot."""
    words = words_of(app.settings.get("language"), _GAME)

    def setup(lead):
        done({"lead": lead, "colours": list(card_data(app, _GAME)["colours"])})

    def start():
        if plan.mode == "scores":
            setup(0)
        else:
            app.push(AskStart(app, words.WHO_STARTS, plan.names(), setup))

    if card_data(app, _GAME).get("colours"):
        start()
        return

    def of_colours(count):
        if keep(app, _GAME, "colours", list(words.COLOURS[:count])):
            start()

    app.push(AskNumber(app, words.HOW_MANY_COLOURS, 4, 1, MOST_COLOURS, of_colours))


class AskStart(AskSeat):
    """Who starts; the rulebook leaves it to chance."""

    name = "starter"

    def press(self, key):
        if key == OK:
            self.on_seat(lot(self.app, len(self.names)))
        elif key < len(self.names):
            self.on_seat(key)
        else:
            AskSeat.press(self, key)


def lot(app, seats):
    """A seat at random, each alike."""
    while True:
        byte = app.parts.entropy(1)[0]
        if byte < 256 // seats * seats:
            return byte % seats
