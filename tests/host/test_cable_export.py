"""Games off the box: exactly the logs, whatever is cut, whatever is there already; marked only when they are safe."""

import json
import random
import shutil

import pytest

from cables import TRICKS, WISH, Desk, Live, fill
from robokraft.collect import CONFLICT, UNREADABLE, WRONG, take, wanted
from robokraft.errors import UserError
from robokraft.logfile import check_file
from robokraft.transport import Lost
from robokraft.virtual.serial import Listener

TRICK, NEXT = TRICKS[:2]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """(folder of a box with three games, their logs): copied by those who change it."""
    folder = tmp_path_factory.mktemp("shelf") / "box"
    with Desk(folder) as desk:
        logs = fill(desk)
    return folder, logs


@pytest.fixture
def desk(shelf, tmp_path):
    folder = tmp_path / "box"
    shutil.copytree(shelf[0], folder)
    with Desk(folder) as made:
        yield made


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "logs"
    made.mkdir()
    return made


def export(client, folder, **how):
    return [take(client, *game, folder) for game in wanted(client, **how)]


def logs_in(folder):
    return sorted(path.read_text("utf-8") for path in folder.glob("*.jsonl"))


def test_the_logs_are_those_of_the_box_and_good(desk, folder, shelf):
    taken = export(desk.client(), folder)
    assert [(one.number, one.how, one.good) for one in taken] == [
        (number, "new", True) for number in (1, 2, 3)
    ]
    assert logs_in(folder) == sorted(shelf[1].values())
    assert all(check_file(str(one.path))["ok"] and one.path.name == f"{one.id}.jsonl" for one in taken)
    assert desk.app.journal.stats()[:2] == (3, 0)


def test_only_new_games_unless_told(desk, folder):
    """FIELD 23."""
    client = desk.client()
    export(client, folder)
    assert export(client, folder) == []
    assert [one.how for one in export(client, folder, everything=True)] == ["known"] * 3


def test_the_open_game_comes_when_asked_for_and_grows(desk, folder):
    desk.box.start(WISH)
    desk.box.play(TRICK)
    client = desk.client()
    export(client, folder)
    (one,) = export(client, folder, the_open_one=True)
    assert (one.number, one.how, one.good) == (4, "new", True)
    short = one.path.read_text("utf-8")
    desk.box.play(NEXT)
    (one,) = export(client, folder, the_open_one=True)
    assert one.how == "longer" and one.path.read_text("utf-8").startswith(short[:-1])
    assert desk.app.journal.stats()[:2] == (3, 0) and len(logs_in(folder)) == 4
    desk.app.session.close()
    (one,) = export(client, folder)
    assert one.how == "longer" and desk.app.journal.stats()[:2] == (4, 0)


@pytest.mark.slow
def test_cut_at_any_byte_and_run_again_it_ends_with_exactly_the_logs(shelf, tmp_path):
    """FIELD 13: The cable is cut after n bytes, many times over; no half file is ever seen, and the end is always the same."""
    chance = random.Random(7)
    cuts = [*range(0, 60, 19), *(chance.randrange(7000) for _ in range(20))]
    for at, cut in enumerate(cuts):
        box, logs = tmp_path / f"box{at}", tmp_path / f"logs{at}"
        shutil.copytree(shelf[0], box)
        logs.mkdir()
        with Desk(box) as desk:
            runs = 0
            while True:
                try:
                    client = desk.client()
                    client._transport.cut_after = cut + runs * 193
                    export(client, logs)
                    break
                except Lost:
                    runs += 1
                    desk.cable.to_host.clear()
                    assert set(logs_in(logs)) <= set(shelf[1].values()), cut
                    assert [path.name for path in logs.iterdir() if path.suffix != ".jsonl"] == []
                    assert 3 - desk.app.journal.stats()[1] <= len(logs_in(logs)), "what is marked is safe"
            assert logs_in(logs) == sorted(shelf[1].values()), cut
            assert desk.app.journal.stats()[:2] == (3, 0)


def test_a_longer_log_replaces_the_shorter_and_not_the_other_way(desk, folder, shelf):
    whole = shelf[1][2]
    name = f"{desk.box.game_id().rsplit('-', 1)[0]}-2.jsonl"
    part = "".join(whole.splitlines(keepends=True)[:-3])
    (folder / name).write_text(part, "utf-8")
    client = desk.client()
    assert [one.how for one in export(client, folder)] == ["new", "longer", "new"]
    assert (folder / name).read_text("utf-8") == whole
    assert [one.how for one in export(client, folder, everything=True)] == ["known"] * 3


def test_another_log_of_the_same_id_is_kept_beside_and_not_marked(desk, folder, shelf):
    with Desk() as other:  # the same ids, other games
        other.app.journal.storage_id = desk.app.journal.storage_id
        other.box.start(WISH)
        other.box.play("red down red")
        mine = "".join(other.box.log_lines())
        name = other.box.game_id() + ".jsonl"
    (folder / name).write_text(mine, "utf-8")
    client = desk.client()
    taken = export(client, folder)
    assert [(one.how, one.good) for one in taken] == [(CONFLICT, False), ("new", True), ("new", True)]
    assert (folder / name).read_text("utf-8") == mine
    assert taken[0].path.read_text("utf-8") == shelf[1][1] and "both are kept" in str(taken[0].message)
    assert desk.app.journal.stats()[:2] == (3, 1)
    before = sorted(folder.iterdir())
    export(client, folder)
    assert sorted(folder.iterdir()) == before, "said again, kept once"


def test_a_log_that_is_not_good_is_kept_and_not_marked(desk, folder, monkeypatch):
    client = desk.client()
    real = desk.app.journal.piece

    def other(key, at, most):
        from companion.storage.frames import frame
        from shared_rules.codec import Codec, pack_header, unpack_header
        from shared_rules.game import module_of

        if key != 2:
            return real(key, at, most)
        header = unpack_header(desk.app.journal.read(2)[0])
        codec = Codec(module_of("robokraft"), 3)
        data = frame(pack_header(header)) + frame(codec.pack({"type": "card", "seat": 2, "card": "B1"}, 5))
        return len(data), data[at : at + most]

    monkeypatch.setattr(desk.app.journal, "piece", other)
    taken = export(client, folder)
    assert [one.how for one in taken] == ["new", WRONG, "new"] and taken[1].message.startswith("record 1: ")
    assert taken[1].path.exists() and not check_file(str(taken[1].path))["ok"]
    assert desk.app.journal.stats()[:2] == (3, 1)


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:40] + b"?" + data[41:], lambda data: b""]
)
def test_bytes_that_make_no_log_are_kept_as_they_are(desk, folder, monkeypatch, damage):
    real = desk.app.journal.piece

    def damaged(key, at, most):
        if key != 2:
            return real(key, at, most)
        data = damage(real(2, 0, 100000)[1])
        return len(data), data[at : at + most]

    monkeypatch.setattr(desk.app.journal, "piece", damaged)
    taken = export(desk.client(), folder)
    assert [one.how for one in taken] == ["new", UNREADABLE, "new"]
    assert taken[1].path.suffix == ".damaged" and taken[1].path.read_bytes() == damage(real(2, 0, 100000)[1])
    assert desk.app.journal.stats()[:2] == (3, 1) and len(logs_in(folder)) == 2


@pytest.mark.parametrize("name", ["/tmp/away", "../../away", "..", "a\x1b[2J"])
def test_a_damaged_game_stays_in_the_folder_whatever_the_box_is_called(desk, folder, monkeypatch, name):
    client = desk.client()
    client.device = name
    monkeypatch.setattr(client, "read_game", lambda number, moved, listed: b"damaged")
    taken = take(client, *wanted(client)[0], folder)
    assert taken.how == UNREADABLE and taken.path.parent == folder
    assert [path.read_bytes() for path in folder.iterdir()] == [b"damaged"]
    assert "\x1b" not in str(taken.path)


def test_a_disk_that_is_full_marks_nothing(desk, folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UserError, match="no space left"):
        export(desk.client(), folder)
    monkeypatch.undo()
    assert list(folder.iterdir()) == [] and desk.app.journal.stats()[:2] == (3, 3)


def test_a_disk_that_lies_marks_nothing(desk, folder, monkeypatch):
    client = desk.client()
    from robokraft.archive import keeping

    real = keeping.write_whole
    monkeypatch.setattr(keeping, "write_whole", lambda path, data: real(path, data[:-30]))
    with pytest.raises(UserError, match="is the disk sound"):
        export(client, folder)
    assert desk.app.journal.stats()[:2] == (3, 3)


def test_the_game_at_the_table_goes_on_meanwhile(desk, folder, shelf):
    desk.box.start(WISH)
    client = desk.client()
    keys = iter("".join(TRICKS).split())
    pump = client._transport
    real = pump.read

    def read(timeout_s):
        desk.box.play(next(keys, "wait:1"))
        return real(timeout_s)

    pump.read = read
    export(client, folder)
    assert desk.box.status()["game"]["events"] > 3, "keys were pressed meanwhile"
    desk.box.play(" ".join(keys))
    assert logs_in(folder) == sorted(shelf[1].values())
    with Desk() as quiet:
        quiet.box.start(WISH)
        quiet.box.play("".join(TRICKS))
        assert entries(desk) == entries(quiet) and len(entries(desk)) == 24


def entries(desk):
    """The records of the open game without what differs between two boxes: time and chain."""
    found = [json.loads(line) for line in desk.box.log_lines()[1:]]
    return [{name: one[name] for name in one if name not in ("t", "crc")} for one in found]


def test_the_command(shelf, tmp_path, robokraft):
    box, folder = tmp_path / "box", tmp_path / "new" / "logs"
    shutil.copytree(shelf[0], box)
    with Live(Listener(), box) as live:
        common = ("--port", live.address, "--to", folder)
        ended = robokraft("export", *common)
        assert (ended.code, ended.err) == (0, "") and ended.out.startswith("3 games exported, 3 new in")
        assert logs_in(folder) == sorted(shelf[1].values())
        assert robokraft("export", *common).out.startswith("nothing new on the box")
        told = robokraft("export", *common, "--all", "--json").json
        assert [(one["number"], one["how"], one["message"]) for one in told["games"]] == [
            (number, "known", None) for number in (1, 2, 3)
        ]
        name = told["games"][0]["file"]
        with open(name, "a", encoding="utf-8") as file:
            file.write("{}\n")
        ended = robokraft("export", *common, "--all")
        assert ended.code == 1 and "game 1: CONFLICT: another log of this game" in ended.out
        ended = robokraft("export", "--port", live.address, "--to", name)
        assert ended.code == 2 and ended.err.endswith("choose another with --to\n")


@pytest.mark.parametrize(
    "file, damage, code",
    [
        ("packs/00001", lambda data: data[: len(data) // 2], "damaged"),
        ("now/game", lambda data: data[:20] + bytes([data[20] ^ 1]) + data[21:], "lost"),
    ],
)
def test_what_the_box_cannot_read_any_more_is_said(tmp_path, robokraft, file, damage, code):
    box = tmp_path / "box"
    with Desk(box) as desk:
        fill(desk)
        desk.box.start(WISH)
        desk.box.play(TRICKS[0])
    (box / file).write_bytes(damage((box / file).read_bytes()))
    ended = robokraft("export", "--port", box, "--to", tmp_path / "logs", "--open")
    assert ended.code == 1 and f"the box says {code}: not all" in ended.err
