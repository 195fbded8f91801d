"""Four Field Kono: coins jump over their own side to capture."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready


@register
class FourFieldKono(Board):
    title = "Four Field Kono"
    author = "traditional, adapted by Michael Schoessow"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, four-field-kono, version 2.0, 2019"
    places = Board.tiles(2, 2)
    pieces = "coin"
    turns = option(200, "After how many turns the game is a draw.", "FK-5", low=20, high=1000)
    rulebook = """
        FK-1 Set-up. Four tiles make a square board, which sixteen coins fill: suns have the two
            ranks below, moons the two above.
        FK-2 Step. A coin goes to an empty square beside it, never diagonally.
        FK-3 Capture. Or it jumps in a straight line over a coin of its own side, and takes the
            enemy just behind, whose square it goes to.
        FK-4 End. Who has one coin left, or can't move, loses.
        FK-5 Draw. After many turns the game is a draw; the document has no end for such games.
        """

    def setup(self, table):
        for file in "abcd":
            table[file + "1"] = table[file + "2"] = "suns"
            table[file + "3"] = table[file + "4"] = "moons"

    def why_not(self, table, start, end):
        way = table.straight(start, end)
        if way is None or len(way) > 2:
            return f"FK-2 {end} is neither beside {start} nor behind the coin beside it"
        if len(way) == 1:
            if table.owner(end) == table.rival:
                return f"FK-3 a coin takes {end} only by a jump over one of its own side"
            return ready.on_empty(table, end, clause="FK-2")
        if table.owner(way[0]) != table.seat:
            return table.refuse(f"FK-3 {way[0]} has no coin of your own to jump over", way[0])
        if table.owner(end) != table.rival:
            return f"FK-3 {end} has no enemy to take"

    def move(self, table, start, end):
        if table[end]:
            table.say(f"FK-3 {table.seat} jumps to {end} and takes a coin.", "capture")
        table.carry(start, end)

    event_kinds = {"capture": "A coin is taken."}

    def winner(self, table):
        if len(table.of(table.rival)) == 1:
            return table.seat, f"FK-4 {table.rival} has one coin left."
        if table.turn >= self.turns:
            return "draw", "FK-5 nobody got so far."

    def stuck(self, table):
        return ready.no_move_left(table, clause="FK-4")
