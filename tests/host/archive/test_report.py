"""Reports: one file that needs nothing else, looked at by a browser; charts that everybody can tell apart."""

import html
import json
import re
import shutil
import subprocess
import unicodedata
from html.parser import HTMLParser
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from matplotlib.text import Text
from PIL import Image

from host.archive.logs import KINDS, log
from robokraft.archive.reading import read
from robokraft.installing import advice
from robokraft.report.charts import Step, form, race, round_steps, turning_point
from robokraft.report.game import game_page
from robokraft.report.poster import _head
from robokraft.report.robokraft_charts import points_by_suit
from robokraft.report.season import season_page
from robokraft.report.style import (
    LINE_MARKERS,
    LINE_STYLES,
    LINES,
    NAME_PT,
    SUITS,
    _set_up,
    fonts_for,
    shortened,
    spread,
    width,
)
from shared_rules.log import lines

PLAYERS = [("ann", "Ann & <b>Co</b>"), ("avi", "אבי כהן"), ("min", "민준"), ("cash", "$x$ {{7*7}}")]


@pytest.fixture(scope="module")
def reading():
    return read(log(77, players=PLAYERS, ways=["cards", "tricks", "scores", "cards"])[1])


@pytest.fixture(scope="module")
def page(reading):
    return game_page(reading).html()


class Seen(HTMLParser):
    """Tags and their attributes, and the text outside of style."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.text, self._open = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if "style" not in self._open:
            self.text.append(data)


def test_it_needs_nothing_from_elsewhere(page):
    seen = Seen(page)
    assert not set(seen.tags) & {"script", "link", "img", "iframe", "object", "embed", "image"}
    links = [
        value for name, value in seen.attributes if name in ("src", "href", "xlink:href", "srcset", "style")
    ]
    assert [value for value in links if re.search(r"https?:|//|url\((?!#)", value or "")] == []
    assert "@import" not in page and "@font-face" not in page and "default-src 'none'" in page


def test_ids_are_there_once_and_all_references_lead_somewhere(page):
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"url\(#([^)]*)\)", page)) | set(re.findall(r'href="#([^"]*)"', page))
    assert used and used <= set(ids)


def test_names_are_text_and_nothing_else(page):
    assert "<b>Co</b>" not in page and "49" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    text = "".join(Seen(page).text)
    for _, name in PLAYERS:
        assert name in text


def test_text_in_charts_is_text(page):
    for drawn in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert "<text" in drawn and "$x$" in html.unescape(page)
    assert page.count("<svg") == 4


def test_the_same_game_gives_the_same_file(reading, page):
    assert game_page(reading).html() == page


def test_every_card_of_the_log_is_in_the_page(reading, page):
    cards = [record["card"] for record in reading.records if record["type"] == "card"]
    shown = re.findall(r'<span class="[BROG](?: won)?">([BROG]\d+)</span>', page)
    assert sorted(shown) == sorted(cards)


# Told apart


def simulated(colour, matrix):
    """A colour as somebody sees it, in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""
    linear = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in linear]
    return [min(1, max(0, sum(row[k] * linear[k] for k in range(3)))) for row in matrix]


def lab(linear):
    x = (0.4124 * linear[0] + 0.3576 * linear[1] + 0.1805 * linear[2]) / 0.9505
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    z = (0.0193 * linear[0] + 0.1192 * linear[1] + 0.9505 * linear[2]) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("eyes", EYES)
def test_suits_are_told_apart_by_all_eyes(eyes):
    seen = [lab(simulated(colour, EYES[eyes])) for colour in SUITS.values()]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other)) ** 0.5 > 20


@pytest.mark.parametrize("eyes", EYES)
def test_players_are_told_from_suits_by_all_eyes(eyes):
    """Of a table of four; the lines of more differ in style and marker too."""
    suits, lines = ([lab(simulated(one, EYES[eyes])) for one in some] for some in (SUITS.values(), LINES[:4]))
    for one, other in [*product(suits, lines), *combinations(lines, 2)]:
        assert sum((a - b) ** 2 for a, b in zip(one, other)) ** 0.5 > 15


def test_lines_differ():
    assert len(set(LINES)) == len(LINES) == len(set(LINE_MARKERS)) == len(LINE_STYLES)
    assert len(set(LINE_STYLES)) == len(LINE_STYLES) - 1
    assert not set(LINES) & set(SUITS.values())


def drawn(chart):
    """The first panel of a chart, laid out."""
    figure = chart._figure(str)
    figure.draw_without_rendering()
    return figure.axes[0]


@pytest.mark.parametrize("points", [49, 0, -3])
def test_one_game_has_a_number_of_its_own(points):
    axes = drawn(form("Ann", [(points, 1)]))
    across = [tick for tick in axes.get_xticks() if axes.get_xlim()[0] <= tick <= axes.get_xlim()[1]]
    assert across == [1]
    assert all(tick == int(tick) for tick in axes.get_yticks())


def test_labels_stand_beside_what_is_drawn():
    """The axis line of 0 would strike out the name of who is level with it."""
    axes = drawn(race(["Ann", "Ben", "Cyd"], round_steps([[4, 0, -4]]), [0]))
    edge = axes.get_window_extent().x1
    assert len(axes.texts) == 3 and all(text.get_window_extent().x0 > edge for text in axes.texts)


def test_the_points_of_a_round_stand_where_its_bars_end():
    lines = [(2, 3, 0, 1, -5)]
    played = SimpleNamespace(number=1, points=[-5], lines=[lines])
    axes = drawn(points_by_suit(["Ann"], [played]))
    (text,) = axes.texts
    number, panel = text.get_window_extent(), axes.get_window_extent()
    assert (
        text.get_text() == "−5"
        and panel.y0 <= number.y0
        and number.y1 <= axes.transData.transform((1, -5))[1]
    )


LONG = [
    ("max", "Maximiliane-Charlotte von und zu Hohenlo"),
    ("w", "W" * 40),
    ("min", "민준" * 20),
    ("avi", "אבי כהן " * 4 + "אבי כהן"),
]


def long_charts(kind, shelf):
    """The charts of a report in which all names are long, and the heads of its PNG."""
    if kind == "season":
        games = shelf(*[log(seed, players=LONG)[1] for seed in range(3)]).games()
        pages = [season_page(games, []), season_page(games, [], "w", "W" * 40)]
    elif kind == "robokraft":
        pages = [game_page(read(log(seed, players=LONG, ways=["cards"] * 4)[1])) for seed in (11, 12, 13)]
        pages.append(game_page(read(log(11, players=LONG, drop=1)[1])))  # its heading names all four
    else:
        name, data = KINDS[kind](2)
        seats = len(json.loads(data.splitlines()[0])["players"])
        pages = [game_page(read(renamed(data, [*LONG, ("x", "x" * 40)][:seats])))]
    return [chart for page in pages for chart in [_head(page, page.sections[0].tables), *page.charts]]


@pytest.mark.parametrize("kind", ["robokraft", "robots", "robot_x", "season"])
def test_long_names_leave_room_for_what_is_drawn(kind, shelf):
    for chart in long_charts(kind, shelf):
        with _set_up(["DejaVu Sans"]):
            figure = chart._figure(str)
            figure.draw_without_rendering()
        assert all(axes.get_window_extent().width > 60 for axes in figure.axes if axes.get_visible())
        boxes = [
            (text.get_window_extent(), text.get_text())
            for text in figure.findobj(Text)
            if text.get_visible() and text.get_text() and (text.axes is None or text.axes.get_visible())
        ]
        for box, words in boxes:
            if any(map(str.isalpha, words)):
                assert -1 <= box.x0 and box.x1 <= figure.bbox.width + 1, (chart.title, words)
        for (one, words), (other, others) in combinations(boxes, 2):
            if "…" in words and "…" in others:
                assert not (one.shrunk(0.9, 0.5).overlaps(other.shrunk(0.9, 0.5))), (words, others)


def test_what_stays_of_a_name_is_whole():
    with _set_up(["DejaVu Sans"]):
        assert shortened("Wilhelmine Grossmann", NAME_PT) == "Wilhelmine Grossmann"
        for name in ("W" * 40, "민준" * 20, "Ann " * 10, "e\u0323\u0301" * 13, "👩\u200d🚀" * 13):
            short = shortened(name, 60)
            kept = short.removesuffix("…")
            assert short != kept == kept.rstrip() and name.startswith(kept) and 30 < width(short) <= 60
            after = name[len(kept)]
            assert not unicodedata.combining(after) and "\u200d" not in (kept[-1], after)


def test_labels_keep_apart_and_in_order():
    heights = spread([5, 5, 5, 0, 20], 3)
    assert (
        sorted(heights) == sorted(heights, key=lambda h: h)
        and heights[3] < min(heights[:3])
        and heights[4] == 20
    )
    gaps = [b - a for a, b in zip(sorted(heights), sorted(heights)[1:])]
    assert min(gaps) >= 3 - 1e-6


def test_the_turning_point_is_where_the_lead_was_taken_for_good():
    steps = round_steps([[5, 0, 1], [0, 6, 0], [9, 0, 0], [0, 1, 1]])
    assert [step.totals for step in steps][-1] == [14, 7, 2]
    found = turning_point(steps, [0])
    assert found and found[0].label == "round 3"
    first = turning_point(steps[:1], [0])
    assert first and first[1] == "led from the first on"
    shared = turning_point([Step(1, "a", [1, 2]), Step(2, "b", [3, 3])], [0, 1])
    assert shared and shared[0].label == "b"
    assert turning_point([], [0]) is None and turning_point(steps, []) is None
    assert turning_point(steps, [1]) is None  # corrected afterwards: no step shows why


def test_letters_no_font_has_are_said():
    _, missing = fonts_for("\U0010fffdAnn \U0010fffc\U0010fffd")
    assert missing == "\U0010fffd\U0010fffc"  # in the order of the name


@pytest.mark.parametrize("kind", ["robokraft", "robots"])
def test_letters_no_font_has_are_said_of_a_season_of_any_games(kind, shelf, archived, tmp_path):
    """Also where only the charts of a later game have the name."""
    strange = "\U0010fffd\U0010fffc"
    people = [("ann", "Ann"), ("li", strange), ("cy", "Cy")]
    name, data = KINDS["robots"](2)
    seats = len(json.loads(data.splitlines()[0])["players"])
    others = [people, people[::2] + [("bo", "Bo")]]
    first, second = others if kind == "robokraft" else others[::-1]
    shelf(log(1, players=first)[1], renamed(data, [*second, ("dee", "Dee"), ("eve", "Eve")][:seats]))
    ended = archived("report", "--png", tmp_path / "season.png")
    assert (ended.code, ended.err) == (0, f"robokraft: no font on this computer has {strange}\n")


def renamed(data, people):
    records = [json.loads(line) for line in data.splitlines()]
    records[0]["players"] = [{"id": person, "name": name} for person, name in people]
    for record in records:
        del record["crc"]
    return "".join(lines(records)).encode()


# In a browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
]  # fmt: skip
MEASURE = """
<iframe id=f style="width:WIDTHpx;height:900px;border:0"></iframe><pre id=out>nothing</pre><script>
f.onload = () => {
  const d = f.contentDocument, w = f.contentWindow, texts = [...d.querySelectorAll("svg text")];
  const chosen = w.getSelection(); chosen.selectAllChildren(d.querySelector("figure"));
  out.textContent = JSON.stringify({
    width: d.documentElement.scrollWidth,
    smallest: Math.min(...texts.map(t => parseFloat(w.getComputedStyle(t).fontSize) * t.getScreenCTM().a)),
    outside: texts.filter(t => { const r = t.getBoundingClientRect(), s = t.ownerSVGElement.getBoundingClientRect();
      return r.left < s.left - 1 || r.right > s.right + 1; }).map(t => t.textContent),
    selected: chosen.toString(),
  });
};
f.srcdoc = PAGE;
</script>"""


@pytest.fixture
def measured(tmp_path):
    """What Chromium makes of a page in a window so wide."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")

    def measure(page, width):
        text = MEASURE.replace("WIDTH", str(width)).replace("PAGE", json.dumps(page).replace("<", "\\u003c"))
        (tmp_path / "frame.html").write_text(text, "utf-8")
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=5000"]
        command += ["--dump-dom", (tmp_path / "frame.html").as_uri()]
        done = subprocess.run(command, capture_output=True, timeout=120)
        found = re.search(r"<pre id=\"out\">(.*?)</pre>", done.stdout.decode(), re.DOTALL)
        assert found, done.stderr.decode()[-2000:]
        return json.loads(html.unescape(found.group(1)))

    return measure


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_shows_it_on_a_phone_and_wide(measured, page, width):
    seen = measured(page, width)
    assert seen["width"] <= width  # nothing has to be pushed sideways but tables in their own frame
    assert seen["smallest"] >= 9  # pixels
    assert seen["outside"] == []
    for word in ("top", "bottom", "round 1", "orange", "The discs over the tricks"):
        assert word in seen["selected"]


# The command


def test_report_of_a_game_is_named_by_its_title(archived, shelf, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shelf(log(1, players=[("a", "A/B"), ("b", "C:D"), ("c", "con")])[1])
    ended = archived("report", "BOX1")
    assert ended.code == 0
    (path,) = tmp_path.glob("*.html")
    assert path.name == "RoboKraft A_B, C_D, con 2026-01-02.html" == ended.out.strip()


@pytest.mark.slow
def test_report_of_a_season_and_a_person(archived, shelf, tmp_path):
    shelf(*[log(seed)[1] for seed in range(25)])
    assert archived("report", "-o", tmp_path / "s.html").code == 0
    season = (tmp_path / "s.html").read_text("utf-8")
    assert "Wins over time" in season and "Records" in season and season.count("<svg") == 2
    assert "<bdi>\u200e1. " in season and "<bdi>1. " not in season  # left to right whoever comes first
    assert (
        archived("report", "--player", "avi", "-o", tmp_path / "p.html", "--png", tmp_path / "p.png").code
        == 0
    )
    person = (tmp_path / "p.html").read_text("utf-8")
    assert "Head to head" in person and "<h1>אבי כהן</h1>" in person
    with Image.open(tmp_path / "p.png") as image:
        assert image.width == 1080 and 400 < image.height < 6000


def test_pictures_cut_long_names_and_tables_keep_them(archived, shelf, tmp_path, recwarn):
    name, data = log(11, players=LONG, ways=["cards"] * 4)
    shelf(data)
    page = tmp_path / "game.html"
    ended = archived("report", name, "-o", page, "--png", tmp_path / "game.png")
    assert ended.code == 0 and not list(recwarn)
    drawn, table = page.read_text("utf-8").split("<svg", 1)[1], page.read_text("utf-8").split("<svg", 1)[0]
    charts = "".join(re.findall(r"<text.*?</text>", drawn, re.DOTALL))
    assert "W" * 40 in table and "W" * 40 not in charts and "WWW…" in charts
    assert "Maximiliane-Charlotte von und zu Hohenlo" in table and "Maximiliane-Charlotte… " in charts


def test_a_page_is_not_named_as_a_picture(archived, tmp_path):
    path = tmp_path / "ev.PNG"
    ended = archived("report", "-o", path)
    assert ended.code == 2 and f"'--png {path}' makes a picture" in ended.err and not path.exists()


def test_an_edited_log_gets_no_report(archived, tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(log(3)[1].replace(b'"reason": "complete"', b'"reason": "stopped"'))
    ended = archived("report", path, "-o", tmp_path / "x.html")
    assert ended.code == 1 and "no good log: " in ended.err and not (tmp_path / "x.html").exists()


def test_without_the_parts_it_says_what_to_install(archived, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = archived("report")
    assert ended.code == 2 and ended.err.endswith(advice("jinja2", "matplotlib") + "\n")


@pytest.mark.parametrize("drop", [1, 40, 10_000])
def test_a_game_that_is_not_over_has_a_report_too(archived, tmp_path, drop):
    _, data = log(5, ways=["cards"] * 4, players=PLAYERS)
    lines = data.splitlines(keepends=True)
    path = tmp_path / "open.jsonl"
    path.write_bytes(b"".join(lines[: max(1, len(lines) - drop)]))
    assert archived("report", path, "-o", tmp_path / "x.html").code == 0
    assert "not over" in (tmp_path / "x.html").read_text("utf-8")
