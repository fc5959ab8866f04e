"""The composition root: builds everything from the parts it is handed, and runs it a step at a time.

Importing does nothing. `App(parts).step()` does one bounded turn of every job: keys, screen, display, link. A job that raises
is written down and shown; the others go on. What the parts are stands in docs/architecture.md.
"""

from companion.drivers.panel import Panel
from companion.input import HOLD, PRESS, Debouncer
from companion.keys import BACK, DOWN, OK, UP
from companion.lang import warning_lines, words
from companion.session import Session
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.system.crashlog import CrashLog
from companion.ui.canvas import Canvas
from companion.ui.refresher import Refresher
from companion.ui.widgets import Notice

VERSION = "0.1.0"
_DIM = 1
_AT_ONCE = ("resume", "lost", "gap", "newer", "torn")  # warnings that are said at power-up, the worst of them
_SEEN_MS = 150  # from words on the display to the restart that they tell of
_FLASH_MS = 120  # how long a refused key shows as a bar


class App:
    """The box. `step()` is called as often as the loop turns; it never waits. `journal`: one that is opened already."""

    def __init__(self, parts, journal=None):
        self.parts = parts
        self.settings = Settings(parts.files)
        self.words = words(self.settings.get("language"))
        self.crashes = CrashLog(parts.files, parts.ticks_ms)
        self.journal = journal or Journal(parts.files, parts.entropy)
        self.session = Session(self.journal, parts.ticks_ms, parts.device, VERSION)
        self.keys = Debouncer()
        self.panel = Panel(parts.i2c, self.settings.get("display"))
        self.canvas = Canvas(self.panel.buffer, pieces=lambda text: self.names().pieces(text))
        self.refresher = Refresher(self.panel)
        self.stack = []
        self.notice = None
        self.warnings = []
        self.bus_bytes = 0
        self.acted = 1  # key events since the heap was tidied; the start is like one
        self._soon = []
        self._stale = True
        self._drawn = False  # something the panel may not show yet
        self._first = True  # no sample of the keys was seen yet
        self._flash_ms = 0
        self._light = None
        self._failed = []
        self._jobs = (("input", self._input), ("screen", self._screen), ("display", self._display))
        self._names = None
        self._door = None
        serial = getattr(parts, "serial", None)
        if serial is not None:
            from companion.link.door import Door

            self._door = Door(self, serial)
            self._jobs += (("link", self._door.step),)
        self.beats = {name: parts.ticks_ms() for name, _ in self._jobs}  # when each last came to its end
        self.apply_settings()
        self._open()

    def apply_settings(self):
        """Takes the settings over: times, picture, shapes."""
        self.keys.set_times(self.settings.get("hold_ms"), self.settings.get("double_ms"))
        self.canvas.shapes = tuple(self.settings.get("shapes"))
        self.canvas.forget()
        self.panel.use(self.settings.get("display"))
        self.panel.flip(self.settings.get("flip"))
        self._light = None
        self.redraw()

    def _open(self):
        """The first screen: straight into an open game, or home."""
        from companion.ui.screens.home import Home

        self.stack = [Home(self)]
        try:
            open_game = self.session.resume()
        except Exception as error:
            # A game that cannot be replayed must not keep the box from starting; it stays in the journal.
            self.crashes.write("resume", error)
            self.warnings.append("resume")
            open_game = False
        if open_game:
            self.enter_game()
        self.warnings += self.journal.notices
        worst = [warning for code in _AT_ONCE for warning in self.warnings if code in (warning, warning[0])]
        if worst:
            self._say_warning(worst[0])

    # The stack of screens

    def push(self, screen):
        self.stack.append(screen)
        screen.shown()
        self.redraw()

    def pop(self):
        """One screen back; home stays."""
        if len(self.stack) > 1:
            self.stack.pop()
            self.stack[-1].shown()
        self.redraw()

    def replace(self, screen):
        self.stack.pop()
        self.push(screen)

    def home(self):
        """Everything closed but the home screen."""
        self.notice = None
        del self.stack[1:]
        self.stack[0].shown()
        self.redraw()

    def enter_game(self):
        """The screen of the open game's place, above home."""
        from companion.ui.places import screens_of

        self.notice = None
        del self.stack[1:]
        self.stack[0].tidy()
        self.push(screens_of(self).place_of(self))

    def _restarts(self):
        """Whether the box can start its program anew, which it does in a moment."""
        restart = getattr(self.parts, "restart", None)
        if restart is None:
            return False
        self.say(self.words.RESTARTS)
        restart(_SEEN_MS)
        return True

    def menu(self):
        from companion.ui.screens.menu import Menu

        if not isinstance(self.stack[-1], Menu):
            self.push(Menu(self))

    def say(self, lines, offer=None, on_ok=None, back_too=False, passing=False):
        """Shows a notice; see there."""
        self.notice = Notice(lines, offer, on_ok, back_too, passing)
        self.redraw()

    def warn(self, warning):
        """Keeps a warning for the page About, and says it at once."""
        self.warnings.append(warning)
        self._say_warning(warning)

    def _say_warning(self, warning):
        self.say(warning_lines(self.words, warning))
        self.notice.whole = True

    def redraw(self):
        self._stale = True

    def names(self):
        """See `ui.names`: loaded for the first name that is no Latin, few boxes have one."""
        if self._names is None:
            from companion.ui.names import Names

            self._names = Names(self.parts.files, self.settings, self.session, self.canvas.can_draw)
        return self._names

    def names_changed(self):
        """Names, or pictures of them, are looked up anew."""
        self._names = None
        self.canvas.forget()
        self.redraw()

    def beep(self, name):
        """A sound event: `entered`, `trick`, `warning`, `refused`. What it says is always to be seen as well."""
        if name == "refused":
            self._flash_ms = _FLASH_MS
            self.redraw()
        if self.settings.get("sound"):
            self.parts.beep(name)

    # Jobs

    def step(self):
        """One turn of every job."""
        for name, job in self._jobs:
            try:
                job()
                self.beats[name] = self.parts.ticks_ms()
            except Exception as error:
                self._crashed(name, error)

    def _crashed(self, name, error):
        if isinstance(error, MemoryError) and self._door is not None:
            self._door.leave()  # the table goes before
        try:
            self.crashes.write(name, error)
        except MemoryError:  # then it is only shown
            pass
        first = name not in self._failed
        if first:
            self._failed.append(name)
            self.warnings.append("crash")
        if name == "screen":
            self.home()
        if name == "display":
            self.refresher.forget()
            self.panel.lost()  # it is set up anew in a while
        if name == "input" and isinstance(error, MemoryError) and self._restarts():
            return  # the key found no memory: what was entered before it is in flash
        if first or name != "display":  # whose words are gone with it
            self.say((self.words.CRASH, name, type(error).__name__))

    def _input(self):
        flip = self.settings.get("flip")
        for mask, ms in self.parts.buttons.poll():
            self.keys.feed(turned(mask) if flip else mask, ms)
            if self._first:
                self._first = False
                self._test_stuck()
            if self._flash_ms:
                self._flash_ms = max(self._flash_ms - ms, 0)
                if not self._flash_ms:
                    self.redraw()
        event = self.keys.next()
        while event is not None:
            self.handle(event[0], event[1])
            event = self.keys.next()
        self._dim()

    def _test_stuck(self):
        """A key that is down as the power comes is held for the self-test, or its line touches ground: then that says where."""
        if self.keys.stuck & ~(1 << BACK):  # which starts without the program
            from companion.ui.screens.selftest import SelfTest

            self.push(SelfTest(self))

    def handle(self, kind, key):
        """Acts on one key event. A press that wakes the display is only that."""
        self.acted += 1
        if self._light == 0:
            self._set_light(2)
            return
        self.redraw()
        notice = self.notice
        if notice is not None and kind != HOLD and notice.turn():
            return
        screen = self.stack[-1]
        self.notice = None
        if notice is not None and kind == PRESS and (key == OK or (key == BACK and notice.back_too)):
            if notice.on_ok:
                notice.on_ok()
        elif notice is not None and kind == PRESS and key == BACK and not notice.passing:
            pass
        elif kind == PRESS:
            screen.press(key)
        elif kind == HOLD:
            screen.hold(key)
        else:
            screen.repeat(key)
        while self._soon:
            act, argument = self._soon.pop()
            act(argument)

    def soon(self, act, argument):
        """Calls act(argument) once the key is handled: the Pico's stack is small, and to write takes much of it."""
        self._soon.append((act, argument))

    def _dim(self):
        """Bright, dim after a while, dark after a longer one; never dark while a trick is open."""
        idle_ms = self.keys.idle_ms
        off_s, dim_s = self.settings.get("off_s"), self.settings.get("dim_s")
        game = self.session.game
        trick_open = game is not None and bool(getattr(game.state, "table", None))
        if off_s and idle_ms >= off_s * 1000 and not trick_open:
            self._set_light(0)
        elif dim_s and idle_ms >= dim_s * 1000:
            self._set_light(1)
        else:
            self._set_light(2)

    def _set_light(self, light):
        """0 dark, 1 dim, 2 bright."""
        if light == self._light:
            return
        self._light = light
        self.panel.brightness(_DIM if light == 1 else self.settings.get("brightness"))
        self.panel.sleep(light == 0)

    def _screen(self):
        self.session.tick()
        if not self._stale:
            return
        self._stale = False
        self._drawn = True
        canvas = self.canvas
        canvas.clear()
        self.stack[-1].draw(canvas)
        if self.notice is not None:
            left, top = (0, 0) if self.notice.whole else self.stack[-1].notice_at
            self.notice.draw(canvas, left, top)
        if self._flash_ms:
            canvas.invert(0, 60, 128, 4)

    def _display(self):
        if self.panel.step(self.parts.ticks_ms()):
            self._drawn = True
        if self._drawn and self.panel.ready:
            self._drawn = False
            self.bus_bytes += self.refresher.refresh()


def turned(mask):
    """The keys of a box that is turned round: what points up is UP. Suits, OK and BACK are known by their caps."""
    return mask & ~(1 << UP | 1 << DOWN) | (mask >> UP & 1) << DOWN | (mask >> DOWN & 1) << UP
