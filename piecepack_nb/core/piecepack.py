"""The suits and faces of a piecepack, and their short names."""

from __future__ import annotations

SUITS = ("suns", "moons", "crowns", "arms")
"""The four suits, in the piecepack's order."""
COLOURS = {"suns": "red", "moons": "black", "crowns": "green", "arms": "blue"}
LETTERS = {"suns": "S", "moons": "M", "crowns": "C", "arms": "A"}
FACES = ("null", "ace", "2", "3", "4", "5")
"""The faces of a piecepack die, equally likely; a suit's coins and tiles have the same six."""


def _short_names(words: tuple[str, ...]) -> dict[str, str]:
    """Return each word under its full name and every prefix that no other word has."""
    names = {}
    for word in words:
        for size in range(1, len(word) + 1):
            if sum(other.startswith(word[:size]) for other in words) == 1:
                names[word[:size]] = word
    return names


_SUITS = _short_names(SUITS) | {colour: suit for suit, colour in COLOURS.items()}
_FACES = _short_names(FACES) | {"0": "null", "1": "ace"}


def suit_of(word: str) -> str | None:
    """Return the suit of a word such as "suns", "s", "Sun" or "red"; None for any other word.

    >>> suit_of("Crowns"), suit_of("m"), suit_of("blue"), suit_of("hearts")
    ('crowns', 'moons', 'arms', None)
    """
    return _SUITS.get(word.lower()) or _SUITS.get(word.lower() + "s")


def face_of(word: str) -> str | None:
    """Return the die face of a word such as "ace", "A", "1", "null", "0" or "4"; None for others.

    >>> face_of("a"), face_of("0"), face_of("5"), face_of("6")
    ('ace', 'null', '5', None)
    """
    return _FACES.get(word.lower())
