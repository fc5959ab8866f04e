"""Building blocks of screens: notice, question, list, pages, seat and disc questions, a number."""

from companion.keys import BACK, DOWN, GREEN, OK, UP
from companion.ui.screen import Screen

LEFT = 34  # right of the discs


class Notice:
    """Words over the screen that ask nothing: the next press goes on. OK is the offer, if there is one.

    BACK only clears it, unless `back_too` (BACK takes the offer as well) or `passing` (BACK goes on like any key).
    `whole`: it may cover all of the screen. Where there are more lines than fit, a press turns on to those before it does anything.
    """

    whole = False
    more = False  # lines that had no room yet
    first = 0  # line that is seen

    def __init__(self, lines, offer=None, on_ok=None, back_too=False, passing=False):
        self.lines = lines
        self.offer = offer
        self.on_ok = on_ok
        self.back_too = back_too
        self.passing = passing

    def draw(self, canvas, left, top):
        """Over the part of the screen right of `left` and below `top`; higher or smaller where there are more words."""
        high = 48 if self.offer else 64
        width = 127 - left
        lines = wrapped(canvas, self.lines, 16, width)
        if 16 * len(lines) > high - top:
            top = 0
        size = 16
        if 16 * len(lines) > high:
            size = 8
            lines = wrapped(canvas, self.lines, 8, width)
        canvas.fill(left, top, 128 - left, 64 - top, 0)
        lines = lines[self.first :]
        self.more = size * len(lines) > high
        if self.more:
            lines = lines[: high // size - 1]
            canvas.text(122, high - 8, "↓", 8)
        self.seen = self.first + len(lines)
        y = top
        for line in lines:
            canvas.text(left + 1, y, line, size, width=width)
            y += size
        if self.offer:
            canvas.text(left + 2, 48, self.offer, 16, width=width - 2)
            canvas.invert(left, 48, 128 - left, 16)

    def turn(self):
        """Goes on to the lines that had no room; False: all were seen."""
        if self.more:
            self.first = self.seen
        return self.more


def reason(app, error):
    """Why something was refused, with the names of the people where the rules speak of seats."""
    text = error.message
    if app.session.game is not None:
        players = app.session.state.players
        for seat in range(len(players)):
            text = text.replace("seat %d" % (seat + 1), players[seat]["name"])
    return text


def wrapped(canvas, lines, size, width):
    """The lines, those that are too long broken between words."""
    out = []
    for line in lines:
        words = canvas.words(line)
        part = words[0]
        for word in words[1:]:
            if canvas.width(part + " " + word, size) > width:
                out.append(part)
                part = word
            else:
                part = part + " " + word
        out.append(part)
    return out


def draw_winners(canvas, names):
    """The names of those who won, in the rows 8 to 37: as large as all of them have room."""
    who = " + ".join(names)
    for form in ((24, 12, 24, 1), (16, 16, 16, 1), (16, 8, 14, 2), (8, 10, 9, 3)):
        size, y, step, most = form
        lines = wrapped(canvas, (who,), size, 128)
        if len(lines) <= most and max([canvas.width(line, size) for line in lines]) <= 128:
            break
    for line in lines[:most]:
        canvas.text(0, y, line, size, width=128)
        y += step


def draw_form(canvas, y, form, who, width):
    """A line of a name and more, in 16 rows from the left edge; of a long name as much as leaves room for the rest."""
    line = form % who
    if canvas.width(line, 16) <= width:
        canvas.text(0, y, line, 16)
        return
    before, after = form.split("%s")
    x = canvas.text(0, y, before, 16) if before else 0
    x = canvas.text(x, y, who, 16, width=width - x - canvas.width(after, 16))
    canvas.text(x, y, after, 16)


class Question(Screen):
    """OK does it, BACK does not; every other key means nothing. A key spike can therefore decide nothing."""

    name = "question"

    def __init__(self, app, lines, on_yes):
        Screen.__init__(self, app)
        self.lines = lines
        self.on_yes = on_yes

    def draw(self, canvas):
        y = 0
        size = 16 if len(self.lines) <= 3 else 8
        for line in self.lines:
            canvas.text(0, y, line, size, width=128)
            y += size
        canvas.text(1, 48, self.words.QUESTION_KEYS, 16, width=126)
        canvas.invert(0, 48, 128, 16)

    def press(self, key):
        if key == OK:
            self.app.pop()
            self.on_yes()
        else:
            Screen.press(self, key)


class Choose(Screen):
    """A list: UP and DOWN move, OK takes, BACK leaves. `options` are (text, action taking no argument)."""

    name = "list"

    def __init__(self, app, title, options, name=None):
        Screen.__init__(self, app)
        self.title = title
        self.options = options
        self.at = 0
        if name:
            self.name = name

    def draw(self, canvas):
        rows = 3 if self.title else 4
        if self.title:
            canvas.text(0, 0, self.title, 16, width=128)
            canvas.hline(0, 15, 128)
        first = max(0, min(self.at - rows // 2, len(self.options) - rows))
        for k in range(first, min(first + rows, len(self.options))):
            y = 16 * (k - first + 4 - rows)
            text = self.options[k][0]
            if canvas.width(text, 16, 1) <= 117:
                canvas.text(4, y, text, 16, width=117)
            else:  # small and whole rather than cut
                lines = wrapped(canvas, (text,), 8, 117)[:2]
                for at in range(len(lines)):
                    canvas.text(4, y + (8 * at if len(lines) > 1 else 4), lines[at], 8, width=117)
            if k == self.at:
                canvas.invert(0, y, 128, 16)
        if first > 0:
            canvas.text(122, 16 * (4 - rows), "↑", 8)
        if first + rows < len(self.options):
            canvas.text(122, 56, "↓", 8)

    def press(self, key):
        if key == UP or key == DOWN:
            self.at = (self.at + (1 if key == DOWN else -1)) % len(self.options)
        elif key == OK:
            self.options[self.at][1]()
        else:
            Screen.press(self, key)

    def repeat(self, key):
        self.press(key)


class Pages(Screen):
    """Pages turned with UP and DOWN; `pages` are functions that draw on the canvas."""

    name = "pages"

    def __init__(self, app, name, pages):
        Screen.__init__(self, app)
        self.name = name
        self.pages = pages
        self.at = 0

    def draw(self, canvas):
        self.pages[self.at](canvas)

    def press(self, key):
        if key in (UP, DOWN):
            self.at = (self.at + (1 if key == DOWN else -1)) % len(self.pages)
        elif key == OK and self.at + 1 < len(self.pages):
            self.at += 1
        elif key in (OK, BACK):
            self.app.pop()
        else:
            self.app.beep("refused")


class AskSeat(Screen):
    """Which seat: the suit keys are seats 1 to 4, UP is seat 5; the names stand over the keys.

    Two lines above them, with five seats one. `stays`: it is not left by the answer, so that BACK of the next question finds it.
    """

    name = "seat"

    def __init__(self, app, lines, names, on_seat, stays=False):
        Screen.__init__(self, app)
        self.lines = lines
        self.names = names
        self.on_seat = on_seat
        self.stays = stays

    def draw(self, canvas):
        top = 33 if len(self.names) < 5 else 17
        y = 0
        for line in self.lines[: top // 16]:
            canvas.text(0, y, line, 16, width=128)
            y += 16
        draw_seats(canvas, self.names, top)

    def press(self, key):
        if key < len(self.names) and key <= UP:
            if not self.stays:
                self.app.pop()
            self.on_seat(key)
        else:
            Screen.press(self, key)


def draw_seats(canvas, names, top, width=45):
    """A line, and from row `top` on the names, each so wide at most, with the keys of their seats."""
    canvas.hline(0, top - 1, 128)
    for seat in range(len(names)):
        x, row = 64 * (seat % 2), top + 16 * (seat // 2)
        if seat < 4:
            canvas.suit(x, row, seat, 16)
        else:
            canvas.text(x + 2, row, "↑", 16)
        draw_name(canvas, x + 18, row, names[seat], width)


def draw_name(canvas, x, y, who, width):
    """A name in 16 rows: small and whole rather than cut."""
    if canvas.width(who, 16, 1) > width >= canvas.width(who, 8):
        canvas.text(x, y + 4, who, 8)
    else:
        canvas.text(x, y, who, 16, width=width)


class AskDiscs(Screen):
    """The disc order, top to bottom: three presses, the fourth follows. BACK takes one back."""

    name = "discs"

    def __init__(self, app, title, on_discs):
        Screen.__init__(self, app)
        self.title = title
        self.on_discs = on_discs
        self.order = []

    def draw(self, canvas):
        canvas.text(LEFT, 0, self.title, 16, width=128 - LEFT)
        canvas.text(LEFT, 16, self.words.TOP_TO_BOTTOM, 16, width=128 - LEFT)
        canvas.text(LEFT, 48, self.words.PLACES[len(self.order)], 16, width=128 - LEFT)
        for k in range(4):
            if k < len(self.order):
                canvas.suit(6, 16 * k, self.order[k], 16)
            else:
                canvas.text(10, 16 * k, "?" if k == len(self.order) else "·", 16)
        canvas.vline(31, 0, 64)

    def press(self, key):
        if key <= GREEN and key not in self.order:
            self.order.append(key)
            if len(self.order) == 3:
                self.order.append(6 - sum(self.order))
                self.app.pop()
                self.on_discs(self.order)
        elif key == BACK and self.order:
            self.order.pop()
        else:
            Screen.press(self, key)


class AskNumber(Screen):
    """A number from `low` to `high`: UP and DOWN, also held, then OK."""

    name = "number"

    def __init__(self, app, title, value, low, high, on_number, step=1):
        Screen.__init__(self, app)
        self.title = title
        self.value = value
        self.low = low
        self.high = high
        self.step = step
        self.on_number = on_number

    def draw(self, canvas):
        canvas.text(0, 0, self.title, 16, width=128)
        canvas.centre(0, 128, 16, str(self.value).replace("-", "−"), 32)
        canvas.text(0, 48, self.words.NUMBER_KEYS, 16, width=128)

    def press(self, key):
        if key == UP:
            self.value = min(self.value + self.step, self.high)
        elif key == DOWN:
            self.value = max(self.value - self.step, self.low)
        elif key == OK:
            self.app.pop()
            self.on_number(self.value)
        else:
            Screen.press(self, key)

    def repeat(self, key):
        self.press(key)
