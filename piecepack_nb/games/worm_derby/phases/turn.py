"""A turn of the race: the die, an ace, the steps of a worm, and who is next (WD-20 to WD-22)."""

from __future__ import annotations

from typing import Any, NamedTuple

from piecepack_nb.core.steps import Event, Result, Step
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.worm_derby.geometry.placing import Eaten, eats, lay, without
from piecepack_nb.games.worm_derby.geometry.plane import clean
from piecepack_nb.games.worm_derby.geometry.ring import Ring, both
from piecepack_nb.games.worm_derby.geometry.winding import winding
from piecepack_nb.games.worm_derby.moves import Put, Revive, Steps
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.worm_derby.state import State, other_end

NTH = ("first", "second", "third", "fourth")


class Hemmed(NamedTuple):
    """Why a worm can make no step: what is in the way round its ends."""

    rings: tuple[Ring, ...]

    @property
    def text(self) -> str:
        """What is in the way, in a sentence."""
        return "; ".join(ring.text for ring in self.rings)

    def to_json(self) -> dict[str, Any]:
        """The rings as plain data."""
        return {"rings": [ring.to_json() for ring in self.rings]}


# --- the die ------------------------------------------------------------------------------------


def rolled(ruleset: Ruleset, state: State, face: str) -> Telling:
    """What a die gives: steps, nothing for a null, an obstacle's move for an ace (WD-20)."""
    data = {"seat": state.to_move, "face": face}
    yield tell(state, "WD-20", "roll", "{seat} rolls {face}.", data)
    if face == "ace" and ruleset.rules.ace != "step":
        return (yield from _ace(ruleset, state))
    steps = {"null": ruleset.rules.null_steps, "ace": 1}.get(face) if not face.isdecimal() else None
    return (yield from _steps_due(ruleset, state, int(face) if steps is None else steps))


def _ace(ruleset: Ruleset, state: State) -> Telling:
    """An ace moves an obstacle (WD-20) or brings an eaten disc back (WD-43), if there is one."""
    tiles = ruleset.rules.ace == "tile" and state.tiles and not state.colours
    if tiles or can_revive(ruleset, state):
        return state._replace(phase="ace")
    text = "{seat} has nothing that an ace could move or bring back."
    yield tell(state, "WD-20", "ace unused", text, {"seat": state.to_move})
    return _after_ace(ruleset, state)


def can_revive(ruleset: Ruleset, state: State) -> bool:
    """Has the seat to move a disc that was eaten and can come back? (WD-43)"""
    worm = state.worms.get(state.to_move)
    return ruleset.revives and worm is not None and len(worm.discs) < ruleset.rules.length


def _after_ace(ruleset: Ruleset, state: State) -> State:
    """Then the die is rolled again (WD-20)."""
    return state._replace(phase="roll") if ruleset.rules.roll_again else next_turn(ruleset, state)


def _steps_due(ruleset: Ruleset, state: State, steps: int) -> Telling:
    """So many steps are to be made, at most as many as the worm has discs (WD-42)."""
    seat = state.to_move
    worm = state.worms[seat]
    number = len(worm.discs)
    if not steps:
        text = "{seat} makes no step this turn."
        yield tell(state, "WD-20", "no steps", text, {"seat": seat})
        return next_turn(ruleset, state)
    if number < 2:
        text = "The {seat} worm has only one disc left and can't move: only an ace helps it."
        yield tell(state, "WD-43", "too short", text, {"seat": seat})
        return next_turn(ruleset, state)
    if ruleset.rules.step_limit and steps > number:
        data = {"seat": seat, "discs": number, "lost": count_noun(steps - number, "step")}
        text = "The {seat} worm has {discs} discs and makes no more steps than that: {lost} lost."
        steps = number
        yield tell(state, "WD-42", "steps lost", text, data)
    rings = tuple(both(ruleset, state, seat).values())
    if any(ring.open for ring in rings):
        return state._replace(phase="move", steps=steps)
    hemmed = Hemmed(rings)
    text = "The {seat} worm can't move: {why}."
    yield Step(Event("WD-21", "stuck", text, {"seat": seat}, hemmed), state)
    return next_turn(ruleset, state)


# --- an ace -------------------------------------------------------------------------------------


def tile_moved(ruleset: Ruleset, state: State, move: Put) -> Telling:
    """An ace moves and turns an obstacle (WD-20)."""
    before, tile = state.tiles[move.number - 1], move.tile
    tiles = list(state.tiles)
    tiles[move.number - 1] = tile
    state = state._replace(tiles=tuple(tiles))
    data = {
        "seat": state.to_move, "number": move.number, "x": tile.x, "y": tile.y,
        "angle": tile.angle, "from_x": before.x, "from_y": before.y, "from_angle": before.angle,
    }  # fmt: skip
    text = "{seat} moves tile {number} to ({x:.2f}, {y:.2f}), turned by {angle:.4g} degrees."
    yield tell(state, "WD-20", "tile moved", text, data)
    return _after_ace(ruleset, state)


def revived(ruleset: Ruleset, state: State, move: Revive) -> Telling:
    """An ace brings an eaten disc back to an end of its worm (WD-43), even home (WD-22)."""
    state = lay(ruleset, state, move.seat, move.end, move.angle, adding=True)
    disc = state.worms[move.seat].end(move.end)
    data = {
        "seat": move.seat, "end": move.end, "angle": clean(move.angle), "x": disc.x, "y": disc.y,
        "discs": len(state.worms[move.seat].discs),
    }  # fmt: skip
    text = (
        "{seat} adds an eaten disc to its {end} again, at {angle:.1f} degrees: {discs} discs now."
    )
    yield tell(state, "WD-43", "revived", text, data)
    if ruleset.home_end(state.worms[move.seat]):
        return (yield from _home(ruleset, state, move.seat))
    return _after_ace(ruleset, state)


def stayed(ruleset: Ruleset, state: State) -> Telling:
    """An ace is not used (WD-20), a worm makes no step (WD-21), or finds no room (WD-13)."""
    data = {"seat": state.to_move}
    if state.phase == "ace":
        yield tell(state, "WD-20", "ace unused", "{seat} moves no obstacle.", data)
        return _after_ace(ruleset, state)
    clause = "WD-13" if state.phase == "worms" else "WD-21"
    yield tell(state, clause, "stays", "{seat} stays where it is.", data)
    return next_turn(ruleset, state)


# --- steps --------------------------------------------------------------------------------------


def stepped(ruleset: Ruleset, state: State, move: Steps) -> Telling:
    """The steps of a turn, one by one (WD-2), until a disc is eaten (WD-40) or the worm is home."""
    for angle in move.angles:
        eaten = eats(ruleset, state, move.seat, move.to, angle)
        before, state = state, lay(ruleset, state, move.seat, move.to, angle)
        yield _step(ruleset, before, state, move, angle)
        if eaten is not None:
            state = yield from _eaten(ruleset, state, move.seat, eaten)
        state = yield from _winding_told(ruleset, before, state, move.seat)
        if ruleset.home_end(state.worms[move.seat]):
            return (yield from _home(ruleset, state, move.seat))
    return next_turn(ruleset, state)


def _step(ruleset: Ruleset, before: State, state: State, move: Steps, angle: float) -> Step:
    """A disc goes from one end to the other (WD-2, WD-3)."""
    seat, away = move.seat, other_end(move.to)
    there, gone = state.worms[seat].end(move.to), before.worms[seat].end(away)
    data = {
        "seat": seat, "away": away, "to": move.to, "angle": clean(angle),
        "x": there.x, "y": there.y, "from_x": gone.x, "from_y": gone.y,
        "winding": winding(ruleset.pylon, state.worms[seat], move.to),
    }  # fmt: skip
    text = (
        "{seat} lays its {away} disc at the {to}, at {angle:.1f} degrees, on ({x:.2f}, {y:.2f}); "
        "it has wound {winding:.0f} degrees round the pylon."
    )
    return tell(state, "WD-2", "step", text, data)


def _winding_told(ruleset: Ruleset, before: State, state: State, seat: str) -> Telling:
    """A worm has just been round the far side of the pylon, or has turned back (WD-22)."""
    was, now = (ruleset.wound(each.worms[seat]) for each in (before, state))
    if ruleset.been_round(was) != ruleset.been_round(now):
        back = ruleset.been_round(was)
        text = "The {seat} worm has been round the far side of the pylon: {winding:.0f} degrees."
        if back:
            text = (
                "The {seat} worm has turned back, and so has not been round: {winding:.0f} degrees."
            )
        kind = "turned back" if back else "round"
        yield tell(state, "WD-22", kind, text, {"seat": seat, "winding": now})
    return state


def _eaten(ruleset: Ruleset, state: State, seat: str, eaten: Eaten) -> Telling:
    """The disc goes back to its owner (WD-40), whose worm must flee (WD-41) or is out (WD-43)."""
    left = len(state.worms[eaten.seat].discs) - 1
    state = without(ruleset, state, eaten)
    data = {"seat": seat, "whose": eaten.seat, "end": eaten.end, "left": count_noun(left, "disc")}
    text = "The {seat} worm eats the {whose} worm's {end} disc, which leaves it {left}."
    yield tell(state, "WD-40", "eaten", text, data)
    if left >= 2 and ruleset.rules.flee:
        text = "The {whose} worm must move away next: its discs are picked up at the {end}."
        yield tell(state, "WD-41", "must flee", text, data)
    elif left < 2:
        unless = ", unless an ace helps it" if eaten.seat in state.worms else ""
        text = f"The {{whose}} worm is out of the race{unless}."
        yield tell(state, "WD-43", "out", text, data)
    return state


def _home(ruleset: Ruleset, state: State, seat: str) -> Telling:
    """A worm is home: it has won, or is second or third (WD-22)."""
    state = state._replace(home=(*state.home, seat))
    if ruleset.rules.finished == "leaves":
        state = state._replace(worms=state.worms.drop(seat))
    place = NTH[len(state.home) - 1]
    text = "The {seat} worm is home between the start tiles: it is {place}."
    yield tell(state, "WD-22", "home", text, {"seat": seat, "place": place})
    return next_turn(ruleset, state)


# --- who is next, and the end -------------------------------------------------------------------


def racing(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """The seats that are neither home nor gone."""
    return tuple(seat for seat in ruleset.seats if seat not in (*state.home, *state.gone))


def over(ruleset: Ruleset, state: State) -> bool:
    """Is the race over: a winner, if only that counts, or one worm at most is left? (WD-22)"""
    return len(racing(ruleset, state)) <= 1 or bool(state.home and not ruleset.rules.race_on)


def next_turn(ruleset: Ruleset, state: State) -> State:
    """The next seat in turn that is still racing (WD-20); a worm may have to be built (WD-13)."""
    if over(ruleset, state):
        return state._replace(phase="over", steps=0)
    here = ruleset.seats.index(state.to_move)
    order = (*ruleset.seats[here + 1 :], *ruleset.seats[: here + 1])
    seat = next(each for each in order if each in racing(ruleset, state))
    phase = "roll" if seat in state.worms else "worms"
    return state._replace(turn=state.turn + 1, phase=phase, to_move=seat, steps=0)


def result(ruleset: Ruleset, state: State) -> Result | None:
    """Who won (WD-22); the score is how many worms one has left behind."""
    if state.phase != "over":
        return None
    left = racing(ruleset, state)
    order = (*state.home, *left, *reversed(state.gone))
    scores = {seat: len(order) - 1 - at for at, seat in enumerate(order)}
    if len(left) > 1:
        scores |= dict.fromkeys(left, len(state.gone))
    if not state.home:
        text = f"The {order[0]} worm wins: it is the last one left." if left else "Nobody is left."
        return Result(left, "WD-43", text, scores)
    text = f"The {order[0]} worm wins the race"
    places = [f"{seat} {NTH[at]}" for at, seat in enumerate(state.home[1:], 1)]
    more = f"; {join_list(places)}" if places else ""
    return Result(order[:1], "WD-22", f"{text}{more}.", scores)
