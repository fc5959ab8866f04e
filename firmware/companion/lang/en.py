"""English. Suits inside a text are the characters \\x01 … \\x04 (B R O G): the canvas draws them as symbols."""

LANGUAGE = "English"

# keys and questions
QUESTION_KEYS = "OK: yes  BACK: no"
NUMBER_KEYS = "UP DOWN, then OK"
TOP_TO_BOTTOM = "top first"
PLACES = ("first?", "second?", "third?", "")
CRASH = "Something failed"

# the trick
ROUND_TRICK = "R%d T%d"
HALVES = ("0–5", "6–11")
PLAYS = "%s plays"
WINS = "wins"
NO_CUBE = "no cube"
UP_ONE = "up one"
DOWN_ONE = "down one"
TO_BOTTOM = "to the bottom"
TO_TOP = "to the top"
PLUS_CUBE = "%s + %s"
HALF_KEYS = ("↑ 0–5", "↓ 6–11")
COACH = {"suit": "Suit?", "half": "↑ or ↓?", "rank": "Which?"}
COACH_LED = "Suit, ↑ ↓"

# notices
IS_IN = "%s is in:"
WHERE = "%s, trick %d"
WHERE_LINES = ("%s,", "trick %d")
IT_LIES_HERE = "OK: lies here"
REVOKE = ("%s: no %s", "in trick %d?")
OK_CORRECT = "OK: correct it"
TAKEN_BACK = "Taken back:"
AGAIN = "Again:"
NOTHING_TO_UNDO = ("Nothing to", "take back")
NOTHING_TO_REDO = ("Nothing to", "enter again")
DISCS_AS_SHOWN = "discs as shown"
RETURNS_CUBE = "%s − %s"
RETURNS_CARDS = "%s − %d cards"
OK_TAKE_BACK = "OK: take back"
UNDO_ROUND = ("Take back the", "last entry of", "round %d?")
CORRECTED = "%s → %s"
CHANGE_WINNER = "Trick %s: %s wins"
CHANGE_WINNERS = "Tricks %s: %s wins"
CHANGE_CUBE = "%s + %s"
CHANGE_NO_CUBE = "%s − %s"
CANNOT = "Not possible:"
FIELDS = {
    "discs": "disc order",
    "leader": "who leads",
    "winner": "winner",
    "low": "low card",
    "cube": "a cube",
    "points": "points",
    "player": "a person",
    "seats": "seats",
    "fix": "a correction",
    "void": "round dropped",
    "trick": "a whole trick",
    "cubes": "cubes",
    "tricks_won": "tricks won",
    "piles": "piles",
}

# whole tricks, piles, counts
MOVES = ("↑", "↓", "↑↓", "↓↑")
ASKS = {"winner": "won?", "low": "low?", "won": "suit?"}
OK = "OK"
ROUND = "R%d"
CANNOT_BE = "Cannot be:"
TIMES_CUBES = ("× 1 cube", "× %d cubes")
PILE_CARDS = ("1 card", "%d cards")
PILE_WEDGES = ("1 wedge", "%d wedges")
PILE_NEEDS = "%s: %d cards, %d are left"
CUBES_OF = "takes cubes:"
TRICKS_OF = "tricks won"
LEFT = "left %d"
WAY = "Way of entry"
WHOLE_TRICK = "A whole trick"
DECIDE_CARD = "A card"
NO_CARDS = "no card yet"
NO_TRICK = "no trick is asked"
ROUND_BEGAN = "the round has begun"
LOOK = "Look"

# left over
LEFT_OVER = "Left over"
LEFT_OVER_KEYS = "OK: yes. Else the card that lies there"
LIES_THERE = "%s lies there"
LEFT_IS_RIGHT = ("%s is left over:", "that is right")
REALLY = "really was?"

# LOOK
STANDINGS = "Standings"
CUBES = "Cubes"
CARDS_WON = "Cards"
TRICK = "Trick %d"
OK_CORRECTS = "OK: correct"
TRICK_OPEN = "Trick %d, open"
WHOSE = "Whose card?"
NOT_ENTERED = "cards not entered"

# menu and decisions
GO_ON = "Go on"
DECIDE = "Correct"
FINISH = "Finish now"
FINISH_WITH = "Count this round"
FINISH_WITHOUT = "Drop this round"
FINISH_GAME = "End the game"
REFERENCE = "Reference"
SETTINGS = "Settings"
TO_HOME = "Home"
DECIDED = "Noted:"
DECIDE_DISCS = "Disc order"
DECIDE_LEADER = "Who leads"
DECIDE_WINNER = "Trick's winner"
DECIDE_LOW = "Trick's low"
DECIDE_CUBE = "A cube"
DECIDE_CUBE_SUIT = "Which suit?"
DECIDE_CUBE_COUNT = "%s more or fewer"
DECIDE_POINTS = "Points"
DECIDE_POINTS_COUNT = "Points + or −"
DECIDE_PLAYER = "Another person"
DECIDE_PLAYER_WHO = "Who sits there?"
DECIDE_SEATS = "Order of seats"
OPEN_TRICK = "a trick is open"
DECIDE_SEAT_AT = "Who sits at %d?"
DECIDE_DROP = "Drop the round"
DROP_ROUND = "Drop round %d?"
DROP_ROUND_WHAT = "Deal it again"

# the end of a round
LINE_TIMES = "%d × %d"
LINE_CARDS = ("1 card, no cube", "%d cards, no cube")
LINE_CUBES = ("1 cube, no card", "%d cubes, no card")
LINE_REST = ("1 other card", "%d other cards")
NOTHING_WON = "no card, no cube"
NEXT_HANDS = ("All cubes back", "Shuffle all 52", "Deal 12 each", "%s leads")
GAME_OVER = "Game over"
WINNER = ("%s wins", "%s win")
WINNER_POINTS = "with %d points"
CUBES_BACK = "cubes and discs away"
CORRECTION_POINTS = "corrections %s"

# home
RESUME = "Resume round %d"
QUICK_START = "Quick start"
NEW_GAME = "New game"
PAST_GAMES = "Past games"
ABOUT = "About"
ABOUT_WARNS = "About: warnings"
ABANDON = ("A new game ends", "the one in round %d:")
STORAGE_SAYS = {
    "full": ("No room left:", "delete games", "first"),
    "storage": ("The memory", "failed: nothing", "changed"),
    "open": ("There is an", "open game"),
    "newer": ("From a newer", "version: left", "as it is"),
}

# new game
GAMES = {
    "robokraft": "RoboKraft",
    "robot_x": "Robot X",
    "robotroc": "RoboTroc",
    "robotlab": "RobotLab",
    "robots": "ROBOTS!",
}
WHICH_GAME = "Which game?"
WHO_PLAYS = "Who plays?"
SAME_PLAYERS = "Same: %s"
SO_MANY = "%d players"
SEAT_KEY = "Seat %d, key %s:"
SEAT_KEYS = ("\x01", "\x02", "\x03", "\x04", "↑")
INITIALS = "Initials"
INITIALS_END = "OK: done"
SITS_ALREADY = ("%s has a", "seat already")
MODES = {
    "cards": ("every card", "every card: the box judges"),
    "tricks": ("each trick", "each trick: you judge"),
    "scores": ("scores only", "points after each round"),
}
WHO_LEADS = "Who leads?"
LEAD_HINT = "last to give an order"
WHO_LEADS_HINT = "Leads: last to give an order"
LAY_ROW = "%s, discs from top:"
DISCS = "Disc order"
DISCS_DRAWN = "the box draws"
DISCS_ENTERED = "they lie: enter"
LAY_DISCS = ("Lay the discs", "as shown")
LEAD_IS = "Lead: %s"
OK_LAID = "OK: all laid"

# past games
NO_DATE = "no date"
REASONS = {"stopped": "stopped", "abandoned": "dropped"}
EXPORTED = "exported"
NOT_EXPORTED = "only here"
NO_GAMES = ("No finished game", "is stored yet")
GAME_NUMBER = "game %d"
UNREADABLE = "cannot be read"
DELETE = ("Delete this", "exported game?")
DELETE_ONLY_COPY = ("It is only here,", "not exported yet.", "Delete it?")
DELETE_AGAIN = ("It will be gone", "for good.", "Really delete?")

# what a computer asks for over the cable
ASKED_START = ("A computer asks:", "end the game and", "begin another?")
ASKED_BEGIN = ("A computer asks:", "begin a game", "now?")
ASKED_DELETE = ("A computer asks:", "delete no. %d?", "It is only here")
GAMES_COUNT = ("1 game", "%d games")
ASKED_CLEAR = ("Delete %s", "that a computer", "has exported?")
ASKED_RESTORE = ("A computer asks:", "put back", "%s?")
ASKED_RESTORE_SET = ("A computer asks:", "put back what", "you have set?")
RESTARTS = ("Making room", "for the game …")
ASKED_MAINTENANCE = ("A computer asks:", "stop the app for", "an update?")

# reference card: rows (left, right); pages of (size, line)
CARD_WEDGES = (
    ("Ranks of a card", "its wedges"),
    ("0", "none"),
    ("1 2 9 10 11", "1"),
    ("3 4 7 8", "2"),
    ("5 6", "3"),
)
CARD_PAGES = (
    (
        (16, "The lead's disc:"),
        (16, "0–5: one up"),
        (8, "from the top to the bottom"),
        (16, "6–11: one down"),
        (8, "from the bottom to the top"),
    ),
    (
        (16, "Wins and leads:"),
        (8, "top disc, then top rank"),
        (16, "Low takes a cube:"),
        (8, "last disc, then low rank;"),
        (8, "of two 0s the later one"),
        (8, "cube: of the winning suit"),
    ),
    (
        (16, "Score of a suit:"),
        (16, "wedges × cubes"),
        (16, "no cube: −1 a card"),
        (16, "no card: −1 a cube"),
    ),
    (
        (16, "A round:"),
        (16, "12 cards each"),
        (16, "follow suit or"),
        (16, "play any card"),
    ),
    (
        (16, "After a round:"),
        (16, "all cubes back,"),
        (16, "discs stay, next"),
        (16, "seat leads first"),
    ),
    (
        (16, "As many rounds"),
        (16, "as players. Most"),
        (16, "points win the"),
        (16, "game."),
    ),
)
KEY_PAGES = (
    (
        ("4 suits", "suit, seat"),
        ("UP", "0–5"),
        ("DOWN", "6–11"),
        ("then", "which of six"),
    ),
    (
        ("OK", "look, go on"),
        ("OK held", "redo"),
        ("BACK", "take back"),
        ("BACK held", "menu"),
    ),
)

# about
PRODUCT = "RoboKraft"
VERSION = "Companion %s"
DEVICE = "box %s"
STORAGE = "memory %s"
LICENCE = "free software, MIT licence"
STORED = "Games: %d of %d"
STORED_ONLY = "Games: %d"
UNEXPORTED = "Only here: %d"
FREE = "Free: %d KB"
FREE_UNKNOWN = "Free: not known"
NEWEST_CRASH = "Newest crash"
CRASH_WHERE = "%s, %d s after power-up"
WARNINGS = {
    "resume": ("The open game", "cannot be read.", "It is kept"),
    "crash": ("A part of the box", "failed. The game", "is safe"),
    "torn": ("A power cut", "left half an entry;", "it was cut off"),
    "gap": ("Entries are", "missing in the", "open game"),
    "keys": ("Some presses", "were lost: check", "what was entered"),
    "lost": ("A file of the", "memory was lost:"),
    "duplicate": ("A game was", "stored twice:", "one was dropped"),
    "damaged": ("A file is", "damaged:"),
    "newer": ("A newer version", "wrote this file:"),
    "nearly_full": ("The memory is", "nearly full:", "export games"),
    "full": ("The memory is", "full: delete", "exported games"),
    "storage": ("The memory", "does not take", "new entries"),
}
WARNING_OTHER = "The box says:"

# settings
VALUES = {True: "on", False: "off"}
SETTING = {
    "brightness": "Brightness %d",
    "dim_s": "Dims in %d s",
    "off_s": "Dark in %d s",
    "flip": "Flipped: %s",
    "sound": "Sound: %s",
    "hold_ms": "Hold: %d ms",
    "double_ms": "Double: %d ms",
    "shapes": "Suits \x01 \x02 \x03 \x04",
    "coach": "Coaching: %s",
    "developer": "Developer: %s",
}
SETTING_TITLE = {
    "brightness": "Brightness",
    "dim_s": "Dims after, s",
    "off_s": "Dark after, s",
    "hold_ms": "Hold from, ms",
    "double_ms": "Double from, ms",
}
HOUSE_RULES = "Rules: %s"
RULE = {"robokraft": {"ties": ("Ties: %s", {"share": "shared", "last_round": "last round"})}}
SHAPE_OF = ("BLUE  \x01", "RED  \x02", "ORANGE  \x03", "GREEN  \x04")

# self-test
SELF_TEST = "Self-test"
PRESS_EACH = "Press each key"
PRESS_ON = "one of them 3 times: on"
KEY_SIGNS = ("↑", "↓", "OK", "BK")
KEY_NAMES = ("BLUE", "RED", "ORANGE", "GREEN", "UP", "DOWN", "OK", "BACK")
TEST_BUTTONS = ("Buttons: good", "Check a wire")
TEST_WIRES = ("open", "stuck")  # no press came; down all the time
TEST_MORE = "%d more: any key"
TEST_STORAGE = ("Storage: good", "Storage: FAILS")
