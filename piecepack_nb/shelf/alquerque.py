"""Alquerque: the ancestor of draughts, on the lines of four tiles."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, ready


@register
class Alquerque(Board):
    author = "traditional, adapted by Jessica Eccles and Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, alquerque, version 1.0, 2020"
    places = Board.tiles(2, 2, points=True, diagonals=True)
    pieces = "coin"
    rulebook = """
        AQ-1 Set-up. Four tiles make a board of five by five points. Each side has twelve coins on
            its two ranks and on two points of the middle rank; c3 is empty.
        AQ-2 Step. A coin goes along a line to the next point, if it is empty: forward or
            sideways, never back. It never undoes its last step.
        AQ-3 Jump. Along a line a coin jumps over an enemy to the empty point behind, in any
            direction, and takes the enemy. It jumps on as long as it can.
        AQ-4 Must. Who can jump must jump; which coin and which way is free.
        AQ-5 End. Who has no coin left, or can't move, loses.
        """

    def setup(self, table):
        for file in "abcde":
            table[file + "1"] = table[file + "2"] = "suns"
            table[file + "4"] = table[file + "5"] = "moons"
        table["a3"] = table["b3"] = "moons"
        table["d3"] = table["e3"] = "suns"
        table._came = {}  # where a coin stepped from, by the place where it is

    def moves(self, table):
        steps = ((start, end) for start in table.own for end in table.around(start))
        return ready.all_jumps(table) or [
            each for each in steps if not self.why_no_step(table, *each)
        ]

    def why_no_step(self, table, start, end):
        if end not in table.around(start):
            return f"AQ-2 no line leads from {start} to the next point {end}"
        if table._came.get(start) == end:
            return f"AQ-2 the coin on {start} came from {end} by its last step"
        return ready.on_empty(table, end, clause="AQ-2") or ready.forward(
            table, start, end, up=table.seat == "suns", clause="AQ-2"
        )

    def why_not(self, table, start, *ends):
        jumps = ready.all_jumps(table)
        if jumps:
            return ready.must_jump(table, jumps, (start, *ends), clause="AQ-4")
        if len(ends) != 1:
            return "AQ-2 a move without a jump is one step to another point"
        return self.why_no_step(table, start, *ends)

    def move(self, table, start, *ends):
        came = {at: place for at, place in table._came.items() if at != start}
        here = start
        for end in ends:
            for taken in ready.jumped(table, here, end):
                del table[taken]
                came.pop(taken, None)
                table.say(f"AQ-3 {table.seat} takes the coin on {taken}.", path=[here, end])
            table.carry(here, end)
            stepped, here = here if end in table.around(here) else "", end
        table._came = {**came, here: stepped} if stepped else came

    def winner(self, table):
        return ready.no_pieces(table, clause="AQ-5")

    def stuck(self, table):
        return ready.no_move_left(table, clause="AQ-5")
