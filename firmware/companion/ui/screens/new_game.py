"""Setting up a game: quick start, or step by step; BACK goes one step back, and nothing is written before the last step.

What every game asks (which one, who plays, which way it is entered) and what RoboKraft asks; the other games' screens ask the rest.

Quick start is three presses to the first lead, in the order of what hands do meanwhile:
1. OK on home: the box draws the discs and shows them, so that someone can begin to lay them, and asks who leads;
2. the leader's key: what people talk over while the discs are laid;
3. OK, "all laid", last: no card can be entered before the table is ready. The discs stand there as they stay all game.
"""

from companion.keys import BACK, DOWN, OK, UP
from companion.lang import words as words_of
from companion.ui.places import setup_of
from companion.ui.screen import Screen
from companion.ui.screens.home import GAMES, attempt, make_way, unload
from companion.ui.widgets import LEFT, AskDiscs, AskSeat, Choose, Question
from shared_rules.game import module_of

_GUESTS = 5
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_INITIALS = 3


def quick_start(app):
    """The last players, the first mode, discs drawn. Of too many the first, with too few guests, which is better than strangers."""

    def begin():
        plan = Plan(app)
        fewest, most = plan.module.SEATS
        plan.players = last_players(app)[:most] or guests(most)
        for guest in guests(most):
            if len(plan.players) < fewest and not _sits(guest, plan.players):
                plan.players.append(guest)
        plan.draw_discs()
        app.push(AskLead(app, plan.names(), plan.led_by, plan.discs))

    when_free(app, begin)


def new_game(app):
    """Asks everything that leaves a choice."""
    when_free(app, lambda: ask_game(app))


def ask_game(app):
    """Which game, if there are several; only the one that is chosen is loaded."""

    def go(name):
        def begin():
            unload(name)
            Plan(app, name).ask_players()

        return begin

    if len(GAMES) == 1:
        go(GAMES[0])()
        return
    options = [(app.words.GAMES[name], go(name)) for name in GAMES]
    app.push(Choose(app, app.words.WHICH_GAME, options, "new_game"))


def when_free(app, begin):
    """Runs `begin`; with a game open asks first whether that is to end.

    It does so only when the new one begins: until then it stays open in the journal, and home takes it up again.
    """
    if app.session.game is None:
        begin()
        return
    words, state = app.words, app.session.state
    who = ", ".join([player["name"] for player in state.players])

    def put_by():
        make_way(app, GAMES[0])
        begin()

    app.push(Question(app, (words.ABANDON[0], words.ABANDON[1] % app.session.awaited_round(), who), put_by))


def guests(count):
    return [{"id": None, "name": "P%d" % (k + 1)} for k in range(count)]


def last_players(app):
    """Who played last; [] when nobody did. A person of the roster comes with the name that stands there now."""
    now = {}
    for person in app.settings.get("roster"):
        now[person["id"]] = person["name"]
    players = []
    for player in app.settings.get("players"):
        players.append({"id": player["id"], "name": now.get(player["id"], player["name"])})
    return players


def draw_order(entropy, ticks):
    """A disc order, suits 0 … 3 top to bottom, each of the 24 alike: from chance bytes and the time of key presses.

    A byte is used only where it leaves no order in favour (below 240 = 10 × 24). The times come in by exclusive or,
    which cannot make even chance uneven, and go on so that a dead source of chance ends the loop too.
    """
    while True:
        byte = entropy(1)[0] ^ (ticks & 0xFF)
        if byte < 240:
            break
        ticks = (ticks * 5 + 1) & 0xFF
    index = byte % 24
    left = [0, 1, 2, 3]
    order = []
    for count in (4, 3, 2, 1):
        order.append(left.pop(index % count))
        index //= count
    return order


class Plan:
    """The game being set up. Every `ask_` shows a step; the steps stay on the stack, so that BACK finds them."""

    def __init__(self, app, game=GAMES[0]):
        self.app = app
        self.words = app.words
        self.module = module_of(game)
        self.mode = self.module.MODES[0]
        self.players = []
        self.lead = 0
        self.discs = None
        self._times = 0
        self._note_time()

    def names(self):
        return [player["name"] for player in self.players]

    def _note_time(self):
        self._times = (self._times * 31 + self.app.parts.ticks_ms()) & 0xFFFFFF

    def _push(self, title, options, name):
        self._note_time()
        self.app.push(Choose(self.app, title, options, name))

    # Steps

    def ask_players(self):
        words = self.words
        fewest, most = self.module.SEATS
        options = []
        last = last_players(self.app)
        if fewest <= len(last) <= most:
            who = ", ".join([player["name"] for player in last])
            options.append((words.SAME_PLAYERS % who, lambda: self._players_are(last)))
        for count in range(fewest, most + 1):
            options.append((words.SO_MANY % count, self._seats_are(count)))
        self._push(words.WHO_PLAYS, options, "players")

    def _seats_are(self, count):
        return lambda: self._ask_seat(count, [])

    def _ask_seat(self, count, so_far):
        """Who sits at the next seat; the roster first, then guests, then anybody by initials."""
        if len(so_far) == count:
            self._players_are(so_far)
            return
        seat = len(so_far)
        people = [{"id": person["id"], "name": person["name"]} for person in self.app.settings.get("roster")]
        others = guests(_GUESTS)
        people += others[seat:] + others[:seat]

        def sits(player):
            return lambda: self._ask_seat(count, so_far + [player])

        options = [(player["name"], sits(player)) for player in people if not _sits(player, so_far)]

        def by_initials(name):
            player = {"id": None, "name": name}
            if _sits(player, so_far):
                self.app.say((self.words.SITS_ALREADY[0] % name, self.words.SITS_ALREADY[1]))
            else:
                sits(player)()

        options.append((self.words.INITIALS, lambda: self.app.push(AskInitials(self.app, by_initials))))
        self._push(self.words.SEAT_KEY % (seat + 1, self.words.SEAT_KEYS[seat]), options, "seat_player")

    def _players_are(self, players):
        self.players = players
        self.ask_mode()

    def ask_mode(self):
        modes = self.module.MODES
        if len(modes) == 1:
            self._mode_is(modes[0])()
            return
        texts = game_words(self.app, self.module.NAME).MODES
        options = [(texts[mode][0], self._mode_is(mode), texts[mode][1]) for mode in modes]
        self._note_time()
        self.app.push(AskMode(self.app, None, options, "mode"))

    def _mode_is(self, mode):
        def go():
            self.mode = mode
            self._note_time()
            if self.module.NAME == GAMES[0]:
                self.app.push(AskLead(self.app, self.names(), self.led_by))
            else:
                setup_of(self.module.NAME).ask(self.app, self, self.begin)

        return go

    def led_by(self, seat):
        """Who leads is known; discs come next, those that are drawn already only to be laid."""
        self.lead = seat
        if self.discs is not None:
            self._lay()
            return
        words = self.words
        self._push(
            words.DISCS, [(words.DISCS_DRAWN, self._draw), (words.DISCS_ENTERED, self._enter)], "ask_discs"
        )

    def draw_discs(self):
        self._note_time()
        self.discs = draw_order(self.app.parts.entropy, self._times)

    def _draw(self):
        self.draw_discs()
        self._lay()
        self.discs = None  # BACK and once more draws anew

    def _lay(self):
        discs = self.discs
        self.app.push(Lay(self.app, discs, self.players[self.lead]["name"], lambda: self._start(discs)))

    def _enter(self):
        self.app.push(AskDiscs(self.app, self.words.DISCS, self._start))

    def _start(self, discs):
        from shared_rules.tricks import SUITS

        self.begin({"lead": self.lead, "discs": "".join([SUITS[suit] for suit in discs])})

    def begin(self, setup):
        """Everything is known: the game is opened with this `setup` of record 0."""
        app, module = self.app, self.module
        rules = house_rules(app, module)
        if attempt(
            app, app.session.start, module.NAME, self.mode, self.players, setup, rules, app.parts.utc()
        ):
            app.enter_game()
            attempt(app, app.settings.set, "players", self.players)


def _sits(player, players):
    """Whether this person is among them: by id, a guest by the name."""
    if player["id"] is None:
        return player["name"] in [other["name"] for other in players]
    return player["id"] in [other["id"] for other in players]


def game_words(app, game):
    """The texts of a game: its own, RoboKraft's with all the others'."""
    return app.words if game == GAMES[0] else words_of(app.settings.get("language"), game)


def house_rules(app, module):
    """The house rules in force, as record 0 names them: those that are not the default."""
    chosen = app.settings.get("rules").get(module.NAME, {})
    rules = {}
    for name in module.RULES:
        value = chosen.get(name)
        if value in module.RULES[name][1:]:
            rules[name] = value
    return rules


class AskMode(Choose):
    """At most three modes; below them what the chosen one asks of the table."""

    def draw(self, canvas):
        Choose.draw(self, canvas)
        canvas.text(4, 54, self.options[self.at][2], 8, width=124)


class AskLead(AskSeat):
    """Who leads the first trick, with the rulebook's hint and, where they are drawn already, the discs to lay.

    It stays on the stack when it is answered.
    """

    name = "lead"

    def __init__(self, app, names, on_seat, discs=None):
        AskSeat.__init__(self, app, (), names, on_seat)
        self.discs = discs

    def draw(self, canvas):
        words = self.words
        AskSeat.draw(self, canvas)
        if self.discs is None:
            canvas.text(0, 0, words.WHO_LEADS, 24, width=128)
            canvas.text(0, 24, words.LEAD_HINT, 8, width=128)
            return
        canvas.text(0, 0, words.LAY_ROW % words.GAMES[GAMES[0]], 8, width=128)
        for k in range(4):
            canvas.suit(8 + 32 * k, 8, self.discs[k], 16)
        canvas.text(0, 24, words.WHO_LEADS_HINT, 8, width=128)

    def press(self, key):
        if key < len(self.names):
            self.on_seat(key)
        else:
            AskSeat.press(self, key)


class Lay(Screen):
    """The discs as they stand during the game; OK when they lie on the table."""

    name = "lay_discs"

    def __init__(self, app, discs, leader, on_ok):
        Screen.__init__(self, app)
        self.discs = discs
        self.leader = leader
        self.on_ok = on_ok

    def draw(self, canvas):
        words = self.words
        for k in range(4):
            canvas.suit(8, 16 * k, self.discs[k], 16)
        canvas.vline(32, 0, 64)
        canvas.text(LEFT + 2, 0, words.LAY_DISCS[0], 16, width=126 - LEFT)
        canvas.text(LEFT + 2, 16, words.LAY_DISCS[1], 16, width=126 - LEFT)
        canvas.text(LEFT + 2, 32, words.LEAD_IS % self.leader, 16, width=126 - LEFT)
        canvas.text(LEFT + 2, 48, words.OK_LAID, 16, width=126 - LEFT)
        canvas.invert(LEFT, 48, 128 - LEFT, 16)

    def press(self, key):
        if key == OK:
            self.on_ok()
        else:
            Screen.press(self, key)


class AskInitials(Screen):
    """One to three letters: UP and DOWN choose, OK goes on, OK on a blank (or the third letter) ends."""

    name = "initials"

    def __init__(self, app, on_name):
        Screen.__init__(self, app)
        self.on_name = on_name
        self.letters = ""
        self.at = 0  # in _LETTERS; one past it: blank

    def draw(self, canvas):
        words = self.words
        canvas.text(0, 0, words.INITIALS, 16, width=128)
        x = 34
        for letter in self.letters + self._letter():
            canvas.text(x, 18, letter, 24)
            x += 22
        canvas.fill(x - 24, 44, 18, 2)
        canvas.text(0, 48, words.INITIALS_END if self._letter() == " " else words.NUMBER_KEYS, 16, width=128)

    def _letter(self):
        return _LETTERS[self.at] if self.at < len(_LETTERS) else " "

    def press(self, key):
        if key in (UP, DOWN):
            choices = len(_LETTERS) + (1 if self.letters else 0)
            self.at = (self.at + (1 if key == DOWN else -1)) % choices
        elif key == OK:
            self._next()
        elif key == BACK and self.letters:
            self.at = _LETTERS.index(self.letters[-1])
            self.letters = self.letters[:-1]
        else:
            Screen.press(self, key)

    def _next(self):
        if self.at < len(_LETTERS):
            self.letters += _LETTERS[self.at]
            self.at = len(_LETTERS)
            if len(self.letters) < _INITIALS:
                return
        self.app.pop()
        self.on_name(self.letters)

    def repeat(self, key):
        self.press(key)
