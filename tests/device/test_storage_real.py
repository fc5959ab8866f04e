"""The journal on a real littlefs, on real folders, and on MicroPython."""

import pytest

from companion.storage.files import Files
from companion.storage.journal import Journal
from device import cutfiles
from device.cutfiles import entropy, seen
from device.flash import BLOCK, Flash, LittleSystem
from vm.unix import ROOT


def on_flash(flash, fresh=True):
    system = LittleSystem(flash, fresh)
    return system, Journal(Files("/data", system, system.open_file), entropy)


def test_a_really_full_littlefs():
    flash = Flash(64)
    system, journal = on_flash(flash)
    for number in range(1, 9):
        journal.start(b"header %d" % number)
        for k in range(100):
            journal.append(b"%d-%d" % (number, k))
        journal.finish()
    want = [b"header"]
    journal.start(want[0])
    count = 0
    with pytest.raises(OSError):
        while True:
            with system.open_file("/ballast%03d" % count, "wb") as file:
                file.write(bytes(BLOCK))
            count += 1
    for k in range(150):
        want.append(b"%05d" % k)
        journal.append(want[-1])
    assert journal.waiting and journal.open_payloads() == want
    kept = on_flash(flash, fresh=False)[1].open_payloads()
    assert len(kept) > 10 and kept == want[: len(kept)]
    deleted = 0
    while journal.waiting:  # blocks of 4 KB: not every game gives one back
        deleted += 1
        journal.delete(deleted, force=True)
    assert deleted <= 5
    journal.finish()
    again = on_flash(flash, fresh=False)[1]
    assert again.read(9) == want
    assert [key for key, _, _ in again.games()] == list(range(9, deleted, -1))


@pytest.mark.slow
def test_an_entry_costs_less_than_a_tenth_of_an_erase_with_200_games_stored():
    flash = Flash(352)
    _, journal = on_flash(flash)
    for _ in range(200):
        journal.start(b"h" * 90)
        while len(journal.open_payloads()) < 10:
            journal.append(b"12345")
        journal.append(bytes(1500))  # the size of a game without its hundred entries
        journal.finish(b"Ann 20")
    journal.start(b"h" * 90)
    journal.append(b"12345")
    erases = flash.erases
    worst = 0
    for _ in range(300):
        before = flash.erases
        journal.append(b"12345")
        worst = max(worst, flash.erases - before)
    assert (flash.erases - erases) * 10 <= 300 and worst <= 2
    assert journal.stats()[0] == 200 and journal.stats()[2] > 300


ON_MICROPYTHON = """
import sys
sys.path.append(%r)
import os
from companion.storage.files import Files
from companion.storage.journal import Journal
from cutfiles import *
for kind in ("littlefs", "posix"):
    check_full(kind)
    check_full_at_the_end(kind)
system, journal = boot("littlefs", {"/data/settings.json": b"{}"})
assert refusal(journal.append, b"x") == "closed"
assert refusal(journal.read, 5) == "missing"
system = CutSystem("littlefs", {"/data/other": b""})
assert refusal(Journal, Files("/data", system, system.open_file), entropy) == "not_ours"
model = Model()
folder = %r
for step in written_out(LONG):
    if model.legal(step):
        act(Journal(Files(folder), os.urandom), step)  # a restart before each
        model = model.after(step)
        assert seen(Journal(Files(folder))) == model.seen(), step
print(model.seen())
"""


@pytest.mark.slow
def test_a_real_folder_on_both_pythons(unix, tmp_path):
    here = tmp_path / "here"
    model = cutfiles.Model()
    for step in cutfiles.written_out(cutfiles.LONG):
        if model.legal(step):
            cutfiles.act(Journal(Files(str(here)), entropy), step)
            model = model.after(step)
            assert seen(Journal(Files(str(here)))) == model.seen()
    there = tmp_path / "there"
    out = unix.check(ON_MICROPYTHON % (str(ROOT / "tests/device"), str(there)))
    assert out.strip() == repr(model.seen())
    assert seen(Journal(Files(str(there)))) == model.seen(), "what one Python wrote, the other reads"


ON_ITS_LITTLEFS = """
import os, vfs
from companion.storage.files import Files
from companion.storage.journal import Journal
class Flash:
    def __init__(self, blocks):
        self.data = bytearray(blocks * 4096)
        self.erases = 0
    def readblocks(self, block, into, at=0):
        at += block * 4096
        into[:] = self.data[at : at + len(into)]
    def writeblocks(self, block, data, at=0):
        at += block * 4096
        self.data[at : at + len(data)] = data
    def ioctl(self, what, block):
        if what == 4:
            return len(self.data) // 4096
        if what == 5:
            return 4096
        if what == 6:
            self.erases += 1
            return 0
flash = Flash(44)
vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
files = Files("/flash/data")
journal = Journal(files, os.urandom)
with open("/flash/data/settings.json", "wb") as file:
    file.write(bytes(450))
for game in range(1, 4):
    journal.start(b"header %d" % game)
    erases = flash.erases
    for k in range(200):
        assert journal.append(b"%05d" % k)
    assert (flash.erases - erases) * 10 <= 200, flash.erases - erases
    journal.mark(game)
    again = Journal(files)
    assert again.open_payloads() == journal.open_payloads() and again.marked() == game
    journal.finish()
journal.mark_exported(2)
journal.delete(2)
again = Journal(files)
assert [key for key, _, _ in again.games()] == [3, 1] and again.notices == []
assert again.read(3) == [b"header 3"] + [b"%05d" % k for k in range(200)]
assert again.stats()[:2] == (2, 2) and again.stats()[3] > 0
"""


def test_micropythons_own_littlefs(unix):
    unix.check(ON_ITS_LITTLEFS)
