"""Snakes and ladders: a race of pure chance along a track."""

import piecepack_nb as pp
from piecepack_nb.design import Board

LINKS = {3: 16, 7: 12, 14: 26, 17: 5, 23: 9, 28: 20, 29: 13}


@pp.register
class SnakesAndLadders(Board):
    seats = ("suns", "moons", "crowns")
    places = Board.track(30, columns=6, links=LINKS)
    dice = Board.die("123456")
    rulebook = """
        SL-1 Set-up. All pawns start on 1.
        SL-2 Dice. Your pawn moves as far as the die says; a pawn that would pass the end stays.
        SL-3 Ladders and snakes. A pawn that ends at one's beginning goes to its end.
        SL-4 End. The first pawn on the last square wins.
        """

    def setup(self, table):
        table["1"] = list(self.seats)

    def rolled(self, table):
        here = next(place for place in table if table.seat in table[place])
        there = str(int(here) + table.points)
        if there not in table.places:
            return table.say(f"SL-2 {table.points} is too far: {table.seat} stays on {here}.")
        self.go(table, here, there)
        table.say(f"SL-2 {table.seat} goes to {there}.")
        if there in table.places.links:
            self.go(table, there, table.places.links[there])
            table.say(f"SL-3 {table.seat} goes from {there} to {table.places.links[there]}.")

    def go(self, table, here, there):
        table[here].remove(table.seat)
        table[there] = [*(table[there] or []), table.seat]

    def winner(self, table):
        if table["30"]:
            return table.seat
