"""Grounds to search on, and slow, plain searches of their own to compare with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product

import networkx as nx
from hypothesis import strategies as st

from piecepack_nb.search import HEADINGS, Costs, Grid

Exits = dict[str, dict[str, str]]
Node = tuple[str, str]
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
COSTS = [Costs(*pair) for pair in ((1, 1), (1, 0), (2, 1), (1, 3), (3, 0), (0, 1), (0, 0))]
PAID = [costs for costs in COSTS if costs.step and costs.quarter_turn]


def drawn(*rows: str, portals: Mapping[str, str] = {}, shut: Collection[str] = ()) -> Exits:
    """Return squares where the rows have a dot, neighbours joined except ``shut`` ones.

    ``portals`` has entries such as ``{"a2 W": "d2"}``, ``shut`` entries such as ``"a1 N"``.
    """
    tall = len(rows)
    places = {
        (x, tall - y): "abcdefgh"[x] + str(tall - y)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "."
    }
    exits: Exits = {places[place]: {} for place in sorted(places, key=lambda at: (at[1], at[0]))}
    for (x, y), (heading, (dx, dy)) in product(places, STEP.items()):
        there = places.get((x + dx, y + dy))
        walled = f"{places[x, y]} {heading}" in shut or f"{there} {BACK[heading]}" in shut
        if there and not walled:
            exits[places[x, y]][heading] = there
    for door, there in portals.items():
        square, heading = door.split()
        exits[square][heading] = there
        exits[there][BACK[heading]] = square
    return exits


OPEN = drawn("...", "...", "...")
RING = drawn("....", ".  .", ".  .", "....")
EIGHT = drawn(".....", ". . .", ".....")
GATES = drawn(" ... ", ".. ..", "  .  ", portals={"a2 W": "e2"}, shut=["c3 S"])
KNOT = drawn(
    "......", ". .. .", "......", ". .. .", "......", portals={"a3 W": "f3"}, shut=["c3 E"]
)
ODD = {  # one-way exits, a ring onto itself, two ways into one square with one heading
    "p": {"N": "q", "E": "p"},
    "q": {"N": "r", "W": "s"},
    "s": {"N": "r", "E": "q", "W": "p"},
    "r": {"S": "p"},
    "lost": {"N": "q"},
}
GROUNDS = {"open": OPEN, "ring": RING, "eight": EIGHT, "gates": GATES, "knot": KNOT, "odd": ODD}


@st.composite
def random_exits(draw: st.DrawFn, widest: int = 4) -> Exits:
    """Return mazes of any outline, with random walls and portals; exits can be one-way."""
    wide = draw(st.integers(1, widest))
    tall = draw(st.integers(1, widest))
    rows = ["".join(draw(st.sampled_from("... ")) for _ in range(wide)) for _ in range(tall)]
    exits = drawn(*rows) if "." in "".join(rows) else drawn(".")
    doors = sorted((square, heading) for square in exits for heading in exits[square])
    for square, heading in draw(st.lists(st.sampled_from(doors), max_size=6)) if doors else ():
        exits[square].pop(heading, None)
    squares = st.sampled_from(sorted(exits))
    portals = st.lists(st.tuples(squares, st.sampled_from(HEADINGS), squares), max_size=3)
    for square, heading, there in draw(portals):
        exits[square][heading] = there
    return exits


@st.composite
def search_inputs(draw: st.DrawFn, widest: int = 4) -> tuple[Grid, str, str, list[str], list[str]]:
    """Return a grid, a start, a heading, targets and blocked squares."""
    exits = draw(random_exits(widest))
    squares = st.sampled_from(sorted(exits))
    start = draw(squares)
    blocked = [square for square in draw(st.lists(squares, max_size=3)) if square != start]
    heading = draw(st.sampled_from(HEADINGS))
    return Grid(exits), start, heading, draw(st.lists(squares, max_size=3)), blocked


def actions(exits: Mapping[str, Mapping[str, str]], node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the actions at a node, each with the next node."""
    square, heading = node
    facing = HEADINGS.index(heading)
    if heading in exits[square]:
        yield "forward", (exits[square][heading], heading)
    yield "left", (square, HEADINGS[facing - 1])
    yield "right", (square, HEADINGS[(facing + 1) % 4])


def graph(
    exits: Mapping[str, Mapping[str, str]], costs: Costs, blocked: Collection[str] = ()
) -> nx.DiGraph:
    """Return the same ground for networkx."""
    made = nx.DiGraph()
    for node in product((square for square in exits if square not in blocked), HEADINGS):
        made.add_node(node)
        for action, there in actions(exits, node):
            if there[0] not in blocked:
                made.add_edge(node, there, weight=costs.of(action), action=action)
    return made


def ranks(made: nx.DiGraph, start: Node) -> dict[Node, tuple[int, int, int]]:
    """Return the lowest (cost, quarter turns, steps) of each node, by relaxing all edges."""
    best = {start: (0, 0, 0)}
    changed = True
    while changed:
        changed = False
        for node, there, edge in made.edges(data=True):
            if node in best:
                new = raised(best[node], edge)
                if there not in best or new < best[there]:
                    best[there], changed = new, True
    return best


def raised(rank: tuple[int, int, int], edge: Mapping[str, object]) -> tuple[int, int, int]:
    """Return a rank after one more action."""
    cost, turns, steps = rank
    stepped = edge["action"] == "forward"
    return cost + int(str(edge["weight"])), turns + (not stepped), steps + stepped


def all_paths(made: nx.DiGraph, start: Node, ends: Collection[str]) -> list[tuple[str, ...]]:
    """Return the actions of every equally cheap path into ``ends``, walked one by one."""
    best = ranks(made, start)
    cheapest = min((best[node][0] for node in best if node[0] in ends), default=None)
    found: list[tuple[str, ...]] = []
    todo: list[tuple[Node, int, tuple[str, ...]]] = [(start, 0, ())]
    while todo:
        node, cost, done = todo.pop()
        if node[0] in ends:
            found += [done] if cost == cheapest else []
            continue
        for _, there, edge in made.out_edges(node, data=True):
            new = raised(best[node], edge)
            if new == best[there] or (edge["weight"] and new[0] == best[there][0]):
                todo.append((there, new[0], (*done, edge["action"])))
    return found
