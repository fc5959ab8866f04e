"""ROBOTS! at the table: the round with its dealer, tallies at its end, results, history, and what the table may decide."""

from companion.keys import DOWN, OK, UP
from companion.lang import words as words_of
from companion.ui.screens import common
from companion.ui.screens.robots_tally import AskChips, Tally, draw_chip_keys
from companion.ui.widgets import AskNumber, AskSeat, Choose, draw_form, draw_seats
from shared_rules.robots import half_of, values_of

_DECK = 74
_ROWS = 6  # rounds on a page of the history


def place_of(app):
    """The results, a tally that is asked, or the round in which nothing was entered yet."""
    state = app.session.state
    results = common.results_mark(app, Results)
    if results is not None or app.session.state.finished:
        return results or Results(app)
    if not state.done and [1 for tally in state.tallies if tally]:
        return Tally(app, state.turn())
    return Round(app)


class Round(common.Entry):
    """While cards are played: who deals and begins. The key of a seat begins its tally, DOWN is Tractor Beam, OK is LOOK."""

    name = "round"
    phase = "tally"

    def __init__(self, app):
        common.Entry.__init__(self, app)
        state = app.session.state
        self.number = state.round + 1 if state.done else state.round
        self.dealer = (state.dealer + 1) % state.seats if state.done else state.dealer
        self.playing = state.next_players() if state.done else state.playing
        turns = [(self.dealer + 1 + k) % state.seats for k in range(state.seats)]
        self.turn = [seat for seat in turns if seat in self.playing][0]

    def press(self, key):
        app = self.app
        if key in self.playing and key <= UP:
            app.push(Tally(app, key))
        elif key == DOWN:
            app.push(Beam(app))
        elif key == OK:
            app.push(look(app))
        else:
            common.Entry.press(self, key)

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        canvas.right(127, 0, words.ROUND % self.number, 8)
        canvas.right(127, 8, words.BEAM_KEY, 8)
        y = 0
        if state.seats < 5:
            draw_form(canvas, 0, words.DEALS, common.name(state, self.dealer), 98)
            y = 16
        draw_form(canvas, y, words.BEGINS, common.name(state, self.turn), 98)
        names = [common.name(state, seat) if seat in self.playing else "–" for seat in range(state.seats)]
        draw_seats(canvas, names, 33 if state.seats < 5 else 17)


class Beam(AskChips):
    """Tractor Beam: how many cards lie in the Heap, and which half of them goes. Nothing is entered."""

    name = "beam"

    def __init__(self, app):
        AskChips.__init__(self, app, common.texts(app), "", _DECK, lambda _heap: app.pop())

    def draw(self, canvas):
        words = self.texts
        canvas.text(0, 0, words.BEAM, 16, width=90)
        canvas.text(0, 15, words.BEAM_WHAT, 8)
        canvas.right(127, 0, str(self.value), 24)
        wide = canvas.text(0, 24, words.BEAM_TAKE % half_of(self.value), 24)
        canvas.text(wide + 4, 34, words.BEAM_BOTTOM, 8, width=124 - wide)
        draw_chip_keys(canvas, words)


class Results(common.Results):
    """Totals first; UP leads back to a page per player, where a suit key shows the cards."""

    def draw_player(self, canvas, seat, first):
        state = self.app.session.state
        canvas.right(127, 0, common.signed(sum(state.parts(seat) or ())), 16)
        canvas.text(0, 0, common.name(state, seat), 16, width=90)
        canvas.hline(0, 15, 128)
        lines = lines_of(self.app, seat)
        for k in range(first, min(first + 3, len(lines))):
            y = 16 * (k - first + 1)
            start = canvas.right(127, y, common.number(lines[k][1]), 16)
            canvas.text(0, y, lines[k][0], 16, width=start - 3)
        return first + 3 < len(lines)

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        if self.page <= state.seats or state.finished:
            common.Results.draw(self, canvas)
            return
        tie = state.leaders()
        if tie:
            canvas.text(0, 0, words.TIE[0] % state.totals()[tie[0]], 16, width=128)
            canvas.text(0, 16, words.TIE[1], 16, width=128)
        else:
            canvas.text(0, 0, words.NEXT[0] % (state.round + 1), 16, width=128)
            canvas.text(0, 16, words.NEXT[1], 16, width=128)
        canvas.text(0, 32, words.NEXT[2], 16, width=128)
        draw_form(canvas, 48, words.DEALS, common.name(state, (state.dealer + 1) % state.seats), 128)


def lines_of(app, seat):
    """[(text, points)] that make up the points of a seat's round."""
    state, words = app.session.state, common.texts(app)
    lines = []
    for part, kind, count, value, points in state.explain(seat) or ():
        if part == 2:
            lines.append((words.LINES[2] % (count, value), points))
        elif kind < 0:
            lines.append((words.LINES[part], points))
        else:
            text = "%s %d × %s" % (words.PARTS[part], count, words.KINDS[kind])
            lines.append((text, points))
    return lines


# LOOK


def look(app):
    state = app.session.state
    draws = [lambda canvas: common.draw_standings(canvas, app)]
    for first in range(0, len(state.scores()), _ROWS):
        draws.append(_history(app, first))
    draws.append(lambda canvas: _draw_values(app, canvas))
    return common.Look(app, draws)


def _history(app, first):
    """Points of the rounds from index `first` on, a row a round, a column a seat."""

    def draw(canvas):
        state = app.session.state
        wide = 112 // state.seats
        for seat in range(state.seats):
            canvas.text(16 + wide * seat + 3, 0, common.name(state, seat), 8, width=wide - 4)
        canvas.hline(0, 9, 128)
        rows = state.scores()[first : first + _ROWS]
        for k in range(len(rows)):
            y = 11 + 9 * k
            canvas.text(0, y, str(first + k + 1), 8)
            for seat in range(state.seats):
                canvas.right(16 + wide * (seat + 1) - 1, y, common.number(rows[k][seat]), 8)

    return draw


def _draw_values(app, canvas):
    """What cards and robots count, as it was entered."""
    words, header = common.texts(app), app.session.game.header
    setup = header["setup"]
    name = setup["values"] if type(setup["values"]) is str else "own"
    canvas.text(0, 0, words.SET_NAMES[name], 16, width=60)
    canvas.right(127, 0, words.ROBOT_COUNTS % setup["robot"], 16)
    if name != "own":
        canvas.text(0, 18, words.CHECK, 8, width=128)
    values = values_of(setup, header["rules"])
    at = 0
    for k in range(len(values)):
        if values[k] is not None:
            text = "%s: %d" % (words.KINDS[k], values[k])
            canvas.text(32 * (at % 4), 30 + 9 * (at // 4), text, 8)
            at += 1


# What the table may decide


def decide_tally(app):
    """A tally that was entered was another: which round, whose, and it is entered again as a `fix`."""
    words, state = common.texts(app), app.session.state
    last = len(state.numbers) + (0 if state.done else 1)

    def of_round(number):
        row = state.numbers[number - 1] if number <= len(state.numbers) else state.of
        if not [1 for of in row if of is not None]:
            app.say((words.NO_TALLY,))
            return

        def of_seat(seat):
            if row[seat] is None:
                app.beep("refused")
            else:
                app.push(Tally(app, seat, row[seat]))

        names = [common.name(state, seat) if row[seat] is not None else "–" for seat in range(state.seats)]
        app.push(AskSeat(app, (words.DECIDE_WHOSE,), names, of_seat, True))

    if last == 1:
        of_round(1)
    else:
        app.push(
            AskNumber(
                app, words.DECIDE_ROUND, last if [1 for of in state.of if of] else last - 1, 1, last, of_round
            )
        )


def decide_dealer(app):
    words = common.texts(app)
    common.ask_seat(app, (words.DECIDE_DEALER,), lambda seat: common.adjust(app, "dealer", seat=seat))


def decide_way(app):
    """Card by card or sums, from now on."""
    words = common.texts(app)

    def choose(mode):
        def go():
            app.session.choose_mode(mode)
            app.enter_game()

        return go

    options = [(words.MODES[mode][0], choose(mode)) for mode in ("cards", "points")]
    app.push(Choose(app, words.DECIDE_WAY, options))


def count_now(app):
    """Finish now, and count the open round: the tallies that are missing are asked for first."""
    app.enter_game()
    if isinstance(app.stack[-1], Round):
        app.push(Tally(app, app.session.state.turn()))
    app.say(common.texts(app).TALLIES_FIRST, passing=True)


def decisions():
    words = words_of("en", "robots")
    return (
        (words.DECIDE_TALLY, decide_tally),
        (words.DECIDE_WAY, decide_way),
        (words.DECIDE_DEALER, decide_dealer),
    ) + common.DECISIONS
