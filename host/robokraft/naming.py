"""Which names people may have: any script, and nothing that cannot be seen or that turns the text around it.

A log takes every name without control characters (docs/log-format.md); this is what is asked of a new one. The joiners
that Persian and emoji need may stand in a name, marks of direction and fillers may not: with them two names look alike.
"""

import unicodedata

from robokraft.errors import UserError

LONGEST = 40  # code points, as in a log
_JOINERS = "\u200c\u200d"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters without a picture
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_NUMBER_SIGNS = (
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"  # format characters that are seen
)


def checked(name):
    """The name in NFC, without blanks around it; an empty one stays empty. Raises UserError."""
    name = unicodedata.normalize("NFC", name).strip()
    if len(name) > LONGEST:
        raise UserError(f"the name {name[:LONGEST]}… is too long: {LONGEST} characters at most")
    for letter in name:
        category = unicodedata.category(letter)
        if category == "Cc" or category == "Cs":
            raise UserError(f"a name has no control characters: {ascii(name)}")
        if letter in _BLANK or (category in _UNSEEN and letter not in _JOINERS + _NUMBER_SIGNS):
            raise UserError(
                f"a name has no characters that cannot be seen: {ascii(name)} holds U+{ord(letter):04X}"
            )
    if name and not any(_seen(letter) for letter in name):
        raise UserError(f"nothing of the name {ascii(name)} can be seen")
    return name


def _seen(letter):
    return letter not in _JOINERS and unicodedata.category(letter) not in ("Mn", "Me", "Zs")
