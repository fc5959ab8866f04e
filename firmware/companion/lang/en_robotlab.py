"""English texts of RobotLab, loaded only with it. Same names in every language."""

MODES = {
    "actions": ("with actions", "the box asks for responses"),
    "young": ("young", "no cards; attach or detach"),
}
RULE = {"bonus": ("A bonus card is %s", {"free": "free", "build": "a build"})}
EVENTS = {
    "attach": "a part",
    "action": "an action",
    "error": "an *ERROR*",
    "lose": "a part lost",
    "response": "a response",
    "pass": "no build",
    "detach": "a part off",
    "scrap": "a part off",
    "fix": "a correction",
    "void": "match dropped",
    "first": "who begins",
    "turn": "whose turn",
    "bodies": "bodies",
    "part": "a part",
    "winner": "the winner",
    "points": "matches won",
    "player": "a person",
    "seats": "seats",
}
SPOTS = ("head", "arm", "leg")
COLOUR_TEXTS = ("purple", "*")

# setting up
WHO_BEGINS = "Who begins?"
DRAW = "OK: the box draws"
BODY = "%s: body?"
DISASSEMBLE = "Disassemble: part"
TO = {"hand": "to a hand", "trash": "to the Trash"}
MATCHES = "Matches"

# the turn
MATCH = "M%d"
MATCH_OF = "M%d/%d"
OPENING = "draws %d first"
DISCARD_DRAW = "%s: trash, draw"
DRAW_ONLY = "%s: draw to 5"
DIG_ON = "play it at once?"
KEYS = ("\x01head \x02arm \x03leg \x04card", "↑ other robot   ↓ nothing")
KEYS_YOUNG = ("\x01head \x02arm \x03leg \x04off", "↑ other robot   ↓ nothing")
ON = "on %s"
WHOSE_ROBOT = "On whose robot?"
COLOUR_KEYS = ("↑", "↓ *")
ACTION = "Which card?"
ACTIONS = ("Dig in the Trash", "Robot Research", "Reboot", "Malfunction!", "Disassemble", "*ERROR*")
WHO_PLAYED = "Who plays it?"
DETACHES = "%s detaches"
LOSES = "%s loses"
GOES = {"hand": "→ hand", "trash": "→ Trash"}
LOSE_ERROR = "↓ *ERROR*"
RESPONDS = "%s: response?"
COMPLETE = "%s has all five"
RESPONSE_KEYS = ("\x01 *ERROR*", "\x02 Malfunction!", "\x03 Disassemble", "OK: none  ↓ other *ERROR*")
STOPPED = ("*ERROR*:", "it is stopped")
AGAIN_ON = ("*ERROR* on *ERROR*:", "it counts again")
MATCHES_WON = ("1 match won", "%d matches won")
NEXT = ("Match %d", "Shuffle, bodies", "Hands %s")
BEGINS = "%s begins"
UNDO_ROUND = ("Take back the", "last entry of", "the match?")
DROP_WHAT = "Deal it again"
HANDS = ()
COUNTS = "counts"
OTHER = "other colour"

# decisions
DECIDE_FIX = "Correct a part"
DECIDE_ON = "A part more"
DECIDE_OFF = "A part fewer"
DECIDE_FIRST = "Who begins"
DECIDE_TURN = "Whose turn"
DECIDE_BODIES = "Bodies"
DECIDE_WINNER = "Who won it"
WHOSE = "Whose robot?"
NO_PART = "no part is on it"
WAS = "on %s was:"

# the reference card
CARD_PAGES = (
    ((16, "Win: head, two"), (16, "arms, two legs"), (16, "of your body's"), (16, "colour.")),
    (
        (16, "Build: attach a"),
        (16, "part to a robot,"),
        (16, "or play a card."),
        (8, "one of the two, not both"),
    ),
    ((16, "Discard: parts of"), (16, "one colour, any"), (16, "actions; down"), (16, "to five cards.")),
    (
        (16, "Draw to five."),
        (8, "shuffle the Trash when the"),
        (8, "Lab is empty and you draw"),
        (16, "Rainbow: the"),
        (16, "robot's colour."),
    ),
    ((16, "Bonus actions at"), (16, "any time: also"), (16, "when somebody"), (16, "wins.")),
    ((16, "Malfunction!,"), (16, "Disassemble: all"), (16, "with most parts"), (16, "lose one.")),
    (
        (16, "*ERROR* stops a"),
        (16, "card; a second"),
        (16, "stops the first."),
        (8, "Dig: play it if one has more"),
    ),
)
KEY_PAGES = (
    (("\x01\x02", "head, arm"), ("then", "the colour"), ("↑ ↓", "purple, *"), ("OK", "all robots")),
    (("\x04", "action"), ("↑", "other robot"), ("↓", "no build"), ("BACK", "take back")),
)
