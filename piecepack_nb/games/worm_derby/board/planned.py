"""A racer's plan on the board: the way home that it thinks of, from near and from far."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Event
from piecepack_nb.games.worm_derby.board.furniture import clipped
from piecepack_nb.games.worm_derby.board.window import Window, far
from piecepack_nb.games.worm_derby.bot.racer import Way
from piecepack_nb.scene import Layer, Mark

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

PLAN = Layer("plan", "The racer's way home")
LAYERS = (PLAN,)


def plan_of(event: Event | None) -> Way | None:
    """The plan that an event's decision was made by."""
    why = event.why if event is not None else None
    return why if isinstance(why, Way) else None


def marks(game: WormDerby, plan: Way, seen: Window) -> Iterator[Mark]:
    """The way as a line, whole from far, and the parts of it in the window."""
    points = plan.points
    if len(points) < 2:
        return
    yield Mark("trail", area="table", points=tuple(far(game.ruleset, each) for each in points),
               suit=plan.seat, layer=PLAN.id)  # fmt: skip
    for line in _runs(seen, points):
        yield Mark("trail", points=line, suit=plan.seat, layer=PLAN.id)


def _runs(
    seen: Window, points: tuple[tuple[float, ...], ...]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """The stretches of a line that the window shows."""
    run: list[tuple[float, float]] = []
    for part in (clipped(seen, line) for line in pairwise(points)):
        if part is None or (run and run[-1] != part[0]):
            if len(run) > 1:
                yield tuple(run)
            run = []
        if part is not None:
            run += part if not run else part[1:]
    if len(run) > 1:
        yield tuple(run)
