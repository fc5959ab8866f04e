"""The screens around the game, through the keys of a virtual box: home, new game, past games, settings, the cards."""

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.lang import en
from companion.lang import words as words_of
from companion.session import records
from companion.storage.settings import DECLARED, Settings
from companion.ui import canvas, suits
from companion.ui.screens import new_game
from companion.ui.screens.home import GAMES
from robokraft.virtual.box import VirtualBox
from shared_rules import log

ROSTER = [{"id": "a1", "name": "Anna"}, {"id": "a2", "name": "Anna"}, {"id": "b1", "name": "Bjørn Østergård"}]
GUESTS = [{"id": None, "name": f"P{seat}"} for seat in (1, 2, 3, 4)]
PAST, SETTINGS, REFERENCE, ABOUT = (f"{'down ' * steps} ok" for steps in (2, 3, 4, 5))


@pytest.fixture
def box():
    with VirtualBox() as box:
        yield box


def people(*names):
    return [{"id": None, "name": name} for name in names]


def screen(box):
    return box.status()["screen"]["name"]


def texts(box):
    return box.status()["screen"]["texts"]


def finished(box, number, players=3, reason="stopped", date=None):
    """A stored game whose first player is called after its number."""
    names = [{"id": None, "name": f"{letter}{number}"} for letter in "ABCD"[:players]]
    session = box.app.session
    session.start("robokraft", "cards", names, {"lead": 0, "discs": "BROG"}, {}, date)
    session.enter("adjust", field="points", seat=number % players, delta=-number)
    if reason == "stopped":
        session.stop(True)
    session.close()
    box.app.home()


def keys_of(box):
    return [key for key, _, _ in box.app.journal.games()]


# Home


def test_home_begins_with_quick_start_and_leads_nowhere_with_back(box):
    box.app.settings.set("sound", True)
    assert texts(box)[0] == en.QUICK_START
    box.play("back back:hold ok:hold blue")
    assert screen(box) == "home" and box.beeps() == ["refused"] * 4


def test_an_open_game_is_the_first_line_and_is_resumed(box):
    box.play("ok green ok blue up down back:hold up ok")
    assert (screen(box), texts(box)[0]) == ("home", en.RESUME % 1)
    before = box.status()["game"]
    box.play("down up ok")
    assert screen(box) == "trick"
    assert box.status()["game"] == before


def test_a_warning_stands_on_home_and_in_plain_words_in_about(box):
    box.app.warnings += ["resume", ("lost", {"file": "packs/00001"}), "unheard of"]
    try:
        raise ValueError("a reason")
    except ValueError as error:
        box.app.crashes.write("display", error)
    box.app.home()
    box.play(ABOUT)
    shown = []
    for _ in range(6):
        shown += texts(box)
        box.play("down")
    for line in en.WARNINGS["resume"] + en.WARNINGS["lost"] + ("packs/00001", "unheard of", en.NEWEST_CRASH):
        assert line in shown
    assert any("display" in line for line in shown)
    assert "ValueError: a reason" in shown
    box.play("back up")
    assert en.ABOUT_WARNS in texts(box)


# Quick start


@pytest.mark.parametrize("seat, key", list(enumerate(("blue", "red", "orange", "green"))))
def test_three_presses_to_the_first_lead(box, seat, key):
    box.play("ok")
    shown = box.app.stack[-1].discs
    assert (screen(box), box.app.session.game) == ("lead", None)
    box.play(f"{key} ok")
    game = box.status()["game"]
    assert (screen(box), game["turn"], game["phase"]) == ("trick", seat, "suit")
    assert game["discs"] == "".join("BROG"[suit] for suit in shown)
    assert (game["mode"], game["players"]) == ("cards", GUESTS)


def test_the_discs_stay_drawn_while_one_goes_back_for_another_leader(box):
    box.play("ok red")
    shown = list(box.app.stack[-1].discs)
    box.play("back blue ok")
    game = box.status()["game"]
    assert game["discs"] == "".join("BROG"[suit] for suit in shown) and game["turn"] == 0


def test_quick_start_takes_the_last_players_with_the_names_they_have_now(box):
    last = [{"id": None, "name": "Anna"}, {"id": "b1", "name": "Bjorn"}, {"id": "z9", "name": "Zoë"}]
    box.app.settings.update({"roster": ROSTER, "players": last})
    box.play("ok up green")  # three seats: the fourth key and UP mean nothing
    assert screen(box) == "lead"
    box.play("orange ok")
    assert box.status()["game"]["players"] == [last[0], ROSTER[2], last[2]]


@pytest.mark.parametrize("last, seated", [("ABCDE", "A B C D"), ("AB", "A B P1"), (("P1", "B"), "P1 B P2")])
def test_quick_start_takes_those_of_the_last_players_who_have_room(box, last, seated):
    box.app.settings.set("players", people(*last))
    box.play("ok blue ok")
    assert [player["name"] for player in box.status()["game"]["players"]] == seated.split()


def test_an_open_game_is_abandoned_only_when_asked(box):
    box.play("ok red ok blue up down back:hold up ok")
    first = box.game_id()
    box.play("down ok")
    assert screen(box) == "question"
    box.play("blue up down back")
    assert (screen(box), box.game_id()) == ("home", first)
    box.play("ok ok")
    assert (screen(box), box.app.session.game) == ("lead", None)
    box.play("back")
    assert (screen(box), box.game_id(), box.status()["game"]["events"]) == ("home", first, 1)
    box.play("up ok back")  # resumed: the card is still there to be taken back
    assert box.status()["game"]["events"] == 0
    box.play("ok:hold back:hold up ok down ok ok blue ok")
    assert box.game_id() != first
    ended = list(log.lines(records(box.app.journal.read(1))))
    assert '"type":"card"' in ended[-2] and '"reason":"abandoned"' in ended[-1]


@pytest.mark.parametrize("other", ["", "down ", "down down ", "down down down ", "up "])
def test_another_game_is_set_up_and_left_again(tmp_path, other):
    """With one step back, with a cut at the question for the mode: the open game is there as it was."""
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok red ok blue up down")
        before = box.status()["game"]
        box.play("back:hold up ok down down ok ok " + other + "ok")
        assert (screen(box), box.status()["game"]) == ("players", None)
        box.play("back back")
        assert (screen(box), box.status()["game"]) == ("home", before)
        box.play("ok ok " + other + "ok ok")
        assert box.status()["game"] is None
    with VirtualBox(tmp_path / "box") as box:
        assert box.status()["game"] == before
        assert (box.status()["warnings"], screen(box)) == ([], "trick")


def test_no_room_for_another_game_leaves_the_open_one(box):
    box.play("ok red ok blue up down")
    before = box.status()["game"]
    box.play("back:hold up ok down ok ok blue")
    box.app.journal.files.free = lambda: 5000
    box.play("ok")
    assert set(en.STORAGE_SAYS["full"]) <= set(texts(box))
    del box.app.journal.files.free
    box.play("blue back back")
    assert box.status()["game"] == before


def test_a_game_that_was_ended_when_the_power_went_is_put_away(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok red ok blue up down")
        box.app.session.stop(True)  # and the power goes before the game is closed
    with VirtualBox(tmp_path / "box") as box:
        assert (screen(box), box.status()["game"], box.app.journal.open_key) == ("home", None, None)
        assert '"reason":"stopped"' in box.log_lines()[-1]


def test_a_full_storage_begins_no_game_and_says_why(box):
    box.app.journal.files.free = lambda: 5000
    box.play("ok red ok")
    assert (screen(box), box.app.session.game, keys_of(box)) == ("notice", None, [])
    assert set(en.STORAGE_SAYS["full"]) <= set(texts(box))
    del box.app.journal.files.free
    box.play("ok ok")
    assert screen(box) == "trick"


@pytest.mark.parametrize("ticks", [0, 1, 77, 255, 123456789])
def test_every_order_of_the_discs_is_drawn_alike(ticks):
    drawn = Counter()
    for byte in range(256):
        source = iter([byte])
        try:
            drawn[tuple(new_game.draw_order(lambda _, source=source: bytes([next(source)]), ticks))] += 1
        except StopIteration:
            drawn["another byte"] += 1
    assert drawn.pop("another byte") == 16
    assert len(drawn) == 24 and set(drawn.values()) == {10}
    assert all(sorted(order) == [0, 1, 2, 3] for order in drawn)


def test_a_dead_source_of_chance_still_gives_an_order_and_key_times_change_it():
    orders = {tuple(new_game.draw_order(lambda _: b"\xff", ticks)) for ticks in range(256)}
    assert len(orders) == 24


# New game


def test_a_new_game_from_the_roster_with_entered_discs(box):
    box.app.settings.set("roster", ROSTER)
    box.play("down ok ok ok")  # new game, RoboKraft, three players
    box.play("ok ok")  # both Annas
    assert "Anna" not in texts(box)
    box.play("down ok")  # the guest of the third seat
    box.play("ok")  # every card
    box.play("orange down ok")  # who leads; discs entered
    assert box.app.journal.open_key is None
    box.play("green blue red")
    game = box.status()["game"]
    assert (screen(box), game["discs"], game["turn"]) == ("trick", "GBRO", 2)
    assert game["players"] == ROSTER[:2] + [{"id": None, "name": "P3"}]
    assert box.app.settings.get("players") == game["players"]


def test_the_same_players_are_one_press_and_only_where_the_game_takes_so_many(box):
    box.app.settings.set("players", people("Ann", "Bob", "Carol"))
    box.play("down ok ok")
    assert en.SAME_PLAYERS % "Ann, Bob, Carol" in texts(box)
    box.play("ok ok green blue ok ok")  # every card; no fourth seat
    assert [player["name"] for player in box.status()["game"]["players"]] == ["Ann", "Bob", "Carol"]
    box.play("back:hold up ok")
    box.app.settings.set("players", people("Ann", "Bob", "Carol", "Dave", "Eve"))
    box.play("down down ok ok ok")
    assert texts(box) == [en.WHO_PLAYS, en.SO_MANY % 3, en.SO_MANY % 4]


def test_back_goes_one_step_back_and_nothing_is_begun(box):
    steps = ("down ok", "ok", "down ok", "ok", "ok", "ok", "ok", "ok", "red", "ok")
    seen = [screen(box)]
    for keys in steps:
        box.play(keys)
        seen.append(screen(box))
    steps_seen = ["mode", "lead", "ask_discs", "lay_discs"]
    assert seen == ["home", "new_game", "players"] + ["seat_player"] * 4 + steps_seen
    back = []
    for _ in steps:
        back.append(screen(box))
        box.play("back")
    assert back + ["home"] == seen[::-1]
    assert box.app.journal.open_key is None and box.app.settings.get("players") == []


def test_initials_of_one_to_three_letters_and_never_twice(box):
    def seat(*keys):
        box.play("up ok " + " ".join(keys))

    box.play("down ok ok ok")
    seat("ok", "ok")  # A
    seat("ok", "ok")  # A again
    assert screen(box) == "notice" and en.SITS_ALREADY[0] % "A" in texts(box)
    box.play("blue")
    box.play("ok down ok back up down up ok down ok up up ok")  # A, B taken back, A, blank passed to A, Z
    box.play("ok ok blue ok ok")
    names = [player["name"] for player in box.status()["game"]["players"]]
    assert names[0] == "A" and names[2] == "P3"
    assert re.fullmatch("[A-Z]{1,3}", names[1]) and names[1] != "A"


def test_a_new_game_asks_which_way_it_is_entered(box):
    box.app.settings.set("players", people("Ann", "Bob", "Carol"))
    box.play("down ok ok ok")
    assert screen(box) == "mode" and en.MODES["cards"][1] in texts(box)
    box.play("down")
    assert en.MODES["tricks"][1] in texts(box) and en.MODES["cards"][1] not in texts(box)
    box.play("ok")
    assert screen(box) == "lead"


# Past games


def test_no_games_is_said(box):
    box.play(PAST + " ok up down")
    assert texts(box) == list(en.NO_GAMES)
    box.play("back")
    assert screen(box) == "home"


def test_past_games_newest_first_with_places_and_how_they_ended(box):
    finished(box, 1, players=4, date="2026-11-30T19:02:11Z")
    finished(box, 2, reason="abandoned")
    box.app.journal.mark_exported(keys_of(box)[1])
    box.play(PAST)
    assert texts(box) == [
        "RoboKraft",
        en.NOT_EXPORTED,
        en.NO_DATE + " dropped",
        "1",
        "A2",
        "0",
        "1",
        "B2",
        "0",
        "3",
        "C2",
        "−2",
    ]
    box.play("up down")
    assert texts(box)[:3] == ["RoboKraft", en.EXPORTED, "2026-11-30 stopped"]
    assert texts(box)[-3:] == ["4", "B1", "−1"]
    box.play("down up")
    assert "A2" in texts(box)


def test_of_200_games_only_the_one_that_is_shown_is_read(box):
    for number in range(200):
        finished(box, number)
    opened = []
    reader = box.app.journal.files.reader
    box.app.journal.files.reader = lambda name: opened.append(name) or reader(name)
    box.play(PAST)
    assert "A199" in box.app.canvas.lines() and len(opened) <= 4
    for number in range(198, -1, -1):
        del opened[:]
        box.play("down")
        assert len(opened) <= 5  # heads of one or two packs, and the game
        assert f"A{number}" in box.app.canvas.lines()
    box.play("down " + "up " * 250)
    assert "A199" in texts(box)


@pytest.mark.parametrize("exported, oks", [(True, 2), (False, 3)])
def test_deleting_takes_questions_and_removes_that_game_alone(box, exported, oks):
    for number in range(3):
        finished(box, number)
    keys = keys_of(box)
    if exported:
        box.app.journal.mark_exported(keys[1])
    box.play(PAST + " down")
    for press in range(oks):
        assert keys_of(box) == keys
        box.play("ok")
        assert screen(box) == ("question" if press < oks - 1 else "past_games")
    assert keys_of(box) == [keys[0], keys[2]]
    assert "A0" in texts(box)


def test_phantom_presses_delete_nothing(box):
    finished(box, 1)
    keys = keys_of(box)
    box.play(PAST + " ok ok")
    assert screen(box) == "question"
    for ms in (1, 2):
        for key in range(8):
            for _ in range(5):
                box.parts.buttons.set(1 << key)
                box.parts.clock.advance(ms)
                box.parts.buttons.set(0)
                box.parts.clock.advance(7)
                box.app.step()
    box.play("blue red orange green up down ok:hold blue")
    assert (screen(box), keys_of(box)) == ("question", keys)
    box.play("back back back")
    assert (screen(box), keys_of(box)) == ("home", keys)


def test_a_game_that_was_exported_while_it_is_shown_is_asked_for_as_such(box):
    finished(box, 1)
    box.play(PAST)
    box.app.journal.mark_exported(keys_of(box)[0])
    box.play("ok")
    assert en.DELETE[1] in texts(box)
    box.play("ok")
    assert texts(box) == list(en.NO_GAMES)


def test_a_game_of_a_newer_version_can_be_seen_and_nothing_fails(box):
    finished(box, 1)
    box.app.journal.start(b"\xf0unknown")
    box.app.journal.finish()
    box.play(PAST)
    assert en.UNREADABLE in texts(box)
    box.play("down")
    assert "A1" in texts(box)
    assert box.status()["warnings"] == []


# Settings


def test_every_setting_for_people_has_a_line_and_none_other(box):
    box.play(SETTINGS)
    lines = [option[0] for option in box.app.stack[-1].options]
    hidden = {"roster", "players", "language"}  # language: as long as there is one
    rules = ["Ties: shared"] + [en.HOUSE_RULES % en.GAMES[game] for game in GAMES[1:]]
    assert [name for name in lines if name.startswith(("Ties", "Rules"))] == rules
    assert lines[-1] == en.SELF_TEST and not any("%" in line for line in lines)
    shown = len(DECLARED) - len(hidden) - 2  # neither these nor the rules and the display
    assert len(lines) == shown + len(rules) + 1


def line_of(name):
    """Where the line of a setting stands."""
    return [name for name, _, _ in DECLARED if name in en.SETTING].index(name)


@pytest.mark.parametrize("name", [name for name, _, may in DECLARED if type(may) is list])
def test_numbers_stay_in_range_and_are_kept(box, name):
    low, high = next(may for declared, _, may in DECLARED if declared == name)
    box.play(SETTINGS + " down" * line_of(name))
    before = box.app.settings.get(name)
    box.play("ok up back")
    assert box.app.settings.get(name) == before
    box.play("ok down ok")
    assert low <= box.app.settings.get(name) < before
    assert en.SETTING[name] % box.app.settings.get(name) in texts(box)
    for key, limit in (("down", low), ("up", high)):
        box.play("ok")
        for _ in range((high - low) // 5 + 2):
            box.app.handle(0, 4 if key == "up" else 5)
        box.play("ok")
        assert box.app.settings.get(name) == limit
        assert Settings(box.app.journal.files).get(name) == limit


@pytest.mark.parametrize("name", ["flip", "sound", "coach", "developer"])
def test_switches_change_at_once_and_back(box, name):
    box.play(SETTINGS + " down" * line_of(name))
    before, picture = box.app.settings.get(name), bytes(box.pixels())
    box.play("ok")
    assert box.app.settings.get(name) is not before
    assert Settings(box.app.journal.files).get(name) is not before
    assert bytes(box.pixels()) != picture
    box.play("ok")
    assert box.app.settings.get(name) is before
    assert bytes(box.pixels()) == picture


def test_hold_time_counts_at_once(box):
    box.play(SETTINGS + " down" * line_of("hold_ms") + " ok up up ok")
    assert box.app.keys.hold_ms == box.app.settings.get("hold_ms") == 1000


def test_shapes_of_the_suits_stay_four_different_ones_and_are_drawn(box):
    box.play(SETTINGS + " down" * line_of("shapes") + " ok")
    seen = set()
    for _ in range(len(suits.SHAPES)):
        picture = bytes(box.pixels())
        box.play("ok")
        shapes = box.app.settings.get("shapes")
        assert len(set(shapes)) == 4 and shapes[1:] == ["triangle", "square", "cross"]
        assert bytes(box.pixels()) != picture
        seen.add(shapes[0])
    assert len(seen) == len(suits.SHAPES) - 3


def test_a_house_rule_counts_from_the_next_game_on(box):
    box.play("ok red ok back:hold up up ok")  # in the game: menu, settings
    assert screen(box) == "settings"
    box.play("up " * (len(GAMES) + 1) + "ok back back")
    assert screen(box) == "trick" and '"rules":{}' in box.log_lines()[0]
    box.play("back:hold up ok down ok ok red ok")
    assert '"rules":{"ties":"last_round"}' in box.log_lines()[0]


def test_a_setting_the_storage_refuses_does_not_change(box):
    def full(name, data):
        from companion.storage.files import StorageFull

        raise StorageFull(name)

    box.app.journal.files.write = full
    box.play(SETTINGS + " down" * line_of("sound") + " ok")
    assert screen(box) == "notice" and box.app.settings.get("sound") is False


# The reference card, and that everything can be read


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_reference_card_has_room(box, game):
    canvas, words = box.app.canvas, en if game == GAMES[0] else words_of("en", game)
    rows = [
        (left, right, 8 if len(page) > 4 and row == 0 else 16)
        for page in words.KEY_PAGES + ((en.CARD_WEDGES,) if game == GAMES[0] else ())
        for row, (left, right) in enumerate(page)
    ]
    assert [row for row in rows if canvas.width(row[0], row[2], 1) + canvas.width(row[1], row[2]) > 119] == []
    lines = [line for page in words.CARD_PAGES for line in page]
    assert [line for line in lines if canvas.width(line[1], line[0], 1) > 124] == []


def test_the_reference_card_goes_round_and_back(box):
    box.play(REFERENCE + " ok")
    first, pages = texts(box), len(box.app.stack[-1].pages)
    assert pages == 1 + len(en.CARD_PAGES) + len(en.KEY_PAGES)
    box.play("down")
    assert texts(box) != first
    box.play("down " * (pages - 1))
    assert texts(box) == first
    box.play("up back back")
    assert screen(box) == "home"


def test_the_wedges_on_the_card_are_those_of_the_rules():
    from shared_rules.sums import count

    for ranks, wedges in en.CARD_WEDGES[1:]:
        for rank in ranks.split():
            assert count([int(rank)])[0] == [1, 0 if wedges == "none" else int(wedges)]
    assert sorted(int(rank) for ranks, _ in en.CARD_WEDGES[1:] for rank in ranks.split()) == list(range(12))


WALK = [
    "up",  # home
    "ok blue back back",
    "down ok ok down ok ok ok ok up ok ok back back back back back back back back back",
    "down ok ok ok ok ok ok ok blue ok back down ok blue red back back back back back back back back back back back",
    PAST + " ok ok back back back back down ok back",
    SETTINGS + " down ok back down ok back" * 4 + " down ok back" * 4 + " back back",
    REFERENCE + " ok" + " down" * 12 + " back back",
    ABOUT + " down" * 16 + " back",
    "ok blue ok back:hold up ok down ok back",
]


def test_nothing_is_cut_on_any_of_these_screens(box, monkeypatch):
    cut, drawn, now = [], set(), []
    text = canvas.Canvas.text

    def watching(self, x, y, string, *args, **kwargs):
        drawn.add(string)
        now.append(string)
        return text(self, x, y, string, *args, **kwargs)

    def cutting(cutter):
        def watched(font, line, room):
            out = cutter(font, line, room)
            if out != line:
                cut.append(now[-1])
            return out

        return watched

    monkeypatch.setattr(canvas.Canvas, "text", watching)
    monkeypatch.setattr(canvas, "_cut", cutting(canvas._cut))
    monkeypatch.setattr(canvas, "_cut_line", cutting(canvas._cut_line))
    finished(box, 1, players=4, date="2026-11-30T19:02:11Z")
    box.app.warnings += [(code, {}) for code in en.WARNINGS]
    for keys in WALK:
        box.app.home()
        box.app.stack[0].at = 0
        box.app.settings.set("flip", False)  # else UP and DOWN are the other way round
        box.play(keys)
    for lines in en.STORAGE_SAYS.values():
        box.app.say(lines)
        box.run(20)
    assert cut == []
    for text in (
        en.LAY_DISCS[0],
        en.DELETE_AGAIN[2],
        en.KEY_PAGES[1][3][0],
        en.WARNINGS["full"][1],
        en.ABANDON[0],
    ):
        assert text in drawn


# The same on MicroPython

PROGRAM = """
import sys
from companion.app import App
from companion.storage.files import Files
from robokraft.virtual.parts import Parts

parts = Parts(Files(ROOT))
parts.files.free = lambda: 800 * 1024
app = App(parts)
app.settings.set("roster", [{"id": "z", "name": "Zoë"}])
app.warnings.append(("lost", {"file": "packs/00001"}))
for keys in KEYS:
    for key in keys:
        parts.clock.advance(37)
        app.handle(0, key)
        app.step()
        print(app.stack[-1].name, app.notice is not None, " | ".join(app.canvas.lines()))
for player in app.session.game.header["players"]:
    print(player["id"], player["name"])
print(app.session.state.discs, " ".join([player["name"] for player in app.settings.get("players")]), app.crashes.read())
"""
B, R, _, _, UP, DOWN, OK, BACK = range(8)
# Quick start and back; settings with a number and a switch; the cards; about; no past games; a new game step by step.
FLOWS = [
    [OK, R, BACK, BACK],
    [DOWN, DOWN, DOWN, OK, DOWN, OK, UP, OK, UP, UP, UP, OK, OK, BACK, BACK],
    [DOWN, OK, OK] + [DOWN] * 9 + [BACK, BACK],
    [DOWN, OK] + [DOWN] * 3 + [BACK],
    [UP, UP, UP, OK, BACK],
    [UP, OK, OK, OK, OK, UP, OK, OK, OK, OK, OK, B, OK, OK],
]


def test_micropython_shows_the_same(unix, tmp_path, capsys):
    def program(folder: Path) -> str:
        folder.mkdir()
        return f"ROOT = {str(folder)!r}\nKEYS = {FLOWS!r}\n" + PROGRAM

    exec(program(tmp_path / "one"), {})
    here = capsys.readouterr().out
    assert here.count("\n") == sum(map(len, FLOWS)) + 4 and "trick False" in here and here.endswith("[]\n")
    assert unix.check(program(tmp_path / "two"), cwd=tmp_path, heap="400K") == here


def test_a_refusal_names_people_not_seats(box):
    box.play("ok red ok  back:hold down down ok")
    while box.app.stack[-1].options[box.app.stack[-1].at][0] != en.DECIDE_CUBE:
        box.play("down")
    box.play("ok red blue down down ok")  # P2 has no blue cube that could be taken away
    assert screen(box) == "notice"
    assert "P2 has 0" in " ".join(texts(box))
