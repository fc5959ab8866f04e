"""The report of one game: who placed where, pictures, then every round."""

from robokraft.archive.kinds import more, title
from robokraft.archive.names import isolated, plain
from robokraft.archive.rounds import rounds_of
from robokraft.archive.telling import MODES, heading, span, when
from robokraft.report.charts import race, round_points, round_steps
from robokraft.report.page import Page, Row, Section, Table
from robokraft.report.style import signed


def game_page(reading):
    """The Page of a good reading."""
    header, verdict = reading.header, reading.verdict
    names = [plain(player["name"]) for player in reading.players]
    rounds = rounds_of(reading.game, totals=True)
    facts = [when(header["started"]), span(reading.play_ms), MODES.get(header["mode"], header["mode"])]
    facts += [f"house rule {rule}: {value}" for rule, value in sorted(header["rules"].items())]
    notices = []
    if reading.reason is None:
        notices.append("This game is not over.")
    elif reading.reason != "complete":
        notices.append(
            {"stopped": "The table ended this game early.", "abandoned": "This game was abandoned."}[
                reading.reason
            ]
        )
    return Page(
        heading(reading), _outcome(reading, names), [title(header["game"]), *facts],
        [Section(None, [_standings(names, verdict)], _charts(reading, names, rounds))],
        f"Log {reading.id}, box {header['device']}, program {header['firmware']}; every record and point of it was checked.",
        notices, names, [_round(played, names, bool(more(header["game"]))) for played in rounds],
    )  # fmt: skip


def _outcome(reading, names):
    winners = [isolated(names[seat]) for seat in reading.verdict["winners"]]
    if not winners or not reading.counts:
        return f"{title(reading.header['game'])}: {', '.join(map(isolated, names))}"
    return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"


def _standings(names, verdict):
    many = len(verdict["rounds"])
    rows = []
    for seat in sorted(range(len(names)), key=lambda seat: (verdict["ranks"][seat], seat)):
        points = [row[seat] for row in verdict["rounds"]]
        cells = [verdict["ranks"][seat], names[seat], *map(signed, points), signed(verdict["points"][seat])]
        rows.append(Row(cells, verdict["ranks"][seat] == 1))
    return Table([">", "player", *[f">R{number + 1}" for number in range(many)], ">total"], rows)


def _charts(reading, names, rounds):
    verdict = reading.verdict
    if not verdict["rounds"] and not any(getattr(played, "tricks", None) for played in rounds):
        return []
    if reading.header["game"] == "robokraft":
        from robokraft.report import robokraft_charts

        return robokraft_charts.charts(names, rounds, verdict["winners"])
    return [
        race(names, round_steps(verdict["rounds"]), verdict["winners"]),
        round_points(names, verdict["rounds"]),
    ]


def _round(played, names, tricks):
    explained = []
    for seat, name in enumerate(names):
        told = played.sentences(seat)
        if told is not None:
            points = f"{signed(played.points[seat])}: " if played.points else ""
            explained.append((name, points + ("; ".join(told) or "nothing")))
    out = {"number": played.number, "explained": explained, "tricks": [], "notes": []}
    out["points"] = list(zip(names, map(signed, played.points))) if played.points else []
    if tricks:
        out["tricks"] = [_trick(trick, names) for trick in played.tricks]
        out["notes"] = [
            f"After trick {number}: {text}" if number else f"At first: {text}"
            for number, text in played.notes
        ]
    return out


def _trick(trick, names):
    cards: list[dict | None] = [None] * len(names)
    for seat, card in trick.plays:
        cards[seat] = {
            "text": card,
            "suit": card[0],
            "lead": seat == trick.leader,
            "won": seat == trick.winner,
        }
    if not trick.plays:
        text = f"{trick.led} {'0–5' if trick.up else '6–11'}"
        cards[trick.leader] = {
            "text": text,
            "suit": trick.led,
            "lead": True,
            "won": trick.leader == trick.winner,
        }
        if trick.leader != trick.winner:
            cards[trick.winner] = {"text": "wins", "suit": trick.won, "lead": False, "won": True}
    cube = f"{trick.cube} for {isolated(names[trick.low])}" if trick.cube else "none left"
    return {"number": trick.number, "discs": trick.discs, "cards": cards, "cube": cube}
