"""Tiles with roads out of a bag, laid side by side on a board that grows, and claims on top."""

from __future__ import annotations

import piecepack_nb as pp
from piecepack_nb.design import Board, Table, Tile, one_of, option, ready

RULES = """
    RO-1 Draw. A turn begins with a tile from the bag; a crossing lies on the table from the start.
    RO-2 Lay. The tile is laid beside another one; like meets like on all sides, a road a road and
         grass grass. Who can't lay the tile loses it.
    RO-3 Claim. Who lays a tile may put a claim on it, unless its roads have one already.
    RO-4 Closed. Roads without an open end score a point for each of their tiles. Who has the most
         claims there gets them, or all who have as many, and the claims go back.
    RO-5 End. When the bag is empty, open roads with claims score half their tiles, rounded down.
         The most points win.
    """


@pp.register
class Roads(Board):
    """Close roads that you have claimed, and join your claims to long ones."""

    places = Board.growing("squares")
    tiles = {
        "end": Tile("road - - -"),  # up, right, down, left
        "straight": Tile("road - road -"),
        "bend": Tile("road road - -"),
        "fork": Tile("road road road -"),
        "cross": Tile("road road road road"),
    }
    bag = Board.bag(end=10, straight=5, bend=6, fork=3)
    turn = one_of(0, 90, 180, 270)
    claim = one_of("claim")
    claims = option(4, "How many claims each side has.", "RO-3", low=1, high=7)
    rulebook = RULES

    def setup(self, table: Table) -> None:
        table["0,0"] = table.tile("cross")
        table.drawn = ""
        table.left = dict.fromkeys(self.seats, self.claims)

    def begin(self, table: Table) -> None:
        table.drawn = table.draw("bag", say="RO-1 {seat} draws a {tile}.") or ""
        if not table.drawn:
            for place in list(table.tops):
                if table.on_top(place):
                    self.pay(table, ready.network(table, place, "road"), "RO-5", share=2)

    def why_not(self, table: Table, place: str, turn: int, claim: str | None = None) -> str | None:
        tile = table.drawn.turned(turn)
        if tile.angle != turn:
            return f"RO-2 turned by {turn}, it looks as turned by {tile.angle}"
        stop = ready.beside_a_tile(table, place, clause="RO-2")
        stop = stop or ready.edges_match(table, place, tile, clause="RO-2")
        if stop or not claim:
            return stop
        if not table.left[table.seat]:
            return "RO-3 you have no claim left"
        roads = ready.network(table.with_(place, tile), place, "road")
        if taken := [each for each in roads if table.on_top(each)]:
            return table.refuse(f"RO-3 these roads have a claim on {taken[0]}", *taken)
        return None

    def move(self, table: Table, place: str, turn: int, claim: str | None = None) -> None:
        table[place] = table.drawn.turned(turn)
        if claim:
            table.left[table.seat] -= 1
            table.lay_on(place, table.seat)
        says = f"RO-2 {table.seat} lays the {table.drawn} on {place}"
        table.say(f"{says}, with a claim." if claim else f"{says}.")
        roads = ready.network(table, place, "road")
        if not roads.open:
            self.pay(table, roads, "RO-4")

    def pay(self, table: Table, roads: ready.Network, clause: str, share: int = 1) -> None:
        """Give the claims of roads back, and their points to who has the most."""
        owners = [table.take_from(each) for each in roads if table.on_top(each)]
        for seat in ready.most(owners):
            table.score[seat] += len(roads) // share
            table.say(f"{clause} {seat} scores {len(roads) // share}.")
        for seat in owners:
            table.left[seat] += 1

    def winner(self, table: Table) -> ready.Ending | None:
        done = not table.bag and not table.drawn
        return ready.most_points(table, clause="RO-5") if done else None
