"""Reversi: enclose enemies to turn them; the most discs win."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready


@pp.register
class Reversi(Board):
    seats = ("moons", "suns")
    places = Board.squares(8, 8)
    pieces = "stone"
    rulebook = """
        REV-1 Set-up. Two discs of each side stand in the middle.
        REV-2 Move. Put a disc on an empty square, so that it encloses enemies in a line with
            another disc of your own. All these change sides. Who can't passes.
        REV-3 End. When nobody can move, the most discs win.
        """

    def setup(self, table):
        table["d4"] = table["e5"] = "suns"
        table["d5"] = table["e4"] = "moons"

    def why_not(self, table, place):
        return ready.on_empty(table, place, clause="REV-2") or ready.encloses(
            table, place, clause="REV-2"
        )

    def move(self, table, place):
        turned = ready.enclosed(table, place)
        for square in [place, *turned]:
            table[square] = table.seat
        table.say(f"REV-2 {table.seat} plays {place} and turns {len(turned)}.")
        table.score = {seat: table.count(seat) for seat in self.seats}

    def stuck(self, table):
        if not any(
            self.why_not(table.seen_by(table.rival), place) is None for place in table.empty
        ):
            return ready.most_points(table, clause="REV-3")

    def bot_greedy(self, table, moves, pick):
        most = max(len(ready.enclosed(table, move.place)) for move in moves)
        return pick([move for move in moves if len(ready.enclosed(table, move.place)) == most])

    def evaluate(self, table, seat):
        """Bots that look ahead count corners, and what the discs beside empty ones give away."""
        worth = dict.fromkeys(self.seats, 0.0)
        for corner in ("a1", "a8", "h1", "h8"):
            if table[corner]:
                worth[table[corner]] += 8
            for near in table.around(corner):
                if table[near]:
                    worth[table[near]] += 1 if table[corner] == table[near] else -2
        return ready.lead(worth, seat, clear=10)
