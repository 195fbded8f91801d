"""Why a move may not be made, by the first clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable

from piecepack_nb.core.actors import Chance, Roll
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.field import (
    free_lanes,
    lane_refusal,
    moved_refusal,
    placed_refusal,
)
from piecepack_nb.games.worm_derby.geometry.placing import after, eats, obstruction
from piecepack_nb.games.worm_derby.geometry.plane import DECIMALS, Tile
from piecepack_nb.games.worm_derby.geometry.ring import both, ring
from piecepack_nb.games.worm_derby.geometry.ring import shown as angle_shown
from piecepack_nb.games.worm_derby.moves import Build, Put, Revive, SetUp, Stay, Steps
from piecepack_nb.games.worm_derby.phases import setup, turn
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end

MOST = 1e6
"""Inches or degrees: no number in a move may be larger."""


def refusal(ruleset: Ruleset, state: State, chance: Chance | None, move: object) -> Refusal | None:
    """Why a move may not be made; ``chance`` is what is to be rolled, if anything is."""
    match state.phase, move:
        case _ if not _is_well_made(move):
            pass
        case "set-up", SetUp():
            return setup.set_up_refusal(ruleset, state, move)
        case "roll", Roll() if chance is not None:
            return move.refusal(chance)
        case "tiles", Put():
            return _placing(ruleset, state, move)
        case (("worms" | "ace" | "move"), Build() | Put() | Revive() | Stay() | Steps()):
            return _seats_refusal(state, move) or _by_phase(ruleset, state, move)
    now = due(ruleset, state)
    what = shorten(str(move)) if _is_well_made(move) else brief_repr(move)
    return now._replace(text=f"{what} is no move here: {now.text}")


def _by_phase(
    ruleset: Ruleset, state: State, move: Build | Put | Revive | Stay | Steps
) -> Refusal | None:
    match state.phase, move:
        case "worms", Build():
            return lane_refusal(ruleset, state, move.y)
        case "worms", Stay() if ruleset.rules.starts == "one by one":
            return _no_lane_refusal(ruleset, state)
        case "ace", Put():
            return _ace_refusal(ruleset, state, move)
        case "ace", Revive():
            return _revive_refusal(ruleset, state, move)
        case "ace", Stay():
            return None
        case "move", Stay():
            return _stay_refusal(ruleset, state, move.seat)
        case "move", Steps():
            return _steps_refusal(ruleset, state, move)
    now = due(ruleset, state)
    return now._replace(text=f"{shorten(str(move))} must wait: {now.text}")


def due(ruleset: Ruleset, state: State) -> Refusal:
    """What is to be done now, as a refusal of anything else."""
    seat = state.to_move
    match state.phase:
        case "set-up":
            return Refusal("WD-12", "the obstacles are to be laid out first")
        case "tiles":
            left = count_noun(ruleset.rules.dealt - len(state.tiles), "tile")
            return Refusal("WD-12", f"{seat} is to place a tile; {left} to go")
        case "worms":
            return Refusal("WD-13", f"{seat} is to build its worm")
        case "roll":
            return Refusal("WD-20", f"the {seat} die is to be rolled")
        case "ace":
            return Refusal("WD-20", f"{seat} may use its ace, or stays")
        case "move":
            return Refusal("WD-20", f"{seat} is to make {count_noun(state.steps, 'step')}")
    over = turn.result(ruleset, state)
    assert over is not None
    return Refusal(over.clause, f"the race is over: {over.text.rstrip('.')}")


# --- what is a move at all ----------------------------------------------------------------------


def _number(value: object) -> bool:
    return type(value) in (int, float) and abs(value) <= MOST  # type: ignore[arg-type]


def _all(check: Callable[[object], bool], values: object) -> bool:
    return isinstance(values, tuple) and all(map(check, values))


def _is_a_tile(tile: object) -> bool:
    return isinstance(tile, Tile) and _all(_number, tile) and tile == Tile.at(*tile)


def _is_well_made(move: object) -> bool:
    """Is it a move, made of what moves are made of?"""
    match move:
        case Roll():
            return True
        case SetUp():
            texts = _all(lambda colour: isinstance(colour, str), move.colours)
            return texts and _all(_is_a_tile, move.tiles)
        case Put():
            return type(move.number) is int and _is_a_tile(move.tile)
        case Build():
            return move.seat in SUITS and _number(move.y) and move.y == round(move.y, DECIMALS)
        case Revive():
            return move.seat in SUITS and move.end in ENDS and _number(move.angle)
        case Steps():
            return move.seat in SUITS and move.to in ENDS and _all(_number, move.angles)
        case Stay():
            return move.seat in SUITS
    return False


def _seats_refusal(state: State, move: Build | Put | Revive | Stay | Steps) -> Refusal | None:
    if isinstance(move, Put) or move.seat == state.to_move:
        return None
    return Refusal("WD-20", f"it is the turn of {state.to_move}, not of {move.seat}")


# --- set-up -------------------------------------------------------------------------------------


def _placing(ruleset: Ruleset, state: State, move: Put) -> Refusal | None:
    """The tiles are placed one by one (WD-12)."""
    following = len(state.tiles) + 1
    if move.number != following:
        return Refusal("WD-12", f"tile {following} is to be placed now, not tile {move.number}")
    return placed_refusal(ruleset, state, move.tile)


def _no_lane_refusal(ruleset: Ruleset, state: State) -> Refusal | None:
    """A worm waits only where there is no room for it (WD-13)."""
    lanes = free_lanes(ruleset, state)
    if not lanes:
        return None
    low, high = lanes[0]
    return Refusal("WD-13", f"there is room for its worm: its head at {(low + high) / 2:.2f}, say")


# --- an ace -------------------------------------------------------------------------------------


def _ace_refusal(ruleset: Ruleset, state: State, move: Put) -> Refusal | None:
    """An ace moves one obstacle (WD-20), never a slalom's tile (WD-30)."""
    if ruleset.rules.ace != "tile":
        return Refusal("WD-20", "an ace moves no tile by these rules")
    if state.colours:
        return Refusal("WD-30", "the tiles of a slalom stay where they are")
    if not 1 <= move.number <= len(state.tiles):
        text = f"there is no tile {move.number}; they are 1 to {len(state.tiles)}"
        return Refusal("WD-20", text)
    return moved_refusal(ruleset, state, move.number, move.tile)


def _revive_refusal(ruleset: Ruleset, state: State, move: Revive) -> Refusal | None:
    """An ace brings a disc back that was eaten (WD-43)."""
    if not (ruleset.rules.cannibal and ruleset.rules.revive):
        return Refusal("WD-43", "an ace brings no disc back by these rules")
    if not turn.can_revive(ruleset, state):
        return Refusal("WD-43", f"no disc of the {move.seat} worm was eaten")
    return obstruction(ruleset, state, move.seat, move.end, move.angle, adding=True)


# --- steps --------------------------------------------------------------------------------------


def _steps_refusal(ruleset: Ruleset, state: State, move: Steps) -> Refusal | None:
    """All steps go the same way (WD-2), as many as the die gives (WD-20), each as it may (WD-3)."""
    seat, to = move.seat, move.to
    if not move.angles:
        return Refusal("WD-21", f"no step is written as '{seat} stays'")
    eaten_at = state.worms[seat].eaten_at if ruleset.rules.flee else ""
    if eaten_at == to:
        text = f"the {seat} worm was eaten at its {to}, and must pick up its discs there"
        return Refusal(
            "WD-41", text, (f"{seat} {1 if to == 'head' else len(state.worms[seat].discs)}",)
        )
    if len(move.angles) > state.steps:
        text = f"{count_noun(len(move.angles), 'step')} were written; {seat} has {state.steps}"
        return Refusal("WD-20", text)
    for step, angle in enumerate(move.angles, 1):
        refused = obstruction(ruleset, state, seat, to, angle)
        if refused is not None:
            return refused._replace(text=f"step {step}: {refused.text}")
        ate = eats(ruleset, state, seat, to, angle)
        state = after(ruleset, state, seat, to, angle)
        if ate or ruleset.home_end(state.worms[seat]):
            if step == len(move.angles):
                return None
            clause, what = ("WD-40", "eats a disc") if ate else ("WD-22", "brings the worm home")
            return Refusal(clause, f"step {step} {what}: that ends the turn")
    return _short_refusal(ruleset, state, move)


def _short_refusal(ruleset: Ruleset, state: State, move: Steps) -> Refusal | None:
    """All steps are made as long as one more is possible from where the worm has come (WD-21)."""
    missing = state.steps - len(move.angles)
    if not missing or ruleset.rules.must_step == "anywhere":
        return None
    further = further_step(ruleset, state, move.seat, move.to)
    if further is None:
        return None
    left = count_noun(missing, "step")
    text = f"{left} more to make, and one is possible: {angle_shown(further)}, say"
    return Refusal("WD-21", text)


def further_step(ruleset: Ruleset, state: State, seat: str, to: str) -> float | None:
    """An angle at which one more step is possible that eats nothing; None where there is none.

    The arcs of the ring say whether there is one, exactly; the angle is tried by ``obstruction``
    before it is named, so that no turn is ever refused for a step that can't be made (WD-21).
    """
    found = ring(ruleset, state, seat, to).allowed
    if not found:
        return None
    start, end = max(found, key=lambda span: span[1] - span[0])
    angle = (start + end) / 2 % 360
    return angle if obstruction(ruleset, state, seat, to, angle) is None else None


def _stay_refusal(ruleset: Ruleset, state: State, seat: str) -> Refusal | None:
    """A worm stays only where it can make no step, unless it could only eat (WD-21, WD-40)."""
    if ruleset.rules.must_step == "anywhere":
        return None
    for to in both(ruleset, state, seat):
        further = further_step(ruleset, state, seat, to)
        if further is not None:
            text = f"{seat} can make a step {other_end(to)}>{to}: {angle_shown(further)}, say"
            return Refusal("WD-21", text)
    return None
