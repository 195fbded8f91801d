"""Kuhn poker: three cards, one bet, and a hand that only its owner sees (Harold W. Kuhn, 1950)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option


@pp.register
class KuhnPoker(Board):
    seats = ("ann", "ben")
    deck = Board.deck("jack queen king")
    hand = Board.hand()
    payoff = "score"
    choice = one_of("check", "bet", "call", "fold")
    rounds = option(6, "How many rounds.", "KU-4", low=1, high=50)
    rulebook = """
        KU-1 Deal. Shuffle; a card each, face down, and a chip each into the pot.
        KU-2 Bet. Check or bet; after a bet, call or fold.
        KU-3 Showdown. After a call or two checks the higher card wins the pot.
        KU-4 End. After the last round the most chips win."""

    def setup(self, table):
        table.round = 0
        self.deal(table)

    def deal(self, table):
        table.round += 1
        table.bets = dict.fromkeys(self.seats, 1)
        table.called = ""
        table.gather("deck")
        table.shuffle("deck")
        table.deal(1, say="KU-1 each gets a card.")

    def why_not(self, table, choice):
        facing = table.bets[table.rival] > table.bets[table.seat]
        if facing != (choice in ("call", "fold")):
            return f"KU-2 {'after' if facing else 'without'} a bet you can't {choice}"

    def move(self, table, choice):
        before, table.called = table.called, choice
        table.bets[table.seat] += choice in ("bet", "call")
        if choice == "fold":
            self.pay(table, table.rival)
        elif choice == "call" or before == choice == "check":
            table.show("hand")
            self.pay(table, max(self.seats, key=lambda seat: table.rank(table.hand[seat][0])))

    def pay(self, table, won):
        chips = min(table.bets.values())
        for seat in self.seats:
            table.score[seat] += chips if seat == won else -chips
        table.say(f"KU-3 {won} wins {chips}.")
        self.deal(table) if table.round < self.rounds else table.end_by_points("KU-4")

    def bot_honest(self, table, moves, pick):
        likes = {"king": ("bet", "call"), "queen": ("check", "call"), "jack": ("check", "fold")}
        card = table.hand[table.seat][0]
        return next(move for move in moves if move.choice in likes[card])
