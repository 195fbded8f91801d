"""Positions as a person writes them, for lessons and tests.

Lines name what is not as at the start; ``red: c3`` says where red's Pac-Man stands::

    to_move: red
    red: c3, 20 marbles, 1 yellow
    ghosts: e5 d6
    white: a2 a3 a4
    rings: g3 g7
    dice: 3 5

Below them the board may be drawn, as ``print(game.drawing(state))`` does it; then the drawing says
where everything is. A mapping with the same entries does as well; each may be text like the above
or plain values.

``white`` has the holes with a white marble, ``rings`` those with a yellow one. What isn't written
follows. Pac-Men are at home and ghosts in the centre. ``white`` and ``rings`` are all holes
(``white: all but a2 a3`` and ``none`` do too), without those where a Pac-Man stands, and without
the first ringed ones where players hold yellow marbles. The trays that are not written share what
is in none, as evenly as can be, the first ones more. With two ``dice`` both pieces are
``due``; with one, ``due: ghost`` or ``due: pac`` says which. The phase is 'move' with dice, 'roll'
without; 'put' (a yellow marble is ``owed``), 'take' (``reward: yes``) and 'over' are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from piecepack_nb.core.ascii_map import (
    NOWHERE,
    OPEN,
    UPRIGHT,
    WALL,
    AsciiMap,
    MapFormat,
    numbered,
    read,
    split_headers,
)
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import beyond
from piecepack_nb.core.validate import mapping
from piecepack_nb.games.pacman.mazes import SEATS
from piecepack_nb.games.pacman.mazes.text import HOMES
from piecepack_nb.games.pacman.phases import start
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import DUE, State
from piecepack_nb.games.pacman.text.drawing import ALL_GHOSTS, TOKENS, WHITE, YELLOW
from piecepack_nb.games.pacman.text.position import from_json, to_json

PLAIN = ("phase", "turn", "to_move", "dice", "due", "owed", "reward", "rolling")
ENTRIES = (*PLAIN, *SEATS, "ghosts", "white", "rings")
FORM = MapFormat(
    "position",
    ENTRIES,
    TOKENS | {NOWHERE},
    "a Pac-Man R G B Y, ghosts 1 2 3 or *, a marble . or o, in this order, or blanks",
    "print(game.drawing(state)) shows one",
    (WALL, OPEN, " ^ ", " v "),
    (UPRIGHT, " ", "<", ">"),
)
Entries = dict[str, Any]


def read_position(ruleset: Ruleset, written: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    drawn: Entries = {}
    if isinstance(written, str):
        given, lines = split_headers(numbered(written, FORM.what), FORM)
        drawn = _drawn(ruleset, read(lines, FORM)) if lines else {}
    else:
        given = dict(mapping("the position", written))
        if "players" in given:
            return from_json(ruleset, given)
    for name in given:
        if name not in ENTRIES or (name in SEATS and name not in ruleset.seats):
            known = [each for each in ENTRIES if each not in SEATS or each in ruleset.seats]
            raise invalid("an entry of the position", name, "one of " + ", ".join(known))
    return from_json(ruleset, _completed(ruleset, given, drawn))


# --- what the drawing says ------------------------------------------------------------------------


def _drawn(ruleset: Ruleset, plan: AsciiMap) -> Entries:
    """Where everything is, by the drawing, whose barriers must be the board's."""
    _same_board(ruleset, plan)
    found: Entries = {"white": [], "rings": [], "ghosts": {}}
    for square in plan.squares():
        token = plan.tokens[square]
        if token[-1:] in (WHITE, YELLOW):
            found["white" if token[-1] == WHITE else "rings"].append(square)
        for letter in token.rstrip(WHITE + YELLOW):
            _piece(ruleset, plan, square, letter, found)
    for seat in ruleset.seats:
        if seat not in found:
            raise BadInput(f"the position's drawing has no {HOMES[seat]}; accepted: one, {seat}'s")
    return found


def _piece(ruleset: Ruleset, plan: AsciiMap, square: str, letter: str, found: Entries) -> None:
    where = f"{square} (line {plan.rows[int(square[1:])]} of the position)"
    if letter.islower():
        home = next((s for s, there in ruleset.board.homes.items() if there == square), "")
        if letter.upper() != HOMES.get(home):
            raise invalid(where, letter, f"{HOMES[home].lower()}, this home" if home else "no home")
    elif letter == ALL_GHOSTS:
        found["ghosts"].update(dict.fromkeys(ruleset.ghosts, square))
    elif letter.isdecimal():
        if f"ghost{letter}" in found["ghosts"]:
            raise invalid(
                where, letter, f"each ghost once, and it is on {found['ghosts'][f'ghost{letter}']}"
            )
        found["ghosts"][f"ghost{letter}"] = square
    else:
        seat = next(seat for seat, each in HOMES.items() if each == letter)
        if seat in found or seat not in ruleset.seats:
            accepted = f"once, and it is on {found[seat]}" if seat in found else "Pac-Men in play"
            raise invalid(where, letter, accepted)
        found[seat] = square


def _same_board(ruleset: Ruleset, plan: AsciiMap) -> None:
    """The drawing has the spaces and barriers of the board that is played on."""
    board = ruleset.board
    squares = (*plan.squares(),)
    for square in sorted({*squares} ^ {*board.squares}):
        accepted = "as the board has it" if square in squares else "the spaces of the board"
        raise invalid(f"{square} of the position", plan.tokens.get(square, "missing"), accepted)
    for square in board.squares:
        for heading in ("N", "E"):
            border, there = (square, heading), beyond(square, heading)
            if there in board.next_to and (border in plan.walls) != (border in board.barriers):
                drawn = "a barrier" if border in plan.walls else "no barrier"
                accepted = "what the board has there, for only pieces and marbles are drawn anew"
                raise invalid(f"between {square} and {there} the position", drawn, accepted)


# --- what follows ---------------------------------------------------------------------------------


def _completed(ruleset: Ruleset, given: Mapping[str, Any], drawn: Entries) -> Entries:
    """All entries, as ``from_json`` reads them."""
    entries = to_json(start.set_up(ruleset))
    entries.update(turn=1, rolling=[], phase="roll")
    for name in PLAIN:
        if name in given:
            entries[name] = _plain(name, given[name])
    entries["ghosts"] = _ghosts(ruleset, given, drawn)
    entries["players"] = {seat: _player(ruleset, seat, given, drawn) for seat in ruleset.seats}
    if entries["phase"] == "start":
        entries.update(turn=0, rolling=entries["rolling"] or list(ruleset.seats))
    if "phase" not in given and entries["dice"]:
        entries["phase"] = "move"
    if "due" not in given:
        entries["due"] = _due(entries)
    entries["white"] = _holes(ruleset, "white", given, drawn, entries["players"])
    entries["yellow"] = _holes(ruleset, "rings", given, drawn, entries["players"])
    if "rings" not in given and not drawn:
        entries["yellow"] = _fewer(ruleset, entries)
    _trays(ruleset, entries)
    return entries


def _plain(name: str, value: Any) -> Any:
    """Words and numbers as plain values."""
    if not isinstance(value, str) or name in ("phase", "to_move"):
        return value
    words = value.replace(",", " ").split()
    numbers = [int(word[:9]) if word.isdecimal() and word.isascii() else word for word in words]
    if name == "turn":
        return numbers[0] if len(numbers) == 1 else value
    if name == "reward":
        return {"yes": True, "no": False}.get(value, value)
    return [] if value == "none" else numbers


def _due(entries: Entries) -> Any:
    dice = entries["dice"]
    if isinstance(dice, list | tuple) and len(dice) == 1:
        raise BadInput("due is missing; accepted, with one die: pac or ghost")
    return list(DUE) if isinstance(dice, list | tuple) and len(dice) == 2 else []


def _ghosts(ruleset: Ruleset, given: Mapping[str, Any], drawn: Entries) -> Any:
    """Each ghost's space, from "e5 d6", from a list, or from a mapping by name."""
    home = dict.fromkeys(ruleset.ghosts, ruleset.board.centre)
    if drawn:
        if "ghosts" in given:
            raise invalid(
                "ghosts", given["ghosts"], "no such entry, for the drawing has the ghosts"
            )
        for ghost in ruleset.ghosts:
            if ghost not in drawn["ghosts"]:
                number = ghost.removeprefix("ghost")
                raise BadInput(f"the position's drawing has no {number}; accepted: one, {ghost}")
        return drawn["ghosts"]
    value = given.get("ghosts", {})
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if isinstance(value, list | tuple):
        if len(value) != len(ruleset.ghosts):
            raise invalid(
                "ghosts", given["ghosts"], f"a space for each of {', '.join(ruleset.ghosts)}"
            )
        value = dict(zip(ruleset.ghosts, value, strict=True))
    return {**home, **mapping("ghosts", value)}


def _player(ruleset: Ruleset, seat: str, given: Mapping[str, Any], drawn: Entries) -> Entries:
    """A player from "c3, 20 marbles, 1 yellow", or from plain values; the tray may be open."""
    entry: Entries = {"square": drawn.get(seat, ruleset.home(seat)), "tray": None, "yellow": 0}
    value = given.get(seat, "")
    if isinstance(value, Mapping):
        return {**entry, **value}
    if not isinstance(value, str):
        raise invalid(seat, value, "a space and marbles, such as 'c3, 20 marbles, 1 yellow'")
    for part in filter(None, (each.strip() for each in value.split(","))):
        number = re.fullmatch(r"([0-9]{1,4}) (marbles?|yellow)", part)
        if number:
            entry["yellow" if number[2] == "yellow" else "tray"] = int(number[1])
        elif drawn or " " in part:
            accepted = "marbles" if drawn else "a space and marbles"
            example = "20 marbles, 1 yellow" if drawn else "c3, 20 marbles, 1 yellow"
            raise invalid(seat, part, f"{accepted}, such as '{example}'")
        else:
            entry["square"] = part
    return entry


def _holes(
    ruleset: Ruleset, name: str, given: Mapping[str, Any], drawn: Entries, players: Entries
) -> Any:
    """The holes with a marble of a kind: "all", "none", "all but a2 a3", "a2 a3", or a list."""
    every = sorted(ruleset.board.white if name == "white" else ruleset.board.ringed)
    stood_on = [player["square"] for player in players.values()]
    if drawn:
        if name in given:
            raise invalid(name, given[name], "no such entry, for the drawing has the marbles")
        return drawn[name]
    value = given.get(name, "all")
    if not isinstance(value, str):
        return value
    words = value.replace(",", " ").split()
    if words[:2] == ["all", "but"]:
        for word in words[2:]:
            if word not in every:
                raise invalid(f"a hole of {name}", word, "one that can have such a marble")
        return [square for square in every if square not in words[2:]]
    if words == ["all"]:
        return [square for square in every if square not in stood_on]
    return [] if words == ["none"] else words


def _fewer(ruleset: Ruleset, entries: Entries) -> Any:
    """The ringed holes with a marble, where players hold some: the first ones are empty."""
    holes = entries["yellow"]
    held = [player["yellow"] for player in entries["players"].values()]
    owed = len(entries["owed"]) if isinstance(entries["owed"], list | tuple) else 0
    if not all(type(each) is int for each in held):
        return holes
    return holes[max(0, sum(held) + owed - (len(ruleset.board.ringed) - len(holes))) :]


def _trays(ruleset: Ruleset, entries: Entries) -> None:
    """The trays that are not written share what is in none."""
    players = entries["players"].values()
    open_ones = [player for player in players if player.get("tray") is None]
    written = [player["tray"] for player in players if type(player.get("tray")) is int]
    lying = len(entries["white"]) if isinstance(entries["white"], list | tuple) else 0
    left = max(0, len(ruleset.board.white) - lying - sum(written))
    for number, player in enumerate(open_ones):
        player["tray"] = left // len(open_ones) + (number < left % len(open_ones))
