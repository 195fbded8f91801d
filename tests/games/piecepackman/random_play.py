"""Matches that were played at random for a while, under any rules: where invariants are tested."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from tests.conftest import sampled
from tests.games.common import SEEDS, changes, some_of


def _lets_him_move(rules: dict[str, Any]) -> bool:
    """Return whether some die pays for a step: else there is no such game."""
    his = {"ace_points": 6, "null_points": 1}
    if rules.get("mode") == "against":
        his = {"against_ace": 1, "against_null": 0}
    best = max(5, *(rules.get(name, printed) for name, printed in his.items()))
    return bool(rules.get("step_cost", 1) <= best)


@lru_cache
def _generated(seed: int) -> str:
    return pp.mazes.generate(seed).text()


MAZES = st.sampled_from(MAZE_NAMES) | st.integers(44, 47).map(_generated)
RULES = changes(PiecepackmanRules, maze=MAZES).filter(_lets_him_move)


@lru_cache(maxsize=64)
def _game(rules: tuple[tuple[str, Any], ...]) -> Piecepackman:
    game = pp.game("piecepackman", **dict(rules))
    assert isinstance(game, Piecepackman)
    return game


@st.composite
def matches(draw: st.DrawFn, longest: int = 200, seats: str = "random") -> pp.Match:
    """Return a match of bots, as far as some number of moves led."""
    game = _game(tuple(sorted(draw(RULES).items())))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, seats))
    match.run(draw(st.integers(0, longest)))
    return match


@st.composite
def matches_of(draw: st.DrawFn, *modes: str, longest: int = 120, **rules: Any) -> pp.Match:
    """Return such a match in one of these modes, under these other rules."""
    game = _game(tuple(sorted({**rules, "mode": draw(st.sampled_from(modes))}.items())))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, "random"))
    match.run(draw(st.integers(0, longest)))
    return match


WANDERED = len(sampled(range(100)))


@lru_cache(maxsize=1)
def wandered() -> tuple[pp.Match, ...]:
    """Return so many such matches, the same for every test that does no more than read them."""
    return some_of(matches(), WANDERED)


@st.composite
def at_phase(draw: st.DrawFn, phase: str) -> pp.Match:
    """Return a match in which some position of this phase was reached, and nothing beyond it.

    All play together and without powers; other modes have tests of their own.
    """
    rules = {name: value for name, value in draw(RULES).items() if name not in ("mode", "powers")}
    if not _lets_him_move(rules):
        rules.pop("step_cost")
    game = _game(tuple(sorted(rules.items())))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, "random"))
    wanted = draw(st.integers(1, 40))  # the so manyth position of the phase
    last = None
    while wanted and match.to_act is not None:
        if match.state.phase == phase:
            last, wanted = match.cursor, wanted - 1
        if wanted:
            match.run(1)
    if last is not None:
        match.goto(last)
    return match
