"""Names that the box has no letters for: a picture that a host drew with its fonts, or a word that stands for it.

Without a picture a player is P1 to P5 by the seat (#1 to #5 where somebody is called P1), and a person of the roster who does
not play is the id. The texts of a screen keep the name.
"""

from companion.storage.pictures import load

_DOTS = "…"
_SIGNS = " .,'-·’()"
_MARKS = ("\u0300", "\u036f")  # the first and the last of those that stand over and under letters
_KEPT_AT_MOST = 12  # names looked up


class Names:
    """Of those who play, who played last, and those of the roster. `can_draw(text)`: whether there is a letter for each character.

    others: names by seat, of a game that is not the open one.
    """

    def __init__(self, files, settings, session, can_draw):
        self.others = []
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
        """(name, the word that stands for it); those who play come first."""
        people = []
        game = self._session.game
        if game is not None:
            _seat([player["name"] for player in game.state.players], people)
        _seat(self.others, people)
        _seat([player["name"] for player in self._settings.get("players")], people)
        names = [one[0] for one in people]
        for one in self._settings.get("roster"):
            if one["name"] not in names:
                people.append((one["name"], one["id"]))
        return people

    def _shown(self, form, name, word):
        """The picture, else the word where nothing of the name can be drawn, else its form in the text."""
        picture = self._picture(name)
        if picture is not None:
            return picture
        for letter in name:
            if letter not in _SIGNS and not _MARKS[0] <= letter <= _MARKS[1] and self._can_draw(letter):
                return form
        return word if self._can_draw(word) else form

    def _plain(self, name):
        """Whether the box's own letters do."""
        return name not in self._seen and self._can_draw(name)

    def _picture(self, name):
        if name not in self._seen:
            if len(self._seen) >= _KEPT_AT_MOST:
                self._seen = {}
            self._seen[name] = load(self._files, name)
        return self._seen[name]


def _seat(names, people):
    """Adds names by seat to people, with the words for them."""
    known = [one[0] for one in people]
    for seat in range(len(names)):
        if names[seat] not in known:
            word = "P%d" % (seat + 1)
            people.append((names[seat], "#" + word[1:] if word in names else word))


def _shortened(name, text):
    """The beginning of the name with three dots behind it that stands in the text, or None."""
    if _DOTS in text:
        for end in range(len(name) - 1, 0, -1):
            form = name[:end].rstrip() + _DOTS
            if form in text:
                return form
    return None
