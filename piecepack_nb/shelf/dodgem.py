"""Piecepack Dodg'em: who is first to drive all coins across the board and off its far edge?"""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, ready


@register
class Dodgem(Board):
    title = "Piecepack Dodg'em"
    author = "Michael Schoessow, after Dodgem by Colin Vout"
    licence = "public domain"
    source = "ludism.org/ppwiki/PiecepackDodgem, version 1.0, 2004"
    seats = ("suns", "crowns")
    places = Board.tiles(3, 3)
    pieces = "coin"
    rulebook = """
        DG-1 Set-up. Nine tiles make a square board. Suns have five coins on the left edge, from
            a1 up; crowns have five on the right edge, from f6 down.
        DG-2 Move. A coin goes one square forward, or to either side, onto an empty square; never
            back. Suns' forward is right, crowns' is left.
        DG-3 Off. A coin on the far edge may drive off the board. Name it alone, without an end.
        DG-4 End. Who has no coin left on the board wins. Who can't move passes.
        """

    def setup(self, table):
        for rank in "12345":
            table["a" + rank], table[f"f{7 - int(rank)}"] = "suns", "crowns"

    def why_not(self, table, start, end=None):
        forward = 1 if table.seat == "suns" else -1
        if end is None:
            far = "f" if table.seat == "suns" else "a"
            return None if start[0] == far else f"DG-3 {start} is not on the far edge, file {far}"
        if (ord(end[0]) - ord(start[0])) * forward < 0:
            return f"DG-2 {end} is behind {start}"
        return ready.step(table, start, end, clause="DG-2") or ready.on_empty(
            table, end, clause="DG-2"
        )

    def move(self, table, start, end=None):
        if end:
            return table.carry(start, end)
        del table[start]
        table.score[table.seat] += 1
        table.say(f"DG-3 {table.seat} drives off from {start}: {len(table.own)} to go.")

    def winner(self, table):
        if not table.own:
            return table.seat, f"DG-4 {table.seat} has driven off with every coin."

    def evaluate(self, table, seat):
        return (self.to_go(table, table.rival) - self.to_go(table, table.seat)) * (
            0.1 if seat == table.seat else -0.1
        )

    def to_go(self, table, seat):
        files = "fedcba" if seat == "suns" else "abcdef"
        return sum(files.index(place[0]) + 1 for place in table.of(seat))
