"""BACK held: the menu of the open game, and what the table may decide. Menus are data."""

from companion.ui.places import screens_of
from companion.ui.screens.home import attempt
from companion.ui.widgets import Choose, Question


class Menu(Choose):
    """Goes on, corrects, or leaves for home; the game stays as it is."""

    name = "menu"

    def __init__(self, app):
        words = app.words
        options = []
        if app.session.game is not None:
            options += [
                (words.GO_ON, app.pop),
                (words.LOOK, self._look),
                (words.DECIDE, lambda: app.push(Decide(app))),
                (words.FINISH, lambda: app.push(finish(app))),
            ]
        options += [
            (words.REFERENCE, self._reference),
            (words.SETTINGS, self._settings),
            (words.TO_HOME, app.home),
        ]
        Choose.__init__(self, app, None, options)

    def _look(self):
        self.app.replace(screens_of(self.app).look(self.app))

    def _reference(self):
        from companion.ui.screens.reference import Reference

        self.app.push(Reference(self.app))

    def _settings(self):
        from companion.ui.screens.settings import SettingsScreen

        self.app.push(SettingsScreen(self.app))


class Decide(Choose):
    """Everything the table may decide; each becomes a record of the log. It stays below its questions, so that BACK finds it."""

    name = "decide"

    def __init__(self, app):
        words = app.words
        options = [
            (getattr(words, text, text), lambda start=start: start(app))
            for text, start in screens_of(app).decisions()
        ]
        Choose.__init__(self, app, words.DECIDE, options)


def finish(app):
    """A list: end the game now, with or without the open round, if one is open; a game whose round needs more to be counted asks for it."""
    words = app.words

    def ask(line, drop):
        def end():
            if attempt(app, app.session.stop, drop) and attempt(app, app.session.close):
                from companion.ui.screens.past import Ended

                app.home()
                app.push(Ended(app))
            else:
                app.enter_game()

        return lambda: app.push(Question(app, (words.FINISH, line), end))

    game, done = app.session.game, app.session.state.done
    count_now = getattr(screens_of(app), "count_now", None)
    if done or not (count_now or _entered(game)):
        options = [(words.FINISH_GAME, ask(words.FINISH_GAME, not done))]
    else:
        options = [
            (words.FINISH_WITH, (lambda: count_now(app)) if count_now else ask(words.FINISH_WITH, False)),
            (words.FINISH_WITHOUT, ask(words.FINISH_WITHOUT, True)),
        ]
    return Choose(app, words.FINISH, options, "finish")


def _entered(game):
    """Whether the open round has anything that would count."""
    for back in range(1, game.events() + 1):
        kind = game.event(back)[1]["type"]
        if kind != "adjust":
            return kind in game.module.PLAY
    return False
