"""Matches that were played at random for a while, under any rules: where invariants are tested."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.maze import SHIPPED
from piecepack_nb.games.pacman.rules import PacManRules
from tests.games.common import SEEDS, changes
from tests.games.pacman.helpers import CORRIDORS, POCKET

BOARDS = st.sampled_from((*SHIPPED, CORRIDORS, POCKET))
RULES = changes(PacManRules, board=BOARDS) | st.fixed_dictionaries({"players": st.integers(2, 4)})
"""Any changes of the printed rules, and often none, or none but the number of players."""


@lru_cache(maxsize=64)
def _game(rules: tuple[tuple[str, Any], ...]) -> PacMan:
    game = pp.game("pacman", **dict(rules))
    assert isinstance(game, PacMan)
    return game


@st.composite
def matches(draw: st.DrawFn, longest: int = 60, seats: str = "random") -> pp.Match:
    """Return a match of bots, as far as some number of moves led."""
    game = _game(tuple(sorted(draw(RULES).items())))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, seats))
    match.run(draw(st.integers(0, longest)))
    return match


@st.composite
def at_phase(draw: st.DrawFn, phase: str, longest: int = 60) -> pp.Match:
    """Return a match in this phase, with a seat to act, or any match if none was met."""
    match = draw(matches(longest))
    ends = [played.end for played in match.record]
    wanted = [end for end in ends if match.steps[end - 1].state.phase == phase]
    if wanted:
        match.goto(draw(st.sampled_from(wanted)))
    return match
