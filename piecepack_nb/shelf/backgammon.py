"""Backgammon: two sides race past each other round the board, and bear their coins off."""

from piecepack_nb.core.registry import register
from piecepack_nb.design import Board, ready


@register
class Backgammon(Board):
    author = "traditional, adapted by Trevor L. Davis"
    licence = "CC BY-SA 4.0"
    source = "github.com/piecepackr/pprules, backgammon, version 1.2, 2022"
    places = Board.track(24, columns=12).add(**{"25": (-0.5, 0.7), "0": (-0.5, 1.7)})
    pieces = "coin"
    dice = 2
    playout_moves = 40
    rulebook = """
        BG-1 Set-up. Suns go down and off to 0, moons up and off to 25; each end is the other's bar.
            Suns have two coins on 24, five on 13, three on 8, five on 6; moons in a mirror.
        BG-2 Dice. Each of two dice moves a coin so far, null six; two alike are played twice each.
        BG-3 Must. Play as many dice as you can; if only one, the higher. Who can play none passes.
        BG-4 Meeting. A coin never ends on two enemies. A single one is hit, and goes to its bar.
        BG-5 Bar. Coins on the bar enter before others move.
        BG-6 Off. Once a side's coins are all on its last six points, they go off: by the exact die,
            the furthest also by a higher one.
        BG-7 End. Who has all coins off wins.
        """

    def setup(self, table):
        for far, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
            table[str(far)], table[str(25 - far)] = ["suns"] * count, ["moons"] * count
        table.left, table._who = [], ""

    def must_roll(self, table):
        return table._who != table.seat or not table.left

    def rolled(self, table):
        dice = [die or 6 for die in table.dice]
        table.left, table._who = dice * (2 if dice[0] == dice[1] else 1), table.seat

    def far(self, table, place):  # how far it is to the side's end, or the place that is so far
        return int(place) if table.seat == "suns" else 25 - int(place)

    def steps(self, there, die):
        own, blocked = there
        for at in [25] if own[25] else range(1, 25):
            end = max(at - die, 0)
            home = not any(own[7:]) and (at == die or not any(own[at + 1 :]))
            if own[at] and (end not in blocked if end else home):
                yield at, (tuple(n - (i == at) + (i == end) for i, n in enumerate(own)), blocked)

    def moves(self, table):
        piles = [table[str(self.far(table, far))] or [""] for far in range(26)]
        own = tuple(len(pile) * (pile[0] == table.seat) for pile in piles)
        blocked = frozenset(far for far, pile in enumerate(piles) if pile[1:2] == [table.rival])
        for at, die in ready.most_dice((own, blocked), table.left, self.steps):
            yield str(self.far(table, at)), str(self.far(table, max(at - die, 0)))

    def why_not(self, table, start, end):
        at, to = self.far(table, start), self.far(table, end)
        if (start, end) in self.moves(table):
            return None
        if at < 25 and table.owner(str(self.far(table, 25))) == table.seat:
            return "BG-5 a coin on the bar enters first"
        if at - to not in table.left and (to or at > max(table.left, default=0)):
            return f"BG-2 no die is left that goes from {start} to {end}"
        if to and table.owner(end) == table.rival and len(table[end]) > 1:
            return f"BG-4 two enemies are on {end}"
        return f"BG-{3 if to else 6} other moves go first, or play more, or higher, dice"

    def move(self, table, start, end):
        at, to, bar = self.far(table, start), self.far(table, end), str(self.far(table, 0))
        table.left.remove(at - to if at - to in table.left else max(table.left))
        table[start] = table[start][1:]
        if not to:
            table.score[table.seat] += 1
        elif table.owner(end) == table.rival:
            table[bar] = [*(table[bar] or []), table.take(end)[0]]
            table.say(f"BG-4 {table.seat} hits the coin on {end}.")
        if to:
            table[end] = [*(table[end] or []), table.seat]
        if table.left:
            table.again()

    def winner(self, table):
        if not table.own:
            return table.seat, f"BG-7 {table.seat} has all coins off."

    def evaluate(self, table, seat):
        ahead = {at: 25 - int(at) if table.owner(at) == "moons" else -int(at) for at in table}
        return sum(ahead[at] * len(table[at]) for at in table) / (60 if seat == "suns" else -60)
