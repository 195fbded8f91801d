"""Awithlaknannai Mosona: coins jump along a row of diamonds."""

from itertools import pairwise

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready

FILES = "abcdefghijklmnopq"
ABOVE, BELOW = ([f"{file}{rank}" for file in FILES[1::2]] for rank in (3, 1))
MIDDLE = [f"{file}2" for file in FILES[::2]]
POINTS = [*ABOVE, *MIDDLE, *BELOW]
SLANTS = [
    *zip(ABOVE, MIDDLE[1:], BELOW[1:], strict=False),
    *zip(BELOW, MIDDLE[1:], ABOVE[1:], strict=False),
]
BENDS = [["b1", "a2", "b3"], ["p1", "q2", "p3"]]
AT = {place: (0.75 * FILES.index(place[0]), -0.75 * int(place[1])) for place in POINTS}
LINES = {
    "Culin": [ABOVE, MIDDLE, BELOW, *SLANTS, *BENDS],
    "Murray": [MIDDLE, *SLANTS, *(step for bend in BENDS for step in pairwise(bend))],
}


@register
class AwithlaknannaiMosona(Board):
    title = "Awithlaknannai Mosona"
    author = "traditional, adapted by Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, awithlaknannai-mosona, version 1.0, 2022"
    pieces = "coin"
    network = option("Culin", "Whose picture of the board.", "AM-1", choices=("Culin", "Murray"))
    quiet = option(40, "How many turns without a jump end the game.", "AM-6", low=5, high=500)
    rulebook = """
        AM-1 Set-up. Eight tiles in a row touch at their corners, which are the points. Suns have
            twelve coins on the points below and to the left, moons above and to the right; i2 is
            empty. In Culin's picture a line joins the points above, one those below, and one bends
            round each end of the board. Murray's lacks these four.
        AM-2 Move. A coin goes along a line to the next point, if it is empty.
        AM-3 Jump. Along a line, a bent one too, a coin jumps over an enemy to the empty point
            behind, and takes the enemy. It jumps on as long as it can.
        AM-4 Must. Who can jump must jump; which coin and which way is free.
        AM-5 End. Who has taken all enemies wins.
        AM-6 No more. If nobody can take any more, who has taken more wins. Our reading: after many
            turns without a jump, or when a side can't move.
        """

    def places(self):
        return Board.points([" ".join(line) for line in LINES[self.network]], AT)

    def setup(self, table):
        for below, above in zip([*BELOW, *MIDDLE[:4]], [*ABOVE, *MIDDLE[5:]], strict=True):
            table[below], table[above] = "suns", "moons"
        table._quiet_turns = 0

    def moves(self, table):
        steps = ((start, end) for start in table.own for end in table.around(start))
        return ready.all_jumps(table) or [step for step in steps if not table[step[1]]]

    def why_not(self, table, start, *ends):
        jumps = ready.all_jumps(table)
        if jumps:
            return ready.must_jump(table, jumps, (start, *ends), clause="AM-4")
        if len(ends) != 1:
            return "AM-2 a move without a jump is one step to another point"
        end = ends[0]
        return ready.step(table, start, end, None, clause="AM-2") or ready.on_empty(
            table, end, clause="AM-2"
        )

    def move(self, table, start, *ends):
        table._quiet_turns += 1
        for here, end in pairwise((start, *ends)):
            for taken in ready.jumped(table, here, end):
                del table[taken]
                table._quiet_turns = 0
                table.score[table.seat] += 1
                table.say(f"AM-3 {table.seat} takes the coin on {taken}.", path=[here, taken, end])
            table.carry(here, end)

    def winner(self, table):
        if table._quiet_turns >= self.quiet:
            return ready.most_points(table, clause="AM-6")
        return ready.no_pieces(table, clause="AM-5")

    def stuck(self, table):
        return ready.most_points(table, clause="AM-6")

    def evaluate(self, table, seat):
        """Bots that look ahead count the coins that each side has taken."""
        return ready.lead(table.score, seat, clear=3)
