"""The stolen jewel: ask how many, and find the one that nobody has (rules of our own)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option

COLOURS, NUMBERS = ("red", "blue", "green"), (1, 2, 3, 4, 5)


@pp.register
class StolenJewel(Board):
    seats = ("ann", "ben")
    deck = Board.deck([f"{number} {colour}" for colour in COLOURS for number in NUMBERS])
    hand = Board.hand()
    colour, number = one_of(*COLOURS), one_of(*NUMBERS)
    questions = option(2, "How many questions come before an accusation.", "SJ-3", low=1, high=8)
    rulebook = """
        SJ-1 Deal. Of fifteen jewels, five of each colour, each gets seven. The one left is stolen.
        SJ-2 Ask. Name a colour or a number. The other says how many of these they have.
        SJ-3 Accuse. After some questions, name a colour and a number: if that jewel is stolen you
            win, else the other."""

    def setup(self, table):
        table.told = {seat: {} for seat in self.seats}
        table.deal(7, say="SJ-1 each gets seven jewels; one is stolen.")

    def why_not(self, table, colour=None, number=None):
        told, asked = table.told[table.rival], str(number or colour)
        if colour and number:
            if len(told) >= self.questions:
                return None
            return f"SJ-3 you may accuse after question {self.questions}, not after {len(told)}"
        if asked in told:
            return f"SJ-2 {table.rival} has told you of {asked}: {told[asked]}"

    def move(self, table, colour=None, number=None):
        if colour and number:
            right = f"{number} {colour}" in table.deck
            table.show("deck")
            won = table.seat if right else table.rival
            return table.end(won, f"SJ-3 {table.seat} says {number} {colour}: {won.title()} wins.")
        asked = str(number or colour)
        count = table.told[table.rival][asked] = self.how_many(table.hand[table.rival], asked)
        table.say(f"SJ-2 {table.rival} has {count} of {asked}.")

    def how_many(self, jewels, asked):
        return sum(asked in jewel.split() for jewel in jewels)

    def suspects(self, table):
        """The jewels that may be stolen, as far as the seat that moves can tell."""
        told, own = table.told[table.rival], table.hand[table.seat]
        left = [jewel for jewel in self.deck.cards if jewel not in own]
        return [
            stolen for stolen in left
            if all(self.how_many(left, asked) - self.how_many([stolen], asked) == count
                   for asked, count in told.items())
        ]  # fmt: skip

    def imagine(self, table, pick):
        left = [*table.deck, *table.hand[table.rival]]
        stolen = pick(self.suspects(table))
        left.remove(stolen)
        table.deck[:], table.hand[table.rival][:] = [stolen], left

    def bot_sleuth(self, table, moves, pick):
        left = self.suspects(table)
        number, colour = left[0].split()
        accusation = [move for move in moves if (move.colour, str(move.number)) == (colour, number)]
        questions = [move for move in moves if not (move.colour and move.number)]
        return pick(accusation if accusation and len(left) == 1 else questions or accusation)
