"""A turn: two dice, one for one's Pac-Man, one for a ghost (PC-3), step by step."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.pacman.going.stuck import Stuck
from piecepack_nb.games.pacman.mazes.board import hop
from piecepack_nb.games.pacman.moves import Stay, Way
from piecepack_nb.games.pacman.phases import privilege
from piecepack_nb.games.pacman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.pacman.state import DUE, State, ghost_name, title

DICE = ("first", "second")


def rolled(state: State, faces: Mapping[str, str]) -> Telling:
    """Both dice are rolled; the player decides which is for what (PC-3)."""
    first, second = (int(faces[name]) for name in DICE)
    state = state._replace(phase="move", dice=(first, second), due=DUE)
    data = {"who": title(state.to_move), "seat": state.to_move, "first": first, "second": second}
    yield tell(state, "PC-3", "roll", "{who} rolls {first} and {second}.", data)
    return state


def _used(state: State, die: int, what: str) -> State:
    """The die is used, and that piece has moved."""
    dice = list(state.dice)
    dice.remove(die)
    return state._replace(dice=tuple(dice), due=tuple(each for each in state.due if each != what))


def goes(ruleset: Ruleset, state: State, way: Way) -> Telling:
    """A Pac-Man or a ghost goes its way, space by space."""
    if way.piece == "pac":
        return _pac_goes(ruleset, _used(state, way.die, "pac"), way)
    return _ghost_goes(ruleset, _used(state, way.die, "ghost"), way)


def stays(ruleset: Ruleset, state: State, stay: Stay) -> Telling:
    """Who can't move the number stays (PC-5, PC-12); the event carries what is in the way."""
    why = Stuck(ruleset, state, stay)
    state = _used(state, stay.die, "pac" if stay.piece == "pac" else "ghost")
    clause, kind = ("PC-5", "stays") if stay.piece == "pac" else ("PC-12", "ghosts stay")
    data = {"seat": state.to_move, "die": stay.die}
    yield tell(state, clause, kind, "{why}", data, why)
    return state


# --- a Pac-Man ------------------------------------------------------------------------------------


def _pac_goes(ruleset: Ruleset, state: State, way: Way) -> Telling:
    """From hole to hole, gobbling what lies there (PC-4, PC-9, PC-10)."""
    seat = state.to_move
    for here, to in pairwise(way.path):
        if hop(here, to):
            data = {"who": title(seat), "seat": seat, "from": here}
            text = "{who}'s Pac-Man goes off the board at {from}."
            yield tell(state, "PC-9", "off", text, data)
        ghost = state.ghost_on(to)
        state = yield from _pac_steps(state, seat, here, to)
        if ghost is not None:
            return (yield from privilege.gobbled(ruleset, state, ghost))
    return state


def _pac_steps(state: State, seat: str, here: str, to: str) -> Telling:
    """Every hole is one space, with a marble or without (PC-4); the marble is gobbled (PC-10).

    A yellow one wins the privilege (PC-11).
    """
    marble = "white" if to in state.white else "yellow" if to in state.yellow else ""
    player = state.players[seat]._replace(square=to)
    if marble == "white":
        player = player._replace(tray=player.tray + 1)
        state = state._replace(white=state.white - {to})
    if marble == "yellow":
        player = player._replace(yellow=player.yellow + 1)
        state = state._replace(yellow=state.yellow - {to})
    state = state.put(seat, player)
    data: dict[str, Any] = {
        "who": title(seat), "seat": seat, "from": here, "to": to, "marble": marble,
        "tray": player.tray, "yellow": player.yellow,
    }  # fmt: skip
    clause, kind, text = "PC-4", "step", "{who}'s Pac-Man moves from {from} to {to}"
    if hop(here, to):
        clause, kind, text = "PC-9", "on", "{who}'s Pac-Man comes on the board at {to}"
    if marble:
        clause = clause if kind == "on" else "PC-10"
        text += " and gobbles the {marble} marble"
    yield tell(state, clause, kind, text + ".", data)
    if marble == "yellow":
        text = "{who} has the ghost gobbler privilege"
        text += f", {count_noun(player.yellow, 'time')}." if player.yellow > 1 else "."
        yield tell(state, "PC-11", "privilege won", text, data)
    return state


# --- a ghost --------------------------------------------------------------------------------------


def _ghost_goes(ruleset: Ruleset, state: State, way: Way) -> Telling:
    """Step by step, until it lands on a Pac-Man (PC-12)."""
    for here, to in pairwise(way.path):
        state = state._replace(ghosts=state.ghosts.put(way.piece, to))
        data = {
            "ghost": way.piece, "name": ghost_name(way.piece), "from": here, "to": to,
            "seat": state.to_move,
        }  # fmt: skip
        data["Name"] = capitalise(data["name"])
        yield tell(state, "PC-12", "ghost step", "{Name} moves from {from} to {to}.", data)
        seat = state.pac_on(to)
        if seat is not None:
            return (yield from _lands(ruleset, state, way.piece, seat))
    return state


def _lands(ruleset: Ruleset, state: State, ghost: str, seat: str) -> Telling:
    """It ends the ghost's move (PC-12); the Pac-Man goes home, and its player pays (PC-13)."""
    player, home, mover = state.players[seat], ruleset.home(seat), state.to_move
    data: dict[str, Any] = {
        "who": title(seat), "seat": seat, "name": ghost_name(ghost), "ghost": ghost,
        "square": player.square, "home": home, "mover": title(mover), "to": mover,
    }  # fmt: skip
    data["Name"] = capitalise(data["name"])
    text = "{Name} lands on {who}'s Pac-Man on {square}: its move ends."
    yield tell(state, "PC-12", "landing", text, data)
    state = state.put(seat, player._replace(square=home))
    text = "{who}'s Pac-Man goes home to {home}"
    text += "; it was {who} who moved the ghost: no marbles are given." if seat == mover else "."
    yield tell(state, "PC-13", "gone home", text, data)
    return state if seat == mover else (yield from privilege.paid(ruleset, state, seat, "PC-13"))
