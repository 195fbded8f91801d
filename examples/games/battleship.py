"""Battleship: ships that only their owner sees (a pencil game of about 1900, nobody's)."""

import itertools

import piecepack_nb as pp
from piecepack_nb.design import Board, option


@pp.register
class Battleship(Board):
    seats = ("ann", "ben")
    places = Board.squares(5, 5).each(seats)
    pieces = {"hit": "cube suns", "miss": "stone"}
    phases = ("place", "shoot")
    together = ("place",)
    fleet = (3, 2)
    touch = option(True, "May ships touch?", "BS-1")
    rulebook = """
        BS-1 Ships. Each places a ship of 3, then one of 2, straight, face down in their own sea.
        BS-2 Shots. In turn, at a square of the other sea, never twice at the same.
        BS-3 End. Who has sunk the whole fleet wins."""

    def setup(self, table):
        table._placed = dict.fromkeys(self.seats, 0)

    def tries_place(self, table):
        return itertools.combinations(sorted(table.places.of(table.seat)), 2)

    def why_not_place(self, table, bow, stern):
        if {table.places.seat_of(bow), table.places.seat_of(stern)} != {table.seat}:
            return "BS-1 place your ships in your own sea"
        ship, length = table.places.between(bow, stern), self.fleet[table._placed[table.seat]]
        if ship is None or len(ship) != length or bow > stern:
            return f"BS-1 a ship of {length} lies straight, named from the left or from below"
        if any(table[each] for each in ship):
            return "BS-1 your other ship is there"
        if not self.touch and any(table[near] for each in ship for near in table.next_to(each)):
            return "BS-1 ships never touch"

    def move_place(self, table, bow, stern):
        for each in table.places.between(bow, stern):
            table.put(each, f"{table.seat} ship", seen_by=table.seat)
        table._placed[table.seat] += 1
        if all(count == len(self.fleet) for count in table._placed.values()):
            table.phase = "shoot"

    def why_not_shoot(self, table, place):
        if table.places.seat_of(place) == table.seat:
            return f"BS-2 {place} is in your own sea"
        if table.shown(place):
            return f"BS-2 {place} has been shot at"

    def move_shoot(self, table, place):
        ship = table.show(place)
        table[place] = "hit" if ship else "miss"
        table.say(f"BS-2 {table.seat} {'hits' if ship else 'misses'} on {place}.")

    def winner(self, table):
        if table.phase == "shoot" and not any(map(table.hidden, table.places.of(table.rival))):
            return table.seat, f"BS-3 {table.seat} has sunk the fleet."

    def score(self, table):
        seas = {"ann": table.places.of("ben"), "ben": table.places.of("ann")}
        hits = {seat: [table[place] for place in sea].count("hit") for seat, sea in seas.items()}
        return {seat: (count, sum(self.fleet)) for seat, count in hits.items()}

    def bot_hunter_shoot(self, table, moves, pick):
        hit = {place for place in table if table[place] == "hit"}
        near = [move for move in moves if hit.intersection(table.next_to(move.place))]
        return pick(near or moves)
