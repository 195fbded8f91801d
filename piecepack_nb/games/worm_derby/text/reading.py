"""Moves of Worm Derby from their texts."""

from __future__ import annotations

import math
import re

from piecepack_nb.core.actors import Die, Roll
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.piecepack import suit_of
from piecepack_nb.games.worm_derby.geometry.plane import DECIMALS, Tile, clean
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, SetUp, Stay, Steps
from piecepack_nb.games.worm_derby.state import State, other_end

FORMS = (
    "'suns tail>head 45.2 50' (angles in degrees), 'suns stays', 'tile 7 to 20.5 12 30', "
    "'suns adds head 90', 'suns at 17.5', 'roll 4'"
)
LONGEST = 2000  # characters of a move
NUMBER = re.compile(r"[-+]?\d{1,7}(?:\.\d{0,12})?|[-+]?\.\d{1,12}")
STEPS = re.compile(r"(\w+)\s+(head|tail)\s*>\s*(head|tail)((?:\s+\S+)*)")
STAYS = re.compile(r"(\w+)\s+stays?")
PUT = re.compile(r"tile(?:\s+(\d{1,3}))?\s+(?:to|at)((?:\s+\S+)+)")
ADDS = re.compile(r"(\w+)\s+adds\s+(head|tail)\s+(\S+)")
BUILDS = re.compile(r"(\w+)\s+at\s+(\S+)")


def parse_move(state: State, text: str, dice: tuple[Die, ...]) -> Move:
    """The move that a person means; raises BadInput where it can't be read."""
    if len(text) > LONGEST:
        raise BadInput(f"the move has {len(text)} characters; accepted: {FORMS}")
    line = " ".join(text.replace("°", "").split())
    words = line.lower()
    if words.split()[:1] == ["roll"]:
        return Roll.read(line, dice)
    if words.startswith("set up"):
        return _set_up(text, words.removeprefix("set up"))
    if found := PUT.fullmatch(words):
        number = int(found[1]) if found[1] else len(state.tiles) + 1
        return Put(number, _tile(text, found[2]))
    if found := STEPS.fullmatch(words):
        return _steps(text, found)
    if found := ADDS.fullmatch(words):
        return Revive(_seat(text, found[1]), found[2], clean(_value(text, found[3])))
    if found := STAYS.fullmatch(words):
        return Stay(_seat(text, found[1]))
    if found := BUILDS.fullmatch(words):
        return Build(_seat(text, found[1]), round(_value(text, found[2]), DECIMALS))
    raise invalid("the move", text, FORMS)


def _steps(text: str, found: re.Match[str]) -> Steps:
    if found[2] != other_end(found[3]):
        raise invalid(f"in {shorten(text)!r}, the direction", f"{found[2]}>{found[3]}",
                    "tail>head or head>tail")  # fmt: skip
    angles = tuple(clean(_value(text, word)) for word in found[4].split())
    return Steps(_seat(text, found[1]), found[3], angles)


def _seat(text: str, word: str) -> str:
    seat = suit_of(word)
    if seat is None:
        raise invalid(f"in {shorten(text)!r}, the worm", word, "suns, moons, crowns or arms")
    return seat


def _value(text: str, word: str) -> float:
    value = float(word) if NUMBER.fullmatch(word) else math.nan
    if not math.isfinite(value):
        raise invalid(f"in {shorten(text)!r}, the number", word, "a number such as 45.2")
    return value


def _tile(text: str, words: str) -> Tile:
    """A tile's place and angle; without an angle it lies straight."""
    values = [_value(text, word) for word in words.replace(",", " ").split()]
    if len(values) not in (2, 3):
        raise invalid(
            f"in {shorten(text)!r}, the place", words.strip(), "x y and an angle: 20.5 12 30"
        )
    return Tile.at(values[0], values[1], values[2] if len(values) == 3 else 0.0)


def _set_up(text: str, words: str) -> SetUp:
    """All tiles, with commas between; in a slalom each with its colour."""
    tiles, colours = [], []
    for part in words.split(","):
        first, _, rest = part.strip().partition(" ")
        if first in ("red", "blue"):
            colours.append(first)
            tiles.append(_tile(text, rest))
        else:
            tiles.append(_tile(text, part))
    return SetUp(tuple(tiles), tuple(colours))
