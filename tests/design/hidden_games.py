"""Games with cards, secrets and phases, for the tests: each has something that a seat can't see."""

from __future__ import annotations

from typing import Any

from piecepack_nb.design import Board, card_of, one_of, ready
from tests.design.examples import example_class

# ruff: noqa: RET503 - as students write
# mypy: disable-error-code="no-untyped-def,no-untyped-call"


Kuhn: Any = example_class("kuhn_poker").design_class
"""Poker with three cards: a hand of each seat."""


class Fleet(Board):
    """Ships under water: places of which only their seat knows; rows 1 to 4 are ann's."""

    seats = ("ann", "ben")
    places = Board.squares(4, 8)
    phases = ("place", "shoot")
    together = ("place",)
    ships = (3, 2)
    rulebook = """
        FL-1 Ships. Each places a ship of 3, then one of 2, straight, in their own sea.
        FL-2 Shots. In turn, at a square of the other sea, never twice at the same.
        FL-3 End. Who has sunk the whole fleet wins."""

    def setup(self, table):
        table.placed = dict.fromkeys(self.seats, 0)

    def sea(self, place):
        return "ann" if int(place[1]) <= 4 else "ben"

    def ship(self, table, start, end):
        return [start, *(table.straight(start, end) or ())]

    def why_not_place(self, table, place, end):
        ship, length = self.ship(table, place, end), self.ships[table.placed[table.seat]]
        if any(self.sea(each) != table.seat for each in (place, end)):
            return "FL-1 that is not in your sea"
        if len(ship) != length or ship[-1] != end or place > end:
            return f"FL-1 a ship of {length} lies straight"
        if any(table[each] for each in ship):
            return "FL-1 your other ship is there"

    def move_place(self, table, place, end):
        for each in self.ship(table, place, end):
            table.put(each, f"ship {table.placed[table.seat]}", seen_by=table.seat)
        table.placed[table.seat] += 1
        if all(count == len(self.ships) for count in table.placed.values()):
            table.phase = "shoot"

    def why_not_shoot(self, table, place):
        if self.sea(place) == table.seat:
            return f"FL-2 {place} is in your own sea"
        if table.shown(place):
            return f"FL-2 {place} has been shot at"

    def move_shoot(self, table, place):
        ship = table.show(place)
        table[place] = "hit" if ship else "miss"
        table.say(f"FL-2 {table.seat} {'hits' if ship else 'misses'} on {place}.")

    def winner(self, table):
        afloat = [place for place in table if table.hidden(place)]
        if table.phase == "shoot" and not any(self.sea(each) == table.rival for each in afloat):
            return table.seat, f"FL-3 {table.seat} has sunk the fleet."


class Tricks(Board):
    """Each plays a card of a hand; the higher one wins the trick and leads the next."""

    seats = ("ann", "ben", "cat")
    deck = Board.standard_deck(suits="hearts spades", ranks="2 3 4 5 6")
    hand = Board.hand()
    played = Board.row()
    card = card_of("hand")
    rulebook = """
        TK-1 Deal. Each gets three cards.
        TK-2 Follow. A card of the suit that was led, if there is one; the highest of it wins.
        TK-3 End. When no cards are left, the most points win."""

    def setup(self, table):
        table.deal(3, say="TK-1 each gets three cards.")
        table.trick = {}

    def why_not(self, table, card):
        if table.played:
            led = table.card(table.played[0]).suit
            own = [each for each in table.hand[table.seat] if table.card(each).suit == led]
            if own and card not in own:
                return f"TK-2 play one of your {led}"

    def move(self, table, card):
        table.hand[table.seat].remove(card)
        table.played.append(card)
        table.trick[table.seat] = card
        if len(table.trick) == len(self.seats):
            led = table.card(table.played[0]).suit
            follows = {s: c for s, c in table.trick.items() if table.card(c).suit == led}
            won = max(follows, key=lambda seat: table.rank(follows[seat]))
            table.score[won] += 1
            table.say(f"TK-2 {won} takes the trick.")
            table.trick, table.played[:] = {}, []
            table.pass_to(won)

    def winner(self, table):
        if not any(table.hand.values()):
            return ready.most_points(table, clause="TK-3")


class Numbers(Board):
    """Each writes a number that the other guesses: a private note."""

    seats = ("ann", "ben")
    phases = ("write", "guess")
    together = ("write",)
    private = ("number",)
    number = one_of(1, 2, 3, 4)
    rulebook = """
        NU-1 Write. Each writes a number in secret.
        NU-2 Guess. In turn; the other says only whether it is the number.
        NU-3 End. Who guesses the number wins."""

    def setup(self, table):
        table.number = {}
        table.guessed = {seat: [] for seat in self.seats}

    def move_write(self, table, number):
        table.number[table.seat] = number
        table.say(f"NU-1 you wrote {number}.", seen_by=table.seat,
                  others=f"{table.seat} wrote a number.")  # fmt: skip
        if len(table.number) == 2:
            table.phase = "guess"

    def why_not_guess(self, table, number):
        if number in table.guessed[table.seat]:
            return f"NU-2 you have guessed {number}"

    def move_guess(self, table, number):
        table.guessed[table.seat].append(number)
        if table.number[table.rival] == number:
            table.end(table.seat, f"NU-3 it is {number}.")
        else:
            table.say(f"NU-2 it is not {number}.")


class Armies(Board):
    """Ranks that face away: all see where the pieces are, and only their seat which they are."""

    seats = ("ann", "ben")
    places = Board.squares(3, 4)
    phases = ("place", "fight")
    together = ("place",)
    rank = one_of("spy", "general")
    rulebook = """
        AR-1 Place. A general or a spy on each place of the own rank, from left to right.
        AR-2 Fight. One step; a general takes a spy, and a spy a general. Both are shown.
        AR-3 End. Who reaches the last rank, or takes all, wins."""

    def setup(self, table):
        table.placed = dict.fromkeys(self.seats, 0)

    def move_place(self, table, rank):
        place = "abc"[table.placed[table.seat]] + ("1" if table.seat == "ann" else "4")
        table.put(place, f"{table.seat} {rank}", seen_by=table.seat, back=table.seat)
        table.placed[table.seat] += 1
        if all(count == 3 for count in table.placed.values()):
            table.phase = "fight"

    def why_not_fight(self, table, start, end):
        return ready.step(table, start, end, clause="AR-2") or ready.not_own(
            table, end, clause="AR-2"
        )

    def move_fight(self, table, start, end):
        if table[end]:
            one, other = table.show(start), table.show(end)
            table.say(f"AR-2 {one} meets {other}.")
            if one.split()[1] == other.split()[1]:
                table.take(start)
                table.take(end)
                return
        table.carry(start, end)

    def winner(self, table):
        for seat, rank in (("ann", "4"), ("ben", "1")):
            if any(place[1] == rank for place in table.of(seat)) and table.phase == "fight":
                return seat, f"AR-3 {seat} is through."
        if table.phase == "fight" and not (table.of("ann") and table.of("ben")):
            left = next((seat for seat in self.seats if table.of(seat)), "draw")
            return left, "AR-3 the others are taken."


class Swap(Board):
    """Cards that are shown, given in secret and stolen: what is known must not tell them."""

    seats = ("ann", "ben", "cat")
    deck = Board.deck("ace two three four five six")
    hand = Board.hand()
    away = Board.bag(blank=1)
    phases = ("act", "give")
    together = ("give",)
    card = card_of("hand")
    action = one_of("show", "steal", "wait", "give")

    def setup(self, table):
        table.deal(2)

    def why_not_act(self, table, action):
        if action == "give" and not all(table.hand.values()):
            return "somebody has no card"

    def move_act(self, table, action):
        if action == "show":
            table.show("hand")
        elif action == "steal":
            table.draw(f"hand {table.rival}", to="hand")
        elif action == "give":
            table.phase = "give"

    def move_give(self, table, card):
        table.hand[table.seat].remove(card)
        table.hand[table.rival].append(card)
        table.phase = "act"

    def winner(self, table):
        return "draw" if table.turn > 9 else None


GAMES = (Kuhn, Fleet, Tricks, Numbers, Armies, Swap)
