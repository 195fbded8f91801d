"""Tablut: a king breaks out of a siege."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready

CASTLE = "e5"


@register
class Tablut(Board):
    author = "traditional, adapted by Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, tablut, version 1.1, 2022"
    seats = ("attackers", "defenders")
    places = Board.tiles(4, 4, points=True).shade(CASTLE)
    pieces = {"attackers": "suns coin", "defenders": "moons coin", "defenders king": "moons pawn"}
    turns = option(200, "After how many turns the game is a draw.", "TB-7", low=20, high=1000)
    rulebook = """
        TB-1 Set-up. Sixteen tiles make a board of nine by nine points. The king stands on the
            castle in the middle, eight defenders round him, sixteen attackers at the edges.
        TB-2 Move. A piece goes any distance along a file or rank, over empty points. Attackers
            move first.
        TB-3 Castle. Once the king has left the castle, nobody goes there or through it.
        TB-4 Capture. A piece that moves takes an enemy beside it whose other side, in the same
            line, has a piece of the mover's own or the empty castle. A defender between an attacker
            and the king's castle falls, too, if attackers have the three other sides of the castle.
        TB-5 King. Two attackers in a line take the king; beside the castle it takes three, in the
            castle four. Then the attackers win.
        TB-6 Escape. The king on the edge of the board wins for the defenders. Who can't move loses.
        TB-7 Draw. After many turns the game is a draw; the document has no end for such games.
        """

    def setup(self, table):
        table[CASTLE] = "defenders king"
        for ray in table.rays(CASTLE):
            table[ray[0]] = table[ray[1]] = "defenders"
            table[ray[2]] = table[ray[3]] = "attackers"
        for place in "d1 f1 d9 f9 a4 a6 i4 i6".split():
            table[place] = "attackers"

    def why_not(self, table, start, end):
        way = table.straight(start, end)
        if way and CASTLE in way:
            return table.refuse("TB-3 nobody goes to the castle or through it", CASTLE)
        return ready.slide(table, start, end, clause="TB-2") or ready.on_empty(
            table, end, clause="TB-2"
        )

    def tries(self, table):
        return [(one, end) for one in table.own for ray in table.rays(one) for end in ray]

    def move(self, table, start, end):
        table.carry(start, end)
        for ray in table.rays(end):
            if ray and table.owner(ray[0]) == table.rival and self.falls(table, ray, end):
                taken = table.take(ray[0]).split()[-1].removesuffix("s")
                table.say(f"TB-4 {table.seat} takes the {taken} on {ray[0]}.")

    def falls(self, table, ray, end):
        beside = table.next_to(ray[0])
        if table[ray[0]] == "defenders king" and CASTLE in (ray[0], *beside):
            return all(table.owner(each) == table.seat for each in beside if each != CASTLE)
        behind = ray[1] if len(ray) > 1 else ""
        if behind and table.owner(behind) == table.seat:
            return True
        held = [table.owner(each) == "attackers" for each in table.next_to(CASTLE)]
        return behind == CASTLE and (not table[CASTLE] or sum(held) == 3)

    def winner(self, table):
        king = next((place for place in table if table[place] == "defenders king"), None)
        if king is None:
            return "attackers", "TB-5 the king is taken."
        if len(table.next_to(king)) < 4:
            return "defenders", f"TB-6 the king escapes on {king}."
        if table.turn >= self.turns:
            return "draw", "TB-7 the siege goes on."

    def stuck(self, table):
        return ready.no_move_left(table, clause="TB-6")
