"""Hex: join your two edges of a board of hexagons."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready


@pp.register
class Hex(Board):
    """Suns join left and right, moons join top and bottom. There is no draw."""

    places = Board.hexagons(7, 7)
    pieces = "stone"

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        edge = table.places.edge
        return ready.connected(table, "suns", edge("left"), edge("right")) or ready.connected(
            table, "moons", edge("bottom"), edge("top")
        )
