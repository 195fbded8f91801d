"""Maps drawn as text: squares with walls between them, to type, paste and share.

Wall lines and ranks alternate, from the top rank down to 1; a wall line and the file letters end
the drawing. Headers such as ``title:`` come first; a line that starts with ``#`` is a comment. Each
game defines the tokens in the squares::

    title: Two squares and a wall
      +---+---+
    1 | A | B |
      +---+---+
        a   b

Vocabulary
    form     the headers, tokens and segments that a game's drawings may have
    token    the content of a square: at most three characters, without blanks
    segment  three characters of a wall line, or the one between two squares
    mark     a segment that is neither a wall nor blank
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import Border, file_of, rank_of, square_at

MOST_FILES, MOST_RANKS = 26, 99
LONGEST = 100_000  # characters of a text, comments included
LONGEST_HEADER = 1_000
WALL, OPEN, UPRIGHT = "---", "   ", "|"
NOWHERE = "###"
"""The token where the board has no square."""


class MapFormat(NamedTuple):
    """The headers, tokens and segments that a kind of drawing may have."""

    what: str
    """The name of the kind, such as "maze"."""
    headers: tuple[str, ...]
    tokens: Collection[str]
    accepted: str
    """The tokens in words."""
    see_one: str
    """A hint at a correct drawing, for errors."""
    across: tuple[str, ...] = (WALL, OPEN)
    """The segments of a wall line."""
    upright: tuple[str, ...] = (UPRIGHT, " ")
    """The segments between two squares."""
    may_be_empty: tuple[str, ...] = ()
    """The headers that may be followed by nothing."""


class SourceLine(NamedTuple):
    """A line and its number in the text, from 1."""

    number: int
    text: str


@dataclass
class AsciiMap:
    """A parsed drawing, not yet checked to be a playable board."""

    form: MapFormat
    margin: int
    files: int
    ranks: int
    tokens: dict[str, str] = field(default_factory=dict)
    walls: set[Border] = field(default_factory=set)
    marks: dict[Border, str] = field(default_factory=dict)
    """The segments that are neither a wall nor blank."""
    rows: dict[int, int] = field(default_factory=dict)
    """The line number of each rank."""

    def squares(self) -> Iterator[str]:
        """Yield the squares, rank by rank from the bottom: a1, b1, ..."""
        for rank in range(1, self.ranks + 1):
            for file in range(1, self.files + 1):
                if self.tokens[square_at(file, rank)] != NOWHERE:
                    yield square_at(file, rank)

    def only(self, tokens: Collection[str], what: str) -> str:
        """Return the one square with one of these tokens; raise BadInput unless it is one."""
        found = [square for square, token in self.tokens.items() if token in tokens]
        if len(found) != 1:
            few = " ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
            on = f"{few or 'no square'} of the {self.form.what}"
            raise BadInput(f"{what} is on {on}; expected one square")
        return found[0]


# --- lines --------------------------------------------------------------------------------------


def numbered(text: object, what: str) -> Iterator[SourceLine]:
    """Yield the lines that are neither blank nor comments.

    Raises BadInput for anything but a text of printable characters.
    """
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
    """Return the headers and the lines of the drawing.

    Raises BadInput for an unknown header and for one that occurs twice.
    """
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
            empty = not value and key in form.may_be_empty
            what = f"{key} in line {line.number} of the {form.what}"
            headers[key] = value if empty else header(value, what)
    return headers, drawing


def header(value: object, what: str) -> str:
    """Return ``value`` if it can be a header; raise BadInput, naming ``what``, if not."""
    if (
        not isinstance(value, str)
        or not value.isprintable()
        or not 1 <= len(value) <= LONGEST_HEADER
        or value != value.strip()
    ):
        raise invalid(what, value, f"1 to {LONGEST_HEADER} characters on one line")
    return value


# --- from lines to a map --------------------------------------------------------------------------


def read(lines: list[SourceLine], form: MapFormat) -> AsciiMap:
    """Return the map that the lines draw, of any size up to 26 files and 99 ranks.

    Raises BadInput naming the line, and the column or square, that can't be parsed.
    """
    drawing = _frame(lines, form)
    for index in range(2 * drawing.ranks + 1):
        line, rank = _at(lines, index, form), drawing.ranks - index // 2
        if index % 2:
            _read_squares(drawing, line, rank)
        else:
            _read_walls(drawing, line, rank)
    _read_letters(drawing, _at(lines, 2 * drawing.ranks + 1, form))
    for line in lines[2 * drawing.ranks + 2 :]:
        raise invalid(_where(drawing, line), line.text, "nothing after the file letters")
    return drawing


def _where(drawing: AsciiMap, line: SourceLine) -> str:
    return f"line {line.number} of the {drawing.form.what}"


def _at(lines: list[SourceLine], index: int, form: MapFormat) -> SourceLine:
    if index < len(lines):
        return lines[index]
    after = f"after line {lines[-1].number}" if lines else "before it begins"
    raise BadInput(
        f"the {form.what}'s drawing ends {after}; expected a wall line above and below every "
        f"rank, ranks down to 1, then a line of file letters; {form.see_one}"
    )


def _frame(lines: list[SourceLine], form: MapFormat) -> AsciiMap:
    """Return an empty map of the size given by the first wall line and the top rank's number."""
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


def _read_walls(drawing: AsciiMap, line: SourceLine, rank: int) -> None:
    """Parse the walls above ``rank``."""
    _read_margin(drawing, line, "")
    for file, corner, segment in _segments(drawing, line):
        _expect(corner, ("+",), drawing, line, file, 0)
        if file <= drawing.files:
            _expect(segment, drawing.form.across, drawing, line, file, 1)
            _note(drawing, (square_at(file, rank), "N"), segment, WALL)


def _read_squares(drawing: AsciiMap, line: SourceLine, rank: int) -> None:
    """Parse the squares of ``rank`` and the walls between them."""
    _read_margin(drawing, line, str(rank))
    drawing.rows[rank] = line.number
    for file, wall, segment in _segments(drawing, line):
        _expect(wall, drawing.form.upright, drawing, line, file, 0)
        _note(drawing, (square_at(file - 1, rank), "E"), wall, UPRIGHT)
        square, token = square_at(file, rank), segment.strip()
        if token not in drawing.form.tokens:
            raise invalid(f"{_where(drawing, line)}, square {square}", token, drawing.form.accepted)
        if file <= drawing.files:
            drawing.tokens[square] = token


def _note(drawing: AsciiMap, border: Border, segment: str, wall: str) -> None:
    if segment == wall:
        drawing.walls.add(border)
    elif segment.strip():
        drawing.marks[border] = segment.strip()


def _read_letters(drawing: AsciiMap, line: SourceLine) -> None:
    letters = [square_at(file, 1)[0] for file in range(1, drawing.files + 1)]
    if line.text.split() != letters:
        accepted = f"the file letters {letters[0]} to {letters[-1]} with blanks between them"
        raise invalid(_where(drawing, line), line.text, accepted)


def _read_margin(drawing: AsciiMap, line: SourceLine, label: str) -> None:
    if line.text[: drawing.margin].strip() != label:
        accepted = f"the number of the rank, {label}, then its squares" if label else "a wall line"
        raise invalid(_where(drawing, line), line.text, accepted)
    if len(line.text) > drawing.margin + 4 * drawing.files + 1:
        accepted = f"{drawing.files} squares, as in the first wall line"
        raise invalid(_where(drawing, line), line.text, accepted)


def _segments(drawing: AsciiMap, line: SourceLine) -> Iterator[tuple[int, str, str]]:
    """Yield (file, the character left of its square, its three characters), then the right end."""
    text = line.text.ljust(drawing.margin + 4 * drawing.files + 4)
    for file in range(1, drawing.files + 2):
        place = drawing.margin + 4 * (file - 1)
        yield file, text[place], text[place + 1 : place + 4]


def _expect(
    value: str,
    accepted: tuple[str, ...],
    drawing: AsciiMap,
    line: SourceLine,
    file: int,
    shift: int,
) -> None:
    if value not in accepted:
        column = drawing.margin + 4 * (file - 1) + shift + 1
        allowed = " or ".join(map(repr, accepted))
        raise invalid(f"{_where(drawing, line)}, column {column},", value, allowed)


# --- maps, by name or as text ---------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class DrawnMap(ABC):
    """A map that a text draws; two are equal when their drawings are."""

    name: str
    title: str
    note: str
    squares: tuple[str, ...]
    """The squares, rank by rank from the bottom: a1, b1, ..."""

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """Yield the lines of the drawing, its headers first."""

    @cached_property
    def _text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def text(self) -> str:
        """Return the map as a drawing to type, paste and share."""
        return self._text

    @cached_property
    def files(self) -> int:
        """The number of files of the drawing."""
        return max(map(file_of, self.squares))

    @cached_property
    def ranks(self) -> int:
        """The number of ranks of the drawing."""
        return max(map(rank_of, self.squares))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def source(
    name_or_text: object, form: MapFormat, folder: Path, names: Collection[str], begins: str
) -> tuple[str, ...]:
    """Return a drawing; for one of the ``names``, that of the file in ``folder``, and the name.

    A drawing ``begins`` with walls or the like, in words. Raises BadInput for neither.
    """
    if isinstance(name_or_text, str) and ("\n" in name_or_text or "\r" in name_or_text):
        return (name_or_text,)
    if not isinstance(name_or_text, str) or name_or_text not in names:
        drawing = f"a drawing of several lines that begins with {begins} such as '  +---+---+'"
        expected = f"{', '.join(names)}, or {drawing}; {form.see_one}"
        raise invalid(form.what, name_or_text, expected)
    return _read_file(folder, name_or_text), name_or_text


@lru_cache
def _read_file(folder: Path, name: str) -> str:
    return (folder / f"{name}.txt").read_text(encoding="utf-8")


# --- from a map to lines --------------------------------------------------------------------------


def render(
    files: int,
    ranks: int,
    cell: Callable[[str], str],
    side: Callable[[str, str], str],
) -> Iterator[str]:
    """Yield the lines of a drawing.

    ``cell(square)`` returns the token in a square; ``side(square, heading)`` the segment on its
    north or east side, also for squares just outside the map (a0, @1).
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
