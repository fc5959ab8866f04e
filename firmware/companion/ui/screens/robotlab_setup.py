"""What a game of RobotLab asks at its beginning: who begins, the bodies, how many matches, and once what Disassemble does."""

from companion.keys import OK
from companion.lang import words as words_of
from companion.ui.screen import Screen
from companion.ui.screens.kept import card_data, keep
from companion.ui.screens.robotlab_parts import draw_colour_keys
from companion.ui.widgets import AskNumber, AskSeat, Choose
from shared_rules.robotlab_records import COLOURS, RAINBOW

_GAME = "robotlab"
_CHOICES = ("hand", "trash")


def ask(app, plan, done):
    """Calls `done(setup)` when all is known."""
    words = words_of(app.settings.get("language"), _GAME)
    setup = {"disassemble": None}

    def first_is(seat):
        setup["first"] = seat
        ask_bodies(app, words, plan.names(), bodies_are)

    def bodies_are(bodies):
        setup["bodies"] = bodies
        if plan.mode == "young":
            matches()
        else:
            ask_disassemble(app, words, disassemble_is)

    def disassemble_is(place):
        setup["disassemble"] = place
        matches()

    def matches():
        def number(count):
            setup["matches"] = count
            done(setup)

        app.push(AskNumber(app, words.MATCHES, 1, 1, 99, number))

    app.push(AskFirst(app, words, plan.names(), first_is))


def ask_bodies(app, words, names, then, so_far=()):
    """The colour of each seat's body, one after the other."""

    def is_colour(colour):
        bodies = list(so_far) + [colour]
        if len(bodies) == len(names):
            then(bodies)
        else:
            ask_bodies(app, words, names, then, bodies)

    app.push(AskBody(app, words, names[len(so_far)], so_far, is_colour))


def ask_disassemble(app, words, then):
    """Where Disassemble sends a part: printed on the card, asked once and kept."""
    kept = card_data(app, _GAME).get("disassemble")
    if kept is not None:
        then(kept)
        return

    def take(place):
        def go():
            if keep(app, _GAME, "disassemble", place):
                then(place)

        return go

    app.push(
        Choose(app, words.DISASSEMBLE, [(words.TO[place], take(place)) for place in _CHOICES], "card_data")
    )


class AskFirst(AskSeat):
    """Who begins; OK lets the box draw. It stays on the stack when it is answered."""

    name = "first"

    def __init__(self, app, words, names, on_seat):
        AskSeat.__init__(self, app, (words.WHO_BEGINS,), names, on_seat)
        self.hint = words.DRAW

    def draw(self, canvas):
        AskSeat.draw(self, canvas)
        if len(self.names) < 5:
            canvas.text(0, 20, self.hint, 8, width=128)

    def press(self, key):
        if key == OK:
            self.on_seat(draw_seat(self.app.parts.entropy, len(self.names)))
        elif key < len(self.names):
            self.on_seat(key)
        else:
            AskSeat.press(self, key)


def draw_seat(entropy, seats):
    """A seat by chance, each alike."""
    most = 256 // seats * seats
    for _ in range(100):
        byte = entropy(1)[0]
        if byte < most:
            return byte % seats
    return 0


class AskBody(Screen):
    """The colour of a body; those of the others are left out. It stays on the stack when it is answered."""

    name = "body"

    def __init__(self, app, words, who, taken, on_colour):
        Screen.__init__(self, app)
        self.texts = words
        self.who = who
        self.free = [colour for colour in COLOURS[:RAINBOW] if colour not in taken]
        self.on_colour = on_colour

    def draw(self, canvas):
        canvas.text(0, 0, self.texts.BODY % self.who, 16, width=128)
        draw_colour_keys(canvas, self.texts, self.free)

    def press(self, key):
        if key < RAINBOW and COLOURS[key] in self.free:
            self.on_colour(COLOURS[key])
        else:
            Screen.press(self, key)
