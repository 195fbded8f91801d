"""Skirmish: pawns and one die; three captures win."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option


@pp.register
class Skirmish(Board):
    """A game with pawns and one die: three captures win."""

    seats = ("suns", "moons")
    places = Board.squares(4, 4)
    dice = 1
    goal = option(3, "How many captures win.", "SK-5", low=1, high=4)
    exact = option(False, "Must a pawn use the whole roll?", "SK-3")
    rulebook = """
        SK-1 Set-up. Suns stand on rank 1, moons on rank 4.
        SK-2 Die. It is rolled before each move; null is 0, ace 1. Who cannot move passes.
        SK-3 Move. A pawn goes straight, at most as far as the die says, through nobody.
        SK-4 Capture. A pawn that ends on an enemy takes it; never one's own.
        SK-5 End. Enough captures win.
        """

    def setup(self, table):
        for file in "abcd":
            table[file + "1"], table[file + "4"] = "suns", "moons"

    def why_not(self, table, start, end):
        way = table.straight(start, end)
        if way is None:
            return "SK-3 a pawn goes straight, never round a corner"
        if len(way) > table.points or (table.rules.exact and len(way) < table.points):
            return f"SK-3 {end} is {len(way)} away, and the die gives {table.points}"
        if any(table[square] for square in way[:-1]):
            return f"SK-3 a pawn stands in the way to {end}"
        if table[end] == table.seat:
            return f"SK-4 {end} has a pawn of your own"

    def move(self, table, start, end):
        if table[end]:
            table.score[table.seat] += 1
            table.say(f"SK-4 {table.seat} captures on {end}: {table.score[table.seat]} so far.")
        table.carry(start, end)

    def winner(self, table):
        for seat in self.seats:
            if table.score[seat] >= table.rules.goal:
                return seat, f"SK-5 {seat} has captured enough: {table.rules.goal}."

    def bot_hungry(self, table, moves, pick):
        return pick([move for move in moves if table[move.end]] or moves)
