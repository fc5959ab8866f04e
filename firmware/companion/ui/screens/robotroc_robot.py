"""RoboTroc's robots: the best one with the reason for every point, or the owner's own choice; and the end of a game."""

from companion.keys import DOWN, GREEN, OK, UP
from companion.ui.screens import common
from companion.ui.screens.robotroc_stock import Cards, title_of
from shared_rules.robotroc_best import PARTS


def line_texts(words, lines, others):
    """(text, points) of each line of a robot; `others`: see `robotroc_best.best`."""
    out = []
    for what, number, times, points in lines:
        if what == "part":
            text = title_of(words, number)
            if times > 1:
                text += " × %d" % times
        elif what == "auxiliary":
            text = words.HELPERS[0] if times == 1 else words.HELPERS[1] % times
        elif times or number == 4:
            text = words.BONUS % number
        elif others.get(number) is not None:
            text = words.NOT_MET % (number, others[number])
        else:
            text = words.CANNOT_MEET % number
        out.append((text, common.number(points)))
    return out


def draw_robot(canvas, words, who, points, lines, first):
    """The lines of a robot, or that there is none; returns whether there are more below."""
    if not lines:
        canvas.text(0, 18, words.NO_ROBOT[0], 16, width=128)
        canvas.text(0, 34, words.NO_ROBOT[1], 16, width=128)
    return common.draw_lines(canvas, who, common.number(points), lines, first)


class BestRobot(common.Entry):
    """The best robot of the stock just entered: OK takes it, a suit key asks for another, UP and DOWN show more lines."""

    name = "robot"
    phase = "robot"

    def __init__(self, app):
        common.Entry.__init__(self, app)
        state = app.session.state
        self.texts = common.texts(app)
        self.turn = state.turn()
        found = state.best(self.turn)
        self.robot, lines, others = ((), [], {}) if found is None else found
        self.points = sum([line[3] for line in lines])
        self.lines = line_texts(self.texts, lines, others)
        self.first = 0
        self.more = False

    def press(self, key):
        if key == OK:
            self._enter(None)
        elif key == DOWN and self.more:
            self.first += 1
        elif key == UP and self.first:
            self.first -= 1
        elif key <= GREEN:
            self._own()
        else:
            common.Entry.press(self, key)

    def repeat(self, key):
        self.press(key)

    def _enter(self, parts):
        if common.enter(self.app, "robot", seat=self.turn, parts=parts):
            self.app.enter_game()
            return True
        return False

    def _own(self):
        app, state = self.app, self.app.session.state
        codes = state.stocks[self.turn][0]
        parts = [code for code in codes if code < 36]
        most = 3 if 35 + 5 in codes else 1

        def done(chosen):
            lines = state.lines(self.turn, tuple(chosen))
            words = self.texts
            points = sum([line[3] for line in lines])
            if self._enter([PARTS[code] for code in chosen]):
                app.say((words.OWN_CHOICE[0] % points, words.OWN_CHOICE[1] % self.points))

        limits = {0: 1, 1: 1, 2: 1, 3: most}
        app.push(Cards(app, common.name(state, self.turn), range(4), parts, self.robot, done, limits))

    def draw(self, canvas):
        name = common.name(self.app.session.state, self.turn)
        self.more = draw_robot(canvas, self.texts, name, self.points, self.lines, self.first)


class RobotResults(common.Results):
    """How each robot came to its points, totals, and the next game."""

    def __init__(self, app, page=None):
        common.Results.__init__(self, app, page)
        self._others = {}

    def draw_player(self, canvas, seat, first):
        state, words = self.app.session.state, common.texts(self.app)
        robot, lines = state.robots[seat]
        others = self._of(state, seat, robot)
        name = common.name(state, seat)
        points = sum([line[3] for line in lines])
        return draw_robot(canvas, words, name, points, line_texts(words, lines, others), first)

    def _of(self, state, seat, robot):
        """What the best robot's unmet bonuses would bring, worked out once a seat; {} for a robot of the owner's choice."""
        if seat not in self._others:
            found = state.best(seat)
            self._others[seat] = found[2] if found is not None and found[0] == robot else {}
        return self._others[seat]
