"""The power is cut at every operation of the journal: what was acknowledged is there, in order, on every
kind of file system."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.storage.files import Files
from companion.storage.frames import frame
from companion.storage.journal import Journal
from device import cutfiles
from device.flash import Flash, LittleSystem
from vm.unix import ROOT

KINDS = ("littlefs", "posix")

steps = st.one_of(
    st.tuples(st.just("append"), st.sampled_from((2, 6, 6, 6, 40, 150, 400))),
    st.tuples(st.just("append"), st.just(6)),
    st.tuples(st.just("mark"), st.integers(0, 300)),
    st.tuples(st.just("start"), st.sampled_from((2, 80, 500))),
    st.tuples(st.just("finish"), st.sampled_from((0, 10))),
    st.tuples(st.sampled_from(("delete", "export")), st.integers(0, 2)),
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8)
@given(script=st.lists(steps, max_size=16))
def test_any_script_cut_anywhere(kind, script):
    cutfiles.check_cuts(kind, cutfiles.written_out([("start", 20)] + script))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_long_script_cut_anywhere(kind):
    assert cutfiles.check_cuts(kind, cutfiles.written_out(cutfiles.LONG)) > 400


@pytest.mark.parametrize("kind", KINDS)
def test_the_making_of_a_storage_cut_anywhere(kind):
    assert cutfiles.check_cuts(kind, [], making=True) > 5


ON_MICROPYTHON = """
import sys
sys.path.append(%r)
import cutfiles
print(cutfiles.check_cuts(%r, cutfiles.written_out(cutfiles.LONG[48:])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_script_cut_anywhere_on_micropython(unix, kind):
    script = [("start", 100)] + cutfiles.LONG[48:]
    program = ON_MICROPYTHON.replace("cutfiles.LONG[48:]", repr(script))
    cuts = int(unix.check(program % (str(ROOT / "tests/device"), kind)))
    assert cuts == cutfiles.check_cuts(kind, cutfiles.written_out(script))


def test_a_cut_in_finish_leaves_the_game_once():
    system, journal = cutfiles.boot("littlefs")
    journal.start(b"header")
    journal.append(b"one")
    system.take_images()
    journal.finish()
    codes = set()
    for image in system.take_images():
        _, after = cutfiles.boot("littlefs", image)
        assert len(after.open_payloads()) + len(after.games()) * 2 == 2
        codes |= {code for code, _ in after.notices}
        assert [fields for code, fields in after.notices if code == "duplicate"] in ([], [{"number": 1}])
    assert codes == {"duplicate"}


def test_a_stored_game_that_is_not_the_open_one_takes_nothing_away():
    system, journal = cutfiles.boot("littlefs")
    journal.start(b"header")
    journal.append(b"mine")
    other = frame(b"header") + frame(b"other")
    journal.packs.add(1, b"", len(other), (other,))
    _, again = cutfiles.boot("littlefs", cutfiles.at_rest(system))
    assert again.open_payloads() == [b"header", b"mine"] and again.games() == []
    again.finish()
    assert [key for key, _, _ in again.games()] == [1] and again.read(1) == [b"header", b"mine"]


def flash_script(games):
    """Starts, entries and a finish, a few games long, with an export and a deletion."""
    script = []
    for _ in range(games):
        script += [("start", 90)] + [("append", 6)] * 50 + [("mark", 2), ("append", 40), ("finish", 12)]
    return cutfiles.written_out(script + [("export", 0), ("delete", 1), ("start", 90), ("append", 6)])


@pytest.mark.slow
def test_a_real_littlefs_cut_in_every_erase_and_program():
    flash = Flash(48)
    system = LittleSystem(flash)
    journal = Journal(Files("/data", system, system.open_file), cutfiles.entropy)
    flash.watch()
    models = [cutfiles.Model()]
    for step in flash_script(3):
        flash.step = len(models)
        cutfiles.act(journal, step)
        models.append(models[-1].after(step))
    assert cutfiles.seen(journal) == models[-1].seen()
    tried = 0
    for step, image in flash.cuts():
        cut = Flash(48)
        cut.buffer[:] = image
        system = LittleSystem(cut, fresh=False)
        again = Journal(Files("/data", system, system.open_file), cutfiles.entropy)
        found = cutfiles.seen(again)
        assert found in (models[step - 1].seen(), models[step].seen()), step
        tried += 1
    assert tried > 300
