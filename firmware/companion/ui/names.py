"""Names that the box has no letters for: a picture that a host drew with its fonts, or a word that stands for it.

Without a picture a player is P1 to P5 by the seat, and a person of the roster is the id. The texts of a screen keep the name.
"""

from companion.storage.pictures import load

_DOTS = "…"
_KEPT_AT_MOST = 12  # names looked up


class Names:
    """Of those who play, and those of the roster. `can_draw(text)`: whether there is a letter for every character."""

    def __init__(self, files, settings, session, can_draw):
        self._files = files
        self._settings = settings
        self._session = session
        self._can_draw = can_draw
        self._seen = {}

    def pieces(self, text):
        """[(piece of the text, what is drawn for it)]: a picture as bytes, see storage/pictures.py, or a text.

        A name that was shortened, with three dots, counts as that name: its picture is short.
        """
        known = []
        for name, word in self._people():
            form = name if name in text else _shortened(name, text)
            if form and not self._plain(name):
                known.append((form, name, word))
        if not known and not self._plain(text):  # one who played once
            known = [(text, text, text)]
        out = []
        while text:
            at, found = len(text), None
            for one in known:
                place = text.find(one[0])
                if 0 <= place < at or (place == at and found and len(one[0]) > len(found[0])):
                    at, found = place, one
            if at:
                out.append((text[:at], text[:at]))
            if found:
                out.append((found[0], self._shown(*found)))
                at += len(found[0])
            text = text[at:]
        return out

    def _people(self):
        """(name, the word that stands for it); the open game's come first."""
        people = []
        game = self._session.game
        if game is not None:
            players = game.state.players
            people = [(players[seat]["name"], "P%d" % (seat + 1)) for seat in range(len(players))]
        names = [one[0] for one in people]
        for one in self._settings.get("players") + self._settings.get("roster"):
            if one["name"] not in names:
                people.append((one["name"], one["id"] or one["name"]))
        return people

    def _shown(self, form, name, word):
        """The picture, else the word where nothing of the name can be drawn, else its form in the text."""
        picture = self._picture(name)
        if picture is not None:
            return picture
        nothing = not [letter for letter in name if letter > " " and self._can_draw(letter)]
        return word if nothing and self._can_draw(word) else form

    def _plain(self, name):
        """Whether the box's own letters do."""
        return name not in self._seen and self._can_draw(name)

    def _picture(self, name):
        if name not in self._seen:
            if len(self._seen) >= _KEPT_AT_MOST:
                self._seen = {}
            self._seen[name] = load(self._files, name)
        return self._seen[name]


def _shortened(name, text):
    """The beginning of the name with three dots behind it that stands in the text, or None."""
    if _DOTS in text:
        for end in range(len(name) - 1, 0, -1):
            form = name[:end].rstrip() + _DOTS
            if form in text:
                return form
    return None
