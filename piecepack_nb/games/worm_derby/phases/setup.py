"""Setting the table (WD-10 to WD-13): obstacles by chance or by hand, worms behind the line."""

from __future__ import annotations

from collections.abc import Sequence

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import RandomChoice
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.field import placed_refusal, slalom_refusal
from piecepack_nb.games.worm_derby.geometry.plane import Tile
from piecepack_nb.games.worm_derby.moves import Build, Put, SetUp
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.worm_derby.state import State

COLOURS = ("red", "blue")
MOST_OF_A_COLOUR = 6
GRID = 0.25
"""Inches between the places that chance chooses from, so that they can be read."""
TURN = 5
"""Degrees between the angles that it chooses from."""
TRIES = 1000


def start(ruleset: Ruleset) -> State:
    """The table with start tiles and pylon, before anything else lies on it (WD-11)."""
    state = State(0, "set-up", ruleset.seats[0], FrozenDict())
    if ruleset.rules.slalom != "no":
        return state
    if not ruleset.rules.dealt:
        return begins(ruleset, state)
    return state._replace(phase="tiles") if ruleset.rules.set_up == "by hand" else state


def begins(ruleset: Ruleset, state: State) -> State:
    """The table as soon as the obstacles lie: the worms come (WD-13), or the race begins."""
    first = ruleset.seats[0]
    match ruleset.rules.starts:
        case "side by side":
            worms = FrozenDict((seat, ruleset.built(ruleset.lane(seat))) for seat in ruleset.seats)
            return state._replace(turn=1, phase="roll", to_move=first, worms=worms)
        case "chooses":
            return state._replace(phase="worms", to_move=first)
    return state._replace(turn=1, phase="worms", to_move=first)


# --- by chance ----------------------------------------------------------------------------------


def deal(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """A set-up by chance (WD-12, WD-30)."""
    return _slalom(ruleset, pick) if ruleset.rules.slalom != "no" else _scattered(ruleset, pick)


def _scattered(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Obstacles anywhere in the field, each tried until it lies free (WD-12)."""
    state = start(ruleset)
    xs = _steps(ruleset.start.x, ruleset.pylon.x)
    ys = _steps(0.0, ruleset.size[1])
    angles = range(0, 90, TURN)
    for place in range(1, ruleset.rules.dealt + 1):
        for attempt in range(TRIES):
            x, y, angle = (
                pick(f"tile {place} {what} {attempt}", choices)
                for what, choices in (("x", xs), ("y", ys), ("angle", angles))
            )
            tile = Tile.at(x, y, angle)
            if placed_refusal(ruleset, state, tile) is None:
                state = state._replace(tiles=(*state.tiles, tile))
                break
    return SetUp(state.tiles)


def _steps(low: float, high: float) -> Sequence[float]:
    return [round(low + GRID * step, 4) for step in range(int((high - low) / GRID) + 1)]


def _slalom(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Tiles in a row, evenly spaced; two sets of six are shuffled for their colours (WD-30)."""
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile + ruleset.half
    low, high = ruleset.start.x + clear, ruleset.pylon.x - ruleset.half - clear
    number = ruleset.rules.slalom_tiles
    parts = [(at + 0.5) / number if number == 1 else at / (number - 1) for at in range(number)]
    tiles = tuple(Tile.at(low + part * (high - low), ruleset.start.y, 0) for part in parts)
    colours: list[str] = []
    for place in range(number):
        left = [each for each in COLOURS for _ in range(MOST_OF_A_COLOUR - colours.count(each))]
        colours.append(pick(f"colour {place + 1}", left))
    return SetUp(tiles, tuple(colours))


def set_up_refusal(ruleset: Ruleset, state: State, move: SetUp) -> Refusal | None:
    """Why this can't be the set-up (WD-12, WD-30)."""
    slalom = ruleset.rules.slalom != "no"
    wanted = ruleset.rules.slalom_tiles if slalom else ruleset.rules.dealt
    clause = "WD-30" if slalom else "WD-12"
    if len(move.tiles) != wanted:
        text = f"the set-up has {count_noun(len(move.tiles), 'tile')}; it takes {wanted}"
        return Refusal(clause, text)
    if refused := _colours_refusal(move, slalom):
        return refused
    check = slalom_refusal if slalom else placed_refusal
    for place, tile in enumerate(move.tiles, 1):
        refused = check(ruleset, state, tile)
        if refused is not None:
            return refused._replace(text=f"tile {place}: {refused.text}")
        state = state._replace(tiles=(*state.tiles, tile))
    return None


def _colours_refusal(move: SetUp, slalom: bool) -> Refusal | None:
    """In a slalom each tile shows red or blue, from two sets of six; else none does (WD-30)."""
    if len(move.colours) != (len(move.tiles) if slalom else 0):
        text = "each slalom tile shows red or blue" if slalom else "the obstacles lie face down"
        return Refusal("WD-30", text)
    for colour in move.colours:
        if colour not in COLOURS:
            return Refusal("WD-30", f"a slalom tile is red or blue, not {colour}")
        if move.colours.count(colour) > MOST_OF_A_COLOUR:
            return Refusal("WD-30", f"there are only {MOST_OF_A_COLOUR} {colour} tiles")
    return None


def set_up(ruleset: Ruleset, state: State, move: SetUp) -> Telling:
    """All obstacles lie at once (WD-12), or the slalom (WD-30)."""
    state = begins(ruleset, state._replace(tiles=move.tiles, colours=move.colours))
    if move.colours:
        text = "{count} lie in a row from the start to the pylon and are turned over: {colours}."
        data = {"count": count_noun(len(move.tiles), "tile"), "colours": ", ".join(move.colours)}
        yield tell(state, "WD-30", "set up", text, data)
        return state
    text = "{count} lie scattered as obstacles between the start and the pylon."
    yield tell(state, "WD-12", "set up", text, {"count": count_noun(len(move.tiles), "tile")})
    return state


# --- by hand ------------------------------------------------------------------------------------


def place(ruleset: Ruleset, state: State, move: Put) -> Telling:
    """A player places an obstacle; the next one follows, until all are placed (WD-12)."""
    seat, tile = state.to_move, move.tile
    tiles = (*state.tiles, tile)
    following = ruleset.seats[len(tiles) % len(ruleset.seats)]
    state = state._replace(tiles=tiles, to_move=following)
    if len(tiles) == ruleset.rules.dealt:
        state = begins(ruleset, state)
    data = {"seat": seat, "number": move.number, "x": tile.x, "y": tile.y, "angle": tile.angle}
    text = "{seat} places tile {number} at ({x:.2f}, {y:.2f}), turned by {angle:.4g} degrees."
    yield tell(state, "WD-12", "tile placed", text, data)
    return state


def build(ruleset: Ruleset, state: State, move: Build) -> Telling:
    """A player builds a worm; then the next one does, or the worm's turn goes on (WD-13)."""
    seat = move.seat
    state = state.put(seat, ruleset.built(move.y))
    if ruleset.rules.starts == "chooses":
        missing = [each for each in ruleset.seats if each not in state.worms]
        first = (missing or ruleset.seats)[0]
        turn, phase = (0, "worms") if missing else (1, "roll")
        state = state._replace(turn=turn, phase=phase, to_move=first)
    else:
        state = state._replace(phase="roll")
    text = "{seat} builds its worm behind the start line, its head at ({x:.2f}, {y:.2f})."
    head = state.worms[seat].discs[-1]
    yield tell(state, "WD-13", "worm built", text, {"seat": seat, "x": head.x, "y": head.y})
    return state
