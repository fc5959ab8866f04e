"""RoboTroc's third stage: which cards a stock holds, a press a card, and what the cards that show parts show."""

from companion.keys import BACK, DOWN, OK, UP
from companion.ui.screen import Screen
from companion.ui.screens import common, robotroc
from companion.ui.screens.kept import card_data, keep
from shared_rules.robotroc_best import BONUS, NEEDED, PARTS
from shared_rules.robotroc_records import SHOWN_KEYS

# Places of a kind under each key; two under one key take turns: one, the other, both, none.
_PLACES = ((0,), (1,), (2, 3), (4,), (5, 6), (7, 8))
_BONUSES = ((0, 6), (1, 7), (2, 8), (3,), (4,), (5,))
_CELLS = (4, 15, 26, 40, 54, 65, 79, 93, 107)  # where the nine places of a kind stand
_SIGNS = ("1", "2", "3", "3", "4", "5", "5", "6", "10")


def title_of(words, code):
    """A card for people: Head 6, Body 3a, Bonus 4."""
    return "%s %s" % (words.KINDS[code // 9], PARTS[code][1:] if code < 36 else str(code - 35))


class Cards(Screen):
    """Chooses cards, kind by kind: a key is a card or two, OK the next kind and at last done, BACK takes a press back.

    kinds: those that are asked, 0 … 4. free: codes that may be chosen. chosen: those that are from the start. limits: kind →
    most cards of it; one more then takes the place of the oldest. on_done(codes).
    """

    name = "cards"

    def __init__(self, app, title, kinds, free, chosen, on_done, limits=None):
        Screen.__init__(self, app)
        self.texts = robotroc.words_here(app)
        self.title = title
        self.kinds = kinds
        self.free = free
        self.chosen = list(chosen)
        self.on_done = on_done
        self.limits = limits or {}
        self.at = 0
        self._before = []

    def press(self, key):
        if key <= DOWN:
            self._choose(key)
        elif key == OK:
            if self.at + 1 == len(self.kinds):
                self.on_done(sorted(self.chosen))
            else:
                self._before.append((self.at, self.chosen))
                self.at += 1
        elif key == BACK and self._before:
            self.at, self.chosen = self._before.pop()
        else:
            self.leave()

    def leave(self):
        self.app.pop()

    def _choose(self, key):
        kind = self.kinds[self.at]
        codes = [kind * 9 + place for place in (_BONUSES if kind == BONUS else _PLACES)[key]]
        free = [code for code in codes if code in self.free]
        if not free:
            self.taken(codes)
            return
        limit = self.limits.get(kind, 9)
        turns = [[]] + [[code] for code in free]
        if len(free) == 2 and limit > 1:
            turns.append(free)
        now = [code for code in free if code in self.chosen]
        new = turns[(turns.index(now) + 1) % len(turns)]
        self._before.append((self.at, self.chosen))
        others = [code for code in self.chosen if code not in free]
        same = [code for code in others if code // 9 == kind]
        for code in same[: max(0, len(same) + len(new) - limit)]:
            others.remove(code)
        self.chosen = others + new

    def taken(self, codes):
        """These cards may not be chosen."""
        self.app.beep("refused")

    def draw(self, canvas):
        words = self.texts
        kind = self.kinds[self.at]
        count = words.STOCK_OF[0] if len(self.chosen) == 1 else words.STOCK_OF[1] % len(self.chosen)
        canvas.right(127, 0, count, 8)
        canvas.text(0, 0, self.title, 16, width=122 - canvas.width(count, 8))
        canvas.text(0, 17, words.KINDS_MANY[kind], 16)
        last = self.at + 1 == len(self.kinds)
        canvas.right(
            127, 21, words.OK_ENTER if last else words.OK_NEXT % words.KINDS_MANY[self.kinds[self.at + 1]], 8
        )
        for place in range(9):
            code = kind * 9 + place
            if code not in self.free:
                continue
            sign = str(place + 1) if kind == BONUS else _SIGNS[place]
            x = 14 * place + 1 if kind == BONUS else _CELLS[place]
            canvas.text(x, 34, sign, 16)
            if code in self.chosen:
                canvas.invert(x - 2, 34, canvas.width(sign, 16) + 4, 16)
        canvas.text(0, 56, self._summary(kind), 8, width=128)

    def _summary(self, kind):
        """What is chosen of the other kinds."""
        out = []
        for other in self.kinds:
            codes = [code for code in sorted(self.chosen) if code // 9 == other]
            if codes and other != kind:
                signs = [str(code - 35) if other == BONUS else PARTS[code][1:] for code in codes]
                out.append(self.texts.KINDS[other][0:2] + " " + ",".join(signs))
        return "  ".join(out)


class Stock(Cards):
    """The stock of the seat whose turn it is. The last one has the rest: one press."""

    name = "stock"
    phase = "stock"

    def __init__(self, app):
        state = app.session.state
        self.turn = 0 if state.done else state.turn()
        self._offer = None
        self._seen = False
        free = list(range(45)) if state.done else state.left_over()
        Cards.__init__(self, app, common.name(state, self.turn), range(5), free, (), self._ask)

    def shown(self):
        if self.app.notice is None and self._has_rest():
            self._offer_rest()

    def _has_rest(self):
        """Whether this is the last stock, and nothing of it is entered: it is what no other has."""
        state = self.app.session.state
        return not state.done and state.stocks.count(None) == 1 and not self._before

    def _offer_rest(self):
        state, words = self.app.session.state, self.texts
        lines = (words.THE_REST[0] % common.brief(state, self.turn), words.THE_REST[1] % len(self.free))
        self.app.say(lines, words.OK_THE_REST, lambda: self._ask(self.free))
        self._offer = self.app.notice

    def draw(self, canvas):
        Cards.draw(self, canvas)
        self._seen = self._seen or (self._offer is not None and self.app.notice is self._offer)

    def press(self, key):
        if key == OK and self._has_rest() and not self._seen:  # another notice stood before it
            self._offer_rest()
        else:
            Cards.press(self, key)

    def leave(self):
        common.take_back(self.app)

    def hold(self, key):
        common.held(self, key)

    def taken(self, codes):
        say_taken(self.app, codes)

    def _ask(self, codes):
        app, state = self.app, self.app.session.state
        low, high = (0, 45) if state.done else state.expected(self.turn)
        if low <= len(codes) <= high:
            self._finish(codes)
            return
        words = self.texts
        count = str(low) if low == high else "%d–%d" % (low, high)
        lines = (
            words.MISFIT[0] % (common.brief(state, self.turn), len(codes)),
            words.MISFIT[1],
            words.MISFIT[2] % count,
        )
        app.beep("warning")
        app.say(lines, words.OK_SO, lambda: self._finish(codes))

    def _finish(self, codes):
        def done(fields):
            if common.enter(self.app, "stock", seat=self.turn, **fields):
                self.app.enter_game()

        with_shown(self.app, codes, done)


def stock_screen(app):
    return Stock(app)


def say_taken(app, codes):
    """Names the seat that has a card already."""
    state, words = app.session.state, common.texts(app)
    for code in codes:
        owner = None if state.done else state.owner(code)
        if owner is not None:
            app.beep("warning")
            app.say((words.IS_IN[0] % title_of(words, code), words.IS_IN[1] % common.brief(state, owner)))
            return
    app.beep("refused")


def correct_stock(app, seat):
    """A stock of this game was another: its cards are shown to be changed."""
    state = app.session.state
    if state.stocks[seat] is None:
        app.beep("refused")
        return
    codes, _shown, n = state.stocks[seat]
    free = sorted(state.left_over() + list(codes))

    def done(chosen):
        with_shown(app, chosen, lambda fields: common.decide(app, "fix", of=n, **fields))

    app.push(Cards(app, common.name(state, seat), range(5), free, codes, done))


# What bonuses 2, 3, 4, 6 and 8 show


def with_shown(app, codes, done):
    """Asks what is not known of the bonuses of a stock, then calls done(fields of its record)."""
    state = app.session.state
    cards = [PARTS[code] for code in codes if code < 36]
    bonuses = [code - 35 for code in codes if code >= 36]
    told: "dict" = dict([(key, None) for key in SHOWN_KEYS])
    data = card_data(app, robotroc.GAME)
    asked = []
    for bonus in state.asks(bonuses):
        if data.get(str(bonus)):
            told[str(bonus)] = [name for name in data[str(bonus)] if name in cards]
        else:
            asked.append(bonus)
    _ask_next(
        app, asked, cards, told, lambda shown: done({"cards": cards, "bonuses": bonuses, "shown": shown})
    )


def _ask_next(app, asked, cards, told, done):
    if not asked:
        app.soon(done, told)
        return
    bonus = asked[0]

    def answer(names):
        _ask_next(app, asked[1:], cards, dict(told, **{str(bonus): names}), done)

    app.push(AskShown(app, bonus, cards, answer))


class AskShown(Screen):
    """Whether the stock has what a bonus shows: UP yes, and then which cards; DOWN no. The questions stay on the stack."""

    name = "shown"
    phase = "stock"

    def __init__(self, app, bonus, cards, on_answer):
        Screen.__init__(self, app)
        self.texts = common.texts(app)
        self.bonus = bonus
        self.cards = cards
        self.on_answer = on_answer

    @property
    def turn(self):
        for screen in self.app.stack:
            if screen.name == "stock":
                return screen.turn
        return None

    def press(self, key):
        if key == DOWN:
            self.on_answer([])
        elif key == UP:
            free = [PARTS.index(name) for name in self.cards]
            ask_cards(self.app, self.bonus, free, self._chosen)
        else:
            Screen.press(self, key)

    def _chosen(self, names):
        if self.bonus not in (3, 4) and names:  # all it shows: kept for good
            keep(self.app, robotroc.GAME, str(self.bonus), names)
        self.on_answer(names)

    def draw(self, canvas):
        y = 0
        for line in self.texts.SHOWN[self.bonus] + (self.texts.YES_NO,):
            canvas.text(0, y, line, 16, width=128)
            y += 16


def ask_cards(app, bonus, free, on_names):
    """Which of the free cards a bonus shows; as many as it has pictures."""
    words = robotroc.words_here(app)
    kinds = (0,) if bonus == 3 else range(3) if bonus == 4 else range(4)
    wanted = NEEDED.get(bonus, 1 if bonus == 8 else None)

    def done(codes):
        if wanted is not None and len(codes) != wanted:
            app.beep("warning")
            app.say((words.NEEDS % (bonus, wanted),))
            return
        on_names([PARTS[code] for code in codes])

    app.push(Cards(app, words.WHICH[bonus], kinds, free, (), done))


def ask_data(app, bonus, then):
    """The owner tells once what a bonus shows; `then()` leaves the screen."""

    def done(names):
        kept = keep(app, robotroc.GAME, str(bonus), names)
        said = app.notice
        then()
        if kept:
            app.say(robotroc.words_here(app).FROM_NEXT)
        else:
            app.notice = said

    shown = card_data(app, robotroc.GAME).get(str(bonus)) or []
    ask_cards(app, bonus, range(36), done)
    app.stack[-1].chosen = [PARTS.index(name) for name in shown]
