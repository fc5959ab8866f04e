"""What the RoboKraft screens share: the place to come back to, discs, names, the words for what hands do."""

from companion.ui.widgets import LEFT
from shared_rules.tricks import SUITS, TRICKS

MARKS = "\x01\x02\x03\x04"
LEFT_OVER = 98  # mark in the journal beside the pages of the results
_BRIEF = 10


def place_of(app):
    """The screen at which the open game stands, after a start or a correction. Piles that follow are entered."""
    rows = follow(app.session.state)
    while rows is not None and _enter_rows(app, rows):
        rows = follow(app.session.state)
    state = app.session.state
    phase = state.phase()
    if state.done:
        from companion.ui.screens.left_over import LeftOver
        from companion.ui.screens.results import Results

        mark = app.journal.marked()
        if mark is None or mark == LEFT_OVER:
            return LeftOver(app) if all_known(state) else Results(app, 0)
        if mark < LEFT_OVER:
            return Results(app, mark)
    if phase == "piles":
        from companion.ui.screens.piles import Piles

        return Piles(app)
    mode = app.session.mode()
    if phase in ("cubes", "tricks_won") or (mode == "scores" and (state.done or not played(state))):
        from companion.ui.screens.counts import Cubes, TricksWon

        return TricksWon(app) if phase == "tricks_won" else Cubes(app)
    return trick_screen(app)(app)


def follow(state):
    """The rows of the seat whose piles are asked now, if all of them follow from what is entered, else None."""
    if state.phase() != "piles":
        return None
    from companion.ui.screens.piles import follow

    return follow(state)


def _enter_rows(app, rows):
    """Enters the piles of the seat that is asked now, as the box itself; returns whether they are in."""
    from companion.ui.screens.home import attempt

    def enter():
        app.session.enter("piles", seat=app.session.state.turn(), piles=piles_of(rows))

    return attempt(app, enter)


def piles_of(rows):
    """Rows of the four suits as a record has them."""
    piles = {}
    for suit in range(4):
        piles[SUITS[suit]] = rows[suit]
    return piles


def look(app):
    from companion.ui.screens.look import Look

    return Look(app)


def decisions():
    from companion.ui.screens.decide import DECISIONS

    return DECISIONS


def keep_place(app, mark):
    """After an entry, which forgets the mark: between two rounds the place that was marked before counts on."""
    if mark is not None and app.session.state.done:
        app.journal.mark(mark)


def asks_whole(app):
    """Whether the next trick is asked for as a whole, not card by card."""
    state = app.session.state
    return app.session.mode() == "tricks" and (state.done or not state.table)


def trick_screen(app):
    """The class of screen that asks for the next trick or card."""
    if asks_whole(app):
        from companion.ui.screens.whole import WholeTrick

        return WholeTrick
    from companion.ui.screens.trick import Trick

    return Trick


def by_counts(state):
    """Whether the open round is entered by counts at its end."""
    return not state.done and (state.counts is not None or True in state.counted)


def played(state):
    """Whether anything of the round was entered trick by trick."""
    return bool(state.tricks or state.table)


def all_known(state):
    """Whether every card of the finished round was entered."""
    return len(state.tricks) == TRICKS and all([trick.plays for trick in state.tricks])


def name(state, seat):
    return state.players[seat]["name"]


def names(state):
    return [player["name"] for player in state.players]


def card(code):
    """A card as it stands in texts: symbol and rank."""
    return MARKS[code // 12] + str(code % 12)


def signed(points):
    """Points with their sign, for gains."""
    return ("+" if points > 0 else "") + str(points).replace("-", "−")


def draw_discs(canvas, state, led=None, order=None):
    """The discs top to bottom (`order` instead of the state's) with the cubes left; the led suit inverted."""
    supply = [state.seats] * 4 if state.done else state.supply
    order = order or state.discs
    what = (tuple(order), tuple(supply), led, canvas.shapes)
    if canvas.again(what):
        return
    for k in range(4):
        suit = order[k]
        canvas.suit(1, 16 * k, suit, 16)
        canvas.text(20, 16 * k, str(supply[suit]), 16)
        if suit == led:
            canvas.invert(0, 16 * k, 31, 16)
    canvas.vline(32, 0, 64)
    canvas.keep(what, 33)


def move_words(words, state, code):
    """What the hand does after this lead: "down one", "to the bottom"."""
    at = state.discs.index(code // 12)
    if code % 12 < 6:
        return words.TO_BOTTOM if at == 3 else words.UP_ONE
    return words.TO_TOP if at == 0 else words.DOWN_ONE


def draw_fitted(canvas, x, y, form, who, what, size=16):
    """`form` filled in with a name and something else, to the right edge; of a long name as much as leaves room for the rest."""
    line = form % (who, what)
    if canvas.width(line, size) > 128 - x:
        line = form % ("", what)
        x = canvas.text(x, y, who, size, width=126 - x - canvas.width(line, size))
    canvas.text(x, y, line, size)


def draw_cube(canvas, words, state, trick, x, y, size=16):
    """Who takes which cube: "Carol + ●"."""
    if trick.cube < 0:
        canvas.text(x, y, words.NO_CUBE, size)
    else:
        draw_fitted(canvas, x, y, words.PLUS_CUBE, name(state, trick.low), MARKS[trick.cube], size)


def draw_winner(canvas, words, state, trick, x, y, size=16):
    """Who won the trick: "Carol wins"."""
    draw_fitted(canvas, x, y, "%s %s", name(state, trick.winner), words.WINS, size)


def brief(state, seat):
    """A name for a notice: a longer one without its end."""
    whole = name(state, seat)
    return whole if len(whole) <= _BRIEF else whole[: _BRIEF - 1].rstrip() + "…"


def event_words(words, state, event):
    """An event in a few words, for what was taken back or entered again."""
    kind = event["type"]
    if kind == "card":
        return "%s %s%s" % (
            brief(state, event["seat"]),
            MARKS[SUITS.index(event["card"][0])],
            event["card"][1:],
        )
    return words.FIELDS[event["field"] if kind == "adjust" else kind]


def trick_results(state):
    """(winner, low, cube) of each finished trick of the round, to compare before and after a correction."""
    return [(trick.winner, trick.low, trick.cube) for trick in state.tricks]


def changes(words, state, before):
    """Lines that say what hands put right, where a winner or a cube is not what it was in `before` (see `trick_results`):
    the tricks of each new winner, then who has fewer and who has more cubes, all tricks together."""
    seats = range(len(state.players))
    tricks = [[] for _ in seats]
    cubes = [[0] * 4 for _ in seats]
    after = trick_results(state)
    for k in range(min(len(before), len(after))):
        old, new = before[k], after[k]
        if old[0] != new[0]:
            tricks[new[0]].append(str(k + 1))
        for result, step in ((old, -1), (new, 1)):
            if result[2] >= 0:
                cubes[result[1]][result[2]] += step
    lines = []
    for seat in seats:
        if tricks[seat]:
            said = words.CHANGE_WINNERS if len(tricks[seat]) > 1 else words.CHANGE_WINNER
            lines.append(said % (", ".join(tricks[seat]), brief(state, seat)))
    for sign, said in ((-1, words.CHANGE_NO_CUBE), (1, words.CHANGE_CUBE)):
        for seat in seats:
            marks = [
                " ".join(MARKS[suit] * (sign * cubes[seat][suit]))
                for suit in range(4)
                if sign * cubes[seat][suit] > 0
            ]
            if marks:
                lines.append(said % (brief(state, seat), " ".join(marks)))
    return lines


def round_trick(state):
    """(round, trick) as they are shown: those that are awaited."""
    return (state.round + 1, 1) if state.done else (state.round, state.trick)


def draw_name(canvas, state, seat, right, below=""):
    """The name of whose turn it is; on the right one or two small texts."""
    canvas.right(127, 0, right, 8)
    wide = canvas.width(right, 8)
    if below:
        canvas.right(127, 8, below, 8)
        wide = max(wide, canvas.width(below, 8))
    canvas.text(LEFT, 0, name(state, seat), 16, width=126 - LEFT - wide)
