"""Moves of Worm Derby from their texts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

from piecepack_nb.core.actors import Die, Roll
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS, suit_of
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    TOLERANCE,
    Point,
    Tile,
    bearing,
    beside,
    distance,
    format_number,
    round_angle,
)
from piecepack_nb.games.worm_derby.geometry.ring import rings_of, thing_text
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, SetUp, Stay, Steps
from piecepack_nb.games.worm_derby.ruleset import (
    Ruleset,
    can_revive,
    disc_name,
    initial_state,
    is_over,
    racing,
)
from piecepack_nb.games.worm_derby.state import ENDS, PHASES, State, Worm, other_end

# --- Moves ---------------------------------------------------------------------------------------


MOVE_FORMS = (
    "'suns tail>head 45.2 50' (angles in degrees), 'suns stays', 'tile 7 to 20.5 12 30', "
    "'suns adds head 90', 'suns at 17.5', 'roll 4'"
)
LONGEST_MOVE = 2000  # characters of a move
MOVE_NUMBER = re.compile(r"[-+]?\d{1,7}(?:\.\d{0,12})?|[-+]?\.\d{1,12}")
STEPS = re.compile(r"(\w+)\s+(head|tail)\s*>\s*(head|tail)((?:\s+\S+)*)")
STAYS = re.compile(r"(\w+)\s+stays?")
PUT = re.compile(r"tile(?:\s+(\d{1,3}))?\s+(?:to|at)((?:\s+\S+)+)")
ADDS = re.compile(r"(\w+)\s+adds\s+(head|tail)\s+(\S+)")
BUILDS = re.compile(r"(\w+)\s+at\s+(\S+)")


def parse_move(state: State, text: str, dice: tuple[Die, ...]) -> Move:
    """The move that a person means; raises BadInput where it can't be read."""
    if len(text) > LONGEST_MOVE:
        raise BadInput(f"the move has {len(text)} characters; accepted: {MOVE_FORMS}")
    line = " ".join(text.replace("°", "").split())
    words = line.lower()
    if words.split()[:1] == ["roll"]:
        return Roll.read(line, dice)
    if words.startswith("set up"):
        return _parse_set_up(text, words.removeprefix("set up"))
    if found := PUT.fullmatch(words):
        number = int(found[1]) if found[1] else len(state.tiles) + 1
        return Put(number, _parse_tile(text, found[2]))
    if found := STEPS.fullmatch(words):
        return _parse_steps(text, found)
    if found := ADDS.fullmatch(words):
        return Revive(
            _parse_seat(text, found[1]), found[2], round_angle(_parse_number(text, found[3]))
        )
    if found := STAYS.fullmatch(words):
        return Stay(_parse_seat(text, found[1]))
    if found := BUILDS.fullmatch(words):
        return Build(_parse_seat(text, found[1]), round(_parse_number(text, found[2]), DECIMALS))
    raise invalid("the move", text, MOVE_FORMS)


def _parse_steps(text: str, found: re.Match[str]) -> Steps:
    if found[2] != other_end(found[3]):
        raise invalid(f"in {shorten(text)!r}, the direction", f"{found[2]}>{found[3]}",
                    "tail>head or head>tail")  # fmt: skip
    angles = tuple(round_angle(_parse_number(text, word)) for word in found[4].split())
    return Steps(_parse_seat(text, found[1]), found[3], angles)


def _parse_seat(text: str, word: str) -> str:
    seat = suit_of(word)
    if seat is None:
        raise invalid(f"in {shorten(text)!r}, the worm", word, "suns, moons, crowns or arms")
    return seat


def _parse_number(text: str, word: str) -> float:
    value = float(word) if MOVE_NUMBER.fullmatch(word) else math.nan
    if not math.isfinite(value):
        raise invalid(f"in {shorten(text)!r}, the number", word, "a number such as 45.2")
    return value


def _parse_tile(text: str, words: str) -> Tile:
    """A tile's place and angle; without an angle it lies straight."""
    values = [_parse_number(text, word) for word in words.replace(",", " ").split()]
    if len(values) not in (2, 3):
        raise invalid(
            f"in {shorten(text)!r}, the place", words.strip(), "x y and an angle: 20.5 12 30"
        )
    return Tile.at(values[0], values[1], values[2] if len(values) == 3 else 0.0)


def _parse_set_up(text: str, words: str) -> SetUp:
    """All tiles, with commas between; in a slalom each with its colour."""
    tiles, colours = [], []
    for part in words.split(","):
        first, _, rest = part.strip().partition(" ")
        if first in ("red", "blue"):
            colours.append(first)
            tiles.append(_parse_tile(text, rest))
        else:
            tiles.append(_parse_tile(text, part))
    return SetUp(tuple(tiles), tuple(colours))


# --- Positions -----------------------------------------------------------------------------------


LONGEST_POSITION = 4000  # characters of a drawing in lines
POSITION_NUMBER = r"-?\d{1,4}(?:\.\d{0,9})?"
WORM_LINE = re.compile(
    rf"({POSITION_NUMBER}) ({POSITION_NUMBER}):?((?: {POSITION_NUMBER})*)"
    r"(?: laps (-?\d{1,3}))?(?: eaten at (head|tail))?"
)
TILE_LINE = re.compile(rf"({POSITION_NUMBER}) ({POSITION_NUMBER})(?: ({POSITION_NUMBER}))?")
WORM_FORM = "a head and angles, such as '20 18: 180 180 170'"
LINE_FORMS = "a worm, 'tile 25 18 30', 'red 25 18 0', or 'turn 5, suns to move, 4 steps'"
SEAT = "(" + "|".join(SUITS) + ")"
NOTE_FORMS = {
    "turn": re.compile(r"turn (\d{1,7})"),
    "to_move": re.compile(f"{SEAT} to move"),
    "steps": re.compile(r"(\d) steps?"),
    "phase": re.compile("(" + "|".join(PHASES) + ")"),
    "home": re.compile(f"{SEAT} home"),
    "gone": re.compile(f"{SEAT} gone"),
}


def parse_position(ruleset: Ruleset, position: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    entries = (
        _entries_of_lines(position)
        if isinstance(position, str)
        else mapping("the position", position)
    )
    for name in entries:
        if name not in ENTRIES:
            raise invalid("an entry of the position", name, "one of " + ", ".join(ENTRIES))
    worms = mapping("worms", entries.get("worms", {}))
    steps = entries.get("steps", 0)
    usual: dict[str, Any] = {
        "turn": 1,
        "to_move": next((seat for seat in ruleset.seats if seat in worms), ruleset.seats[0]),
        "phase": "move" if steps else "roll", "steps": 0, "colours": [], "home": [], "gone": [],
    }  # fmt: skip
    tiles = entries.get("tiles", [])
    if not worms and "phase" not in entries:
        number = len(tiles) if isinstance(tiles, list) else 0
        seat = ruleset.seats[number % len(ruleset.seats)]
        usual |= {"phase": initial_state(ruleset).phase, "turn": 0, "to_move": seat}
    full = {
        **usual,
        **entries,
        "worms": {seat: _worm_entry(ruleset, seat, each) for seat, each in worms.items()},
        "tiles": [_tile_entry(at, each) for at, each in enumerate(tiles)]
        if isinstance(tiles, list)
        else tiles,
    }
    return from_json(ruleset, {name: full[name] for name in ENTRIES})


def _worm_entry(ruleset: Ruleset, seat: str, value: object) -> object:
    """A worm from its text, from its discs, or as ``to_json`` has it."""
    if isinstance(value, str):
        return _worm_from_text(ruleset, seat, value)
    if isinstance(value, Mapping):
        return {"laps": 0, "eaten_at": "", **value}
    return {"discs": value, "laps": 0, "eaten_at": ""}


def _worm_from_text(ruleset: Ruleset, seat: str, text: str) -> dict[str, Any]:
    found = WORM_LINE.fullmatch(" ".join(text.split()))
    if found is None:
        raise invalid(f"worms.{seat}", text, WORM_FORM)
    discs = [Point(round(float(found[1]), DECIMALS), round(float(found[2]), DECIMALS))]
    for word in found[3].split():
        discs.append(beside(discs[-1], float(word), ruleset.coin))
    return {
        "discs": [list(disc) for disc in reversed(discs)],
        "laps": int(found[4] or 0),
        "eaten_at": found[5] or "",
    }


def _tile_entry(at: int, value: object) -> object:
    """A tile from "25 18 30", or from its numbers."""
    if not isinstance(value, str):
        return value
    found = TILE_LINE.fullmatch(" ".join(value.split()))
    if found is None:
        raise invalid(f"tiles[{at}]", value, "a place and an angle, such as '25 18 30'")
    return list(Tile.at(float(found[1]), float(found[2]), float(found[3] or 0)))


# --- lines --------------------------------------------------------------------------------------


def _entries_of_lines(text: str) -> dict[str, Any]:
    """The entries that lines tell."""
    if len(text) > LONGEST_POSITION:
        raise BadInput(
            f"the position has {len(text)} characters; accepted: at most {LONGEST_POSITION}"
        )
    entries: dict[str, Any] = {"worms": {}, "tiles": [], "colours": [], "home": [], "gone": []}
    for line in filter(None, map(str.strip, text.lower().splitlines())):
        first, _, rest = line.partition(" ")
        if first in SUITS and WORM_LINE.fullmatch(" ".join(rest.split())):
            if first in entries["worms"]:
                raise invalid(f"the {first} worm", line, "one line, not a second")
            entries["worms"][first] = rest
        elif first in ("tile", "red", "blue"):
            entries["tiles"].append(rest)
            entries["colours"] += [first] if first != "tile" else []
        else:
            _parse_note(line, entries)
    return entries


def _parse_note(line: str, entries: dict[str, Any]) -> None:
    for part in re.split(r"\s*,\s*", line):
        for name, form in NOTE_FORMS.items():
            if found := form.fullmatch(part):
                if name in ("home", "gone"):
                    entries[name].append(found[1])
                else:
                    entries[name] = int(found[1]) if found[1].isdecimal() else found[1]
                break
        else:
            raise invalid("a line of the position", part, LINE_FORMS)


def position_text(state: State) -> str:
    """The table as lines, to look at, to change and to read back with ``game.position``."""
    lines = [_worm_line(state, seat) for seat in state.worms]
    colours = state.colours or ("tile",) * len(state.tiles)
    lines += [f"{colour} {' '.join(map(format_number, tile))}"
              for colour, tile in zip(colours, state.tiles, strict=True)]  # fmt: skip
    notes = [f"turn {state.turn}", f"{state.to_move} to move"]
    if state.phase != "roll":
        notes.append(count_noun(state.steps, "step") if state.phase == "move" else state.phase)
    notes += [f"{seat} home" for seat in state.home] + [f"{seat} gone" for seat in state.gone]
    return "\n".join([*lines, ", ".join(notes)])


State.__str__ = position_text  # type: ignore[method-assign, assignment]
"""A state prints as these lines."""


def _worm_line(state: State, seat: str) -> str:
    worm = state.worms[seat]
    discs = worm.discs[::-1]
    angles = (format_number(round_angle(bearing(one, other))) for one, other in pairwise(discs))
    head = f"{seat} {format_number(discs[0].x)} {format_number(discs[0].y)}: {' '.join(angles)}"
    laps = f" laps {worm.laps}" if worm.laps else ""
    return head.rstrip() + laps + (f" eaten at {worm.eaten_at}" if worm.eaten_at else "")


# --- JSON ----------------------------------------------------------------------------------------


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
        FrozenDict((seat, _json_worm(ruleset, seat, each)) for seat, each in worms.items()),
        tuple(
            _json_tile(f"tiles[{at}]", each) for at, each in enumerate(_json_list(entries, "tiles"))
        ),
        tuple(_json_list(entries, "colours")),
        _json_seats(ruleset, entries, "home"),
        _json_seats(ruleset, entries, "gone"),
        whole("steps", entries["steps"], 0, MOST_STEPS),
    )
    _check_places(ruleset, state)
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


def _json_list(entries: Mapping[str, Any], name: str) -> list[Any]:
    value = entries[name]
    if not isinstance(value, list) or len(value) > MOST_TILES:
        raise invalid(name, value, f"a list of at most {MOST_TILES}")
    return value


def _json_seats(ruleset: Ruleset, entries: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(one_of(f"{name}[{at}]", each, ruleset.seats)
                 for at, each in enumerate(_json_list(entries, name)))  # fmt: skip


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


def _json_tile(what: str, value: object) -> Tile:
    x, y, angle = _numbers(what, value, 3)
    tile = Tile.at(x, y, angle)
    if tile.angle != angle:
        raise invalid(f"{what}[2]", angle, "an angle from 0 up to 90, with at most 6 decimals")
    return tile


def _json_worm(ruleset: Ruleset, seat: str, value: object) -> Worm:
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
        what, far = f"the distance of discs {at} and {to} of the {seat} worm", distance(one, other)
        if to == at + 1 and abs(far - ruleset.coin) > TOLERANCE:
            raise invalid(what, round(far, 6), f"{ruleset.coin:g}: they touch")
        if to > at + 1 and far < ruleset.coin + TOLERANCE:
            raise invalid(what, round(far, 6), f"over {ruleset.coin:g}: they don't touch")


# --- what fits together -------------------------------------------------------------------------


def _check_places(ruleset: Ruleset, state: State) -> None:
    """Discs and tiles lie on the table and on nothing else (WD-4)."""
    on_table = "a place on the table of {:g} by {:g} inches".format(*ruleset.size)
    tiles = list(ruleset.all_tiles(state))
    discs = [
        (thing_text(disc_name(worm, seat, at)), seat, disc)
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
        if seat != of and distance(disc, another) < ruleset.coin - TOLERANCE:
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
    if (phase == "over") != is_over(ruleset, state):
        names = ", ".join(racing(ruleset, state)) or "nobody"
        raise invalid("phase", phase, f"what fits to who still races: {names}")
    if phase != "over" and seat not in racing(ruleset, state):
        raise invalid("to_move", seat, "one that still races")
    if (phase == "move") != (state.steps > 0):
        raise invalid("steps", state.steps, "0, or the steps to make in the phase 'move'")
    _check_started(ruleset, state)
    _check_can(ruleset, state)


def _check_set_up(ruleset: Ruleset, state: State) -> None:
    begin = initial_state(ruleset)
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
    missing = [each for each in racing(ruleset, state) if each not in state.worms]
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
        if not (tiles or can_revive(ruleset, state)):
            raise invalid("phase", "ace", "roll: an ace could do nothing")
    if state.phase == "move":
        discs = len(state.worms[seat].discs)
        most = discs if ruleset.rules.step_limit else MOST_STEPS
        if discs < 2 or state.steps > most:
            raise invalid(
                "steps", state.steps, f"0 to {most if discs > 1 else 0} for {discs} discs"
            )
        if not any(ring.open for ring in rings_of(ruleset, state, seat).values()):
            raise invalid("phase", "move", f"roll: the {seat} worm can make no step")
