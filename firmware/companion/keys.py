"""The eight keys of the box, as numbers and as words. Key k is bit k of every key mask."""

BLUE = 0
RED = 1
ORANGE = 2
GREEN = 3
UP = 4
DOWN = 5
OK = 6
BACK = 7

NAMES = ("blue", "red", "orange", "green", "up", "down", "ok", "back")
