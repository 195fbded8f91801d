"""Expectiminimax against plain recursion, on random trees and tables of payoffs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search.expectiminimax import expectiminimax

Node = Any
"""A number (an end), or a kind and the children."""


class Drawn:
    """A tree drawn as nested tuples."""

    def final(self, node: Node) -> float | None:
        return float(node) if isinstance(node, int) else None

    def value(self, node: Node) -> float:
        return 0.5

    def kind(self, node: Node) -> Any:
        return node[0]

    def moves(self, node: Node) -> range:
        return range(len(node[1]))

    def replies(self, node: Node) -> range:
        return range(len(node[1][0]))

    def opposed(self, node: Node) -> bool:
        return bool(node[0] == "simultaneous")

    def outcomes(self, node: Node) -> list[Node]:
        return list(node[1])

    def after(self, node: Node, *moves: int) -> Node:
        for move in moves:
            node = node[1][move] if isinstance(node[0], str) else node[move]
        return node


class Several(Drawn):
    """Such a tree, in which "several" marks nodes where all act at once, each for itself."""

    def kind(self, node: Node) -> Any:
        return "simultaneous" if node[0] == "several" else node[0]


def plain(node: Node, ply: int = 0) -> float:
    """The value without cuts; wins count less the later they are, and losses too."""
    if isinstance(node, int):
        return node - (ply if node > 0 else -ply if node < 0 else 0)
    kind, children = node
    if kind == "chance":
        return sum(plain(child, ply) for child in children) / len(children)
    return (max if kind == "max" else min)(plain(child, ply + 1) for child in children)


ENDS = st.sampled_from([-900, -100, 0, 0, 100, 500])
TREES = st.recursive(
    ENDS,
    lambda below: st.tuples(
        st.sampled_from(["max", "min", "chance"]), st.lists(below, min_size=1, max_size=4)
    ),
    max_leaves=40,
)


@given(st.lists(TREES, min_size=1, max_size=4), st.integers(0, 3))
def test_the_value_is_that_of_plain_recursion(children: list[Node], others: int) -> None:
    root = ("max", children)
    found = expectiminimax(Drawn(), root, 50, alternatives=others)
    values = sorted((plain(child, 1) for child in children), reverse=True)
    assert [line.value for line in found.lines] == pytest.approx(values[: 1 + others])
    assert len({line.moves[0] for line in found.lines}) == len(found.lines)
    for line in found.lines:
        assert plain(children[line.moves[0]], 1) == pytest.approx(line.value)


def test_a_cut_skips_what_cannot_matter() -> None:
    root = ("max", [("min", [500, 500]), ("min", [-100, ("max", [0] * 50)])])
    assert expectiminimax(Drawn(), root, 9).nodes < 25


def test_both_sides_at_once_mix_as_in_matching_pennies() -> None:
    root = ("simultaneous", [[300, -100], [-100, 100]])
    found = expectiminimax(Drawn(), root, 1)
    # Each side is indifferent: 3p - (1 - p) = -p + (1 - p), so p is 1/3.
    assert dict(zip((line.moves[0] for line in found.lines), found.mix, strict=True)) == (
        pytest.approx({0: 1 / 3, 1: 2 / 3}, abs=0.02)
    )
    assert found.lines[0].value == pytest.approx(33, abs=4)


def test_replies_of_several_sides_count_as_equally_likely() -> None:
    several = ("several", [[500, -900, -100], [100, 100, 0], [-900, 500, 500]])
    found = expectiminimax(Several(), several, 1)
    assert [(line.moves, share) for line, share in zip(found.lines, found.mix, strict=True)] == (
        [((1,), 1.0), ((2,), 0.0), ((0,), 0.0)]
    )
    assert [line.value for line in found.lines] == pytest.approx([66, 33, -499 / 3])
    assert expectiminimax(Several(), ("max", [("max", [several]), 0]), 9).lines[0].moves == (0, 0)


def test_a_mix_belongs_to_its_moves_in_a_tree_that_shuffles_them() -> None:
    class Shuffled(Drawn):
        turned = False

        def moves(self, node: Node) -> Any:
            self.turned = not self.turned
            return sorted(super().moves(node), reverse=self.turned)

    root = ("simultaneous", [[300, 200], [-100, -100], [0, 50]])
    best = expectiminimax(Shuffled(), root, 1).lines[0]
    assert (best.moves, best.value) == ((0,), 199)  # a win counts less the later it is


def test_a_limit_stops_it_and_the_moves_searched_so_far_count() -> None:
    deep = ("max", [("min", [("max", [0, ("min", [100] * 30)])] * 5), 100])
    found = expectiminimax(Drawn(), deep, 9, nodes=15)
    assert found.nodes <= 15
    assert found.lines[0].moves == (1,)


@pytest.mark.parametrize("limit", [{"depth": 0}, {"nodes": 0}, {"seconds": 0}, {"depth": 1.5}])
def test_a_limit_below_one_is_refused(limit: dict[str, Any]) -> None:
    name = next(iter(limit))
    with pytest.raises(BadInput, match=f"^{name} is "):
        expectiminimax(Drawn(), ("max", [0]), **{"depth": 1, **limit})


@pytest.mark.parametrize("root", [3, ("min", [1]), ("chance", [1, 2])])
def test_the_side_must_have_a_move_at_the_root(root: Node) -> None:
    with pytest.raises(BadInput, match="the root is "):
        expectiminimax(Drawn(), root, 1)
