"""How charts look, and how they become SVG in a page or pixels in a PNG. The only file that sets matplotlib up.

A chart is 300 points wide with text of 9 points: on a phone of 390 pixels that is 11 pixels, and beside another one on a wide
screen more. Colours differ for every kind of colour blindness; lines differ by marker too, and are named where they end.
"""

import io
import logging
import re
import unicodedata
import warnings

import matplotlib
from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from robokraft.archive.names import LEFT_TO_RIGHT, RIGHT_TO_LEFT, isolated, plain, turns

WIDTH_PT = 300
NAME_PT = 110  # of a name beside or above what is drawn: some twenty letters, and a number after them
PNG_WIDTH = 1080  # pixels
INK, FAINT, GRID = "#1a1a1a", "#5c5c5c", "#dddddd"
SUITS = {"B": "#0072b2", "R": "#b3261e", "O": "#e69f00", "G": "#00a878"}
REST = "#9a9a9a"
MARKERS = {"B": "o", "R": "^", "O": "s", "G": "P"}  # the shapes on the box
# People, up to eight: a page has the suits too, so none of these may be taken for one. The first four differ most.
LINES = ("#1a1a1a", "#882255", "#56657a", "#332288", "#8a7400", "#d46ab5", "#0b4f55", "#a39a4a")
LINE_MARKERS = "oDvXs^P*"
LINE_STYLES = (
    "-",
    (0, (5, 1.2)),
    (0, (1.2, 1.2)),
    (0, (6, 1.2, 1.2, 1.2)),
    (0, (3, 1)),
    (0, (1, 2)),
    (0, (8, 2)),
    "-",
)
MOST_LINES = len(LINES)

_SETTINGS = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "robokraft",
    "text.color": INK,
    "text.parse_math": False,  # a $ in a name is a $
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
}
_FONT = "DejaVu Sans"  # comes with matplotlib
_DOTS = "…"
_JOINER = "\u200d"


class Chart:
    """A chart with its caption. `draw(figure, label)` draws it; `label(name, room)` makes a name fit for the medium."""

    def __init__(self, title, caption, height_pt, draw):
        self.title = title
        self.caption = caption
        self._height = height_pt
        self._draw = draw

    def svg(self, prefix):
        """The chart as an `<svg>` element without fixed size; `prefix` keeps its ids apart from other charts'."""
        out = io.StringIO()
        with _set_up([_FONT]):
            self._figure(isolated).savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        text = out.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
        text = re.sub(
            r"<svg [^>]*?viewBox", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox', text, count=1
        )
        text = re.sub(r'\bid="', f'id="{prefix}-', text)
        text = re.sub(r"url\(#", f"url(#{prefix}-", text)
        return re.sub(r'href="#', f'href="#{prefix}-', text).strip()

    def pixels(self, fonts):
        """The chart as a Pillow image, PNG_WIDTH pixels wide."""
        from PIL import Image

        out = io.BytesIO()
        with _set_up(fonts):
            self._figure(_marked).savefig(out, format="png", dpi=72 * PNG_WIDTH / WIDTH_PT)
        return Image.open(out).convert("RGB")

    def _figure(self, mark):
        def label(name, room=NAME_PT, **font):
            return mark(shortened(plain(name), room, **font))

        figure = Figure(figsize=(WIDTH_PT / 72, self._height / 72), layout="constrained", facecolor="white")
        self._draw(figure, label)
        return figure


def _marked(name):
    """A name for matplotlib's own text layout, which knows marks but no isolates."""
    name = plain(name)
    if not turns(name):
        return name
    last = RIGHT_TO_LEFT if name.endswith(_DOTS) else ""
    return f"{LEFT_TO_RIGHT}{name}{last}{LEFT_TO_RIGHT}"


def shortened(name, room, **font):
    """The name, or as much of it as is no wider than `room` points with dots behind it; `font`: how it is drawn."""
    if width(name, **font) <= room:
        return name
    for end in range(len(name) - 1, 0, -1):
        # Marks and joined signs stay with what they belong to.
        whole = not unicodedata.category(name[end]).startswith("M") and _JOINER not in name[end - 1 : end + 1]
        text = name[:end].rstrip() + _DOTS
        if whole and width(text, **font) <= room:
            return text
    return _DOTS


def width(text, size: float = 9, weight="normal"):
    """Points that a text takes from left to right."""
    # A sign that is as wide as it is high has no right width where no font has it, as in a page for other computers.
    dashed = "".join("—" if unicodedata.east_asian_width(letter) in "WF" else letter for letter in text)
    font = FontProperties(size=size, weight=weight)
    return max(text_to_path.get_text_width_height_descent(one, font, False)[0] for one in (text, dashed))


class _set_up:
    """matplotlib as charts need it, and quiet, as about letters that the reader's own fonts will have."""

    def __init__(self, fonts):
        self._context = matplotlib.rc_context({**_SETTINGS, "font.family": fonts})  # type: ignore[arg-type]
        self._warnings = warnings.catch_warnings()
        self._logger = logging.getLogger("matplotlib")

    def __enter__(self):
        self._level = self._logger.level
        self._logger.setLevel(logging.ERROR)
        self._warnings.__enter__()
        warnings.simplefilter("ignore")
        self._context.__enter__()

    def __exit__(self, *how):
        self._context.__exit__(*how)
        self._warnings.__exit__(*how)
        self._logger.setLevel(self._level)


def fonts_for(text):
    """(font families that together have the letters of a text as far as installed ones do, letters none of them has)."""
    families = [_FONT]
    missing = {ord(letter) for letter in text if not letter.isspace()} - _letters(
        font_manager.findfont(_FONT)
    )
    missing = {code for code in missing if not 0xFE00 <= code <= 0xFE0F and code != 0x200D}
    if missing:
        _look_again()
    for font in sorted(font_manager.fontManager.ttflist, key=lambda font: (font.weight != 400, font.name)):
        if not missing:
            break
        # The font of last resort has a picture for every letter there is, which says nothing.
        if font.name in families or font.style != "normal" or "LastResort" in font.name.replace(" ", ""):
            continue
        found = missing & _letters(font.fname)
        if found:
            families.append(font.name)
            missing -= found
    return families, "".join(letter for letter in dict.fromkeys(text) if ord(letter) in missing)


def _look_again():
    """Fonts that were installed after matplotlib made its list."""
    known = {font.fname for font in font_manager.fontManager.ttflist}
    for path in font_manager.findSystemFonts():
        if path not in known:
            try:
                font_manager.fontManager.addfont(path)
            except (OSError, RuntimeError):
                continue


def _letters(path):
    try:
        return set(font_manager.get_font(path).get_charmap())
    except (OSError, RuntimeError):  # a font of pictures, which matplotlib cannot use
        return set()


def signed(points):
    """A number with a real minus."""
    return str(points).replace("-", "\u2212")


def whole(axis):
    """Whole numbers on an axis."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, nbins=6, min_n_ticks=1))


def spread(values, least):
    """Heights for labels at these values, at least `least` apart, in the same order."""
    order = sorted(range(len(values)), key=lambda k: (values[k], k))
    heights = [float(values[k]) for k in order]
    for _ in range(60):
        moved = False
        for k in range(1, len(heights)):
            gap = heights[k] - heights[k - 1]
            if gap < least - 1e-9:
                heights[k - 1] -= (least - gap) / 2
                heights[k] += (least - gap) / 2
                moved = True
        if not moved:
            break
    out = [0.0] * len(values)
    for k, height in zip(order, heights):
        out[k] = height
    return out
