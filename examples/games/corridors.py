"""Two pawns race to the far side of a board on which walls grow between the squares."""

from __future__ import annotations

import piecepack_nb as pp
from piecepack_nb.design import Board, Places, Table, option, ready

RULES = """
    CO-1 Turn. Step with your pawn, or lay one of your walls.
    CO-2 Step. A pawn steps to a square beside it with no wall between. Where the other pawn stands
         it steps over it, to any square beside that one.
    CO-3 Wall. A wall is two squares long: it lies on an edge and on the next one to the right or
         above. It crosses no wall, and leaves each pawn a way to its far side.
    CO-4 End. Who first stands on the far side wins.
    CO-5 Draw. After many turns the game is a draw, so that each one ends.
    """


@pp.register
class Corridors(Board):
    """Reach the far side first; a wall makes the other's way longer than your own."""

    size = option(7, "How many squares a side has.", "CO-4", low=5, high=9)
    walls = option(6, "How many walls each side has.", "CO-3", low=1, high=10)
    turns = option(300, "After how many turns the game is a draw.", "CO-5", low=20, high=1000)
    playout_moves = 12
    rulebook = RULES

    def places(self) -> Places:
        return Board.squares(self.size, self.size, edges=True)

    def setup(self, table: Table) -> None:
        middle = "abcdefghi"[self.size // 2]
        table[f"{middle}1"], table[f"{middle}{self.size}"] = self.seats
        table.left = dict.fromkeys(self.seats, self.walls)
        table._middles = []

    def goal(self, seat: str) -> list[str]:
        return self.places.edge("top" if seat == "suns" else "bottom")

    def way(self, table: Table, seat: str) -> list[str] | None:
        """Return the shortest way to the far side; the other pawn is no obstacle."""
        other = next(each for each in self.seats if each != seat)
        return table.path(table.of(seat)[0], self.goal(seat), through=other)

    def steps(self, table: Table) -> list[str]:
        beside = table.next_to(table.own[0])
        over = [end for place in beside if table[place] for end in table.next_to(place)]
        return [place for place in (*beside, *over) if not table[place]]

    def tries(self, table: Table) -> list[str]:
        edges = [each for each in table.places.edges if not table[each]]
        return self.steps(table) + (edges if table.left[table.seat] else [])

    def why_not(self, table: Table, place: str) -> str | None:
        if place not in table.places.edges:
            here = table.own[0]
            return None if place in self.steps(table) else f"CO-2 no step leads from {here} there"
        if not table.left[table.seat]:
            return "CO-3 you have no wall left"
        long, across = table.places.beyond(place), table.places.crossing(place)
        if not long or table[place] or table[long]:
            return f"CO-3 there is no room for a wall on {place} and the next edge"
        if across in table._middles:
            return f"CO-3 it would cross the wall on {across}"
        walled = table.with_(place, "wall").with_(long, "wall")
        cut = next((seat for seat in self.seats if not self.way(walled, seat)), None)
        return f"CO-3 {cut} would have no way left" if cut else None

    def move(self, table: Table, place: str) -> None:
        if place not in table.places.edges:
            table.carry(table.own[0], place)
            table.say(f"CO-2 {table.seat} steps to {place}.")
            return
        table[place] = table[table.places.beyond(place)] = "wall"
        table._middles = [*table._middles, place]
        table.left[table.seat] -= 1
        table.say(f"CO-3 {table.seat} lays a wall on {place}.")

    def winner(self, table: Table) -> ready.Ending | None:
        won = ready.reaches(table, table.seat, self.goal(table.seat), clause="CO-4")
        late = ("draw", "CO-5 nobody has come to the far side.")
        return won or (late if table.turn >= self.turns else None)

    def evaluate(self, table: Table, seat: str) -> float:
        mine, theirs = (len(self.way(table, each) or ()) for each in self.seats)
        lead = (theirs - mine if seat == "suns" else mine - theirs) / self.size
        return lead + (table.left[seat] - table.left[self.seats[seat == "suns"]]) / 40
