"""The self-test: every button, every pixel, the storage. A button that does not answer is named with its wire.

`parts.wires` (texts, one a key) says where each button is soldered. The test can be gone through with whatever buttons work:
three presses of one go on. It opens by itself when a button is down while the power comes: held on purpose, or because its line
touches ground.
"""

from companion.keys import BACK, DOWN, OK, UP
from companion.storage.trial import storage_works
from companion.ui.screen import Screen

_KEYS, _LIT, _DARK, _RESULT = range(4)
_GO_ON = 3  # presses of one button
_LINES = 3  # buttons named on a page


class SelfTest(Screen):
    """Step by step; nothing of a game is touched."""

    name = "selftest"

    def __init__(self, app):
        Screen.__init__(self, app)
        self.step = _KEYS
        self.seen = 0
        self.storage = None
        self._jammed = 0  # keys that stayed down though another one was pressed
        self._last = None
        self._times = 0
        self._page = 0

    def missing(self):
        """Numbers of the keys that stayed down, then of those that gave no press."""
        down = self.app.keys.stuck | self._jammed
        stuck = [key for key in range(8) if down >> key & 1]
        return stuck + [key for key in range(8) if not (self.seen | down) >> key & 1]

    def press(self, key):
        if self.step == _KEYS:
            self._times = self._times + 1 if key == self._last else 1
            self._last = key
            self.seen |= 1 << key
            if self.seen == 0xFF or self._times == _GO_ON:
                self.step = _LIT
        elif self.step == _RESULT:
            self._page += 1
            if self._page * _LINES >= len(self.missing()):
                self.app.pop()
        else:
            self._go_on(key)

    def hold(self, key):
        if key == BACK:
            self.app.pop()
        elif key == OK and self.step == _KEYS:
            self.seen |= 1 << OK
            self.step = _LIT

    def _go_on(self, key):
        self.step += 1
        if self.step == _RESULT:
            self._jammed = self.app.keys.down & ~(1 << key)
            self.storage = storage_works(self.app.parts.files)

    def draw(self, canvas):
        if self.step == _KEYS:
            self._draw_keys(canvas)
        elif self.step == _LIT:
            canvas.fill(0, 0, 128, 64)
        elif self.step == _RESULT:
            self._draw_result(canvas)

    def _draw_keys(self, canvas):
        words = self.words
        canvas.text(0, 0, words.PRESS_EACH, 16, width=128)
        stuck = self.app.keys.stuck
        for key in range(8):
            x, y = 32 * (key % 4), 18 + 18 * (key // 4)
            if stuck >> key & 1:
                canvas.centre(x, x + 31, y, "!", 16)
            elif key < 4:
                canvas.suit(x + 8, y, key, 16)
            else:
                canvas.centre(x, x + 31, y, words.KEY_SIGNS[key - 4], 16)
            if self.seen >> key & 1:
                canvas.invert(x, y, 31, 16)
        canvas.text(0, 56, words.PRESS_ON, 8, width=128)

    def _draw_result(self, canvas):
        words = self.words
        missing = self.missing()
        canvas.text(0, 0, words.TEST_BUTTONS[1 if missing else 0], 16, width=128)
        first = self._page * _LINES
        for row, key in enumerate(missing[first : first + _LINES]):
            canvas.text(0, 18 + 9 * row, self._fault(key), 8, width=128)
        more = len(missing) - first - _LINES
        if more > 0:
            canvas.text(0, 48, words.TEST_MORE % more, 16, width=128)
        else:
            canvas.text(0, 48, words.TEST_STORAGE[0 if self.storage else 1], 16, width=128)

    def _fault(self, key):
        """What is wrong with a key, and where: `RED stuck: GP7, pin 10`."""
        words = self.words
        stuck = (self.app.keys.stuck | self._jammed) >> key & 1
        if key in (UP, DOWN) and self.app.settings.get("flip"):
            key = UP + DOWN - key  # named as on the lid, soldered as there
        text = words.KEY_NAMES[key] + " " + words.TEST_WIRES[stuck]
        wires = getattr(self.app.parts, "wires", None)
        return text + ": " + wires[key] if wires else text
