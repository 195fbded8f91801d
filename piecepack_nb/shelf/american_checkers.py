"""American Checkers: jump what you can, and be crowned on the far side."""

from itertools import pairwise

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready

DARK = [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh"[(rank + 1) % 2 :: 2]]


@register
class AmericanCheckers(Board):
    title = "American Checkers"
    author = "traditional, adapted by Mark A. Biggar and Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, american-checkers, version 1.2.2, 2021"
    places = Board.tiles(4, 4).shade(DARK)
    pieces = "coin"
    playout_moves = 30
    jumps_on = option(False, "Does a man that is crowned by a jump jump on as a king?", "CK-5")
    rulebook = """
        CK-1 Set-up. Sixteen tiles make a square board. Each side has twelve men, a coin each, on
            the dark squares of its three nearest ranks.
        CK-2 Move. A man steps diagonally forward to an empty square; a king, two coins, also back.
        CK-3 Jump. In the same directions a piece jumps over an enemy next to it to the empty square
            behind, and takes the enemy. It jumps on as long as it can.
        CK-4 Must. Who can jump must jump; which piece and which way is free.
        CK-5 Crown. A man on the last rank becomes a king. That ends its move.
        CK-6 End. Who has no piece left, or can't move, loses.
        CK-7 Draw. A position that comes up a third time is a draw; so are forty moves of each side
            in which nobody takes a piece or moves a man.
        """

    def setup(self, table):
        for below, above in zip(DARK[20:], DARK[:12], strict=True):
            table[below], table[above] = "suns", "moons"
        table._since = [""]  # positions since a piece was taken or a man moved

    def behind(self, table, start, end):
        return (end[1] > start[1]) != (table.seat == "suns")

    def can_go(self, table, chain):
        back = next((one for one, two in pairwise(chain) if self.behind(table, one, two)), None)
        return not back or isinstance(table[chain[0]], list) or (self.jumps_on and back[1] in "18")

    def jumps(self, table):
        return ready.all_jumps(table, True, lambda chain: self.can_go(table, chain))

    def moves(self, table):
        steps = ((one, ray[0]) for one in table.own for ray in table.rays(one, True) if ray)
        return self.jumps(table) or [each for each in steps if not self.why_no_step(table, *each)]

    def why_no_step(self, table, start, end):
        if self.behind(table, start, end) and not isinstance(table[start], list):
            return f"CK-2 {end} isn't in front of {start}, and a man never goes back"
        near = len(table.diagonal(start, end) or []) == 1 and not table[end]
        return None if near else f"CK-2 {end} isn't an empty square diagonally next to {start}"

    def why_not(self, table, start, *ends):
        jumps = self.jumps(table)
        if jumps:
            return ready.must_jump(table, jumps, (start, *ends), clause="CK-4")
        if len(ends) != 1:
            return "CK-2 a move without a jump is one step to another square"
        return self.why_no_step(table, start, *ends)

    def move(self, table, start, *ends):
        quiet = isinstance(table[start], list) and ends[0] in table.around(start)
        for here, end in pairwise((start, *ends)):
            for taken in ready.jumped(table, here, end):
                del table[taken]
                table.say(f"CK-3 {table.seat} takes the piece on {taken}.", path=[here, end])
            table.carry(here, end)
            if end[1] in "18" and table[end] == table.seat:
                table[end] = [table.seat] * 2
                table.say(f"CK-5 {table.seat} has a king on {end}.")
        now = table.seat + "".join(f" {each}{table[each]}" for each in table)
        table._since = [*(table._since if quiet else []), now]

    def winner(self, table):
        if table._since.count(table._since[-1]) == 3 or len(table._since) > 80:
            return "draw", "CK-7 nobody gets any further."

    def stuck(self, table):
        return ready.no_move_left(table, clause="CK-6")

    def evaluate(self, table, seat):
        kings = {each: table.count([each] * 2) for each in self.seats}
        return (2 * len(table.of(seat)) + kings[seat] - len([*table]) - sum(kings.values()) / 2) / 4
