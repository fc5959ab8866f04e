"""The report of many games, or of one person in them: standings over time, tables, records."""

from robokraft.archive import stats
from robokraft.archive.kinds import title
from robokraft.archive.names import LEFT_TO_RIGHT, isolated, plain
from robokraft.archive.telling import span, when
from robokraft.report.charts import form, standings_over
from robokraft.report.page import Page, Row, Section, Table
from robokraft.report.style import signed

_NEWEST = 15


def season_page(games, told, person=None, name=None):
    """The Page of Games; `told` says which (player, dates), `person` makes it the report of one."""
    kinds = stats.by_kind(games)
    counted = [game for some in kinds.values() for game in some]
    facts = [f"{len(counted)} {'game' if len(counted) == 1 else 'games'}", *told]
    dates = sorted(game.started[:10] for game in counted if game.started)
    if dates:
        facts.append(dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}")
    missing = stats.left_out(games)
    if missing:
        facts.append(f"{sum(missing.values())} not counted")
    heading = plain(name) if name else "Standings"
    sections = [_section(kind, some, person, name) for kind, some in kinds.items()]
    source = "Only good logs of games that the table ended are counted; guests are in nobody's sums."
    notices = [] if counted else ["There are no games that count."]
    return Page(f"RoboKraft Companion {heading}", heading, facts, sections, source, notices)


def _section(kind, games, person, name):
    people = stats.persons(games)
    steps = stats.standings(games)
    if person is None:
        charts = (
            [standings_over(people, steps, "wins"), standings_over(people, steps, "points")] if people else []
        )
        after = [_records(stats.records(games)), *_habits(kind, people), _games(games)]
        return Section(title(kind), [_board(people)], charts, after)
    mine = [one for one in people if one.person == person]
    results = [(seat.points, seat.place) for game in games for seat in game.seats if seat.person == person]
    charts = [form(plain(name), results)] if results else []
    if kind == "robokraft" and mine and mine[0].facts:
        from robokraft.report.robokraft_charts import suits_of

        charts.append(suits_of(plain(name), mine[0].facts))
    after = [
        _against(stats.against(games, person)),
        _records(stats.records(games, [person])),
        *_habits(kind, mine),
    ]
    return Section(title(kind), [_board(mine)], charts, [*after, _games(games)])


def _board(people):
    rows = []
    for place, one in enumerate(people, 1):
        cells = [
            plain(one.name),
            one.games,
            one.wins,
            f"{100 * one.win_rate:.0f} %",
            signed(f"{one.average:.1f}"),
        ]
        cells += [f"{one.average_place:.2f}", signed(one.best), signed(one.worst), one.longest_streak]
        rows.append(Row(cells, place == 1 and len(people) > 1))
    columns = [
        "player",
        ">games",
        ">wins",
        ">win rate",
        ">average",
        ">place",
        ">best",
        ">worst",
        ">wins in a row",
    ]
    return Table(columns, rows)


def _against(pairs):
    rows = [
        [
            plain(pair.name),
            pair.games,
            pair.ahead,
            pair.behind,
            pair.level,
            signed(f"{pair.average_margin:+.1f}"),
        ]
        for pair in pairs
    ]
    return Table(["player", ">games", ">ahead", ">behind", ">level", ">points between"], rows, "Head to head")


def _records(records):
    rows = []
    for record in records:
        value = span(record.value) if record.unit == "ms" else f"{signed(record.value)} {record.words}"
        who = plain(record.who) if record.who is not None else ""
        rows.append([record.what, value, who, when(record.game.started)[:10], record.game.id])
    return Table(["record", "", "player", "played", "game"], rows, "Records")


def _habits(kind, people):
    habits = stats.habits(kind, people)
    if habits is None:
        return []
    titles, found = habits
    if len(found) == 1:
        return [
            Table(
                [titles[0], *[">" + name for name in titles[1:]]],
                [list(map(signed, line)) for line in found[0][1]],
                "Suits",
            )
        ]
    columns = ["player", *[">" + line[0] for line in found[0][1]]]
    rows = [[plain(one.name), *[signed(f"{line[-1]:+.2f}") for line in lines]] for one, lines in found]
    return [Table(columns, rows, "Points a round, by suit")]


def _games(games):
    rows = []
    for game in reversed(games[-_NEWEST:]):
        seats = sorted(game.seats, key=lambda seat: (seat.place, seat.name))
        outcome = ", ".join(f"{seat.place}. {isolated(seat.name)} {signed(seat.points)}" for seat in seats)
        outcome = LEFT_TO_RIGHT + outcome  # whatever the script of the first name
        rows.append([when(game.started)[:10], outcome, span(game.play_ms), game.id])
    return Table(["played", "players", ">time", "game"], rows, "Newest games")
