"""Twelve Men's Morris: three coins in a line take an enemy."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, option, ready

STRAIGHT = """
    a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"""


@register
class TwelveMensMorris(Board):
    title = "Twelve Men's Morris"
    author = "traditional, adapted by Dan Burkey and Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, twelve-mens-morris, version 1.2, 2022"
    places = Board.points(f"{STRAIGHT}, a1 b2 c3, a7 b6 c5, g1 f2 e3, g7 f6 e5")
    pieces = "coin"
    playout_moves = 30
    coins = option(12, "How many coins each has.", "TM-1", low=11, high=12)
    flying = option(3, "With how many coins a side flies; 0 for never.", "TM-4", choices=(3, 4, 0))
    slant_mills = option(True, "Do three in a slanting line make a mill?", "TM-2")
    rebuilds = option(False, "May a coin go back at once to the mill that it left?", "TM-5")
    turns = option(200, "After how many turns the game is a draw.", "TM-7", low=50, high=1000)
    rulebook = """
        TM-1 Placing. First each side puts its coins on empty points, which are tiles, one a turn.
        TM-2 Mill. Three coins of a side in a line, straight or slanting, are a mill. Who makes one,
            or two at once, takes an enemy; one in a mill only if there is no other.
        TM-3 Moving. Then a coin goes along a line to the next empty point.
        TM-4 Flying. The last three coins of a side go to any empty point.
        TM-5 Swinging. A coin that swaps one mill for another doesn't swap back in the next turn.
        TM-6 End. Who has two coins left, or can't move, loses.
        TM-7 Draw. After many turns the game is a draw; the document has no end for such games.
        """

    def setup(self, table):
        table.hand = dict.fromkeys(self.seats, self.coins)
        table._back = dict.fromkeys(self.seats, "")  # the step that would rebuild a mill

    def moves(self, table):
        for step in self.steps(table):
            made = self.mills(table, step[-1], table.seat, left=step[0])
            if not made or table._back[table.seat] != "-".join(step):
                yield from [(*step, enemy) for enemy in self.takeable(table) if made] or [step]

    def steps(self, table):
        if table.hand[table.seat]:
            return [(place,) for place in table.empty]
        ends = table.empty if len(table.own) <= self.flying else None
        return [(at, to) for at in table.own for to in ends or table.next_to(at) if not table[to]]

    def why_not(self, table, *points):
        start, step = points[0], points[: 1 if table.hand[table.seat] else 2]
        if not table.hand[table.seat] and table[start] != table.seat:
            return f"TM-3 {start} has no coin of {table.seat}"
        if step not in self.steps(table):
            why = "is taken" if table[step[-1]] else f"is not next to {start} on a line"
            return f"TM-{1 if table.hand[table.seat] else 3} {step[-1]} {why}"
        moves = [move for move in self.moves(table) if move[: len(step)] == step]
        swung = f"TM-5 the coin left a mill with {step[-1]} in your last turn"
        mill = "TM-2 a new mill, and nothing else, takes an enemy, from no mill if it can"
        return None if points in moves else mill if moves else swung

    def mills(self, table, place, seat, left=""):  # as if a coin from ``left`` were on ``place``
        lines = table.places.lines if self.slant_mills else table.places.lines[:16]
        own = {*table.of(seat)} - {left} | {place}
        return sum(place in row and own.issuperset(row) for row in lines)

    def takeable(self, table):
        enemies = table.of(table.rival)
        return [each for each in enemies if not self.mills(table, each, table.rival)] or enemies

    def move(self, table, *points):
        placing = table.hand[table.seat] > 0
        start, end, taken = points[0], points[not placing], points[2 - placing :]
        swings = taken and not (placing or self.rebuilds) and self.mills(table, start, table.seat)
        table._back[table.seat] = f"{end}-{start}" if swings else ""
        table.hand[table.seat] -= placing
        table[start], table[end] = None, table.seat
        for enemy in taken:
            del table[enemy]
            table.say(f"TM-2 {table.seat} has a mill and takes the coin on {enemy}.")

    def winner(self, table):
        if not table.hand[table.rival] and len(table.of(table.rival)) < 3:
            return table.seat, f"TM-6 {table.rival} has two coins left."
        return ("draw", "TM-7 nobody got so far.") if table.turn >= self.turns else None

    def stuck(self, table):
        return ready.no_move_left(table, clause="TM-6")
