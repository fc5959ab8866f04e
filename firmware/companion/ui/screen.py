"""What a screen is: it draws itself whole, and acts on keys. It never sends pixels and never reads a pin."""

from companion.keys import BACK


class Screen:
    """The one that is on top of the stack runs. `name` stands in the status object."""

    name = "screen"
    notice_at = (0, 0)  # from which column and row on a notice may cover it
    phase = None  # of the status object, where the screen asks for something the rules do not know of

    def __init__(self, app):
        self.app = app
        self.words = app.words

    def draw(self, canvas):
        """Draws everything on a clear canvas."""

    def press(self, key):
        """A key was pressed (OK and BACK: let go before their hold)."""
        if key == BACK:
            self.app.pop()
        else:
            self.app.beep("refused")

    def hold(self, key):
        """OK or BACK was held; BACK held is the menu wherever a game is open."""
        if key == BACK:
            self.app.menu()

    def repeat(self, key):
        """UP or DOWN is held: only where a number is set."""

    def shown(self):
        """It has come to the top of the stack."""
