"""A brute-force walker, written from the rules anew: it shares no code with the game.

It reads a board from its drawing, character by character, and a table from its JSON form, tries
every walk, and keeps those that break no rule. Slow, and plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

Path = tuple[str, ...]
SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class Ground:
    """The board as its drawing has it."""

    def __init__(self, drawing: str) -> None:
        rows = [line for line in drawing.splitlines() if line and ":" not in line]
        self.lines = rows[:-1]
        self.margin = self.lines[0].index("+")
        self.height = len(self.lines) // 2
        self.homes: dict[str, str] = {}
        self.spaces: set[str] = set()
        self.arrows: set[str] = set()
        for rank in range(1, self.height + 1):
            row = self.lines[2 * (self.height - rank) + 1]
            for column in range(self.margin + 1, len(row), 4):
                cell = row[column : column + 3].strip()
                name = "abcdefghijklmnopqrstuvwxyz"[(column - self.margin) // 4] + str(rank)
                if row[column : column + 3] and cell != "###":
                    self._space(name, cell)

    def _space(self, name: str, cell: str) -> None:
        self.spaces.add(name)
        if cell == "X":
            self.centre = name
        if cell in ("R", "G", "B", "Y"):
            self.homes[{"R": "red", "G": "green", "B": "blue", "Y": "yellow"}[cell]] = name
        if any(mark in self.between(name, side) for side in SIDES for mark in "<>^v"):
            self.arrows.add(name)

    def between(self, name: str, side: str) -> str:
        """Return the sign drawn on one side of a space."""
        row = 2 * (self.height - int(name[1:])) + 1
        column = self.margin + 4 * (ord(name[0]) - ord("a"))
        if side in "EW":
            return self.lines[row][column + (4 if side == "E" else 0)]
        line = self.lines[row + (1 if side == "S" else -1)]
        return line[column + 1 : column + 4]

    def neighbours(self, name: str) -> set[str]:
        """Return the adjacent spaces without a barrier between."""
        found = set()
        for side, (right, up) in SIDES.items():
            other = chr(ord(name[0]) + right) + str(int(name[1:]) + up)
            if other in self.spaces and not self.between(name, side).strip():
                found.add(other)
        return found

    def beside(self, one: str, other: str) -> bool:
        """Return True if two spaces are adjacent, even across a barrier."""
        right, up = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
        return abs(right) + abs(up) == 1


def legal(drawing: str, rules: Mapping[str, Any], table: Mapping[str, Any]) -> set[str]:
    """Return every move that the rules allow with the dice that are left, as texts."""
    return set(_moves(Ground(drawing), rules, table))


def _moves(ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[str]:
    dice, both = set(table["dice"]), len(table["due"]) == 2
    pac = {die: _pac(ground, rules, table, die) for die in dice} if "pac" in table["due"] else {}
    peaceful = {
        die: {path for path in paths if path[-1] not in table["ghosts"].values()}
        for die, paths in pac.items()
    }
    able = [die for die in dice if peaceful.get(die)]
    wanted = able[0] if both and not rules["idle_die"] and len(able) == 1 and len(dice) == 2 else 0
    for die, paths in pac.items():
        yield from (f"pac {die} {_text(ground, path)}" for path in paths)
        if not peaceful[die] and not wanted:
            yield f"pac {die} stays"
    if "ghost" not in table["due"]:
        return
    for die in dice:
        found = {ghost: _ghost(ground, rules, table, ghost, die, die) for ghost in table["ghosts"]}
        if not any(found.values()) and rules["short_ghost"] == "goes as far":
            for ghost in found:
                shorter = (_ghost(ground, rules, table, ghost, die, n) for n in range(die, 0, -1))
                found[ghost] = next(filter(None, shorter), set())
        for ghost, paths in found.items():
            for path in paths:
                left = dice - {wanted}
                if die != wanted or _can_walk(
                    ground, rules, _met(ground, table, ghost, path), left
                ):
                    yield f"{ghost} {die} {_text(ground, path)}"
        if not any(found.values()) and die != wanted:
            yield f"ghosts {die} stay"


def _met(ground: Ground, table: Mapping[str, Any], ghost: str, path: Path) -> dict[str, Any]:
    """Return the table after a ghost's walk: a Pac-Man that it meets goes home."""
    players = {
        seat: {
            **each,
            "square": ground.homes[seat] if each["square"] == path[-1] else each["square"],
        }
        for seat, each in table["players"].items()
    }
    return {**table, "players": players, "ghosts": {**table["ghosts"], ghost: path[-1]}}


def _can_walk(
    ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any], dice: set[int]
) -> bool:
    """Return True if the Pac-Man has a walk by one of the dice that ends on no ghost."""
    ghosts = set(table["ghosts"].values())
    return any({path[-1] for path in _pac(ground, rules, table, die)} - ghosts for die in dice)


def _text(ground: Ground, path: Path) -> str:
    text = path[0]
    for one, other in pairwise(path):
        text += ("-" if ground.beside(one, other) else "~") + other
    return text


# --- a Pac-Man ------------------------------------------------------------------------------------


def _pac(ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any], die: int) -> set[Path]:
    """Return the walks of the Pac-Man whose turn it is."""
    start = table["players"][table["to_move"]]["square"]
    walks = list(_pac_walks(ground, rules, table, (start,), die))
    ghosts = set(table["ghosts"].values())
    gobbling = {walk for walk in walks if walk[-1] in ghosts}
    others = {
        walk for walk in walks if walk[-1] not in ghosts and _may_end(ground, rules, table, walk)
    }
    for count in range(die, 0, -1):
        exact = {walk for walk in others if _price(ground, rules, walk) == count}
        if exact or rules["short_pac_man"] == "stays":
            return gobbling | exact
    return gobbling


def _pac_walks(
    ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any], walk: Path, die: int
) -> Iterator[Path]:
    """Yield every legal path from here that costs no more than the die."""
    here = walk[-1]
    steps = [*ground.neighbours(here)]
    if here in ground.arrows:
        steps += [arrow for arrow in ground.arrows if arrow != here]
    for to in steps:
        longer = (*walk, to)
        if _price(ground, rules, longer) > die or not _pac_may(ground, rules, table, longer):
            continue
        yield longer
        if to not in table["ghosts"].values():
            yield from _pac_walks(ground, rules, table, longer, die)


def _pac_may(
    ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any], walk: Path
) -> bool:
    """Return True if the last step of the path is legal."""
    to, me = walk[-1], table["to_move"]
    if to == ground.centre and rules["centre"] == "ghosts":
        return False
    if any(to == each["square"] for seat, each in table["players"].items() if seat != me):
        return False
    if len(walk) > 2 and not rules["pac_men_turn_back"]:
        offs = [not ground.beside(*walk[-3:-1]), not ground.beside(*walk[-2:])]
        if walk[-3] == to or all(offs):
            return False
    if to in table["ghosts"].values():
        won = rules["privilege_at_once"] and set(walk[1:-1]) & set(table["yellow"])
        return bool(table["players"][me]["yellow"] or won)
    return True


def _may_end(
    ground: Ground, rules: Mapping[str, Any], table: Mapping[str, Any], walk: Path
) -> bool:
    """Return True if a path can end on this home."""
    seat = next((seat for seat, home in ground.homes.items() if home == walk[-1]), None)
    return seat is None or (seat == table["to_move"] and rules["own_home"])


def _price(ground: Ground, rules: Mapping[str, Any], walk: Path) -> int:
    price = 0
    for one, other in pairwise(walk):
        price += rules["homes_count"] or other not in ground.homes.values()
        price += rules["off_board_cost"] * (not ground.beside(one, other))
    return price


# --- a ghost --------------------------------------------------------------------------------------


def _ghost(
    ground: Ground,
    rules: Mapping[str, Any],
    table: Mapping[str, Any],
    ghost: str,
    die: int,
    count: int,
) -> set[Path]:
    """Return the walks of a ghost that take this count, or meet a Pac-Man within it."""
    pac_men = {each["square"] for each in table["players"].values()}
    others = {square for name, square in table["ghosts"].items() if name != ghost}
    found, begun = set(), [(table["ghosts"][ghost],)]
    while begun:
        walk = begun.pop()
        for to in ground.neighbours(walk[-1]) - set(ground.homes.values()) - others:
            if len(walk) > 1 and walk[-2] == to and not rules["ghosts_turn_back"]:
                continue
            if to in pac_men or len(walk) == count:
                found.add((*walk, to))
            else:
                begun.append((*walk, to))
    return found
