"""Fox and geese: the fox jumps over geese, several in one move; the geese trap it."""

from itertools import pairwise

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

CORNERS = [file + rank for file in "abfg" for rank in "1267"]


@pp.register
class FoxAndGeese(Board):
    seats = ("geese", "fox")
    places = Board.squares(7, 7, without=CORNERS)
    pieces = {"geese": "stone", "fox": "pawn"}
    few = option(6, "With how many geese left the fox wins.", "FG-4", low=2, high=10)
    longest = option(150, "After how many turns the game is a draw.", "FG-4", low=50, high=500)
    rulebook = """
        FG-1 Set-up. Thirteen geese stand on the ranks 5 to 7, the fox on d3.
        FG-2 Move. A piece steps straight to an empty square. Geese never go back up.
        FG-3 Jump. The fox jumps straight over a goose to the empty square behind it, and on from
            there in the same move. It takes the geese that it jumps over.
        FG-4 End. The fox wins when few geese are left, the geese when the fox can't move.
        """

    def setup(self, table):
        table["d3"] = "fox"
        for square in table.places:
            if square[1] in "567":
                table[square] = "geese"

    def moves(self, table):
        for start in table.own:
            for end in table.next_to(start):
                back = table.seat == "geese" and end[1] > start[1]
                if not table[end] and not back:
                    yield start, end
            if table.seat == "fox":
                yield from ready.jumps(table, start, diagonal=False)

    def move(self, table, start, *ends):
        for here, there in pairwise([start, *ends]):
            for goose in ready.jumped(table, here, there):
                del table[goose]
                left = table.count("geese")
                table.say(f"FG-3 the fox takes the goose on {goose}. Geese left: {left}.")
        table.carry(start, ends[-1])

    def winner(self, table):
        if table.count("geese") < self.few:
            return "fox", f"FG-4 the fox wins: fewer than {self.few} geese are left."
        if table.turn >= self.longest:
            return "draw", "FG-4 nobody wins: it takes too long."

    def stuck(self, table):
        if table.seat == "fox":
            return "geese", "FG-4 the geese win: the fox is trapped."

    def evaluate(self, table, seat):
        """Bots that look ahead count the geese taken and the squares that the fox can reach."""
        room = table.of("fox")
        for square in room:  # it grows as it is read
            room += [near for near in table.next_to(square) if not table[near] and near not in room]
        ahead = (13 - table.count("geese")) / 2 + len(room) / 10 - 1.5
        return ahead if seat == "fox" else -ahead

    def bot_hungry(self, table, moves, pick):
        longest = max(
            len(move.picks) + bool(ready.jumped(table, *move.picks[:2])) for move in moves
        )
        return pick(
            [m for m in moves if len(m.picks) + bool(ready.jumped(table, *m.picks[:2])) == longest]
        )
