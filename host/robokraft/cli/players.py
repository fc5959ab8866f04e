"""`robokraft players`: who is known, and the owner's decisions about it."""

from typing import Annotated

import typer

from robokraft.cli.archive import Folder, Json, Url, in_line, opened, show, table
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, UserError


def command(
    rename: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--rename", metavar="ID NAME", help="Show this person by another name; '' takes it back."
        ),
    ] = None,
    merge: Annotated[
        tuple[str, str] | None,
        typer.Option("--merge", metavar="ID ID", help="The first is the same person as the second."),
    ] = None,
    split: Annotated[str | None, typer.Option("--split", metavar="ID", help="Take a merge back.")] = None,
    json: Json = False,
    archive: Folder = None,
    index: Url = None,
):
    """List the people in the archive, rename one, or say that two ids are one person.

    People are known by id, never by name; guests have none and are not listed. Logs are not changed: what is decided here is
    kept beside them in archive.json.
    Exit codes: 0 good, 2 there is no such person, or they cannot be one.
    """
    with opened(archive, index) as shelf:
        if rename:
            shelf.people.rename(shelf.person(rename[0]), rename[1])
        if merge:
            _merge(shelf, *merge)
        if split:
            shelf.people.split(split)
        people = _people(shelf)
    if json:
        print_json(people)
    else:
        made = table("id", "name", ">games", "also")
        for person in people:
            also = ", ".join(map(in_line, person["merged"]))
            made.add_row(in_line(person["id"]), in_line(person["name"]), str(person["games"]), also)
        show(
            made
            if people
            else "nobody has an id yet: names that 'robokraft config set roster Ann,Ben' gives a box have one, once a game of theirs is here"
        )
    raise typer.Exit(GOOD)


def _merge(shelf, gone, into):
    gone, into = shelf.person(gone), shelf.person(into)
    both = shelf.together(gone, into) if gone != into else []
    if both:
        raise UserError(f"{gone} and {into} cannot be one person: both played in {both[0]}")
    shelf.people.merge(gone, into)


def _people(shelf):
    counts = {}
    for game in shelf.games():
        if game.counts:
            for seat in game.seats:
                counts[seat.person] = counts.get(seat.person, 0) + 1
    return [
        {
            "id": person,
            "name": name,
            "games": counts.get(person, 0),
            "merged": shelf.people.all_of(person)[1:],
        }
        for person, name in shelf.persons()
    ]
