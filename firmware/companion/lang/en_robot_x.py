"""English texts of Robot X."""

MODES = {
    "game": ("every turn", "turns, auctions, scores"),
    "scores": ("scores only", "the robots at the end"),
}
RULE = {
    "give_more": ("Giving more: %s", {"off": "no", "on": "yes"}),
    "ears": ("Ears: %s", {"count": "count", "ignored": "do not"}),
}
EVENTS = {
    "bank": "a bank",
    "auction": "an auction",
    "bonus": "a bonus bought",
    "event": "an event",
    "pass": "no action",
    "over": "the game's end",
    "robot": "a robot",
    "stars": "stars of a part",
    "card": "a bonus card",
    "fix": "a correction",
    "void": "game dropped",
    "turn": "whose turn",
    "points": "points",
    "player": "a person",
    "seats": "seats",
}
UNDO_ROUND = ("Take back the", "last entry?")
DROP_WHAT = "Play it again"

# new game; the colours are those the rulebook names, in the order of the keys
COLOURS = ("blue", "pink", "orange", "green", "5th colour", "6th colour")
HOW_MANY_COLOURS = "Colours of stars"
WHO_STARTS = ("Starts? OK: lot", "")

# a turn
ACTIONS = ("bank", "sell", "bonus", "event")
DRAW = "draw 1 (no card: 2)"
LACKS = "lacks: %s"
KEY_PARTS = ("ear", "head", "hand", "belly", "leg")
SIDES = ("left", "right")
WHICH_PART = "%s sells:"
WHICH_SIDE = "%s of %s:"
PARTS = {
    "left_ear": "left ear",
    "head": "head",
    "right_ear": "right ear",
    "left_hand": "left hand",
    "belly": "belly",
    "right_hand": "right hand",
    "left_leg": "left leg",
    "right_leg": "right leg",
}
SHORT = {
    "left_ear": "l.ear",
    "head": "head",
    "right_ear": "r.ear",
    "left_hand": "l.hand",
    "belly": "belly",
    "right_hand": "r.hand",
    "left_leg": "l.leg",
    "right_leg": "r.leg",
}

# auctions
BID_KEYS = ("OK: sold", "↓ budget?")
FOLDED = ("%s has passed", "already")
GIVEN = "To the seller"
WON = "%s: %s"
FOR_FREE = "for nothing"
PAYS = "%d to discards"
PAYS_SELLER = "%d: %d to %s"
PAYS_AWAY = "%d to discards"
BANK_MOST = "bank: 8 at most"
SECOND = "2nd: 1 to bank"
COMPLETE = ("%s's robot", "is complete!", "The game is over")
BUDGET = ("%d bank", "%d part", "%d ×200", "%d ×300")
UP_TO = "up to %d"
BUDGET_KEYS = "secret. OK: forgotten"

# bonuses and events
TYPES = {"parts": "parts", "cards": "cards", "stars": "stars"}
WHICH_BONUS = "%s buys:"
TYPE_PRICE = "%s %d"
BONUS_PAYS = ("%s pays %d:", "bank first,", "then hand")
WHICH_EVENT = "%s plays:"
EFFECT_NAMES = ("draw", "deal", "swap", "search")
SAYS = {
    "draw": ("1 card each from", "at most 2 with", "more cards"),
    "deal": ("Shuffle all hands", "deal from", "%s on"),
    "exchange": ("No bonus is", "exchanged"),
    "search": ("Take 1 card", "of the discards"),
}
GIVES = "gives (↓ no): %s"
WITH_WHOM = "With whom?"
TAKES = "takes of %s:"
SWAPPED = ("%s and %s", "swap bonuses")
SO_MANY = "%s %d"

# scoring
WHO_COMPLETE = ("Who is complete?", "OK: nobody")
STARS_OF = "a press a star"
OK_ENTER = "OK: enter"
NEXT_BONUSES = "OK: bonuses"
ANOTHER = "another card"
OTHER_CARD = "↓ another"
MORE_CARDS = "↓ more"
ITS_PARTS = "Which parts?"
HOW_MANY_CARDS = "Cards at least"
ITS_STARS = "Stars on each"
WHICH_COLOUR = "Which colour?"
STARS_AT_LEAST = "Stars at least"
ITS_POINTS = "Its points"
CARD_CARDS = "%d × %d stars"
CARD_STARS = "%d %s"
STARS_LINE = "%d stars × %d"
COMPLETE_LINE = "complete first"
NOT_MET = "no: %s"

# LOOK and corrections
LOOK_BONUSES = ("part", "card", "star")
TURN = "Whose turn"
PASS = "No action"
OVER = "The game ends now"
OVER_SURE = ("The game ends", "without a complete", "robot?")
ROBOT = "A robot's parts"
BANK = "A bank"
BANK_COUNT = "Cards + or −"
ENTRY = "Stars or a card"
NOT_YET = "nothing is scored yet"

# reference card
CARD_PAGES = (
    (
        (16, "A turn: draw 1"),
        (16, "then bank a card,"),
        (16, "sell a part, buy a"),
        (16, "bonus, or event"),
    ),
    (
        (16, "Bank: 8 cards at"),
        (16, "most, 100 each."),
        (16, "Hand: 100, 200,"),
        (16, "300 as printed"),
    ),
    (
        (16, "Auction: the"),
        (16, "seller opens at"),
        (16, "100, then raises"),
        (16, "of 100 or more"),
    ),
    (
        (16, "Seller wins: pays"),
        (16, "100 less. Another:"),
        (16, "half, 200 or more,"),
        (16, "goes to the seller"),
    ),
    (
        (16, "Bonus: 100, 200,"),
        (16, "300 of a type; 3"),
        (16, "of a type at most"),
    ),
    (
        (16, "Complete: 2 legs,"),
        (16, "2 hands, belly and"),
        (16, "head: ends at once"),
    ),
    (
        (16, "stars × colours"),
        (16, "+ bonuses met"),
        (16, "− bonuses not met"),
        (16, "+ 10 if complete"),
    ),
)
KEY_PAGES = (
    (
        ("\x01 \x02", "bank, sell"),
        ("\x03", "bonus"),
        ("\x04", "event"),
        ("OK", "look"),
    ),
    (
        ("An auction", ""),
        ("seat", "raises 100"),
        ("again", "100 more"),
        ("OK", "sold"),
    ),
)
