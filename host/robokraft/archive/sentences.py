"""The lines with which a game explains points (`State.explain`), in words for people. One function a game."""

_COLOURS = ("blue", "red", "orange", "green", "purple", "rainbow")
_PARTS = ("head", "body", "legs", "weapon")
_WAYS = ("played", "in the hand")


def sentence(game, line):
    """A line of the game of that name: `blue 2 × 2 = 4`, `6 stars × 3 colours = 18`, `bonus 2 not met −10`, `5 × 10 played = 50`."""
    return _OF[game](*line)


def many(count, word):
    """`1 card`, `2 cards`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def signed(points, plus=False):
    """A number with a real minus; with a plus sign if wanted."""
    return f"−{-points}" if points < 0 else f"+{points}" if plus else str(points)


def _robokraft(suit, cards, wedges, cubes, points):
    if suit < 0:
        return f"{many(cards, 'card')} of suits without cube {signed(points)}"
    name = _COLOURS[suit]
    if not cards:
        return f"{name} {many(cubes, 'cube')}, no card {signed(points)}"
    if not cubes:
        return f"{name} {many(cards, 'card')}, no cube {signed(points)}"
    return f"{name} {wedges} × {cubes} = {points}"


def _robot_x(what, number, of, points):
    if what == "stars":
        return f"{many(number, 'star')} × {many(of, 'colour')} = {signed(points)}"
    if what == "bonus":
        return f"bonus card {number + 1} {'met' if of else 'not met'} {signed(points, plus=True)}"
    return f"completed first {signed(points, plus=True)}"


def _robotroc(what, number, times, points):
    from shared_rules.robotroc_best import PARTS

    if what == "part":
        name = f"{_PARTS[number // 9]} {PARTS[number][1:]}"
        return f"{name} × {times} = {points}" if times > 1 else f"{name} {signed(points, plus=True)}"
    if what == "bonus":
        return f"bonus {number} {'met' if times else 'not met'} {signed(points, plus=True)}"
    return f"{many(times, 'auxiliary robot')} {signed(points, plus=True)}"


def _robotlab(spot, colour, counts):
    from shared_rules.robotlab_records import SPOTS

    return f"{_COLOURS[colour]} {SPOTS[spot]}{', as the body' if counts else ''}"


def _robots(part, kind, count, value, points):
    from shared_rules.robots_records import KINDS

    if kind < 0 and part < 2:
        return f"{_WAYS[part]} {signed(points, plus=True)}"
    what = "robot" if part == 2 else KINDS[kind].replace("_", " ")
    name = f"{many(count, what)}" if part == 2 else f"{count} × {what} {_WAYS[part]}"
    return f"{name} at {signed(value)} = {signed(points)}"


_OF = {
    "robokraft": _robokraft,
    "robot_x": _robot_x,
    "robotroc": _robotroc,
    "robotlab": _robotlab,
    "robots": _robots,
}
