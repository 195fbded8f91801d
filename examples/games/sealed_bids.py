"""Sealed bids: paintings are auctioned in secret, and each loves another colour (our own rules)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option, ready

COLOURS = ("red", "blue", "green", "gold")
PAINTINGS = {f"{colour} {points}": {"points": points} for colour in COLOURS for points in (2, 3, 4)}


@pp.register
class SealedBids(Board):
    seats = ("ann", "ben", "cat")
    deck = Board.deck(PAINTINGS)
    tastes = Board.deck(COLOURS)
    taste = Board.hand()
    lot = Board.row()
    bought = Board.row(each=True)
    bid = one_of(*range(21))
    secret = True
    playout_moves = 100
    lots = option(8, "How many paintings are sold.", "SB-2", low=3, high=12)
    coins = option(15, "How many coins each has.", "SB-1", low=5, high=20)
    rulebook = """
        SB-1 Set-up. Each gets coins, and in secret a colour to love.
        SB-2 Bid. A painting is shown. All write a bid in secret, at most what they have.
        SB-3 Sale. The highest bid pays and gets it; of two such bids neither, and it is gone.
        SB-4 End. After the last sale, paintings count their points, those of your colour twice, and
            three coins one point. The most points win."""

    def setup(self, table):
        table.coins = dict.fromkeys(self.seats, self.coins)
        table.sold = 0
        table.deal(1, "tastes", "taste", say="SB-1 each has a colour to love.")
        table.draw(to="lot", say="SB-2 the first painting is {card}.")

    def why_not(self, table, bid):
        if bid > table.coins[table.seat]:
            return f"SB-2 you can bid at most {table.coins[table.seat]}, all your coins"

    def reveal(self, table, bid):
        bids = ", ".join(f"{seat.title()} {bid[seat]}" for seat in self.seats)
        table.say(f"SB-2 the bids: {bids}.")
        best = [seat for seat in self.seats if bid[seat] == max(bid.values())]
        painting = table.lot.pop()
        table.sold += 1
        if len(best) == 1:
            table.coins[best[0]] -= bid[best[0]]
            table.bought[best[0]].append(painting)
            table.say(f"SB-3 {best[0]} buys {painting} for {bid[best[0]]}.")
        else:
            table.say(f"SB-3 {painting} is gone.")
        if table.sold < self.lots:
            table.draw(to="lot", say="SB-2 the next painting is {card}.")
        else:
            self.count(table)

    def worth(self, table, seat, painting):
        loved = table.taste[seat][0] in painting
        return table.card(painting).points * (2 if loved else 1)

    def total(self, table, seat):
        bought = sum(self.worth(table, seat, each) for each in table.bought[seat])
        return bought + table.coins[seat] / 3

    def count(self, table):
        table.show("taste")
        for seat in self.seats:
            table.score[seat] = int(self.total(table, seat))
        table.end_by_points("SB-4")

    def evaluate(self, table, seat):
        return ready.lead({each: self.total(table, each) for each in self.seats}, seat, clear=5)

    def bot_collector(self, table, moves, pick):
        wish = self.worth(table, table.seat, table.lot[0]) + pick([-1, 0, 1])
        return str(min(max(wish, 0), table.coins[table.seat]))
