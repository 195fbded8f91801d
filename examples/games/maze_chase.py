"""Maze chase: together you gather coins in a maze, before the hunter eats them, or you."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option

WALLS = """
    b1-b2 c1-c2 e1-e2 a2-b2 d2-d3 f2-f3 b3-c3 b3-b4 e3-e4 d3-e3
    a4-a5 c4-d4 c4-c5 e4-f4 b5-b6 d5-e5 e5-e6 c2-d2 b5-c5
    """
COINS = ["a6", "c6", "f6", "b3", "d4", "a3", "f3", "c2", "f1", "c5", "e2"]


@pp.register
class MazeChase(Board):
    cooperative = True
    places = Board.squares(6, 6, walls=WALLS)
    pieces = {"hunter": "pawn arms", "coin": "coin crowns"}
    speed = option(1, "How many steps the hunter makes after each round.", "MC-3", low=1, high=3)
    rulebook = """
        MC-1 Set-up. Suns start on a1, moons on b1, the hunter on e6.
        MC-2 Move. Your pawn makes a step, past no wall, to an empty square or to a coin: it takes
            the coin.
        MC-3 Hunter. After both have moved, the hunter goes the shortest way to the nearest of you
            or of the coins, and eats what it reaches.
        MC-4 End. You lose together if one is eaten. When no coin is left, you win if you have
            more than the hunter.
        """

    def setup(self, table):
        table["a1"], table["b1"], table["e6"] = "suns", "moons", "hunter"
        table.taken = table.eaten = 0
        for square in COINS:
            table[square] = "coin"

    def why_not(self, table, start, end):
        if end not in table.next_to(start):
            return f"MC-2 no step leads from {start} to {end}"
        if table[end] not in (None, "coin"):
            return f"MC-2 the {table[end]} pawn is on {end}"

    def move(self, table, start, end):
        taken = table[end] == "coin"
        table.carry(start, end)
        table.taken += taken
        table.say(f"MC-2 {table.seat} {'takes the coin on' if taken else 'goes to'} {end}.")
        if table.seat == self.seats[-1]:
            for _ in range(self.speed):
                self.hunt(table)

    def hunt(self, table):
        here = next(place for place in table if table[place] == "hunter")
        prey = [place for place in table if table[place] != "hunter"]
        path = table.path(here, prey)
        if path:
            table.eaten += table[path[0]] == "coin"
            table.carry(here, path[0])
            table.say(f"MC-3 the hunter heads for {path[-1]}: {here}-{path[0]}.")

    def winner(self, table):
        eaten = [seat for seat in self.seats if not table.of(seat)]
        if eaten:
            return "draw", f"MC-4 the hunter eats {' and '.join(eaten)}: you lose together."
        if not table.count("coin"):
            won, coins = table.taken > table.eaten, f"{table.taken} to {table.eaten} in coins"
            if won:
                return self.seats, f"MC-4 you win together: {coins}."
            return "draw", f"MC-4 you lose together: {coins}."

    def evaluate(self, table, seat):
        """Bots that look ahead count coins, and the steps to the next ones."""
        coins = [place for place in table if table[place] == "coin"]
        pawns = [place for each in self.seats for place in table.of(each)]
        steps = [len(table.path(place, coins) or coins) for place in pawns]
        return table.taken - table.eaten - sum(steps) / 8

    def bot_greedy(self, table, moves, pick):
        """Go the shortest way to a coin."""
        coins = [place for place in table if table[place] == "coin"]
        path = table.path(moves[0].start, coins)
        return pick([move for move in moves if path and move.end == path[0]] or moves)
