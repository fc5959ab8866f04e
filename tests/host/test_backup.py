"""Everything on a box in one file, and back: nothing is lost, nothing that is there is replaced, whatever is cut."""

import io
import json
import os
import random
import shutil
import zipfile

import pytest

from cables import TRICKS, WISH, Desk, Live, fill, somebody
from companion.lang import en
from companion.storage import carddata, settings
from companion.ui.canvas import Canvas
from robokraft import backup, restore
from robokraft.client import MOST_PEOPLE, BoxError
from robokraft.errors import UserError
from robokraft.transport import Lost
from robokraft.virtual.serial import Listener

PEOPLE = [{"id": "ann", "name": "Ann"}, {"id": "zoe", "name": "Zoë 李明"}]
CARDS = {
    "colours": ["blue", "pink", "green"],
    "cards": [
        {"type": "cards", "cards": 2, "stars": k % 10, "points": k} for k in range(30)
    ],  # more than one piece
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """The folder of a box that has of everything something: copied by those who change it."""
    folder = tmp_path_factory.mktemp("shelf") / "box"
    with Desk(folder) as desk:
        fill(desk)
        client = desk.client()
        _, data = desk.app.journal.piece(2, 0, 100000)
        client.ask("exported", game=2, size=len(data), crc=f"{restore.zlib.crc32(data):08x}")
        desk.box.configure(brightness=77, roster=PEOPLE, flip=True)
        carddata.save(desk.app.parts.files, "robot_x", CARDS)
        desk.app.crashes.write("display", ValueError("oh"))
        desk.box.start(WISH)
        desk.box.play(TRICKS[0])
    return folder


@pytest.fixture
def full(shelf, tmp_path):
    folder = tmp_path / "full"
    shutil.copytree(shelf, folder)
    with Desk(folder) as made:
        yield made


@pytest.fixture
def empty(tmp_path):
    with Desk(tmp_path / "empty") as made:
        yield made


@pytest.fixture
def taken(full):
    return backup.take(full.client())


def yes(desk):
    """What somebody does who presses OK."""

    def settled(client, outcome):
        client.settle(outcome, lambda: desk.box.play("ok"), sleep=lambda s: None)

    return settled


def put_back(desk, taken, **how):
    client = desk.client(**how)
    plan = restore.plan(client, taken)
    return plan, restore.carry_out(client, plan, yes(desk))


def held(desk):
    """What the box holds, whatever numbers its games have: what is to come back."""
    journal = desk.app.journal
    games = [(b"".join(journal.read(number)), exported) for number, _, exported in journal.games()]
    settings = {k: v for k, v in desk.app.settings.values().items() if k != "developer"}
    return games, journal.open_payloads(), settings, carddata.load(journal.files, "robot_x")


def test_the_file_holds_everything_and_is_read_as_it_was_written(taken, full, tmp_path):
    path = backup.write(taken, tmp_path)
    assert (
        path.name.startswith(f"robokraft-VIRTUAL-{full.app.journal.storage_id}-2") and path.suffix == ".zip"
    )
    again = backup.read(path)
    assert again.games == taken.games
    assert [(game.number, game.open, game.exported) for game in again.games] == [
        (1, False, False),
        (2, False, True),
        (3, False, False),
        (4, True, False),
    ]
    assert all(game.id == f"VIRTUAL-{full.app.journal.storage_id}-{game.number}" for game in again.games)
    about = again.about
    assert about["roster"] == PEOPLE and about["cards"] == {"robot_x": CARDS}
    assert about["settings"]["brightness"] == 77 and about["crashes"][0]["job"] == "display"
    assert list(tmp_path.glob("*.new")) == list(tmp_path.glob(".*.new")) == []


def test_a_new_box_gets_everything_back_and_keeps_its_own_storage_id(taken, full, empty):
    storage = empty.app.journal.storage_id
    plan, failed = put_back(empty, taken)
    assert failed == [] and len(plan.wanted) == 4
    assert held(empty) == held(full)
    assert empty.app.journal.storage_id == storage != full.app.journal.storage_id
    assert empty.box.status()["game"] == full.box.status()["game"]  # it is being played on
    again = restore.plan(empty.client(), taken)
    assert again.empty and len(again.known) == 4 and again.refused == []
    empty.box.play(TRICKS[1])
    assert restore.plan(empty.client(), taken).refused == []  # further on is no other content


def test_what_came_back_is_there_after_a_power_cut(taken, full, tmp_path):
    with Desk(tmp_path / "box") as desk:
        put_back(desk, taken)
    with Desk(tmp_path / "box") as desk:
        assert held(desk) == held(full) and "restore.new" not in desk.app.parts.files.names()


def test_a_later_game_never_meets_one_that_came_back(taken, empty):
    finished = taken._replace(games=taken.games[:3])
    put_back(empty, finished)
    empty.box.start(WISH)
    assert empty.box.game_id() == f"VIRTUAL-{empty.app.journal.storage_id}-4"
    assert empty.box.game_id() not in [game.id for game in taken.games]


def test_other_content_under_the_same_id_stays_and_is_told(taken, full):
    changed = taken.games[0]._replace(data=taken.games[1].data.replace(b"-2", b"-1", 1))
    before = held(full)
    plan = restore.plan(full.client(), taken._replace(games=[changed, *taken.games[1:]]))
    assert [(game.number, why) for game, why in plan.refused] == [(1, restore._OTHER)]
    assert plan.empty and held(full) == before


def test_while_a_game_is_open_no_other_comes(taken, empty):
    empty.box.start(WISH)
    before = held(empty)
    plan, failed = put_back(empty, taken)
    assert {why for _, why in plan.refused} == {restore._BUSY} and failed == []
    assert held(empty)[:2] == before[:2] and held(empty)[3] == CARDS


def test_a_no_changes_nothing(taken, empty):
    before = held(empty)
    client = empty.client()
    plan = restore.plan(client, taken)

    def no(client, outcome):
        client.settle(outcome, lambda: empty.box.play("back"), sleep=lambda s: None)

    with pytest.raises(BoxError, match="said no"):
        restore.carry_out(client, plan, no)
    assert held(empty) == before
    with pytest.raises(BoxError, match="nobody"):
        client.ask("put", from_=0, bytes="AAAA")


@pytest.mark.parametrize("after", [*range(0, 3000, 211)])
def test_cut_after_any_byte_the_next_run_does_the_rest(taken, full, tmp_path, after):
    folder = tmp_path / "box"
    with Desk(folder) as desk:
        try:
            put_back(desk, taken, cut_after=after)
        except (Lost, UserError):
            pass
    with Desk(folder) as desk:
        put_back(desk, taken)
        assert held(desk) == held(full)


def test_people_the_box_knows_besides_stay(taken, empty):
    empty.box.configure(roster=[{"id": "ben", "name": "Ben"}, {"id": "ann", "name": "Anna"}])
    put_back(empty, taken)
    assert empty.app.settings.get("roster") == [*PEOPLE, {"id": "ben", "name": "Ben"}]


def test_bytes_that_are_no_game_are_kept_and_refused(taken, empty):
    broken = taken.games[0]._replace(id=None, data=b"rubbish")
    plan, failed = put_back(empty, taken._replace(games=[broken, taken.games[1]]))
    assert [why for _, why in plan.refused] == [restore._UNREAD] and failed == []
    torn = taken.games[0]._replace(data=taken.games[0].data[:-1])
    _, failed = put_back(empty, taken._replace(games=[torn]))
    assert "damaged after" in failed[0][1] and len(empty.app.journal.games()) == 1


def test_a_full_box_takes_what_fits_and_says_so(taken, empty):
    empty.app.parts.files.free = lambda: 0
    _, failed = put_back(empty, taken)
    assert len([what for what, _ in failed if what.startswith("game ")]) == 4
    assert empty.app.journal.games() == [] and empty.app.settings.get("brightness") == 77


def spoilt(change):
    """A backup file whose backup.json was changed."""

    def make(path):
        with zipfile.ZipFile(path) as old:
            files = {name: old.read(name) for name in old.namelist()}
        about = json.loads(files["backup.json"])
        change(about, files)
        files["backup.json"] = json.dumps(about).encode()
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as new:
            for name, data in files.items():
                new.writestr(name, data)
        path.write_bytes(out.getvalue())

    return make


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda path: path.write_bytes(b"no zip"), "no backup of a box, or is damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:-40]), "no backup of a box, or is damaged"),
        (lambda path: path.unlink(), "cannot read"),
        (spoilt(lambda about, files: about.update(backup=2)), "update this program"),
        (spoilt(lambda about, files: about.pop("games")), "games is missing"),
        (spoilt(lambda about, files: about.update(games=[1])), "list of games is damaged"),
        (spoilt(lambda about, files: about["games"][0].update(file=[5])), "list of games is damaged"),
        (spoilt(lambda about, files: about.update(backup=True)), "does not say that it is one"),
        (spoilt(lambda about, files: about.update(backup=-(10**30))), "does not say that it is one"),
        (spoilt(lambda about, files: about.update(roster=["x"])), "list of people is damaged"),
        (spoilt(lambda about, files: about.update(roster=[{"id": "x"}])), "list of people is damaged"),
        (spoilt(lambda about, files: about.update(roster=PEOPLE + PEOPLE)), "have the same id"),
        (spoilt(lambda about, files: about.update(cards={"robot_x": 5})), "card data is damaged"),
        (spoilt(lambda about, files: files.update({"games/00001": bytes(20 << 20)})), "larger than a box"),
    ],
)
def test_a_file_that_is_no_backup_is_refused_in_one_sentence(taken, tmp_path, refused, spoil, what):
    path = backup.write(taken, tmp_path / "b.zip")
    spoil(path)
    assert what in refused("restore", path, "--port", "socket://127.0.0.1:1")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on Windows")
def test_what_never_ends_is_refused(tmp_path, refused):
    os.mkfifo(tmp_path / "pipe")
    assert "a pipe that nobody writes to" in refused("restore", tmp_path / "pipe")
    assert "larger than 64 MB" in refused("restore", "/dev/zero")


@pytest.mark.parametrize("seed", range(3))
def test_any_flipped_bit_is_one_sentence_or_no_matter(taken, tmp_path, seed):
    path = backup.write(taken, tmp_path / "b.zip")
    whole, rng = path.read_bytes(), random.Random(seed)
    for _ in range(200):
        at = rng.randrange(8 * len(whole))
        broken = bytearray(whole)
        broken[at // 8] ^= 1 << at % 8
        path.write_bytes(broken)
        try:
            games = backup.read(path).games
            assert len(games) == len(taken.games)
            assert all(game == one or game.damaged for game, one in zip(games, taken.games))
        except UserError as error:
            assert "damaged" in error.message or "no backup" in error.message


def test_a_game_is_known_by_its_bytes_not_by_what_is_written_beside(taken, full, tmp_path):
    path = backup.write(taken, tmp_path / "b.zip")
    for wrong in ("X-1", 7, [1], None):
        spoilt(lambda about, files, wrong=wrong: about["games"][0].update(id=wrong))(path)
        again = backup.read(path)
        assert again.games == taken.games
        assert restore.plan(full.client(), again).empty


def flipped(path, name):
    """A bit within the packed bytes of one file in a zip."""
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo(name).header_offset + 30 + len(name) + 20
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: flipped(path, "games/00002"),
        spoilt(lambda about, files: files.update({"games/00002": b"x"})),
        spoilt(lambda about, files: files.pop("games/00002")),
    ],
)
def test_a_damaged_game_keeps_no_other_from_coming_back(spoil, taken, tmp_path, robokraft):
    path = backup.write(taken, tmp_path / "b.zip")
    spoil(path)
    ids = [game.id for game in taken.games]
    with Live(Listener(), tmp_path / "new") as live:
        line = ["restore", path, "--port", live.address]
        what = {"what": f"game {ids[1]}", "why": "it is damaged in the backup: another one may have it"}
        for words in (["--dry-run"], []):
            with somebody(live, "ok"):
                ended = robokraft(*line, *words, "--json")
            assert ended.code == 1 and ended.json["failed"] == [what]
            assert ended.json["games"] == [ids[0], *ids[2:]]
        ended = robokraft(*line)
        assert ended.code == 1 and ended.out == (
            f"NOT {what['what']}: {what['why']}\nnothing to put back; 3 games were there already\n"
        )
        assert live.do(lambda box: box.status())["storage"]["games"] == 2


def crowd(letter, count):
    return [{"id": f"{letter}{k}", "name": f"{letter}{k}"} for k in range(count)]


def test_a_restore_loses_nobody_of_the_box_and_says_who_does_not_fit(taken, empty):
    empty.box.configure(roster=crowd("c", 20))
    there = taken._replace(games=[], about={**taken.about, "roster": crowd("a", 20) + crowd("c", 1)})
    plan, failed = put_back(empty, there)
    assert failed == [] and empty.app.settings.get("roster") == crowd("a", 12) + crowd("c", 20)
    assert [what for what, _ in plan.left] == [f"person a{k}" for k in range(12, 20)]
    assert all("knows 32 people" in why for _, why in plan.left)


def test_what_cannot_be_said_stops_nothing_else(taken, empty):
    about = {
        **taken.about,
        "roster": [PEOPLE[0], {"id": "x", "name": "n" * 41}],
        "settings": {**taken.about["settings"], "s" * 41: 1, "players": ["\U0001f916" * 40] * 8},
        "cards": {**taken.about["cards"], "g" * 41: {}, "chess": {"a": 1}},
    }
    plan, failed = put_back(empty, taken._replace(about=about))
    assert len(empty.app.journal.games()) == 3 and empty.box.status()["game"] is not None
    assert empty.app.settings.get("roster") == [PEOPLE[0]] and empty.app.settings.get("brightness") == 77
    assert {what for what, _ in failed} == {"setting " + "s" * 41, "setting players"}
    assert {what for what, _ in plan.left} >= {
        "person " + "n" * 41, "card data of " + "g" * 41, "card data of chess",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "values", "why"),
    [
        ("robot_x", {"stars": []}, "stars: must be an object"),
        ("robot_x", {"stars": {"head": [[99, -5]]}}, "stars: head: must be from 0 to 9"),
        ("robot_x", {"colour": ["blue"]}, "colour: no card of this game tells that"),
        ("robots", {"values": "face", "robot": 1000}, "robot: must be from 0 to 999"),
        ("robotlab", {"disassemble": {}}, "disassemble: must be one of hand, trash"),
        ("robotroc", {"2": ["H6"]}, "2: bonus 2 cannot show 1 cards"),
        ("robokraft", {"discs": "BROG"}, "discs: no card of this game tells that"),
        ("robot_x", {"stars": {"head": [[1] * 6] * 999}}, "that is no card data"),
    ],
)
def test_card_data_that_cannot_be_is_refused_and_what_is_there_stays(taken, empty, game, values, why):
    cards = {**taken.about["cards"], game: values}
    there = taken._replace(games=[], about={**taken.about, "cards": cards})
    carddata.save(empty.app.parts.files, "robots", {"values": "rummy"})
    _, failed = put_back(empty, there)
    assert failed == [(f"card data of {game}", f"the box says: {why}")]
    assert carddata.load(empty.app.parts.files, "robots") == {"values": "rummy"}
    assert carddata.load(empty.app.parts.files, game) == ({"values": "rummy"} if game == "robots" else {})


def test_a_backup_holds_card_data_as_it_stands_on_the_box(full):
    """It is not looked through on the box, which may have a game open; the box that it comes to does that."""
    full.app.parts.files.write("cards/robotlab", b'{"disassemble": "lab"}')
    full.app.parts.files.write("cards/robot_x", b'{"stars": [], "colours": ["blue"]}')
    full.app.parts.files.write("cards/robotroc", b"[" * 3000)
    cards = backup.take(full.client()).about["cards"]
    assert cards == {"robotlab": {"disassemble": "lab"}, "robot_x": {"stars": [], "colours": ["blue"]}}


def test_the_host_knows_how_many_people_a_box_knows():
    assert MOST_PEOPLE == settings.MOST_PEOPLE


def test_the_commands_from_one_box_to_another(shelf, tmp_path, robokraft, refused):
    shutil.copytree(shelf, tmp_path / "one")
    file = tmp_path / "all.zip"
    with Live(Listener(), tmp_path / "one") as live:
        ended = robokraft("backup", file, "--port", live.address)
        assert ended.code == 0
        assert ended.out == (
            f"{file}: 3 finished games, the game being played, settings, 2 names, card data, crash log\n"
        )
        assert robokraft("restore", file, "--port", live.address).out == (
            "nothing to put back; 4 games were there already\n"
        )
        refused("backup", tmp_path / "no" / "where.zip", "--port", live.address)
    with Live(Listener(), tmp_path / "two") as live:
        told = robokraft("restore", file, "--dry-run", "--json", "--port", live.address).json
        assert told["done"] is False and len(told["games"]) == 4 and told["failed"] == []
        assert live.do(lambda box: box.status())["storage"]["games"] == 0
        with somebody(live, "ok"):
            ended = robokraft("restore", file, "--port", live.address)
        assert (ended.code, ended.out) == (
            0,
            "put back: 4 games, card data of robot_x, settings brightness, flip, roster\n",
        )
        storage = live.do(lambda box: box.status())["storage"]
        assert (storage["games"], storage["unexported"]) == (3, 2)
    with Live(Listener(), tmp_path / "three") as live:
        live.do(lambda box: box.start(WISH))
        with somebody(live, "ok"):
            ended = robokraft("restore", file, "--port", live.address)
        rest = "card data of robot_x, settings brightness, flip, roster"
        assert ended.code == 1 and ended.out.endswith(f"put back: {rest}\n")
        assert ended.err.startswith(
            "a game is open on the box: 4 games stay out until it is over, "
            f"and only this is put back now: {rest}\nanswer at the box: "
        )


def test_exported_games_are_deleted_after_one_yes_if_the_archive_has_them(tmp_path, robokraft):
    with Live(Listener(), tmp_path / "box") as live:
        live.do(
            lambda box: [
                (box.start(WISH), box.play(TRICKS[0]), box.app.session.close(), box.app.home())
                for _ in range(4)
            ]
        )
        at = ("--port", live.address)
        assert robokraft("export", "--to", tmp_path / "logs", *at).code == 0
        (tmp_path / "logs" / f"{live.do(lambda box: box.game_id())}.jsonl").unlink()
        live.do(lambda box: (box.start(WISH), box.app.session.close(), box.app.home()))
        with somebody(live, "back"):
            ended = robokraft("delete", "--exported", "--archive", tmp_path / "logs", *at)
        assert ended.code == 7 and len(live.do(lambda box: box.app.journal.games())) == 5
        live.do(lambda box: box.run(11000))
        with somebody(live, "ok"):
            ended = robokraft("delete", "--exported", "--archive", tmp_path / "logs", *at)
        assert ended.code == 1 and ended.out.endswith("3 games deleted\n") and "game 4 stays" in ended.out
        assert [game[0] for game in live.do(lambda box: box.app.journal.games())] == [5, 4]


def test_one_game_is_deleted_by_number_or_id(tmp_path, robokraft, refused):
    with Live(Listener(), tmp_path / "box") as live:
        live.do(lambda box: [(box.start(WISH), box.app.session.close(), box.app.home()) for _ in range(2)])
        at = ("--port", live.address)
        assert "no finished game 7" in refused("delete", 7, *at)
        assert "no finished game 777" in refused("delete", "7" * 5000, *at)
        assert "name the games" in refused("delete", *at)
        with somebody(live, "ok", "ok"):
            assert robokraft("delete", 1, *at).out == "1 game deleted\n"
        identity = live.do(lambda box: box.game_id())
        with somebody(live, "ok", "ok"):
            assert robokraft("delete", identity, "--json", *at).json == {"deleted": [identity], "kept": []}
        assert live.do(lambda box: box.app.journal.games()) == []


def test_a_game_named_twice_is_deleted_once_and_what_went_before_a_no_is_told(tmp_path, robokraft):
    with Live(Listener(), tmp_path / "box") as live:
        live.do(lambda box: [(box.start(WISH), box.app.session.close(), box.app.home()) for _ in range(3)])
        at, first = ("--port", live.address), live.do(lambda box: box.game_id()).rsplit("-", 1)[0] + "-1"
        with somebody(live, "ok", "ok"):
            assert robokraft("delete", 1, first, "--json", *at).json == {"deleted": [first], "kept": []}
        with somebody(live, "ok", "ok", "back"):
            ended = robokraft("delete", 2, 3, *at)
        assert (ended.code, ended.out) == (7, "") and "Traceback" not in ended.err
        assert ended.err.endswith("somebody at the box said no; game 2 was deleted before\n")
        assert [game[0] for game in live.do(lambda box: box.app.journal.games())] == [3]


def test_a_yes_to_clearing_covers_exported_games_of_this_session_alone(full):
    client = full.client()
    client.settle(client.ask("clear", games=1)["outcome"], lambda: full.box.play("ok"), sleep=lambda s: None)
    assert client.ask("delete", game=1)["outcome"] == "asked"  # it is not exported
    full.box.play("back")
    client = full.client()
    with pytest.raises(BoxError, match="refused"):
        client.ask("delete", game=2)
    assert len(full.app.journal.games()) == 3


def test_the_questions_fit_the_screen():
    canvas = Canvas(bytearray(1024))
    for lines in (
        (en.ASKED_CLEAR[0] % "999 games",) + en.ASKED_CLEAR[1:],
        (*en.ASKED_RESTORE[:2], en.ASKED_RESTORE[2] % "999 games"),
        en.ASKED_RESTORE_SET,
    ):
        assert len(lines) == 3
        assert [line for line in lines if canvas.width(line, 16) > 128] == []


def test_a_backup_is_not_overwritten_unasked(robokraft, refused, tmp_path):
    path = tmp_path / "v.zip"
    with Live(Listener()) as live:
        assert robokraft("backup", path, "--port", live.address).code == 0
        before = path.read_bytes()
        said = refused("backup", path, "--port", live.address)
        assert "is there already" in said and "--force" in said and path.read_bytes() == before
        live.do(lambda box: box.configure(brightness=7))
        assert robokraft("backup", path, "--force", "--port", live.address).code == 0
    assert backup.read(path).about["settings"]["brightness"] == 7
    assert "is there already" in refused("backup", path, "--port", "socket://127.0.0.1:1")  # before any cable
