"""Names that the box has no letters for: their pictures wherever a name is drawn, and what stands for one without."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage import pictures
from companion.ui import glyphs
from companion.ui.canvas import Canvas
from flows import flow
from robokraft.virtual.box import VirtualBox

LI, YO = "李", "Йо"
WIDE = (6, 11, 17)


def block(widths):
    """A picture of all lit pixels."""
    return bytes(widths) + b"".join(b"\xff" * (widths[k] * (k + 1)) for k in range(3))


class Names:
    """Pictures by name, as a box's memory holds them."""

    def __init__(self, known):
        self.known = known

    def pieces(self, text):
        for name in self.known:
            if name in text:
                before, after = text.split(name, 1)
                pieces = [(before, before)] if before else []
                return [*pieces, (name, self.known[name]), *(self.pieces(after) if after else [])]
        return [(text, text)]


def canvas():
    return Canvas(bytearray(1024), pieces=Names({LI: block(WIDE)}).pieces)


def lit(made):
    return {(x, y) for y in range(64) for x in range(128) if made._buffer[(y >> 3) * 128 + x] >> (y & 7) & 1}


@pytest.mark.parametrize("size", [8, 16, 24])
def test_a_picture_stands_in_the_text_and_the_text_goes_on_behind_it(size):
    wide = WIDE[size // 8 - 1]
    made = canvas()
    end = made.text(3, 8, LI, size)
    assert lit(made) == {(x, y) for x in range(3, 3 + wide) for y in range(8, 8 + size)}
    assert end > 3 + wide and made.lines() == [LI]
    whole, parts = canvas(), canvas()
    whole.text(0, 0, f"A {LI} B", size)
    at = parts.text(parts.text(parts.text(0, 0, "A ", size), 0, LI, size), 0, " B", size)
    assert lit(whole) == lit(parts) and at > wide and whole.lines() == [f"A {LI} B"]


def test_at_size_32_a_name_is_set_at_24():
    made = canvas()
    made.text(0, 0, LI, 32)
    assert lit(made) == {(x, y) for x in range(WIDE[2]) for y in range(4, 28)}


@given(
    st.integers(0, 60),
    st.sampled_from([8, 16, 24]),
    st.sampled_from([LI, f"A{LI}", f"{LI}A", f"{LI}{LI}{LI}{LI}"]),
)
def test_a_text_with_a_picture_keeps_to_its_room(room, size, text):
    made = canvas()
    made.text(10, 0, text, size, width=room)
    dots = glyphs.font(size).glyph("…")[2]
    assert all(10 <= x < 10 + max(room, dots) for x, _ in lit(made))
    if room >= size + dots + 4:
        assert len(lit(made)) > 3 * size  # some of it is seen


class Table:
    """A virtual box at which these people sit."""

    def __init__(self, *names):
        self.box = VirtualBox()
        files = self.box.parts.files
        for name, widths in ((LI, WIDE), (YO, (9, 19, 29))):
            pictures.save(files, name, block(widths), [])
        setup = {"lead": 0, "discs": "BROG"}
        players = [name if isinstance(name, dict) else {"id": None, "name": name} for name in names]
        self.box.start({"game": "robokraft", "mode": "cards", "players": players, "setup": setup})

    def pieces(self, text):
        """What is drawn for the pieces of the text."""
        pieces = self.box.app.names().pieces(text)
        assert "".join(piece for piece, _ in pieces) == text
        return [shown for _, shown in pieces]


@pytest.fixture
def no_fonts(monkeypatch):
    from robokraft import fonts

    monkeypatch.setattr(fonts, "installed", lambda: [])


def test_names_are_found_in_sentences_and_the_longest_counts(no_fonts):
    table = Table(LI, YO, "Bob", "Zoë")
    assert table.pieces(f"{LI} and {YO}, Bob") == [block(WIDE), " and ", block((9, 19, 29)), ", Bob"]
    assert table.pieces(f"{YO}{YO}") == [block((9, 19, 29))] * 2
    longer = Table(LI, LI + "小", "Bob", "Zoë")
    assert longer.pieces(f"a {LI}小 {LI}") == ["a ", "P2", " ", block(WIDE)]


def test_without_a_picture_a_player_is_the_seat_and_a_person_the_id(no_fonts):
    table = Table("小", {"id": "i9", "name": "明"}, "Bob", "Ann 明")
    assert table.pieces("小 明") == ["P1", " ", "P2"]
    assert table.pieces(YO) == [block((9, 19, 29))] and table.pieces("吴") == ["吴"]  # they sit elsewhere
    assert table.pieces("Ann…: 小") == ["Ann…", ": ", "P1"]
    assert table.pieces("Ann 明") == ["Ann 明"]  # enough of it can be read
    table.box.configure(roster=[{"id": "wu", "name": "吴"}, {"id": "何", "name": "何"}])
    assert table.pieces("吴 何") == ["wu", " ", "何"]  # an id that cannot be drawn says no more
    signs = Table("阿·明", "А. П.", "e\u0301".replace("e", "李") + "-", "Bo 明")
    assert [signs.pieces(name)[0] for name in ("阿·明", "А. П.", "Bo 明")] == ["P1", "P2", "Bo 明"]
    clash = Table("小", "P1", "P2", "Bob")
    assert clash.pieces("小 P1") == ["#1", " P1"]


def test_a_shortened_name_is_its_picture_and_no_line_is_broken_in_one(no_fonts):
    long = f"{LI} 小龍 明"
    table = Table(long, YO, "Bob", "Zoë")
    pictures.save(table.box.parts.files, long, block((9, 30, 40)), [])
    table.box.app.names_changed()
    for form in (f"{LI} 小…", f"{LI}…"):
        assert table.pieces(f"is in: {form}, R1") == ["is in: ", block((9, 30, 40)), ", R1"]
    words = table.box.app.canvas.words(f"is in: {long} and {YO} Bob")
    assert words == ["is", "in:", long, "and", YO, "Bob"]
    assert Canvas(bytearray(1024)).words("a b  c") == ["a", "b", "", "c"]


@pytest.mark.parametrize("from_right", [False, True])
def test_of_a_picture_without_room_the_beginning_is_seen(from_right):
    columns = bytes([1, 3, 7, 15, 31, 63, 127, 255] * 3)  # 24 of them, no two neighbours alike
    mark = 128 if from_right else 0
    picture = bytes([mark + 1, mark + 24, mark + 1]) + bytes(1) + columns + bytes(24) + bytes(3)
    made = Canvas(bytearray(1024), pieces=lambda text: [(text, picture)])
    made.text(0, 0, LI, 16, width=20)
    row = bytes(made._buffer[:20])
    room = 20 - glyphs.font(16).glyph("…")[2] - 1
    assert row.find(columns[-room:] if from_right else columns[:room]) == (20 - room if from_right else 0)


def test_a_name_that_was_nobodys_has_its_word_when_it_sits(no_fonts):
    table = Table("Ann", "Bob", "Cyd")
    table.box.app.canvas.text(0, 0, "小")
    table.box.play("back:hold down down down ok ok ok ok")
    assert table.box.status()["game"] is None
    setup = {"lead": 0, "discs": "BROG"}
    guests = [{"id": None, "name": name} for name in ("小", "明", "Bob")]
    table.box.start({"game": "robokraft", "mode": "cards", "players": guests, "setup": setup})
    made = table.box.app.canvas
    made.clear()
    made.text(0, 0, "小")
    plain = Canvas(bytearray(1024))
    plain.text(0, 0, "P1")
    assert lit(made) == lit(plain)


def test_guests_have_their_words_in_lists_and_past_games(no_fonts):
    table = Table("小", "明", "Bob")
    table.box.play("blue down blue  back:hold down down down ok ok ok")
    assert table.box.status()["screen"]["name"] == "game_end"
    assert table.pieces("小") == ["P1"]
    table.box.app.home()
    table.box.configure(players=[{"id": None, "name": name} for name in ("Ann", "吴", "Bob")])
    assert table.pieces("吴") == ["P2"]


def test_more_names_than_are_kept_in_memory_are_all_known(no_fonts):
    people = [chr(0x4E00 + k) for k in range(32)]
    table = Table("Ann", "Bob", "Cyd")
    table.box.configure(roster=[{"id": str(k), "name": name} for k, name in enumerate(people)])
    assert "".join(table.pieces(" ".join(people))) == " ".join(map(str, range(32)))


def test_the_screens_show_it_and_the_texts_keep_the_name(no_fonts):
    table = Table(LI, "小", "Bob", "Zoë")
    shown = {}
    for keys in ("", "blue down blue", "down up orange down down red down red", "ok", "back back:hold"):
        table.box.play(keys)
        status = table.box.status()["screen"]
        shown[status["name"]] = status["texts"]
        assert not any("�" in text or "P2" in text for text in status["texts"])
    assert LI in shown["look"] and "小" in shown["look"]


def test_a_new_picture_shows_at_once_and_survives_the_power(no_fonts, tmp_path):
    setup = {"lead": 0, "discs": "BROG"}
    with VirtualBox(tmp_path) as box:
        box.start({"game": "robokraft", "mode": "cards", "players": [LI, "Ann", "Bob"], "setup": setup})
        before = box.pixels()
        pictures.save(box.parts.files, LI, block(WIDE), [])
        box.app.names_changed()
        box.run(50)
        after = box.pixels()
        assert after != before
    with VirtualBox(tmp_path) as box:
        box.run(2000)
        assert box.app.names().pieces(LI) == [(LI, block(WIDE))]


def test_a_word_that_stands_for_a_name_is_not_kept_for_the_next_game():
    words = ["P1", "P2"]
    made = Canvas(bytearray(1024), pieces=lambda text: [(text, words[0])])
    shown = []
    for _ in words:
        made.clear()
        made.text(0, 0, "小")
        shown.append(lit(made))
        words.reverse()
    plain = Canvas(bytearray(1024))
    for word, seen in zip(("P1", "P2"), shown):
        plain.clear()
        plain.text(0, 0, word)
        assert seen == lit(plain)


LONG = {  # the names of the scripts with the longest ones, and others in their place
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW": "Владимир",
    "Ľudovít Ženíšek-Ångström Ødegård Ĉŝĝĥ Žq": "محمد علي",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMß": "李小龍",
    "Maximiliana Bartholomäus von Hohenzoller": "Ἀλέξανδρος Παπαδόπουλος",
    "민준": "김민준",
}
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*-long-names.keys"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_every_screen_of_every_game_shows_their_pictures(path, no_fonts, monkeypatch):
    text = path.read_text("utf-8")
    for name, other in LONG.items():
        text = text.replace(name, other)
    missing = []
    glyph = glyphs.Font.glyph

    def seen(font, character):
        if font._find(character) is None:
            missing.append((path.stem, character))
        return glyph(font, character)

    monkeypatch.setattr(glyphs.Font, "glyph", seen)
    taken = []
    with VirtualBox() as box:
        for name in LONG.values():
            pictures.save(box.parts.files, name, block((40, 80, 96)), [])
        flow.play(text, box, path.name, taken.append)
    assert taken and missing == []
