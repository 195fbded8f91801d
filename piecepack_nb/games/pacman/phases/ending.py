"""The end: all white marbles are off the board, and most of them win (PC-30)."""

from __future__ import annotations

from piecepack_nb.core.steps import Result
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, title


def ended(ruleset: Ruleset, state: State) -> bool:
    """Is the board clear of white marbles? Then nothing is moved any more (PC-30).

    Unless the rules have the turn played to its end.
    """
    return not state.white and not (ruleset.rules.last_turn and state.due)


def result(ruleset: Ruleset, state: State) -> Result | None:
    """Most white marbles win, ties share (PC-30); yellow ones don't count (PC-11)."""
    if state.phase != "over":
        return None
    scores = {seat: player.tray for seat, player in state.players.items()}
    best = max(scores.values())
    winners = tuple(seat for seat in ruleset.seats if scores[seat] == best)
    names = join_list(map(title, winners))
    if len(winners) > 1:
        text = f"{names} share the win with {count_noun(best, 'marble')} each."
    else:
        text = f"{names} wins with {count_noun(best, 'marble')}."
    return Result(winners, "PC-30", text, scores)
