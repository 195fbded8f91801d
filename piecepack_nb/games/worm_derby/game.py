"""Worm Derby: who acts, the legal moves, their effects, and the reasons for a refusal.

First the table is set up: obstacles by chance or by hand, then the worms. Then each turn a die
rolls, and a worm makes its steps, or an ace is used.

    set-up or tiles -> [worms] -> roll -> [ace -> roll] -> [move] -> roll ...          any -> over
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat
from piecepack_nb.core.errors import brief_repr, invalid
from piecepack_nb.core.forms import Form
from piecepack_nb.core.game import Game, RandomChoice
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Refusal, Result, Sentence, Step, must_wait
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.worm_derby.events import EVENT_KINDS, MoveLog
from piecepack_nb.games.worm_derby.geometry.plane import DECIMALS, Tile, round_angle
from piecepack_nb.games.worm_derby.geometry.ring import (
    Eaten,
    Ring,
    after_step,
    angle_text,
    disc_refusal,
    find_eaten,
    free_lanes,
    further_step,
    lane_refusal,
    lay_disc,
    obstacle_refusal,
    remove_eaten,
    ring,
    rings_of,
    slalom_tile_refusal,
    tile_move_refusal,
)
from piecepack_nb.games.worm_derby.geometry.winding import winding_text
from piecepack_nb.games.worm_derby.moves import (
    Build,
    Move,
    Put,
    Revive,
    SetUp,
    Stay,
    Steps,
    sample_moves,
)
from piecepack_nb.games.worm_derby.notation import parse_move, parse_position, position_form
from piecepack_nb.games.worm_derby.race_plan import Cheat, compare_cheat
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.sentences import sentences
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end

PLACES = ("first", "second", "third", "fourth")


class WormDerby(Game[WormDerbyRules, State, Move]):
    """A race of worms by Mark A. Biggar, on a table without squares.

    The seats are the suits of the worms.
    """

    name = "worm_derby"
    adviser = "racer"
    title = "Worm Derby"
    rules_class = WormDerbyRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS
    playout_moves = 0

    @cached_property
    def ruleset(self) -> Ruleset:
        """The table under the rules, and questions to it that they answer."""
        return Ruleset(self.rules)

    @property
    def seats(self) -> tuple[str, ...]:
        """The worms in playing order (WD-10)."""
        return self.ruleset.seats

    def initial_state(self) -> State:
        """Return the table with start tiles and pylon (WD-11)."""
        return self.ruleset.initial_state()

    def result(self, state: State) -> Result | None:
        """Return who won, None while the race goes on (WD-22)."""
        return race_result(self.ruleset, state)

    def to_act(self, state: State) -> Actor | None:
        """Return chance for the set-up and the die, else the seat to move (WD-12, WD-20)."""
        match state.phase:
            case "over":
                return None
            case "set-up":
                return Chance("set-up", state.turn, (), "WD-12")
            case "roll":
                return Chance("roll", state.turn, (Die(state.to_move, FACES),), "WD-20")
        return Seat(state.to_move)

    def moves(self, state: State) -> Collection[Move]:
        """Return a sample of the legal moves, or the rolls of the die.

        The moves are a continuum: ``refusal`` decides what is ``in`` them. The set-up by chance
        has too many outcomes to be sampled.
        """
        actor = self.to_act(state)
        if isinstance(actor, Chance):
            return Rolls(actor)
        return sample_moves(self.ruleset, state, lambda move: self.refusal(state, move))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move may not be made, by the first clause it breaks; None if it may."""
        actor = self.to_act(state)
        chance = actor if isinstance(actor, Chance) else None
        return move_refusal(self.ruleset, state, chance, move)

    def apply_move(self, state: State, move: Move, log: MoveLog) -> State:
        """Make a legal move; add its events to the log."""
        match move:
            case SetUp():
                return apply_set_up(self.ruleset, state, move, log)
            case Put() if state.phase == "tiles":
                return apply_placing(self.ruleset, state, move, log)
            case Put():
                return apply_tile_move(self.ruleset, state, move, log)
            case Build():
                return apply_build(self.ruleset, state, move, log)
            case Revive():
                return apply_revival(self.ruleset, state, move, log)
            case Steps():
                return apply_steps(self.ruleset, state, move, log)
            case Roll(faces):
                return apply_roll(self.ruleset, state, faces[state.to_move], log)
        return apply_stay(self.ruleset, state, log)

    def chance_move(self, state: State, pick: RandomChoice) -> Any:
        """Return the set-up or a roll, made of picks."""
        if state.phase == "set-up":
            return random_set_up(self.ruleset, pick)
        return super().chance_move(state, pick)

    def ring(self, state: State, seat: str | None = None, to: str = "head") -> Ring:
        """Return the angles at which a worm's next disc may lie, and what forbids the others.

        By WD-3 and WD-4. Without a ``seat`` it is the worm to move; ``to`` is the end, "head" or
        "tail". Raises BadInput for a worm that isn't there.
        """
        seat = seat or state.to_move
        if seat not in state.worms:
            there = ", ".join(state.worms) or "there is none yet"
            raise invalid("seat", seat, f"a worm that is on the table: {there}")
        if to not in ENDS:
            raise invalid("to", to, " or ".join(map(repr, ENDS)))
        return ring(self.ruleset, state, seat, to)

    def cheat(self, state: State, gap: float, seat: str | None = None, to: str = "head") -> Cheat:
        """Return how much sooner a worm is home with ``gap`` inches between its discs."""
        return compare_cheat(self.ruleset, state, seat or state.to_move, gap, to)

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentence of a finished move."""
        return sentences(self.ruleset, steps)

    def _parse_move(self, state: State, text: str) -> Move:
        """Return a move from text, such as "suns tail>head 45.2 50" or "tile 7 to 20.5 12 30"."""
        return parse_move(state, text, self.due_dice(state))

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON."""
        return position_form(self.ruleset)

    def position(self, written: object) -> State:
        """Return a table written as lines or as a mapping; ``notation`` has the form."""
        return register_position(self, parse_position(self.ruleset, self.form, written))


# --- Which moves are due --------------------------------------------------------------------------

LARGEST = 1e6
"""The largest number in a move, in inches or degrees."""


def move_refusal(
    ruleset: Ruleset, state: State, chance: Chance | None, move: object
) -> Refusal | None:
    """Return why a move may not be made; ``chance`` is what must be rolled, if anything."""
    match state.phase, move:
        case _ if not _is_well_made(move):
            due = next_action(ruleset, state)
            return due._replace(text=f"{brief_repr(move)} is not a move: {due.text}")
        case "set-up", SetUp():
            return _set_up_refusal(ruleset, state, move)
        case "roll", Roll() if chance is not None:
            return move.refusal(chance)
        case "tiles", Put():
            return _placing_refusal(ruleset, state, move)
        case (("worms" | "ace" | "move"), (Build() | Revive() | Stay() | Steps())) if (
            move.seat != state.to_move
        ):
            text = f"it is the turn of {state.to_move.title()}, not {move.seat.title()}"
            return Refusal("WD-20", text)
        case "worms", Build():
            return lane_refusal(ruleset, state, move.y)
        case "worms", Stay() if ruleset.rules.starts == "one by one":
            return _waiting_refusal(ruleset, state)
        case "ace", Put():
            return _tile_move_refusal(ruleset, state, move)
        case "ace", Revive():
            return _revival_refusal(ruleset, state, move)
        case "ace", Stay():
            return None
        case "move", Stay():
            return _stay_refusal(ruleset, state, move.seat)
        case "move", Steps():
            return _steps_refusal(ruleset, state, move)
    return must_wait(move, Move, next_action(ruleset, state))


def next_action(ruleset: Ruleset, state: State) -> Refusal:
    """Return what must be done now, as a refusal of anything else."""
    who = state.to_move.title()
    match state.phase:
        case "set-up":
            return Refusal("WD-12", "the obstacles must be laid out first")
        case "tiles":
            left = count_noun(ruleset.rules.dealt - len(state.tiles), "tile")
            return Refusal("WD-12", f"{who} must place a tile; {left} left")
        case "worms":
            return Refusal("WD-13", f"{who} must build a worm")
        case "roll":
            return Refusal("WD-20", f"the {state.to_move} die must be rolled")
        case "ace":
            return Refusal("WD-20", f"{who} must use the ace or stay")
        case "move":
            return Refusal("WD-20", f"{who} must make {count_noun(state.steps, 'step')}")
    over = race_result(ruleset, state)
    assert over is not None
    return Refusal(over.clause, f"the race is over: {over.text[:1].lower()}{over.text[1:-1]}")


def _is_well_made(move: object) -> bool:
    """Return True for a move that is made of what moves are made of."""
    match move:
        case Roll():
            return True
        case SetUp():
            texts = _all(lambda colour: isinstance(colour, str), move.colours)
            return texts and _all(_is_tile, move.tiles)
        case Put():
            return type(move.number) is int and _is_tile(move.tile)
        case Build():
            return move.seat in SUITS and _is_number(move.y) and move.y == round(move.y, DECIMALS)
        case Revive():
            return move.seat in SUITS and move.end in ENDS and _is_number(move.angle)
        case Steps():
            return move.seat in SUITS and move.to in ENDS and _all(_is_number, move.angles)
        case Stay():
            return move.seat in SUITS
    return False


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and abs(value) <= LARGEST  # type: ignore[arg-type]


def _all(check: Callable[[object], bool], values: object) -> bool:
    return isinstance(values, tuple) and all(map(check, values))


def _is_tile(tile: object) -> bool:
    return isinstance(tile, Tile) and _all(_is_number, tile) and tile == Tile.at(*tile)


# --- Set-up by chance (WD-12, WD-30) --------------------------------------------------------------

SLALOM_COLOURS = ("red", "blue")
MOST_OF_A_COLOUR = 6
GRID = 0.25
"""Inches between the places that chance chooses from, so that they can be read."""
ANGLES = range(0, 90, 5)
TRIES = 1000


def random_set_up(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Return a set-up by chance: a slalom (WD-30), or obstacles anywhere in the field (WD-12)."""
    if ruleset.rules.slalom != "no":
        return _random_slalom(ruleset, pick)
    state = ruleset.initial_state()
    xs, ys = _grid(ruleset.start.x, ruleset.pylon.x), _grid(0.0, ruleset.size[1])
    for place in range(1, ruleset.rules.dealt + 1):
        for attempt in range(TRIES):
            x, y, angle = (
                pick(f"tile {place} {what} {attempt}", choices)
                for what, choices in (("x", xs), ("y", ys), ("angle", ANGLES))
            )
            tile = Tile.at(x, y, angle)
            if obstacle_refusal(ruleset, state, tile) is None:
                state = state._replace(tiles=(*state.tiles, tile))
                break
    return SetUp(state.tiles)


def _grid(low: float, high: float) -> Sequence[float]:
    return [round(low + GRID * step, 4) for step in range(int((high - low) / GRID) + 1)]


def _random_slalom(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Return tiles in a row, evenly spaced; two sets of six are shuffled for their colours."""
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile + ruleset.half
    low, high = ruleset.start.x + clear, ruleset.pylon.x - ruleset.half - clear
    number = ruleset.rules.slalom_tiles
    parts = [at / (number - 1) for at in range(number)] if number > 1 else [0.5]
    tiles = tuple(Tile.at(low + part * (high - low), ruleset.start.y, 0) for part in parts)
    colours: list[str] = []
    for place in range(1, number + 1):
        left = [c for c in SLALOM_COLOURS for _ in range(MOST_OF_A_COLOUR - colours.count(c))]
        colours.append(pick(f"colour {place}", left))
    return SetUp(tiles, tuple(colours))


def _set_up_refusal(ruleset: Ruleset, state: State, move: SetUp) -> Refusal | None:
    """Return why this can't be the set-up (WD-12, WD-30)."""
    slalom = ruleset.rules.slalom != "no"
    wanted = ruleset.rules.slalom_tiles if slalom else ruleset.rules.dealt
    if len(move.tiles) != wanted:
        text = f"the set-up has {count_noun(len(move.tiles), 'tile')}; it must have {wanted}"
        return Refusal("WD-30" if slalom else "WD-12", text)
    if refused := _colours_refusal(move, slalom):
        return refused
    check = slalom_tile_refusal if slalom else obstacle_refusal
    for place, tile in enumerate(move.tiles, 1):
        refused = check(ruleset, state, tile)
        if refused is not None:
            return refused._replace(text=f"tile {place}: {refused.text}")
        state = state._replace(tiles=(*state.tiles, tile))
    return None


def _colours_refusal(move: SetUp, slalom: bool) -> Refusal | None:
    """Return why the tiles can't show these colours: two sets of six, in a slalom only (WD-30)."""
    if len(move.colours) != (len(move.tiles) if slalom else 0):
        text = "each slalom tile shows red or blue" if slalom else "the obstacles are face down"
        return Refusal("WD-30", text)
    for colour in move.colours:
        if colour not in SLALOM_COLOURS:
            return Refusal("WD-30", f"a slalom tile is red or blue, not {colour}")
        if move.colours.count(colour) > MOST_OF_A_COLOUR:
            return Refusal("WD-30", f"there are only {MOST_OF_A_COLOUR} {colour} tiles")
    return None


def apply_set_up(ruleset: Ruleset, state: State, move: SetUp, log: MoveLog) -> State:
    """Lay out all obstacles at once (WD-12), or the slalom (WD-30)."""
    state = ruleset.after_obstacles(state._replace(tiles=move.tiles, colours=move.colours))
    count = count_noun(len(move.tiles), "tile")
    if move.colours:
        text = "{count} are in a row from the start to the pylon and are turned over: {colours}."
        data = {"count": count, "colours": ", ".join(move.colours)}
        log.add(state, "WD-30", "set up", text, data)
    else:
        text = "{count} are scattered as obstacles between the start and the pylon."
        log.add(state, "WD-12", "set up", text, {"count": count})
    return state


# --- Set-up by hand (WD-12, WD-13) ----------------------------------------------------------------


def _placing_refusal(ruleset: Ruleset, state: State, move: Put) -> Refusal | None:
    """Return why a player may not place this tile there; they are placed one by one (WD-12)."""
    following = len(state.tiles) + 1
    if move.number != following:
        return Refusal("WD-12", f"tile {following} must be placed next, not tile {move.number}")
    return obstacle_refusal(ruleset, state, move.tile)


def apply_placing(ruleset: Ruleset, state: State, move: Put, log: MoveLog) -> State:
    """Place a player's obstacle; the next player follows, until all are placed (WD-12)."""
    seat, tile = state.to_move, move.tile
    tiles = (*state.tiles, tile)
    following = ruleset.seats[len(tiles) % len(ruleset.seats)]
    state = state._replace(tiles=tiles, to_move=following)
    if len(tiles) == ruleset.rules.dealt:
        state = ruleset.after_obstacles(state)
    data = {"seat": seat, "number": move.number, "x": tile.x, "y": tile.y, "angle": tile.angle}
    text = "{seat} places tile {number} at ({x:.2f}, {y:.2f}), turned by {angle:.4g}°."
    log.add(state, "WD-12", "tile placed", text, data)
    return state


def apply_build(ruleset: Ruleset, state: State, move: Build, log: MoveLog) -> State:
    """Build a player's worm; then the next player does, or the worm's turn goes on (WD-13)."""
    seat = move.seat
    state = state.put(seat, ruleset.built(move.y))
    if ruleset.rules.starts == "chooses":
        missing = [each for each in ruleset.seats if each not in state.worms]
        first = (missing or ruleset.seats)[0]
        turn, phase = (0, "worms") if missing else (1, "roll")
        state = state._replace(turn=turn, phase=phase, to_move=first)
    else:
        state = state._replace(phase="roll")
    text = "{seat} builds a worm behind the start line, its head at ({x:.2f}, {y:.2f})."
    head = state.worms[seat].discs[-1]
    log.add(state, "WD-13", "worm built", text, {"seat": seat, "x": head.x, "y": head.y})
    return state


def _waiting_refusal(ruleset: Ruleset, state: State) -> Refusal | None:
    """Return why a worm may not wait: there is room for it (WD-13)."""
    for low, high in free_lanes(ruleset, state)[:1]:
        text = f"there is room for the worm, e.g. with its head at {(low + high) / 2:.2f}"
        return Refusal("WD-13", text)
    return None


# --- The die (WD-20) ------------------------------------------------------------------------------


class Hemmed(NamedTuple):
    """The reason why a worm can make no step: what is in the way round its ends."""

    rings: tuple[Ring, ...]

    @property
    def text(self) -> str:
        """The obstacles, in a sentence."""
        return "; ".join(ring.text for ring in self.rings)

    def to_json(self) -> dict[str, Any]:
        """Return the rings as plain data."""
        return {"rings": [ring.to_json() for ring in self.rings]}


def apply_roll(ruleset: Ruleset, state: State, face: str, log: MoveLog) -> State:
    """Give steps, nothing for a null, an obstacle's move for an ace (WD-20)."""
    log.add(state, "WD-20", "roll", "{seat} rolls {face}.", {"seat": state.to_move, "face": face})
    by_ace = face == "ace"
    if by_ace and ruleset.rules.ace != "step":
        if ruleset.can_move_tile(state) or ruleset.can_revive(state):
            return state._replace(phase="ace")
        text = "{seat} has nothing that an ace could move or bring back."
        log.add(state, "WD-20", "ace unused", text, {"seat": state.to_move})
        return _after_ace(ruleset, state)
    return _give_steps(ruleset, state._replace(by_ace=by_ace), ruleset.steps_of(face), log)


def _give_steps(ruleset: Ruleset, state: State, steps: int, log: MoveLog) -> State:
    """Give so many steps, at most as many as the worm has discs (WD-42)."""
    seat = state.to_move
    number = len(state.worms[seat].discs)
    if not steps:
        log.add(state, "WD-20", "no steps", "{seat} makes no step this turn.", {"seat": seat})
        return next_turn(ruleset, state)
    if number < 2:
        text = "The {seat} worm has only one disc left and can't move: only an ace helps it."
        log.add(state, "WD-43", "too short", text, {"seat": seat})
        return _after_steps(ruleset, state)
    if lost := steps - ruleset.limited(steps, number):
        data = {"seat": seat, "discs": number, "lost": count_noun(lost, "step")}
        text = "The {seat} worm has {discs} discs and makes no more steps than that: {lost} lost."
        steps -= lost
        log.add(state, "WD-42", "steps lost", text, data)
    rings = tuple(rings_of(ruleset, state, seat).values())
    if any(ring.open for ring in rings):
        return state._replace(phase="move", steps=steps)
    text = "The {seat} worm can't move: {why}."
    log.add(state, "WD-21", "stuck", text, {"seat": seat}, Hemmed(rings))
    return _after_steps(ruleset, state)


# --- An ace (WD-20, WD-43) ------------------------------------------------------------------------


def _tile_move_refusal(ruleset: Ruleset, state: State, move: Put) -> Refusal | None:
    """Return why an ace may not move this obstacle (WD-20); never a slalom's tile (WD-30)."""
    if ruleset.rules.ace != "tile":
        return Refusal("WD-20", "an ace moves no tile under these rules")
    if state.colours:
        return Refusal("WD-30", "the tiles of a slalom stay where they are")
    if not 1 <= move.number <= len(state.tiles):
        those = f"; the tiles are 1 to {len(state.tiles)}"
        those = those if state.tiles else ": no tiles are on the table"
        return Refusal("WD-20", f"there is no tile {move.number}{those}")
    return tile_move_refusal(ruleset, state, move.number, move.tile)


def apply_tile_move(ruleset: Ruleset, state: State, move: Put, log: MoveLog) -> State:
    """Move and turn an obstacle with an ace (WD-20)."""
    tiles, tile = list(state.tiles), move.tile
    before, tiles[move.number - 1] = tiles[move.number - 1], tile
    state = state._replace(tiles=tuple(tiles))
    data = {
        "seat": state.to_move, "number": move.number, "x": tile.x, "y": tile.y,
        "angle": tile.angle, "from_x": before.x, "from_y": before.y, "from_angle": before.angle,
    }  # fmt: skip
    text = "{seat} moves tile {number} to ({x:.2f}, {y:.2f}), turned by {angle:.4g}°."
    log.add(state, "WD-20", "tile moved", text, data)
    return _after_ace(ruleset, state)


def _revival_refusal(ruleset: Ruleset, state: State, move: Revive) -> Refusal | None:
    """Return why an ace can't bring a disc back there (WD-43)."""
    if not (ruleset.rules.cannibal and ruleset.rules.revive):
        return Refusal("WD-43", "an ace brings no disc back under these rules")
    if not ruleset.can_revive(state):
        return Refusal("WD-43", f"no disc of the {move.seat} worm was eaten")
    return disc_refusal(ruleset, state, move.seat, move.end, move.angle, adding=True)


def apply_revival(ruleset: Ruleset, state: State, move: Revive, log: MoveLog) -> State:
    """Bring an eaten disc back to an end of its worm (WD-43), even home (WD-22)."""
    state = lay_disc(ruleset, state, move.seat, move.end, move.angle, adding=True)
    worm = state.worms[move.seat]
    disc = worm.end(move.end)
    data = {
        "seat": move.seat, "end": move.end, "angle": round_angle(move.angle),
        "x": disc.x, "y": disc.y, "discs": len(worm.discs), "at": angle_text(move.angle),
    }  # fmt: skip
    text = "{seat} adds an eaten disc at the {end}, at {at}: the worm now has {discs} discs."
    log.add(state, "WD-43", "revived", text, data)
    if ruleset.home_end(worm):
        return _come_home(ruleset, state, move.seat, log)
    return _after_ace(ruleset, state)


def apply_stay(ruleset: Ruleset, state: State, log: MoveLog) -> State:
    """Leave an ace unused (WD-20), make no step (WD-21), or wait for room (WD-13)."""
    data = {"seat": state.to_move}
    if state.phase == "ace":
        log.add(state, "WD-20", "ace unused", "{seat} moves no obstacle.", data)
        return _after_ace(ruleset, state)
    clause = "WD-13" if state.phase == "worms" else "WD-21"
    log.add(state, clause, "stays", "{seat} doesn't move.", data)
    return _after_steps(ruleset, state)


def _after_ace(ruleset: Ruleset, state: State) -> State:
    """Return the state in which the die is rolled again (WD-20)."""
    if ruleset.rules.roll_again:
        return state._replace(phase="roll", steps=0, by_ace=False)
    return next_turn(ruleset, state)


def _after_steps(ruleset: Ruleset, state: State) -> State:
    """Return the state after the steps of the die: those of an ace don't end the turn (WD-20)."""
    return _after_ace(ruleset, state) if state.by_ace else next_turn(ruleset, state)


# --- The steps of a worm (WD-2, WD-21, WD-40) -----------------------------------------------------


def _steps_refusal(ruleset: Ruleset, state: State, move: Steps) -> Refusal | None:
    """Return why a worm may not make these steps.

    All go the same way (WD-2), no more than the worm has discs (WD-42), as many as the die gives
    (WD-20), each as it may (WD-3).
    """
    seat, to = move.seat, move.to
    if not move.angles:
        return Refusal("WD-21", f"no step must be written as '{seat} stays'")
    worm = state.worms[seat]
    if ruleset.rules.flee and worm.eaten_at == to:
        text = f"the {seat} worm was eaten at its {to}, and must pick up its discs there"
        return Refusal("WD-41", text, (f"{seat} {1 if to == 'head' else len(worm.discs)}",))
    if ruleset.limited(len(move.angles), len(worm.discs)) < len(move.angles):
        text = f"the {seat} worm has {len(worm.discs)} discs and makes no more steps than that, "
        return Refusal("WD-42", f"{text}not {len(move.angles)}")
    if len(move.angles) > state.steps:
        text = f"{seat.title()} must make {count_noun(state.steps, 'step')}, not {len(move.angles)}"
        return Refusal("WD-20", text)
    for step, angle in enumerate(move.angles, 1):
        refused = disc_refusal(ruleset, state, seat, to, angle)
        if refused is not None:
            return refused._replace(text=f"step {step}: {refused.text}")
        ate = find_eaten(ruleset, state, seat, to, angle)
        state = after_step(ruleset, state, seat, to, angle)
        if ate or ruleset.home_end(state.worms[seat]):
            if step == len(move.angles):
                return None
            clause, what = ("WD-40", "eats a disc") if ate else ("WD-22", "brings the worm home")
            return Refusal(clause, f"step {step} {what}: that ends the turn")
    return _short_refusal(ruleset, state, move)


def _short_refusal(ruleset: Ruleset, state: State, move: Steps) -> Refusal | None:
    """Return why a worm may not stop there: one more step is possible (WD-21)."""
    missing = state.steps - len(move.angles)
    if not missing or ruleset.rules.must_step == "anywhere":
        return None
    further = further_step(ruleset, state, move.seat, move.to)
    if further is None:
        return None
    more = f"{missing} more step{'s' if missing > 1 else ''}"
    return Refusal("WD-21", f"you must make {more}, e.g. at {angle_text(further)}")


def _stay_refusal(ruleset: Ruleset, state: State, seat: str) -> Refusal | None:
    """Return why a worm may not stay: it can make a step that doesn't eat (WD-21, WD-40)."""
    if ruleset.rules.must_step == "anywhere":
        return None
    for to in rings_of(ruleset, state, seat):
        further = further_step(ruleset, state, seat, to)
        if further is not None:
            at = f"{other_end(to)}>{to}, e.g. at {angle_text(further)}"
            return Refusal("WD-21", f"{seat.title()} can make a step {at}")
    return None


def apply_steps(ruleset: Ruleset, state: State, move: Steps, log: MoveLog) -> State:
    """Make a turn's steps one by one (WD-2), until a disc is eaten (WD-40) or the worm is home."""
    for angle in move.angles:
        eaten = find_eaten(ruleset, state, move.seat, move.to, angle)
        before, state = state, lay_disc(ruleset, state, move.seat, move.to, angle)
        _disc_step(ruleset, before, state, move, angle, log)
        if eaten is not None:
            state = _eat(ruleset, state, move.seat, eaten, log)
            state = state._replace(by_ace=False)  # eating ends the turn, whatever was rolled
        _report_round(ruleset, before, state, move.seat, log)
        if ruleset.home_end(state.worms[move.seat]):
            return _come_home(ruleset, state, move.seat, log)
    return _after_steps(ruleset, state)


def _disc_step(
    ruleset: Ruleset, before: State, state: State, move: Steps, angle: float, log: MoveLog
) -> None:
    """Add the step of a disc from one end to the other (WD-2, WD-3)."""
    seat, away = move.seat, other_end(move.to)
    there, gone = state.worms[seat].end(move.to), before.worms[seat].end(away)
    data = {
        "seat": seat, "away": away, "to": move.to, "angle": round_angle(angle),
        "x": there.x, "y": there.y, "from_x": gone.x, "from_y": gone.y,
        "winding": (wound := ruleset.wound(state.worms[seat])),
        "at": angle_text(angle), "wound": winding_text(wound),
    }  # fmt: skip
    text = (
        "{seat} lays the {away} disc at the {to}, at {at}, on ({x:.2f}, {y:.2f}); "
        "the worm has wound {wound} round the pylon."
    )
    log.add(state, "WD-2", "step", text, data)


def _eat(ruleset: Ruleset, state: State, seat: str, eaten: Eaten, log: MoveLog) -> State:
    """Return the disc to its owner (WD-40), whose worm must flee (WD-41) or is out (WD-43)."""
    left = len(state.worms[eaten.seat].discs) - 1
    state = remove_eaten(ruleset, state, eaten)
    data = {"seat": seat, "whose": eaten.seat, "end": eaten.end, "left": count_noun(left, "disc")}
    text = "The {seat} worm eats the {whose} worm's {end} disc, which leaves it {left}."
    log.add(state, "WD-40", "eaten", text, data)
    if left >= 2 and ruleset.rules.flee:
        text = "The {whose} worm must move away next: its discs are picked up at the {end}."
        log.add(state, "WD-41", "must flee", text, data)
    elif left < 2:
        unless = ", unless an ace helps it" if eaten.seat in state.worms else ""
        log.add(state, "WD-43", "out", f"The {{whose}} worm is out of the race{unless}.", data)
    return state


# --- Round the pylon and home (WD-22) -------------------------------------------------------------


def _report_round(ruleset: Ruleset, before: State, state: State, seat: str, log: MoveLog) -> None:
    """Report that a worm has just been round the far side, or has turned back (WD-22)."""
    was, now = (ruleset.been_round(ruleset.wound(each.worms[seat])) for each in (before, state))
    if was == now:
        return
    wound = ruleset.wound(state.worms[seat])
    data = {"seat": seat, "winding": wound, "wound": winding_text(wound)}
    if now:
        text = "The {seat} worm has been round the far side of the pylon: {wound}."
        log.add(state, "WD-22", "round", text, data)
    else:
        text = "The {seat} worm has turned back, and so has not been round: {wound}."
        log.add(state, "WD-22", "turned back", text, data)


def _come_home(ruleset: Ruleset, state: State, seat: str, log: MoveLog) -> State:
    """Bring a worm home: it has won, or is second or third (WD-22)."""
    state = state._replace(home=(*state.home, seat))
    if ruleset.rules.finished == "leaves":
        state = state._replace(worms=state.worms.drop(seat))
    text = "The {seat} worm is home between the start tiles: it is {place}."
    data = {"seat": seat, "place": PLACES[len(state.home) - 1]}
    log.add(state, "WD-22", "home", text, data)
    return next_turn(ruleset, state)


def next_turn(ruleset: Ruleset, state: State) -> State:
    """Return the state of the next seat that races (WD-20); it may have to be built (WD-13)."""
    if ruleset.is_over(state):
        return state._replace(phase="over", steps=0, by_ace=False)
    here = ruleset.seats.index(state.to_move)
    order = (*ruleset.seats[here + 1 :], *ruleset.seats[: here + 1])
    seat = next(each for each in order if each in ruleset.racing(state))
    phase = "roll" if seat in state.worms else "worms"
    return state._replace(turn=state.turn + 1, phase=phase, to_move=seat, steps=0, by_ace=False)


def race_result(ruleset: Ruleset, state: State) -> Result | None:
    """Return who won (WD-22); the score is how many worms one has left behind."""
    if state.phase != "over":
        return None
    left = ruleset.racing(state)
    order = (*state.home, *left, *reversed(state.gone))
    scores = {seat: len(order) - 1 - at for at, seat in enumerate(order)}
    scores |= dict.fromkeys(left, len(state.gone))
    if not state.home:
        text = f"The {order[0]} worm wins: it is the last one left." if left else "Nobody is left."
        return Result(left, "WD-43", text, scores)
    text = f"The {order[0]} worm wins the race"
    places = [f"{seat} {PLACES[at]}" for at, seat in enumerate(state.home[1:], 1)]
    more = f"; {join_list(places)}" if places else ""
    return Result(order[:1], "WD-22", f"{text}{more}.", scores)
