# -*- coding: iso-8859-1 -*-
"""Folding of accented letters, for sorting and searching."""

import unicodedata

LIGATURES = {"ß": "ss", "æ": "ae", "ø": "o", "Æ": "AE", "Ø": "O"}

SAMPLES = ["crème brûlée", "Ångström", "señor", "naïve", "Straße"]


def fold(text):
    """Return a text without accents and ligatures.

    :param text: any text.
    :returns: the text with plain letters, ``crème`` becoming ``creme``.
    """
    spelled = "".join(LIGATURES.get(char, char) for char in text)
    parts = unicodedata.normalize("NFKD", spelled)
    return "".join(char for char in parts if not unicodedata.combining(char))


def sort_key(text):
    """Return a key that sorts accented letters next to plain ones."""
    return fold(text).lower(), text


def equal_folded(first, second):
    """Tell whether two texts are equal but for accents and case."""
    return fold(first).lower() == fold(second).lower()


def accents(text):
    """List the accented letters of a text, each once, in order of appearance."""
    found = []
    for char in text:
        if char not in found and fold(char) != char:
            found.append(char)
    return found


def search(needle, texts):
    """Return the texts that contain the needle, whatever its accents."""
    folded = fold(needle).lower()
    return [text for text in texts if folded in fold(text).lower()]


def to_entities(text):
    """Replace letters outside ASCII by numeric HTML entities."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def degrees(number):
    """Write a temperature with its sign, as in ``21 °C``."""
    if number < -273:
        raise "colder than absolute zero"
    return "%d °C" % number


if __name__ == "__main__":
    for sample in sorted(SAMPLES, key=sort_key):
        print(to_entities(sample), fold(sample))
