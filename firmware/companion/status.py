"""The status object: what the box shows and where the game stands, for a host to read. Changes nothing.

Every key is always there. Rounds and tricks count from 1, seats from 0; suits are B R O G; in texts their symbols
are those letters.
"""

import sys

from shared_rules.wire import VERSION as PROTOCOL

_LETTERS = "BROG"
_NOBODY = ("left_over", "winner", "low", "won", "tricks_won", "round_end", "game_end")


def status(app, stats=None):
    """The status object of the running app. `stats`: what the journal says of them, for whoever asked it in a turn before.

    boot: milliseconds since the box was switched on, wrapping at 2**30. screen: `name`, "notice" while one is shown, and
    `texts` from top to bottom. storage: `games` stored, `unexported`, `capacity` (games), `free` (bytes, null when the
    file system does not say). warnings: codes of what the box has to say. game: null while none is open, else see
    `game_status`.
    """
    from companion.app import VERSION

    games, unexported, capacity, free = stats or app.journal.stats()
    return {
        "protocol": PROTOCOL,
        "firmware": VERSION,
        "micropython": micropython(),
        "device": app.parts.device,
        "boot": app.parts.ticks_ms(),
        "screen": {
            "name": "notice" if app.notice is not None else app.stack[-1].name,
            "texts": [lettered(text) for text in app.canvas.lines()],
        },
        "storage": {"games": games, "unexported": unexported, "capacity": capacity, "free": free},
        "warnings": _warnings(app),
        "game": None if app.session.game is None else game_status(app.session.game, _asking(app.stack)),
    }


def game_status(game, screen=None):
    """Where a game stands. `screen`: the one that asks for something, or None.

    id, game, mode, players [{id, name}]; round, trick; phase and turn (the seat asked for, or null); discs from the top;
    supply {suit: cubes}; cubes per seat {suit: n}; won per seat {suit: cards}, null for a seat whose cards are not known, and
    for a suit that was not asked; points with corrections; rounds, the points of each finished one; round_points so far
    where every card is entered, else null; events that are not undone. What a game does not have is null.
    """
    header = game.header
    state = game.state
    phase = _phase(game) if screen is None else screen.phase
    out = {
        "id": header["id"],
        "game": header["game"],
        "mode": header["mode"],
        "players": [{"id": player["id"], "name": player["name"]} for player in state.players],
        "round": state.round,
        "trick": getattr(state, "trick", None),
        "phase": phase,
        "turn": _turn(state, phase, screen),
        "discs": None,
        "supply": None,
        "cubes": None,
        "won": None,
        "points": list(state.totals()),
        "rounds": [list(row) for row in state.scores()],
        "round_points": state.round_points() if header["mode"] == "cards" else None,
        "events": game.events(),
    }
    if hasattr(state, "discs"):
        out["discs"] = "".join([_LETTERS[suit] for suit in state.discs])
        out["supply"] = _by_suit(state.supply)
        out["cubes"] = [_by_suit(row) for row in state.cubes]
        out["won"] = [_won(state.rows(seat)) for seat in range(state.seats)]
    return out


def lettered(text):
    """A text of the screen with letters for the suits' symbols."""
    for suit in range(4):
        text = text.replace("\x01\x02\x03\x04"[suit], _LETTERS[suit])
    return text


def micropython():
    """Version of the MicroPython below, or None on CPython."""
    if sys.implementation.name != "micropython":
        return None
    return ".".join([str(number) for number in sys.implementation.version[:3]])


def _warnings(app):
    """Codes, each once, in the order they came."""
    codes = []
    for warning in app.warnings + app.journal.notices:
        code = warning if isinstance(warning, str) else warning[0]
        if code not in codes:
            codes.append(code)
    return codes


def _asking(stack):
    """The topmost screen that asks for something the rules do not know of, or None."""
    for screen in reversed(stack):
        if screen.phase is not None:
            return screen
    return None


def _phase(game):
    """What the rules ask for next, in the words of the status object."""
    state = game.state
    phase = state.phase()
    if phase == "card" and hasattr(state, "tricks"):
        by_round = game.header["mode"] == "scores" and not state.tricks and not state.table
        return "cubes" if by_round else "suit"
    return phase


def _turn(state, phase, screen):
    seat = getattr(screen, "turn", None)
    if seat is not None:
        return seat
    if phase in _NOBODY:
        return None
    if phase == "cubes":
        return state.counted.index(False) if False in state.counted else None
    # The results are seen and the next lead is awaited: the round that is finished knows who has it.
    return state.lead if getattr(state, "done", False) else state.turn()


def _by_suit(numbers):
    return {_LETTERS[suit]: numbers[suit] for suit in range(4)}


def _won(rows):
    if not [row for row in rows if row is not None]:
        return None
    return {_LETTERS[suit]: rows[suit] and rows[suit][0] for suit in range(4)}
