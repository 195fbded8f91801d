"""A match, filmed: every step as the game's view shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.steps import Step
from piecepack_nb.scene.film import Film, Turn, Within
from piecepack_nb.scene.model import Scene
from piecepack_nb.scene.picking import View

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match

__all__ = ["filmed", "filmed_steps"]


def filmed(match: Match, view: View, *, within: bool = True) -> Film:
    """The whole record of a match, undone steps included; frame i is the table after step i.

    Without ``within`` the finer timelines (searches) are left out: quicker, and smaller.
    """
    return filmed_steps(match.game, match.start, match.steps, view, within=within)


def filmed_steps(
    game: Any, start: Any, steps: Iterable[Step], view: View, *, within: bool = True
) -> Film:
    """The film of some steps of a game that follow on a state."""
    steps = tuple(steps)
    first = view.still(game, start)
    frames = (first, *_scenes(game, steps, view, first))
    states = (start, *(step.state for step in steps))
    inner: dict[int, Within] = {}
    if within:
        for at, step in enumerate(steps, start=1):
            finer = view.within(game, states[at - 1], step, frames[at])
            if finer is not None:
                inner[at] = finer
    return Film(game.title, frames, tuple(_turns(game, states)), inner)


def _scenes(game: Any, steps: Iterable[Step], view: View, before: Scene) -> Iterator[Scene]:
    for step in steps:
        before = view.scene(game, step.state, step.event, before)
        yield before


def _turns(game: Any, states: tuple[Any, ...]) -> Iterator[Turn]:
    """Where each turn begins: a step belongs to the turn in which the table stood before it."""
    shown: int | None = None
    for at, before in enumerate((states[0], *states[:-1])):
        number = game.turn(before)
        if number != shown:
            yield Turn(f"Turn {number}" if number else "Set-up", at)
        shown = number
