"""Names in any script: the font that has their letters, the picture that is made, and what the box is sent."""

import os

import pytest
from fontTools.ttLib import TTCollection, TTFont
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from barfont import make
from companion.storage.pictures import COLUMNS, is_picture
from robokraft import fonts, lettering
from robokraft.errors import UserError

MING = "李小龍"


def picture_of(name, only):
    """The picture of one name, or None."""
    return lettering.pictures([name], only).get(name)


def covering(text, only):
    """The faces among these font files that have all letters."""
    wanted = {ord(letter) for letter in fonts.letters_of(text)}
    return [(path, index) for path in only for index, letters in fonts.faces(path) if wanted <= letters]


def rows_of(picture, size):
    """The picture at 8, 16 or 24 rows as lists of 0 and 1, row by row."""
    pages = size // 8
    at = 3 + sum((picture[k] & 127) * (k + 1) for k in range(pages - 1))
    wide = picture[pages - 1] & 127
    return [[picture[at + wide * (y // 8) + x] >> y % 8 & 1 for x in range(wide)] for y in range(size)]


def test_the_first_font_with_all_letters_is_taken(tmp_path):
    some = make(tmp_path / "a.ttf", "李小")
    every = make(tmp_path / "b.ttf", MING)
    assert covering(MING, [some, every]) == [(every, 0)]
    assert covering("李", [some, every]) == [(some, 0), (every, 0)]
    assert covering("李\u200d小", [some]) == [(some, 0)]  # a joiner has no drawing
    assert not covering("Ω", [some, every])


def test_a_collection_is_searched_face_by_face(tmp_path):
    collection = TTCollection()
    collection.fonts = [
        TTFont(make(tmp_path / "a.ttf", "ab")),
        TTFont(make(tmp_path / "b.ttf", MING)),
    ]
    path = tmp_path / "both.ttc"
    collection.save(path)
    assert covering(MING, [path]) == [(path, 1)]
    assert covering("ba", [path]) == [(path, 0)]
    assert is_picture(picture_of(MING, [path]))


def test_what_is_no_font_is_passed_over_and_refused_where_it_was_named(tmp_path):
    noise, nothing = tmp_path / "noise.ttf", tmp_path / "nothing.ttf"
    noise.write_bytes(b"\x00\x01\x00\x00 and then not")
    nothing.write_bytes(b"")
    cut = tmp_path / "cut.ttf"
    cut.write_bytes(make(tmp_path / "whole.ttf", MING).read_bytes()[:300])
    coloured = make(tmp_path / "colours.ttf", MING, outlines=False)
    bad = [noise, nothing, cut, coloured, tmp_path / "none.ttf", tmp_path]
    assert not covering(MING, bad)
    for path in bad:
        with pytest.raises(UserError, match="font"):
            fonts.named(path)
    assert fonts.named(tmp_path / "whole.ttf") == tmp_path / "whole.ttf"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_of_a_font_reaches_a_person(tmp_path, data):
    """FIELD has none of it: a font anywhere on the computer may be broken, and a good one behind it is taken."""
    good = make(tmp_path / "good.ttf", MING)
    whole = bytearray(good.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        size = data.draw(st.integers(1, 40))
        whole[at : at + size] = bytes([data.draw(st.sampled_from([0, 1, 127, 255]))]) * size
    bad = tmp_path / "bad.ttf"
    bad.write_bytes(whole)
    picture = picture_of(MING, [bad, good])
    assert picture is not None and is_picture(picture)


def test_a_font_that_shows_nothing_for_a_letter_is_passed_over(tmp_path):
    empty = make(tmp_path / "empty.ttf", MING, empty="小")
    assert picture_of(MING, [empty]) is None
    assert picture_of("李龍", [empty]) is not None
    whole = make(tmp_path / "whole.ttf", MING)
    assert picture_of(MING, [empty, whole]) == picture_of(MING, [whole])


def test_upright_sans_serif_fonts_come_first(tmp_path, monkeypatch):
    names = ["Serif-Bold", "Sans", "SansMono", "Zebra", "Sans-Oblique"]
    for name in names:
        (tmp_path / f"{name}.ttf").touch()
    (tmp_path / "readme.txt").touch()
    (tmp_path / "folder.ttf").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ttf")  # to read one would take for ever
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path])
    assert [path.stem for path in fonts.installed()] == [
        "Sans",
        "Zebra",
        "Sans-Oblique",
        "SansMono",
        "Serif-Bold",
    ]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_fonts_are_looked_for_where_each_system_has_them(tmp_path, monkeypatch, system):
    monkeypatch.setattr(fonts.sys, "platform", system)
    monkeypatch.setattr(fonts.Path, "home", lambda: tmp_path)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    own = {
        "linux": tmp_path / ".local/share/fonts",
        "darwin": tmp_path / "Library/Fonts",
        "win32": tmp_path / "local/Microsoft/Windows/Fonts",
    }[system]
    own.mkdir(parents=True)
    font = make(own / "mine.ttf", MING)
    assert font in fonts.installed()


@pytest.mark.parametrize("name", ["李", MING, "李小龍李小龍李小龍李小龍", "李 小"])
def test_a_picture_is_as_the_box_takes_it_and_long_names_end_in_dots(tmp_path, name):
    font = make(tmp_path / "a.ttf", name)
    picture = picture_of(name, [font])
    assert is_picture(picture)
    for size, most in zip((8, 16, 24), COLUMNS):
        rows = rows_of(picture, size)
        assert any(row[0] for row in rows) and any(row[-1] for row in rows)  # no empty columns at its sides
        assert len(rows[0]) >= size * 0.6 * len(name) or len(rows[0]) > most - size
        inked = [y for y, row in enumerate(rows) if any(row)]
        assert (
            inked[-1] - inked[0] < lettering._INK[size] and inked[-1] <= lettering._INK[size]
        )  # no line meets the next
    if len(name) > 8:
        dots, _ = lettering._ink(ImageFont.truetype(str(font), 11), "…")
        foot = [[int(dots.getpixel((x, y)) > 0) for x in range(dots.width)] for y in range(dots.height)]
        ends = [row[-dots.width :] for row in rows_of(picture, 16)]
        assert foot in [ends[y : y + dots.height] for y in range(16)]


def test_a_font_without_dots_cuts_a_long_name_without_them(tmp_path):
    name = MING * 4
    font = make(tmp_path / "a.ttf", name, dots=False)
    picture = picture_of(name, [font])
    assert picture is not None and is_picture(picture) and picture[1] > COLUMNS[1] - 16


def test_what_only_joins_is_not_drawn_where_scripts_cannot_be_set(tmp_path, monkeypatch):
    from PIL import features

    font = make(tmp_path / "a.ttf", "李小")
    plain = picture_of("李小", [font])
    monkeypatch.setattr(features, "check", lambda feature: False)
    assert picture_of("李\ufe0f\u200d小", [font]) == plain
    assert picture_of("अ", [make(tmp_path / "b.ttf", "अ")]) is None  # its letters change beside each other


@pytest.mark.parametrize(("have", "what"), [(None, "--font FILE"), ("b.ttf", "b.ttf has not all letters")])
def test_what_stays_without_a_picture_is_told(have, what):
    told = lettering.told(["李", "小"], have)
    assert what in told and "李, 小" in told and "P1 to P5" in told


def test_two_names_have_two_pictures(tmp_path):
    font = make(tmp_path / "a.ttf", MING)
    pictures = [picture_of(name, [font]) for name in ("李小", "小李", "龍", "李")]
    assert len(set(pictures)) == 4


def test_a_name_from_right_to_left_has_no_picture_where_it_would_come_out_turned(tmp_path, monkeypatch):
    from PIL import features

    font = make(tmp_path / "a.ttf", "משה")
    monkeypatch.setattr(features, "check", lambda feature: False)
    assert picture_of("משה", [font]) is None
    monkeypatch.undo()
    if features.check("fribidi"):
        first, last = picture_of("מש", [font]), picture_of("שמ", [font])
        one = picture_of("מ", [font])
        assert all(byte > 127 for byte in (*one[:3], *first[:3]))  # read from the right
        wide = (one[1] & 127) - 1  # the first letter stands at the right
        assert [row[-wide:] for row in rows_of(first, 16)] == [row[-wide:] for row in rows_of(one, 16)]
        assert [row[-wide:] for row in rows_of(last, 16)] != [row[-wide:] for row in rows_of(one, 16)]
