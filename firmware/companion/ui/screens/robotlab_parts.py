"""Parts and colours of RobotLab on the screen, and the questions for a part.

A colour has its key: BLUE, RED, ORANGE, GREEN, UP for purple and DOWN for rainbow. Purple is drawn as a shape that no
suit has.
"""

from companion.keys import BACK, DOWN, ORANGE, UP
from companion.ui import suits
from companion.ui.screen import Screen
from companion.ui.screens import common
from companion.ui.widgets import draw_form, draw_seats
from shared_rules.robotlab_records import COLOURS, RAINBOW, SPOTS

PURPLE = 4
_AT = (0, 48, 91)  # columns of head, arm, leg
_SPARE = ("diamond", "star", "ring", "bars", "cross", "square", "triangle", "circle")


def draw_colour(canvas, x, y, colour, size):
    """The symbol of a colour, 8 or 16 rows high."""
    if colour < PURPLE:
        canvas.suit(x, y, colour, size)
    elif colour == PURPLE:
        shape = [shape for shape in _SPARE if shape not in canvas.shapes][0]
        data, offset = suits.picture(shape, size)
        canvas.bitmap(x, y, size, size, data[offset : offset + size * size // 8])
    else:
        canvas.centre(x, x + size, y, "*", size)


def draw_part(canvas, words, x, y, spot, colour):
    """A part in 16 rows: its word and its colour. Returns the x after it."""
    x = canvas.text(x, y, words.SPOTS[spot], 16) + 1
    draw_colour(canvas, x, y, colour, 16)
    return x + 18


def draw_colour_keys(canvas, words, free=COLOURS):
    """The colours with their keys in the bottom line; `free` are those that may be chosen."""
    for colour in range(PURPLE):
        if COLOURS[colour] in free:
            canvas.suit(18 * colour, 48, colour, 16)
    if COLOURS[PURPLE] in free:
        x = canvas.text(74, 48, words.COLOUR_KEYS[0], 16)
        draw_colour(canvas, x + 1, 48, PURPLE, 16)
    if COLOURS[RAINBOW] in free:
        canvas.right(127, 48, words.COLOUR_KEYS[1], 16)


def draw_robots(canvas, state):
    """Every robot's parts: a row a seat, head, arms and legs; what does not count towards the win is inverted."""
    step = 16 if state.seats < 5 else 13
    size = 16 if state.seats < 5 else 8
    for seat in range(state.seats):
        y = step * seat
        canvas.text(0, y, common.name(state, seat), 16, width=38)
        draw_colour(canvas, 41, y + 4, state.bodies[seat], 8)
        x = 52
        for spot in range(len(SPOTS)):
            colours = state.robots[seat][spot]
            for k in range((1, 2, 2)[spot]):
                at = y if size == 16 else y + 2
                if k < len(colours):
                    draw_colour(canvas, x, at, colours[k], size)
                    if not state.matches_body(seat, colours[k]):
                        canvas.invert(x, at, 15, size)
                else:
                    canvas.text(x + 5, y, "·", 16)
                x += 15


class AskPart(Screen):
    """What part: head, arm or leg, and its colour. BACK leaves without an answer."""

    name = "part"

    def __init__(self, app, title, on_part):
        Screen.__init__(self, app)
        self.title = title
        self.on_part = on_part
        self.spot = None

    def press(self, key):
        if key == BACK and self.spot is not None:
            self.spot = None
        elif key == BACK:
            self.app.pop()
        elif self.spot is None and key <= ORANGE:
            self.spot = key
        elif self.spot is not None and key <= DOWN:
            self.app.pop()
            self.on_part(SPOTS[self.spot], COLOURS[key])
        else:
            self.app.beep("refused")

    def draw(self, canvas):
        words = common.texts(self.app)
        canvas.text(0, 0, self.title, 16, width=128)
        if self.spot is None:
            for k in range(len(SPOTS)):
                canvas.suit(_AT[k], 36, k, 8)
                canvas.text(_AT[k] + 10, 32, words.SPOTS[k], 16)
            return
        canvas.text(0, 20, words.SPOTS[self.spot], 24)
        draw_colour_keys(canvas, words)


class PickPart(Screen):
    """Which of the parts of a robot: a key each. `on_part` gets the words of the record; `on_other` is DOWN, if there is one."""

    name = "pick"
    phase = None

    def __init__(self, app, form, seat, on_part, on_other=None):
        Screen.__init__(self, app)
        self.form = form
        self.turn = self.seat = seat
        self.on_part = on_part
        self.on_other = on_other
        self.parts = app.session.state.parts(seat)

    def press(self, key):
        if key < len(self.parts) and key <= UP:
            spot, colour = self.parts[key]
            self.on_part(SPOTS[spot], COLOURS[colour])
        elif key == DOWN and self.on_other:
            self.on_other()
        else:
            self.leave(key)

    def leave(self, key):
        Screen.press(self, key)

    def draw(self, canvas):
        words, state = common.texts(self.app), self.app.session.state
        draw_form(canvas, 0, self.form, common.name(state, self.seat), 128)
        canvas.hline(0, 15, 128)
        for k in range(len(self.parts)):
            x, y = 66 * (k % 2), 16 + 16 * (k // 2)
            if k < PURPLE:
                canvas.suit(x, y + 4, k, 8)
            else:
                canvas.text(x, y, "↑", 16)
            draw_part(canvas, words, x + 9, y, self.parts[k][0], self.parts[k][1])
        if self.on_other:
            canvas.right(127, 56, words.LOSE_ERROR, 8)


def draw_whose(canvas, title, state):
    """A question for a seat, as on AskSeat."""
    canvas.text(0, 0, title, 16, width=128)
    draw_seats(canvas, common.names(state), 33 if state.seats < 5 else 17)
