"""The person who enters: looks at the cards on the table, reads the box, and presses the next key, in every mode.

Nothing is kept in mind between two presses, so whatever happens between them (BACK, a correction, a power cut, another
way of entry) the person goes on with what the box asks then.

A game on the table is a list of rounds, a dict each: `before` (disc order, as in BROG), `tricks`, and per seat `cubes`
(letters) and `cards` (as in O11) won. A trick is a dict: `plays` [(seat, card)] from the lead on, `discs` (after the
lead), `winner`, `low`, `won` (suit).
"""

from robokraft.virtual.script import KEY_NAMES

WEDGES = (0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 1)

_SUITS = "BROG"
_READ_ON = ("left_over", "round_end", "game_end")
_COUNTED = ("cubes", "tricks_won", "piles")
# Where numbers stand among the texts of a screen.
_CUBES = 3
_TRICKS_WON = 2
_PILE_SUIT, _PILE_CARDS, _PILE_WEDGES = 0, 4, 5
_NUMBER_ROWS = (32, 48)
_FLIPPED = "OK"  # stands beside the keys for cards that are flipped

# BACK held, "Correct", then a line of that list.
CORRECT = "back:hold down down ok "
WHOLE_TRICK = CORRECT + "down ok"
_WAY = CORRECT + "down down ok "
_DISCS = CORRECT + "down down down ok "
_MODES = ("cards", "tricks", "scores")


def way(mode):
    """The keys for another way of entry."""
    return _WAY + "down " * _MODES.index(mode) + "ok"


def disc_order(order):
    """The keys for discs that lie in another order than the box shows."""
    return _DISCS + " ".join([suit_key(suit) for suit in order[:3]])


def suit_key(suit):
    return KEY_NAMES[_SUITS.index(suit)]


def half_key(card):
    return "up" if int(card[1:]) < 6 else "down"


def rank_key(card):
    return KEY_NAMES[int(card[1:]) % 6]


def wedges_of(cards):
    return sum([WEDGES[int(card[1:])] for card in cards])


def next_keys(box, rounds, numbers=False, all_suits=False):
    """The next key (as in a key script; more than one where a menu is needed), or None when no game is open.

    box: has `status()` and `pixels()`. numbers: piles are set as two numbers and not flipped. all_suits: followers
    press the led suit as well.
    """
    status = box.status()
    game, screen = status["game"], status["screen"]
    if game is None:
        return None
    phase = game["phase"]
    if screen["name"] == "question":
        return "back"
    if phase in _READ_ON or (phase in _COUNTED and screen["name"] == "notice"):
        return "ok"
    played = rounds[len(game["rounds"])]
    if phase == "cubes":
        return _cubes(screen["texts"], played["cubes"][game["turn"]])
    if phase == "tricks_won":
        won = len([trick for trick in played["tricks"] if trick["winner"] == game["turn"]])
        return _step(int(screen["texts"][_TRICKS_WON]), won) or "ok"
    if phase == "piles":
        return _pile(box, screen["texts"], played["cards"][game["turn"]], numbers)
    return _trick(game, played, phase, all_suits)


def _trick(game, played, phase, all_suits):
    at = 0 if len(game["rounds"]) == game["round"] else game["trick"] - 1
    trick = played["tricks"][at]
    if phase in ("winner", "low"):
        return KEY_NAMES[trick[phase]]
    if phase == "won":
        return suit_key(trick["won"])
    leader, lead = trick["plays"][0]
    card = [card for seat, card in trick["plays"] if seat == game["turn"]][0]
    if phase == "rank":
        return rank_key(card)
    if phase == "half":
        return half_key(card)
    if game["turn"] == leader:
        before = played["tricks"][at - 1]["discs"] if at else played["before"]
        if game["discs"] != before:
            return disc_order(before)
    elif card[0] == lead[0] and not all_suits:
        return half_key(card)
    return suit_key(card[0])


def _cubes(texts, cubes):
    for k in range(4):
        shown, right = int(texts[_CUBES + k]), cubes.count(_SUITS[k])
        if shown != right:
            return KEY_NAMES[k] if shown < right else "back"
    return "ok"


def _step(shown, right):
    """UP or DOWN towards the right number, or None."""
    if shown == right:
        return None
    return "up" if shown < right else "down"


def _pile(box, texts, cards, numbers):
    cards = [card for card in cards if card[0] == texts[_PILE_SUIT]]
    shown = [int(texts[k].split(" ")[0]) for k in (_PILE_CARDS, _PILE_WEDGES)]
    right = [len(cards), wedges_of(cards)]
    if _FLIPPED not in texts:
        place = _number_place(box.pixels())
        return _step(shown[place], right[place]) or "ok"
    if numbers and not shown[0]:
        return "up" if cards else "down"
    if shown[0] > len(cards) or shown[1] != wedges_of(cards[: shown[0]]):
        return "back"
    if shown[0] == len(cards):
        return "ok"
    return KEY_NAMES[WEDGES[int(cards[shown[0]][1:])]]


def _number_place(pixels):
    """Which of the two numbers is lit: 0 the cards, 1 the wedges."""
    lit = [0, 0]
    for y in range(_NUMBER_ROWS[0], _NUMBER_ROWS[1]):
        for place in (0, 1):
            lit[place] += sum(pixels[128 * y + 64 * place : 128 * y + 64 * place + 64])
    return 0 if lit[0] > lit[1] else 1
