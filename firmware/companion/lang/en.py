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
COACH_SUIT = "Suit?"
COACH_HALF = ("UP: 0–5", "DOWN: 6–11")
COACH_LED = "or UP, DOWN: led"
COACH_RANK = "Which?"

# notices
IS_IN = "%s is in:"
WHERE = "%s, trick %d"
IT_LIES_HERE = "OK: it lies here"
REVOKE = ("%s did not", "follow %s, trick %d")
OK_CORRECT = "OK: correct it"
TAKEN_BACK = "Taken back:"
AGAIN = "Again:"
NOTHING_TO_UNDO = ("Nothing to", "take back")
NOTHING_TO_REDO = ("Nothing to", "enter again")
DISCS_AS_SHOWN = "discs as shown"
RETURNS_CUBE = "%s returns %s"
RETURNS_CARDS = "%s returns %d cards"
OK_TAKE_BACK = "OK: take back"
UNDO_ROUND = ("Take back the", "last card of", "round %d?")
CORRECTED = "Corrected"
CHANGE_WINNER = "Trick %d: %s wins"
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

# left over
LEFT_OVER = "Left over"
LEFT_OVER_KEYS = "OK: yes. Else the card that lies there"
LIES_THERE = "%s lies there"
LEFT_IS_RIGHT = ("%s is left over:", "that is right")
REALLY = "really was?"

# LOOK
STANDINGS = "Standings"
CARDS_WON = "Cards won"
TRICK = "Trick %d"
TRICK_OPEN = "Trick %d, open"
WHOSE = "Whose card?"
NOT_ENTERED = "cards not entered"

# menu and decisions
GO_ON = "Go on"
DECIDE = "Correct"
FINISH = "Finish now"
FINISH_WITH = "Count this round"
FINISH_WITHOUT = "Drop this round"
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
DECIDE_POINTS_COUNT = "Points more or fewer"
DECIDE_PLAYER = "Another person"
DECIDE_PLAYER_WHO = "Who sits there?"
DECIDE_SEATS = "Order of seats"
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
