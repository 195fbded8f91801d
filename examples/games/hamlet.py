"""Hamlet: send workers out, take home what they find, and build with it (rules of our own)."""

import piecepack_nb as pp
from piecepack_nb.design import Board, card_of, option, ready

WORK = {"forest": "wood wood", "grove": "wood", "quarry": "stone stone", "pit": "stone"}
PLANS = {
    "shed": {"count": 4, "wood": 2, "stone": 0, "points": 2},
    "well": {"count": 4, "wood": 0, "stone": 2, "points": 2},
    "barn": {"count": 4, "wood": 2, "stone": 1, "points": 4},
    "mill": {"count": 3, "wood": 3, "stone": 2, "points": 7},
    "tower": {"count": 2, "wood": 1, "stone": 4, "points": 8},
}


@pp.register
class Hamlet(Board):
    seats = ("ann", "ben", "cat")
    places = Board.points([], at={
        "forest": (0, 0), "grove": (1.5, 0), "quarry": (3, 0), "pit": (4.5, 0),
        "fair": (0, 1.5), "hall": (1.5, 1.5), "site": (3, 1.5), "yard": (4.5, 1.5)})  # fmt: skip
    deck = Board.deck(PLANS)
    plans = Board.row()
    bag = Board.bag(wood=9, stone=9)
    plan = card_of("plans")
    workers = option(2, "How many workers each has.", "HA-1", low=1, high=2)
    rounds = option(5, "How many rounds.", "HA-5", low=2, high=6)
    rulebook = """
        HA-1 Workers. In turn, put a worker on a free place. When all are out, a round is over, and
            they go home.
        HA-2 Goods. The forest gives two wood, the grove one; the quarry two stone, the pit one. At
            the fair you draw two goods out of the bag.
        HA-3 Build. At the site or in the yard you pay for an open plan and get its points.
        HA-4 Hall. A point; and you begin the next round.
        HA-5 End. After the last round the most points win."""

    def setup(self, table):
        table.round, table.first = 1, self.seats[0]
        table.wood, table.stone = (dict.fromkeys(self.seats, 0) for _ in range(2))
        table.draw("deck", 3, to="plans", say="HA-3 the open plans: {cards}.")

    def why_not(self, table, place, plan=None):
        if place in table:
            return f"HA-1 a worker of {table[place]} is at the {place}"
        if (place in ("site", "yard")) != bool(plan):
            return "HA-3 name a plan at the site or in the yard, and nowhere else"
        cost = plan and table.card(plan)
        if plan and (table.wood[table.seat] < cost.wood or table.stone[table.seat] < cost.stone):
            return f"HA-3 the {plan} costs {cost.wood} wood and {cost.stone} stone"

    def move(self, table, place, plan=None):
        table[place] = table.seat
        if plan:
            self.build(table, plan)
        elif place == "hall":
            table.score[table.seat] += 1
            table.first = table.seat
            begins = " and begins the next round" if table.round < self.rounds else ""
            table.say(f"HA-4 {table.seat} gets a point{begins}.")
        else:
            self.bring(table, WORK[place].split() if place in WORK else table.draw("bag", 2))
            table.gather("bag")
        if len(list(table)) == self.workers * len(self.seats):
            self.go_home(table)

    def bring(self, table, goods):
        for good in goods:
            getattr(table, good)[table.seat] += 1
        table.say(f"HA-2 {table.seat} brings home {' and '.join(goods)}.")

    def build(self, table, plan):
        cost = table.card(plan)
        table.wood[table.seat] -= cost.wood
        table.stone[table.seat] -= cost.stone
        table.score[table.seat] += cost.points
        table.plans.remove(plan)
        table.say(f"HA-3 {table.seat} builds a {plan} for {cost.points} points.")
        table.draw(to="plans", say="HA-3 a new plan: {card}.")

    def go_home(self, table):
        if table.round == self.rounds:
            return table.end_by_points("HA-5")
        for place in list(table):
            del table[place]
        table.round += 1
        table.pass_to(table.first)

    def evaluate(self, table, seat):  # goods are points to come
        goods = {each: table.wood[each] + table.stone[each] for each in self.seats}
        return ready.lead({each: table.score[each] + goods[each] for each in goods}, seat, clear=5)

    def bot_mason(self, table, moves, pick):
        worth = {"forest": 2, "quarry": 2, "fair": 2, "hall": 1.5}
        plans = {move: table.card(move.plan).points for move in moves if move.plan}
        return max(moves, key=lambda move: plans.get(move, worth.get(move.place, 1)))
