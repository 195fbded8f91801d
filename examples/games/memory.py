"""Memory: pairs of cards face down, as in the shell games of old Japan; as cards, about 1900."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready

PICTURES = "sun moon star tree boat fish key cup"


@pp.register
class Memory(Board):
    seats = ("ann", "ben")
    places = Board.squares(4, 4)
    deck = Board.deck(dict.fromkeys(PICTURES.split(), 2))
    taken = Board.row(each=True)
    pieces = "word"
    playout_moves = 20
    rulebook = """
        ME-1 Set-up. Shuffle the pairs and lay them out, face down.
        ME-2 Turn. Turn over a card, then another one. A pair is yours, and you move again. Other
            cards are turned back before the next one is turned over.
        ME-3 End. When all are taken, the most pairs win."""

    def setup(self, table):
        cards = table.draw("deck", len(table.places), seen_by=(), say="ME-1 the cards lie ready.")
        for place, card in zip(table.places, cards, strict=True):
            self.cover(table, place, card)
        table.turned, table._seen = [], {}

    def cover(self, table, place, card):
        table.put(place, card, seen_by=(), back="tile back")

    def why_not(self, table, place):
        if place not in table:
            return f"ME-2 no card is left on {place}"
        if table.turned == [place]:
            return f"ME-2 you have turned {place} over; turn over another one"

    def move(self, table, place):
        if len(table.turned) == 2:
            for each in table.turned:
                self.cover(table, each, table[each])
            table.turned = []
        table.turned.append(place)
        card = table._seen[place] = table.show(place)
        table.say(f"ME-2 {table.seat} turns over the {card} on {place}.")
        first = table.turned[0]
        if len(table.turned) == 1:
            table.again()
        elif table[first] == card:
            self.take(table, first, place)

    def take(self, table, *places):
        table.say(f"ME-2 {table.seat} takes the pair.")
        table.taken[table.seat] += [table.take(place) for place in places]
        table.turned = []
        table.score[table.seat] += 1
        table.again()

    def winner(self, table):
        if not list(table):
            return ready.most_points(table, clause="ME-3")

    def imagine(self, table, pick):  # bots that look ahead remember what has been turned over
        left = list(self.deck.cards)
        open_cards = [table[place] for place in table.turned]
        for card in [*open_cards, *table.taken["ann"], *table.taken["ben"]]:
            left.remove(card)
        hidden = [place for place in table if place not in table.turned]
        for place in sorted(hidden, key=lambda each: each not in table._seen):
            card = table._seen.get(place) or pick(left)
            left.remove(card)
            self.cover(table, place, card)

    def bot_elephant(self, table, moves, pick):
        seen = {place: card for place, card in table._seen.items() if place in table}
        pairs = [place for place, card in seen.items() if list(seen.values()).count(card) == 2]
        if len(table.turned) == 1:
            pairs = [each for each in pairs if seen[each] == table[table.turned[0]]]
        new = [move for move in moves if move.place not in seen]
        return pick([move for move in moves if move.place in pairs] or new or moves)
