"""Searches as students write them: the right one, and one for each thing that can go wrong.

``own(steps)`` builds the few that walk on ground of their own instead of the ways they are given.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from itertools import count


def right(start, ways, goals):
    frontier, costs = [(0, start)], {start: 0}
    while frontier:
        cost, node = heappop(frontier)
        if cost > costs[node]:
            continue
        yield node, cost
        if node[0] in goals:
            return
        for there, price in ways(node):
            if there not in costs or cost + price < costs[there]:
                costs[there] = cost + price
                heappush(frontier, (costs[there], there))


def in_a_dictionary(start, ways, goals):
    return dict(right(start, ways, goals))


def all_that_was_seen(start, ways, goals):
    """Return all costs at the end, though those of the frontier are not final."""
    frontier, costs = [(0, start)], {start: 0}
    while frontier:
        cost, node = heappop(frontier)
        if node[0] in goals:
            break
        for there, price in ways(node):
            if there not in costs or cost + price < costs[there]:
                costs[there] = cost + price
                heappush(frontier, (costs[there], there))
    return costs


def goes_on(start, ways, goals):
    yield from right(start, ways, ())


def straight_to_it(start, ways, goals):
    """Search by A* with a perfect estimate: only nodes on a cheapest path, with right costs."""
    costs = dict(right(start, ways, goals))
    node = list(costs)[-1]
    way = [node]
    while node != start:
        node = next(
            before
            for before in costs
            for there, price in ways(before)
            if there == node and costs[before] + price == costs[node]
        )
        way.append(node)
    for node in reversed(way):
        yield node, costs[node]


def dijkstra(price_of=lambda price: price, begin=0, more=lambda node: []):
    """Search by Dijkstra, with another cost of an action, of the start, or other successors."""

    def changed(start, ways, goals):
        frontier, done = [(begin, start)], set()
        while frontier:
            cost, node = heappop(frontier)
            if node in done:
                continue
            done.add(node)
            yield node, cost
            if node[0] in goals:
                return
            for there, price in [*ways(node), *more(node)]:
                turned = there[0] == node[0]
                heappush(frontier, (cost + price_of((price, turned)), there))

    return changed


turns_are_free = dijkstra(lambda way: 0 if way[1] else way[0])
steps_are_free = dijkstra(lambda way: way[0] if way[1] else 0)
leaves_out_the_price = dijkstra(lambda way: 0)
each_action_is_one = dijkstra(lambda way: 1)
start_costs_one = dijkstra(lambda way: way[0], begin=1)
turns_right_round = dijkstra(
    lambda way: way[0],
    more=lambda node: [((node[0], {"N": "S", "S": "N", "E": "W", "W": "E"}[node[1]]), 1)],
)


def own(exits):
    """Search by a map of its own: exits[square][heading] is the next square."""

    def on_its_own_map(start, ways, goals):
        def steps(node):
            square, heading = node
            turn = "NESW".index(heading)
            yield (square, "NESW"[turn - 1]), 1
            yield (square, "NESW"[(turn + 1) % 4]), 1
            if heading in exits[square]:
                yield (exits[square][heading], heading), 1

        return right(start, steps, goals)

    return on_its_own_map


def forgets_headings(start, ways, goals):
    frontier, done = [(0, start)], set()
    while frontier:
        cost, node = heappop(frontier)
        if node[0] in done:
            continue
        done.add(node[0])
        yield node, cost
        for there, price in ways(node):
            heappush(frontier, (cost + price, there))


def forgets_to_skip(start, ways, goals):
    frontier, costs = [(0, start)], {start: 0}
    while frontier:
        cost, node = heappop(frontier)
        yield node, cost
        for there, price in ways(node):
            if there not in costs or cost + price < costs[there]:
                costs[there] = cost + price
                heappush(frontier, (costs[there], there))


def keeps_the_first_way(start, ways, goals):
    frontier, costs = [(0, start)], {start: 0}
    while frontier:
        cost, node = heappop(frontier)
        yield node, cost
        for there, price in ways(node):
            if there not in costs:
                costs[there] = cost + price
                heappush(frontier, (costs[there], there))


def adds_nothing_up(start, ways, goals):
    frontier, done = [(0, start)], set()
    while frontier:
        cost, node = heappop(frontier)
        if node in done:
            continue
        done.add(node)
        yield node, cost
        for there, price in ways(node):
            heappush(frontier, (price, there))


def from_a_stack(start, ways, goals):
    frontier, done = [(0, start)], set()
    while frontier:
        cost, node = frontier.pop()
        if node in done:
            continue
        done.add(node)
        yield node, cost
        frontier += [(cost + price, there) for there, price in ways(node)]


def from_a_queue(start, ways, goals):
    frontier, done = deque([(0, start)]), set()
    while frontier:
        cost, node = frontier.popleft()
        if node in done:
            continue
        done.add(node)
        yield node, cost
        frontier.extend((cost + price, there) for there, price in ways(node))


def ends_when_it_sees_a_goal(start, ways, goals):
    for node, cost in right(start, ways, ()):
        yield node, cost
        if any(there[0] in goals for there, _ in ways(node)):
            return


def gives_up(start, ways, goals):
    for node, cost in right(start, ways, ()):
        if cost > 1:
            return
        yield node, cost


def adds_a_bit_now_and_then(start, ways, goals):
    for node, cost in right(start, ways, ()):
        yield node, cost + (cost % 3 == 2)


def never_takes_anything_out(start, ways, goals):
    frontier = [(0, start)]
    while frontier:
        cost, node = frontier[0]
        yield node, cost
        for there, price in ways(node):
            heappush(frontier, (cost + price, there))


def asks_for_ever(start, ways, goals):
    while True:
        ways(start)


def only_counts(start, ways, goals):
    for _number in count():
        pass
    yield start, 0
