"""RobotLab at the table: the place to come back to, all robots, results of a match, what the table may decide."""

from companion.lang import words as words_of
from companion.ui.screens import common
from companion.ui.screens.robotlab_bench import Bench, Lose, Response
from companion.ui.screens.robotlab_parts import AskPart, PickPart, draw_part, draw_robots
from companion.ui.widgets import Choose, draw_form, draw_winners
from shared_rules.robotlab import opening_hands
from shared_rules.robotlab_records import COLOURS, SPOTS


def place_of(app):
    """The results of a match, or what the open one asks for."""
    results = common.results_mark(app, Results)
    if results is not None or app.session.state.finished:
        return results or Results(app)
    phase = app.session.state.phase()
    return Lose(app) if phase == "lose" else Response(app) if phase == "response" else Bench(app)


def look(app):
    """Every robot's parts on one page; matches won."""
    state = app.session.state
    draws = [lambda canvas: draw_robots(canvas, state), lambda canvas: common.draw_standings(canvas, app)]
    return common.Look(app, draws)


class Results(common.Results):
    """Matches won; UP leads to the robots as they stood."""

    def draw_player(self, canvas, seat, first):
        state, words = self.app.session.state, common.texts(self.app)
        canvas.text(0, 0, common.name(state, seat), 16, width=90)
        canvas.right(127, 0, "%d" % state.rounds[-1][seat], 16)
        canvas.hline(0, 15, 128)
        lines = state.explain(seat)
        for k in range(first, min(first + 3, len(lines))):
            y = 16 * (k - first + 1)
            draw_part(canvas, words, 0, y, lines[k][0], lines[k][1])
            canvas.right(127, y + 4, words.COUNTS if lines[k][2] else words.OTHER, 8)
        return first + 3 < len(lines)

    def draw(self, canvas):
        state, words = self.app.session.state, common.texts(self.app)
        if self.page <= self.totals:
            common.Results.draw(self, canvas)
            return
        self.more = False
        if state.finished:
            self._draw_winner(canvas, state, words)
            return
        canvas.text(0, 0, words.NEXT[0] % (state.round + 1), 16, width=128)
        canvas.text(0, 16, words.NEXT[1], 16, width=128)
        hands = " ".join([str(cards) for cards in opening_hands(state.seats)])
        canvas.text(0, 32, words.NEXT[2] % hands, 16, width=128)
        draw_form(canvas, 48, words.BEGINS, common.name(state, (state.first + 1) % state.seats), 128)

    def _draw_winner(self, canvas, state, words):
        ranks = state.ranks()
        winners = [seat for seat in range(state.seats) if ranks[seat] == 1]
        won = state.totals()[winners[0]]
        canvas.text(0, 0, self.words.GAME_OVER, 8)
        draw_winners(canvas, [common.name(state, seat) for seat in winners])
        canvas.text(0, 40, words.MATCHES_WON[0] if won == 1 else words.MATCHES_WON[1] % won, 16, width=128)


# What the table may decide


def _whose(app, line, on_seat):
    common.ask_seat(app, (line,), on_seat)


def decide_fix(app):
    """A part that was attached in this match was another one: which, and what it was."""
    words, state, game = common.texts(app), app.session.state, app.session.game
    options = []

    def ask(n, robot):
        def fix(spot, colour):
            common.decide(app, "fix", of=n, robot=robot, spot=spot, colour=colour)

        return lambda: app.push(AskPart(app, words.WAS % common.name(state, robot), fix))

    for back in range(1, game.events() + 1):
        n, event = game.event(back)
        if event["type"] == "attach":
            part = words.SPOTS[SPOTS.index(event["spot"])] + " " + _colour(words, event["colour"])
            options.append(("%s %s" % (part, common.name(state, event["robot"])), ask(n, event["robot"])))
            if len(options) == 25:
                break
    if options:
        app.push(Choose(app, words.DECIDE_FIX, options))
    else:
        app.say((words.NO_PART,))


def _colour(words, colour):
    """A colour in a text."""
    at = COLOURS.index(colour)
    return "\x01\x02\x03\x04"[at] if at < 4 else words.COLOUR_TEXTS[at - 4]


def decide_on(app):
    words = common.texts(app)

    def of_seat(seat):
        def done(spot, colour):
            common.adjust(app, "part", robot=seat, spot=spot, colour=colour, delta=1)

        app.push(AskPart(app, words.ON % common.name(app.session.state, seat), done))

    _whose(app, words.WHOSE, of_seat)


def decide_off(app):
    words = common.texts(app)

    def of_seat(seat):
        if not app.session.state.parts(seat):
            app.say((words.NO_PART,))
            return

        def done(spot, colour):
            common.adjust(app, "part", robot=seat, spot=spot, colour=colour, delta=-1)

        app.push(PickPart(app, words.LOSES, seat, done))

    _whose(app, words.WHOSE, of_seat)


def decide_first(app):
    _whose(app, common.texts(app).DECIDE_FIRST, lambda seat: common.adjust(app, "first", seat=seat))


def decide_turn(app):
    _whose(app, common.texts(app).DECIDE_TURN, lambda seat: common.adjust(app, "turn", seat=seat))


def decide_bodies(app):
    from companion.ui.screens.robotlab_setup import ask_bodies

    names = common.names(app.session.state)
    ask_bodies(app, common.texts(app), names, lambda bodies: common.adjust(app, "bodies", value=bodies))


def decide_winner(app):
    _whose(app, common.texts(app).DECIDE_WINNER, lambda seat: common.adjust(app, "winner", seat=seat))


def count_now(app):
    """Finish now, and count the open match: the table says who won it."""
    decide_winner(app)


def decisions():
    words = words_of("en", "robotlab")
    return (
        (words.DECIDE_FIX, decide_fix),
        (words.DECIDE_ON, decide_on),
        (words.DECIDE_OFF, decide_off),
        (words.DECIDE_TURN, decide_turn),
        (words.DECIDE_FIRST, decide_first),
        (words.DECIDE_BODIES, decide_bodies),
        (words.DECIDE_WINNER, decide_winner),
    ) + common.DECISIONS
