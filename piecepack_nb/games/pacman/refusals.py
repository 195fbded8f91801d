"""Why a move may not be made now, by the first clause that it breaks."""

from __future__ import annotations

from piecepack_nb.core.actors import Actor, Chance, Roll
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.going.astray import way_refusal
from piecepack_nb.games.pacman.going.listing import bound, ghost_paths, kept_for_pac, pac_paths
from piecepack_nb.games.pacman.moves import Move, Put, Stay, Take, Way, written
from piecepack_nb.games.pacman.phases import ending, privilege
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, ghost_name, title


def refusal(ruleset: Ruleset, state: State, actor: Actor | None, move: object) -> Refusal | None:
    """Why a move may not be made now; None if it may."""
    match move:
        case Roll() if isinstance(actor, Chance):
            return move.refusal(actor)
        case Way(str(), int(), tuple()) if state.phase == "move":
            return _turn_refusal(ruleset, state, move) or way_refusal(ruleset, state, move)
        case Stay(str(), int()) if state.phase == "move":
            return _turn_refusal(ruleset, state, move) or _stay_refusal(ruleset, state, move)
        case Put(str()) if state.phase == "put":
            return _put_refusal(ruleset, state, move.square)
        case Take(str()) if state.phase == "take":
            return _take_refusal(ruleset, state, move.seat)
    now = due(ruleset, state)
    if not isinstance(move, Move):
        return now._replace(text=f"{brief_repr(move)} is no move of this game: {now.text}")
    return now._replace(text=f"{shorten(str(move))} must wait: {now.text}")


def due(ruleset: Ruleset, state: State) -> Refusal:
    """What is to be done now, and by which clause; after the end, how it ended."""
    who = title(state.acts)
    match state.phase:
        case "start":
            return Refusal("PC-2", f"{join_list(state.rolling)} roll to see who starts")
        case "roll":
            return Refusal("PC-3", f"{who} is to roll the dice")
        case "put":
            holes = privilege.empty_rings(ruleset, state)
            return Refusal(
                "PC-20", f"{who} puts a yellow marble back, on {join_list(holes, 'or')}", holes
            )
        case "take":
            seats = join_list(privilege.payers(state), "or")
            return Refusal("PC-20", f"{who} takes marbles from {seats}")
        case "over":
            result = ending.result(ruleset, state)
            assert result is not None
            return Refusal("PC-30", f"the game is over: {result.text.rstrip('.')}")
    pieces = [{"pac": "its Pac-Man", "ghost": "a ghost"}[each] for each in state.due]
    dice = join_list(map(str, state.dice))
    return Refusal("PC-3", f"{who} is to move {join_list(pieces)}, with {dice}")


# --- with the dice --------------------------------------------------------------------------------


def _turn_refusal(ruleset: Ruleset, state: State, move: Way | Stay) -> Refusal | None:
    """One die for one's Pac-Man, the other for a ghost (PC-3)."""
    pieces = ("pac", "ghosts") if isinstance(move, Stay) else ("pac", *ruleset.ghosts)
    if move.piece not in pieces:
        text = f"there is no piece {brief_repr(move.piece)}; they are {join_list(pieces)}"
        return Refusal("PC-3", text)
    if isinstance(move, Way) and not all(isinstance(each, str) for each in move.path):
        return Refusal(
            "PC-4", f"{brief_repr(move.path)} is no way; ways are made of spaces such as a2"
        )
    if ("pac" if move.piece == "pac" else "ghost") not in state.due:
        what = "its Pac-Man" if move.piece == "pac" else "a ghost"
        text = f"{title(state.to_move)} has moved {what} in this turn; {due(ruleset, state).text}"
        return Refusal("PC-3", text)
    if move.die not in state.dice:
        text = f"no die shows {brief_repr(move.die)}: {due(ruleset, state).text}"
        return Refusal("PC-3", text)
    return None


def _stay_refusal(ruleset: Ruleset, state: State, move: Stay) -> Refusal | None:
    """Only who can't move stays (PC-5, PC-12)."""
    if move.piece == "ghosts":
        for ghost, paths in ghost_paths(ruleset, state, move.die).items():
            if paths:
                text = f"{ghost_name(ghost)} can move {move.die}, such as {written(paths[0])}"
                return Refusal("PC-12", text, (paths[0][0],))
        return None
    name = f"{state.to_move}'s Pac-Man"
    paths = pac_paths(ruleset, state, move.die)
    if bound(state, paths):
        path = next(each for each in paths if each[-1] not in state.ghosts.values())
        text = f"{name} can move {move.die}, such as {written(path)}"
        return Refusal("PC-5", text, (path[0],))
    for die in kept_for_pac(ruleset, state):
        text = f"{name} can't move {move.die}, but it can move {die}, and has that die"
        return Refusal("PC-3", text, (state.players[state.to_move].square,))
    return None


# --- after a ghost was gobbled --------------------------------------------------------------------


def _put_refusal(ruleset: Ruleset, state: State, square: str) -> Refusal | None:
    """A yellow marble goes back into an empty ringed hole (PC-20)."""
    if square in privilege.empty_rings(ruleset, state):
        return None
    where: tuple[str, ...] = (square,) if square in ruleset.board.next_to else ()
    if square not in ruleset.board.ringed:
        return Refusal("PC-20", f"{brief_repr(square)} is no hole with an orange ring", where)
    if square in state.yellow:
        return Refusal("PC-20", f"the ringed hole {square} has a yellow marble in it", where)
    seat = state.pac_on(square)
    who = f"{seat}'s Pac-Man" if seat else ghost_name(state.ghost_on(square) or "")
    return Refusal("PC-20", f"{who} stands on the ringed hole {square}: it is not empty", where)


def _take_refusal(ruleset: Ruleset, state: State, seat: str) -> Refusal | None:
    """The marbles come from another player who has some (PC-20)."""
    if seat in privilege.payers(state):
        return None
    if seat not in ruleset.seats:
        text = f"nobody plays {brief_repr(seat)}; {due(ruleset, state).text}"
    elif seat == state.to_move:
        text = f"{title(seat)} takes marbles from another player, not from itself"
    else:
        text = f"{title(seat)} has no marbles to take; {due(ruleset, state).text}"
    return Refusal("PC-20", text)
