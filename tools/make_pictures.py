#!/usr/bin/env python3
"""Makes the pictures of the docs, docs/pictures/*.png, by playing the key scripts of tools/pictures/ on virtual boxes.

python tools/make_pictures.py            writes them
python tools/make_pictures.py --check    exit code 1 if what is there is not what would be written

A script is one that `robokraft simulate --keys` takes. Four comments in it say more:

    #: players ANN BEN IDA TOM     before the first key: who played last, as if there had been a game
    #: picture NAME                the screen as it is now
    #: box NAME                    the same, with the face of the box around it
    #: power                       the power is cut and comes back
    #: wires KEY stuck KEY open     the same, and the wires of these keys touch ground or hang in the air
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from companion.ui.canvas import Canvas
from robokraft.virtual.box import KEYS, VirtualBox
from robokraft.virtual.parts import seeded_entropy
from robokraft.virtual.picture import HEIGHT, WIDTH, to_image

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "tools" / "pictures"
TARGET = ROOT / "docs" / "pictures"
SCALE = 3
STARTED = "2026-11-30T19:02:11Z"
_CASE = (38, 42, 51)
_EDGE = (78, 84, 97)
_COLOURS = ((74, 163, 255), (255, 92, 92), (255, 167, 51), (79, 196, 106)) + ((200, 204, 212),) * 4
_BESIDE = 28
_KEYS_HIGH = 92


class Player:
    """One box and the pictures taken of it so far: {name: image}."""

    def __init__(self, folder):
        self._folder = folder
        self.pictures = {}
        self._switch_on()

    def _switch_on(self, **wires):
        self.box = VirtualBox(self._folder, entropy=seeded_entropy(0), utc=lambda: STARTED, **wires)

    def play(self, text):
        """Plays a script. Raises ScriptError, or ValueError for a picture that is taken twice or a comment of no meaning."""
        keys = ""
        for line in text.splitlines():
            if line.startswith("#:"):
                self.box.play(keys)
                keys = ""
                self._do(*line[2:].split())
            else:
                keys += line + "\n"
        self.box.play(keys)

    def _do(self, what, *words):
        if what == "players":
            self.box.configure(players=[{"id": None, "name": name} for name in words])
        elif what == "power":
            self.box.close()
            self._switch_on()
        elif what == "wires":
            self.box.close()
            wrong = list(zip(words[::2], words[1::2]))
            masks = {
                fault: sum(1 << KEYS.index(key) for key, found in wrong if found == fault)
                for fault in ("stuck", "open")
            }
            self._switch_on(grounded=masks["stuck"], cut=masks["open"])
        elif what in ("picture", "box") and len(words) == 1 and words[0] not in self.pictures:
            picture = to_image(self.box.pixels(), SCALE)
            self.pictures[words[0]] = picture if what == "picture" else with_box(picture)
        else:
            raise ValueError(f"no such comment, or a picture taken before: {what} {' '.join(words)}")


def played(text):
    """The pictures of a script on a box with an empty memory: {name: image}."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(Path(folder) / "box")
        try:
            player.play(text)
        finally:
            player.box.close()
    return player.pictures


def with_box(panel):
    """The panel in a case with its eight keys, which carry their names in the box's own letters."""
    wide = panel.width + 2 * _BESIDE
    image = Image.new("RGB", (wide, panel.height + 2 * _BESIDE + _KEYS_HIGH), _CASE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, image.width - 1, image.height - 1), outline=_EDGE, width=2)
    image.paste(panel, (_BESIDE, _BESIDE))
    apart = panel.width / len(KEYS)
    top = panel.height + 2 * _BESIDE
    for key, name in enumerate(KEYS):
        middle = _BESIDE + round(apart * (key + 0.5))
        draw.ellipse((middle - 17, top, middle + 17, top + 34), fill=_COLOURS[key], outline=_EDGE, width=2)
        if key < 4:
            stamp(image, middle, top + 9, lambda canvas, suit=key: canvas.suit(0, 0, suit, 16), (16, 20, 28))
        stamp(
            image,
            middle,
            top + 44,
            lambda canvas, word=name: canvas.text(0, 0, word.upper(), 8),
            _COLOURS[key],
        )
    return image


def stamp(image, middle, top, drawn, colour):
    """Puts what `drawn(canvas)` draws onto an image, centred."""
    buffer = bytearray(WIDTH * HEIGHT // 8)
    drawn(Canvas(buffer))
    lit = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if buffer[y // 8 * WIDTH + x] >> y % 8 & 1]
    left = middle - (max(x for x, _ in lit) + 1) // 2
    for x, y in lit:
        image.putpixel((left + x, top + y), colour)


def pictures():
    """Every picture of every script: {name: image}."""
    made = {}
    for path in sorted(SCRIPTS.glob("*.keys")):
        for name, image in played(path.read_text("utf-8")).items():
            if name in made:
                raise ValueError(f"two scripts take the picture {name}")
            made[name] = image
    return made


def differing():
    """Names of pictures that are missing, that nobody makes, or that show something else than the program does now."""
    made = pictures()
    there = {path.stem for path in TARGET.glob("*.png")}
    return sorted(there ^ set(made)) + sorted(
        name for name in there & set(made) if not same(TARGET / f"{name}.png", made[name])
    )


def same(path, image):
    """Whether a file shows exactly this image, however it is compressed."""
    with Image.open(path) as there:
        return there.size == image.size and there.convert("RGB").tobytes() == image.tobytes()


def main(arguments):
    if arguments == ["--check"]:
        for name in (names := differing()):
            print(f"docs/pictures/{name}.png is not what tools/make_pictures.py makes")
        return 1 if names else 0
    TARGET.mkdir(exist_ok=True)
    made = pictures()
    for path in TARGET.glob("*.png"):
        if path.stem not in made:
            path.unlink()
    for name, image in made.items():
        path = TARGET / f"{name}.png"
        if not path.exists() or not same(path, image):
            image.quantize(256, dither=Image.Dither.NONE).save(path, format="PNG", optimize=True)
            if not same(path, image):
                image.save(path, format="PNG", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
