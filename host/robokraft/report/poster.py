"""A report as one PNG for a chat: heading, standings, and its charts under one another."""

from robokraft.archive.names import plain
from robokraft.report.style import (
    FAINT,
    INK,
    NAME_PT,
    PNG_WIDTH,
    WIDTH_PT,
    Chart,
    fonts_for,
    shortened,
    width,
)

_MOST_CHARTS = 4
_MOST_ROWS = 8
_EDGE = 0.03  # of the width
_ROOM = WIDTH_PT * (1 - 2 * _EDGE)
_COUNT_PT = 70  # for what stands at the right of a name
_LARGEST, _SMALLEST = 13, 9  # letters of the heading


def poster(page):
    """(Pillow image, letters no installed font has) of a Page."""
    from PIL import Image

    tables = [table for section in page.sections for table in section.tables][:1]
    cells = [cell for table in _tables_of_drawn(page) for row in table.rows for cell in row.cells]
    texts = [page.heading, *page.facts, *map(str, cells)]
    fonts, missing = fonts_for("".join(map(plain, texts)))
    charts = [_head(page, tables), *[_titled(chart) for chart in page.charts[:_MOST_CHARTS]]]
    images = [chart.pixels(fonts) for chart in charts]
    whole = Image.new("RGB", (PNG_WIDTH, sum(image.height for image in images)), "white")
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole, missing


def _tables_of_drawn(page):
    """The tables of every section of which a chart is drawn: in its charts are the names that stand in them."""
    left = _MOST_CHARTS
    for number, section in enumerate(page.sections):
        if left > 0 or number == 0:
            yield from section.tables
        left -= len(section.charts)


def _titled(chart):
    def draw(figure, label):
        chart._draw(figure, label)
        figure.suptitle(chart.title, x=0.02, ha="left", fontsize=10, fontweight="bold")

    return Chart(chart.title, chart.caption, chart._height + 14, draw)


def _head(page, tables):
    rows = [row.cells for table in tables for row in table.rows[:_MOST_ROWS]]
    height = 44 + 13 * len(rows)

    def draw(figure, label):
        text, size = _heading(page)
        figure.text(
            _EDGE, 1 - 14 / height, label(text, _ROOM, size=size, weight="bold"), fontsize=size, fontweight="bold",
            va="center", color=INK,
        )  # fmt: skip
        figure.text(
            _EDGE, 1 - 28 / height, " · ".join(page.facts[:3]), fontsize=7.5, va="center", color=FAINT
        )
        for line, cells in enumerate(rows):
            y = 1 - (46 + 13 * line) / height
            named = [cell for cell in cells if not _is_number(cell)]
            numbers = [cell for cell in cells if _is_number(cell)]
            lead = [str(cells[0])] if _is_number(cells[0]) else []
            names = [label(str(cell), _ROOM - _COUNT_PT) for cell in named[:1]]
            figure.text(_EDGE, y, "  ".join(lead + names), va="center")
            figure.text(
                1 - _EDGE,
                y,
                str(numbers[-1]) if lead else f"{numbers[1]} of {numbers[0]} won",
                ha="right",
                va="center",
            )

    return Chart(page.heading, "", height, draw)


def _heading(page):
    """(The heading, the size of its letters): smaller where it is long, then with names cut short."""
    text = plain(page.heading)
    size = max(_SMALLEST, min(_LARGEST, _LARGEST * _ROOM / width(text, _LARGEST, "bold")))
    if width(text, size, "bold") > _ROOM:
        for name in page.names:
            text = text.replace(name, shortened(name, NAME_PT, size=size, weight="bold"))
    return text, size


def _is_number(cell):
    return isinstance(cell, int) or str(cell).replace("\u2212", "-").lstrip("-").isdigit()
