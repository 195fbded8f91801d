"""Helpers for the tests of Worm Derby's board: scenes and picks."""

from __future__ import annotations

from typing import Any

from piecepack_nb.games.worm_derby import VIEW
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, MakeMove, Mark, Scene, Spot, check_scene

TIGHT = """
suns 20 20: 180 180 150 120 100
moons 21.2 21.6: 60 60 30 0 0
tile 21.7 20.2 30
tile 19.5 22 60
suns to move, {now}
"""
"""The suns worm between two tiles, the moons worm just beyond them."""


def scene_of(game: WormDerby, state: State, draft: Draft = ()) -> Scene:
    """Return the scene of a state, checked as the page's board does."""
    caption, clause = VIEW.prompt(game, state, draft)
    still = VIEW.scene(game, state, None, None, draft)
    return check_scene(
        still._replace(
            caption=caption,
            clause=clause,
            marks=(*still.marks, *VIEW.marks(game, state, draft)),
            spots=VIEW.spots(game, state, draft),
        )
    )


def spots_of(game: WormDerby, state: State, draft: Draft = ()) -> dict[str, Spot]:
    """Return the spots by their ids."""
    return {spot.id: spot for spot in scene_of(game, state, draft).spots}


def picked(game: WormDerby, state: State, *ids: str, draft: Draft = ()) -> Any:
    """Return the outcome of picking these spots one after the other; each must be there."""
    outcome: Any = draft
    for id_ in ids:
        spot, _, to = id_.partition(" -> ")
        there = spots_of(game, state, outcome)
        assert spot in there, sorted(there)
        if to:
            assert there[spot].drag, there[spot]
            assert there[to].drop, there[to]
        outcome = VIEW.pick(game, state, outcome, spot, to or None, False)
    return outcome


def made(outcome: Any) -> Any:
    """Return the move that a pick has made."""
    assert isinstance(outcome, MakeMove), outcome
    return outcome.move


def kinds(scene: Scene, kind: str) -> list[Mark]:
    """Return the marks of a kind."""
    return [mark for mark in scene.marks if mark.kind == kind]
