#!/usr/bin/env python3
"""Makes firmware/companion/ui/glyphs8.py to glyphs32.py and suit_shapes.py from the drawings in this folder.

python tools/make_glyphs.py            writes them
python tools/make_glyphs.py --check    exit code 1 if what is there is not what would be written
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import letters  # noqa: E402
import pen  # noqa: E402
import shapes  # noqa: E402

TARGET = HERE.parent / "firmware" / "companion" / "ui"
MARKS = "\u0300\u0301\u0302\u0303\u0308\u030a\u0304\u0306\u0307\u030c\u030b\u0315\u0327\u0328\u0326"
_LINE = 108


def read_drawings(path, height):
    """Glyphs of a text file: {character: columns}. Text outside of the blocks is for people."""
    glyphs = {}
    lines = path.read_text("utf-8").split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("= "):
            continue
        names = line[2:].split()
        row = int(names.pop(0)[1:]) if names[0].startswith("@") and len(names[0]) > 1 else 0
        characters = [chr(int(name[2:], 16)) if name.startswith("U+") else name for name in names]
        columns = {}
        for text in lines[number + 1 :]:
            if not text.strip():
                break
            cells = text.split()
            if len(cells) != len(characters) or row >= height:
                raise ValueError("%s, line %d: cells and names differ: %s" % (path.name, number + 1, text))
            for character, cell in zip(characters, cells):
                drawn = columns.setdefault(character, [0] * len(cell))
                if len(drawn) != len(cell):
                    raise ValueError("%s, line %d: uneven %r" % (path.name, number + 1, character))
                for x, mark in enumerate(cell):
                    drawn[x] |= (mark == "#") << row
            row += 1
        glyphs.update(columns)
    return glyphs


def glyphs_of(size):
    """[(character, columns, gap)] in the order of the data."""
    if size == 8:
        drawings = read_drawings(HERE / "letters8.txt", 8)
        drawn = {character: (columns, int(character not in MARKS)) for character, columns in drawings.items()}
    else:
        drawn = {}
        width, gap = letters.DIGIT_WIDTHS[size]
        for character, path in letters.DIGITS.items():
            drawn[character] = (pen.draw(path, size, width), gap)
        if size == 32:
            for character, (width, gap) in letters.SIGNS_32.items():
                path = letters.LETTERS[character][4] if character != " " else None
                drawn[character] = (pen.draw(path, size, width) if path else [0] * width, gap)
        else:
            drawn[" "] = ([0] * letters.SPACE[size], 0)
            for character, (w16, w24, gap16, gap24, path) in letters.LETTERS.items():
                width, gap = (w16, gap16) if size == 16 else (w24, gap24)
                drawn[character] = (pen.draw(path, size, width), gap)
            for character, columns in read_drawings(HERE / ("letters%d.txt" % size), size).items():
                drawn[character] = (columns, 0 if character in MARKS else drawn[character][1])
    return [(character, *drawn[character]) for character in sorted(drawn)]


def pages_of(columns, size):
    """Page by page, as the panel and the canvas have it."""
    return bytes(column >> 8 * page & 0xFF for page in range(size // 8) for column in columns)


def literal(name, data):
    """A bytes assignment in lines of bounded length."""
    lines, line = [], ""
    for byte in data:
        text = "\\x%02x" % byte
        if len(line) + len(text) > _LINE - 7:
            lines.append(line)
            line = ""
        line += text
    lines.append(line)
    return "%s = (\n%s\n)\n" % (name, "\n".join('    b"%s"' % line for line in lines))


def font_module(size):
    glyphs = glyphs_of(size)
    beyond = "".join(character for character, _, _ in glyphs if character > "~")
    places, widths, offsets, data = bytearray(b"\xff" * (96 + len(beyond))), bytearray(), b"", b""
    for number, (character, columns, gap) in enumerate(glyphs):
        places[ord(character) - 32 if character <= "~" else 96 + beyond.index(character)] = number
        widths.append(len(columns) | gap << 5)
        offsets += len(data).to_bytes(2, "little")
        data += pages_of(columns, size)
    codes = ["\\u%04x" % ord(character) for character in beyond]
    quoted = ["".join(codes[at : at + 16]) for at in range(0, len(codes), 16)]
    return (
        '"""Letters of %d rows: see `glyphs`. Made by tools/make_glyphs.py; change the drawings there."""\n\n'
        "SIZE = %d\nBEYOND = (\n%s\n)  # fmt: skip\n%s%s%s%s"
        % (
            size,
            size,
            "\n".join('    "%s"' % line for line in quoted),
            literal("PLACES", places),
            literal("WIDTHS", widths),
            literal("OFFSETS", offsets),
            literal("DATA", data),
        )
    )


def suits_module():
    text = (
        '"""Suit shapes, each in 8, 16, 24 and 32 rows and columns. Made by tools/make_glyphs.py."""\n\n'
        + "SHAPES = (%s)\n" % ", ".join('"%s"' % name for name in shapes.SHAPES)
    )
    for size in (8, 16, 24, 32):
        data = b"".join(pages_of(shapes.draw(name, size), size) for name in shapes.SHAPES)
        text += literal("DATA%d" % size, data)
    return text


def modules():
    made = {"glyphs%d.py" % size: font_module(size) for size in (8, 16, 24, 32)}
    made["suit_shapes.py"] = suits_module()
    return made


def main(arguments):
    stale = 0
    for name, text in modules().items():
        path = TARGET / name
        if arguments == ["--check"]:
            if not path.exists() or path.read_text("utf-8") != text:
                print("%s is not what tools/make_glyphs.py makes" % name)
                stale = 1
        else:
            path.write_text(text, "utf-8", newline="\n")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
