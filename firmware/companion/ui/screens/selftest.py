"""The self-test: every button, every pixel, the storage. What does not answer is named, with its pin where the board tells.

Holding OK goes on when a button cannot be pressed, holding BACK leaves.
"""

from companion.keys import BACK, OK
from companion.storage.files import StorageError
from companion.ui.screen import Screen

_KEYS, _LIT, _DARK, _RESULT = range(4)
_TRIAL = "trial"
_CONTENT = bytes(range(64))


def storage_works(files):
    """Whether a file can be written, read back and removed; leaves none behind."""
    try:
        files.write(_TRIAL, _CONTENT)
        same = files.read(_TRIAL) == _CONTENT
        files.remove(_TRIAL)
    except StorageError:
        return False
    return same


class SelfTest(Screen):
    """Step by step; nothing of a game is touched."""

    name = "selftest"

    def __init__(self, app):
        Screen.__init__(self, app)
        self.step = _KEYS
        self.seen = 0
        self.storage = None

    def missing(self):
        """Numbers of the keys that gave no press."""
        return [key for key in range(8) if not self.seen >> key & 1]

    def press(self, key):
        if self.step == _KEYS:
            self.seen |= 1 << key
            if self.seen == 0xFF:
                self.step = _LIT
        elif self.step == _RESULT:
            self.app.pop()
        else:
            self._go_on()

    def hold(self, key):
        if key == BACK:
            self.app.pop()
        elif key == OK and self.step == _KEYS:
            self.seen |= 1 << OK
            self.step = _LIT

    def _go_on(self):
        self.step += 1
        if self.step == _RESULT:
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
        for key in range(8):
            x, y = 32 * (key % 4), 18 + 18 * (key // 4)
            if key < 4:
                canvas.suit(x + 8, y, key, 16)
            else:
                canvas.centre(x, x + 31, y, words.KEY_SIGNS[key - 4], 16)
            if self.seen >> key & 1:
                canvas.invert(x, y, 31, 16)
        canvas.text(0, 56, words.PRESS_HOLD, 8, width=128)

    def _draw_result(self, canvas):
        words = self.words
        missing = self.missing()
        wires = getattr(self.app.parts, "wires", None)
        canvas.text(0, 0, words.TEST_BUTTONS[1 if missing else 0], 16, width=128)
        y = 16
        for key in missing[:3]:
            text = words.KEY_NAMES[key] + (" " + wires[key] if wires else "")
            canvas.text(8, y, text, 8, width=120)
            y += 9
        canvas.text(0, 48, words.TEST_STORAGE[0 if self.storage else 1], 16, width=128)
