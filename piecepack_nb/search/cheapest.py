"""Dijkstra's algorithm in waves, over squares and headings.

Vocabulary (see also :mod:`piecepack_nb.search.grid`)
    cost      the sum of a path's steps and quarter turns, each at its price
    rank      a path's cost, then its quarter turns, then its steps, packed into one whole number so
              that ranks are compared and added as numbers
    wave      the nodes of one rank, settled together
    agenda    the ranks of the waiting waves, lowest first
    settled   a node whose lowest rank is final
    blocked   a square that can't be entered; its nodes, and the wall, have a rank below all others,
              so that no path into them is better

Every action raises the rank, even one that costs nothing: a turn adds a turn, a step adds a step.
So the lowest waiting wave is always complete, whatever the costs.
"""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.search.grid import HEADINGS, ONE_EACH, Costs, Grid
from piecepack_nb.search.result import SearchResult
from piecepack_nb.search.trace import Wave

OUT = -1  # the rank of blocked nodes and of the wall


def cheapest(
    grid: Grid,
    start: str,
    heading: str,
    targets: Collection[str],
    costs: Costs = ONE_EACH,
    blocked: Collection[str] = (),
    *,
    trace: bool = False,
    exhaustive: bool = False,
) -> SearchResult:
    """Return the cheapest paths from ``start``, facing ``heading``, to the nearest ``targets``.

    A target is reached by entering its square, with any heading. ``blocked`` squares can't be
    entered. The search ends once all nodes as near as the nearest target are settled; an
    ``exhaustive`` one settles every node. ``trace`` records each event. Raises BadInput for a
    square that is not in the grid, an unknown heading, and a blocked start.
    """
    if not isinstance(grid, Grid):
        raise invalid("grid", grid, "a Grid")
    if not isinstance(costs, Costs):
        raise invalid("costs", costs, "a Costs(step, quarter_turn)")
    closed = _numbers(grid, "a blocked square", blocked)
    wanted = _numbers(grid, "a target", targets)
    node = _start(grid, start, heading, closed)
    waves: list[Wave] | None = [] if trace else None
    ranks, end = _explore(grid, node, costs, closed, () if exhaustive else wanted, waves)
    return SearchResult(grid, node, costs, wanted, closed, ranks, end, waves)


def _explore(
    grid: Grid,
    start: int,
    costs: Costs,
    closed: Collection[int],
    wanted: Collection[int],
    waves: list[Wave] | None,
) -> tuple[list[int], int]:
    """Return the lowest rank of each node, and the rank at which the search ended.

    Ranks from that end upwards are not final. The search ends after the cost of the nearest
    ``wanted`` square.
    """
    bits, moves = grid.bits, grid.moves
    step_rank, turn_rank = costs.ranks(bits)
    end = (len(moves) + 2) * (step_rank + turn_rank)  # higher than any path's rank

    rank = [end] * len(moves)
    rank.append(OUT)  # the wall
    for square in closed:
        rank[4 * square : 4 * square + 4] = (OUT, OUT, OUT, OUT)
    goals = {node for square in wanted for node in range(4 * square, 4 * square + 4)}

    rank[start] = 0
    waiting = {0: [start]}
    agenda = [0]
    while agenda:
        now = heappop(agenda)
        if now >= end:
            break
        wave = waiting[now]
        after_step, after_turn = now + step_rank, now + turn_rank
        stepped: list[int] = []  # nodes whose best path so far ends with a step from this wave
        turned: list[int] = []  # and those whose best path ends with a turn
        for node in wave:
            if rank[node] != now:
                continue  # settled in an earlier wave
            forward, left, right = moves[node]
            if after_step < rank[forward]:
                rank[forward] = after_step
                stepped.append(forward)
            if after_turn < rank[left]:
                rank[left] = after_turn
                turned.append(left)
            if after_turn < rank[right]:
                rank[right] = after_turn
                turned.append(right)
        for after, nodes in ((after_step, stepped), (after_turn, turned)):
            if after in waiting:
                waiting[after] += nodes
            elif nodes:
                waiting[after] = nodes.copy()
                heappush(agenda, after)
        if waves is not None:
            waves.append((now, wave, stepped, turned))
        if not goals.isdisjoint(wave):
            end = min(end, ((now >> 2 * bits) + 1) << 2 * bits)  # the first rank that costs more
    return rank, end


def _numbers(grid: Grid, what: str, squares: Collection[str]) -> list[int]:
    """Return the numbers of ``squares``; ``what`` names one of them in an error."""
    if isinstance(squares, str) or not isinstance(squares, Collection):
        raise invalid(f"the collection ({what} each)", squares, "squares such as ['f4', 'c7']")
    try:
        return [grid.index[square] for square in squares]
    except (KeyError, TypeError):
        odd = next(square for square in squares if grid.number(square) is None)
        raise _no_square(grid, what, odd) from None


def _start(grid: Grid, start: str, heading: str, closed: Collection[int]) -> int:
    """Return the start node; raise BadInput for a wrong square or heading."""
    square = grid.number(start)
    if square is None:
        raise _no_square(grid, "start", start)
    if heading not in HEADINGS:
        raise invalid("heading", heading, "N, E, S or W")
    if square in closed:
        raise invalid("start", start, "a square that is not blocked")
    return 4 * square + HEADINGS.index(heading)


def _no_square(grid: Grid, what: str, value: object) -> BadInput:
    """Return the error for a square that is not in ``grid``."""
    return invalid(what, value, f"one of the {len(grid.squares)} squares of the grid")
