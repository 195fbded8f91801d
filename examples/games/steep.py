"""Four dice, three ropes, eleven cliffs: push on, or make camp before a roll that helps nobody."""

from __future__ import annotations

from itertools import product
from math import prod

import piecepack_nb as pp
from piecepack_nb.design import Board, Table, one_of, option, ready

SUMS = range(2, 13)
HIGH = {n: 13 - 2 * abs(7 - n) for n in SUMS}
LEDGES = {n: [f"{'abcdefghijk'[n - 2]}{up}" for up in range(1, 14)] for n in SUMS}
RULES = """
    ST-1 Roll. Roll four dice. Where no two of them add up to a cliff that you can climb, you lose
         all that you climbed in this turn, and the turn is over.
    ST-2 Climb. Make two pairs of the dice. For each sum a rope on that cliff (2 is a, 12 is k) goes
         a ledge up, from your camp if none is there. You have three ropes. Climb both if you can.
    ST-3 Go on. Then push, which is another roll, or rest: your ropes become camps.
    ST-4 Top. Who rests on the top of a cliff has it; nobody climbs there any longer.
    ST-5 End. Who has enough cliffs wins.
    """


@pp.register
class Steep(Board):
    """Be the first on top of three cliffs; the middle ones are higher, and their sums likelier."""

    seats = ("ann", "ben")
    places = Board.squares(11, 13, without=[p for n in SUMS for p in LEDGES[n][HIGH[n] :]])
    pieces = {"rope": "stone", "ann": "pawn", "ben": "pawn"}
    dice = Board.die("123456", 4)
    acts = ("climb", "push", "rest")
    playout_moves = 8
    one, two = one_of(*SUMS), one_of(*SUMS)
    goal = option(3, "How many cliffs win.", "ST-5", low=1, high=5)
    rulebook = RULES

    def setup(self, table: Table) -> None:
        table._climbed = False

    def up(self, table: Table, who: str, n: int) -> int:
        """Return how high a rope or a camp is on a cliff; 0 for none."""
        ups = enumerate(LEDGES[n][: HIGH[n]], 1)
        return next((up for up, place in ups if who in (table[place] or [])), 0)

    def put(self, table: Table, who: str, n: int, up: int) -> None:
        for number, place in enumerate(LEDGES[n][: HIGH[n]], 1):
            others = [each for each in table[place] or [] if each != who]
            table[place] = [*others, who] if number == up else others

    def ropes(self, table: Table) -> dict[int, int]:
        return {n: up for n in SUMS if (up := self.up(table, "rope", n))}

    def free(self, table: Table, *sums: int) -> bool:
        """Return True if ropes can go up on these cliffs, one after the other."""
        ropes = self.ropes(table)
        for n in sums:
            ropes[n] = (ropes.get(n) or self.up(table, table.seat, n)) + 1
        won = any(self.up(table, seat, n) == HIGH[n] for n in sums for seat in self.seats)
        return not won and len(ropes) <= 3 and all(ropes[n] <= HIGH[n] for n in sums)

    def tries_climb(self, table: Table) -> list[tuple[int, ...]]:
        """Return what can be climbed: both sums of two pairs, or else one of them."""
        a, b, c, d = table.dice
        pairs = [sorted(sums) for sums in ((a + b, c + d), (a + c, b + d), (a + d, b + c))]
        both = [(low, high) for low, high in pairs if self.free(table, low, high)]
        rest = {n for pair in pairs if tuple(pair) not in both for n in pair}
        return [*dict.fromkeys(both), *((n,) for n in sorted(rest) if self.free(table, n))]

    def must_roll(self, table: Table) -> bool:
        return not table._climbed

    def rolled(self, table: Table) -> None:
        if not self.tries_climb(table):
            for n in self.ropes(table):
                self.put(table, "rope", n, 0)
            table.say(f"ST-1 {table.seat} can climb nowhere and falls.")
            table.end_turn()

    def why_not_climb(self, table: Table, one: int, two: int | None = None) -> str | None:
        if table._climbed:
            return "ST-3 you have climbed: push or rest"
        free = self.tries_climb(table)
        listed = " or ".join(" ".join(map(str, sums)) for sums in free)
        return None if tuple(filter(None, (one, two))) in free else f"ST-2 climb {listed}"

    def move_climb(self, table: Table, one: int, two: int | None = None) -> None:
        for n in filter(None, (one, two)):
            up = self.up(table, "rope", n) or self.up(table, table.seat, n)
            self.put(table, "rope", n, up + 1)
        table._climbed = True
        table.say(f"ST-2 {table.seat} climbs on {one}{f' and {two}' if two else ''}.")
        table.again()

    def why_not_push(self, table: Table) -> str | None:
        return None if table._climbed else "ST-2 climb first"

    def move_push(self, table: Table) -> None:
        table._climbed = False
        table.say(f"ST-3 {table.seat} pushes on.")
        table.again()

    why_not_rest = why_not_push

    def move_rest(self, table: Table) -> None:
        table._climbed = False
        for n, up in self.ropes(table).items():
            self.put(table, "rope", n, 0)
            self.put(table, table.seat, n, up)
            table.score[table.seat] += up == HIGH[n]
        table.say(f"ST-3 {table.seat} rests.")

    def winner(self, table: Table) -> ready.Ending | None:
        has = table.score[table.seat]
        return (table.seat, f"ST-5 cliffs of {table.seat}: {has}.") if has >= self.goal else None

    def evaluate(self, table: Table, seat: str) -> float:
        """Count camps, and ropes as camps; before a roll half a ledge more, and the risk."""
        ropes, due = self.ropes(table), not table._climbed
        fall = prod((1 - (6 - abs(7 - n)) / 36) ** 6 for n in ropes) if len(ropes) == 3 else 0
        lead = 0.0
        for who, n in product(self.seats, SUMS):
            camp = up = self.up(table, who, n)
            if who == table.seat and n in ropes:
                up = min(ropes[n] + due / 2, HIGH[n])
            worth = up**2 - due * fall * (up**2 - camp**2)
            lead += (worth if who == seat else -worth) / HIGH[n] ** 2
        return lead / self.goal
