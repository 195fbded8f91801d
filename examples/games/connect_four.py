"""Connect four: discs fall to the bottom; four in a line win."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready


@pp.register
class ConnectFour(Board):
    places = Board.squares(7, 6)
    pieces = "stone"
    length = option(4, "How many in a line win.", "CF-2", low=3, high=5)
    rulebook = """
        CF-1 Move. Choose a square of a file that isn't full: your disc falls to its bottom.
        CF-2 End. Enough discs of one side in a line win; a full board is a draw.
        """

    def why_not(self, table, place):
        top = table.places.files[place[0]][-1]
        if table[top]:
            return f"CF-1 the file {place[0]} is full"
        if place != ready.drop(table, top):
            return f"CF-1 a disc falls to {ready.drop(table, top)}, not to {place}"

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, self.length, clause="CF-2") or ready.full(table, clause="CF-2")

    def evaluate(self, table, seat):
        """Bots that look ahead count the discs in lines that one side alone can still fill."""
        discs = {each: set(table.of(each)) for each in self.seats}
        ahead = 0
        for row in table.places.rows(self.length):
            own, others = (len(discs[each].intersection(row)) for each in self.seats)
            ahead += own**2 if not others else -(others**2) if not own else 0
        return (ahead if seat == self.seats[0] else -ahead) / 20
