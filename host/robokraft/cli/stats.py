"""`robokraft stats`: what the games in the archive add up to."""

from typing import Annotated

import typer

from robokraft.cli.archive import (
    Device,
    Folder,
    Json,
    Kind,
    Player,
    Since,
    Until,
    Url,
    in_line,
    none_of,
    opened,
    show,
    table,
    wanted,
)
from robokraft.cli.output import minus, print_json
from robokraft.errors import GOOD, UserError


def command(
    player: Player = None,
    versus: Annotated[
        str | None,
        typer.Option("--versus", metavar="ID|NAME", help="With --player: only games with this person too."),
    ] = None,
    game: Kind = None,
    device: Device = None,
    since: Since = None,
    until: Until = None,
    json: Json = False,
    archive: Folder = None,
    index: Url = None,
):
    """Leaderboards, averages, records and habits; with --player those of one person, and how they did against the others.

    With --versus those of two people, in the games in which both sat.
    Only good logs of games that the table ended count. Guests are in nobody's sums.
    Exit codes: 0 good, 2 an archive, a person or a date that cannot be used.
    """
    if versus is not None and player is None:
        raise UserError("--versus needs --player: who against whom?")
    with opened(archive, index) as shelf:
        person = shelf.person(player) if player else None
        other = shelf.person(versus) if versus else None
        games = shelf.games(wanted(person, game, device, since, until))
        if other is not None:
            games = [one for one in games if other in [seat.person for seat in one.seats]]
        if not games and not json:
            show(none_of(shelf))
        names = dict(shelf.persons())
    found = _found(games, person, other)
    if json:
        print_json(_as_json(games, found))
    elif games:
        _print(games, found, person, "" if other is None else f" with {in_line(names[other])}")
    raise typer.Exit(GOOD)


def _found(games, person, other):
    """Per kind of game what there is to tell: of everybody, of one person, or of two."""
    from robokraft.archive import stats

    found = {}
    told_of = [one for one in (person, other) if one is not None]
    for kind, some in stats.by_kind(games).items():
        pairs = stats.against(some, person) if person else []
        if other is not None:
            pairs = [pair for pair in pairs if pair.person == other]
        people = [one for one in stats.persons(some) if not told_of or one.person in told_of]
        found[kind] = {
            "games": len(some),
            "guests": stats.guest_seats(some),
            "people": people,
            "against": pairs,
            "records": stats.records(some, told_of),
            "habits": stats.habits(kind, people),
        }
    return found


def _as_json(games, found):
    from robokraft.archive.stats import left_out

    out = {"counted": sum(game.counts for game in games), "left_out": left_out(games), "games": {}}
    for kind, told in found.items():
        out["games"][kind] = {
            "games": told["games"],
            "guest_seats": told["guests"],
            "leaderboard": [person.as_json() for person in told["people"]],
            "against": [pair.as_json() for pair in told["against"]],
            "records": [record.as_json() for record in told["records"]],
            "habits": _habits_json(told["habits"]),
        }
    return out


def _habits_json(habits):
    if habits is None:
        return None
    titles, rows = habits
    names = [title.replace(" ", "_") for title in titles]
    return [
        {"id": person.person, "suits": [dict(zip(names, line)) for line in lines]} for person, lines in rows
    ]


def _print(games, found, person, together):
    from robokraft.archive.kinds import title
    from robokraft.archive.stats import left_out

    missing = ", ".join(f"{count} {_WHY[why]}" for why, count in sorted(left_out(games).items()))
    if not found:
        show(f"no games{together} that count" + (f"; not counted: {missing}" if missing else ""))
        return
    for kind, told in found.items():
        many = told["games"]
        show(f"{title(kind)}: {many} {'game' if many == 1 else 'games'}{together}")
        show(
            "", _board(told["people"]) if told["people"] else "Only guests played: they are in nobody's sums."
        )
        if told["against"]:
            show("", "Against", _against(told["against"]))
        show("", "Records", _records(told["records"]))
        if told["habits"]:
            titles, rows = told["habits"]
            one = len(told["people"]) == 1
            show("", "Suits" if one else "Suits, points a round", _habits(titles, rows, one))
        show("")
    if missing:
        show(f"not counted: {missing}")


_WHY = {
    "bad": "wrong",
    "conflict": "in conflict",
    "copy": "copies",
    "open": "open",
    "abandoned": "abandoned",
    "stopped": "stopped before anything was scored",
}


def _board(people):
    made = table("player", ">games", ">wins", ">win %", ">average", ">place", ">best", ">worst", ">in a row")
    for person in people:
        numbers = (person.games, person.wins, f"{100 * person.win_rate:.0f}", minus(f"{person.average:.1f}"))
        numbers += (
            f"{person.average_place:.2f}",
            minus(person.best),
            minus(person.worst),
            person.longest_streak,
        )
        made.add_row(in_line(person.name), *map(str, numbers))
    return made


def _against(pairs):
    made = table("player", ">games", ">ahead", ">behind", ">level", ">points between")
    for pair in pairs:
        numbers = (pair.games, pair.ahead, pair.behind, pair.level, minus(f"{pair.average_margin:+.1f}"))
        made.add_row(in_line(pair.name), *map(str, numbers))
    return made


def _records(records):
    from robokraft.archive.telling import span, when

    made = table("record", ">", "", "~", "game")
    for record in records:
        value, unit = (span(record.value), "") if record.unit == "ms" else (minus(record.value), record.words)
        who = in_line(record.who) if record.who is not None else ""
        made.add_row(
            record.what,
            value,
            unit,
            who,
            f"{record.game.id}, {when(record.game.started)}",
        )
    return made


def _habits(titles, rows, one):
    """All there is for one person; points a round for many."""
    if one:
        made = table(titles[0], *[">" + title for title in titles[1:]])
        for _, lines in rows:
            for line in lines:
                made.add_row(*map(minus, line))
        return made
    made = table("player", *[">" + line[0] for line in rows[0][1]])
    for person, lines in rows:
        made.add_row(in_line(person.name), *[minus(f"{line[-1]:+.2f}") for line in lines])
    return made
