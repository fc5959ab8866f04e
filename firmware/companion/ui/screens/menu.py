"""BACK held: the menu of the open game, and what the table may decide. Menus are data."""

from companion.ui.screens import decide
from companion.ui.widgets import Choose


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
                (words.FINISH, lambda: app.push(decide.finish(app))),
            ]
        options += [
            (words.REFERENCE, self._reference),
            (words.SETTINGS, self._settings),
            (words.TO_HOME, app.home),
        ]
        Choose.__init__(self, app, None, options)

    def _look(self):
        from companion.ui.screens.look import Look

        self.app.replace(Look(self.app))

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
        for text, start in decide.DECISIONS:
            options.append((getattr(words, text), self._starter(app, start)))
        Choose.__init__(self, app, words.DECIDE, options)

    @staticmethod
    def _starter(app, start):
        def go():
            app.pop()
            start(app)

        return go
