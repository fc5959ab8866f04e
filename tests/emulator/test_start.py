"""Starting and not starting on the emulated Pico: rescue, crashes, broken updates, and bytes that must not matter."""

import pytest

from emulator import rig
from robokraft.deploy import bundle
from robokraft.deploy.compiling import compiled
from robokraft.deploy.image import DATA, build, files_of
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.script import KEY_NAMES

pytestmark = [pytest.mark.slow, pytest.mark.pico]

BACK = 1 << KEY_NAMES.index("back")
GAME = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Carol", "Dan"],
    "setup": {"lead": 0, "discs": "BROG"},
}
EXAMPLE = "blue down blue  down up  orange down down  red down red"  # the rulebook's: B6 B10 O11 R7
START_MS = 8000


@pytest.fixture(scope="module")
def memory(shed):
    return shed.memory(GAME, {"coach": False})


def changed(box_files, memory=None, start=None, **modules):
    """An image with other files in place of these: `start` {name: bytes} beside the app, `companion__app` for
    companion/app.mpy in it. None leaves one out."""
    data = {f"{DATA}/{path}": content for path, content in (memory or {}).items()}
    app = bundle.modules_of(box_files["a.app"])
    app.update({f"{name.replace('__', '/')}.mpy": content for name, content in modules.items()})
    every = {**box_files, **data, "a.app": bundle.build(there(app), {}), **(start or {})}
    return build(there(every))


def there(files):
    return {path: content for path, content in files.items() if content is not None}


def python(source, tmp_path):
    file = tmp_path / "module.py"
    file.write_text(source)
    return compiled(file, "module.py")


def asked(pico, question):
    """What the prompt answers; AssertionError if there is none."""
    pico.usb.send(b"\r\x03")
    pico.run(200)
    pico.usb.take()
    pico.usb.send(question.encode() + b"\r")
    pico.run(600)
    lines = pico.usb.take().decode().split("\r\n")
    assert lines[0] == question and lines[-1] == ">>> ", lines
    return "\n".join(lines[1:-1])


def has_prompt(pico):
    return asked(pico, "print(6 * 7)") == "42"


def crashes(pico):
    return files_of(pico.flash()).get(f"{DATA}/crashes", b"").decode("latin-1")


def played(memory, tmp_path, keys=EXAMPLE):
    """The picture of a virtual box with this memory after these keys."""
    with VirtualBox(rig.laid(memory, tmp_path / "box")) as box:
        box.play(keys)
        box.run(1000)
        return box.pixels()


def starts(pico, pixels):
    """Whether the box comes up with this picture."""
    return pico.until(lambda: pico.pixels() == bytes(pixels), START_MS, 50)


def test_back_held_at_power_up_leaves_the_app_out_and_the_prompt_answers(shed, memory, tmp_path):
    """FIELD 6."""
    pico = shed.new(shed.image(memory))
    pico.press_mask(BACK)
    pico.run(1200)
    asks = pico.pixels()
    assert any(asks)
    pico.press_mask(0)
    pico.run(300)
    assert any(pico.pixels()) and pico.pixels() != asks
    assert pico.now_ms < 10_000 and has_prompt(pico)
    pico.run(9000)  # no watchdog
    assert has_prompt(pico)
    pico.usb.send(b"import machine; machine.reset()\r")
    pico.run(500)
    assert starts(pico, played(memory, tmp_path, ""))


def test_a_stuck_back_is_passed_over_and_means_nothing_in_the_game(shed, memory, tmp_path):
    pico = shed.new(shed.image(memory))
    pico.press_mask(BACK)
    pico.run(9900)
    pico.run(3500)
    pico.settle()
    for key in EXAMPLE.split():
        for mask, ms in ((BACK | 1 << KEY_NAMES.index(key), 80), (BACK, 120)):
            pico.press_mask(mask)
            pico.run(ms)
    pico.settle()
    rig.assert_same(pico, played(memory, tmp_path))


def test_three_crashes_in_a_row_leave_the_app_out_once(shed, box_files, memory, tmp_path):
    fails = python("class App:\n    def __init__(self, parts):\n        raise ValueError('boom')\n", tmp_path)
    pico = shed.new(changed(box_files, memory, companion__app=fails))
    count = pico.mcu.watchdog.scratch_data
    seen = []
    for _ in range(60):
        pico.run(500)
        if not seen or count[0] != seen[-1]:
            seen.append(count[0])
        if len(seen) > 2 and not count[0]:
            break
    assert seen[-4:] == [0x524B0001, 0x524B0002, 0x524B0003, 0]
    pico.run(500)
    assert any(pico.pixels()) and has_prompt(pico)
    assert crashes(pico).count("ValueError: boom") == 3
    assert files_of(pico.flash())[f"{DATA}/now/game"] == memory["now/game"]
    pico.usb.send(b"import machine; machine.reset()\r")
    pico.run(2500)
    assert count[0] == 0x524B0001  # the way back: any start after that tries the app again


def test_an_app_that_cannot_be_imported_gives_way_to_the_other_one(shed, box_files, memory, tmp_path):
    app = box_files["a.app"]
    half = app[: len(app) // 2]  # as an update leaves it whose power went
    data = {f"{DATA}/{path}": content for path, content in memory.items()}
    other_version = bundle.build({"companion/__init__.mpy": b"M\x05\x00\x1f"}, {})
    for broken in (None, half[:10], half, other_version):
        pico = shed.new(build(there({**box_files, **data, "a.app": broken, "b.app": app})))
        assert pico.until(lambda pico=pico: pico.wire.changed_ns is not None, START_MS)
        pico.settle()
        pico.play(EXAMPLE)
        pico.settle()
        rig.assert_same(pico, played(memory, tmp_path / str(pico.now_ms)))


def test_without_an_app_there_is_a_prompt_and_the_display_says_so(shed, box_files, memory):
    pico = shed.new(changed(box_files, memory, companion__app=b"M\x05\x00\x1frubbish"))
    pico.run(3000)
    assert any(pico.pixels()) and has_prompt(pico)
    pico.run(9000)
    assert has_prompt(pico)


@pytest.mark.parametrize(
    "files",
    [
        {"main.py": b"this is no Python"},
        {"main.py": b"raise OSError"},
        {"main.py": None},
        {"boot.py": b"this is no Python"},
        {"boot.py": None},
        {"bundle.mpy": b"M\x05\x00\x1fof another version"},
        {"bundle.mpy": None},
    ],
)
def test_broken_start_files_leave_a_prompt(shed, box_files, files):
    pico = shed.new(changed(box_files, start=files))
    pico.run(1500)
    assert has_prompt(pico)


def test_bytes_from_the_port_do_not_stop_the_app(shed, memory, tmp_path):
    """FIELD 19."""
    meant = played(memory, tmp_path)

    def work():
        pico = shed.booted(memory)
        for key, junk in zip(
            EXAMPLE.split(), (b"\x03", b"\x03\x03\r\x01", b"\x04", b"1\x032", b"\x02\x01\x04\x03\x03") * 3
        ):
            pico.usb.send(junk)
            pico.press(key)
        pico.settle()
        rig.assert_same(pico, meant)
        assert b">>>" not in pico.usb.take()

    rig.forked(work)


def test_bytes_from_the_port_do_not_stop_a_start(shed, memory):
    pico = shed.new(shed.image(memory))
    for ms in range(30, 1200, 10):
        pico.at(ms, lambda: pico.usb.send(b"\x03\x04"))
    pico.run(1200)
    rig.at_first_screen(pico)
    assert b">>>" not in pico.usb.take()


def test_maintenance_is_one_start_without_app_and_watchdog(shed, memory, tmp_path):
    """FIELD 27."""
    pico = shed.new(shed.image(memory))
    pico.press_mask(BACK)
    pico.run(1000)
    pico.press_mask(0)
    pico.run(300)
    words = pico.pixels()
    pico.usb.send(b"from companion.system.watchdog import maintenance; maintenance()\r")
    pico.run(1000)
    assert pico.pixels() != words and any(pico.pixels())
    for _ in range(3):
        pico.run(4000)
        assert has_prompt(pico)
    pico.usb.send(b"\r\x03\x03\x01")  # as mpremote does: the raw prompt, and a soft reset in it
    pico.run(200)
    pico.usb.send(b"\x04")
    pico.run(500)
    assert pico.usb.take().endswith(b"raw REPL; CTRL-B to exit\r\n>")
    pico.usb.send(b"import machine; machine.reset()\x04")
    assert starts(pico, played(memory, tmp_path, ""))


LATER = """
{text}
import time as _time
_class = {name}
_calls = [0]
def {method}(self, *arguments):
    _calls[0] += 1
    if {when}:
        {act}
    return _method(self, *arguments)
_method = _class.{method}
_class.{method} = {method}
"""


def spoilt(path, tmp_path, **what):
    """A module of the box whose class does something bad in some calls of a method."""
    return python(LATER.format(text=(rig_root() / path).read_text(encoding="utf-8"), **what), tmp_path)


def rig_root():
    import companion

    return __import__("pathlib").Path(companion.__file__).parent


def test_a_display_that_fails_for_a_while_costs_no_card_and_is_said(shed, box_files, memory, tmp_path):
    bad = spoilt(
        "ui/refresher.py",
        tmp_path,
        name="Refresher",
        method="refresh",
        when="4 <= _calls[0] <= 6",
        act="raise RuntimeError('no picture')",
    )
    pico = shed.new(changed(box_files, memory, companion__ui__refresher=bad))
    rig.at_first_screen(pico)
    pico.play(EXAMPLE)
    meant = played(memory, tmp_path)
    pico.until(lambda: pico.pixels() == bytes(meant), 15_000, 100)
    rig.assert_same(pico, meant)
    assert "display\n" in crashes(pico) and "no picture" in crashes(pico)
    assert pico.mcu.watchdog.scratch_data[0] == 0x524B0001  # one start, no reset


def test_a_loop_that_hangs_is_ended_by_the_watchdog_and_the_game_is_where_it_was(
    shed, box_files, memory, tmp_path
):
    bad = spoilt(
        "session.py",
        tmp_path,
        name="Session",
        method="tick",
        when="_calls[0] == 1500 and __import__('machine').mem32[0x4005800C] & 0xFF == 1",
        act="_time.sleep_ms(100000)",
    )
    pico = shed.new(changed(box_files, memory, companion__session=bad))
    rig.at_first_screen(pico)
    pico.play(EXAMPLE)
    count = pico.mcu.watchdog.scratch_data
    assert pico.until(lambda: count[0] == 0x524B0002, 30_000, 250)
    assert starts(pico, played(memory, tmp_path))
    left = {path[len(DATA) + 1 :]: data for path, data in files_of(pico.flash(), DATA).items()}
    with VirtualBox(rig.laid(left, tmp_path / "after")) as box:
        assert box.status()["game"]["events"] == 4
