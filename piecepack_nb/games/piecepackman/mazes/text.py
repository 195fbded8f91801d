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

from collections.abc import Mapping

from piecepack_nb.core.ascii_map import (
    NOWHERE,
    AsciiMap,
    MapFormat,
    header,
    numbered,
    read,
    split_headers,
)
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import Border, beyond, edge
from piecepack_nb.core.piecepack import LETTERS
from piecepack_nb.games.piecepackman.mazes.maze import Maze
from piecepack_nb.games.piecepackman.mazes.sound import checked
from piecepack_nb.games.piecepackman.mazes.sticks import runs

SEE_ONE = "print(pp.game('piecepackman').table.maze.text()) shows one"

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


FORM = MapFormat("maze", ("title", "note", "ace-sticks"), TOKENS, ACCEPTED, SEE_ONE)


def parse(text: str, name: str = "own maze") -> Maze:
    """The maze that a text draws (PM-81), of any size up to 26 files and 99 ranks (PM-72).

    Blank lines and lines that begin with # are left out; blanks at the end of a line don't
    matter. Raises BadInput, one line that says where the drawing can't be read or played.
    """
    headers, lines = split_headers(numbered(text, FORM.what), FORM)
    drawing = read(lines, FORM)
    squares = tuple(drawing.squares())
    inner, portals = _sorted_edges(drawing, frozenset(squares))
    start = drawing.only(STARTS, "P (the start)")
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


# From a drawing to a maze


def _sorted_edges(
    drawing: AsciiMap, squares: frozenset[str]
) -> tuple[frozenset[Border], frozenset[tuple[str, str]]]:
    """The walls between two squares, and the openings to the outside."""
    inner = frozenset((s, way) for s, way in drawing.walls if {s, beyond(s, way)} <= squares)
    openings = frozenset(
        (square, heading)
        for square in squares
        for heading in ARROWS
        if beyond(square, heading) not in squares and edge(square, heading) not in drawing.walls
    )
    return inner, openings


def _by_suit(drawing: AsciiMap, tokens: Mapping[str, str], what: str) -> FrozenDict[str, str]:
    return FrozenDict(
        (suit, drawing.only({token}, f"{token} ({what.format(suit)})"))
        for token, suit in tokens.items()
    )


def _aces(value: str, walls: frozenset[Border]) -> frozenset[Border]:
    """The walls that the ace-sticks header names, such as ``d6E f5N``."""
    found = set()
    for word in value.split():
        named = (word[:-1], word[-1])
        if named not in walls or named in found:
            raise invalid(
                "an entry of ace-sticks", word, "a wall of the drawing such as d6E or f5N, once"
            )
        found.add(named)
    for run in runs(walls - found):
        if len(run) % 2:
            raise invalid(
                "ace-sticks",
                value,
                f"walls without which the three-sticks fit; {''.join(run[-1])} is left over",
            )
    return frozenset(found)
