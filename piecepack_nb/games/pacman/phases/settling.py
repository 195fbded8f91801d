"""What follows by itself once a move is made."""

from __future__ import annotations

from collections.abc import Generator

from piecepack_nb.core.steps import Step
from piecepack_nb.games.pacman.going.listing import stuck
from piecepack_nb.games.pacman.moves import Stay
from piecepack_nb.games.pacman.phases import ending, privilege, turn
from piecepack_nb.games.pacman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.pacman.state import State, title

Halting = Generator[Step, None, tuple[State, bool]]
"""Steps, then the table and whether somebody has a choice there."""


def settle(ruleset: Ruleset, state: State) -> Telling:
    """Yellow marbles go back, marbles are taken, then whoever is due moves; or the game ends.

    It stops where somebody has a choice (PC-3, PC-20), and does by itself what is none.
    """
    over = ending.ended(ruleset, state)
    if not over:
        state, choice = yield from _put_back(ruleset, state)
        if choice:
            return state._replace(phase="put")
    if state.reward:
        state, choice = yield from _reward(ruleset, state)
        if choice:
            return state._replace(phase="take")
    if over:
        return (yield from _over(ruleset, state))
    state = yield from _stay(ruleset, state)
    if state.due:
        return state._replace(phase="move")
    if ending.ended(ruleset, state):
        return (yield from _over(ruleset, state))
    return state._replace(phase="roll", turn=state.turn + 1, to_move=ruleset.left_of(state.to_move))


def _put_back(ruleset: Ruleset, state: State) -> Halting:
    """A yellow marble goes back by itself where one ringed hole alone is empty (PC-20)."""
    while state.owed:
        holes = privilege.empty_rings(ruleset, state)
        if len(holes) != 1:
            return state, bool(holes)
        state = yield from privilege.put_back(state, holes[0])
    return state, False


def _reward(ruleset: Ruleset, state: State) -> Halting:
    """Marbles are taken from whoever has some, if only one other player has (PC-20)."""
    seats = privilege.payers(state)
    if len(seats) > 1:
        return state, True
    if seats:
        return (yield from privilege.taken(ruleset, state, seats[0])), False
    state = state._replace(reward=False)
    data = {"who": title(state.to_move), "seat": state.to_move}
    yield tell(state, "PC-20", "no reward", "Nobody has marbles for {who} to take.", data)
    return state, False


def _stay(ruleset: Ruleset, state: State) -> Telling:
    """Where nothing that is due can move with a die that is left, it stays (PC-5, PC-12)."""
    while state.due and stuck(ruleset, state):
        piece = "pac" if state.due[0] == "pac" else "ghosts"
        state = yield from turn.stays(ruleset, state, Stay(piece, state.dice[0]))
    return state


def _over(ruleset: Ruleset, state: State) -> Telling:
    """All white marbles are off the board: the game is over (PC-30)."""
    state = state._replace(phase="over", dice=(), due=())
    result = ending.result(ruleset, state)
    assert result is not None
    text = "All white marbles are off the board. {result}"
    yield tell(state, "PC-30", "end", text, {"result": result.text, "scores": dict(result.scores)})
    return state
