"""Oh Hell: say how many tricks you will take, and take no more (a card game of about 1930)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, card_of, one_of, option, ready


@pp.register
class OhHell(Board):
    seats = ("ann", "ben", "cat")
    deck = Board.standard_deck(ranks="7 8 9 10 jack queen king ace")
    hand = Board.hand()
    trump, trick = Board.row(), Board.row()
    phases = ("bid", "play")
    bid = one_of(0, 1, 2, 3, 4, 5, 6, 7, 8)
    card = card_of("hand")
    deals = option(3, "How many deals.", "OH-5", low=1, high=9)
    cards = option(4, "How many cards each gets.", "OH-1", low=1, high=8)
    rulebook = """
        OH-1 Deal. Each gets the same number of cards; the next card shows the trump suit.
        OH-2 Bid. In turn, each says how many tricks they will take.
        OH-3 Trick. Play a card of the suit that was led, if you have one. The highest trump takes
            the trick, or else the highest card of that suit; who takes it leads the next one.
        OH-4 Points. As many tricks as bid: ten points, and one more for each trick. Else none.
        OH-5 End. After the last deal the most points win. Each deal begins with the next player."""

    def setup(self, table):
        table.deals = 0
        self.deal(table)

    def deal(self, table):
        table.phase = "bid"
        table.pass_to(self.seats[table.deals % len(self.seats)])
        table.deals += 1
        table.bids, table.taken, table.order = {}, dict.fromkeys(self.seats, 0), []
        table.gather()
        table.deal(self.cards, say=f"OH-1 each gets a hand of {self.cards}.")
        table.draw(to="trump", say="OH-1 the trump suit is that of the {card}.")

    def why_not_bid(self, table, bid):
        if bid > self.cards:
            return f"OH-2 a deal has as many tricks as cards in a hand: {self.cards}"

    def move_bid(self, table, bid):
        table.bids[table.seat] = bid
        if len(table.bids) == len(self.seats):
            table.phase = "play"

    def why_not_play(self, table, card):
        led = table.trick and table.card(table.trick[0]).suit
        if led and led not in card and any(led in each for each in table.hand[table.seat]):
            return f"OH-3 you have {led}"

    def move_play(self, table, card):
        table.hand[table.seat].remove(card)
        table.trick.append(card)
        table.order.append(table.seat)
        if len(table.trick) == len(self.seats):
            self.take(table, table.order[table.trick.index(self.best(table))])
        if not any(table.hand.values()):
            self.count(table)

    def best(self, table):
        suits = [table.card(pile[0]).suit for pile in (table.trump, table.trick)]
        for suit in suits:
            if cards := [each for each in table.trick if table.card(each).suit == suit]:
                return max(cards, key=table.rank)

    def take(self, table, won):
        table.taken[won] += 1
        table.say(f"OH-3 {won} takes the trick.")
        table.trick, table.order = [], []
        table.pass_to(won)

    def count(self, table):
        for seat in self.seats:
            if table.taken[seat] == table.bids[seat]:
                table.score[seat] += 10 + table.taken[seat]
                table.say(f"OH-4 {seat} has as many tricks as bid: {table.taken[seat]}.")
        self.deal(table) if table.deals < self.deals else table.end_by_points("OH-5")

    def evaluate(self, table, seat):  # points so far, and how near each is to what they bid
        trump, worth = table.card(table.trump[0]).suit if table.trump else "none", {}
        for each in self.seats:
            cards = table.hand[each]
            likely = sum(table.rank(card) >= 13 or trump in card for card in cards) * 0.6
            wanted = table.bids.get(each, likely) - table.taken[each]
            worth[each] = 20 + table.score[each] - 5 * abs(wanted - likely)
        return ready.lead(worth, seat, clear=20)

    def bot_modest(self, table, moves, pick):
        cards = table.hand[table.seat]
        if table.phase == "bid":
            trump = table.card(table.trump[0]).suit
            return str(sum(table.rank(each) >= 8 or trump in each for each in cards) // 2)
        low_first = sorted(moves, key=lambda move: table.rank(move.card))
        return low_first[-(table.taken[table.seat] < table.bids[table.seat])]
