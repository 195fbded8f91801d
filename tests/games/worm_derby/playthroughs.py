"""The golden playthroughs of Worm Derby, and their players."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from piecepack_nb.core.steps import EventCounts
from tests.games.worm_derby.helpers import SHORT

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "short": (3, SHORT),
    "three_with_obstacles": (
        5,
        {"players": 3, "obstacles": 6, "pylon_distance": 20, "table_length": 36, "clear_tiles": 1},
    ),
    "cannibals": (8, {**SHORT, "players": 3, "length": 3, "cannibal": True, "table_length": 28}),
    "by_hand": (
        2,
        {**SHORT, "obstacles": 4, "clear_tiles": 0, "set_up": "by hand", "starts": "chooses",
         "race_on": False, "table_length": 30, "pylon_distance": 16},
    ),
    "slalom": (
        4,
        {**SHORT, "slalom": "out", "slalom_tiles": 2, "clear_tiles": 1, "starts": "one by one",
         "race_on": False, "table_length": 30, "pylon_distance": 16},
    ),
}  # fmt: skip
"""The seed and the rules of each playthrough."""

READABLE = ["cannibals", "slalom"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [2, 12, 13, 20, 22, 30, 40, 41, 42, 43]
"""They are worth comparing: set-ups, eating and coming back, the way round and home (WD-…)."""


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    It goes for four places round the pylon and then for the start; it eats whenever it can.
    """
    moves = game.moves(state)
    if state.phase != "move":
        return pick(state.phase, list(moves))
    turns = list(moves)
    table = game.ruleset

    def worth(move: Any) -> tuple[float, ...]:
        if not hasattr(move, "angles"):
            return (9e9,)
        kinds = EventCounts()
        after = game.apply_move(state, move, kinds)  # listed moves are legal
        if "eaten" in kinds or "home" in kinds:
            return (-1e9,)
        worm = after.worms[seat]
        return (round(left(table, state, worm, move.to), 6), move.to != "head", len(str(move)))

    return min(turns[:: 1 + len(turns) // 20], key=worth)


def left(table: Any, state: Any, worm: Any, to: str) -> float:
    """Return about how far an end must still go: round the pylon by a square, and home."""
    from piecepack_nb.games.worm_derby.geometry.winding import winding

    wound, place = winding(table.pylon, worm, to), worm.end(to)
    x, y = table.pylon
    off = table.half + 1.2
    corners = [(x - off, y - off), (x + off, y - off), (x + off, y + off), (x - off, y + off)]
    turns = zip(corners, (45, 135, 225, 315), strict=True)
    ahead = [corner for corner, turn in turns if wound < turn]
    if wound < 45:
        ahead = [*gates(table, state, place), *ahead]
    return sum(math.dist(a, b) for a, b in pairwise([place, *ahead, table.start]))


def gates(table: Any, state: Any, place: Any) -> list[tuple[float, float]]:
    """Return the sides of the slalom tiles that are still to be passed: red below, blue above."""
    off = table.half + 0.8
    return [
        (tile.x, tile.y - off if colour == "red" else tile.y + off)
        for tile, colour in zip(state.tiles, state.colours, strict=False)
        if tile.x > place.x - 0.2
    ]
