"""Nine men's morris: three in a line make a mill, which takes an enemy."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

MILLS = """
    a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
    """


@pp.register
class NineMensMorris(Board):
    title = "Nine men's morris"
    places = Board.points(MILLS)
    pieces = "stone"
    flying = option(True, "May a side with three men go to any point?", "NMM-2")
    longest = option(200, "After how many turns the game is a draw.", "NMM-4", low=50, high=500)
    rulebook = """
        NMM-1 Placing. First each side puts its nine men on empty points, one a turn.
        NMM-2 Moving. Then a man goes along a line to the next empty point.
        NMM-3 Mill. Who gets three men in a line takes an enemy; not from a mill, if there is
            another one.
        NMM-4 End. Who has only two men left, or can't move, loses.
        """

    def setup(self, table):
        table.hand = dict.fromkeys(self.seats, 9)

    def moves(self, table):
        for step in self.steps(table):
            if self.in_mill(table, step[-1], table.seat, left=step[0]):
                yield from ((*step, enemy) for enemy in self.takeable(table))
            else:
                yield step

    def steps(self, table):
        if table.hand[table.seat]:
            return [(place,) for place in table.empty]
        flies = self.flying and len(table.own) == 3
        return [
            (start, end)
            for start in table.own
            for end in (table.empty if flies else table.next_to(start))
            if not table[end]
        ]

    def in_mill(self, table, place, seat, left=""):
        """Would a man of the seat on ``place`` be in a mill, once it has left another point?"""
        rows = [
            [each for each in row if each != place] for row in table.places.lines if place in row
        ]
        return any(all(table[each] == seat and each != left for each in row) for row in rows)

    def takeable(self, table):
        enemies = table.of(table.rival)
        return [each for each in enemies if not self.in_mill(table, each, table.rival)] or enemies

    def move(self, table, *points):
        if table.hand[table.seat]:
            place, *taken = points
            table.hand[table.seat] -= 1
            table[place] = table.seat
            table.say(f"NMM-1 {table.seat} puts a man on {place}.")
        else:
            start, end, *taken = points
            table.carry(start, end)
            table.say(f"NMM-2 {table.seat} moves {start}-{end}.")
        for enemy in taken:
            del table[enemy]
            table.say(f"NMM-3 {table.seat} has a mill and takes the man on {enemy}.")

    def winner(self, table):
        if not table.hand[table.rival] and len(table.of(table.rival)) < 3:
            return table.seat, f"NMM-4 {table.rival} has only two men left."
        if table.turn >= self.longest:
            return "draw", "NMM-4 nobody wins: it takes too long."

    def stuck(self, table):
        return ready.no_move_left(table, clause="NMM-4")

    def evaluate(self, table, seat):
        """Bots that look ahead count men, on the board and in the hand."""
        men = {each: len(table.of(each)) + table.hand[each] for each in self.seats}
        return ready.lead(men, seat, clear=2)
