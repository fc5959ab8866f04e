"""Charts any game has: points round by round, the race for the lead, standings over many games."""

import itertools

from robokraft.archive.names import isolated
from robokraft.report.style import (
    FAINT,
    GRID,
    INK,
    LINE_MARKERS,
    LINE_STYLES,
    LINES,
    MOST_LINES,
    REST,
    Chart,
    signed,
    spread,
    whole,
)


def lines_over(axes, series, labels, steps):
    """Lines with a name at the end of each; `series` are lists of (x, y), drawn as `steps` or straight."""
    ends, colours = [], []
    for number, points in enumerate(series):
        colour = LINES[number % MOST_LINES]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        every = max(1, len(points) // 6)
        axes.plot(
            xs, ys, color=colour, marker=LINE_MARKERS[number % MOST_LINES], markersize=4, markevery=(number % every, every),
            linewidth=1.6, linestyle=LINE_STYLES[number % MOST_LINES], drawstyle="steps-post" if steps else "default", clip_on=False,
        )  # fmt: skip
        ends.append(points[-1])
        colours.append(colour)
    low, high = axes.get_ylim()
    size = axes.figure.get_figheight() * 72 * 0.8
    heights = spread([y for _, y in ends], 11 * (high - low) / size)
    right = max(x for x, _ in ends)
    for label, height, colour in zip(labels, heights, colours):
        axes.annotate(
            label, (right, height), xytext=(5, 0), textcoords="offset points", va="center", color=colour, annotation_clip=False
        )  # fmt: skip
    axes.set_ylim(min(low, *heights), max(high, *heights))
    axes.set_xlim(min(x for points in series for x, _ in points), right)  # no line runs on below the labels


class Step:
    """The totals after one step of a game: at `x`, said as `label` ("round 2, trick 7")."""

    def __init__(self, x, label, totals):
        self.x = x
        self.label = label
        self.totals = totals


def turning_point(steps, winners):
    """(Step, sentence part) at which the winners took the lead for good; None where nobody can tell.

    The last step whose leaders were others decides: the next one is the turning point.
    """
    if not steps or not winners:
        return None
    for at in range(len(steps) - 1, -1, -1):
        totals = steps[at].totals
        if not all(totals[seat] == max(totals) for seat in winners):
            return (steps[at + 1], "took the lead for good") if at + 1 < len(steps) else None
    return steps[0], "led from the first on"


def round_steps(rounds):
    """The Steps of a game by its rounds alone (points per seat of each)."""
    steps, totals = [], None
    for number, row in enumerate(rounds, 1):
        totals = [a + b for a, b in zip(totals, row)] if totals else list(row)
        steps.append(Step(number, f"round {number}", totals))
    return steps


def race(names, steps, winners, edges=()):
    """Totals as they grew, the turning point marked; `edges` are (x, label) of the rounds' ends where steps are finer."""
    turn = turning_point(steps, winners)
    who = " and ".join(isolated(names[seat]) for seat in winners)
    caption = "Points in all after each step."
    if turn:
        caption = f"Turning point: {who} {turn[1]}" + (
            f" with {turn[0].label}." if "good" in turn[1] else "."
        )

    def draw(figure, label):
        axes = figure.subplots()
        series = [[(0, 0)] + [(step.x, step.totals[seat]) for step in steps] for seat in range(len(names))]
        lines_over(
            axes,
            series,
            [f"{label(name)} {signed(steps[-1].totals[seat])}" for seat, name in enumerate(names)],
            False,
        )
        if edges:
            axes.set_xticks([x for x, _ in edges], [text for _, text in edges])
            axes.tick_params(axis="x", length=0)
            axes.grid(False, axis="x")
            for (before, _), (after, _) in itertools.pairwise(
                edges
            ):  # a line where a round ends, not in its middle
                axes.axvline((before + after) / 2, color=GRID, linewidth=0.8)
        else:
            axes.set_xticks(range(len(steps) + 1), ["start", *[str(step.x) for step in steps]])
        axes.set_xlabel("round")
        whole(axes.yaxis)
        axes.axhline(0, color=FAINT, linewidth=0.8)
        if turn and "good" in turn[1]:
            axes.axvline(turn[0].x, color=INK, linewidth=1, linestyle=":")
            axes.annotate(
                "turning point", (turn[0].x, 1), xycoords=("data", "axes fraction"), xytext=(0, 3),
                textcoords="offset points", ha="center", va="bottom",
            )  # fmt: skip

    return Chart("The race", caption, 210, draw)


def round_points(names, rounds):
    """Points of each round, a panel a player."""

    def draw(figure, label):
        grid = figure.subplots(-(-len(names) // 2), 2, sharex=True, sharey=True, squeeze=False).flatten()
        for seat, axes in enumerate(grid):
            if seat >= len(names):
                axes.set_visible(False)
                continue
            points = [row[seat] for row in rounds]
            bars = axes.bar(range(1, len(rounds) + 1), points, color=LINES[seat % MOST_LINES], width=0.6)
            axes.bar_label(bars, [signed(value) for value in points], padding=1, fontsize=8)
            axes.set_title(f"{label(names[seat])} {signed(sum(points))}", fontsize=9)
            axes.set_xticks(range(1, len(rounds) + 1))
            axes.axhline(0, color=FAINT, linewidth=0.8)
            axes.use_sticky_edges = False
            axes.margins(y=0.2)

    return Chart(
        "Points by round", "A panel for each player, a bar for each round.", 110 * -(-len(names) // 2), draw
    )


def standings_over(people, steps, what):
    """How the standings of many games grew: `steps` as of `stats.standings`; `what` is wins or points."""
    at = 1 if what == "wins" else 2
    more = len(people) > MOST_LINES
    people = people[:MOST_LINES]

    def draw(figure, label):
        axes = figure.subplots()
        series = []
        for person in people:
            grown = [
                (number, sums[person.person][at])
                for number, (_, sums) in enumerate(steps, 1)
                if person.person in sums
            ]
            series.append([(0, 0)] + grown)
        labels = [f"{label(person.name)} {signed(points[-1][1])}" for person, points in zip(people, series)]
        lines_over(axes, series, labels, what == "wins")
        whole(axes.xaxis)
        whole(axes.yaxis)
        axes.set_xlabel("game")

    title = "Wins" if what == "wins" else "Points"
    caption = f"{title} added up, game after game" + (f"; the first {MOST_LINES}." if more else ".")
    return Chart(f"{title} over time", caption, 230, draw)


def form(name, results):
    """One person's games: `results` are (points, place), oldest first; the line is the average of the last ten."""

    def draw(figure, label):
        axes = figure.subplots()
        count = len(results)
        points = [value for value, _ in results]
        won = [(number, value) for number, (value, place) in enumerate(results, 1) if place == 1]
        lost = [(number, value) for number, (value, place) in enumerate(results, 1) if place != 1]
        size = 5 if count <= 60 else 3
        for found, marker, colour, text in (
            (lost, "o", REST, "other places"),
            (won, "*", LINES[1], "won"),
        ):
            xs, ys = [x for x, _ in found], [y for _, y in found]
            bigger = size + 3 if marker == "*" else size
            axes.plot(xs, ys, marker, color=colour, markersize=bigger, linestyle="none", label=text)
        means = [
            sum(points[max(0, k - 9) : k + 1]) / len(points[max(0, k - 9) : k + 1]) for k in range(count)
        ]
        axes.plot(range(1, count + 1), means, color=INK, linewidth=1.5, label="average of ten")
        axes.axhline(0, color=FAINT, linewidth=0.8)
        axes.set_xlim(0.5, count + 0.5)
        whole(axes.xaxis)
        whole(axes.yaxis)
        axes.set_xlabel("game")
        axes.set_ylabel("points")
        figure.legend(
            loc="outside upper center", ncols=3, frameon=False, fontsize=8, handletextpad=0.4, columnspacing=1
        )

    return Chart("Form", f"Every game of {isolated(name)}, and the average of the last ten.", 200, draw)
