"""What is to be done now, phase by phase: what every refusal of something else says."""

from __future__ import annotations

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.phases import ending
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

DUE = {
    "setup": ("PM-2", "the table must be set up first"),
    "bonus": ("PM-60", "Piecepackman's bonus roll is due"),
    "order": ("PM-30", "the ghosts agree on their order first"),
    "dice": ("PM-31", "the ghosts' dice are to be rolled"),
}


def due(ruleset: Ruleset, state: State) -> Refusal:
    """What is due in this phase, and by which clause; after the end (PM-68), how it ended."""
    match state.phase:
        case "over":
            result = ending.result(ruleset, state)
            assert result is not None
            return Refusal("PM-68", f"the game is over: {result.text.rstrip('.')}")
        case "roll":
            clause = "PM-63" if state.hungry else "PM-10"
            return Refusal(clause, "Piecepackman's dice are to be rolled")
        case "ghosts":
            suit = state.to_move[0]
            points = ruleset.ghost_points[state.dice[suit]]
            text = f"the {suit} ghost is to move, {count_noun(points, 'step')}"
            return Refusal("PM-32", text, (state.ghosts[suit].square,))
    clause, text = DUE[state.phase]
    return Refusal(clause, text)
