"""Pig: roll as often as you dare; a null takes the points of the turn away."""

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option, ready


@pp.register
class Pig(Board):
    seats = ("ann", "ben", "cat")
    dice = 1
    choice = one_of("go on", "hold")
    least = option(2, "How small a heap can be held.", "PIG-2", low=1, high=10)
    goal = option(20, "How many points win.", "PIG-3", low=5, high=100)
    rulebook = """
        PIG-1 Dice. Each roll adds to the heap of your turn; a null takes the heap away.
        PIG-2 Choice. Go on and roll again, or hold: your score gets the heap, if it is large
            enough.
        PIG-3 End. Enough points win.
        """

    def setup(self, table):
        table.heap = 0

    def rolled(self, table):
        table.heap += table.points
        if table.points == 0:
            table.say(f"PIG-1 {table.seat} loses the heap.")
            table.heap = 0
            table.end_turn()

    def why_not(self, table, choice):
        if choice == "hold" and table.heap < self.least:
            return f"PIG-2 a heap of {table.heap} is too small to hold"

    def move(self, table, choice):
        if choice == "go on":
            return table.again()
        table.score[table.seat] += table.heap
        table.say(f"PIG-2 {table.seat} holds {table.heap}.")
        table.heap = 0

    def winner(self, table):
        if table.score[table.seat] >= self.goal:
            return table.seat

    def evaluate(self, table, seat):
        """Bots that look ahead count points, and the heap of the seat that rolls."""
        points = {**table.score, table.seat: table.score[table.seat] + table.heap}
        return ready.lead(points, seat, clear=self.goal / 2)

    def bot_bold(self, table, moves, pick):
        enough = table.heap >= 8 or table.score[table.seat] + table.heap >= self.goal
        return "hold" if enough and table.heap >= self.least else "go on"
