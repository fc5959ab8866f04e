"""RoboKraft's own pictures: the discs over the tricks, points by suit, cubes and tricks."""

from robokraft.archive.names import isolated
from robokraft.archive.robokraft import NAMES
from robokraft.report.charts import Step, race, round_steps
from robokraft.report.style import FAINT, INK, MARKERS, REST, SUITS, Chart, signed, whole

_TRICKS = 12


def charts(names, rounds, winners):
    """The Charts of a game from its `archive.robokraft.Round`s."""
    found = [_race(names, rounds, winners)] if any(played.points for played in rounds) else []
    if any(played.tricks for played in rounds):
        found.insert(0, discs(rounds))
    if any(any(played.lines) for played in rounds):
        found += [points_by_suit(names, rounds), cubes_and_tricks(names, rounds)]
    return found


def discs(rounds):
    """Where each disc lay after each trick; a marker where its suit was led."""

    def draw(figure, label):
        axes = figure.subplots()
        for suit, colour in SUITS.items():
            for at, played in enumerate(rounds):
                start = at * _TRICKS
                places = [(start, played.discs.index(suit))]
                places += [(start + trick.number, trick.lies.index(suit)) for trick in played.tricks]
                axes.plot([x for x, _ in places], [y for _, y in places], color=colour, linewidth=2, zorder=2)
                led = [
                    (start + trick.number, trick.lies.index(suit))
                    for trick in played.tricks
                    if trick.led == suit
                ]
                axes.plot(
                    [x for x, _ in led], [y for _, y in led], MARKERS[suit], color=colour, markersize=5,
                    markeredgecolor="white", markeredgewidth=0.5, zorder=3,
                )  # fmt: skip
            last = rounds[-1].tricks[-1].lies if rounds[-1].tricks else rounds[-1].discs
            first = rounds[0].discs
            axes.annotate(
                NAMES[suit], (len(rounds) * _TRICKS, last.index(suit)), xytext=(5, 0), textcoords="offset points",
                va="center", color=_dark(suit), annotation_clip=False,
            )  # fmt: skip
            axes.plot(
                [0], [first.index(suit)], MARKERS[suit], color=colour, markersize=7, clip_on=False, zorder=3
            )
        axes.set_ylim(3.4, -0.4)
        axes.set_xlim(0, len(rounds) * _TRICKS)
        axes.set_yticks(range(4), ["top", "2nd", "3rd", "bottom"])
        _rounds_below(axes, rounds)

    caption = "The value discs, the highest on top; a shape stands where its suit was led."
    return Chart("The discs over the tricks", caption, 170, draw)


def _dark(suit):
    """Orange is too light to read on white."""
    return "#8f6200" if suit == "O" else "#00755a" if suit == "G" else SUITS[suit]


def _rounds_below(axes, rounds):
    edges = range(0, len(rounds) * _TRICKS + 1, _TRICKS)
    axes.set_xticks(
        [edge + _TRICKS / 2 for edge in edges[:-1]], [f"round {played.number}" for played in rounds]
    )
    axes.tick_params(axis="x", length=0)
    axes.grid(False, axis="x")
    for edge in edges:
        axes.axvline(edge, color=FAINT, linewidth=0.8)


def steps_of(rounds):
    """Totals trick by trick where they are known, else round by round."""
    ended = [played for played in rounds if played.points]
    if not any(trick.totals for played in rounds for trick in played.tricks):
        return round_steps([played.points for played in ended]), ()
    steps, before = [], None
    by_round = round_steps([played.points for played in ended])
    for at, played in enumerate(ended):
        for trick in played.tricks:
            if trick.totals and trick.number < _TRICKS:
                label = f"round {played.number}, trick {trick.number}"
                steps.append(Step(at * _TRICKS + trick.number, label, trick.totals))
        before = by_round[at]
        steps.append(Step((at + 1) * _TRICKS, f"the end of round {played.number}", before.totals))
    edges = [(at * _TRICKS + _TRICKS / 2, str(played.number)) for at, played in enumerate(ended)]
    return steps, edges


def _race(names, rounds, winners):
    steps, edges = steps_of(rounds)
    return race(names, steps, winners, edges)


def _parts(played, seat):
    """Points by suit letter of a seat in a round; `-` for suits that were not asked."""
    return {("BROG" + "-")[line[0]]: line[4] for line in played.lines[seat] or ()}


def points_by_suit(names, rounds):
    """Points of each round stacked by suit, a panel a player: gains upwards, losses downwards."""
    ended = [played for played in rounds if played.points]
    rest = any("-" in _parts(played, seat) for played in ended for seat in range(len(names)))

    def draw(figure, label):
        grid = figure.subplots(-(-len(names) // 2), 2, sharex=True, sharey=True, squeeze=False).flatten()
        for seat, axes in enumerate(grid):
            if seat >= len(names):
                axes.set_visible(False)
                continue
            for at, played in enumerate(ended, 1):
                above = below = 0
                for suit, points in _parts(played, seat).items():
                    colour = SUITS.get(suit, REST)
                    base = above if points > 0 else below
                    axes.bar(
                        at, points, bottom=base, color=colour, width=0.62, edgecolor="white", linewidth=0.6
                    )
                    above, below = (above + points, below) if points > 0 else (above, below + points)
                over = above > 0 or not below
                axes.annotate(
                    signed(played.points[seat]), (at, above if over else below), xytext=(0, 1 if over else -1),
                    textcoords="offset points", ha="center", va="bottom" if over else "top", fontsize=8,
                )  # fmt: skip
            axes.set_title(
                f"{label(names[seat])} {signed(sum(played.points[seat] for played in ended))}", fontsize=9
            )
            axes.set_xticks(range(1, len(ended) + 1), [str(played.number) for played in ended])
            axes.axhline(0, color=INK, linewidth=0.8)
            axes.grid(False, axis="x")
            axes.use_sticky_edges = False
            axes.margins(y=0.18)
        _legend(figure, rest)

    rows = -(-len(names) // 2)
    return Chart(
        "Points by round and suit",
        "Above the line what a suit brought, below what it cost; the number is the round's points."
        + (" Grey: cards of suits without a cube, where only their sum is known." if rest else ""),
        40 + 110 * rows,
        draw,
    )


def _legend(figure, rest):
    from matplotlib.patches import Patch

    patches = [Patch(color=colour, label=NAMES[suit]) for suit, colour in SUITS.items()]
    if rest:
        patches.append(Patch(color=REST, label="other"))
    figure.legend(
        handles=patches,
        loc="outside lower center",
        ncols=5,
        frameon=False,
        fontsize=8,
        handlelength=1,
        columnspacing=1,
    )


def cubes_and_tricks(names, rounds):
    """Over the whole game: tricks won, by the suit that won where it is known, and cubes taken, by suit."""

    def draw(figure, label):
        left, right = figure.subplots(1, 2, sharey=True)
        places = range(len(names))
        for axes, title, counted in (
            (left, "tricks won", _tricks_by_suit),
            (right, "cubes taken", _cubes_by_suit),
        ):
            sums = [counted(rounds, seat) for seat in places]
            starts = [0] * len(names)
            for suit, colour in [*SUITS.items(), ("-", REST)]:
                widths = [row.get(suit, 0) for row in sums]
                axes.barh(
                    places, widths, left=starts, color=colour, height=0.62, edgecolor="white", linewidth=0.6
                )
                starts = [start + width for start, width in zip(starts, widths)]
            for place, total in zip(places, starts):
                axes.annotate(
                    str(total),
                    (total, place),
                    xytext=(2, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=8,
                )
            axes.set_title(title, fontsize=9)
            whole(axes.xaxis)
            axes.grid(False, axis="y")
            axes.margins(x=0.14)
        left.set_yticks(places, [label(name) for name in names])
        left.invert_yaxis()
        _legend(figure, any("-" in _tricks_by_suit(rounds, seat) for seat in places))

    return Chart("Cubes and tricks", "Of the whole game, by suit.", 55 + 24 * len(names), draw)


def _tricks_by_suit(rounds, seat):
    sums = {}
    for played in rounds:
        for trick in played.tricks:
            if trick.winner == seat:
                sums[trick.won] = sums.get(trick.won, 0) + 1
        if not played.tricks:
            sums["-"] = sums.get("-", 0) + played.taken[seat]
    return sums


def _cubes_by_suit(rounds, seat):
    sums = {}
    for played in rounds:
        for suit, count in zip("BROG", played.cubes[seat]):
            sums[suit] = sums.get(suit, 0) + count
    return sums


def suits_of(name, counted):
    """One person's points a round in each suit, from the sums of `facts`."""
    played = max(1, counted.get("rounds", 0))

    def draw(figure, label):
        axes = figure.subplots()
        values = [counted.get("points." + suit, 0) / played for suit in SUITS]
        bars = axes.bar(range(4), values, color=list(SUITS.values()), width=0.6)
        axes.bar_label(bars, fmt="%+.1f", padding=1)
        axes.set_xticks(range(4), [NAMES[suit] for suit in SUITS])
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.grid(False, axis="x")
        axes.set_ylabel("points a round")
        axes.margins(y=0.15)

    return Chart("Suits", f"What each suit brings {isolated(name)} in a round.", 150, draw)
