"""What a game of ROBOTS! asks at its beginning: what cards and robots count, once and then kept, and who deals."""

from companion.keys import BACK, DOWN
from companion.lang import words as words_of
from companion.storage import carddata
from companion.ui.screens.home import attempt
from companion.ui.screens.robots_tally import AskChips
from companion.ui.widgets import AskSeat, Choose, Question
from shared_rules.robots_records import KINDS, PRESETS, WILD

_GAME = "robots"
_MOST_VALUE = 99
_MOST_ROBOT = 999


def ask(app, plan, done):
    """Calls `done(setup)` when all is known."""
    words = words_of(app.settings.get("language"), _GAME)
    kept = kept_data(app)

    def deal(data):
        def of_seat(seat):
            done({"dealer": seat, "values": data["values"], "robot": data["robot"]})

        app.push(AskDealer(app, words, plan.names(), data, of_seat, lambda: ask_values(app, words, deal)))

    if kept is None:
        ask_values(app, words, deal)
    else:
        deal(kept)


def kept_data(app):
    """{"values", "robot"} as it was entered once; None where one of them is not kept."""
    data = carddata.load(app.journal.files, _GAME)
    return data if len(data) == 2 else None


def ask_values(app, words, then):
    """Which set of values, or each value; then what a robot counts. Kept, and handed to `then`."""

    def robot(values):
        def done(bonus):
            data = {"values": values, "robot": bonus}
            if attempt(app, carddata.save, app.journal.files, _GAME, data):
                then(data)

        app.push(AskChips(app, words, words.ROBOT, _MOST_ROBOT, done))

    def preset(name):
        return lambda: robot(name)

    options = [(words.PRESETS[name][0], preset(name), words.PRESETS[name][1]) for name in PRESETS]
    options.append((words.OWN[0], lambda: _ask_own(app, words, [], robot), words.OWN[1]))
    app.push(AskSet(app, words, options))


def _ask_own(app, words, values, then):
    """Value by value, from the 2 to the wild."""
    at = len(values)
    if at == len(KINDS):
        then(values)
        return

    def value_is(value):
        _ask_own(app, words, values + [value], then)

    def number():
        app.push(AskChips(app, words, words.OWN_VALUE % words.KIND_NAMES[at], _MOST_VALUE, value_is))

    if at == WILD:
        app.push(AskWild(app, words.WILD_STANDS, lambda: value_is(None), number))
    else:
        number()


class AskWild(Question):
    """OK: a wild counts as the card it stands for; BACK: it has a value of its own."""

    def __init__(self, app, lines, on_yes, on_no):
        Question.__init__(self, app, lines, on_yes)
        self.on_no = on_no

    def press(self, key):
        Question.press(self, key)
        if key == BACK:
            self.on_no()


class AskSet(Choose):
    """The presets and the owner's own; below them what the chosen one says."""

    def __init__(self, app, words, options):
        Choose.__init__(self, app, None, options, "card_values")
        self.texts = words

    def draw(self, canvas):
        Choose.draw(self, canvas)
        canvas.text(2, 48, self.options[self.at][2], 8, width=126)
        if self.at < len(PRESETS):
            canvas.text(2, 56, self.texts.CHECK, 8, width=126)


class AskDealer(AskSeat):
    """Who deals the first round; DOWN changes what cards and robots count."""

    name = "dealer"

    def __init__(self, app, words, names, data, on_seat, on_change):
        AskSeat.__init__(self, app, (words.WHO_DEALS,), names, on_seat)
        values = data["values"] if type(data["values"]) is str else "own"
        self.kept = words.KEPT % (words.SET_NAMES[values], data["robot"])
        self.on_change = on_change

    def draw(self, canvas):
        AskSeat.draw(self, canvas)
        if len(self.names) < 5:
            canvas.text(0, 18, self.kept, 8, width=128)

    def press(self, key):
        if key == DOWN:
            self.on_change()
        elif key < len(self.names):
            self.on_seat(key)
        else:
            AskSeat.press(self, key)
