"""Mancala (kalah): sow stones round the board, and collect the most in your store."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

SOUTH = ["a1", "b1", "c1", "d1", "e1", "f1"]
NORTH = ["f2", "e2", "d2", "c2", "b2", "a2"]
OPPOSITE = dict(zip(SOUTH + NORTH, NORTH[::-1] + SOUTH[::-1], strict=True))


@pp.register
class Mancala(Board):
    seats = ("south", "north")
    places = Board.pits(6)
    stones = option(4, "How many stones are in each pit at first.", "MA-1", low=1, high=6)
    rulebook = """
        MA-1 Set-up. Each pit has the same number of stones; the stores are empty.
        MA-2 Move. Empty a pit of your row, and sow its stones one by one to the right and round,
            also into your store, never into the other.
        MA-3 Another turn. If the last stone falls into your store, move again.
        MA-4 Capture. If it falls into an empty pit of your row, and the pit opposite has stones,
            all of these go into your store.
        MA-5 End. When a row is empty, the other row's stones go to their store; the most win.
        """

    def setup(self, table):
        for pit in SOUTH + NORTH:
            table[pit] = self.stones

    def side(self, table):
        return (SOUTH, "right") if table.seat == "south" else (NORTH, "left")

    def why_not(self, table, pit):
        return ready.can_sow(table, pit, self.side(table)[0], clause="MA-2")

    def move(self, table, pit):
        row, store = self.side(table)
        last = ready.sow(table, pit, [*row, store, *(NORTH if row is SOUTH else SOUTH)])
        table.say(f"MA-2 {table.seat} sows {pit}; the last stone falls into {last}.")
        if last == store and not self.is_over(table):
            table.say(f"MA-3 {table.seat} moves again.")
            table.again()
        elif last in row and table[last] == 1 and table[OPPOSITE[last]]:
            taken = table.take(last) + table.take(OPPOSITE[last])
            table[store] += taken
            table.say(f"MA-4 {table.seat} captures {taken} stones.")
        if self.is_over(table):
            table.say("MA-5 a row is empty: the stones of the other row go to its store.")
            table["right"] += sum(table.take(each) for each in SOUTH)
            table["left"] += sum(table.take(each) for each in NORTH)
        table.score = {"south": table["right"], "north": table["left"]}

    def is_over(self, table):
        return not all(any(table[pit] for pit in row) for row in (SOUTH, NORTH))

    def winner(self, table):
        if not any(table[pit] for pit in SOUTH + NORTH):
            return ready.most_points(table, clause="MA-5")

    def evaluate(self, table, seat):
        """Bots that look ahead count the stones in the stores."""
        return ready.lead({"south": table["right"], "north": table["left"]}, seat, clear=6)

    def bot_again(self, table, moves, pick):
        """Move again where possible."""
        row = self.side(table)[0]
        return pick([move for move in moves if table[move.pit] == 6 - row.index(move.pit)] or moves)
