"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    TOLERANCE,
    Point,
    Tile,
    apart,
)
from piecepack_nb.games.worm_derby.geometry.ring import both, said
from piecepack_nb.games.worm_derby.phases import setup, turn
from piecepack_nb.games.worm_derby.ruleset import Ruleset, disc_name
from piecepack_nb.games.worm_derby.state import ENDS, PHASES, State, Worm

MOST_TURNS = 10**6
MOST_LAPS = 999
MOST_TILES = 21
MOST_STEPS = 6
ENTRIES = State._fields
WORM_ENTRIES = Worm._fields


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": state.to_move,
        "worms": {
            seat: {
                "discs": [list(disc) for disc in worm.discs],
                "laps": worm.laps,
                "eaten_at": worm.eaten_at,
            }
            for seat, worm in sorted(state.worms.items())
        },
        "tiles": [list(tile) for tile in state.tiles],
        "colours": list(state.colours),
        "home": list(state.home),
        "gone": list(state.gone),
        "steps": state.steps,
    }


def from_json(ruleset: Ruleset, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = mapping("the position", data, ENTRIES)
    worms = mapping("worms", entries["worms"])
    state = State(
        whole("turn", entries["turn"], 0, MOST_TURNS),
        one_of("phase", entries["phase"], PHASES),
        one_of("to_move", entries["to_move"], ruleset.seats),
        FrozenDict((seat, _worm(ruleset, seat, each)) for seat, each in worms.items()),
        tuple(_tile(f"tiles[{at}]", each) for at, each in enumerate(_list(entries, "tiles"))),
        tuple(_list(entries, "colours")),
        _seats(ruleset, entries, "home"),
        _seats(ruleset, entries, "gone"),
        whole("steps", entries["steps"], 0, MOST_STEPS),
    )
    _check_lying(ruleset, state)
    _check_tiles(ruleset, state)
    _check_race(ruleset, state)
    _check_phase(ruleset, state)
    return state


# --- entries one by one -------------------------------------------------------------------------


def mapping(what: str, value: object, names: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The value, if it is a mapping of texts (with just these ``names``); raises BadInput else."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise invalid(what, value, "a mapping of its entries by name")
    for name in value if names else ():
        if name not in names:
            raise invalid(f"an entry of {what}", name, "one of " + ", ".join(names))
    for name in names:
        if name not in value:
            raise BadInput(f"{what} has no entry {name!r}")
    return value


def whole(what: str, value: object, low: int, high: int) -> int:
    """The value, if it is a whole number in this range."""
    if type(value) is not int or not low <= value <= high:
        raise invalid(what, value, f"a whole number from {low} to {high}")
    return value


def one_of(what: str, value: object, choices: tuple[str, ...]) -> str:
    """The value, if it is one of these words."""
    if not isinstance(value, str) or value not in choices:
        raise invalid(what, value, "one of " + ", ".join(map(repr, choices)))
    return value


def _list(entries: Mapping[str, Any], name: str) -> list[Any]:
    value = entries[name]
    if not isinstance(value, list) or len(value) > MOST_TILES:
        raise invalid(name, value, f"a list of at most {MOST_TILES}")
    return value


def _seats(ruleset: Ruleset, entries: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(one_of(f"{name}[{at}]", each, ruleset.seats)
                 for at, each in enumerate(_list(entries, name)))  # fmt: skip


def _measure(what: str, value: object) -> float:
    """A finite number of inches or degrees, rounded as all are."""
    fits = type(value) in (int, float) and abs(value) < 1e4  # type: ignore[arg-type]
    if not fits or value != round(value, DECIMALS):  # type: ignore[call-overload]
        raise invalid(what, value, f"a number with at most {DECIMALS} decimals")
    return float(value) + 0.0  # type: ignore[arg-type]


def _numbers(what: str, value: object, count: int) -> list[float]:
    if not isinstance(value, list) or len(value) != count:
        raise invalid(what, value, f"a list of {count} numbers")
    return [_measure(f"{what}[{at}]", each) for at, each in enumerate(value)]


def _tile(what: str, value: object) -> Tile:
    x, y, angle = _numbers(what, value, 3)
    tile = Tile.at(x, y, angle)
    if tile.angle != angle:
        raise invalid(f"{what}[2]", angle, "an angle from 0 up to 90, with at most 6 decimals")
    return tile


def _worm(ruleset: Ruleset, seat: str, value: object) -> Worm:
    """A worm's discs touch along it and nowhere else (WD-1)."""
    one_of("a worm", seat, ruleset.seats)
    entries = mapping(f"worms.{seat}", value, WORM_ENTRIES)
    given, least = (
        entries["discs"],
        ruleset.least if ruleset.rules.cannibal else ruleset.rules.length,
    )
    if not isinstance(given, list) or not least <= len(given) <= ruleset.rules.length:
        many = f"{least} to " if least < ruleset.rules.length else ""
        raise invalid(f"worms.{seat}.discs", given, f"a list of {many}{ruleset.rules.length} discs")
    discs = tuple(
        Point(*_numbers(f"worms.{seat}.discs[{at}]", each, 2)) for at, each in enumerate(given)
    )
    _check_chain(ruleset, seat, discs)
    eaten_at = one_of(f"worms.{seat}.eaten_at", entries["eaten_at"], ("", *ENDS))
    if eaten_at and not ruleset.rules.cannibal:
        raise invalid(f"worms.{seat}.eaten_at", eaten_at, "'': these worms are no cannibals")
    laps = whole(f"worms.{seat}.laps", entries["laps"], -MOST_LAPS, MOST_LAPS)
    return Worm(discs, laps, eaten_at)


def _check_chain(ruleset: Ruleset, seat: str, discs: tuple[Point, ...]) -> None:
    """Neighbours touch; others are further apart (WD-1, WD-3)."""
    counted = list(enumerate(reversed(discs), 1))  # from the head, as in all that is told
    for (at, one), (to, other) in combinations(counted, 2):
        what, far = f"the distance of discs {at} and {to} of the {seat} worm", apart(one, other)
        if to == at + 1 and abs(far - ruleset.coin) > TOLERANCE:
            raise invalid(what, round(far, 6), f"{ruleset.coin:g}: they touch")
        if to > at + 1 and far < ruleset.coin + TOLERANCE:
            raise invalid(what, round(far, 6), f"over {ruleset.coin:g}: they don't touch")


# --- what fits together -------------------------------------------------------------------------


def _check_lying(ruleset: Ruleset, state: State) -> None:
    """Discs and tiles lie on the table and on nothing else (WD-4)."""
    on_table = "a place on the table of {:g} by {:g} inches".format(*ruleset.size)
    tiles = list(ruleset.all_tiles(state))
    discs = [
        (said(disc_name(worm, seat, at)), seat, disc)
        for seat, worm in state.worms.items()
        for at, disc in enumerate(worm.discs)
    ]
    for what, _, disc in discs:
        if ruleset.room(disc) < ruleset.radius - TOLERANCE:
            raise invalid(what, list(disc), on_table)
        for name, tile in tiles:
            if ruleset.covers(tile, disc):
                raise invalid(what, list(disc), f"a place that is not on {name}")
    for (what, seat, disc), (other, of, another) in combinations(discs, 2):
        if seat != of and apart(disc, another) < ruleset.coin - TOLERANCE:
            raise invalid(what, list(disc), f"a place that is not on {other}")
    for name, tile in tiles[len(ruleset.fixed) :]:
        if ruleset.corner_off(tile):
            raise invalid(name, list(tile), on_table)
    for (name, tile), (other, over) in combinations(tiles, 2):
        if ruleset.overlap(tile, over):
            raise invalid(other, list(over), f"a place that is not on {name}")


def _check_tiles(ruleset: Ruleset, state: State) -> None:
    """The colours of a slalom (WD-30); obstacles face down else."""
    slalom = ruleset.rules.slalom != "no"
    if len(state.colours) != (len(state.tiles) if slalom else 0):
        text = "a colour for each tile" if slalom else "none: the obstacles lie face down"
        raise invalid("colours", list(state.colours), text)
    for at, colour in enumerate(state.colours):
        one_of(f"colours[{at}]", colour, ("red", "blue"))


def _check_race(ruleset: Ruleset, state: State) -> None:
    """Who is home and who is gone, and who is not (WD-22, WD-43)."""
    done = (*state.home, *state.gone)
    if len(set(done)) < len(done):
        raise invalid("home and gone", done, "each worm once")
    if state.gone and not ruleset.rules.cannibal:
        raise invalid("gone", list(state.gone), "none: these worms are no cannibals")
    stays = state.home if ruleset.rules.finished == "stays" else ()
    for seat in done:
        if (seat in state.worms) != (seat in stays):
            there = "on the table" if seat in stays else "not on the table"
            raise invalid("worms", list(state.worms), f"{seat} {there} any more")
    for seat, worm in state.worms.items():
        if seat not in state.home and ruleset.home_end(worm):
            raise invalid(f"worms.{seat}.laps", worm.laps, "0: with these laps it would be home")


def _check_phase(ruleset: Ruleset, state: State) -> None:
    """What is to be done can be done (WD-12, WD-13, WD-20)."""
    phase, seat = state.phase, state.to_move
    if phase in ("set-up", "tiles"):
        _check_set_up(ruleset, state)
        return
    if (state.turn == 0) != (phase == "worms" and ruleset.rules.starts == "chooses"):
        raise invalid("turn", state.turn, "0 during the set-up, 1 and more in the race")
    if (phase == "over") != turn.over(ruleset, state):
        racing = ", ".join(turn.racing(ruleset, state)) or "nobody"
        raise invalid("phase", phase, f"what fits to who still races: {racing}")
    if phase != "over" and seat not in turn.racing(ruleset, state):
        raise invalid("to_move", seat, "one that still races")
    if (phase == "move") != (state.steps > 0):
        raise invalid("steps", state.steps, "0, or the steps to make in the phase 'move'")
    _check_started(ruleset, state)
    _check_can(ruleset, state)


def _check_set_up(ruleset: Ruleset, state: State) -> None:
    begin = setup.start(ruleset)
    if state.phase != begin.phase:
        raise invalid("phase", state.phase, f"{begin.phase!r}, or one of the race")
    if state.phase == "tiles":
        if len(state.tiles) >= ruleset.rules.dealt:
            raise invalid("tiles", len(state.tiles), f"fewer than {ruleset.rules.dealt} so far")
        following = ruleset.seats[len(state.tiles) % len(ruleset.seats)]
        begin = begin._replace(tiles=state.tiles, to_move=following)
    if state != begin:
        name = next(name for name in ENTRIES if getattr(state, name) != getattr(begin, name))
        raise invalid(name, shorten(str(getattr(state, name))), "what it is before the race")


def _check_started(ruleset: Ruleset, state: State) -> None:
    """Every worm that races is on the table, but those that are still to be built (WD-13)."""
    seat, starts = state.to_move, ruleset.rules.starts
    missing = [each for each in turn.racing(ruleset, state) if each not in state.worms]
    if state.phase == "worms":
        first = missing[0] if missing and starts == "chooses" else seat
        if starts == "side by side" or seat not in missing or seat != first:
            raise invalid("phase", state.phase, "one in which worms are not built")
    elif missing and (starts != "one by one" or (state.phase != "over" and seat in missing)):
        raise BadInput(f"worms has no entry {missing[0]!r}, who still races")


def _check_can(ruleset: Ruleset, state: State) -> None:
    """The seat can use its ace, or make a step."""
    seat = state.to_move
    if state.phase == "ace":
        tiles = ruleset.rules.ace == "tile" and state.tiles and not state.colours
        if not (tiles or turn.can_revive(ruleset, state)):
            raise invalid("phase", "ace", "roll: an ace could do nothing")
    if state.phase == "move":
        discs = len(state.worms[seat].discs)
        most = discs if ruleset.rules.step_limit else MOST_STEPS
        if discs < 2 or state.steps > most:
            raise invalid(
                "steps", state.steps, f"0 to {most if discs > 1 else 0} for {discs} discs"
            )
        if not any(ring.open for ring in both(ruleset, state, seat).values()):
            raise invalid("phase", "move", f"roll: the {seat} worm can make no step")
