"""Positions that a person writes, as lines or as a mapping, and the drawing that prints them.

    8 # # # # # # # #       # a white block, . a black counter, _ a hole,
    7 # . . . . . . #       % a white block on a black counter
    6 # . _ . . . . #
    5 # . . . . . . #
    4 # . . . . . . #
    3 # . . . . . . #
    2 # . . . . . . #
    1 # # # # # # # #
      a b c d e f g h
    suns c3 N, 2 points
    moons d5 W, stunned
    crowns off, -1 point, out 2
    arms c6 E, then forward
    turn 4

The board may be left out (all counters lie as in PA-1), and so may everything behind a player's
square and heading. A mapping has the same entries: ``{"board": …, "suns": "c3 N", "turn": 4}``;
its board is the eight lines, or what differs from the start: ``{"d4": "white", "e4": "hole"}``.
"figure" is the position of the document's figure (PA-4), "figure N E S W" the same with headings.
A position is one at the start of a turn, before any order is written: what was written already is
secret and isn't drawn (``to_json`` has it). Where nobody may write an order, but somebody off the
board may come back, that is what comes first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import mapping, one_of, whole_number
from piecepack_nb.games.paco.orders import writers
from piecepack_nb.games.paco.phases import returning, setup
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import FILES, HEADINGS, SQUARES
from piecepack_nb.games.paco.state import CELLS, SEATS, Player, State
from piecepack_nb.games.paco.text.position import SQUARE, checked, from_json
from piecepack_nb.games.paco.text.reading import seat_of

SIGNS = {"#": "white", ".": "black", "_": "", "%": "stacked"}
RANK = re.compile(r"([1-8])\s+(\S.*)")
FOOT = re.compile(r"a\s*b\s*c\s*d\s*e\s*f\s*g\s*h")
NOTES = (
    (re.compile(r"(-?[0-9]{1,6}) points?"), "points"),
    (re.compile(r"stunned(?: ([0-9])(?! point))?"), "stunned"),
    (re.compile(r"then (\w+)"), "then"),
    (re.compile(r"foiled by (\w[\w ]*)"), "foiled_by"),
    (re.compile(r"out ([0-9]{1,6})"), "out"),
)


def read_position(rules: PacoRules, written: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    if isinstance(written, str):
        words = written.split()
        if words[:1] == ["figure"]:
            return _figure(rules, words[1:])
        written = _entries(rules, written)
    entries = mapping("the position", written)
    if "cells" in entries or "phase" in entries:
        return from_json(rules, entries)
    seats = SEATS[: rules.players]
    known = ("board", *seats, "turn", "beside")
    for name in entries:
        if name not in known:
            raise invalid("an entry of the position", name, ", ".join(known))
    players = ((seat, _player(seats, seat, entries.get(seat, "off"))) for seat in seats)
    turn = whole_number("turn", entries.get("turn", 1), 1, rules.turn_limit)
    beside = whole_number("beside", entries.get("beside", 0), 0, 10**6)
    board = FrozenDict(sorted(_board(rules, entries.get("board", {})).items()))
    if not any(seat in entries for seat in seats):
        raise BadInput("the position names no player; accepted: a line for each, such as "
                       "'suns c3 N', 'moons d5 W, stunned', or 'moons off'")  # fmt: skip
    state = State("orders", turn, board, FrozenDict(players), FrozenDict(), beside)
    return checked(rules, state if writers(state) else returning.asked(rules, state))


def _figure(rules: PacoRules, headings: Sequence[str]) -> State:
    """The figure's position, with headings, or without them, which are rolled or chosen (PA-4)."""
    if rules.players > len(setup.FIGURE_PLAYERS):
        raise invalid("players", rules.players, "at most 4 in the document's figure (PA-4)")
    state = setup.before(rules.but(start="figure"))
    if not headings:
        return state._replace(phase="headings") if rules.headings == "chosen" else state
    if len(headings) != rules.players or any(each not in HEADINGS for each in headings):
        some = " ".join(HEADINGS[: rules.players])
        accepted = f"{rules.players} of N, E, S, W, as in 'figure {some}'"
        given = brief_repr(" ".join(headings))
        raise BadInput(f"the headings of the figure are {given}; accepted: {accepted}")
    for seat, heading in zip(state.players, headings, strict=True):
        state = state.put(seat, state.players[seat]._replace(heading=heading))
    return state._replace(phase="orders", turn=1)


# --- lines ------------------------------------------------------------------------------------


def _entries(rules: PacoRules, text: str) -> dict[str, object]:
    """The entries that stand in the lines."""
    entries: dict[str, object] = {}
    ranks: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if RANK.fullmatch(line):
            ranks.append(line)
            continue
        if FOOT.fullmatch(line):
            continue
        name, _, rest = line.partition(" ")
        seat = seat_of(SEATS[: rules.players], name.rstrip(":"))
        name = seat or name.rstrip(":")
        if name in entries:
            raise BadInput(f"the position has two lines for {name}")
        if name in ("turn", "beside"):
            entries[name] = int(rest) if re.fullmatch("[0-9]{1,7}", rest.strip()) else rest
        elif seat:
            entries[name] = rest
        else:
            seats = ", ".join(SEATS[: rules.players])
            raise invalid("a line of the position", line, f"a rank such as '8 # # # # # # # #', "
                        f"a player ({seats}), turn, or beside")  # fmt: skip
    if ranks:
        entries["board"] = "\n".join(ranks)
    return entries


def _board(rules: PacoRules, board: object) -> dict[str, str]:
    """The counters, from eight lines or from what differs from the start."""
    if isinstance(board, str):
        return _drawn(board)
    cells = dict(setup.before(rules.but(start="rolled")).cells)
    for square, cell in mapping("board", board).items():
        one_of("a square of board", square, SQUARES, SQUARE)
        found = one_of(f"board.{square}", cell, (*CELLS, "hole"))
        cells[square] = found
        if found == "hole":
            del cells[square]
    return cells


def _drawn(text: str) -> dict[str, str]:
    """The counters in the eight lines of a drawing."""
    cells: dict[str, str] = {}
    seen: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = RANK.fullmatch(line)
        if not match:
            if FOOT.fullmatch(line):
                continue
            raise invalid("a line of the board", line, "a rank such as '8 # # # # # # # #'")
        rank, signs = match[1], match[2].split()
        if len(signs) == 1:
            signs = list(signs[0])
        if len(signs) != 8 or any(sign not in SIGNS for sign in signs):
            accepted = "eight of # (white), . (black), _ (hole), % (white on black)"
            raise invalid(f"rank {rank} of the board", match[2], accepted)
        if rank in seen:
            raise BadInput(f"rank {rank} of the board stands twice")
        seen.append(rank)
        cells |= {f"{file}{rank}": SIGNS[sign] for file, sign in zip(FILES, signs, strict=True)}
    missing = [rank for rank in "87654321" if rank not in seen]
    if missing:
        raise invalid("the board", f"without rank {missing[0]}", "the ranks 8 to 1")
    return {square: cell for square, cell in cells.items() if cell}


def _player(seats: Sequence[str], seat: str, value: object) -> Player:
    """A player from its line: square and heading, or "off", then notes."""
    if not isinstance(value, str):
        raise invalid(seat, value, "a text such as 'c3 N, 2 points', or 'off'")
    words = value.replace(",", " ").split()
    if words[:1] == ["off"]:
        return _noted(seats, seat, Player(), " ".join(words[1:]))
    square = one_of(f"the square of {seat}", words[0].lower() if words else "", SQUARES, SQUARE)
    heading = words[1].upper() if len(words) > 1 else ""
    one_of(f"the heading of {seat}", heading, HEADINGS)
    return _noted(seats, seat, Player(square, heading), " ".join(words[2:]))


def _noted(seats: Sequence[str], seat: str, player: Player, notes: str) -> Player:
    """The player with what else is said of it."""
    rest = notes
    while rest:
        for form, name in NOTES:
            match = form.match(rest)
            if match:
                changes: dict[str, Any] = {name: _value(seats, seat, name, match[1])}
                player = player._replace(**changes)
                rest = rest[match.end() :].strip()
                break
        else:
            accepted = "'2 points', 'stunned', 'then forward', 'out 3', 'foiled by moons'"
            raise invalid(f"what is said of {seat}", rest, accepted)
    return player


def _value(seats: Sequence[str], seat: str, name: str, said: str | None) -> object:
    if name == "then":
        return one_of(f"the second order of {seat}", said, ("forward", "left", "right", "lift",
                      "push"))  # fmt: skip
    if name == "foiled_by":
        names = (said or "").replace(" and ", " ").split()
        return tuple(one_of(f"who foiled {seat}", each, seats) for each in names)
    return int(said or 1)


# --- the drawing ------------------------------------------------------------------------------


def drawing(state: State) -> str:
    """The table as lines that ``read_position`` reads back, before any order is written."""
    signs = {cell: sign for sign, cell in SIGNS.items()}
    lines = [
        f"{rank} " + " ".join(signs[state.cells.get(f"{file}{rank}", "")] for file in FILES)
        for rank in range(8, 0, -1)
    ]
    lines.append("  " + " ".join(FILES))
    lines += [f"{seat} {_described(player)}" for seat, player in state.players.items()]
    lines.append(f"turn {state.turn}")
    lines += [f"beside {state.beside}"] if state.beside else []
    return "\n".join(lines)


def _described(player: Player) -> str:
    said = [f"{player.square} {player.heading}".strip() if player.square else "off"]
    if player.points:
        said.append(f"{player.points} point{'' if abs(player.points) == 1 else 's'}")
    if player.stunned:
        said.append("stunned" if player.stunned == 1 else f"stunned {player.stunned}")
    said += [f"then {player.then}"] if player.then else []
    said += [f"out {player.out}"] if player.out else []
    said += [f"foiled by {' '.join(player.foiled_by)}"] if player.foiled_by else []
    return ", ".join(said)
