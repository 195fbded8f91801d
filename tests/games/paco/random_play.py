"""Matches that were played at random for a while, under any rules: where invariants are tested."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.paco.rules import PRIORITY, PacoRules
from tests.games.common import SEEDS, changes

__all__ = ["RULES", "SEEDS", "matches", "turns_begun"]


RULES = changes(
    PacoRules,
    priority=st.permutations(PRIORITY.split(", ")).map(", ".join),
    turn_limit=st.integers(1, 30),
)


def bold(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose any move, but prefer pushes, lifts and moves, and seldom end early."""
    moves = [move for move in game.moves(state) if move.seat == seat]
    doing = [move for move in moves if getattr(move, "kind", "") in ("forward", "lift", "push")]
    going = [move for move in moves if "agrees" not in str(move)]
    return pick("move", (doing if pick("do", range(2)) else going) or going or moves)


@st.composite
def matches(draw: st.DrawFn, longest: int = 120, **fixed: Any) -> pp.Match:
    """Return a match of bots, as far as some number of moves led."""
    rules = {**draw(RULES), **fixed}
    game = pp.game("paco", **rules)
    bot = draw(st.sampled_from(["random", bold]))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, bot))
    match.run(draw(st.integers(0, longest)))
    return match


@st.composite
def turns_begun(draw: st.DrawFn, **fixed: Any) -> tuple[Any, Any]:
    """Return a game, and its state at the start of a turn in which a seat writes an order."""
    match = draw(matches(**{"agreement": False, **fixed}))
    while match.to_act is not None and (match.state.phase != "orders" or match.state.orders):
        if not match.run(1):
            break
    if match.state.phase != "orders":
        start = pp.game("paco", **{**match.game.rules.to_json(), "players": 4})
        return start, start.position("figure N E S W")
    return match.game, match.state
