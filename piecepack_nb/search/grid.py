"""Grids of squares, and the costs of steps and quarter turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NoReturn

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict


@dataclass(frozen=True, slots=True)
class Costs:
    """The prices of a step and a quarter turn; raises BadInput unless whole numbers, 0 or more."""

    step: int = 1
    quarter_turn: int = 1

    def __post_init__(self) -> None:
        for name in ("step", "quarter_turn"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise invalid(name, value, "a whole number, 0 or more")

    def of(self, action: str) -> int:
        """Return the price of one action."""
        return self.step if action == "forward" else self.quarter_turn

    def ranks(self, bits: int) -> tuple[int, int]:
        """Return what a step and a quarter turn add to a rank.

        A rank is one whole number: the cost, the quarter turns and the steps, ``bits`` bits each.
        """
        return (self.step << 2 * bits) + 1, (self.quarter_turn << 2 * bits) + (1 << bits)


ONE_EACH = Costs()


HEADINGS: Final = ("N", "E", "S", "W")  # clockwise: a right turn is the next one
ACTIONS: Final = ("forward", "left", "right")  # in the tie rule's order
Node = tuple[str, str]  # (square, heading)


class Grid:
    """Squares and the exits between them; immutable.

    ``exits["f4"]["N"] == "f5"``: a step north from f4 enters f5. Exits may be portals or one-way.
    Raises BadInput for an exit to a square that the grid doesn't have.

    >>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1"}})
    >>> grid.squares
    ('a1', 'a2')
    """

    __slots__ = ("bits", "exits", "index", "moves", "nodes", "squares", "wall", "ways_in")

    squares: tuple[str, ...]
    """Every square, in the order given."""
    index: Mapping[str, int]
    """The number of each square: its index in ``squares``."""
    exits: Mapping[str, Mapping[str, str]]
    """The square straight ahead: ``exits[square][heading]``, absent at a wall."""
    nodes: tuple[Node, ...]
    """The square and heading of each node number."""
    moves: tuple[tuple[int, int, int], ...]
    """For each node, the nodes after forward, left and right."""
    ways_in: tuple[tuple[tuple[int, int], ...], ...]
    """For each node, the (action number, node before) of each action that leads to it."""
    wall: int
    """The node number in ``moves`` of a step into a wall."""
    bits: int
    """The number of bits for the action count of any cheapest path."""

    def __init__(self, exits: Mapping[str, Mapping[str, str]]) -> None:
        copy = _checked(exits)
        squares = tuple(copy)
        moves = _moves(squares, copy)
        fixed: dict[str, object] = {
            "squares": squares,
            "index": FrozenDict({square: number for number, square in enumerate(squares)}),
            "exits": copy,
            "nodes": tuple(product(squares, HEADINGS)),
            "moves": moves,
            "ways_in": _ways_in(moves),
            "wall": len(moves),
            "bits": (len(moves) + 1).bit_length(),
        }
        for name, value in fixed.items():
            object.__setattr__(self, name, value)

    def number(self, square: object) -> int | None:
        """Return the number of a square; None if the grid doesn't have it."""
        return self.index.get(square) if isinstance(square, str) else None

    def node(self, number: int) -> Node:
        """Return the square and heading of a node number."""
        return self.nodes[number]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Grid doesn't change: {name} can't be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Grid doesn't change: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.squares == other.squares and self.exits == other.exits

    def __hash__(self) -> int:
        return hash(self.squares)

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self.exits,)

    def __repr__(self) -> str:
        return f"<Grid of {len(self.squares)} squares>"


def _checked(exits: Mapping[str, Mapping[str, str]]) -> FrozenDict[str, FrozenDict[str, str]]:
    """Return an immutable copy of ``exits``; raise BadInput naming a wrong entry."""
    if not isinstance(exits, Mapping):
        raise invalid("exits", exits, "a mapping of squares to their exits")
    return FrozenDict({square: _exits_of(square, exits) for square in exits})


def _exits_of(square: object, exits: Mapping[Any, Any]) -> FrozenDict[str, str]:
    """Return the exits of one square in the order N, E, S, W."""
    if not isinstance(square, str) or not square:
        raise invalid("a square in exits", square, "its name, such as 'f4'")
    ahead = exits[square]
    if not isinstance(ahead, Mapping):
        raise invalid(f"exits[{square!r}]", ahead, "a mapping of headings to squares")
    for heading, entered in ahead.items():
        if heading not in HEADINGS:
            raise invalid(f"a heading in exits[{square!r}]", heading, "N, E, S or W")
        if not isinstance(entered, str) or entered not in exits:
            accepted = "a square that is in exits too"
            raise invalid(f"exits[{square!r}][{heading!r}]", entered, accepted)
    return FrozenDict({heading: ahead[heading] for heading in HEADINGS if heading in ahead})


def _moves(
    squares: tuple[str, ...], exits: Mapping[str, Mapping[str, str]]
) -> tuple[tuple[int, int, int], ...]:
    """Return for each node the nodes after forward, left and right."""
    number = {square: index for index, square in enumerate(squares)}
    wall = 4 * len(squares)
    moves = []
    for square in squares:
        here = 4 * number[square]
        for facing, heading in enumerate(HEADINGS):
            entered = exits[square].get(heading)
            forward = wall if entered is None else 4 * number[entered] + facing
            moves.append((forward, here + (facing - 1) % 4, here + (facing + 1) % 4))
    return tuple(moves)


def _ways_in(moves: tuple[tuple[int, int, int], ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each node the (action number, node before) of the moves that lead to it."""
    before: list[list[tuple[int, int]]] = [[] for _ in moves]
    for node, ahead in enumerate(moves):
        for action, entered in enumerate(ahead):
            if entered < len(moves):
                before[entered].append((action, node))
    return tuple(map(tuple, before))
