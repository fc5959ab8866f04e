"""What the table may decide, one function each: asks, enters the record, says what the hands do.

A refusal of the rules becomes a notice and changes nothing.
"""

from companion.ui.screens import table
from companion.ui.widgets import AskDiscs, AskNumber, AskSeat, Choose, Question, reason
from shared_rules.fields import RuleError
from shared_rules.tricks import SUITS, TRICKS


def enter(app, kind, **fields):
    """Enters a decision, goes back to the game's place, and says what came of it."""
    words = app.words
    before = table.trick_results(app.session.state)
    discs = app.session.state.discs
    mark = app.journal.marked()
    try:
        app.session.enter(kind, **fields)
    except RuleError as error:
        refuse(app, reason(app, error))
        return
    state = app.session.state
    lines = [words.DECIDED, words.FIELDS[fields["field"] if kind == "adjust" else kind]]
    if fields.get("field") != "seats":  # there the same people have other seats
        lines += table.changes(words, state, before)
    if state.discs != discs:
        lines.append(words.DISCS_AS_SHOWN)
    table.keep_place(app, mark)
    app.enter_game()
    app.say(lines)


def refuse(app, why):
    """Nothing is changed: back to the game's place, where it says so."""
    app.beep("warning")
    app.enter_game()
    app.say((app.words.CANNOT, why))


def adjust(app, field, **fields):
    enter(app, "adjust", field=field, **fields)


def _ask_seat(app, line, on_seat):
    app.push(AskSeat(app, (line,), table.names(app.session.state), on_seat, True))


def discs(app):
    def done(order):
        adjust(app, "discs", value="".join([SUITS[suit] for suit in order]))

    app.push(AskDiscs(app, app.words.DECIDE_DISCS, done))


def leader(app):
    _ask_seat(app, app.words.DECIDE_LEADER, lambda seat: adjust(app, "leader", seat=seat))


def winner(app):
    _ask_seat(app, app.words.DECIDE_WINNER, lambda seat: adjust(app, "winner", seat=seat))


def low(app):
    _ask_seat(app, app.words.DECIDE_LOW, lambda seat: adjust(app, "low", seat=seat))


def cube(app):
    words = app.words

    def of_seat(seat):
        def of_suit(suit):
            def done(delta):
                if delta:
                    adjust(app, "cube", seat=seat, suit=SUITS[suit], delta=delta)
                else:
                    app.enter_game()

            app.push(AskNumber(app, words.DECIDE_CUBE_COUNT % table.MARKS[suit], 1, -4, 4, done))

        app.push(AskSeat(app, (words.DECIDE_CUBE_SUIT,), [""] * 4, of_suit, True))

    _ask_seat(app, words.DECIDE_CUBE, of_seat)


def points(app):
    def of_seat(seat):
        def done(delta):
            if delta:
                adjust(app, "points", seat=seat, delta=delta)
            else:
                app.enter_game()

        app.push(AskNumber(app, app.words.DECIDE_POINTS_COUNT, 0, -99, 99, done))

    _ask_seat(app, app.words.DECIDE_POINTS, of_seat)


def player(app):
    """Another person takes a seat: one of the roster or of the last players, or a guest."""
    words = app.words

    def of_seat(seat):
        here = table.names(app.session.state)
        people = [dict(person) for person in app.settings.get("roster")]
        people += [{"id": None, "name": "P%d" % (k + 1)} for k in range(5)]
        options = []
        for person in people:
            if person["name"] not in here:
                options.append((person["name"], _sit(app, seat, person)))
        app.push(Choose(app, words.DECIDE_PLAYER_WHO, options))

    _ask_seat(app, words.DECIDE_PLAYER, of_seat)


def _sit(app, seat, person):
    return lambda: adjust(app, "player", seat=seat, player={"id": person["id"], "name": person["name"]})


def seats(app, order=()):
    """Seats in another order: who sits at seat 1, 2, …; the last one follows."""
    state = app.session.state
    if state.table:
        refuse(app, app.words.OPEN_TRICK)
        return
    people = table.names(state)
    if len(order) == state.seats - 1:
        order = list(order) + [seat for seat in range(state.seats) if seat not in order]
        adjust(app, "seats", value=order)
        return
    shown = [people[seat] if seat not in order else "" for seat in range(state.seats)]

    def done(seat):
        if seat in order:
            app.beep("refused")
        else:
            seats(app, list(order) + [seat])

    app.push(AskSeat(app, (app.words.DECIDE_SEAT_AT % (len(order) + 1),), shown, done, True))


def drop_round(app):
    number = app.session.state.round
    lines = (app.words.DROP_ROUND % number, app.words.DROP_ROUND_WHAT)
    app.push(Question(app, lines, lambda: enter(app, "void", round=number)))


def card(app):
    """A card that was entered: the newest trick, where OK corrects one."""
    state = app.session.state
    if not state.tricks and not state.table:
        refuse(app, app.words.NO_CARDS)
        return
    look = table.look(app)
    look.at = -1
    app.push(look)


def whole_trick(app):
    """A trick whose cards nobody remembers: cards of it that are in are taken back, then it is entered as a whole."""
    from companion.ui.screens.whole import WholeTrick

    state = app.session.state
    if table.by_counts(state) or len(state.tricks) == TRICKS:
        refuse(app, app.words.NO_TRICK)
        return
    while app.session.state.table:
        app.session.undo()
    app.session.choose_mode(app.session.mode())
    app.enter_game()
    app.push(WholeTrick(app, once=True))


def way(app):
    """How the box asks from now on; counts only before the first trick of a round."""
    words = app.words
    state = app.session.state
    if state.table:
        refuse(app, words.OPEN_TRICK)
        return

    def choose(mode):
        def done():
            if (
                mode == "scores"
                and not state.done
                and state.tricks
                or mode != "scores"
                and table.by_counts(state)
            ):
                refuse(app, words.ROUND_BEGAN)
                return
            app.session.choose_mode(mode)
            app.enter_game()

        return done

    app.push(
        Choose(
            app, words.WAY, [(words.MODES[mode][0], choose(mode)) for mode in ("cards", "tricks", "scores")]
        )
    )


# Text of the menu line, what it starts.
DECISIONS = (
    ("DECIDE_CARD", card),
    ("WHOLE_TRICK", whole_trick),
    ("WAY", way),
    ("DECIDE_DISCS", discs),
    ("DECIDE_LEADER", leader),
    ("DECIDE_WINNER", winner),
    ("DECIDE_LOW", low),
    ("DECIDE_CUBE", cube),
    ("DECIDE_POINTS", points),
    ("DECIDE_PLAYER", player),
    ("DECIDE_SEATS", seats),
    ("DECIDE_DROP", drop_round),
)
