"""Mazes as text: a drawing that a person can type, paste and share (PM-81).

To draw one, copy the one below and change it, or one that is shipped, which
``print(pp.game("piecepackman").table.maze.text())`` shows. To play in it, ``pp.play(maze=text)``.
The lines take turns: walls above a rank, then the rank itself, from the top one down to 1; walls
below it and the files' letters end the drawing.

    wall line     ``+---+   +``: ``---`` is a wall, three blanks are none, ``+`` is every corner
    square line   ``7 | $S |   |``: the rank's number, then a wall (``|``) or none (a blank), then
                  three characters for a square, in turn
    S M C A       the home of the ghost of suns, moons, crowns, arms; ``h`` is more of the house
    $S $M $C $A   where the suit's power coin lies
    P             where Piecepackman starts; ``P^ P> Pv P<`` say where he looks as well
    ###           no square here
    a portal      a gap in the walls round the maze, and one at the other end of its rank or file

Above the drawing may stand ``title:``, ``note:`` and ``ace-sticks:`` (the walls that take a short
stick, such as ``d6E f5N``: the east side of d6, the north side of f5); a line that begins with
``#`` says nothing.

A whole maze, with a portal at either end of rank 2 and the house door between c3 and d3::

    title: Pocket
      +---+---+---+---+
    4 | $S          $M|
      +   +---+---+   +
    3 |   | S   M     |
      +   +   +   +   +
    2     | A   C |
      +   +---+---+   +
    1 | $A  P       $C|
      +---+---+---+---+
        a   b   c   d
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import LETTERS
from piecepack_nb.games.piecepackman.mazes.lines import Line, header, numbered, parted
from piecepack_nb.games.piecepackman.mazes.maze import Edge, Maze, beyond, edge, square_at
from piecepack_nb.games.piecepackman.mazes.sound import checked
from piecepack_nb.games.piecepackman.mazes.sticks import runs

__all__ = ["MOST_FILES", "MOST_RANKS", "SEE_ONE", "parse"]

SEE_ONE = "print(pp.game('piecepackman').table.maze.text()) shows one"

MOST_FILES, MOST_RANKS = 26, 99

WALL, OPEN = "---", "   "
NOWHERE = "###"
HOUSE = "h"
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}
GHOSTS = {letter: suit for suit, letter in LETTERS.items()}
COINS = {f"${letter}": suit for suit, letter in LETTERS.items()}
STARTS: dict[str, str | None] = {"P": None} | {f"P{arrow}": way for way, arrow in ARROWS.items()}
TOKENS = {"", NOWHERE, HOUSE, *GHOSTS, *COINS, *STARTS}
ACCEPTED = (
    "blanks, ### (no square), S M C A (a ghost's home), h (house), "
    "$S $M $C $A (a power coin), P P^ P> Pv P< (the start)"
)


@dataclass
class _Drawing:
    """What stands on the lines, before anyone asks whether it makes a maze."""

    margin: int
    files: int
    ranks: int
    tokens: dict[str, str] = field(default_factory=dict)
    walls: set[Edge] = field(default_factory=set)


def parse(text: str, name: str = "own maze") -> Maze:
    """The maze that a text draws (PM-81), of any size up to 26 files and 99 ranks (PM-72).

    Blank lines and lines that begin with # are left out; blanks at the end of a line don't
    matter. Raises BadInput, one line that says where the drawing can't be read or played.
    """
    headers, lines = parted(numbered(text))
    drawing = _read(lines)
    squares = tuple(_existing(drawing))
    inner, portals = _sorted_edges(drawing, frozenset(squares))
    start = _only(drawing, STARTS, "P (the start)")
    maze = Maze(
        name=header(name, "the maze's name"),
        title=headers.get("title", name),
        note=headers.get("note", ""),
        squares=squares,
        walls=inner,
        portals=portals,
        house=frozenset(s for s in squares if drawing.tokens[s] in {HOUSE, *GHOSTS}),
        ghosts=_by_suit(drawing, GHOSTS, "the home of the {} ghost"),
        coins=_by_suit(drawing, COINS, "the power coin of {}"),
        start=start,
        start_heading=STARTS[drawing.tokens[start]],
        aces=_aces(headers["ace-sticks"], inner) if "ace-sticks" in headers else None,
    )
    return checked(maze)


# From lines to a drawing


def _read(lines: list[Line]) -> _Drawing:
    """The drawing that the lines make."""
    drawing = _frame(lines)
    for index in range(2 * drawing.ranks + 1):
        line, rank = _at(lines, index), drawing.ranks - index // 2
        if index % 2:
            _read_squares(drawing, line, rank)
        else:
            _read_walls(drawing, line, rank)
    _read_letters(drawing, _at(lines, 2 * drawing.ranks + 1))
    for line in lines[2 * drawing.ranks + 2 :]:
        raise wrong(f"line {line.number} of the maze", line.text, "nothing after the file letters")
    return drawing


def _at(lines: list[Line], index: int) -> Line:
    if index < len(lines):
        return lines[index]
    after = f"after line {lines[-1].number}" if lines else "before it begins"
    raise BadInput(
        f"the maze's drawing ends {after}; accepted: a wall line above and below every rank, "
        f"ranks down to 1, then a line of file letters; {SEE_ONE}"
    )


def _frame(lines: list[Line]) -> _Drawing:
    """The size of the drawing, from its first wall line and the number of its top rank."""
    top, rank = _at(lines, 0), _at(lines, 1)
    label = re.match(r" *([1-9][0-9]?) ", rank.text)
    if not label:
        accepted = (
            f"below the first wall line the number of the top rank, 1 to {MOST_RANKS}, a blank, "
            f"then its squares, such as '2 | P |   |'; {SEE_ONE}"
        )
        raise wrong(f"line {rank.number} of the maze", rank.text, accepted)
    margin = label.end()
    files, rest = divmod(len(top.text) - margin - 1, 4)
    if rest or not 1 <= files <= MOST_FILES:
        accepted = (
            f"first a wall line: {margin} blanks, then 1 to {MOST_FILES} times '+---' or '+   ', "
            f"then '+'; {SEE_ONE}"
        )
        raise wrong(f"line {top.number} of the maze", top.text, accepted)
    return _Drawing(margin, files, int(label[1]))


def _read_walls(drawing: _Drawing, line: Line, rank: int) -> None:
    """The walls above ``rank``."""
    _read_margin(drawing, line, "")
    for file, corner, piece in _pieces(drawing, line):
        _expect(corner, ("+",), drawing, line, file, 0)
        if file <= drawing.files:
            _expect(piece, (WALL, OPEN), drawing, line, file, 1)
            if piece == WALL:
                drawing.walls.add((square_at(file, rank), "N"))


def _read_squares(drawing: _Drawing, line: Line, rank: int) -> None:
    """The squares of ``rank`` and the walls between them."""
    _read_margin(drawing, line, str(rank))
    for file, wall, piece in _pieces(drawing, line):
        _expect(wall, ("|", " "), drawing, line, file, 0)
        if wall == "|":
            drawing.walls.add((square_at(file - 1, rank), "E"))
        square, token = square_at(file, rank), piece.strip()
        if token not in TOKENS:
            raise wrong(f"line {line.number} of the maze, square {square}", token, ACCEPTED)
        if file <= drawing.files:
            drawing.tokens[square] = token


def _read_letters(drawing: _Drawing, line: Line) -> None:
    letters = [square_at(file, 1)[0] for file in range(1, drawing.files + 1)]
    if line.text.split() != letters:
        accepted = f"the file letters {letters[0]} to {letters[-1]} with blanks between them"
        raise wrong(f"line {line.number} of the maze", line.text, accepted)


def _read_margin(drawing: _Drawing, line: Line, label: str) -> None:
    if line.text[: drawing.margin].strip() != label:
        accepted = f"the number of the rank, {label}, then its squares" if label else "a wall line"
        raise wrong(f"line {line.number} of the maze", line.text, accepted)
    if len(line.text) > drawing.margin + 4 * drawing.files + 1:
        accepted = f"{drawing.files} squares, as in the first wall line"
        raise wrong(f"line {line.number} of the maze", line.text, accepted)


def _pieces(drawing: _Drawing, line: Line) -> Iterator[tuple[int, str, str]]:
    """(file, the character before its square, the three of its square), and the right end."""
    text = line.text.ljust(drawing.margin + 4 * drawing.files + 4)
    for file in range(1, drawing.files + 2):
        place = drawing.margin + 4 * (file - 1)
        yield file, text[place], text[place + 1 : place + 4]


def _expect(
    value: str, accepted: tuple[str, ...], drawing: _Drawing, line: Line, file: int, shift: int
) -> None:
    if value not in accepted:
        column = drawing.margin + 4 * (file - 1) + shift + 1
        raise wrong(
            f"line {line.number} of the maze, column {column},",
            value,
            " or ".join(map(repr, accepted)),
        )


# From a drawing to a maze


def _existing(drawing: _Drawing) -> Iterator[str]:
    for rank in range(1, drawing.ranks + 1):
        for file in range(1, drawing.files + 1):
            if drawing.tokens[square_at(file, rank)] != NOWHERE:
                yield square_at(file, rank)


def _sorted_edges(
    drawing: _Drawing, squares: frozenset[str]
) -> tuple[frozenset[Edge], frozenset[tuple[str, str]]]:
    """The walls between two squares, and the openings to the outside."""
    inner = frozenset((s, way) for s, way in drawing.walls if {s, beyond(s, way)} <= squares)
    openings = frozenset(
        (square, heading)
        for square in squares
        for heading in ARROWS
        if beyond(square, heading) not in squares and edge(square, heading) not in drawing.walls
    )
    return inner, openings


def _only(drawing: _Drawing, tokens: Mapping[str, object], what: str) -> str:
    """The one square that holds one of these tokens."""
    found = [square for square, token in drawing.tokens.items() if token in tokens]
    if len(found) != 1:
        raise BadInput(
            f"{what} stands on {_listed(found) or 'no square'} of the maze; accepted: one square"
        )
    return found[0]


def _listed(squares: list[str]) -> str:
    shown = " ".join(squares[:8])
    return shown if len(squares) <= 8 else f"{shown} and {len(squares) - 8} more"


def _by_suit(drawing: _Drawing, tokens: Mapping[str, str], what: str) -> FrozenDict[str, str]:
    return FrozenDict(
        (suit, _only(drawing, {token: suit}, f"{token} ({what.format(suit)})"))
        for token, suit in tokens.items()
    )


def _aces(value: str, walls: frozenset[Edge]) -> frozenset[Edge]:
    """The walls that the ace-sticks header names, such as ``d6E f5N``."""
    found = set()
    for word in value.split():
        named = (word[:-1], word[-1])
        if named not in walls or named in found:
            raise wrong(
                "an entry of ace-sticks", word, "a wall of the drawing such as d6E or f5N, once"
            )
        found.add(named)
    for run in runs(walls - found):
        if len(run) % 2:
            raise wrong(
                "ace-sticks",
                value,
                f"walls without which the three-sticks fit; {''.join(run[-1])} is left over",
            )
    return frozenset(found)
