"""Hare and hounds: three hounds trap a hare on a board of points and lines."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

LINES = """
    a2 b3 c3 d3 e2 d1 c1 b1 a2
    a2 b2 c2 d2 e2
    b1 b2 b3
    c1 c2 c3
    d1 d2 d3
    b1 c2 d3
    b3 c2 d1
    """


@pp.register
class HareAndHounds(Board):
    seats = ("hounds", "hare")
    places = Board.points(
        LINES,
        at={
            name: ("abcde".index(name[0]) * 1.4, 3 - int(name[1]) * 1.2)
            for name in dict.fromkeys(LINES.split())
        },
    )
    patience = option(30, "After how many turns the hare has escaped.", "HH-4", low=10, high=100)
    rulebook = """
        HH-1 Set-up. The hounds are on b1, a2 and b3, the hare is on e2.
        HH-2 Move. A piece steps along a line to an empty point. Hounds never go back.
        HH-3 Trap. The hounds win if the hare can't move.
        HH-4 Escape. The hare wins on a2, or when the hounds take too long.
        """

    def setup(self, table):
        table["b1"] = table["a2"] = table["b3"] = "hounds"
        table["e2"] = "hare"

    def why_not(self, table, start, end):
        if end not in table.next_to(start):
            return f"HH-2 no line leads from {start} to {end}"
        if table.seat == "hounds" and end[0] < start[0]:
            return f"HH-2 hounds never go back, as from {start} to {end}"
        return ready.on_empty(table, end, clause="HH-2")

    def move(self, table, start, end):
        table.carry(start, end)

    def winner(self, table):
        if table["a2"] == "hare":
            return "hare", "HH-4 the hare escapes to a2."
        here = table.of("hare")[0]
        if table.turn >= self.patience and not all(table[near] for near in table.next_to(here)):
            return "hare", f"HH-4 after {table.turn} turns the hare is still free."

    def stuck(self, table):
        if table.seat == "hare":
            return "hounds", "HH-3 the hare is trapped."

    def evaluate(self, table, seat):
        """Bots that look ahead count the hounds that the hare has passed, and where it can go."""
        here = table.of("hare")[0]
        passed = sum(hound[0] >= here[0] for hound in table.of("hounds"))
        free = sum(not table[near] for near in table.next_to(here))
        lead = passed / 3 + free / 8 - 0.7
        return lead if seat == "hare" else -lead
