"""The trick: whose turn, the card being entered, and the result until the next press."""

from companion.keys import BACK, OK
from companion.session import NEXT_ROUND
from companion.ui.cardkeys import REFUSED, CardKeys
from companion.ui.screen import Screen
from companion.ui.screens import table
from companion.ui.widgets import LEFT, Question, reason
from shared_rules.fields import RuleError
from shared_rules.robokraft import PLAY
from shared_rules.tricks import CARDS

_COACHED = 8  # entries of a new owner that are coached


class Trick(Screen):
    """Cards by keys. A whole trick resolves by itself; its result stays until the first press of the next lead."""

    whole = False  # whether a trick is asked for, not a card

    def __init__(self, app):
        Screen.__init__(self, app)
        self.keys = CardKeys()
        state = app.session.state
        self.result = bool(state.tricks) and not state.table and not state.done

    @property
    def name(self):
        return "result" if self.result else "trick"

    @property
    def notice_at(self):
        return (33, 16)

    @property
    def phase(self):
        return self.keys.phase

    def resolved(self):
        """A trick has just ended: its result is shown."""
        self.result = True

    # Keys

    def press(self, key):
        self.result = False
        if key == OK:
            if self.keys.empty:
                from companion.ui.screens.look import Look

                self.app.push(Look(self.app))
            else:
                self.app.beep("refused")
        elif key == BACK:
            if not self.keys.back():
                take_back(self.app)
        else:
            self._press_entry(key)

    def _press_entry(self, key):
        state = self.app.session.state
        code = self.keys.press(key, state.table[0][1] // 12 if state.table else None)
        if code == REFUSED:
            self.app.beep("refused")
        elif code >= 0:
            self._enter(code)

    def hold(self, key):
        if key != OK:
            Screen.hold(self, key)
            return
        self.result = False
        if enter_again(self.app):
            self.keys.clear()

    def _enter(self, code):
        app = self.app
        seat = app.session.state.turn() if not app.session.state.done else app.session.state.lead
        try:
            app.session.enter("card", seat=seat, card=CARDS[code])
        except RuleError as error:
            app.beep("warning")
            if error.code == "card":
                self._is_in(code, error.fields)
            else:
                app.say((self.words.CANNOT, reason(self.app, error)))
            return
        app.beep("entered")
        after_entry(app)
        self._revoke(code)

    def _is_in(self, code, where):
        from companion.ui.screens.correct import correct_card

        words, state = self.words, self.app.session.state
        place = words.WHERE_LINES
        lines = (
            words.IS_IN % table.card(code),
            place[0] % table.brief(state, where["seat"]),
            place[1] % where["trick"],
        )

        def lies_here():
            correct_card(self.app, where["of"], lambda: self._enter(code))

        self.app.say(lines, words.IT_LIES_HERE, lies_here)

    def _revoke(self, code):
        app, words = self.app, self.words
        state = app.session.state
        if not state.warnings or state.warnings[-1][0] != app.session.game.newest:
            return
        from companion.ui.screens.correct import correct_card

        older = state.warnings[-1][3]
        trick, seat, _code = state.card_of(older)
        first = words.REVOKE[0] % ("%s", table.MARKS[code // 12])
        who, canvas = table.brief(state, seat), app.canvas
        shortens = canvas.can_draw(who)
        while (
            shortens and len(who) > 1 and canvas.width(first % who, 16) > 127 - 33
        ):  # one line, so that the result is seen
            who = who[:-2] + "…"
        lines = (first % who, words.REVOKE[1] % trick)
        app.beep("warning")
        app.say(lines, words.OK_CORRECT, lambda: correct_card(app, older))

    # Picture

    def draw(self, canvas):
        state = self.app.session.state
        if self.result:
            self._draw_result(canvas, state)
            return
        led = state.table[0][1] // 12 if state.table else None
        table.draw_discs(canvas, state, led)
        seat = state.lead if state.done else state.turn()
        right = self.words.ROUND_TRICK % table.round_trick(state)
        table.draw_name(canvas, state, seat, right, self._coach(state))
        last = state.tricks[-1] if state.tricks and not state.done and not state.table else None
        if self.app.notice is not None:
            return  # it stands where the card would
        if self.keys.empty:
            self._draw_played(canvas, state, last)
        else:
            self._draw_entry(canvas, state, last)

    def _draw_result(self, canvas, state):
        trick = state.tricks[-1]
        table.draw_discs(canvas, state, trick.led)
        words = self.words
        if self.app.notice is not None:  # it leaves two small lines
            table.draw_winner(canvas, words, state, trick, LEFT, 0, 8)
            table.draw_cube(canvas, words, state, trick, LEFT, 8, 8)
            return
        self._draw_large(canvas, 2, table.name(state, trick.winner), 124 - LEFT - canvas.width(words.WINS, 8))
        canvas.right(127, 14, words.WINS, 8)
        canvas.hline(LEFT, 31, 128 - LEFT)
        low = table.name(state, trick.low)
        if trick.cube < 0:
            canvas.text(LEFT, 33, low, 16, width=128 - LEFT)
            canvas.text(LEFT, 48, words.NO_CUBE, 16, width=128 - LEFT)
            return
        self._draw_large(canvas, 36, low, 102 - 14 - LEFT)
        canvas.right(102, 36, "+", 24)
        canvas.suit(104, 38, trick.cube, 24)

    @staticmethod
    def _draw_large(canvas, y, name, width):
        """In 24 rows, or in 16 where it would be cut."""
        if canvas.width(name, 24) <= width:
            canvas.text(LEFT, y, name, 24)
        else:
            canvas.text(LEFT, y + 4, name, 16, width=width)

    def _draw_played(self, canvas, state, last):
        """Nothing entered yet: the newest card large with the earlier ones below, or the last trick's cube."""
        words = self.words
        if not state.table:
            if last is not None:
                table.draw_cube(canvas, words, state, last, LEFT, 16)
            return
        code = state.table[-1][1]
        canvas.suit(LEFT, 17, code // 12, 24)
        canvas.rank(LEFT + 28, 14, code % 12, 32)
        if len(state.table) == 1:
            canvas.text(LEFT, 48, table.move_words(words, state, code), 16, width=128 - LEFT)
            return
        x = LEFT
        for _seat, older, _n in state.table[:-1]:
            canvas.suit(x, 48, older // 12, 16)
            canvas.rank(x + 17, 48, older % 12, 16)
            x += 47

    def _draw_entry(self, canvas, state, last):
        words = self.words
        keys = self.keys
        y = 16
        if last is not None:
            table.draw_cube(canvas, words, state, last, LEFT, 16)
            canvas.suit(LEFT, 32, keys.suit, 16)
            y = 32
        else:
            canvas.suit(LEFT, 20, keys.suit, 24)
        if keys.half is None:
            canvas.text(LEFT + 28, y, words.HALF_KEYS[0], 16, width=100 - LEFT)
            canvas.text(LEFT + 28, y + 16, words.HALF_KEYS[1], 16, width=100 - LEFT)
            return
        if last is not None:
            canvas.text(LEFT + 28, 32, words.HALVES[keys.half], 16)
        else:
            canvas.text(LEFT + 28, 18, words.HALVES[keys.half], 24, width=100 - LEFT)
        draw_ranks(canvas, keys.half, {} if state.done else state.played, keys.suit)

    def _coach(self, state):
        """What the first entries of a new owner are told."""
        if not self.app.settings.get("coach") or self.app.session.game.events() >= _COACHED:
            return ""
        phase = self.keys.phase
        return self.words.COACH_LED if phase == "suit" and state.table else self.words.COACH[phase]


# Middle of each of the six ranks in the bottom line: two digits need more room.
_SLOTS = ((41, 57, 73, 89, 105, 121), (38, 51, 64, 77, 95, 117))


_lefts = {}  # half → where each of its ranks begins


def draw_ranks(canvas, half, played, suit):
    """The six ranks in the order of their keys; those of `played` (code → copies) are left blank."""
    if half not in _lefts:
        _lefts[half] = [_SLOTS[half][k] - (canvas.width(str(half * 6 + k), 16) + 1) // 2 for k in range(6)]
    for k in range(6):
        rank = half * 6 + k
        if played.get(suit * 12 + rank, 0) < (1 if rank else 2):
            canvas.text(_lefts[half][k], 48, str(rank), 16)


def after_entry(app):
    """Goes to the screen where the game stands after an entry; the trick screen itself stays."""
    state = app.session.state
    screen = app.stack[-1]
    if state.done or state.phase() != "card" or getattr(screen, "whole", None) is not table.asks_whole(app):
        app.enter_game()
    elif not state.table:
        screen.resolved()
    if not state.table and state.tricks and not state.done:
        app.beep("trick")


def enter_again(app):
    """OK held where something is entered: what was taken back last is entered again; returns whether there was any."""
    mark = app.journal.marked()
    event = app.session.redo()
    if event is None:
        app.say(app.words.NOTHING_TO_REDO)
        return False
    table.keep_place(app, mark)
    if event["type"] in ("card", "trick"):
        after_entry(app)
    else:
        app.enter_game()
    app.say((app.words.AGAIN, table.event_words(app.words, app.session.state, event)))
    return True


def take_back(app):
    """BACK between entries: the newest event is taken back; says first what hands must undo, asks across a round."""
    words, session = app.words, app.session
    event = session.newest()
    if event is None:
        app.say(words.NOTHING_TO_UNDO)
        return
    state = session.state
    if state.done and event["type"] != "adjust":
        lines = [words.UNDO_ROUND[0], words.UNDO_ROUND[1], words.UNDO_ROUND[2] % state.round]
        app.push(Question(app, lines, lambda: undo(app)))
    elif event["type"] in ("card", "trick") and not state.table and state.tricks:
        trick = state.tricks[-1]
        lines = [words.RETURNS_CARDS % (table.brief(state, trick.winner), state.seats)]
        if trick.cube >= 0:
            lines.insert(0, words.RETURNS_CUBE % (table.brief(state, trick.low), table.MARKS[trick.cube]))
        app.say(lines, words.OK_TAKE_BACK, lambda: undo(app), back_too=True)
    else:
        undo(app)


def undo(app):
    """Takes the newest event back and says what it was."""
    session = app.session
    discs = session.state.discs
    mark = app.journal.marked()
    event = session.undo()
    while table.follow(session.state) is not None:  # the box itself had entered what follows from this one
        event = session.undo()
    # What opened a round is undone: the lead of that round is awaited again.
    table.keep_place(app, NEXT_ROUND if event["type"] in PLAY else mark)
    app.enter_game()
    app.stack[-1].result = False
    lines = [app.words.TAKEN_BACK, table.event_words(app.words, session.state, event)]
    if session.state.discs != discs:
        lines.append(app.words.DISCS_AS_SHOWN)
    app.say(lines, passing=True)
