"""Names that the box has no letters for: a picture that a host drew with its fonts, or a word that stands for it.

Without a picture a player is P1 to P5 by the seat, and a person of the roster is the id. The texts of a screen keep the name.
"""

from companion.storage.pictures import load

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
        """The text cut at such names: texts, and pictures as bytes, see storage/pictures.py."""
        known = [one for one in self._people() if one[0] in text and not self._plain(one[0])]
        if not known and not self._plain(text):  # one who played once
            known = [(text, text)]
        out = []
        while text:
            at, name, word = len(text), "", ""
            for one, stands in known:
                found = text.find(one)
                if 0 <= found < at or (found == at and len(one) > len(name)):
                    at, name, word = found, one, stands
            if at:
                out.append(text[:at])
            if name:
                out.append(self._shown(name, word))
            text = text[at + len(name) :]
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

    def _shown(self, name, word):
        picture = self._seen[name]
        if picture is not None:
            return picture
        nothing = not [letter for letter in name if letter > " " and self._can_draw(letter)]
        return word if nothing and self._can_draw(word) else name

    def _plain(self, name):
        """Whether the box's own letters do; else the picture, or None, stands in `_seen`."""
        if name not in self._seen:
            if self._can_draw(name):
                return True
            if len(self._seen) >= _KEPT_AT_MOST:
                self._seen = {}
            self._seen[name] = load(self._files, name)
        return False
