"""Matches that were played at random for a while, under any rules: where invariants are tested."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from tests.conftest import sampled
from tests.games.common import SEEDS, option_values, some_of
from tests.games.worm_derby.helpers import SHORT, derby

SIZES = {"table_length", "table_width", "pylon_distance", "coin", "tile", "start_gap"}
ANY = {
    each.name: option_values(each) for each in WormDerbyRules.options() if each.name not in SIZES
}


def fits(rules: dict[str, Any]) -> bool:
    try:
        WormDerbyRules(**rules)
    except BadInput:
        return False
    return True


RULES = st.fixed_dictionaries({}, optional=ANY).filter(fits)
"""Any changes of the printed rules, but for the sizes of things."""
CROWDED = st.fixed_dictionaries(
    {"cannibal": st.just(True), "length": st.integers(2, 4)}, optional={"overlay": ANY["overlay"]}
).map(lambda rules: {**SHORT, "players": 4, **rules})
"""Four short cannibals on a small table, who meet soon."""


@st.composite
def matches(draw: st.DrawFn, longest: int = 60, seats: str = "random") -> pp.Match:
    """Return a match of bots, as far as some number of moves led."""
    game = derby(**draw(RULES | CROWDED | st.just({})))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, seats))
    match.run(draw(st.integers(0, longest)))
    return match


WANDERED = len(sampled(range(25)))


@lru_cache(maxsize=1)
def wandered() -> tuple[pp.Match, ...]:
    """Return so many such matches, the same for every test that does no more than read them."""
    return some_of(matches(longest=150), WANDERED)
