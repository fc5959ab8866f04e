"""What a measurement gives: rows, each with its goal and with what it is compared with in the same run."""

from dataclasses import dataclass, field

# "measurement: what" → why the goal is not reached; such a miss does not fail the run.
_HEAP = "a game grows with its rounds, and every name stays in memory: 3 KB for each kind of game that was played before"
_PIXELS = (
    "what changed is 6 to 15 ms on the bus, drawing takes 4 to 8, the rules and the journal 9 and an erase 45"
)
MISSED_KNOWN = {
    "game: press to last changed pixel, median": _PIXELS,
    "game: press to last changed pixel, 99 %": _PIXELS,
    "game: free heap in the last trick": _HEAP,
    "memory: least free heap, many games in a row": _HEAP,
}


@dataclass(frozen=True)
class Row:
    """`value` in `unit`. most, least: the goal. beside: [(what, value, unit)] from the same run. note: what must be known."""

    what: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None
    beside: list[tuple[str, float, str]] = field(default_factory=list)
    note: str = ""

    @property
    def met(self):
        """Whether the goal is reached; None without one."""
        if self.most is None and self.least is None:
            return None
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )

    def goal(self):
        """The goal in words."""
        if self.most is not None:
            return f"≤ {said(self.most, self.unit)}"
        return "" if self.least is None else f"≥ {said(self.least, self.unit)}"

    def told(self):
        """As JSON holds it."""
        return {
            "what": self.what,
            "value": rounded(self.value),
            "unit": self.unit,
            "most": self.most,
            "least": self.least,
            "met": self.met,
            "beside": [
                {"what": what, "value": rounded(value), "unit": unit} for what, value, unit in self.beside
            ],
            "note": self.note,
        }


def rounded(value):
    """Three figures, one place where that is more, whole from 1,000 on."""
    if isinstance(value, int):
        return value
    for places, least in ((0, 1000), (1, 10), (2, 1), (3, 0.1)):
        if abs(value) >= least:
            return round(value, places)
    return round(value, 5)


def said(value, unit):
    """A number with its unit."""
    value = rounded(value)
    whole = isinstance(value, int) or value == int(value)
    number = f"{int(value):,}" if whole else f"{value:g}"
    return f"{number} {unit}".rstrip()


def quantile(values, share):
    """The smallest of the values that is not exceeded by this share of them."""
    ordered = sorted(values)
    return ordered[max(-(-len(ordered) * share // 100) - 1, 0)]
