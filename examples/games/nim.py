"""Nim: take matchsticks from one heap; who takes the last one wins."""

from functools import reduce
from operator import xor

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option


@pp.register
class Nim(Board):
    seats = ("ann", "ben")
    places = Board.pits(3, 1, stores=False)
    pieces = "matchstick"
    count = one_of(1, 2, 3, 4, 5, 6, 7)
    most = option(7, "How many may be taken at once.", "NIM-2", low=1, high=7)
    last_loses = option(False, "Does the last one lose?", "NIM-3")
    rulebook = """
        NIM-1 Set-up. There are three heaps: 3, 5 and 7.
        NIM-2 Move. Take one or more from one heap.
        NIM-3 End. Who takes the last one wins; or loses, where that is agreed.
        """

    def setup(self, table):
        table["a1"], table["b1"], table["c1"] = 3, 5, 7

    def why_not(self, table, heap, count):
        if count > table[heap]:
            return f"NIM-2 the heap {heap} has only {table[heap]}"
        if count > self.most:
            return f"NIM-2 you may take {self.most} at most"

    def move(self, table, heap, count):
        table[heap] -= count

    def winner(self, table):
        if not list(table):
            return table.rival if self.last_loses else table.seat

    def evaluate(self, table, seat):
        """Bots that look ahead know that an exclusive or of 0 loses, but for single ones."""
        heaps = [table[heap] % (self.most + 1) for heap in table.places]
        wins = (reduce(xor, heaps) != 0) != (self.last_loses and max(heaps) < 2)
        return 1 if wins == (table.seat == seat) else -1

    def bot_clever(self, table, moves, pick):
        """Leave heaps whose exclusive or is 0."""
        a, b, c = table["a1"], table["b1"], table["c1"]
        best = [
            move for move in moves if table[move.heap] ^ a ^ b ^ c == table[move.heap] - move.count
        ]
        return pick(best or moves)
