"""What the owner entered of what is printed on a game's cards: asked once and kept, see `storage.carddata`."""

from companion.storage import carddata
from companion.ui.screens.home import attempt


def card_data(app, game):
    """The object that is kept for a game; {} where nothing is."""
    return carddata.load(app.parts.files, game)


def keep(app, game, name, value):
    """Keeps what is printed on cards for later games; returns whether it could."""
    data = card_data(app, game)
    data[name] = value
    return attempt(app, carddata.save, app.parts.files, game, data)
