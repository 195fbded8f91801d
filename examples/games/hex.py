"""Hex: join your two edges of a board of hexagons."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready


@pp.register
class Hex(Board):
    places = Board.hexagons(7, 7)
    pieces = "stone"
    rulebook = """
        HEX-1 Move. Put a stone on an empty hexagon.
        HEX-2 End. Suns win with a chain of stones from file a to file g, moons with one from rank 1
            to rank 7. One of the two always does.
        """

    def why_not(self, table, place):
        return ready.on_empty(table, place, clause="HEX-1")

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.connected(table, table.seat, *self.edges(table, table.seat), clause="HEX-2")

    def edges(self, table, seat):
        edge = table.places.edge
        one, other = ("left", "right") if seat == "suns" else ("bottom", "top")
        return edge(one), edge(other)

    def evaluate(self, table, seat):
        """Bots that look ahead count the stones that each side still needs."""
        needs = {
            each: ready.to_connect(table, each, *self.edges(table, each)) for each in self.seats
        }
        return (sum(needs.values()) - 2 * needs[seat]) / 4
