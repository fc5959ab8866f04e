"""Robot X's score sheet: parts, stars and bonus cards as they are printed, and the reason of every point."""

from companion.keys import BACK, OK, ORANGE
from companion.ui.screens import common
from companion.ui.screens.kept import card_data, keep
from companion.ui.screens.robot_x import BY_KEY, GAME, Keys, draw_options
from companion.ui.widgets import AskNumber, AskSeat, Choose, draw_seats
from shared_rules.robot_x_records import KINDS, MOST_CARDS, TYPES


def screen_for(app, phase):
    """The screen that asks what the phase says."""
    if phase == "over":
        return WhoComplete(app)
    if phase == "robot":
        return RobotParts(app, app.session.state.turn(), True)
    if phase == "card":
        return BonusCard(app)
    from companion.ui.screens import robot_x_stars

    return robot_x_stars.screen(app)


class WhoComplete(AskSeat):
    """Scores only: whose robot was complete first; OK: nobody's."""

    name = "over"
    phase = "over"
    turn = None

    def __init__(self, app):
        words = common.texts(app)
        AskSeat.__init__(self, app, words.WHO_COMPLETE, common.names(app.session.state), None)

    def press(self, key):
        if key < len(self.names) or key == OK:
            if common.enter(self.app, "over", completer=None if key == OK else key):
                self.app.enter_game()
        elif key == BACK:
            common.take_back(self.app)
        else:
            self.app.beep("refused")

    def hold(self, key):
        common.held(self, key)


class Sheet(common.Entry):
    """Asks something that is printed; BACK takes a press back, then the last entry."""

    def __init__(self, app):
        common.Entry.__init__(self, app)
        self.texts = common.texts(app)
        self.turn = app.session.state.turn()
        self.pressed = []

    def press(self, key):
        if key == BACK and self.pressed:
            self.pressed.pop()
        elif key == BACK:
            self.leave()
        else:
            self.app.beep("refused")

    def leave(self):
        common.take_back(self.app)

    def enter(self, kind, **fields):
        if common.enter(self.app, kind, **fields):
            self.app.enter_game()


class RobotParts(Sheet):
    """What lies in front of a seat: a key a part (where there are two: left, right, both, none), OK, then its bonus cards."""

    name = "robot"
    phase = "robot"

    def __init__(self, app, seat, asked=False):
        Sheet.__init__(self, app)
        state = app.session.state
        self.turn = seat
        self.asked = asked
        self.parts = list(state.robots[seat])
        self.bonuses = list(state.bonuses[seat])
        self.second = False

    def press(self, key):
        if key == OK:
            self._ok()
        elif self.second and key <= ORANGE:
            self.pressed.append((self.parts, list(self.bonuses), True))
            self.bonuses[key] = (self.bonuses[key] + 1) % 4
        elif not self.second and key < len(BY_KEY):
            self.pressed.append((self.parts, list(self.bonuses), False))
            here = BY_KEY[key]
            turns = [[]] + [[part] for part in here] + ([list(here)] if len(here) == 2 else [])
            now = [part for part in here if part in self.parts]
            new = turns[(turns.index(now) + 1) % len(turns)]
            self.parts = [part for part in self.parts if part not in here] + new
        elif key == BACK and self.pressed:
            self.parts, self.bonuses, self.second = self.pressed.pop()
        else:
            Sheet.press(self, key)

    def leave(self):
        if self.asked:
            common.take_back(self.app)
        else:
            self.app.pop()

    def _ok(self):
        if not self.second:
            self.pressed.append((self.parts, list(self.bonuses), False))
            self.second = True
            return
        fields = {"seat": self.turn, "bonuses": self.bonuses}
        fields["parts"] = [part for part in KINDS if part in self.parts]
        if self.asked:
            self.enter("robot", **fields)
        else:
            common.decide(self.app, "robot", **fields)

    def draw(self, canvas):
        state, words = self.app.session.state, self.texts
        common.draw_name(canvas, state, self.turn, words.OK_ENTER if self.second else words.NEXT_BONUSES)
        if self.second:
            shown = [words.SO_MANY % (words.TYPES[TYPES[k]], self.bonuses[k]) for k in range(3)]
            draw_options(canvas, shown)
            return
        draw_seats(canvas, words.KEY_PARTS, 17)
        for key in range(len(BY_KEY)):
            have = [k for k in range(len(BY_KEY[key])) if BY_KEY[key][k] in self.parts]
            x, y = 64 * (key % 2), 17 + 16 * (key // 2)
            if len(BY_KEY[key]) == 1 and have:
                canvas.invert(x, y, 63, 16)
            elif have:
                canvas.right(x + 63, y + 4, "lr" if len(have) == 2 else "lr"[have[0]], 8)
                canvas.invert(x, y, 63, 16)


class BonusCard(Choose):
    """Which card a bonus is: one that was entered before, or another, whose condition and points are asked."""

    name = "bonus_card"
    phase = "card"

    def __init__(self, app):
        state, words = app.session.state, common.texts(app)
        self.texts = words
        self.turn = state.turn()
        self.kind = state.type_asked(self.turn)
        used = [entry[0] for cards in state.cards for entry in cards]
        known = [card for card in _known(app) if card["type"] == self.kind and card not in used]
        known = [card for card in known if card.get("colour", 0) < len(state.colours)]
        options = [(card_text(words, state, card), self._taker(card)) for card in known]
        options.append((words.ANOTHER, self._another))
        title = "%s: %s" % (common.brief(state, self.turn), words.TYPES[self.kind])
        Choose.__init__(self, app, title, options, "bonus_card")

    def press(self, key):
        if key == BACK:
            common.take_back(self.app)
        else:
            Choose.press(self, key)

    def hold(self, key):
        common.held(self, key)

    def _taker(self, card):
        return lambda: self._enter(card)

    def _enter(self, card):
        if common.enter(self.app, "card", seat=self.turn, card=card):
            self.app.enter_game()

    def _another(self):
        ask_card(self.app, self.kind, self._keep)

    def _keep(self, card):
        known = _known(self.app)
        if card not in known and len(known) < MOST_CARDS:
            keep(self.app, GAME, "cards", known + [card])
        self._enter(card)


def _known(app):
    return card_data(app, GAME).get("cards", [])


def card_text(words, state, card):
    """A bonus card in a few words, with its points."""
    if card["type"] == "parts":
        text = " ".join([words.SHORT[part] for part in card["parts"]])
    elif card["type"] == "cards":
        text = words.CARD_CARDS % (card["cards"], card["stars"])
    else:
        text = words.CARD_STARS % (card["stars"], state.colours[card["colour"]])
    return "%s: %d" % (text, card["points"])


def ask_card(app, kind, on_card):
    """The condition and the points of a bonus card. Each step stays on the stack, so that BACK finds it."""
    words = common.texts(app)

    def number(title, value, low, high, on_number):
        def done(chosen):
            app.push(ask)
            on_number(chosen)

        ask = AskNumber(app, title, value, low, high, done)
        app.push(ask)

    def with_points(fields):
        def done(points):
            on_card(dict(fields, type=kind, points=points))

        number(words.ITS_POINTS, 5, 0, 99, done)

    if kind == "parts":
        app.push(CardParts(app, lambda parts: with_points({"parts": parts})))
    elif kind == "cards":

        def stars(cards):
            number(words.ITS_STARS, 3, 0, 9, lambda count: with_points({"cards": cards, "stars": count}))

        number(words.HOW_MANY_CARDS, 2, 1, 8, stars)
    else:

        def colour(k):
            number(words.STARS_AT_LEAST, 6, 1, 72, lambda count: with_points({"colour": k, "stars": count}))

        colours = app.session.state.colours
        if len(colours) < 5:
            ask = Keys(app, words.WHICH_COLOUR, colours, colour)
            ask.name = "colour"
        else:
            options = [(colours[k], _caller(colour, k)) for k in range(len(colours))]
            ask = Choose(app, words.WHICH_COLOUR, options, "colour")
        app.push(ask)


def _caller(act, value):
    return lambda: act(value)


class CardParts(RobotParts):
    """The parts a bonus card names, as for a robot; OK when they are in."""

    name = "card_parts"
    phase = "card"

    def __init__(self, app, on_parts):
        RobotParts.__init__(self, app, app.session.state.turn() or 0)
        self.parts = []
        self.on_parts = on_parts

    def _ok(self):
        if self.parts:
            self.on_parts([part for part in KINDS if part in self.parts])
        else:
            self.app.beep("refused")

    def draw(self, canvas):
        RobotParts.draw(self, canvas)
        canvas.fill(0, 0, 128, 16, 0)
        canvas.text(0, 0, self.texts.ITS_PARTS, 16)


def correct_entry(app, seat):
    """Stars or a bonus card that were entered wrongly: a list, then the same questions again."""
    from companion.ui.screens.robot_x_stars import fix_stars

    state, words = app.session.state, common.texts(app)
    options = []
    for part, counts, n in state.stars[seat]:
        options.append(
            (words.SO_MANY % (words.PARTS[part], sum(counts)), fix_stars(app, seat, part, counts, n))
        )
    for card, n in state.cards[seat]:
        options.append((card_text(words, state, card), _fix_card(app, card["type"], n)))
    if options:
        app.push(Choose(app, common.name(state, seat), options, "entries"))
    else:
        app.beep("warning")
        app.enter_game()
        app.say((app.words.CANNOT, words.NOT_YET))


def _fix_card(app, kind, n):
    return lambda: ask_card(app, kind, lambda card: common.decide(app, "fix", of=n, stars=None, card=card))


class XResults(common.Results):
    """A page per player with the reason of every point, totals, who won."""

    def __init__(self, app, page=None):
        common.Results.__init__(self, app, 0 if page is None else page)

    def draw_player(self, canvas, seat, first):
        state, words = self.app.session.state, common.texts(self.app)
        lines, total = [], 0
        for what, number, of, points in state.explain(seat):
            if what == "stars":
                text = words.STARS_LINE % (number, of)
            elif what == "complete":
                text = words.COMPLETE_LINE
            else:
                text = card_text(words, state, state.cards[seat][number][0]).rsplit(":", 1)[0]
                if not of:
                    text = words.NOT_MET % text
            lines.append((text, common.number(points)))
            total += points
        return common.draw_lines(canvas, common.name(state, seat), common.number(total), lines, first)
