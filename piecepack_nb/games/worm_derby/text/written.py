"""Tables written by hand, as a mapping or as lines, and a table as lines to change and read back.

A mapping has what ``to_json`` gives, but only ``worms`` is needed, and shorter forms will do:

    {"worms": {"suns": "20 18: 180 180 170 160 160", "moons": [[10, 12], …]},
     "tiles": ["25 18 30", [30, 20, 0]], "to_move": "suns", "steps": 4}

A worm is its head's place, then the angle from each disc to the next, away from the head. "laps 1"
behind it says that it has been round the far side once, anticlockwise. As lines it is

    suns 20 18: 180 180 170 160 160 laps 1
    tile 25 18 30
    turn 5, suns to move, 4 steps, moons home

"ace" stands there instead of steps where an ace was rolled, and so does the name of any other phase
(see ``state``) but that in which a die is to be rolled. Who is home is told in the order of coming
in; "gone" is said of a worm whose discs were eaten.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    Point,
    Tile,
    bearing,
    beside,
    clean,
    number,
)
from piecepack_nb.games.worm_derby.phases import setup
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import PHASES, State
from piecepack_nb.games.worm_derby.text.position import ENTRIES, from_json, mapping

LONGEST = 4000  # characters of a drawing in lines
NUMBER = r"-?\d{1,4}(?:\.\d{0,9})?"
WORM = re.compile(
    rf"({NUMBER}) ({NUMBER}):?((?: {NUMBER})*)(?: laps (-?\d{{1,3}}))?(?: eaten at (head|tail))?"
)
TILE = re.compile(rf"({NUMBER}) ({NUMBER})(?: ({NUMBER}))?")
WORM_FORM = "a head and angles, such as '20 18: 180 180 170'"
LINES = "a worm, 'tile 25 18 30', 'red 25 18 0', or 'turn 5, suns to move, 4 steps'"
SEAT = "(" + "|".join(SUITS) + ")"
WORDS = {
    "turn": re.compile(r"turn (\d{1,7})"),
    "to_move": re.compile(f"{SEAT} to move"),
    "steps": re.compile(r"(\d) steps?"),
    "phase": re.compile("(" + "|".join(PHASES) + ")"),
    "home": re.compile(f"{SEAT} home"),
    "gone": re.compile(f"{SEAT} gone"),
}


def read_position(ruleset: Ruleset, position: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    entries = _entries(position) if isinstance(position, str) else mapping("the position", position)
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
        usual |= {"phase": setup.start(ruleset).phase, "turn": 0, "to_move": seat}
    full = {
        **usual,
        **entries,
        "worms": {seat: _worm(ruleset, seat, each) for seat, each in worms.items()},
        "tiles": [_tile(at, each) for at, each in enumerate(tiles)]
        if isinstance(tiles, list)
        else tiles,
    }
    return from_json(ruleset, {name: full[name] for name in ENTRIES})


def _worm(ruleset: Ruleset, seat: str, value: object) -> object:
    """A worm from its text, from its discs, or as ``to_json`` has it."""
    if isinstance(value, str):
        return _from_text(ruleset, seat, value)
    if isinstance(value, Mapping):
        return {"laps": 0, "eaten_at": "", **value}
    return {"discs": value, "laps": 0, "eaten_at": ""}


def _from_text(ruleset: Ruleset, seat: str, text: str) -> dict[str, Any]:
    found = WORM.fullmatch(" ".join(text.split()))
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


def _tile(at: int, value: object) -> object:
    """A tile from "25 18 30", or from its numbers."""
    if not isinstance(value, str):
        return value
    found = TILE.fullmatch(" ".join(value.split()))
    if found is None:
        raise invalid(f"tiles[{at}]", value, "a place and an angle, such as '25 18 30'")
    return list(Tile.at(float(found[1]), float(found[2]), float(found[3] or 0)))


# --- lines --------------------------------------------------------------------------------------


def _entries(text: str) -> dict[str, Any]:
    """The entries that lines tell."""
    if len(text) > LONGEST:
        raise BadInput(f"the position has {len(text)} characters; accepted: at most {LONGEST}")
    entries: dict[str, Any] = {"worms": {}, "tiles": [], "colours": [], "home": [], "gone": []}
    for line in filter(None, map(str.strip, text.lower().splitlines())):
        first, _, rest = line.partition(" ")
        if first in SUITS and WORM.fullmatch(" ".join(rest.split())):
            if first in entries["worms"]:
                raise invalid(f"the {first} worm", line, "one line, not a second")
            entries["worms"][first] = rest
        elif first in ("tile", "red", "blue"):
            entries["tiles"].append(rest)
            entries["colours"] += [first] if first != "tile" else []
        else:
            _read_note(line, entries)
    return entries


def _read_note(line: str, entries: dict[str, Any]) -> None:
    for part in re.split(r"\s*,\s*", line):
        for name, form in WORDS.items():
            if found := form.fullmatch(part):
                if name in ("home", "gone"):
                    entries[name].append(found[1])
                else:
                    entries[name] = int(found[1]) if found[1].isdecimal() else found[1]
                break
        else:
            raise invalid("a line of the position", part, LINES)


def written(state: State) -> str:
    """The table as lines, to look at, to change and to read back with ``game.position``."""
    lines = [_worm_line(state, seat) for seat in state.worms]
    colours = state.colours or ("tile",) * len(state.tiles)
    lines += [f"{colour} {' '.join(map(number, tile))}"
              for colour, tile in zip(colours, state.tiles, strict=True)]  # fmt: skip
    notes = [f"turn {state.turn}", f"{state.to_move} to move"]
    if state.phase != "roll":
        notes.append(count_noun(state.steps, "step") if state.phase == "move" else state.phase)
    notes += [f"{seat} home" for seat in state.home] + [f"{seat} gone" for seat in state.gone]
    return "\n".join([*lines, ", ".join(notes)])


def _worm_line(state: State, seat: str) -> str:
    worm = state.worms[seat]
    discs = worm.discs[::-1]
    angles = (number(clean(bearing(one, other))) for one, other in pairwise(discs))
    head = f"{seat} {number(discs[0].x)} {number(discs[0].y)}: {' '.join(angles)}"
    laps = f" laps {worm.laps}" if worm.laps else ""
    return head.rstrip() + laps + (f" eaten at {worm.eaten_at}" if worm.eaten_at else "")
