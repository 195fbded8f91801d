"""Gobbling a ghost, and what marbles change hands (PC-13, PC-20, PC-21)."""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.pacman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.pacman.state import State, ghost_name, title


def gobbled(ruleset: Ruleset, state: State, ghost: str) -> Telling:
    """The privilege is used (PC-21): the ghost goes to the centre and stays in play (PC-20)."""
    seat = state.to_move
    player = state.players[seat]
    if not ruleset.rules.privilege_kept:
        state = state.put(seat, player._replace(yellow=player.yellow - 1))
        state = state._replace(owed=(*state.owed, seat))
    state = state._replace(reward=ruleset.rules.marbles_won > 0)
    data = {
        "who": title(seat), "seat": seat, "ghost": ghost, "name": ghost_name(ghost),
        "square": player.square, "centre": ruleset.board.centre,
    }  # fmt: skip
    data["Name"] = capitalise(data["name"])
    clause = "PC-21" if ruleset.rules.privilege_kept else "PC-20"
    text = "{who} uses the privilege: its Pac-Man gobbles {name} on {square}."
    yield tell(state, clause, "ghost gobbled", text, data)
    state = state._replace(ghosts=state.ghosts.put(ghost, ruleset.board.centre))
    text = "{Name} goes back to the centre, {centre}, and stays in play."
    yield tell(state, "PC-20", "ghost back", text, data)
    if state.owed and not empty_rings(ruleset, state):
        text = "No ringed hole is empty: the yellow marble waits for one."
        yield tell(state, "PC-20", "yellow waits", text, data)
    if ruleset.rules.gobbling_ends_turn and state.due:
        state = state._replace(dice=(), due=())
        yield tell(state, "PC-20", "turn over", "{who}'s turn ends: it moves no ghost.", data)
    return state


# --- the yellow marble ----------------------------------------------------------------------------


def empty_rings(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """The ringed holes into which a yellow marble may go back (PC-20).

    Those with no marble in them, and no piece on them unless the rules allow it.
    """
    pieces = {*state.ghosts.values(), *(each.square for each in state.players.values())}
    taken = state.yellow if ruleset.rules.ring_under_piece else state.yellow | pieces
    return tuple(
        square for square in ruleset.board.squares if square in ruleset.board.ringed - taken
    )


def put_back(state: State, square: str) -> Telling:
    """The first who owes a yellow marble puts it back (PC-20)."""
    seat, *owed = state.owed
    state = state._replace(yellow=state.yellow | {square}, owed=tuple(owed))
    data = {"who": title(seat), "seat": seat, "square": square}
    text = "{who} puts the yellow marble back into the ringed hole {square}."
    yield tell(state, "PC-20", "yellow back", text, data)
    return state


# --- white marbles --------------------------------------------------------------------------------


def payers(state: State) -> tuple[str, ...]:
    """The players whose marbles can be taken for a ghost: all others who have some (PC-20)."""
    return tuple(
        seat for seat, player in state.players.items() if seat != state.to_move and player.tray > 0
    )


def taken(ruleset: Ruleset, state: State, seat: str) -> Telling:
    """The reward for a ghost: marbles of one other player (PC-20)."""
    return paid(ruleset, state._replace(reward=False), seat, "PC-20")


def paid(ruleset: Ruleset, state: State, seat: str, clause: str) -> Telling:
    """A player gives marbles to the one whose turn it is, or all that it has if it has fewer."""
    rules, to = ruleset.rules, state.to_move
    full = rules.marbles_lost if clause == "PC-13" else rules.marbles_won
    giver, taker = state.players[seat], state.players[to]
    number = min(full, giver.tray)
    state = state.put(seat, giver._replace(tray=giver.tray - number))
    state = state.put(to, taker._replace(tray=taker.tray + number))
    data: dict[str, Any] = {
        "who": title(seat), "seat": seat, "to": to, "mover": title(to), "number": number,
        "marbles": count_noun(number, "marble"), "full": full,
    }  # fmt: skip
    if not number:
        text = "{who} has no marbles to give to {mover}." if full else "{who} gives no marbles."
    elif clause == "PC-20":
        text = "{mover} takes {marbles} from {who}."
    else:
        text = "{who} gives {marbles} to {mover}."
    if 0 < number < full:
        text = text[:-1] + ": all that it has."
    yield tell(state, clause, "paid", text, data)
    return state
