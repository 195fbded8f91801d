"""Ludo: four coins a side race round a cross and home."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option

YARDS = {"suns": "l12", "moons": "l4", "crowns": "d4", "arms": "d12"}
QUARTER = [(8, y) for y in range(1, 6)] + [(x, 6) for x in range(9, 15)] + [(14, 7), (14, 8)]


def squares(points, quarters):
    for _ in range(quarters):
        points = [(14 - y, x) for x, y in points]
    return [f"{'abcdefghijklmno'[x]}{15 - y}" for x, y in points]


RING = [square for number in range(4) for square in squares(QUARTER, number)]
COLUMNS = [squares([(7, y) for y in range(1, 7)], number) for number in range(4)]
ROUTES = {s: [*(RING * 2)[13 * n : 13 * n + 51], *COLUMNS[n]] for n, s in enumerate(YARDS)}
DARK = [square for route in ROUTES.values() for square in (route[0], *route[-6:])]
USED = {*RING, *DARK, *YARDS.values()}


@register
class Ludo(Board):
    author = "traditional, adapted by Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, ludo, version 1.1, 2022"
    seats = tuple(YARDS)
    places = Board.squares(15, 15, without={*Board.squares(15, 15)} - USED).shade(DARK)
    pieces = "coin"
    dice = 1
    playout_moves = 8
    coins = option(4, "How many coins each has.", "LU-1", low=1, high=4)
    rulebook = """
        LU-1 Set-up. Each side has four coins in its yard. They go from its start, a dark square,
            clockwise round the cross, then up its dark column to the last square: home.
        LU-2 Die. An ace is one, a null six. Who has a legal move makes one, else passes.
        LU-3 Enter. A null brings a coin from the yard to the start.
        LU-4 Move. A coin on the way goes as far as the die says; home needs the exact roll.
        LU-5 Meeting. A single enemy where a coin ends goes to its yard; two block the way.
        LU-6 Null. After a move with a null the side rolls again; a third null ends the turn.
        LU-7 End. Who has all coins home wins.
        """

    def setup(self, table):
        table._nulls = 0
        for seat in self.seats:
            table[YARDS[seat]] = [seat] * self.coins

    def rolled(self, table):
        table._nulls = 0 if table.points else table._nulls + 1
        if table._nulls and table._nulls % 3 == 0:
            table.say(f"LU-6 {table.seat} rolls a third null.")
            table.end_turn()

    def way(self, table, start):
        route, steps = ROUTES[table.seat], table.points or 6
        if start not in route:
            return route[:1] if steps == 6 else []
        at = route.index(start) + 1
        return route[at : at + steps] if at + steps <= len(route) else []

    def why_not(self, table, start):
        way = self.way(table, start)
        if not way:
            return f"LU-{4 if start in RING + DARK else 3} the die doesn't fit the coin on {start}"
        block = [p for p in way if table.owner(p) != table.seat and len(table[p] or "") > 1]
        return table.refuse(f"LU-5 coins block {block[0]}", block[0]) if block else None

    def move(self, table, start):
        end = self.way(table, start)[-1]
        seat, there = table.owner(end), table[end] or []
        table.say(f"LU-{3 if start == YARDS[table.seat] else 4} {table.seat} moves {start}-{end}.")
        if there and seat != table.seat:
            table[YARDS[seat]], there = [*(table[YARDS[seat]] or []), *there], []
            table.say(f"LU-5 {table.seat} sends a coin of {seat} back from {end}.")
        table[start], table[end] = table[start][1:], [*there, table.seat]
        table.score[table.seat] += end == ROUTES[table.seat][-1]
        if table.points == 0:
            table.again()

    def winner(self, table):
        if table.score[table.seat] == self.coins:
            return table.seat, f"LU-7 {table.seat} is home with every coin."

    def evaluate(self, table, seat):
        on = {each: [p for p in table.of(each) if p in ROUTES[each]] for each in YARDS}
        far = {s: sum(len(table[p]) * (ROUTES[s].index(p) + 15) for p in on[s]) for s in on}
        return (far[seat] - max(far[each] for each in YARDS if each != seat)) / 60
