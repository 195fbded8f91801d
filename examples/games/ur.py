"""The royal game of Ur: a race along two tracks that share their middle."""

import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

MIDDLE = ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"]
ROUTES = {
    "suns": ["e1", "d1", "c1", "b1", "a1", *MIDDLE, "h1", "g1", "f1"],
    "moons": ["e3", "d3", "c3", "b3", "a3", *MIDDLE, "h3", "g3", "f3"],
}
ROSETTES = ["a1", "a3", "d2", "g1", "g3"]


@pp.register
class Ur(Board):
    title = "The royal game of Ur"
    places = Board.squares(8, 3).shade(ROSETTES)
    pieces = "coin"
    dice = Board.die("01", count=4)
    coins = option(5, "How many coins each side has.", "UR-1", low=1, high=7)
    safe = option(True, "Is a coin on the middle rosette safe?", "UR-4")
    rulebook = """
        UR-1 Set-up. Coins start on e1 and e3.
        UR-2 Dice. Four dice show 0 or 1 each. Who can't move passes.
        UR-3 Move. A coin goes as far as the dice say: to the left, along the middle and back to
            f1 or f3, which it must reach exactly.
        UR-4 Capture. A coin that ends on an enemy sends it back to its start, but not on the
            rosette d2. It never ends on a coin of its own.
        UR-5 Rosette. Who ends on a dark square moves again.
        UR-6 End. Whose coins are all home first wins.
        """

    def setup(self, table):
        for seat, route in ROUTES.items():
            table[route[0]] = [seat] * self.coins

    def why_not(self, table, start):
        route = ROUTES[table.seat]
        if start == route[-1]:
            return f"UR-3 the coins on {start} are home"
        stop = ready.on_route(table, start, route, clause="UR-3")
        if stop:
            return stop
        end = ready.ahead(table, start, route, table.points)
        if table.owner(end) == table.seat and end != route[-1]:
            return f"UR-4 {end} has a coin of your own"
        if end == "d2" and table[end] and self.safe:
            return "UR-4 the enemy on the rosette d2 is safe"

    def move(self, table, start):
        route = ROUTES[table.seat]
        end = ready.ahead(table, start, route, table.points)
        table.say(f"UR-3 {table.seat} moves {start}-{end}.")
        if table.owner(end) == table.rival:
            self.put(table, ROUTES[table.rival][0], table.take(end)[-1])
            table.say(f"UR-4 {table.seat} sends a coin of {table.rival} back to its start.")
        self.put(table, end, table[start].pop())
        if end in ROSETTES:
            table.say(f"UR-5 {table.seat} is on a rosette and moves again.")
            table.again()

    def put(self, table, place, coin):
        table[place] = [*(table[place] or []), coin]

    def winner(self, table):
        if len(table[ROUTES[table.seat][-1]] or []) == self.coins:
            return table.seat

    def bot_runner(self, table, moves, pick):
        """Move the coin that is furthest on."""
        return max(moves, key=lambda move: ROUTES[table.seat].index(move.start))

    def evaluate(self, table, seat):
        """Bots that look ahead count how far the coins of both sides have come."""
        far = dict.fromkeys(ROUTES, 0)
        for each, route in ROUTES.items():
            far[each] = sum(route.index(place) * len(table[place]) for place in table.of(each))
        return (far[seat] - sum(far.values()) / 2) / 10
