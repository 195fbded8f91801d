"""Phrases that the texts of all games share: counts, lists, capitals."""

from __future__ import annotations

from collections.abc import Iterable


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count_noun(1, "quarter turn"), count_noun(3, "cube"), count_noun(-1, "point")
    ('1 quarter turn', '3 cubes', '-1 point')
    """
    return f"{number} {noun}{'' if abs(number) == 1 else 's'}"


def with_article(noun: str) -> str:
    """Return a noun with "a" or "an", by its first letter.

    >>> with_article("bend"), with_article("end"), with_article("user 90")
    ('a bend', 'an end', 'a user 90')
    """
    vowel = noun[:1].lower() in "aeiou" and not noun.lower().startswith(("uni", "use", "eu", "one"))
    return f"{'an' if vowel and noun else 'a'} {noun}"


def face_in_words(face: str) -> str:
    """Return what a die shows as a sentence about a roll says it: an ace, a null, 3."""
    return with_article(face) if face in ("ace", "null") else face


def join_list(names: Iterable[str], last: str = "and") -> str:
    """Return names as a list in words.

    >>> join_list(["suns"]), join_list(["suns", "moons", "arms"])
    ('suns', 'suns, moons and arms')
    """
    *first, final = names
    return f"{', '.join(first)} {last} {final}" if first else final


def approximate(number: int) -> str:
    """Return a number to two significant digits: "15,000"."""
    return f"{round(number, 2 - len(str(number))):,}"


def time_in_words(seconds: float) -> str:
    """Return about how long something takes.

    >>> time_in_words(1), time_in_words(150), time_in_words(7200)
    ('1 second', '2 minutes', '2 hours')
    """
    if seconds < 90:
        return count_noun(max(1, round(seconds)), "second")
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 90 else f"{minutes / 60:.0f} hours"


BIDI = {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""The characters that reorder the text around them, each with its escape."""
_IN_JSON = {code: f"\\{to}" for code, to in BIDI.items()}


def visible(text: str) -> str:
    r"""Return the text with its characters that reorder others as escapes: a name may hide so.

    Texts that are written from right to left, which need none, stay as they are.

    >>> print(visible("maze\u202etxt.exe"))
    maze\u202etxt.exe
    """
    return text if text.isascii() else text.translate(BIDI)


def visible_json(text: str) -> str:
    """Return JSON text with the same characters, which are in its strings, as escapes."""
    return text if text.isascii() else text.translate(_IN_JSON)


def fixed(number: float, digits: int) -> str:
    """Return a number with so many digits after the point, and a true minus sign.

    >>> fixed(-3.14159, 2), fixed(-0.01, 1)
    ('−3.14', '0.0')
    """
    return f"{number:z.{digits}f}".replace("-", "−")


def capitalise(text: str) -> str:
    """Return the text with a capital, unless it starts with a square.

    >>> capitalise("he stays"), capitalise("e4 is free")
    ('He stays', 'e4 is free')
    """
    return text if text[1:2].isdecimal() else text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """Return the text as a sentence, with a full stop.

    >>> full_stop("He stays"), full_stop("Red wins!")
    ('He stays.', 'Red wins!')
    """
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
