"""Moves and positions as text and as JSON; every entry is checked when it is read.

A position is a mapping with the entries of ``to_json``, but only ``worms`` is needed, and shorter
forms will do:

    {"worms": {"suns": "20 18: 180 180 170 160 160", "moons": [[10, 12], …]},
     "tiles": ["25 18 30", [30, 20, 0]], "to_move": "suns", "steps": 4}

A worm is its head's place, then the angle from each disc to the next, away from the head. "laps 1"
after it means that it has been round the far side once, anticlockwise. As lines it is

    suns 20 18: 180 180 170 160 160 laps 1
    tile 25 18 30
    turn 5, suns to move, 4 steps, moons home

with "ace" in place of the steps where an ace was rolled ("1 step, by ace" where an ace is a step),
and the name of any other phase (see ``state``) except that of a die to roll. Worms are "home" in
the order in which they came in; a worm whose discs were all eaten is "gone".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Die, Roll
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.piecepack import SUITS, suit_of
from piecepack_nb.core.validate import mapping, one_of
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    TOLERANCE,
    Point,
    Tile,
    beside,
    distance,
    round_angle,
)
from piecepack_nb.games.worm_derby.geometry.ring import rings_of, thing_text
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, SetUp, Stay, Steps
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, PHASES, State, Worm, other_end

# --- Moves ----------------------------------------------------------------------------------------

MOVE_FORMS = (
    "'suns tail>head 45.2 50' (angles in degrees), 'suns stays', 'tile 7 to 20.5 12 30', "
    "'suns adds head 90', 'suns at 17.5', 'roll 4'"
)
MOVE_NUMBER = re.compile(r"[-+]?\d{1,7}(?:\.\d{0,12})?|[-+]?\.\d{1,12}")
STEPS = re.compile(r"(\w+)\s+(head|tail)\s*>\s*(head|tail)((?:\s+\S+)*)")
STAYS = re.compile(r"(\w+)\s+stays?")
PUT = re.compile(r"tile(?:\s+(\d{1,3}))?\s+(?:to|at)((?:\s+\S+)+)")
ADDS = re.compile(r"(\w+)\s+adds\s+(head|tail)\s+(\S+)")
BUILDS = re.compile(r"(\w+)\s+at\s+(\S+)")


def parse_move(state: State, text: str, dice: tuple[Die, ...]) -> Move:
    """Return the move that a person means; raises BadInput for one that can't be read."""
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
        angle = round_angle(_parse_number(text, found[3]))
        return Revive(_parse_seat(text, found[1]), found[2], angle)
    if found := STAYS.fullmatch(words):
        return Stay(_parse_seat(text, found[1]))
    if found := BUILDS.fullmatch(words):
        y = round(_parse_number(text, found[2]), DECIMALS)
        return Build(_parse_seat(text, found[1]), y)
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
    if not MOVE_NUMBER.fullmatch(word):
        raise invalid(f"in {shorten(text)!r}, the number", word, "a number such as 45.2")
    return float(word)


def _parse_tile(text: str, words: str) -> Tile:
    """Return a tile from its place and angle; without an angle it lies straight."""
    values = [_parse_number(text, word) for word in words.replace(",", " ").split()]
    if len(values) not in (2, 3):
        what = f"in {shorten(text)!r}, the place"
        raise invalid(what, words.strip(), "x y and an angle: 20.5 12 30")
    return Tile.at(values[0], values[1], values[2] if len(values) == 3 else 0.0)


def _parse_set_up(text: str, words: str) -> SetUp:
    """Return all tiles, with commas between; in a slalom each with its colour."""
    tiles, colours = [], []
    for part in words.split(","):
        first, _, rest = part.strip().partition(" ")
        if first in ("red", "blue"):
            colours.append(first)
        tiles.append(_parse_tile(text, rest if first in ("red", "blue") else part))
    return SetUp(tuple(tiles), tuple(colours))


# --- Positions as text ----------------------------------------------------------------------------

LONGEST_POSITION = 4000
NUMBER = r"-?\d{1,4}(?:\.\d*)?"
WORM_LINE = re.compile(
    rf"({NUMBER}) ({NUMBER}):?((?: {NUMBER})*)(?: laps (-?\d{{1,3}}))?(?: eaten at (head|tail))?"
)
TILE_LINE = re.compile(rf"({NUMBER}) ({NUMBER})(?: ({NUMBER}))?")
LINE_FORMS = "a worm, 'tile 25 18 30', 'red 25 18 0', or 'turn 5, suns to move, 4 steps'"
SEAT = "(" + "|".join(SUITS) + ")"
NOTE_FORMS = {
    "turn": re.compile(r"turn (\d{1,7})"),
    "to_move": re.compile(f"{SEAT} to move"),
    "steps": re.compile(r"(\d) steps?"),
    "by_ace": re.compile("by (ace)"),
    "phase": re.compile("(" + "|".join(PHASES) + ")"),
    "home": re.compile(f"{SEAT} home"),
    "gone": re.compile(f"{SEAT} gone"),
}


def parse_position(ruleset: Ruleset, form: Form[State], position: object) -> State:
    """Return the table that a person wrote; raises BadInput naming the entry that is wrong."""
    given = _entries(position) if isinstance(position, str) else mapping(POSITION, position)
    entries = form.expand(POSITION, {"worms": {}, "tiles": [], **given})
    worms, tiles = mapping("worms", entries["worms"]), entries["tiles"]
    usual: dict[str, Any] = {
        "turn": 1,
        "to_move": next((seat for seat in ruleset.seats if seat in worms), ruleset.seats[0]),
        "phase": "move" if given.get("steps", 0) else "roll",
        "steps": 0, "colours": [], "home": [], "gone": [],
    }  # fmt: skip
    if not worms and "phase" not in given:
        number = len(tiles) if isinstance(tiles, list) else 0
        seat = ruleset.seats[number % len(ruleset.seats)]
        usual |= {"phase": ruleset.initial_state().phase, "turn": 0, "to_move": seat}
    return form.read(POSITION, usual | entries)


def _expand_worm(ruleset: Ruleset, what: str, value: object) -> object:
    """Return a worm's JSON from its text, or from its discs alone."""
    if not isinstance(value, str):
        return value if isinstance(value, Mapping) else {"discs": value}
    found = WORM_LINE.fullmatch(" ".join(value.split()))
    if found is None:
        raise invalid(what, value, "a head and angles, such as '20 18: 180 180 170'")
    discs = [Point(round(float(found[1]), DECIMALS), round(float(found[2]), DECIMALS))]
    for angle in found[3].split():
        discs.append(beside(discs[-1], float(angle), ruleset.coin))
    return {
        "discs": [list(disc) for disc in reversed(discs)],
        "laps": int(found[4] or 0),
        "eaten_at": found[5] or "",
    }


def _expand_tile(what: str, value: object) -> object:
    """Return a tile's JSON from "25 18 30"."""
    if not isinstance(value, str):
        return value
    found = TILE_LINE.fullmatch(" ".join(value.split()))
    if found is None:
        raise invalid(what, value, "a place and an angle, such as '25 18 30'")
    return list(Tile.at(float(found[1]), float(found[2]), float(found[3] or 0)))


def _entries(text: str) -> dict[str, Any]:
    """Return the entries of a position in lines."""
    if len(text) > LONGEST_POSITION:
        most = f"at most {LONGEST_POSITION}"
        raise BadInput(f"the position has {len(text)} characters; expected {most}")
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
            _parse_notes(line, entries)
    return entries


def _parse_notes(line: str, entries: dict[str, Any]) -> None:
    for part in re.split(r"\s*,\s*", line):
        for name, form in NOTE_FORMS.items():
            if found := form.fullmatch(part):
                if name in ("home", "gone"):
                    entries[name].append(found[1])
                elif name == "by_ace":
                    entries[name] = True
                else:
                    entries[name] = int(found[1]) if found[1].isdecimal() else found[1]
                break
        else:
            raise invalid("a line of the position", part, LINE_FORMS)


# --- Positions as JSON ----------------------------------------------------------------------------

MOST_TURNS = 10**6
MOST_LAPS = 999
MOST_TILES = 21
MOST_STEPS = 6
ENTRIES = State._fields


def position_form(ruleset: Ruleset) -> Form[State]:
    """Return the form of the table: what each entry may be."""
    seat = forms.word(ruleset.seats)
    worms = forms.table({each: _worm_form(ruleset, each) for each in ruleset.seats}, "a worm")
    seats = forms.items(seat, MOST_TILES)
    checks = (_check_places, _check_tiles, _check_race, _check_phase)
    return forms.record(
        State,
        turn=forms.whole(0, MOST_TURNS),
        phase=forms.word(PHASES),
        to_move=seat,
        worms=replace(worms, write=lambda found: dict(sorted(worms.write(found).items()))),
        tiles=forms.items(Form(_read_tile, list, _expand_tile), MOST_TILES),
        colours=forms.items(forms.ANYTHING, MOST_TILES),
        home=seats,
        gone=seats,
        steps=forms.whole(0, MOST_STEPS),
        by_ace=forms.FLAG.unless(False),
    ).checked(*(partial(check, ruleset) for check in checks))


def _read_numbers(what: str, value: object, count: int) -> list[float]:
    """Return finite numbers of inches or degrees, with any number of decimals, rounded as all."""
    if not isinstance(value, list) or len(value) != count:
        raise invalid(what, value, f"a list of {count} numbers")
    for at, each in enumerate(value):
        if type(each) not in (int, float) or not abs(each) < 1e4:
            raise invalid(f"{what}[{at}]", each, "a number from -9999 to 9999")
    return [round(float(each), DECIMALS) + 0.0 for each in value]


def _read_tile(what: str, value: Any) -> Tile:
    x, y, angle = _read_numbers(what, value, 3)
    if angle < 0 or value[2] >= 90:
        raise invalid(f"{what}[2]", angle, "an angle from 0 up to 90")
    return Tile.at(x, y, angle)


def _worm_form(ruleset: Ruleset, seat: str) -> Form[Worm]:
    """Return the form of a worm whose discs touch along it and nowhere else (WD-1)."""

    def read_discs(what: str, value: object) -> tuple[Point, ...]:
        most = ruleset.rules.length
        least = ruleset.least if ruleset.rules.cannibal else most
        if not isinstance(value, list) or not least <= len(value) <= most:
            many = f"{least} to " if least < most else ""
            raise invalid(what, value, f"a list of {many}{most} discs")
        discs = tuple(Point(*_read_numbers(f"{what}[{at}]", d, 2)) for at, d in enumerate(value))
        _check_chain(ruleset, seat, discs)
        return discs

    def read_end(what: str, value: object) -> str:
        end = one_of(what, value, ("", *ENDS))
        if end and not ruleset.rules.cannibal:
            raise invalid(what, end, "'': these worms are no cannibals")
        return end

    form = forms.record(
        Worm,
        discs=Form(read_discs, lambda discs: [list(disc) for disc in discs]),
        laps=forms.whole(-MOST_LAPS, MOST_LAPS),
        eaten_at=Form(read_end),
    )
    usual = {"laps": 0, "eaten_at": ""}
    return form.filled(usual).by_hand(partial(_expand_worm, ruleset))


def _check_chain(ruleset: Ruleset, seat: str, discs: tuple[Point, ...]) -> None:
    """Check that neighbours touch and others are further apart (WD-1, WD-3)."""
    counted = list(enumerate(reversed(discs), 1))  # from the head, as in all texts
    for (at, one), (to, other) in combinations(counted, 2):
        what, far = f"the distance of discs {at} and {to} of the {seat} worm", distance(one, other)
        if to == at + 1 and abs(far - ruleset.coin) > TOLERANCE:
            raise invalid(what, round(far, 6), f"{ruleset.coin:g}: they touch")
        if to > at + 1 and far < ruleset.coin + TOLERANCE:
            raise invalid(what, round(far, 6), f"over {ruleset.coin:g}: they don't touch")


# --- Entries that must fit together ---------------------------------------------------------------


def _check_places(ruleset: Ruleset, state: State) -> None:
    """Check that discs and tiles lie on the table and on nothing else (WD-4)."""
    on_table = "a place on the table of {:g} by {:g} inches".format(*ruleset.size)
    tiles, discs = list(ruleset.all_tiles(state.tiles)), list(state.discs())
    for disc in discs:
        what = thing_text(disc.name)
        if ruleset.room(disc.place) < ruleset.radius - TOLERANCE:
            raise invalid(what, list(disc.place), on_table)
        for name, tile in tiles:
            if ruleset.covers(tile, disc.place):
                raise invalid(what, list(disc.place), f"a place that is not on {name}")
    for disc, other in combinations(discs, 2):
        apart = distance(disc.place, other.place)
        if disc.seat != other.seat and apart < ruleset.coin - TOLERANCE:
            free = f"a place that is not on {thing_text(other.name)}"
            raise invalid(thing_text(disc.name), list(disc.place), free)
    for name, tile in tiles[len(ruleset.fixed) :]:
        if ruleset.corner_off(tile):
            raise invalid(name, list(tile), on_table)
    for (name, tile), (over, another) in combinations(tiles, 2):
        if ruleset.overlap(tile, another):
            raise invalid(over, list(another), f"a place that is not on {name}")


def _check_tiles(ruleset: Ruleset, state: State) -> None:
    """Check the colours of a slalom (WD-30); else obstacles lie face down."""
    slalom = ruleset.rules.slalom != "no"
    if len(state.colours) != (len(state.tiles) if slalom else 0):
        text = "a colour for each tile" if slalom else "none: the obstacles are face down"
        raise invalid("colours", list(state.colours), text)
    for at, colour in enumerate(state.colours):
        one_of(f"colours[{at}]", colour, ("red", "blue"))


def _check_race(ruleset: Ruleset, state: State) -> None:
    """Check who is home, who is gone, and who still races (WD-22, WD-43)."""
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
    """Check that the action that is due is possible (WD-12, WD-13, WD-20)."""
    phase, seat, racing = state.phase, state.to_move, ruleset.racing(state)
    if phase in ("set-up", "tiles"):
        _check_set_up(ruleset, state)
        return
    if (state.turn == 0) != (phase == "worms" and ruleset.rules.starts == "chooses"):
        raise invalid("turn", state.turn, "0 during the set-up, 1 and more in the race")
    if (phase == "over") != ruleset.is_over(state):
        names = ", ".join(racing) or "nobody"
        raise invalid("phase", phase, f"one that fits the worms still racing: {names}")
    if phase != "over" and seat not in racing:
        raise invalid("to_move", seat, "one that still races")
    if (phase == "move") != (state.steps > 0):
        raise invalid("steps", state.steps, "0, or the steps to make in the phase 'move'")
    _check_started(ruleset, state)
    if phase == "ace" and not (ruleset.can_move_tile(state) or ruleset.can_revive(state)):
        raise invalid("phase", "ace", "roll: an ace could do nothing")
    if state.by_ace and state.steps != 1:
        raise invalid("by_ace", True, "false, unless one step must be made")
    if phase == "move":
        _check_can_move(ruleset, state)


def _check_set_up(ruleset: Ruleset, state: State) -> None:
    """Check that nothing is there that comes later."""
    begin = ruleset.initial_state()
    if state.phase != begin.phase:
        raise invalid("phase", state.phase, f"{begin.phase!r}, or one of the race")
    if state.phase == "tiles":
        if len(state.tiles) >= ruleset.rules.dealt:
            raise invalid("tiles", len(state.tiles), f"fewer than {ruleset.rules.dealt} so far")
        following = ruleset.seats[len(state.tiles) % len(ruleset.seats)]
        begin = begin._replace(tiles=state.tiles, to_move=following)
    for name, value, expected in zip(ENTRIES, state, begin, strict=True):
        if value != expected:
            raise invalid(name, shorten(str(value)), "what it is before the race")


def _check_started(ruleset: Ruleset, state: State) -> None:
    """Check that each worm that races is on the table, or still to be built (WD-13)."""
    seat, starts = state.to_move, ruleset.rules.starts
    missing = [each for each in ruleset.racing(state) if each not in state.worms]
    if state.phase == "worms":
        first = missing[0] if missing and starts == "chooses" else seat
        if starts == "side by side" or seat not in missing or seat != first:
            raise invalid("phase", state.phase, "one in which worms are not built")
    elif missing and (starts != "one by one" or (state.phase != "over" and seat in missing)):
        raise BadInput(f"worms has no entry {missing[0]!r}, who still races")


def _check_can_move(ruleset: Ruleset, state: State) -> None:
    """Check that the seat can make a step, and as many as are due."""
    seat = state.to_move
    discs = len(state.worms[seat].discs)
    most = 0 if discs < 2 else ruleset.limited(MOST_STEPS, discs)
    if state.steps > most:
        limit = " (WD-42)" if ruleset.rules.step_limit else ""
        raise invalid("steps", state.steps, f"0 to {most} for {discs} discs{limit}")
    if not any(ring.open for ring in rings_of(ruleset, state, seat).values()):
        raise invalid("phase", "move", f"roll: the {seat} worm can make no step")
