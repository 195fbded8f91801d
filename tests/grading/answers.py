"""Answers that students could hand in, and that must get no points."""

from __future__ import annotations

import textwrap


def _code(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


SEARCH = """
    def my_search(start, ways, goals):
        frontier, done = [(0, start)], set()
        while frontier:
            cost, node = heappop(frontier)
            if node not in done:
                done.add(node)
                yield node, cost
                for there, price in ways(node):
                    heappush(frontier, (cost + price, there))
    """
WORTH = """
    def worth(game, state, seat):
        points = 0
        for square, stack in state.squares.items():
            sign = 1 if stack.owner == seat else -1
            own = state.activators[stack.owner]
            attacks = square[0] == own[0] or square[1] == own[1]
            points += sign * (10 * len(stack.letters) + 6 + 3 * attacks)
        return points
    """
PLAY = """
    def fictitious_play(payoffs, rounds):
        mine, theirs = [1, 0], [1, 0]
        for _ in range(rounds):
            gains = [row[0] * theirs[0] + row[1] * theirs[1] for row in payoffs]
            costs = [payoffs[0][j] * mine[0] + payoffs[1][j] * mine[1] for j in (0, 1)]
            mine[gains.index(max(gains))] += 1
            theirs[costs.index(min(costs))] += 1
        return [n / sum(mine) for n in mine], [n / sum(theirs) for n in theirs]
    """
RIGHT = {name: _code(text) for name, text in (("my_search", SEARCH), ("worth", WORTH),
                                             ("fictitious_play", PLAY))}  # fmt: skip
WRONG = {
    "my_search": {
        "the newest first": RIGHT["my_search"].replace("heappop(frontier)", "frontier.pop()"),
        "every action costs 1": RIGHT["my_search"].replace("cost + price", "cost + 1"),
        "squares instead of nodes": RIGHT["my_search"]
        .replace("node not in done", "node[0] not in done")
        .replace("done.add(node)", "done.add(node[0])"),
        "the printed answer": "def my_search(start, ways, goals):\n    yield ('f7', 'E'), 14",
    },
    "worth": {
        "no sign": RIGHT["worth"].replace("sign * (10", "(10"),
        "one gap": RIGHT["worth"].replace(" + 3 * attacks", ""),
        "swapped": RIGHT["worth"].replace("+ 6 + 3 *", "+ 3 + 6 *"),
        "a constant": "def worth(game, state, seat):\n    return 0",
    },
    "fictitious_play": {
        "max for min": RIGHT["fictitious_play"].replace("min(costs)", "max(costs)"),
        "one player counts": RIGHT["fictitious_play"].replace("theirs[costs", "costs[costs"),
        "a constant": ("def fictitious_play(payoffs, rounds):\n    return [0.5, 0.5], [0.5, 0.5]"),
    },
}
"""Wrong answers by function, each by what is wrong."""
