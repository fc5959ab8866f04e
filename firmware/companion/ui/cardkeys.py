"""The key grammar of one card: suit, UP for 0–5 or DOWN for 6–11, then one of six. Keys never move."""

from companion.keys import DOWN, GREEN, UP

TAKEN = -1  # the press belongs to the entry
REFUSED = -2  # the key means nothing now


class CardKeys:
    """A card being entered. `suit` and `half` (0: 0–5, 1: 6–11) are None until they are known."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.suit = None
        self.half = None
        self._implied = False

    @property
    def empty(self):
        return self.suit is None

    @property
    def phase(self):
        if self.suit is None:
            return "suit"
        return "half" if self.half is None else "rank"

    def press(self, key, led):
        """The card code when it is whole, else TAKEN or REFUSED. `led` is the suit that UP or DOWN first means, or None."""
        if self.half is not None:
            if key > DOWN:
                return REFUSED
            code = self.suit * 12 + self.half * 6 + key
            self.clear()
            return code
        if key <= GREEN:
            self.suit = key
            return TAKEN
        if key not in (UP, DOWN) or (self.suit is None and led is None):
            return REFUSED
        if self.suit is None:
            self.suit = led
            self._implied = True
        self.half = 0 if key == UP else 1
        return TAKEN

    def back(self):
        """Takes one press back; False when there was none."""
        if self.suit is None:
            return False
        if self.half is None or self._implied:
            self.clear()
        else:
            self.half = None
        return True
