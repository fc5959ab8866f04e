"""The settings, one line each, straight from their declaration: OK on a line changes it, and it counts at once.

What has two or more choices goes on to the next one, a number is asked for. Settings that are no business of the people
at the box (the roster, the last players) have no text and therefore no line. House rules count from the next game on;
those of the other games lie one list deeper, so that only the game that is asked for is loaded.
"""

from companion.lang import words as words_of
from companion.storage.settings import DECLARED
from companion.ui import suits
from companion.ui.places import screens_for
from companion.ui.screens.home import GAMES, attempt, unload
from companion.ui.widgets import AskNumber, Choose
from shared_rules.game import module_of

_STEPS = {"brightness": 15, "dim_s": 5, "off_s": 30, "hold_ms": 100, "double_ms": 5}


def change(app, name, value):
    """Saves a setting and takes it over; a storage that refuses is said and nothing changes."""
    if attempt(app, app.settings.set, name, value):
        app.apply_settings()


class SettingsScreen(Choose):
    """The list; its lines are made anew after every change."""

    def __init__(self, app):
        Choose.__init__(self, app, None, [], "settings")
        self.shown()

    def shown(self):
        texts = self.words.SETTING
        self.options = []
        for name, _, may in DECLARED:
            if name == "rules":
                self.options += rule_lines(self.app, GAMES[0], self.shown)
                for game in GAMES[1:]:
                    self.options.append((self.words.HOUSE_RULES % self.words.GAMES[game], self._rules(game)))
            elif name == "shapes":
                self.options.append((texts[name], self._shapes))
            elif name in texts and type(may) is list:
                self.options.append((texts[name] % self.app.settings.get(name), self._number(name, may)))
            elif name in texts and type(may) is tuple and len(may) > 1:  # pyright: ignore
                value = self.words.VALUES[self.app.settings.get(name)]
                self.options.append((texts[name] % value, self._next(name, may)))
        self.options.append((self.words.SELF_TEST, self._test))

    def _test(self):
        from companion.ui.screens.selftest import SelfTest

        self.app.push(SelfTest(self.app))

    def _number(self, name, may):
        app, words = self.app, self.words
        low, high = may

        def ask():
            title = words.SETTING_TITLE[name]
            step = _STEPS.get(name, 1)
            app.push(AskNumber(app, title, app.settings.get(name), low, high, self._changer(name), step))

        return ask

    def _changer(self, name):
        def done(value):
            change(self.app, name, value)
            self.shown()

        return done

    def _next(self, name, may):
        def go():
            value = may[(may.index(self.app.settings.get(name)) + 1) % len(may)]
            self._changer(name)(value)

        return go

    def _shapes(self):
        self.app.push(Shapes(self.app))

    def _rules(self, game):
        return lambda: self.app.push(HouseRules(self.app, game))


def rule_lines(app, game, then):
    """Lines of a game's house rules {switch: choice}: OK goes on to the next choice, and `then` runs."""
    chosen = app.settings.get("rules").get(game, {})
    texts = app.words.RULE[game] if game == GAMES[0] else words_of(app.settings.get("language"), game).RULE
    switches = module_of(game).RULES
    lines = []
    for switch in sorted(switches):
        may = switches[switch]
        value = chosen.get(switch, may[0])
        at = may.index(value) if value in may else 0
        text, values = texts[switch]
        lines.append((text % values[may[at]], _rule(app, game, switch, may[(at + 1) % len(may)], then)))
    return lines


def _rule(app, game, switch, value, then):
    def go():
        rules = {name: dict(row) for name, row in app.settings.get("rules").items()}
        rules.setdefault(game, {})[switch] = value
        change(app, "rules", rules)
        then()

    return go


class HouseRules(Choose):
    """The house rules of one game, and what its owner told of the cards."""

    def __init__(self, app, game):
        Choose.__init__(self, app, app.words.GAMES[game], [], "house_rules")
        self.game = game
        self.shown()

    def shown(self):
        app, game = self.app, self.app.session.game
        self.options = rule_lines(app, self.game, self.shown)
        texts = words_of(app.settings.get("language"), self.game) if self.game != GAMES[0] else None
        card_data = getattr(texts, "CARD_DATA", None)
        if card_data and (
            game is None or game.module.NAME == self.game
        ):  # there is no room for a second game
            self.options.append((card_data, self._card_data))
        unload(GAMES[0] if game is None else game.module.NAME)  # the lines are all that was needed

    def _card_data(self):
        screens_for(self.game).ask_card_data(self.app, self.app.pop)


class Shapes(Choose):
    """A line per suit: OK goes on to the next shape that no other suit has, as the owner's cards show them."""

    def __init__(self, app):
        Choose.__init__(self, app, None, [], "shapes")
        self.shown()

    def shown(self):
        self.options = []
        for suit in range(4):
            self.options.append((self.words.SHAPE_OF[suit], self._next(suit)))

    def _next(self, suit):
        def go():
            shapes = list(self.app.settings.get("shapes"))
            at = suits.SHAPES.index(shapes[suit])
            while suits.SHAPES[at] in shapes:
                at = (at + 1) % len(suits.SHAPES)
            shapes[suit] = suits.SHAPES[at]
            change(self.app, "shapes", shapes)
            self.shown()

        return go
