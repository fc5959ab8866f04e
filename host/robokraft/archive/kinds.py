"""What is known of a game beyond its contract: its title, and for some a module that can tell more.

Such a module (`robokraft.archive.robokraft`) offers `facts(game)` and `rounds(game)`. A game without one is shown by what
every game has: points, totals, places, explanation.
"""

from importlib import import_module

from robokraft.errors import UserError

TITLES = {
    "robokraft": "RoboKraft",
    "robot_x": "Robot X",
    "robotroc": "RoboTroc",
    "robotlab": "RobotLab",
    "robots": "ROBOTS!",
}
_MORE = {"robokraft": "robokraft.archive.robokraft"}


def known(game):
    """The name of a game as logs have it. Raises UserError where there is no such game."""
    if game not in TITLES:
        raise UserError(f"there is no game {game}; it may be one of {', '.join(TITLES)}")
    return game


def title(game):
    """The title of a game by its name in the log; the name itself for one that is not known."""
    return TITLES.get(game, game)


def more(game):
    """The module that tells more about a game, or None."""
    return import_module(_MORE[game]) if game in _MORE else None


def facts(game):
    """Countable facts of a history.Game, a dict per seat; empty where nothing more is known."""
    module = more(game.module.NAME)
    return module.facts(game) if module else [{} for _ in game.header["players"]]
