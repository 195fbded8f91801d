"""Picnic: keep a card and pass the hand on, as in the drafts of collectors (rules of our own)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, card_of, option, ready


@pp.register
class Picnic(Board):
    seats = ("ann", "ben", "cat", "dan")
    deck = Board.deck(bread=12, cheese=12, apple=12, cake=12)
    hand = Board.hand()
    basket = Board.row(each=True)
    card = card_of("hand")
    secret = True
    playout_moves = 100
    rounds = option(2, "How many rounds.", "PI-4", low=1, high=4)
    size = option(6, "How many cards a hand has.", "PI-1", low=3, high=8)
    rulebook = """
        PI-1 Deal. Each gets a hand of cards.
        PI-2 Draft. All choose a card in secret, lay it into their basket, and pass the hand on: to
            the next player, in every other round to the one before.
        PI-3 Points. Three bread 7, two cheese 4, a cake 1. The most apples 6, divided among equals.
        PI-4 End. After the last round the most points win."""

    def setup(self, table):
        table.round = 1
        table.deal(self.size, say=f"PI-1 each gets {self.size} cards.")

    def reveal(self, table, card):
        for seat in self.seats:
            table.hand[seat].remove(card[seat])
            table.basket[seat].append(card[seat])
        says = ", ".join(f"{seat.title()} {card[seat]}" for seat in self.seats)
        table.say(f"PI-2 into the baskets: {says}.")
        self.pass_on(table) if any(table.hand.values()) else self.count(table)

    def pass_on(self, table):
        hands = [list(table.hand[seat]) for seat in self.seats]
        step = 1 if table.round % 2 else -1
        for number, seat in enumerate(self.seats):
            table.hand[seat][:] = hands[(number - step) % len(self.seats)]

    def count(self, table):
        apples = ready.most([s for s in self.seats for c in table.basket[s] if c == "apple"])
        for seat in self.seats:
            has = table.basket[seat].count
            points = 7 * (has("bread") // 3) + 4 * (has("cheese") // 2) + has("cake")
            points += 6 // len(apples) if seat in apples else 0
            table.score[seat] += points
            table.say(f"PI-3 the basket of {seat.title()} counts {points}.")
        if table.round == self.rounds:
            return table.end_by_points("PI-4")
        table.round += 1
        table.gather()
        table.deal(self.size, say=f"PI-1 each gets {self.size} cards.")

    def evaluate(self, table, seat):  # also what is begun
        worth = {}
        for each in self.seats:
            has = table.basket[each].count
            begun = 1.5 * (has("bread") % 3) + 1.7 * (has("cheese") % 2) + 1.5 * has("apple")
            sets = 7 * (has("bread") // 3) + 4 * (has("cheese") // 2) + has("cake")
            worth[each] = table.score[each] + sets + begun
        return ready.lead(worth, seat, clear=5)

    def bot_hungry(self, table, moves, pick):
        has = table.basket[table.seat].count
        wish = {"cake": 1, "bread": 2 + has("bread") % 3, "cheese": 2 + has("cheese") % 2}
        return max(moves, key=lambda move: wish.get(move.card, 2))
