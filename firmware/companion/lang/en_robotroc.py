"""English texts of RoboTroc."""

MODES = {
    "game": ("three stages", "dump, stealing, robots"),
    "children": ("children", "dump and robots only"),
    "scores": ("robots only", "the robots at the end"),
}
RULE = {
    "ties": ("Ties: %s", {"share": "shared", "last_game": "last game"}),
    "second_round": ("Round 2: %s", {"neighbour": "back", "last": "last", "starter": "first"}),
    "same_power": ("Bonus 1: %s", {"all": "all", "parts": "3 parts"}),
    "head_twice": ("7 and 9: %s", {"times_4": "head × 4", "times_3": "head × 3"}),
}
EVENTS = {
    "pick": "a card",
    "empty": "empty move",
    "leave": "the dump is left",
    "announce": "weapons",
    "head_1": "has head 1",
    "take": "cards taken",
    "stock": "stock",
    "robot": "robot",
    "fix": "a stock corrected",
    "void": "game dropped",
    "turn": "whose turn",
    "direction": "direction",
    "games": "games",
    "points": "points",
    "player": "a person",
    "seats": "seats",
}
HANDS = ("Shuffle all cards", "Lay them 9 × 5", "Markers back", "Starts: %s")
UNDO_ROUND = ("Take back the", "last robot?")
DROP_WHAT = "Play it again"

# new game
HOW_MANY_GAMES = "Games in a row"
WHO_STARTS = ("Who starts?", "(the craziest)")

# dump and stealing
GAME_OF = "game %d of %d"
TAKES = "↑ takes a card"
NO_EMPTY = "then to the right"
EMPTY = "↓ empty move"
THEN = "then %s"
DUMP_LEFT = "dump %d"
MARKERS_LEFT = "markers %d"
WEAPONS = "so many weapons:"
MORE_WEAPONS = "OK: more than 5"
WEAPONS_OF = "Weapons"
SAFE = "4 cards lie face down"
HEAD_1 = ("Who has head 1", "starts stealing")
STEALS = ("takes 1 card", "takes %d cards")
STEAL_KEYS = "↑ taken  ↓ fewer"
OWN_TOO = "own open ones too"

# stocks and robots
KINDS = ("Head", "Body", "Legs", "Weapon", "Bonus")
KINDS_MANY = ("Heads", "Bodies", "Legs", "Weapons", "Bonuses")
SHORT = "HBLW"
STOCK_OF = ("1 card", "%d cards")
OK_NEXT = "OK: %s"
OK_ENTER = "OK: enter"
THE_REST = ("%s has the", "rest: %d cards")
OK_THE_REST = "OK: all of them"
IS_IN = ("%s is in:", "%s")
MISFIT = ("%s: %d cards,", "by the dump", "it should be %s")
OK_SO = "OK: it is so"
YES_NO = "↑ yes   ↓ no"
SHOWN = {
    2: ("Bonus 2:", "both its parts", "in this stock?"),
    3: ("Bonus 3:", "one of its heads", "in this stock?"),
    4: ("Bonus 4: female", "head, body, legs", "in this stock?"),
    6: ("Bonus 6:", "all three parts", "in this stock?"),
    8: ("Bonus 8:", "its part", "in this stock?"),
}
WHICH = {2: "Which two?", 3: "Which heads?", 4: "Female?", 6: "Which three?", 8: "Which part?"}
BONUS = "Bonus %d"
NOT_MET = "Bonus %d, met: %d"
CANNOT_MEET = "Bonus %d not met"
HELPERS = ("1 helper robot", "%d helper robots")
PART = "%s %s"
PART_TIMES = "%s %s × %d"
NO_ROBOT = ("no complete", "robot: 0 points")
ROBOT_KEYS = "OK: yes  \x01: own choice"
OWN_CHOICE = ("Own choice: %d,", "best: %d")
OWN = "own"

# LOOK and corrections
LOOK_DUMP = ("card", "weap", "took")
LEAVE = "Leave the dump"
TURN = "Whose turn"
DIRECTION = "Other direction"
GAMES = "Games in a row"
STOCK = "A stock"
CARD_DATA = "Card pictures"
DATA = {2: "Bonus 2: two", 3: "Bonus 3: heads", 4: "Female parts", 6: "Bonus 6: three", 8: "Bonus 8: one"}
LAST_GAME = ("The last game:", "it ends with", "its robots")
NOT_ENTERED = "no stock is in yet"
FROM_NEXT = ("Kept", "for this box")
NEEDS = "Bonus %d shows %d"

# reference card
CARD_PAGES = (
    (
        (16, "1 The dump:"),
        (16, "take the card you"),
        (16, "step on. First"),
        (16, "right, then left"),
    ),
    (
        (16, "2 Stealing:"),
        (16, "say your weapons,"),
        (16, "4 cards are safe,"),
        (16, "head 1 begins"),
    ),
    (
        (16, "3 The robot:"),
        (16, "head, body, legs,"),
        (16, "1 weapon, bonuses"),
        (16, "3 more parts: +10"),
    ),
    (
        (16, "Bonus 1: +15"),
        (8, "one power, not 10"),
        (16, "2: +15, 6: +15"),
        (8, "the pictured parts"),
        (16, "3: +10 that head"),
    ),
    (
        (16, "4: +5, female +15"),
        (16, "5: three weapons"),
        (16, "7: head × 2"),
        (16, "8: +10 without it"),
    ),
    ((16, "9: one part × 2"), (16, "Powers 1 2 3 3"), (16, "4 5 5 6 10")),
)
KEY_PAGES = (
    (
        ("UP", "card taken"),
        ("DOWN", "none"),
        ("OK", "look, go on"),
        ("BACK", "take back"),
    ),
    (
        ("stock", "one press a card"),
        ("\x01\x02\x03\x04", "1 2 3 4"),
        ("UP  DOWN", "5  6, 10"),
        ("again", "the other"),
        ("bonus", "\x01 1 … ↓ 6"),
    ),
)
