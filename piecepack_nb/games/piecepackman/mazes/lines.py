"""The lines of a maze text: which are headers, which draw, and which say nothing (PM-81)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, wrong

__all__ = ["Line", "header", "numbered", "parted"]

LONGEST = 100_000  # characters of a maze text, comments included
LONGEST_HEADER = 1_000
HEADERS = ("title", "note", "ace-sticks")


class Line(NamedTuple):
    """A line and its number in the text, from 1."""

    number: int
    text: str


def numbered(text: object) -> Iterator[Line]:
    """The lines that say something; BadInput for what is no text or can't be printed."""
    if not isinstance(text, str):
        raise wrong("the maze", text, "a drawing as text")
    if len(text) > LONGEST:
        raise BadInput(f"the maze is {len(text)} characters long; accepted: {LONGEST} at most")
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        for character in line:
            if not character.isprintable():
                accepted = "printable characters, blanks instead of tabs"
                raise wrong(f"a character in line {number} of the maze", character, accepted)
        if line.strip() and not line.lstrip().startswith("#"):
            yield Line(number, line.rstrip())


def parted(lines: Iterator[Line]) -> tuple[dict[str, str], list[Line]]:
    """The headers, and the lines of the drawing; BadInput for any other header."""
    headers: dict[str, str] = {}
    drawing = []
    for line in lines:
        key, colon, value = (part.strip() for part in line.text.partition(":"))
        if not colon:
            drawing.append(line)
        elif key not in HEADERS or key in headers:
            accepted = f"{': '.join(HEADERS)}: once each, or the drawing"
            raise wrong(f"line {line.number} of the maze", line.text, accepted)
        else:
            headers[key] = header(value, f"{key} in line {line.number} of the maze")
    return headers, drawing


def header(value: object, what: str) -> str:
    """The value, fit to stand in a header; BadInput, naming ``what``, where it isn't."""
    if (
        not isinstance(value, str)
        or not value.isprintable()
        or not 1 <= len(value) <= LONGEST_HEADER
        or value != value.strip()
    ):
        raise wrong(what, value, f"1 to {LONGEST_HEADER} characters on one line")
    return value
