"""Names people may have: any script, and none that cannot be told from another by looking."""

import pytest

from robokraft.errors import UserError
from robokraft.naming import checked


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "李明", "Ζωή", "محمد", "می\u200cخواهم", "👩\u200d🚀", "क्\u200dष", "O’Hara-Łoś 3", "x" * 40, "\u0600١", "e\u0301\u0323"],
)  # fmt: skip
def test_any_script_is_a_name(name):
    import unicodedata

    assert checked(f"  {name} ") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 41, "too long"),
        ("a\x00b", "control"),
        ("a\nb", "control"),
        ("a\x85b", "control"),
        ("\udcff", "control"),
        ("Ann\u202e", "U+202E"),
        ("\u2066Ann", "U+2066"),
        ("An\u200bn", "U+200B"),
        ("An\u200en", "U+200E"),
        ("An\u061cn", "U+061C"),
        ("An\u00adn", "U+00AD"),
        ("\ufeffAnn", "U+FEFF"),
        ("An\u2028n", "U+2028"),
        ("Ann\U000e0041", "U+E0041"),
        ("\u3164", "U+3164"),
        ("\u200d\u200c", "nothing of the name"),
        ("\u0301", "nothing of the name"),
    ],
)
def test_what_cannot_be_seen_is_no_name(name, why):
    with pytest.raises(UserError) as refused:
        checked(name)
    assert why in refused.value.message and refused.value.message.isprintable()


def test_blanks_alone_are_an_empty_name():
    assert checked(" \u3000 ") == ""
