"""Activator written a second time, slowly, from the author's document: to count moves against.

It shares no code with the engine and looks at the game otherwise: squares are pairs of numbers,
pieces are sizes (B is 2, F is 6) with Blue's negative, and every combination of start, number of
pieces, end and activator's place is tried one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

Cell = tuple[int, int]
CELLS = [(x, y) for x in range(4) for y in range(4)]
CORNER = {+1: (0, 0), -1: (3, 3)}


class Table:
    def __init__(self, piles: dict[Cell, list[int]], eyes: dict[int, Cell], mover: int) -> None:
        self.piles = piles
        self.eyes = eyes  # the activators, by whose they are
        self.mover = mover
        self.guest = 0  # who came to the other's corner in the turn before
        self.winner = 0

    def again(self) -> Table:
        """Return a copy; piles are replaced, never changed, so copies share them."""
        copy = Table(dict(self.piles), dict(self.eyes), self.mover)
        copy.guest, copy.winner = self.guest, self.winner
        return copy

    def owner(self, cell: Cell) -> int:
        return 0 if cell not in self.piles else (1 if self.piles[cell][0] > 0 else -1)

    def count(self, who: int) -> int:
        return sum(pile[0] * who > 0 for pile in self.piles.values())


def read(data: dict[str, Any]) -> Table:
    """Return a table from the engine's JSON, which is letters and squares only."""

    def cell(name: str) -> Cell:
        return "abcd".index(name[0]), int(name[1]) - 1

    piles = {}
    for name, stack in data["squares"].items():
        owner, letters = stack.split()
        sign = 1 if owner == "red" else -1
        piles[cell(name)] = [sign * (2 + "BCDEF".index(letter)) for letter in letters]
    eyes = {1: cell(data["activators"]["red"]), -1: cell(data["activators"]["blue"])}
    table = Table(piles, eyes, 1 if data["to_move"] == "red" else -1)
    table.guest = -table.mover if table.owner(CORNER[table.mover]) == -table.mover else 0
    return table


def may_go(table: Table, start: Cell, number: int, end: Cell) -> bool:
    """Return True if the top ``number`` pieces of ``start`` can move to ``end``."""
    me = table.mover
    across, up = end[0] - start[0], end[1] - start[1]
    longest = max(abs(across), abs(up))
    if not 0 < longest <= number <= len(table.piles[start]):
        return False
    (rx, ry), (bx, by) = table.eyes[1], table.eyes[-1]
    if start in ((rx, by), (bx, ry)):  # where a rank meets a file
        return False
    straight = across == 0 or up == 0
    slanting = abs(across) == abs(up) and number == 3
    if not (straight or slanting):
        return False
    for step in range(1, longest):
        if (start[0] + across * step // longest, start[1] + up * step // longest) in table.piles:
            return False
    moving = table.piles[start][len(table.piles[start]) - number :]
    whose = table.owner(end)
    if whose == me:
        under = table.piles[end]
        return abs(under[-1]) > abs(moving[0]) and len(under) + number <= 3
    if whose == -me:
        mine = table.eyes[me]
        return end not in table.eyes.values() and (start[0] == mine[0] or start[1] == mine[1])
    return True


def gone(table: Table, start: Cell, number: int, end: Cell) -> Table:
    """Return a copy of the state after the move of the pieces."""
    after = table.again()
    pile = after.piles.pop(start)
    rest, moving = pile[: len(pile) - number], pile[len(pile) - number :]
    if rest:
        after.piles[start] = rest
    kept = after.piles.get(end, []) if table.owner(end) == table.mover else []
    after.piles[end] = kept + moving
    if after.eyes[-table.mover] == start:
        after.eyes[-table.mover] = end
    if after.count(-table.mover) < 2:
        after.winner = table.mover
    elif after.count(table.mover) < 2:
        after.winner = -table.mover
    return after


def finished(table: Table) -> Table:
    """End the turn: a guest that is still in the corner has won."""
    me = table.mover
    if not table.winner and table.guest == -me and table.owner(CORNER[me]) == -me:
        table.winner = -me
    arrived = table.owner(CORNER[-me]) == me
    table.guest, table.mover = (me if arrived else 0), -me
    return table


def choices(table: Table) -> Iterator[tuple[Cell, int, Cell, Table, list[Cell]]]:
    """Yield the moves of the pieces, with the state after each and the activator's squares."""
    if table.winner:
        return
    mine = [cell for cell in CELLS if table.owner(cell) == table.mover]
    for start, number, end in product(mine, (1, 2, 3), CELLS):
        if not may_go(table, start, number, end):
            continue
        after = gone(table, start, number, end)
        x, y = after.eyes[table.mover]
        spots = [
            (column, row)
            for column, row in after.piles
            if 0 < abs(column - x) + abs(row - y) <= 4
            and after.owner((column, row)) == -table.mover
            and not after.winner
        ]
        yield start, number, end, after, spots


def turns(table: Table) -> Iterator[tuple[Cell, int, Cell, Cell | None, Table]]:
    """Yield every turn that may be made, with the table after it."""
    for start, number, end, after, spots in choices(table):
        yield start, number, end, None, finished(after.again())
        for to in spots:
            moved = after.again()
            moved.eyes[table.mover] = to
            yield start, number, end, to, finished(moved)


def texts(table: Table) -> set[str]:
    """Return the turns as the engine writes them."""

    def name(cell: Cell) -> str:
        return "abcd"[cell[0]] + str(cell[1] + 1)

    found = set()
    for start, number, end, to, _ in turns(table):
        part = "" if number == len(table.piles[start]) else f":{number}"
        found.add(f"{name(start)}{part}-{name(end)}" + (f" A-{name(to)}" if to else ""))
    return found


def perft(table: Table, depth: int) -> int:
    """Return the number of games of so many turns from the state."""
    if depth == 1:
        return sum(1 + len(spots) for *_, spots in choices(table))
    return sum(perft(after, depth - 1) for *_, after in turns(table))
