"""The texts of the box, one module a language, each with the same names."""


def words(language):
    """The module of texts for a language code; English where there is no such language."""
    from companion.lang import en

    return en
