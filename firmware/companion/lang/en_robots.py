"""English texts of ROBOTS!, loaded only with it. Same names in every language."""

MODES = {
    "cards": ("card by card", "card by card: the box adds"),
    "points": ("sums", "you add, the box keeps it"),
}
RULE = {
    "star": ("A high star: %s", {"1_or_15": "15", "1_or_14": "14"}),
    "tie_round": ("Tie: %s play on", {"all": "all", "leaders": "leaders"}),
}
EVENTS = {
    "tally": "a tally",
    "fix": "a correction",
    "void": "round dropped",
    "dealer": "who deals",
    "points": "points",
    "player": "a person",
    "seats": "seats",
}

# setting up
VALUES = "Cards count?"
PRESETS = {
    "face": ("face values", "2–14, star 15/1, wild varies"),
    "rummy": ("rummy values", "10–14: ten, star and wild 15"),
}
OWN = ("own values", "each asked once, then kept")
CHECK = "preset: check your card"
OWN_VALUE = "%s counts"
WILD_STANDS = ("A wild counts", "as the card it", "stands for?")
ROBOT = "A robot counts"
NOT_SET = "?"
WHO_DEALS = "Who deals?"
KEPT = "%s, robot %d ↓: new"
SET_NAMES = {"face": "face", "rummy": "rummy", "own": "own"}

# the round
ROUND = "R%d"
DEALS = "%s deals"
BEGINS = "%s begins"
BEAM_KEY = "↓ beam"

# the tally
PARTS = ("played", "in hand", "robots")
KINDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "*", "*1", "W")
KIND_NAMES = (
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    "14",
    "Star",
    "Low star",
    "Wild",
)
GROUPS = "↑ 2–7   ↓ 8–13   \x04 14 *"
MORE = "\x01 +1   \x02 next up   \x03 +2"
CHIPS = "\x01+1  \x02+5  \x03+10  \x04+50"
CHIPS_FINE = "↑ ↓ one more, one fewer"
COUNT = ("1 card", "%d cards")
ROBOT_KEYS = "↑ ↓ and OK, or:"
REALLY = "was:"

# results, LOOK
LINES = ("played", "in hand", "%d × robot %d")
ROBOT_COUNTS = "robot %d"
NEXT = ("Round %d", "Shuffle all 74", "Deal 7 each")
UNDO_ROUND = ("Take back the", "last tally of", "the round?")
DROP_WHAT = "Deal it again"
NOBODY_OUT = ("Nobody's hand", "is empty")
TIE = ("A tie at %d:", "another round")
HANDS = ()

# Tractor Beam
BEAM = "Scrap Heap"
BEAM_WHAT = "without the beam"
BEAM_TAKE = "half: %d"
BEAM_BOTTOM = "the lowest"

# decisions
DECIDE_TALLY = "A tally"
DECIDE_ROUND = "Which round?"
DECIDE_WHOSE = "Whose tally?"
DECIDE_WAY = "Way of entry"
DECIDE_DEALER = "Who deals"
DECIDE_BEAM = "Tractor Beam"
TALLIES_FIRST = ("First enter the", "tallies, then", "finish again")
NO_TALLY = "no tally is in yet"

# the reference card
CARD_PAGES = (
    ((16, "Sets: 3 or more"), (16, "of a number."), (16, "Runs: 3 or more"), (16, "of a colour.")),
    (
        (16, "A set of all five"),
        (16, "colours: a robot,"),
        (16, "a bonus, safe"),
        (16, "from the laser."),
    ),
    (
        (16, "Draw 1; or of the"),
        (16, "Heap a card and"),
        (16, "all above it: the"),
        (16, "lowest is played."),
    ),
    ((16, "Discard one. The"), (16, "last card is"), (16, "discarded to end"), (16, "the round.")),
    (
        (16, "Recycle:"),
        (8, "take a card of the Heap"),
        (16, "Spare Parts:"),
        (8, "draw two, discard two"),
    ),
    (
        (16, "Tractor Beam:"),
        (8, "the lower half of the Heap,"),
        (8, "rounded up, not the beam,"),
        (8, "goes under the Factory"),
    ),
    (
        (16, "Laser Beam:"),
        (8, "a card of another's spread"),
        (8, "under the Heap; spreads"),
        (8, "of two return to the hand"),
    ),
    (
        (16, "Played − hand"),
        (16, "+ robots. 250 as"),
        (16, "sole leader wins."),
        (8, "equal leaders: play on"),
    ),
)
KEY_PAGES = (
    (
        ("↑, which", "2–7"),
        ("↓, which", "8–13"),
        ("\x04, which", "14 * W"),
        ("\x01", "same again"),
    ),
    (("\x02", "next up"), ("\x03", "two more"), ("OK", "done"), ("BACK", "take back")),
)
