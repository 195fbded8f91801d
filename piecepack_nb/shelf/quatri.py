"""Quatri: four coins each on four tiles; three in a line win."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready


@register
class Quatri(Board):
    author = "Michael Schoessow, after a traditional game"
    licence = "public domain"
    source = "ludism.org/ppwiki/Quatri, version 1.0, 2004"
    places = Board.tiles(2, 2)
    pieces = "coin"
    turns = option(100, "After how many turns the game is a draw.", "QU-4", low=10, high=1000)
    rulebook = """
        QU-1 Set-up. Four tiles make a square board. Each side has four coins, two on either edge:
            suns and moons take turns along it, and face each other across the board.
        QU-2 Move. A coin goes to an empty square beside it, never diagonally.
        QU-3 End. Three coins of one side in a line win, along a file, a rank or a diagonal.
        QU-4 Draw. After many turns the game is a draw; the document has no end for such games.
        """

    def setup(self, table):
        for one, other in ("a1", "b4"), ("c1", "d4"):
            table[one] = table[other] = "suns"
        for one, other in ("b1", "a4"), ("d1", "c4"):
            table[one] = table[other] = "moons"

    def why_not(self, table, start, end):
        return ready.step(table, start, end, clause="QU-2") or ready.on_empty(
            table, end, clause="QU-2"
        )

    def move(self, table, start, end):
        table.carry(start, end)

    def winner(self, table):
        if table.turn >= self.turns:
            return ready.line_of(table, 3, clause="QU-3") or ("draw", "QU-4 nobody made a line.")
        return ready.line_of(table, 3, clause="QU-3")

    def stuck(self, table):
        return "draw", f"QU-4 {table.seat} can't move."
