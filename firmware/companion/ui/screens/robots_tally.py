"""A seat's tally at the end of a round of ROBOTS!: the cards it played, those in its hand, its robots.

Card by card: UP, DOWN or GREEN and which of six; then BLUE is the same again, RED the next one up, ORANGE two more of the
same, so that a set or a run takes about a press a card. Or as sums, counted up like chips. OK goes on to the next part.
"""

from companion.keys import BACK, DOWN, GREEN, OK, ORANGE, RED, UP
from companion.ui.screen import Screen
from companion.ui.screens import common
from shared_rules.robots_records import KINDS, STAR, STAR_LOW, WILD

_CHIPS = (1, 5, 10, 50)
_MOST_OF_A_KIND = 9
_MOST_POINTS = 9999
_SLOTS = (11, 32, 53, 74, 95, 116)  # middles of the six names in the bottom line
_FIRST = {UP: 0, DOWN: 6, GREEN: 12}
_PHASES = ("tally", "hand", "robots")


class AskChips(Screen):
    """A number without a default: BLUE RED ORANGE GREEN add 1, 5, 10, 50; UP and DOWN one more or fewer; OK once it is set.

    BACK takes a press back. It stays on the stack when it is answered, so that BACK finds it.
    """

    name = "number"

    def __init__(self, app, words, title, most, on_number):
        Screen.__init__(self, app)
        self.texts = words
        self.title = title
        self.most = most
        self.on_number = on_number
        self.steps = []

    @property
    def value(self):
        return sum(self.steps)

    def press(self, key):
        if key <= DOWN:
            step = _CHIPS[key] if key <= GREEN else 1 if key == UP else -1
            if 0 <= self.value + step <= self.most:
                self.steps.append(step)
            elif not self.value and key == DOWN:
                self.steps.append(0)  # nought, but set
            else:
                self.app.beep("refused")
        elif key == BACK and self.steps:
            self.steps.pop()
        elif key == OK and self.steps:
            self.on_number(self.value)
        else:
            Screen.press(self, key)

    def repeat(self, key):
        self.press(key)

    def draw(self, canvas):
        canvas.text(0, 0, self.title, 16, width=128)
        canvas.centre(0, 128, 18, str(self.value) if self.steps else self.texts.NOT_SET, 32)
        draw_chip_keys(canvas, self.texts)


def draw_chip_keys(canvas, words):
    canvas.text(0, 48, words.CHIPS, 8, width=128)
    canvas.text(0, 56, words.CHIPS_FINE, 8, width=128)


class Tally(common.Entry):
    """`of` None: enters a tally; else the number of the record that is corrected."""

    name = "tally"
    notice_at = (0, 16)

    def __init__(self, app, seat, of=None):
        common.Entry.__init__(self, app)
        self.turn = self.seat = seat
        self.of = of
        by_sum = app.session.mode() == "points"
        self.by_sum = [by_sum, by_sum]
        self.presses = [[], []]  # (kind, cards) of each press; of sums (-1, points)
        self.robots = 0
        self.part = 0
        self.group = None
        if of is not None:
            self._prefill()

    def _prefill(self):
        game = self.app.session.game
        back = 1
        while game.event(back)[0] != self.of:
            back += 1
        event = game.event(back)[1]  # a `fix` has changed it in place
        for part in (0, 1):
            cards = event[("played", "hand")[part]]
            self.by_sum[part] = type(cards) is int
            if self.by_sum[part]:
                self.presses[part] = [(-1, cards)] if cards else []
            else:
                self.presses[part] = [(k, cards[KINDS[k]]) for k in range(len(KINDS)) if KINDS[k] in cards]
        self.robots = event["robots"]

    @property
    def phase(self):
        return _PHASES[self.part]

    def counts(self, part):
        """Cards of each kind in a part."""
        counts = [0] * len(KINDS)
        for kind, count in self.presses[part]:
            if kind >= 0:
                counts[kind] += count
        return counts

    def points(self, part):
        values = self.app.session.state.values
        return sum([count if kind < 0 else count * values[kind] for kind, count in self.presses[part]])

    # Keys

    def press(self, key):
        if self.part == 2:
            self._press_robots(key)
        elif key == BACK:
            self._back()
        elif self.group is not None:
            self._press_which(key)
        elif key == OK:
            self._next()
        elif self.by_sum[self.part]:
            self._press_chip(key)
        else:
            self._press_card(key)

    def repeat(self, key):
        if self.part == 2 or self.by_sum[self.part]:
            self.press(key)

    def _back(self):
        if self.group is not None:
            self.group = None
        elif self.presses[self.part]:
            self.presses[self.part].pop()
        elif self.part:
            self.part -= 1
        elif self.of is not None or not [1 for tally in self.app.session.state.tallies if tally]:
            self.app.pop()
        elif self.app.session.state.done:
            self.app.pop()
        else:
            common.take_back(self.app)

    def _press_chip(self, key):
        step = _CHIPS[key] if key <= GREEN else 1 if key == UP else -1
        if 0 <= self.points(self.part) + step <= _MOST_POINTS:
            self.presses[self.part].append((-1, step))
        else:
            self.app.beep("refused")

    def _press_card(self, key):
        presses = self.presses[self.part]
        if key in _FIRST:
            self.group = _FIRST[key]
            return
        kind = presses[-1][0] if presses else -1
        if key == RED:
            kind = 0 if kind == STAR_LOW else kind + 1 if 0 <= kind < STAR else -1
        self._add(kind, 2 if key == ORANGE else 1)

    def _press_which(self, key):
        kind = self.group + key
        if key > DOWN or kind > WILD:
            self.app.beep("refused")
            return
        if self._add(kind, 1):
            self.group = None

    def _add(self, kind, count):
        """Puts cards on the pile; False where there cannot be any such."""
        state = self.app.session.state
        if kind < 0 or state.values[kind] is None or self.counts(self.part)[kind] + count > _MOST_OF_A_KIND:
            self.app.beep("refused")
            return False
        self.presses[self.part].append((kind, count))
        return True

    def _next(self):
        self.part += 1
        if self.part == 2 and not self.presses[0] and not self.by_sum[0]:
            self.part = 1
            self.robots = 0
            self._enter()

    def _press_robots(self, key):
        if key == BACK:
            self.part = 1
        elif key <= GREEN:
            self.robots = key
            self._enter()
        elif key == OK:
            self._enter()
        else:
            self.robots = min(max(self.robots + (1 if key == UP else -1), 0), 13)

    def _cards(self, part):
        if self.by_sum[part]:
            return self.points(part)
        counts = self.counts(part)
        cards = {}
        for k in range(len(KINDS)):
            if counts[k]:
                cards[KINDS[k]] = counts[k]
        return cards

    def _enter(self):
        app = self.app
        fields = {"played": self._cards(0), "hand": self._cards(1), "robots": self.robots}
        if self.of is not None:
            fields["of"] = self.of
            common.decide(app, "fix", **fields)
            return
        if not common.enter(app, "tally", seat=self.seat, **fields):
            return
        app.enter_game()
        state = app.session.state
        if state.warnings and state.warnings[-1][0] == app.session.game.newest:
            app.beep("warning")
            app.say(common.texts(app).NOBODY_OUT)

    # Picture

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        number = state.round + 1 if state.done and self.of is None else state.round
        if self.of is None:
            canvas.right(127, 0, words.ROUND % number, 8)
        else:
            canvas.right(127, 0, words.REALLY, 16)
        canvas.text(0, 0, common.name(state, self.seat), 16, width=108 if self.of is None else 82)
        if self.part == 2:
            self._draw_robots(canvas, words)
            return
        canvas.text(0, 16, words.PARTS[self.part], 16, width=70)
        points = self.points(self.part)
        canvas.right(127, 14, common.number(-points if self.part else points), 32)
        if self.by_sum[self.part]:
            draw_chip_keys(canvas, words)
            return
        counts = self.counts(self.part)
        presses = self.presses[self.part]
        if presses:
            kind = presses[-1][0]
            canvas.text(0, 32, "%d × %s" % (counts[kind], words.KINDS[kind]), 16, width=60)
        if self.group is None:
            canvas.text(0, 48, words.GROUPS, 8, width=128)
            if presses:
                canvas.text(0, 56, words.MORE, 8, width=128)
            return
        for k in range(6):
            kind = self.group + k
            if kind <= WILD and state.values[kind] is not None:
                canvas.centre(_SLOTS[k] - 11, _SLOTS[k] + 11, 48, words.KINDS[kind], 16)

    def _draw_robots(self, canvas, words):
        canvas.text(0, 16, words.PARTS[2], 16, width=90)
        canvas.right(127, 14, str(self.robots), 32)
        canvas.text(0, 32, words.ROBOT_KEYS, 8)
        for k in range(4):
            canvas.suit(32 * k, 48, k, 16)
            canvas.text(32 * k + 18, 48, str(k), 16)
