"""A box's program exchanged at the prompt of a real MicroPython: old or new, never none, wherever it is cut."""

import threading

import pytest

from emulator import desks, rig
from robokraft.deploy import bundle, image, known, reach, update
from robokraft.deploy.image import BLOCK, SIZE, build, files_of
from robokraft.deploy.prompt import Prompt
from robokraft.deploy.uf2 import FILE_SYSTEM
from robokraft.errors import UserError
from robokraft.transport import Lost

pytestmark = pytest.mark.slow

BOOT_MS = 4000


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    return desks.program(tmp_path_factory.mktemp("old"), "old", more=9000)


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    return desks.program(tmp_path_factory.mktemp("new"), "new", more=20000, **{"companion/other": "x = 1\n"})


def box(program, name="a", **others):
    """The files of a box with this program."""
    return {
        name + ".app": program.app,
        "app": name.encode(),
        **program.start,
        "data/about": b"ours",
        **others,
    }


@pytest.fixture(scope="module")
def at_prompt(shed):
    """Makes a Pico with these files that has come to its prompt."""

    def make(files):
        pico = shed.new(build(files) if files else b"\xff" * SIZE)
        pico.run(600 if files else 1500)
        return pico

    return make


@pytest.fixture(scope="module")
def with_old(at_prompt, old):
    """A Pico with the old program, for use in forks."""
    return at_prompt(box(old))


def deploy(program, settle=lambda prompt: None):
    """What the command does at a prompt: the Found and the Work."""

    def work(address):
        with Prompt(address) as prompt:
            found = update.look(prompt)
            update.refuse(found, program.manifest)
            work = update.plan(found, program)
            update.carry_out(prompt, found, program, work)
            settle(prompt)
            return found, work, update.plan(update.look(prompt), program)

    return work


def boots_to(pico):
    """The word of the app that runs after the power was off and on."""
    again = rig_new(pico)
    again.run(700)
    return files_of(again.flash()).get("ran", b"").decode()


def rig_new(pico, flash=None):
    from robokraft.emulator import firmware
    from robokraft.emulator.pico import Pico

    files = files_of(flash or pico.flash())
    files.pop("ran", None)
    return Pico(firmware.found(), build(files))


@pytest.mark.pico
def test_bare_micropython_becomes_a_box(at_prompt, old):
    def work():
        pico = at_prompt(None)
        found, work, after = desks.served(pico, deploy(old))
        return found.bare, found.foreign, work.write, after.nothing, files_of(pico.flash()), boots_to(pico)

    bare, foreign, written, nothing, files, word = rig.forked(work)
    assert bare and not foreign and written == "a" and nothing
    assert files == {"a.app": old.app, "app": b"a", **old.start}
    assert word == "old"


@pytest.mark.pico
def test_a_board_whose_memory_is_gone_is_known_by_its_serial_and_set_up_again(old, new, shed, tmp_path):
    """FIELD 12: both superblocks damaged. MicroPython makes the file system anew without a word."""
    flash = bytearray(build(box(old)))
    flash[: 2 * BLOCK] = bytes(2 * BLOCK)
    (tmp_path / f"{b'EMULATED'.hex()}-JEXM97-3.jsonl").write_bytes(b"{}\n")

    def work():
        pico = shed.new(bytes(flash))
        pico.run(1500)
        found, work, after = desks.served(pico, deploy(new))
        return found, after.nothing, files_of(pico.flash()), boots_to(pico)

    found, nothing, files, word = rig.forked(work)
    assert found.bare and nothing and word == "new" and "data/about" not in files
    told = known.told(known.known(found.serial, tmp_path))
    assert told[0].startswith("1 of its games is safe in the archive (1 of memory JEXM97)")
    assert "new memory id" in told[-1]


@pytest.mark.pico
def test_an_update_goes_beside_the_old_app_and_leaves_no_old_file(with_old, old, new):
    """FIELD 20."""

    def work():
        begun = with_old.now_ms
        found, work, after = desks.served(with_old, deploy(new))
        return (
            found.bare,
            work,
            after.nothing,
            files_of(with_old.flash()),
            boots_to(with_old),
            with_old.now_ms - begun,
        )

    bare, done, nothing, files, word, _ = rig.forked(work)
    assert not bare and nothing
    assert (done.write, done.in_force, done.start, done.remove) == ("b", "b", [], [])
    files.pop("ran", None)
    assert files == {"a.app": old.app, "b.app": new.app, "app": b"b", **new.start, "data/about": b"ours"}
    assert "companion/other.mpy" in bundle.modules_of(files["b.app"])
    assert word == "new"


def runs(flash):
    """Which app a box with this flash starts, as main.py chooses, and whether all that runs before it is whole."""
    files = files_of(flash)
    first = files["app"].decode()
    assert first in ("a", "b")
    for name in (first, "a" if first == "b" else "b"):
        try:
            bundle.verify(files[name + ".app"])
        except (KeyError, ValueError):
            continue
        return files[name + ".app"], {name: files[name] for name in ("boot.py", "main.py", "bundle.mpy")}
    return None, None


def test_the_power_may_go_at_any_operation_of_the_flash(with_old, old, new, shed):
    """Every erase and program of an update, before it and half-way through: the old or the new program, whole."""
    changed = update.Program(new.app, {**new.start, "boot.py": new.start["boot.py"] + b"# new\n"})

    def work():
        with_old.chip.operations = []
        before = with_old.flash()
        desks.served(with_old, deploy(changed))
        return before, with_old.chip.operations

    before, operations = rig.forked(work)
    assert len(operations) > 20
    seen = []
    cuts = []
    flash = bytearray(before)
    for operation in operations:
        there = operation.moved(-FILE_SYSTEM)
        half = bytearray(flash)
        there.apply(half, half=True)
        for state in (flash, half):
            app, start = runs(bytes(state))
            assert app in (old.app, new.app)
            for name in start:
                assert start[name] in (old.start[name], changed.start[name])
            seen.append("new" if app == new.app else "old")
            cuts.append(bytes(state))
        there.apply(flash)
    assert runs(bytes(flash)) == (new.app, changed.start)
    assert "old" in seen and seen == sorted(seen, reverse=True)  # once new, always new

    def boot(flash):
        pico = shed.new(flash)
        pico.run(700)
        return files_of(pico.flash())["ran"].decode()

    for number in range(0, len(cuts), max(1, len(cuts) // 3)):
        assert rig.forked(lambda number=number: boot(cuts[number])) == seen[number]


@pytest.mark.pico
@pytest.mark.parametrize("after", [16000, 300, 3000, 9000])
def test_the_cable_may_go_at_any_byte_and_the_next_run_does_the_rest(with_old, old, new, after):
    def work():
        with pytest.raises((Lost, UserError)):
            desks.served(with_old, deploy(new), cut_after=after)
        app, _ = runs(with_old.flash())
        begun = files_of(with_old.flash()).get("b.app.new", b"")
        moved = []

        def again(address):
            with Prompt(address) as prompt:
                found = update.look(prompt)
                todo = update.plan(found, new)
                update.carry_out(prompt, found, new, todo, lambda done, of: moved.append(done))

        desks.served(with_old, again)
        return app, len(begun), moved[:1], runs(with_old.flash())[0]

    between, begun, moved, app = rig.forked(work)
    assert between in (old.app, new.app) and app == new.app
    if after == 16000:
        assert begun > 3000 and moved and moved[0] >= 3000  # it went on where it was


@pytest.mark.pico
def test_an_older_layout_is_cleaned_away(at_prompt, old, new):
    """FIELD 20."""
    folders = {
        "a/companion/app.mpy": b"M\x06",
        "a/manifest.json": b"{}",
        "b/x.mpy": b"",
        "a.app.new": b"rubbish",
    }
    older = {
        "boot.py": b"stay_out = None\n",
        "main.py": b"pass\n",
        "app": b"a",
        "data/about": b"ours",
        **folders,
    }

    def work():
        pico = at_prompt(older)
        _, work, after = desks.served(pico, deploy(new))
        return work, after.nothing, files_of(pico.flash())

    done, nothing, files = rig.forked(work)
    assert done.write == "b" and sorted(done.remove) == ["a", "a.app.new", "b"] and nothing
    assert files == {"b.app": new.app, "app": b"b", **new.start, "data/about": b"ours"}


@pytest.mark.pico
@pytest.mark.parametrize("what", ["bytecode", "room"])
def test_what_cannot_be_is_refused_before_a_byte_is_written(at_prompt, old, new, what):
    """FIELD 20."""
    files = box(old)
    wanted = new
    if what == "bytecode":
        manifest = {**new.manifest, "mpy": [7, 0]}
        manifest.pop("files")
        wanted = update.Program(bundle.build(bundle.modules_of(new.app), manifest), new.start)
    else:
        files["data/spare"] = bytes(SIZE - 22 * BLOCK - len(old.app))

    def work():
        pico = at_prompt(files)
        pico.chip.operations = []
        try:
            desks.served(pico, deploy(wanted))
        except UserError as error:
            return error.message, len(pico.chip.operations)

    message, operations = rig.forked(work)
    assert operations == 0 and "nothing was changed" in message
    assert ("bytecode 6.3" in message and "7.0" in message) if what == "bytecode" else "KB of room" in message


@pytest.mark.pico
def test_a_running_box_is_reached_within_ten_seconds_of_its_yes(shed, new, record_property):
    """FIELD 6, 27: maintenance over the link, the prompt without a watchdog, another program, and that one runs.

    Counted is what the box's processor does and what the computer waits for by itself: a box that has nothing to do but to wait
    for this computer is ahead of any clock.
    """
    pico = shed.booted(shed.memory())
    asked, busy_s = threading.Event(), {}
    last = total = 0

    def turn():
        nonlocal last, total
        now = pico.mcu.core.cycles
        total += now - last if now >= last else now  # a reset begins anew
        last = now
        if asked.is_set():
            asked.clear()
            pico.run(100)
            pico.press("ok")
            busy_s["yes"] = total / 125e6

    def work(address):
        way = reach.way(address)
        client = reach.client(way)
        told = client.ask("program")
        assert told["running"] == told["in_force"] == "a" and not update.same(new, told)
        with reach.maintenance(way, client, lambda c, outcome: c.settle(outcome, asked.set)) as prompt:
            busy_s["prompt"] = total / 125e6
            found = update.look(prompt)
            update.carry_out(prompt, found, new, update.plan(found, new))
            prompt.reset()
        return found.in_force

    def through():
        in_force = desks.served(pico, work, turn=turn)
        pico.run(1000)
        files = files_of(pico.flash())
        took_s = busy_s["prompt"] - busy_s["yes"] + reach.LEAVES_S
        return in_force, took_s, files["ran"], files["app"], sorted(files)

    in_force, took_s, ran, app, names = rig.forked(through)
    record_property("told", f"{took_s:.1f} s from a yes at the box to its prompt")
    assert (in_force, ran, app) == ("a", b"new", b"b") and took_s < 10
    assert {"a.app", "b.app", "data/about"} <= set(names)


def test_the_image_holds_a_program_of_the_same_make(box_files):
    program = update.program()
    assert box_files["a.app"] == program.app
    assert {name: box_files[name] for name in program.start} == program.start
    assert image.DATA in update.OURS
