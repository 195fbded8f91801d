"""How the level ends, and who has won it (PM-68, PM-69, PM-71)."""

from __future__ import annotations

from piecepack_nb.core.steps import Result
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State, ghost_cubes, his_cubes


def result(ruleset: Ruleset, state: State) -> Result | None:
    """The result once no cube and no coin is left, or all lives are (PM-68); None before."""
    if state.phase != "over":
        return None
    ghosts, his = ghost_cubes(state), his_cubes(state)
    scores = {"ghosts": ghosts, "piecepackman": his}
    if state.extra_lives < 0:
        return _lives_gone(ruleset, scores)
    count = f"{count_noun(ghosts, 'cube')} with the ghosts, {his} with Piecepackman"
    if ghosts > his:
        return Result(ruleset.suits, "PM-69", f"The ghosts win: {count}.", scores)
    if ghosts < his:
        return Result(("piecepackman",), "PM-69", f"Piecepackman wins: {count}.", scores)
    if ruleset.rules.equal_cubes == "draw":
        return Result((), "PM-69", f"A draw: {count}.", scores)
    text = f"Piecepackman wins, for equal cubes are no majority: {count}."
    return Result(("piecepackman",), "PM-69", text, scores)


def _lives_gone(ruleset: Ruleset, scores: dict[str, int]) -> Result:
    """All lives taken: the ghosts win (PM-69), but not where they want to win on cubes (PM-71)."""
    if ruleset.rules.goal == "cubes":
        text = "Nobody wins: the ghosts took his last life, which is no win in Piece and Harmony."
        return Result((), "PM-71", text, scores)
    return Result(ruleset.suits, "PM-69", "The ghosts win: they took all his lives.", scores)
