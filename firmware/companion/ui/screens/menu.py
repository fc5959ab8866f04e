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
    """Everything the table may decide; each becomes a record of the log."""

    name = "decide"

    def __init__(self, app):
        words = app.words
        options = []
        for text, start in screens_of(app).decisions():
            options.append((getattr(words, text, text), self._starter(app, start)))
        Choose.__init__(self, app, words.DECIDE, options)

    @staticmethod
    def _starter(app, start):
        def go():
            app.pop()
            start(app)

        return go


def finish(app):
    """A list: end the game now, with or without the open round; a game whose round needs more to be counted asks for it."""
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

    options = [(words.FINISH_WITH, ask(words.FINISH_WITH, False))]
    count_now = getattr(screens_of(app), "count_now", None)
    if count_now and not app.session.state.done:
        options = [(words.FINISH_WITH, lambda: count_now(app))]
    if not app.session.state.done:
        options.append((words.FINISH_WITHOUT, ask(words.FINISH_WITHOUT, True)))
    return Choose(app, words.FINISH, options, "finish")
