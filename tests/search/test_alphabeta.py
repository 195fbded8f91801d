"""Alpha-beta against plain minimax: the same values by fewer nodes, and a trace that adds up."""

from __future__ import annotations

from functools import cache
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search import alphabeta, enter_leave

WIN = 1000.0


class Nim:
    """Heaps to take from, one to three off one heap; who takes the last one wins.

    What a position seems worth is made up, but always the same.
    """

    def __init__(self, moves_first: bool = True) -> None:
        self.moves_first = moves_first

    def final(self, node: tuple[int, ...]) -> float | None:
        return None if any(node) else -WIN

    def value(self, node: tuple[int, ...]) -> float:
        return Random(str(node)).randint(-9, 9)

    def moves(self, node: tuple[int, ...]) -> list[tuple[int, int]]:
        moves = [(heap, n) for heap, size in enumerate(node) for n in (1, 2, 3) if n <= size]
        return moves if self.moves_first else moves[::-1]

    def after(self, node: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        heap, number = move
        return (*node[:heap], node[heap] - number, *node[heap + 1 :])

    def key(self, node: tuple[int, ...]) -> Any:
        return node


def minimax(game: Nim, node: tuple[int, ...], depth: int, ply: int = 0) -> float:
    """The value of a node by the textbook, for the one to move; a win counts less the later."""
    final = game.final(node)
    if final is not None:
        return final + ply
    if depth == 0:
        return game.value(node)
    return max(
        -minimax(game, game.after(node, move), depth - 1, ply + 1) for move in game.moves(node)
    )


HEAPS = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple).filter(any)
DEPTHS = st.integers(1, 5)


@settings(max_examples=80)
@given(HEAPS, DEPTHS, st.booleans(), st.booleans())
def test_alpha_beta_finds_the_value_of_minimax(heaps, depth, first, prune):
    game = Nim(first)
    found = alphabeta(game, heaps, depth, prune=prune)
    value = minimax(game, heaps, depth)
    if found.depth == depth:
        assert found.value == value
    else:  # it stopped at a win or a loss that it saw sooner
        assert abs(found.value) > WIN - depth
        assert found.value == value
    assert -minimax(game, game.after(heaps, found.move), found.depth - 1, 1) == found.value


@settings(max_examples=60)
@given(HEAPS, DEPTHS)
def test_the_variation_leads_to_the_value(heaps, depth):
    game = Nim()
    found = alphabeta(game, heaps, depth)
    node, sign = heaps, 1
    for move in found.lines[0].moves:
        assert move in game.moves(node)
        node, sign = game.after(node, move), -sign
    final = game.final(node)
    value = game.value(node) if final is None else final + len(found.lines[0].moves)
    assert sign * value == found.value


@settings(max_examples=60)
@given(HEAPS, DEPTHS, st.integers(0, 4))
def test_alternatives_have_their_true_values(heaps, depth, rivals):
    game = Nim()
    found = alphabeta(game, heaps, depth, alternatives=rivals)
    values = sorted(
        (-minimax(game, game.after(heaps, move), found.depth - 1, 1) for move in game.moves(heaps)),
        reverse=True,
    )
    assert [line.value for line in found.lines] == values[: rivals + 1]
    assert len({line.moves[0] for line in found.lines}) == len(found.lines)
    for line in found.lines:
        after = game.after(heaps, line.moves[0])
        assert -minimax(game, after, found.depth - 1, 1) == line.value


def test_pruning_saves_nodes_and_changes_no_value():
    game, heaps = Nim(), (4, 3, 4)
    pruned = alphabeta(game, heaps, 5, trace=True)
    plain = alphabeta(game, heaps, 5, prune=False, trace=True)
    assert pruned.value == plain.value
    assert pruned.nodes * 3 < plain.nodes
    assert plain.nodes == tree_size(game, heaps, 5)
    assert not any(visit.cut is not None for visit in plain.trace)


def tree_size(game: Nim, node: tuple[int, ...], depth: int) -> int:
    if depth == 0 or game.final(node) is not None:
        return 1
    return 1 + sum(tree_size(game, game.after(node, move), depth - 1) for move in game.moves(node))


# --- limits -------------------------------------------------------------------------------------


def test_a_limit_of_nodes_keeps_the_last_ply_that_was_finished():
    game, heaps = Nim(), (6, 7, 8)
    whole = alphabeta(game, heaps, 5)
    for nodes in (1, 10, 60, 200, 1000):
        found = alphabeta(game, heaps, 5, nodes=nodes)
        assert found.nodes <= max(nodes, len(game.moves(heaps)) + 1)
        assert 1 <= found.depth <= whole.depth
        assert found.value == alphabeta(game, heaps, found.depth).value
    assert alphabeta(game, heaps, 5, nodes=10**7).lines == whole.lines


def test_a_limit_of_time_ends_the_search():
    found = alphabeta(Nim(), (40, 40, 40), 60, seconds=0.05)
    assert 1 <= found.depth < 60


def test_the_search_stops_at_a_decided_game():
    found = alphabeta(Nim(), (3,), 30)
    assert (found.move, found.depth) == ((0, 3), 2)
    assert found.value == WIN - 1
    assert alphabeta(Nim(), (4,), 30).value == 2 - WIN


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "depth is 0; expected 1 or more"),
        ({"depth": 2.5}, "depth is 2.5; expected 1 or more"),
        ({"depth": "deep"}, "depth is 'deep'; expected 1 or more"),
        ({"nodes": 0}, "nodes is 0; expected"),
        ({"seconds": "long"}, "seconds is 'long'; expected a number above 0"),
        ({"nodes": -5}, "nodes is -5; expected"),
        ({"seconds": 0}, "seconds is 0; expected"),
        ({"seconds": float("nan")}, "seconds is nan; expected"),
    ],
)
def test_an_invalid_limit_is_refused(limits, message):
    depth = limits.pop("depth", 2)
    with pytest.raises(BadInput, match=message):
        alphabeta(Nim(), (3,), depth, **limits)


def test_a_game_that_is_over_has_no_best_move():
    with pytest.raises(BadInput, match="a game that is over"):
        alphabeta(Nim(), (0, 0), 3)


# --- the trace ----------------------------------------------------------------------------------


@cache
def traced():
    return alphabeta(Nim(), (3, 2, 2), 4, trace=True)


def test_a_trace_has_every_node_in_order():
    found = traced()
    assert len(found.trace) == found.nodes
    root, *others = found.trace
    assert (root.parent, root.ply, root.move, root.value) == (-1, 0, None, found.value)
    for number, visit in enumerate(found.trace):
        assert visit.number == number
    for visit in others:
        assert visit.parent < visit.number
        assert visit.ply == found.trace[visit.parent].ply + 1


def test_a_traced_value_is_the_best_of_its_children():
    found = traced()
    below: dict[int, list[Any]] = {}
    for visit in found.trace[1:]:
        below.setdefault(visit.parent, []).append(visit)
    for visit in found.trace:
        if visit.number in below:
            best = min if visit.ply % 2 else max
            assert visit.value == best(each.value for each in below[visit.number])
        else:
            assert visit.over or visit.ply == 4


def test_a_cut_names_the_bound_that_was_reached():
    cuts = [visit for visit in traced().trace if visit.cut is not None]
    assert cuts
    for visit in cuts:
        if visit.ply % 2:
            assert visit.cut == visit.low > -inf
            assert visit.value <= visit.cut
        else:
            assert visit.cut == visit.high < inf
            assert visit.value >= visit.cut
        assert visit.skipped >= 0
    assert any(visit.skipped for visit in cuts)


def test_enter_leave_enters_and_leaves_each_node_once():
    open_: list[int] = []
    left = []
    for what, visit in enter_leave(traced().trace):
        if what == "enter":
            assert visit.parent == (open_[-1] if open_ else -1)
            open_.append(visit.number)
        else:
            assert open_.pop() == visit.number
            left.append(visit.number)
    assert not open_
    assert sorted(left) == list(range(len(traced().trace)))
    assert list(enter_leave(())) == []


def test_a_trace_that_would_be_too_long_is_refused():
    with pytest.raises(BadInput, match="nodes is 20; expected enough for 5 plies"):
        alphabeta(Nim(), (6, 6, 6), 5, nodes=20, trace=True)
