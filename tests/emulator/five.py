"""Begins any of the five games by its keys from the home screen or from another game, for three players; some entries of each."""

GAMES = {  # a few entries
    "robokraft": "blue down blue  down up  orange down down",
    "robot_x": "blue blue blue",
    "robotroc": "up up up",
    "robotlab": "blue blue  blue red  blue up",
    "robots": "red up down orange ok ok ok",
}
_HOME_AND_ON = "back:hold up ok  down down ok ok"  # from a game: home, new game, "abandon?" yes
_ANSWERS = {  # what is pressed on a screen that asks; OK elsewhere. Nothing is left to chance, which is another on each box.
    "lead": "blue",
    "ask_discs": "down ok",
    "discs": "blue red orange",
    "starter": "blue",
    "seat": "blue",
    "first": "blue",
    "body": "blue red orange",
    "dealer": "blue",
}
_MOST_SCREENS = 20


def begin(twin, game):
    """Begins this game on both boxes of a twin, in the place of one that is open."""
    before = twin.status()["game"]
    twin.play("down ok" if before is None else _HOME_AND_ON)
    twin.play("down " * list(GAMES).index(game) + "ok")
    status = twin.status()
    for _ in range(_MOST_SCREENS):
        if status["game"] and (before is None or status["game"]["id"] != before["id"]):
            break
        _answer(twin, status["screen"])
        status = twin.status()
    begun = status["game"]
    assert begun and begun["game"] == game and len(begun["players"]) == 3, status


def _answer(twin, screen):
    if screen["name"] == "players" and screen["texts"][1].startswith("2"):
        twin.play("down")
    asks_number = screen["name"] == "number" and "?" in screen["texts"]
    twin.play("orange ok" if asks_number else _ANSWERS.get(screen["name"], "ok"))


def enter(twin, game):
    """Enters some events of it."""
    twin.play(GAMES[game])
    assert twin.status()["game"]["events"] > 0
