"""Boards as text: a drawing that a person can type, paste and share.

To draw one, copy one that is shipped and change it: ``print(pp.game("pacman").board.text())``. To
play on it, ``pp.play("pacman", board=text)``. The lines take turns, as
:mod:`piecepack_nb.core.plan` tells: barriers above a rank, then the rank itself, from the top one
down to 1.

    ``---`` ``|``    a blue barrier, or the board's rim; blanks where a piece may pass
    blank            a hole with a white marble
    O                a hole with an orange ring, and a yellow marble in it
    R G B Y          the home of red, green, blue, yellow
    X                the centre, where the ghosts start
    ``###``          no space here
    ``< > ^ v``      an arrow in the rim, pointing off the board

Above the drawing may stand ``title:``, ``note:`` and ``symmetry:`` (quarter turn, half turn,
left-right, up-down: those claimed are checked); a line that begins with ``#`` says nothing.

A whole board, of thirteen holes and two ringed ones, with two arrows::

    title: Pocket
    symmetry: left-right
      +---+---+---+---+---+
    4 | G               B |
      +   +   +---+   +   +
    3 |     O   X   O     |
      +   +---+   +---+   +
    2 <                   >
      +   +   +---+   +   +
    1 | R               Y |
      +---+---+---+---+---+
        a   b   c   d   e
"""

from __future__ import annotations

from piecepack_nb.core.ascii_map import (
    NOWHERE,
    OPEN,
    UPRIGHT,
    WALL,
    AsciiMap,
    MapFormat,
    header,
    numbered,
    read,
    split_headers,
)
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, beyond, edge
from piecepack_nb.games.pacman.mazes.board import SEATS, Board
from piecepack_nb.games.pacman.mazes.sound import SYMMETRIES, checked

SEE_ONE = "print(pp.game('pacman').board.text()) shows one"
RINGED, CENTRE = "O", "X"
HOMES = FrozenDict((seat, seat[0].upper()) for seat in SEATS)
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}
ACCEPTED = (
    "blanks (a hole), O (a ringed hole), R G B Y (a home), X (the centre), ### (no space here)"
)
FORM = MapFormat(
    "board",
    ("title", "note", "symmetry"),
    {"", NOWHERE, RINGED, CENTRE, *HOMES.values()},
    ACCEPTED,
    SEE_ONE,
    (WALL, OPEN, " ^ ", " v "),
    (UPRIGHT, " ", "<", ">"),
)


def parse(text: str, name: str = "own board") -> Board:
    """The board that a text draws, of any size up to 26 files and 99 ranks.

    Raises BadInput, one line that says where the drawing can't be read or played, and why.
    """
    headers, lines = split_headers(numbered(text, FORM.what), FORM)
    plan = read(lines, FORM)
    squares = tuple(plan.squares())
    board = Board(
        name=header(name, "the board's name"),
        title=headers.get("title", name),
        note=headers.get("note", ""),
        symmetry=_symmetry(headers.get("symmetry", "")),
        squares=squares,
        barriers=frozenset((s, way) for s, way in plan.walls if {s, beyond(s, way)} <= {*squares}),
        arrows=_arrows(plan, frozenset(squares)),
        homes=FrozenDict(
            (seat, plan.only({token}, f"{token} (the home of {seat})"))
            for seat, token in HOMES.items()
        ),
        ringed=frozenset(square for square in squares if plan.tokens[square] == RINGED),
        centre=plan.only({CENTRE}, "X (the centre)"),
    )
    return checked(board, plan.rows)


def _symmetry(value: str) -> tuple[str, ...]:
    """The symmetries that a header claims."""
    claimed = tuple(filter(None, (each.strip() for each in value.split(","))))
    for each in claimed:
        if each not in SYMMETRIES or claimed.count(each) > 1:
            raise invalid("an entry of symmetry", each, f"{', '.join(SYMMETRIES)}, each once")
    return claimed


def _arrows(plan: AsciiMap, squares: frozenset[str]) -> FrozenDict[str, str]:
    """The arrows; the rest of the rim is closed (PC-9)."""
    arrows: dict[str, str] = {}
    left = dict(plan.marks)
    for square in plan.squares():
        for heading in STEPS:
            border = edge(square, heading)
            if beyond(square, heading) in squares or border in plan.walls:
                continue
            drawn = left.pop(border, "")
            side = f"{square}'s {heading} side (line {plan.rows[int(square[1:])]} of the board)"
            if drawn != ARROWS[heading]:
                raise invalid(side, drawn, f"a closed rim, or an arrow {ARROWS[heading]}")
            if square in arrows:
                raise BadInput(f"{side} is a second arrow; accepted: one on a hole (PC-9)")
            arrows[square] = heading
    for (square, heading), drawn in left.items():
        side = f"{square}'s {heading} side (line {plan.rows[int(square[1:])]} of the board)"
        raise invalid(side, drawn, "arrows on the rim alone (PC-9)")
    return FrozenDict(arrows)
