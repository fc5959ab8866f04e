"""The virtual box in a terminal: the panel as a picture that grows with the window, eight keys below it.

Draws what the panel's model shows and nothing of its own; time is the real one.
"""

import asyncio
import contextlib
import signal
import time

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.widgets import Static

from robokraft.virtual.cells import drawn, fitting
from robokraft.virtual.fingers import Fingers
from robokraft.virtual.script import KEY_NAMES

TICK_S = 0.02
_AROUND = 7  # rows of title, keys and legend
_KEYS_WIDE = 80
_DIM_CONTRAST = 16
_SOUND_S = 0.6

# Terminal key → box key; a capital, or Shift with it, is a hold.
STROKES = {
    "b": "blue", "r": "red", "o": "orange", "g": "green", "u": "up", "d": "down", "k": "ok", "x": "back",
    "1": "blue", "2": "red", "3": "orange", "4": "green",
    "up": "up", "down": "down", "enter": "ok", "backspace": "back", "escape": "back",
}  # fmt: skip
_CAPS = {
    "blue": "b 1",
    "red": "r 2",
    "orange": "o 3",
    "green": "g 4",
    "up": "u ↑",
    "down": "d ↓",
    "ok": "k Enter",
    "back": "x Esc",
}
SIGNS = {"circle": "●", "triangle": "▲", "square": "■", "cross": "✚"}
SIGNS |= {"diamond": "◆", "star": "★", "ring": "○", "bars": "▥"}
_COLOURS = {"blue": "#4aa3ff", "red": "#ff5c5c", "orange": "#ffa733", "green": "#4fc46a"}
KEPT = "the game is kept"
LEGEND = (
    "A capital holds its key: [b]K[/b] enters again what was taken back, [b]X[/b] is the menu.\n"
    "The mouse presses keys too. [b]?[/b] helps, [b]q[/b] quits; {kept}."
)
HELP = (
    "RoboKraft, a card: suit, [b]u[/b] (0–5) or [b]d[/b] (6–11), then [b]b r o g u d[/b]: 0 1 2 3 4 5\n"
    "or 6 7 8 9 10 11. [b]Enter[/b] goes on, [b]x[/b] takes back, [b]X[/b] is the menu, [b]q[/b] quits."
)


def stroke_of(key):
    """(number of the box's key, whether it is held) for a key of the terminal, by Textual's name; None for any other."""
    hold = key.startswith("shift+") or (len(key) == 1 and key.isupper())
    name = STROKES.get(key.removeprefix("shift+").lower())
    return None if name is None else (KEY_NAMES.index(name), hold)


class Key(Static):
    """A key of the box; the mouse holds it as long as its button is down."""

    def __init__(self, number: int):
        self.number = number
        self._shape = None
        super().__init__(self._label(), markup=False, id=KEY_NAMES[number])

    def _label(self):
        name = KEY_NAMES[self.number]
        sign = "" if self._shape is None else SIGNS[self._shape] + " "
        return f"{sign}{name.upper()}\n{_CAPS[name]}"

    def wear(self, shape):
        """The key of a suit has the suit's shape."""
        if shape != self._shape:
            self._shape = shape
            self.update(self._label())

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self.box_app.touch(self.number)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        self.box_app.leave()

    @property
    def box_app(self) -> "BoxApp":
        app = self.app
        assert isinstance(app, BoxApp)
        return app


class BoxApp(App[None]):
    """Shows one VirtualBox until `q`."""

    CSS = """
    Screen { background: #16181d; color: #c8ccd4; align: center middle; overflow: hidden; }
    Vertical { height: auto; }
    #title, #legend { width: auto; height: auto; }
    #legend { color: #8b919c; }
    #panel { width: auto; max-width: 100%; height: auto; background: #06090e; color: #e2f0ff; }
    #panel.dim { color: #7f8b99; }
    #keys { width: 80; height: 3; }
    Key { width: 1fr; height: 2; margin: 1 1 0 0; content-align: center middle; text-align: center; background: #2a2e37; }
    Key.down { background: #e2f0ff; color: #06090e; text-style: bold; }
    """ + "".join(f"#{name} {{ color: {colour}; }}\n" for name, colour in _COLOURS.items())
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("q", "quit"), ("ctrl+q", "quit"), ("ctrl+c", "quit")]

    def __init__(self, box, title, kept=KEPT):
        super().__init__()
        self._box = box
        self._legend = LEGEND.format(kept=kept)
        self._fingers = Fingers(box)
        self._heading = title
        self._then = time.monotonic()
        self._shown: object = None
        self._sound_until = 0.0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Center(Static(self._heading, markup=False, id="title"))
            yield Center(Static("", markup=False, id="panel"))
            with Center(), Horizontal(id="keys"):
                for number in range(len(KEY_NAMES)):
                    yield Key(number)
            yield Center(Static(self._legend, id="legend"))

    def on_load(self) -> None:
        """Whoever ends the process leaves the terminal as `q` does; where that is gone (SIGHUP), nothing can be left so."""
        with contextlib.suppress(NotImplementedError):  # on Windows, where nobody sends it
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)

    def on_mount(self) -> None:
        self._then = time.monotonic()
        self.set_interval(TICK_S, self.tick)

    def on_key(self, event: events.Key) -> None:
        stroke = stroke_of(event.key)
        self.query_one("#legend", Static).update(HELP if stroke is None else self._legend)
        if stroke is None:
            return
        event.stop()
        event.prevent_default()
        self.tick()
        self._fingers.strike(*stroke)
        self.tick()

    def touch(self, key: int) -> None:
        self.tick()
        self._fingers.touch(key)

    def leave(self) -> None:
        self.tick()
        self._fingers.leave()

    def tick(self) -> None:
        """Lets the box live up to now, and shows what has changed."""
        now = time.monotonic()
        ms = int((now - self._then) * 1000)
        self._then += ms / 1000
        self._fingers.run(ms)
        self._show_keys()
        self._hear(now)
        self._show_panel()

    def _show_keys(self):
        shapes = self._box.shapes()
        for key in self.query(Key):
            key.set_class(bool(self._fingers.mask >> key.number & 1), "down")
            if key.number < len(shapes):
                key.wear(shapes[key.number])

    def _hear(self, now):
        beeps = self._box.beeps()
        if beeps:
            self.bell()
            self._sound_until = now + _SOUND_S
            self.query_one("#title", Static).update(f"{self._heading}  ♪ {beeps[-1]}")
        elif self._sound_until and now > self._sound_until:
            self._sound_until = 0.0
            self.query_one("#title", Static).update(self._heading)

    def _show_panel(self):
        panel = self._box.parts.i2c
        size = fitting(self.size.width, self.size.height - _AROUND) if self.size.width >= _KEYS_WIDE else None
        seen = (panel.bytes, size)
        if seen == self._shown:
            return
        self._shown = seen
        widget = self.query_one("#panel", Static)
        for around in ("#keys", "#legend"):
            self.query_one(around).display = size is not None
        widget.set_class(panel.contrast < _DIM_CONTRAST, "dim")
        if size is None:
            widget.update("This window is too small: the picture needs 80 × 24.")
        else:
            widget.update(Text(drawn(self._box.pixels(), size), no_wrap=True))
