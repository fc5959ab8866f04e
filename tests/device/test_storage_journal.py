"""The journal and the packs: numbers, lists, damage, newer versions, foreign files, a full storage, bounded
work."""

import random

import pytest

from companion.storage.files import Files, StorageFull
from companion.storage.frames import LONGEST, frame, unframe
from companion.storage.journal import Journal, JournalError, NotOurs
from device import cutfiles
from device.cutfiles import boot, entropy, seen


def disk(system):
    return {path: bytes(node[0]) for path, node in system.names.items()}


def played(journal, games, entries=3, label=b""):
    for _ in range(games):
        number = journal.number
        journal.start(b"header %d" % number)
        for k in range(entries):
            assert journal.append(b"%d-%d" % (number, k))
        assert journal.finish(label) == number


def refused(code, call, *arguments, **named):
    with pytest.raises(JournalError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code and caught.value.message
    return caught.value


def test_a_game_from_start_to_finish():
    system, journal = boot("littlefs")
    assert (journal.open_payloads(), journal.open_key, journal.number, journal.games()) == ([], None, 1, [])
    journal.start(b"header")
    assert (journal.open_key, journal.number) == (1, 2)
    for k in range(100):
        assert journal.append(b"%05d" % k) is True
    want = [b"header"] + [b"%05d" % k for k in range(100)]
    assert journal.open_payloads() == want == journal.read(1)
    assert journal.finish(b"Ann 20") == 1
    _, again = boot("littlefs", disk(system))
    assert (again.open_payloads(), again.read(1), again.label(1)) == ([], want, b"Ann 20")
    assert again.notices == [] and again.storage_id == journal.storage_id
    assert len(again.storage_id) == 6 and again.storage_id.isalnum()


def test_storages_have_ids_of_their_own():
    ids = set()
    for seed in range(20):
        system = cutfiles.CutSystem("littlefs")
        made = Journal(Files("/data", system, system.open_file), lambda n, seed=seed: bytes([seed] * n))
        ids.add(made.storage_id)
    assert len(ids) == 20


def test_what_is_refused():
    _, journal = boot("littlefs")
    refused("closed", journal.append, b"x")
    refused("closed", journal.mark, 1)
    refused("closed", journal.finish)
    refused("payload", journal.start, b"")
    refused("payload", journal.start, bytes(LONGEST + 1))
    journal.start(bytes(LONGEST))
    refused("open", journal.start, b"x")
    refused("payload", journal.append, b"")
    refused("payload", journal.finish, bytes(101))
    for call in (journal.read, journal.label, journal.mark_exported, journal.delete):
        assert refused("missing", call, 7).fields == {"number": 7}
    assert journal.open_payloads() == [bytes(LONGEST)]
    refused("entropy", Journal, Files("/x", *two_sides(cutfiles.CutSystem("littlefs"))))


def two_sides(system):
    return system, system.open_file


def test_a_bookmark_stays_until_the_next_entry():
    system, journal = boot("posix")
    journal.start(b"header")
    journal.append(b"card")
    assert journal.marked() is None
    for page in (0, 3, 300, 3):
        journal.mark(page)
        assert boot("posix", disk(system))[1].marked() == page == journal.marked()
    journal.append(b"card")
    assert boot("posix", disk(system))[1].marked() is None is journal.marked()
    journal.mark(5)
    journal.finish()
    assert journal.marked() is None
    journal.start(b"header")
    assert boot("posix", disk(system))[1].marked() is None


def test_lists_are_newest_first_and_can_be_paged():
    _, journal = boot("littlefs")
    played(journal, 75)
    keys = [key for key, _, _ in journal.games()]
    assert keys == list(range(75, 0, -1))
    paged = []
    page = journal.games(most=7)
    while page:
        paged += page
        page = journal.games(page[-1][0], 7)
    assert paged == journal.games()
    assert journal.label(33) == b"header 33"


def test_a_game_that_is_not_exported_is_deleted_only_by_force():
    system, journal = boot("littlefs")
    played(journal, 5)
    refused("unexported", journal.delete, 3)
    journal.mark_exported(3)
    journal.mark_exported(3)
    assert journal.stats()[:2] == (5, 4)
    _, again = boot("littlefs", disk(system))
    assert [(key, exported) for key, _, exported in again.games()] == [
        (5, False), (4, False), (3, True), (2, False), (1, False),
    ]  # fmt: skip
    again.delete(3)
    again.delete(5, force=True)
    assert again.stats()[:2] == (3, 3)
    assert [again.read(key)[0] for key, _, _ in again.games()] == [b"header 4", b"header 2", b"header 1"]


def test_a_number_is_never_used_twice():
    system, journal = boot("littlefs")
    played(journal, 40)
    for key in range(40, 0, -1):
        journal.delete(key, force=True)
        _, again = boot("littlefs", disk(system))
        assert again.number == journal.number == 41
    assert journal.games() == []
    played(journal, 1)
    assert [key for key, _, _ in journal.games()] == [41]
    journal.delete(41, force=True)
    assert boot("littlefs", disk(system))[1].number == 42


def test_games_share_files_and_deleting_gives_the_room_back():
    system, journal = boot("littlefs")
    played(journal, 200, 192)
    packs = [path for path in disk(system) if "/packs/" in path]
    assert len(packs) < 60 and max(len(disk(system)[path]) for path in packs) <= 12 * 1024
    left = system.left()
    for key in range(1, 200):
        journal.delete(key, force=True)
    assert system.left() > left + 199 * 190 * 8
    assert [key for key, _, _ in journal.games()] == [200]
    assert len([path for path in disk(system) if "/packs/" in path]) <= 2


def work(games):
    """(files opened and operations at a boot with an open game, per entry over 100 entries) with so many
    games stored."""
    system, journal = boot("littlefs", room=10000000)
    played(journal, games, 60)
    journal.start(b"header")
    for k in range(30):
        journal.append(b"%05d" % k)
    system, journal = boot("littlefs", disk(system), room=10000000)
    booted = (system.opened, system.operations)
    for k in range(100):
        journal.append(b"%05d" % k)
    return booted, (system.opened - booted[0], system.operations - booted[1])


def test_the_work_does_not_grow_with_the_games_stored():
    assert work(1) == work(20) == work(200)
    booted, entered = work(200)
    assert booted[0] < 12 and booted[1] == 0
    assert entered[0] < 115 and entered[1] < 115


def test_a_torn_tail_is_cut_off_said_and_kept_aside():
    system, journal = boot("posix")
    journal.start(b"header")
    journal.append(b"card")
    image = disk(system)
    image["/data/now/tail"] += frame(b"half of it")[:6]
    for _ in range(2):
        system, journal = boot("posix", image)
        assert journal.open_payloads() == [b"header", b"card"]
        assert journal.notices == [("torn", {"file": "now/tail", "bytes": 6})]
        image = disk(system)
    assert journal.files.names("torn") == ["00001"]
    assert journal.files.read("torn/00001") == frame(b"half of it")[:6]
    journal.append(b"next")
    system, journal = boot("posix", disk(system))
    assert journal.open_payloads() == [b"header", b"card", b"next"] and journal.notices == []


def test_only_a_few_torn_pieces_are_kept():
    system, journal = boot("posix")
    journal.start(b"header")
    for k in range(9):
        journal.append(b"card")
        image = disk(system)
        image["/data/now/tail"] += bytes([20, k])
        system, journal = boot("posix", image)
    kept = [journal.files.read("torn/" + name) for name in journal.files.names("torn")]
    assert kept == [bytes([20, k]) for k in (5, 6, 7, 8)]
    assert len(journal.open_payloads()) == 10


def test_damage_inside_the_open_game_is_said_and_nothing_is_made_up():
    system, journal = boot("littlefs")
    want = [b"header"] + [b"%05d" % k for k in range(60)]
    journal.start(want[0])
    for payload in want[1:]:
        journal.append(payload)
    image = disk(system)
    game = bytearray(image["/data/now/game"])
    game[60] ^= 4
    image["/data/now/game"] = bytes(game)
    _, again = boot("littlefs", image)
    found = again.open_payloads()
    assert 5 < len(found) < 40 and found == want[: len(found)]
    assert {code for code, _ in again.notices} == {"torn", "gap"}
    again.append(b"goes on")
    assert again.open_payloads() == found + [b"goes on"]


@pytest.mark.parametrize("at", (0, 1, 2, 3))
def test_a_game_whose_head_is_damaged_is_kept_aside_and_its_number_is_not_used_again(at):
    system, journal = boot("littlefs")
    played(journal, 2)
    journal.start(b"header")
    journal.append(b"card")
    image = disk(system)
    game = bytearray(image["/data/now/game"])
    game[at] ^= 1
    image["/data/now/game"] = bytes(game) if at else b""
    system, again = boot("littlefs", image)
    assert ("lost", {"file": "now/game"}) in again.notices
    assert again.open_key is None and again.number == 4
    assert again.files.names("torn")
    again = boot("littlefs", disk(system))[1]
    assert again.number == 4 and again.notices == [] and again.stats()[:2] == (2, 2)


def test_a_damaged_pack_costs_only_what_is_damaged():
    system, journal = boot("littlefs")
    played(journal, 40)
    image = disk(system)
    first, second = sorted(path for path in image if "/packs/" in path)
    pack = bytearray(image[first])
    at = bytes(pack).index(b"7-1")
    pack[at] ^= 1
    image[first] = bytes(pack)
    _, again = boot("littlefs", image)
    assert refused("damaged", again.read, 7).fields == {"number": 7}
    assert len(again.games()) == 40 and again.read(8)[0] == b"header 8" and again.notices == []

    pack[at - 40 : at] = bytes(40)  # now the head of game 7 as well
    image[first] = bytes(pack)
    system, again = boot("littlefs", image)
    assert [key for key, _, _ in again.games()] == [40 - k for k in range(8)] + [6, 5, 4, 3, 2, 1]
    assert ("damaged", {"file": "packs/00001"}) in again.notices
    again.delete(3, force=True)  # what cannot be read is not thrown away
    assert disk(system)[first].endswith(bytes(pack[at:]))

    image[second] = b"\x01junk"
    _, again = boot("littlefs", image)
    assert again.number > 40
    played(again, 1)
    assert again.games(most=1)[0][0] > 40


def test_lost_export_marks_make_every_game_unexported():
    system, journal = boot("littlefs")
    played(journal, 3)
    journal.mark_exported(2)
    image = disk(system)
    image["/data/exported"] = image["/data/exported"][:-1] + b"\0"
    _, again = boot("littlefs", image)
    assert again.stats()[:2] == (3, 3)
    assert again.notices == [("damaged", {"file": "exported"})]
    again.mark_exported(1)
    assert again.stats()[:2] == (3, 2)


def of_version_2(data):
    """A file as a later version begins it: the check sum of its first frame begins with the version byte."""
    payload, at = unframe(data, 1)
    return b"\x02" + frame(payload, b"\x02") + data[at:]


@pytest.mark.parametrize("name", ("about", "exported", "now/game", "now/tail", "now/old", "packs/00001"))
def test_noise_and_a_bit_that_fell_are_no_newer_version(name):
    system, journal = boot("littlefs")
    played(journal, 2)
    journal.mark_exported(1)
    journal.start(b"header")
    for k in range(40):
        journal.append(b"%05d" % k)
    image = disk(system)
    data = image["/data/" + name]
    rng = random.Random(name)
    for noise in [rng.randbytes(len(data)) for _ in range(50)] + [
        bytes([bit | 1]) + data[1:] for bit in (2, 64)
    ]:
        system, again = boot("littlefs", {**image, "/data/" + name: noise})
        again.stats()
        if name == "exported":
            again.mark_exported(2)
        assert "newer" not in [code for code, _ in again.notices]
        if again.open_key is None:
            again.start(b"the next")
        again.append(b"goes on")
        if name.startswith("now/") and noise[1:] != data[1:]:
            aside = [again.files.read("torn/" + piece) for piece in again.files.names("torn")]
            assert noise in aside


@pytest.mark.parametrize("name", ("now/game", "now/tail", "now/old"))
def test_an_open_game_of_a_newer_version_is_left_alone(name):
    system, journal = boot("littlefs")
    played(journal, 2)
    journal.start(b"header")
    for k in range(40):
        journal.append(b"%05d" % k)
    image = disk(system)
    image["/data/" + name] = of_version_2(image["/data/" + name])
    system, again = boot("littlefs", image)
    assert ("newer", {"file": name}) in again.notices
    refused("newer", again.start, b"header")
    refused("closed", again.append, b"x")
    assert len(again.games()) == 2
    assert disk(system) == image


@pytest.mark.parametrize("name", ("packs/00001", "exported"))
def test_finished_games_of_a_newer_version_are_left_alone(name):
    system, journal = boot("littlefs")
    played(journal, 2)
    journal.mark_exported(1)
    image = disk(system)
    image["/data/" + name] = of_version_2(image["/data/" + name])
    system, again = boot("littlefs", image)
    again.stats()
    assert ("newer", {"file": name}) in again.notices
    played(again, 2)
    if name == "exported":
        refused("newer", again.mark_exported, 2)
    again.delete(again.games(most=1)[0][0], force=True)
    assert disk(system)["/data/" + name][:1] == b"\x02"
    if name != "exported":
        assert disk(system)["/data/" + name] == image["/data/" + name] and again.number > 3


def test_a_storage_of_a_newer_version_is_refused():
    system, _ = boot("littlefs")
    image = disk(system)
    image["/data/about"] = of_version_2(image["/data/about"])
    system = cutfiles.CutSystem("littlefs", image)
    refused("newer", Journal, Files("/data", *two_sides(system)), entropy)
    assert disk(system) == image


def test_a_folder_that_is_something_else_is_refused_untouched():
    image = {"/data/thesis.txt": b"years of work", "/data/photo.new": b"\xff"}
    system = cutfiles.CutSystem("littlefs", image)
    with pytest.raises(NotOurs) as caught:
        Journal(Files("/data", *two_sides(system)), entropy)
    assert caught.value.code == "not_ours"
    assert disk(system) == image
    boot("littlefs", {"/data/.DS_Store": b"\0"})  # what a desk's system leaves is no sign of another owner
    boot("littlefs", {"/data/settings.json": b"{}"})


def test_foreign_files_beside_ours_harm_nothing():
    system, journal = boot("littlefs")
    played(journal, 3)
    journal.start(b"header")
    journal.append(b"card")
    want = seen(journal)
    image = disk(system)
    foreign = {
        "/data/note.txt": b"hello", "/data/packs/readme": b"", "/data/packs/123": b"x",
        "/data/packs/0000a": b"x",
        "/data/now/._game": b"x", "/data/torn/x": b"x",
    }  # fmt: skip
    image.update(foreign)
    system, again = boot("littlefs", image)
    assert seen(again) == want and again.notices == []
    again.append(b"card")
    again.finish()
    assert {path: disk(system).get(path) for path in foreign} == foreign


def test_a_lost_storage_id_is_made_anew_and_said():
    system, journal = boot("littlefs")
    played(journal, 2)
    for about in (b"", b"\x01\x06junk"):
        image = disk(system)
        image["/data/about"] = about
        _, again = boot("littlefs", image)
        assert again.notices == [("lost", {"file": "about"})] and len(again.games()) == 2
    del image["/data/about"]
    assert boot("littlefs", image)[1].notices == [("lost", {"file": "about"})]


def test_stale_new_files_are_cleaned_up():
    system, journal = boot("posix")
    played(journal, 1)
    image = disk(system)
    image.update({"/data/exported.new": b"x", "/data/packs/00001.new": b"x", "/data/now/tail.new": b"x"})
    system, again = boot("posix", image)
    assert not [path for path in disk(system) if path.endswith(".new")]
    assert len(again.games()) == 1


@pytest.mark.parametrize("kind", ("littlefs", "posix"))
def test_a_full_storage_never_stops_the_game(kind):
    cutfiles.check_full(kind)


@pytest.mark.parametrize("kind", ("littlefs", "posix"))
def test_a_full_storage_can_finish_and_then_begins_no_game(kind):
    cutfiles.check_full_at_the_end(kind)


def test_the_storage_warns_before_it_is_full():
    system, journal = boot("littlefs", room=90000)
    assert not journal.nearly_full()
    warned = None
    with pytest.raises(StorageFull):
        while True:
            played(journal, 1, 190)
            if warned is None and ("nearly_full", {}) in journal.notices:
                warned = journal.stats()
    games, _, capacity, free = warned
    assert free > 50000 and capacity > games + 10


def test_the_file_formats_of_version_1_stay_readable():
    """These bytes were written by version 1. They are never changed: a newer version must read them."""
    files = {
        "about": "010635434b535a38561c",
        "exported": "01020101ab0c",
        "now/game": "0101030472086865616465722033339d",
        "now/old": "01020301296e053030303030f8930530303030316ea3",
        "now/tail": "01020303050f053030303032d4f2008def01071db6",
        "packs/00001": "010101281308010f416e6e20323029740868656164657220311ffc01617072"
        "02020f6f72086865616465722032a5ad0162ca23",
    }
    image = {"/data/" + name: bytes.fromhex(files[name]) for name in files}
    _, journal = boot("littlefs", image)
    assert journal.storage_id == "5CKSZ8"
    assert (journal.open_key, journal.marked()) == (3, 7)
    assert journal.open_payloads() == [b"header 3", b"00000", b"00001", b"00002"]
    assert [(key, exported) for key, _, exported in journal.games()] == [(2, False), (1, True)]
    assert (journal.read(1), journal.label(1)) == ([b"header 1", b"a"], b"Ann 20")
    assert (journal.read(2), journal.label(2)) == ([b"header 2", b"b"], b"header 2")
    assert journal.notices == []
