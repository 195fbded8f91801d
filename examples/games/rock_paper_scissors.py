"""Rock paper scissors: choose in secret; three wins are enough."""

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


@pp.register
class RockPaperScissors(Board):
    event_kinds = {"tie": "Both show the same."}
    seats = ("ann", "ben")
    secret = True
    hand = one_of("rock", "paper", "scissors")
    best_of = option(5, "How many rounds are played at most.", "RPS-2", low=1, high=99)
    rulebook = """
        RPS-1 Round. Both choose in secret. Rock beats scissors, they beat paper, it beats rock.
        RPS-2 End. Who wins more than half of the rounds wins.
        """

    def reveal(self, table, hand):
        ann, ben = hand["ann"], hand["ben"]
        if ann == ben:
            return table.say(f"RPS-1 both show {ann}: nobody wins the round.", "tie")
        won = "ann" if BEATS[ann] == ben else "ben"
        table.score[won] += 1
        table.say(f"RPS-1 Ann shows {ann}, Ben {ben}: {won.title()} wins the round.")

    def winner(self, table):
        for seat in self.seats:
            if table.score[seat] > self.best_of // 2:
                return seat
