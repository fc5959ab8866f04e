"""Every screen of the box has a committed picture, and looks like it to the pixel.

The pictures are taken while the flows in `scripts/`, here and in tests/flows, are played on a virtual box (`# picture NAME`;
the language is that of flows/flow.py); a few that no key leads to are made below. Where one differs, the test names it and
writes what the box shows now beside it, as `NAME.now.png`. REDRAW=1 in the environment writes the committed ones anew: then
look at them.
"""

import importlib
import os
import pkgutil
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from PIL import Image

import companion.app
import companion.ui.screens
from cables import GAME, WISH, Desk
from companion.keys import RED, UP
from companion.lang import en
from companion.ui import widgets
from companion.ui.screen import Screen
from companion.ui.screens.settings import HouseRules
from flows import flow
from robokraft.virtual.box import VirtualBox
from shared_rules.game import RuleError

GOLDEN = Path(__file__).with_name("golden")
FOLDERS = Path(__file__).with_name("scripts"), Path(flow.__file__).with_name("scripts")
SCRIPTS = {p.name: p.read_text("utf-8") for folder in FOLDERS for p in sorted(folder.glob("*.keys"))}
SIZE = (128, 64)


# What no key leads to: each is handed a fresh box and a function that takes a picture.


def crash(box, take):
    """A screen of the open game fails."""

    def broken(_canvas):
        raise ValueError("a reason that takes more than one line to be told")

    flow.play("# start 0 BROG Ann, Bob, Carol", box)
    box.app.stack[-1].draw = broken
    box.play("blue")
    take("notice-crash")
    box.play("back up up")
    take("home-warns")


def winners(box, take):
    """Several won: as large as all the names have room."""
    for name, names in TIES.items():
        box.app.stack[-1].draw = lambda canvas, names=names: widgets.draw_winners(canvas, names)
        box.app.redraw()
        box.run(20)
        take("winners-" + name)


def full(box, take):
    """The file system says that nothing goes in any more."""
    box.app.journal.files.free = lambda: 5000
    box.play("ok red ok")
    take("notice-full")


def exported(box, take):
    """A game that a host has: one question is enough."""
    flow.play(SCRIPTS["past.keys"].split("# start 1")[0], box)
    box.app.journal.mark_exported(box.app.journal.games()[0][0])
    box.play("down down ok")
    take("past-exported")
    box.play("ok")
    take("question-delete-exported")


def house_rules(box, take):
    """Of a game that has a list of its own."""
    box.app.push(HouseRules(box.app, "robokraft"))
    box.run(20)
    take("house-rules")


def about(box, take):
    """The box, its memory, the newest crash, and every warning there is."""
    box.app.journal.files.free = lambda: 600 * 1024
    box.app.crashes.write("display", ValueError("a reason that takes more than one line to be told"))
    box.play("up ok")
    with patch.object(companion.app, "VERSION", "1.23.4"):
        box.app.redraw()
        box.run(20)
        take("about")
    box.play("down")
    take("about-memory")
    box.play("down")
    take("about-newest-crash")
    for code in WARNINGS:
        box.app.warnings[:] = [(code, {"file": "packs/00001"} if code in _OF_FILES else {})]
        box.play("back ok down down")
        take("about-" + code)


def wires(_box, take):
    """The line of RED touches ground, that of every other key but UP hangs in the air."""
    with VirtualBox(grounded=1 << RED, cut=0xFF & ~(1 << RED | 1 << UP)) as box:
        take("self-test-stuck", box)
        box.play("up up up up up")
        take("self-test-wires", box)
        box.play("up up")
        take("self-test-wires-last", box)


def asked(_box, take):
    """What a computer may do only after a Yes at the box."""
    with Desk() as desk:
        box = desk.box
        flow.play(SCRIPTS["past.keys"].split("# start 1")[0], box)
        box.start(WISH)
        desk.hello()
        number = box.app.journal.games()[0][0]
        wishes = {
            "start": ("start", GAME),
            "delete": ("delete", {"game": number}),
            "clear": ("clear", {"games": 12}),
            "restore": ("restore", {"games": 3}),
            "restore-set": ("restore", {"games": 0}),
            "maintenance": ("maintenance", {}),
        }
        box.app.parts.maintenance = box.app.home  # a Pico would begin anew
        for count, (name, (request, fields)) in enumerate(wishes.items()):
            assert desk.ask(count + 2, request, **fields) == {"outcome": "asked"}
            take("question-host-" + name, box)
            box.play("back wait:11000")
        box.play("back:hold down down down ok ok ok ok  up ok")  # no game, but not home: about
        assert desk.ask(50, "start", **GAME) == {"outcome": "asked"}
        take("question-host-begin", box)
        box.play("ok")
        assert [player["name"] for player in box.app.settings.get("players")] == ["Ann", "Ben", "Cyd"]


TIES = {
    "two": ("Anna", "Jonas"),
    "three": ("Anna", "Jonas", "Thomas"),
    "long": ("Maximiliana", "Christopher", "Wolfgang"),
}
_OF_FILES = ("lost", "damaged", "newer")
WARNINGS = [*sorted(en.WARNINGS), "unheard-of"]
ASKED = ("start", "delete", "clear", "restore", "restore-set", "maintenance", "begin")
MADE = {
    crash: ["notice-crash", "home-warns"],
    full: ["notice-full"],
    winners: ["winners-" + name for name in TIES],
    house_rules: ["house-rules"],
    wires: ["self-test-stuck", "self-test-wires", "self-test-wires-last"],
    asked: ["question-host-" + name for name in ASKED],
    exported: ["past-exported", "question-delete-exported"],
    about: ["about", "about-memory", "about-newest-crash", *("about-" + code for code in WARNINGS)],
}
PICTURES = [(name, source) for source, names in MADE.items() for name in names]
PICTURES += [(name, script) for script, text in SCRIPTS.items() for name in flow.pictures(text)]


class Album:
    """The pictures of all sources; a source is played when one of its pictures is asked for, and once."""

    def __init__(self):
        self.pictures = {}
        self.shown = {}
        self._failed = {}

    def picture(self, name, source):
        if source not in self._failed:
            self._failed[source] = self._play(source)
        assert name in self.pictures, self._failed[source]
        return self.pictures[name]

    def _play(self, source):
        """Why it ended before its end, or None."""
        with VirtualBox() as box:

            def take(name, box=box):
                self.pictures[name] = bytes(box.pixels())
                self.shown[name] = type(box.app.notice or box.app.stack[-1])

            try:
                if callable(source):
                    source(box, take)
                else:
                    flow.play(SCRIPTS[source], box, source, take)
                    assert box.status()["warnings"] == []
            except AssertionError as error:
                return error


@pytest.fixture(scope="module")
def album():
    return Album()


def points(path):
    with Image.open(path) as image:
        assert image.size == SIZE
        return bytes(1 if dot else 0 for dot in image.convert("1").tobytes("raw", "L"))


def write(path, pixels):
    image = Image.frombytes("L", SIZE, bytes(255 * dot for dot in pixels)).convert(
        "1", dither=Image.Dither.NONE
    )
    image.save(path, optimize=True)


@pytest.mark.parametrize("name, source", PICTURES, ids=[name for name, _ in PICTURES])
def test_the_screen_is_the_committed_picture(name, source, album):
    pixels = album.picture(name, source)
    path, now = GOLDEN / f"{name}.png", GOLDEN / f"{name}.now.png"
    now.unlink(missing_ok=True)
    if os.environ.get("REDRAW"):
        write(path, pixels)
    if not path.exists() or points(path) != pixels:
        write(now, pixels)
        pytest.fail(f"{name} of {source} does not look like its picture: compare {path.name} and {now.name}")


def test_every_source_is_played_to_its_end(album):
    for name, source in PICTURES:
        album.picture(name, source)
    assert {source: error for source, error in album._failed.items() if error} == {}


def test_no_picture_is_double_or_left_from_another_time():
    names = [name for name, _ in PICTURES]
    assert sorted(names) == sorted(set(names))
    kept = {path.stem for path in GOLDEN.glob("*.png") if not path.stem.endswith(".now")}
    kept = {name for name in kept if not name.startswith("canvas-")}
    assert kept == set(names)


def screens():
    """The names of all classes of screen, and Notice."""
    for module in pkgutil.iter_modules(companion.ui.screens.__path__):
        importlib.import_module("companion.ui.screens." + module.name)
    importlib.import_module("companion.link.asking")
    found, left = set(), [Screen]
    while left:
        derived = left.pop().__subclasses__()
        found.update(derived)
        left += derived
    return {kind.__name__ for kind in found | {widgets.Notice}}


def test_every_screen_has_a_picture(album):
    for name, source in PICTURES:
        album.picture(name, source)
    assert screens() - {kind.__name__ for kind in album.shown.values()} == {
        "Pages",
        "Entry",
        "Asks",
        "Sheet",
    }  # only built upon


def test_a_reason_names_the_person_at_the_seat():
    """The rules count seats from 1 where they speak to people."""
    state = SimpleNamespace(players=[{"name": "ANN"}, {"name": "BEN"}, {"name": "CLEO"}])
    app = SimpleNamespace(session=SimpleNamespace(game=object(), state=state))
    error = RuleError("seat", "seat 3 cannot play: it is seat 1's turn")
    assert widgets.reason(app, error) == "CLEO cannot play: it is ANN's turn"
