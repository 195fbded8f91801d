"""Squares with walls between them, drawn as text that a person can type, paste and share.

The lines take turns: walls above a rank, then the rank itself, from the top one down to 1; walls
below it and the files' letters end the drawing. Headers such as ``title:`` may stand above it; a
line that begins with ``#`` says nothing. What may stand in a square is for each game to say::

    title: Two squares and a wall
      +---+---+
    1 | A | B |
      +---+---+
        a   b

Vocabulary
    form    what a kind of drawing may hold
    plan    what stands on the lines, before anyone asks whether it makes a board
    token   what stands in a square: at most three characters, blanks left out
    piece   three characters on a wall line, or one between two squares
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import Border, square_at

MOST_FILES, MOST_RANKS = 26, 99
LONGEST = 100_000  # characters of a text, comments included
LONGEST_HEADER = 1_000
WALL, OPEN, UPRIGHT = "---", "   ", "|"
NOWHERE = "###"
"""The token of a place where the board has no square."""


class MapFormat(NamedTuple):
    """What a kind of drawing may hold, and how to speak of it."""

    what: str
    """What it draws, such as "maze"."""
    headers: tuple[str, ...]
    tokens: Collection[str]
    accepted: str
    """The tokens in words."""
    see_one: str
    """How to see one that is right."""
    across: tuple[str, ...] = (WALL, OPEN)
    """The pieces of a wall line."""
    upright: tuple[str, ...] = (UPRIGHT, " ")
    """The pieces between two squares."""


class SourceLine(NamedTuple):
    """A line and its number in the text, from 1."""

    number: int
    text: str


@dataclass
class AsciiMap:
    """What stands on the lines."""

    form: MapFormat
    margin: int
    files: int
    ranks: int
    tokens: dict[str, str] = field(default_factory=dict)
    walls: set[Border] = field(default_factory=set)
    marks: dict[Border, str] = field(default_factory=dict)
    """The pieces that are neither a wall nor blank."""
    rows: dict[int, int] = field(default_factory=dict)
    """The number of the line on which each rank is drawn."""

    def squares(self) -> Iterator[str]:
        """The squares that there are, rank by rank from the bottom: a1, b1, ..."""
        for rank in range(1, self.ranks + 1):
            for file in range(1, self.files + 1):
                if self.tokens[square_at(file, rank)] != NOWHERE:
                    yield square_at(file, rank)

    def only(self, tokens: Collection[str], what: str) -> str:
        """The one square that holds one of these tokens; BadInput, naming ``what``, if not one."""
        found = [square for square, token in self.tokens.items() if token in tokens]
        if len(found) != 1:
            few = " ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
            on = f"{few or 'no square'} of the {self.form.what}"
            raise BadInput(f"{what} stands on {on}; expected one square")
        return found[0]


# --- lines --------------------------------------------------------------------------------------


def numbered(text: object, what: str) -> Iterator[SourceLine]:
    """The lines that say something; BadInput for what is no text or can't be printed."""
    if not isinstance(text, str):
        raise invalid(f"the {what}", text, "a drawing as text")
    if len(text) > LONGEST:
        raise BadInput(f"the {what} is {len(text)} characters long; expected {LONGEST} at most")
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        for character in line:
            if not character.isprintable():
                accepted = "printable characters, blanks instead of tabs"
                raise invalid(f"a character in line {number} of the {what}", character, accepted)
        if line.strip() and not line.lstrip().startswith("#"):
            yield SourceLine(number, line.rstrip())


def split_headers(
    lines: Iterator[SourceLine], form: MapFormat
) -> tuple[dict[str, str], list[SourceLine]]:
    """The headers, and the lines of the drawing; BadInput for any other header."""
    headers: dict[str, str] = {}
    drawing = []
    for line in lines:
        key, colon, value = (part.strip() for part in line.text.partition(":"))
        if not colon:
            drawing.append(line)
        elif key not in form.headers or key in headers:
            accepted = f"{': '.join(form.headers)}: once each, or the drawing"
            raise invalid(f"line {line.number} of the {form.what}", line.text, accepted)
        else:
            headers[key] = header(value, f"{key} in line {line.number} of the {form.what}")
    return headers, drawing


def header(value: object, what: str) -> str:
    """The value, fit to stand in a header; BadInput, naming ``what``, where it isn't."""
    if (
        not isinstance(value, str)
        or not value.isprintable()
        or not 1 <= len(value) <= LONGEST_HEADER
        or value != value.strip()
    ):
        raise invalid(what, value, f"1 to {LONGEST_HEADER} characters on one line")
    return value


# --- from lines to a plan -------------------------------------------------------------------------


def read(lines: list[SourceLine], form: MapFormat) -> AsciiMap:
    """The plan that the lines draw, of any size up to 26 files and 99 ranks.

    Raises BadInput, one line that says where the drawing can't be read.
    """
    plan = _frame(lines, form)
    for index in range(2 * plan.ranks + 1):
        line, rank = _at(lines, index, form), plan.ranks - index // 2
        if index % 2:
            _read_squares(plan, line, rank)
        else:
            _read_walls(plan, line, rank)
    _read_letters(plan, _at(lines, 2 * plan.ranks + 1, form))
    for line in lines[2 * plan.ranks + 2 :]:
        raise invalid(_where(plan, line), line.text, "nothing after the file letters")
    return plan


def _where(plan: AsciiMap, line: SourceLine) -> str:
    return f"line {line.number} of the {plan.form.what}"


def _at(lines: list[SourceLine], index: int, form: MapFormat) -> SourceLine:
    if index < len(lines):
        return lines[index]
    after = f"after line {lines[-1].number}" if lines else "before it begins"
    raise BadInput(
        f"the {form.what}'s drawing ends {after}; expected a wall line above and below every "
        f"rank, ranks down to 1, then a line of file letters; {form.see_one}"
    )


def _frame(lines: list[SourceLine], form: MapFormat) -> AsciiMap:
    """The size of the drawing, from its first wall line and the number of its top rank."""
    top, rank = _at(lines, 0, form), _at(lines, 1, form)
    label = re.match(r" *([1-9][0-9]?) ", rank.text)
    if not label:
        accepted = (
            f"below the first wall line the number of the top rank, 1 to {MOST_RANKS}, a blank, "
            f"then its squares, such as '2 | P |   |'; {form.see_one}"
        )
        raise invalid(f"line {rank.number} of the {form.what}", rank.text, accepted)
    margin = label.end()
    files, rest = divmod(len(top.text) - margin - 1, 4)
    if rest or not 1 <= files <= MOST_FILES:
        accepted = (
            f"first a wall line: {margin} blanks, then 1 to {MOST_FILES} times '+---' or '+   ', "
            f"then '+'; {form.see_one}"
        )
        raise invalid(f"line {top.number} of the {form.what}", top.text, accepted)
    return AsciiMap(form, margin, files, int(label[1]))


def _read_walls(plan: AsciiMap, line: SourceLine, rank: int) -> None:
    """The walls above ``rank``."""
    _read_margin(plan, line, "")
    for file, corner, piece in _segments(plan, line):
        _expect(corner, ("+",), plan, line, file, 0)
        if file <= plan.files:
            _expect(piece, plan.form.across, plan, line, file, 1)
            _note(plan, (square_at(file, rank), "N"), piece, WALL)


def _read_squares(plan: AsciiMap, line: SourceLine, rank: int) -> None:
    """The squares of ``rank`` and the walls between them."""
    _read_margin(plan, line, str(rank))
    plan.rows[rank] = line.number
    for file, wall, piece in _segments(plan, line):
        _expect(wall, plan.form.upright, plan, line, file, 0)
        _note(plan, (square_at(file - 1, rank), "E"), wall, UPRIGHT)
        square, token = square_at(file, rank), piece.strip()
        if token not in plan.form.tokens:
            raise invalid(f"{_where(plan, line)}, square {square}", token, plan.form.accepted)
        if file <= plan.files:
            plan.tokens[square] = token


def _note(plan: AsciiMap, edge: Border, piece: str, wall: str) -> None:
    if piece == wall:
        plan.walls.add(edge)
    elif piece.strip():
        plan.marks[edge] = piece.strip()


def _read_letters(plan: AsciiMap, line: SourceLine) -> None:
    letters = [square_at(file, 1)[0] for file in range(1, plan.files + 1)]
    if line.text.split() != letters:
        accepted = f"the file letters {letters[0]} to {letters[-1]} with blanks between them"
        raise invalid(_where(plan, line), line.text, accepted)


def _read_margin(plan: AsciiMap, line: SourceLine, label: str) -> None:
    if line.text[: plan.margin].strip() != label:
        accepted = f"the number of the rank, {label}, then its squares" if label else "a wall line"
        raise invalid(_where(plan, line), line.text, accepted)
    if len(line.text) > plan.margin + 4 * plan.files + 1:
        accepted = f"{plan.files} squares, as in the first wall line"
        raise invalid(_where(plan, line), line.text, accepted)


def _segments(plan: AsciiMap, line: SourceLine) -> Iterator[tuple[int, str, str]]:
    """(file, the character before its square, the three of its square), and the right end."""
    text = line.text.ljust(plan.margin + 4 * plan.files + 4)
    for file in range(1, plan.files + 2):
        place = plan.margin + 4 * (file - 1)
        yield file, text[place], text[place + 1 : place + 4]


def _expect(
    value: str, accepted: tuple[str, ...], plan: AsciiMap, line: SourceLine, file: int, shift: int
) -> None:
    if value not in accepted:
        column = plan.margin + 4 * (file - 1) + shift + 1
        allowed = " or ".join(map(repr, accepted))
        raise invalid(f"{_where(plan, line)}, column {column},", value, allowed)


# --- and back -------------------------------------------------------------------------------------


def render(
    files: int,
    ranks: int,
    cell: Callable[[str], str],
    side: Callable[[str, str], str],
) -> Iterator[str]:
    """The lines of a drawing.

    ``cell(square)`` is the token in a square; ``side(square, heading)`` the piece on its north or
    east side, for places just outside the drawing (a0, @1) too.
    """
    margin = len(str(ranks)) + 1
    columns = range(1, files + 1)
    for rank in range(ranks, -1, -1):
        walls = ("+" + side(square_at(file, rank), "N") for file in columns)
        yield (" " * margin + "".join(walls) + "+").rstrip()
        if rank:
            row = (
                side(square_at(file - 1, rank), "E") + _centred(cell(square_at(file, rank)))
                for file in columns
            )
            last = side(square_at(files, rank), "E")
            yield f"{rank:>{margin - 1}} {''.join(row)}{last}".rstrip()
    yield (" " * margin + "".join(f"  {square_at(file, 1)[0]} " for file in columns)).rstrip()


def _centred(token: str) -> str:
    return f" {token}".ljust(3) if len(token) < 3 else token
