"""What a report says, put into the page: sections of tables and charts, and the rounds of a game.

Names go through the template's escaping into `<bdi>`, so that none is read as markup or turns the text beside it.
"""

from jinja2 import Environment, PackageLoader

from robokraft import __version__
from robokraft.archive.names import plain


class Column:
    def __init__(self, title, number=False):
        self.title = title
        self.number = number
        self.wide = title == "players"


class Row:
    def __init__(self, cells, first=False):
        self.cells = cells
        self.first = first


class Table:
    """A table; a column named `>…` holds numbers."""

    def __init__(self, columns, rows, title=None):
        self.title = title
        self.columns = [Column(name.lstrip(">"), name.startswith(">")) for name in columns]
        self.rows = [row if isinstance(row, Row) else Row(row) for row in rows]


class Section:
    """Tables, charts under them, and tables with their own titles after these."""

    def __init__(self, title, tables=(), charts=(), after=()):
        self.title = title
        self.tables = list(tables)
        self.charts = list(charts)
        self.after = [table for table in after if table.rows]


class Page:
    """A report. `title` is the window's, `heading` the first line, `facts` the small texts under it."""

    def __init__(self, title, heading, facts, sections, source, notices=(), names=(), rounds=()):
        self.title = title
        self.heading = heading
        self.facts = facts
        self.sections = sections
        self.source = source
        self.notices = list(notices)
        self.names = [plain(name) for name in names]
        self.rounds = list(rounds)

    @property
    def charts(self):
        return [chart for section in self.sections for chart in section.charts]

    def html(self, progress=None):
        """The whole page as text; `progress(done, all)` is told after each chart."""
        drawn = {}
        charts = self.charts
        for number, chart in enumerate(charts, 1):
            drawn[chart] = {"title": chart.title, "caption": chart.caption, "svg": chart.svg(f"c{number}")}
            if progress:
                progress(number, len(charts))
        environment = Environment(
            loader=PackageLoader("robokraft.report"),
            autoescape=True,
            trim_blocks=True,
            keep_trailing_newline=True,
        )
        sections = [
            {
                "title": one.title,
                "tables": one.tables,
                "charts": [drawn[chart] for chart in one.charts],
                "after": one.after,
            }
            for one in self.sections
        ]
        page = {**vars(self), "sections": sections}
        return environment.get_template("page.html").render(page=page, version=__version__)
