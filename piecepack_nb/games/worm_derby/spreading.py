"""Where a worm can be after some steps, to be watched or shown; and how far a cheater gets.

The region itself is worked out by ``reach``; here it is laid on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piecepack_nb.core.errors import wrong
from piecepack_nb.core.wording import many
from piecepack_nb.games.worm_derby.board.furniture import areas
from piecepack_nb.games.worm_derby.board.pieces import FIXED, pieces
from piecepack_nb.games.worm_derby.board.saying import in_words
from piecepack_nb.games.worm_derby.board.window import DISC, HIGH, Window
from piecepack_nb.games.worm_derby.geometry.plane import corners
from piecepack_nb.games.worm_derby.geometry.reach import GRAIN, reach
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.games.worm_derby.table import Table
from piecepack_nb.scene import Scene
from piecepack_nb.scene.spreading import Batch, Outline, Round, Spreading

__all__ = ["spreading"]

USUAL = 4
"""Steps, where the die has not said how many."""


def spreading(
    game: Any,
    state: State,
    seat: str | None = None,
    steps: int | None = None,
    *,
    to: str = "head",
    grain: float = GRAIN,
    gap: float = 0.0,
) -> Spreading:
    """Where the end ``to`` of a worm can be after so many steps, and what lies about.

    Without a ``seat`` it is the one to move, without ``steps`` those that it has to make. ``gap``
    is what a cheater leaves between discs, in inches. Raises BadInput for a worm that isn't there
    and for numbers out of range.
    """
    table: Table = game.table
    seat = state.to_move if seat is None else seat
    steps = (state.steps or USUAL) if steps is None else steps
    reach(table, state, seat, steps, to, grain=grain, gap=gap)  # checks them, and works out nothing
    seen = _window(table, state, seat, to, steps, gap)
    things = tuple(_things(table, state, seen))
    scene = Scene(
        areas(table, state, seen)[:1],
        (),
        tuple(each for each in pieces(game, state, seen, None, None) if each.area == "board"),
        alt=in_words(game, state),
    )
    cheat = f", {gap:g} inches left between discs" if gap else ""
    title = f"Where the {seat} worm's {to} can be after {many(steps, 'step')}{cheat}"

    def batches() -> Iterator[Batch]:
        for spread in reach(table, state, seat, steps, to, grain=grain, gap=gap):
            places = tuple(seen.at(place) for place in spread.places)
            yield Batch(spread.step, seen.at(spread.start), places, spread.ways)

    return Spreading(title, scene, batches, round(grain * seen.unit, 4), things, 1 / seen.unit)


def _window(table: Table, state: State, seat: str, to: str, steps: int, gap: float) -> Window:
    """A window in which there is room for so many steps."""
    if seat not in state.worms:
        raise wrong("seat", seat, "a worm that lies on the table: " + ", ".join(state.worms))
    far = (steps + 1) * (table.coin + gap)
    unit = min(DISC / table.coin, HIGH / 2 / far)
    x, y = state.worms[seat].end(to)
    return Window(round(x, 2), round(y, 2), round(unit, 4))


def _things(table: Table, state: State, seen: Window) -> Iterator[Outline | Round]:
    """The table's edge, tiles and discs, for a canvas."""
    wide, high = table.size
    edge = ((0, 0), (wide, 0), (wide, high), (0, high))
    yield Outline(tuple(seen.at(corner) for corner in edge), "mat")
    for name, tile in table.all_tiles(state):
        outline = tuple(seen.at(corner) for corner in corners(tile, table.half))
        yield Outline(outline, "wood-2")
        if name in FIXED:
            yield Round(*seen.at(tile), table.half * seen.unit * 0.5, FIXED[name])
    for seat, worm in state.worms.items():
        for disc in worm.discs:
            yield Round(*seen.at(disc), table.radius * seen.unit, "ivory-2")
            yield Round(*seen.at(disc), table.radius * seen.unit * 0.86, seat)
