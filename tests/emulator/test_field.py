"""What goes wrong in the field, on the emulated Pico: entries, bounces, saved settings and the open game."""

import pytest

from companion.storage.settings import Settings
from emulator import rig
from emulator.memory import cuts, events, files_on, journal_of, memory_on
from emulator.test_flows import four_players
from robokraft.deploy.image import DATA, files_of
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.script import KEY_NAMES

pytestmark = pytest.mark.slow

EXAMPLE = ("blue down blue", "down up", "orange down down", "red down red")  # the rulebook's trick
# Entries of every kind with a record of their own: cards, undo, redo, the order of the discs, a fix, the leader, a cube.
EVERY_KIND = (
    "blue down blue",
    "down up",
    "back",
    "ok:hold",
    "orange down down",
    "back:hold down down ok down down down ok green blue red",
    "red down red",
    "green up up",
    "ok up ok blue down blue",
    "back:hold down down ok down down down down ok orange",
    "back back",
    "back:hold down down ok up up up up up ok orange green up ok",
)
PLACE = ("id", "players", "round", "trick", "turn", "discs", "supply", "cubes", "won", "points", "events")


@pytest.fixture(scope="module")
def memory(shed):
    return shed.memory(*four_players())


def test_a_card_is_in_flash_at_the_first_pixel_that_acknowledges_it(shed, memory):
    def work():
        pico = shed.booted(memory)
        stored = len(journal_of(pico.flash()).open_payloads())
        for number, keys in enumerate(EXAMPLE, 1):
            *first, last = keys.split()
            rig.Quick(pico).play(" ".join(first))
            assert pico.settle()
            shown = pico.wire.changed_ns
            pico.press_mask(1 << KEY_NAMES.index(last))
            assert pico.until(lambda shown=shown: pico.wire.changed_ns != shown, 1000, 0.25)
            kept = journal_of(pico.flash()).open_payloads()  # the power goes now
            assert len(kept) == stored + number
            pico.press_mask(0)

    rig.forked(work)


def chattered(pico, key, bounces_down=8, bounces_up=10, ms=200):
    """The key is pressed and let go once, with bounces as bad as a worn button's; all of it at the pin."""
    mask = 1 << KEY_NAMES.index(key)
    at = 0.0
    for number in range(bounces_down):
        pico.at(at, lambda: pico.press_mask(mask))
        at += 0.3 + 0.17 * (number % 4)
        pico.at(at, lambda: pico.press_mask(0))
        at += 0.4 + 0.13 * (number % 3)
    pico.at(at, lambda: pico.press_mask(mask))
    at += ms
    for number in range(bounces_up):
        pico.at(at, lambda: pico.press_mask(0))
        at += 0.4 + 0.13 * (number % 3)
        pico.at(at, lambda: pico.press_mask(mask))
        at += 0.3 + 0.17 * (number % 4)
    pico.at(at, lambda: pico.press_mask(0))
    pico.run(at + 60)


def test_a_press_that_bounces_is_one_press(shed, memory, tmp_path):
    """Twice, a half would be a rank as well, and OK a card to be corrected."""

    def work():
        pico = shed.booted(memory)
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            twin = rig.Twin(virtual, pico)
            for key in "blue down blue  ok back".split():
                chattered(pico, key)
                virtual.play(key)
                twin.agree()
            assert virtual.status()["game"]["events"] == 1

    rig.forked(work)


def changed_setting(pico):
    """(flash before, flash operations) of a brightness that is changed at the box."""
    rig.Quick(pico).play("down down down ok ok down down down")
    pico.settle()
    before = pico.flash()
    pico.chip.operations = operations = []
    rig.Quick(pico).play("ok wait:800")
    return before, operations


def test_a_cut_while_a_setting_is_saved_leaves_the_old_one_or_the_new(shed, record_property):
    before, operations = rig.forked(lambda: changed_setting(shed.booted(shed.memory())))
    found = []
    for _, flash in cuts(before, operations):
        saved = Settings(files_on(flash))
        assert saved.notices == []
        found.append(saved.get("brightness"))
        assert journal_of(flash).notices == []
    assert len(set(found)) == 2 and found == sorted(found, reverse=True)
    record_property("told", f"{len(found)} cuts while a setting is saved: the old one or the new, whole")


@pytest.mark.pico
def test_what_a_cut_left_of_saving_is_cleaned_up_at_the_next_start(shed, tmp_path):
    before, operations = rig.forked(lambda: changed_setting(shed.booted(shed.memory())))
    stale = f"{DATA}/settings.json.new"
    left = [flash for _, flash in cuts(before, operations) if stale in files_of(flash, DATA)]
    assert left
    pico = rig.at_first_screen(shed.new(left[-1]))
    assert stale not in files_of(pico.flash(), DATA)
    with VirtualBox(rig.laid(shed.memory(), tmp_path / "box")) as virtual:
        rig.assert_same(pico, virtual.pixels())


def entered(pico, folder, memory):
    """[(flash, the game's status of the virtual box)] after each of EVERY_KIND."""
    found = []
    with VirtualBox(rig.laid(memory, folder)) as virtual:
        twin = rig.Twin(virtual, pico)
        for keys in EVERY_KIND:
            twin.play(keys)
            status = twin.status()["game"]
            assert events(journal_of(pico.flash())) == events(virtual.app.journal)
            found.append((pico.flash(), status))
            if virtual.status()["screen"]["name"] == "notice":
                twin.play("back")
    return found


@pytest.mark.pico
def test_an_open_game_is_taken_up_where_it_was_after_every_kind_of_entry(shed, memory, tmp_path):
    found = rig.forked(lambda: entered(shed.booted(memory), tmp_path / "box", memory))
    assert len({status["events"] for _, status in found}) > 4
    for number, (flash, status) in enumerate(found):
        with VirtualBox(rig.laid(memory_on(flash), tmp_path / str(number))) as again:
            there = again.status()
            assert there["game"] and there["warnings"] == []
            assert {name: there["game"][name] for name in PLACE} == {name: status[name] for name in PLACE}


@pytest.mark.pico
@pytest.mark.parametrize("entry", [2, 5, 8, 11])
def test_an_open_game_is_on_the_screen_again_after_power_up(shed, memory, tmp_path, entry):
    found = rig.forked(lambda: entered(shed.booted(memory), tmp_path / "box", memory))
    flash = found[entry][0]
    pico = rig.at_first_screen(shed.new(flash))
    with VirtualBox(rig.laid(memory_on(flash), tmp_path / "again")) as virtual:
        rig.assert_same(pico, virtual.pixels())
        assert journal_of(pico.flash()).open_payloads() == virtual.app.journal.open_payloads()
