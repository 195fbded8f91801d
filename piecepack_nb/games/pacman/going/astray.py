"""Why a piece may not go a way that somebody wants: the first rule that it breaks on it."""

from __future__ import annotations

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.going.listing import ghost_paths, kept_for_pac, pac_paths
from piecepack_nb.games.pacman.going.ways import Lane, spent
from piecepack_nb.games.pacman.mazes.board import hop
from piecepack_nb.games.pacman.moves import Path, Way, written
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, ghost_name, stands_on, title


def way_refusal(ruleset: Ruleset, state: State, way: Way) -> Refusal | None:
    """Why a piece that is due may not go this way by a die that is left; None if it may.

    It is gone step by step: what breaks a rule where the number is used up already is not told.
    """
    piece, die, path = way
    here = stands_on(state, piece)
    if not path or path[0] != here:
        begins = path[0] if path else "nowhere"
        text = f"{_name(state, piece)} stands on {here}, but the way begins on {begins}"
        return Refusal(_moves_by(piece), text, (here,))
    if len(path) == 1:
        text = f"{_name(state, piece)} stands on {here}, and this way leads nowhere else"
        return Refusal(_moves_by(piece), text, (here,))
    lane = _lane(ruleset, state, piece)
    for number in range(2, len(path) + 1):
        if spent(lane, path[: number - 1]) >= die < spent(lane, path[:number]):
            return _too_long(ruleset, lane, way)
        refused = step_refusal(ruleset, state, piece, path[:number])
        if refused is not None:
            return refused
    return _end_refusal(ruleset, state, way)


def _lane(ruleset: Ruleset, state: State, piece: str) -> Lane:
    return ruleset.pac_lane(state, state.to_move) if piece == "pac" else (
        ruleset.ghost_lane(state, piece)
    )  # fmt: skip


def _name(state: State, piece: str) -> str:
    return f"{state.to_move}'s Pac-Man" if piece == "pac" else ghost_name(piece)


def _moves_by(piece: str) -> str:
    return "PC-5" if piece == "pac" else "PC-12"


# --- a step ---------------------------------------------------------------------------------------


def step_refusal(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Why the last step of ``path`` can't be made, where all before it can."""
    if path[-1] not in ruleset.board.next_to:
        return Refusal("PC-4", f"there is no space {path[-1]} on this board", (path[-2],))
    checks = (_ended, _apart, _turned, _occupied) if piece == "pac" else (
        _ended, _ghost_apart, _ghost_home, _turned, _ghost_occupied
    )  # fmt: skip
    return next(filter(None, (check(ruleset, state, piece, path) for check in checks)), None)


def _ended(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A landing ends the move (PC-12, PC-20); nothing is jumped to come at another (PC-14)."""
    here = path[-2]
    if len(path) < 3:
        return None
    seat, ghost = state.pac_on(here), state.ghost_on(here)
    if piece == "pac" and ghost:
        text = f"gobbling {ghost_name(ghost)} on {here} ends the move there"
        return Refusal("PC-20", text, (here,))
    if piece != "pac" and seat:
        clause = "PC-14" if state.pac_on(path[-1]) else "PC-12"
        text = f"{ghost_name(piece)} lands on {seat}'s Pac-Man on {here}: its move ends there"
        return Refusal(clause, text, (here,))
    return None


def _apart(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A Pac-Man goes to a neighbour, past no barrier (PC-7), or off and on at arrows (PC-9)."""
    here, to = path[-2:]
    if not hop(here, to):
        return _barrier(ruleset, here, to) or _centre(ruleset, here, to)
    arrows = ruleset.board.arrows
    if here in arrows and to in arrows and here != to:
        return None
    if here in arrows:
        on = join_list([other for other in arrows if other != here], "or")
        text = f"who goes off the board at {here} comes on at {on}; {to} has no arrow"
        return Refusal("PC-9", text, (here, to))
    return Refusal("PC-5", f"from {here} to {to} is not one step", (here, to))


def _barrier(ruleset: Ruleset, here: str, to: str) -> Refusal | None:
    if to in ruleset.board.next_to[here].values():
        return None
    return Refusal("PC-7", f"a blue barrier stands between {here} and {to}", (here, to))


def _centre(ruleset: Ruleset, here: str, to: str) -> Refusal | None:
    """The centre is the ghosts' (PC-1)."""
    if to != ruleset.board.centre or ruleset.rules.centre == "all":
        return None
    return Refusal("PC-1", f"{to} is the centre: only ghosts go there", (to,))


def _ghost_apart(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A ghost goes to a neighbour, past no barrier (PC-7), and never off the board (PC-14)."""
    here, to = path[-2:]
    if not hop(here, to):
        return _barrier(ruleset, here, to)
    if here in ruleset.board.arrows and to in ruleset.board.arrows and here != to:
        text = f"from {here} to {to} leads off the board, and ghosts do not leave it"
        return Refusal("PC-14", text, (here, to))
    return Refusal("PC-12", f"from {here} to {to} is not one step", (here, to))


def _ghost_home(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A ghost neither enters nor crosses any home (PC-14)."""
    for seat, home in ruleset.board.homes.items():
        if home == path[-1]:
            text = f"{home} is the home of {seat}: ghosts neither enter nor cross homes"
            return Refusal("PC-14", text, (home,))
    return None


def _turned(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Nobody turns back within a move (PC-5, PC-12), neither by the arrow that it came on at."""
    rules = ruleset.rules
    may = rules.pac_men_turn_back if piece == "pac" else rules.ghosts_turn_back
    if may or len(path) < 3:
        return None
    before, here, to = path[-3:]
    name = _name(state, piece)
    if before == to:
        text = f"{name} would turn back on {here}, to {to}, where it came from"
        return Refusal(_moves_by(piece), text, (here, to))
    if hop(before, here) and hop(here, to):
        text = f"{name} would turn back on {here}: it came on by that arrow, and goes off by it"
        return Refusal(_moves_by(piece), text, (here,))
    return None


def _occupied(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A Pac-Man neither jumps over nor lands on a Pac-Man or a ghost (PC-8, PC-20)."""
    to, me = path[-1], state.to_move
    for seat, player in state.players.items():
        if player.square == to and seat != me:
            text = f"{seat}'s Pac-Man stands on {to}: nobody lands on it or jumps over it"
            return Refusal("PC-8", text, (to,))
    ghost = state.ghost_on(to)
    lane = ruleset.pac_lane(state, me)
    if ghost is None or lane.armed or not lane.keys.isdisjoint(path[1:-1]):
        return None
    text = f"{ghost_name(ghost)} stands on {to}, and {me} has no ghost gobbler privilege"
    if not ruleset.rules.privilege_at_once and not state.yellow.isdisjoint(path[1:-1]):
        text = f"{ghost_name(ghost)} stands on {to}, and a privilege is not used in the move"
        text += " that wins it"
    return Refusal("PC-8", text, (to,))


def _ghost_occupied(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """A ghost does not jump over a ghost (PC-14), nor stand on the same space."""
    for ghost, square in state.ghosts.items():
        if square == path[-1] and ghost != piece:
            text = f"{ghost_name(ghost)} stands on {square}: ghosts do not land on or jump over it"
            return Refusal("PC-14", text, (square,))
    return None


# --- the end --------------------------------------------------------------------------------------


def _end_refusal(ruleset: Ruleset, state: State, way: Way) -> Refusal | None:
    """Why a way along which every step can be made may not end where it does."""
    piece, _, path = way
    end = path[-1]
    met = state.ghost_on(end) if piece == "pac" else state.pac_on(end)
    home = next((seat for seat, there in ruleset.board.homes.items() if there == end), None)
    refused = _count_refusal(ruleset, state, way, met)
    if refused is None and piece == "pac" and home is not None and not met:
        if home != state.to_move:
            text = f"{end} is the home of {home}: others may pass it, but not end there"
            refused = Refusal("PC-6", text, (end,))
        elif not ruleset.rules.own_home:
            text = f"{end} is {home}'s own home: it may be passed, but no move ends there"
            refused = Refusal("PC-6", text, (end,))
    return refused or _die_refusal(ruleset, state, way)


def _count_refusal(ruleset: Ruleset, state: State, way: Way, met: str | None) -> Refusal | None:
    """The full number is used (PC-5, PC-12), unless an encounter ends the move before."""
    piece, die, path = way
    lane = _lane(ruleset, state, piece)
    taken = spent(lane, path)
    if taken > die:
        return _too_long(ruleset, lane, way)
    short = None if taken == die or met else _short(ruleset, state, way)
    if short is None:
        return None
    text = f"the full number is moved, {die}; this way takes {_takes(ruleset, lane, path)}{short}"
    return Refusal(_moves_by(piece), text, (path[-1],))


def _too_long(ruleset: Ruleset, lane: Lane, way: Way) -> Refusal:
    text = f"the die shows {way.die}; this way takes {_takes(ruleset, lane, way.path)}"
    return Refusal(_moves_by(way.piece), text, (way.path[-1],))


def _takes(ruleset: Ruleset, lane: Lane, path: Path) -> str:
    """How much of a number a way takes, in words."""
    offs = sum(map(hop, path, path[1:])) * ruleset.rules.off_board_cost
    return f"{spent(lane, path)}{f', {offs} of them for going off the board' if offs else ''}"


def _short(ruleset: Ruleset, state: State, way: Way) -> str | None:
    """What to add where a way is too short; None where so short a way is allowed."""
    if way.piece == "pac":
        paths = pac_paths(ruleset, state, way.die)
    else:
        paths = ghost_paths(ruleset, state, way.die)[way.piece]
    if way.path in paths:
        return None
    return f", and {written(paths[0])} would do" if paths else ", and no way takes all of it"


def _die_refusal(ruleset: Ruleset, state: State, way: Way) -> Refusal | None:
    """Where no die is left to a Pac-Man that it can't use, it has the one that it can (PC-3)."""
    kept = kept_for_pac(ruleset, state)
    if way.piece == "pac" or way.die not in kept:
        return None
    other = next(die for die in state.dice if die not in kept)
    text = f"{title(state.to_move)}'s Pac-Man can't move {other}, so it has the {way.die}"
    return Refusal("PC-3", text, (state.players[state.to_move].square,))
