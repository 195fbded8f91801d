"""Expectiminimax: alpha-beta search with chance nodes and simultaneous moves.

One side maximises, all others minimise. With more than two players that is the paranoid search:
it expects the others to play together against the side. Those that act in secret can't: where
several sides do, their moves count as equally likely.

Vocabulary
    node     a state of the game, in the tree's own form
    value    how good a node is for the maximising side
    window   the values that can still change the result: ``low`` is what the side can get
             elsewhere, ``high`` what the others can hold it to
    ply      one decision; chance takes a ply of its own only right after chance
    mix      a mixed strategy: the probability of each move
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import inf
from operator import mul
from time import perf_counter
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import invalid
from piecepack_nb.search.alphabeta import DEEPEST, GROWTH, Variation, check_limits
from piecepack_nb.search.zerosum import Equilibrium, best_answer, solve

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)

NodeKind = Literal["max", "min", "chance", "simultaneous"]
ROUNDS = 200  # of regret matching at a simultaneous node


class ChanceTree(Protocol[N, M]):
    """The interface of a game for the search; all values are for the maximising side."""

    def final(self, node: N) -> float | None:
        """Return the value of a node where the game is over, 0 for a draw; None at other nodes.

        A win must exceed any ``value`` by at least the depth of the search in plies.
        """

    def value(self, node: N) -> float:
        """Return the value of a node, estimated without looking ahead."""

    def kind(self, node: N) -> NodeKind:
        """Return who acts at a node: the side, the others, chance, or both sides at once."""

    def moves(self, node: N) -> Sequence[M]:
        """Return the moves of who acts; of both sides at once, the side's."""

    def replies(self, node: N) -> Sequence[M]:
        """Return the others' moves where both sides act at once."""

    def opposed(self, node: N) -> bool:
        """Return True if one side replies; False if several do, each for itself."""

    def outcomes(self, node: N) -> Sequence[N]:
        """Return the equally likely nodes after chance, or a sample of them."""

    def after(self, node: N, *moves: M) -> N:
        """Return the node after a move, or after both sides' moves."""


class ExpectiminimaxResult(NamedTuple, Generic[M]):
    """The result of a search: the best variations, its depth and size."""

    lines: tuple[Variation[M], ...]
    """The best variation, then the alternatives, each with another first move."""
    mix: tuple[float, ...]
    """The probability of each line's first move: 1 for the best, unless both sides act at once."""
    depth: int
    """The number of plies searched to the end."""
    nodes: int
    """The number of nodes entered in all."""


def expectiminimax(
    tree: ChanceTree[N, M],
    root: N,
    depth: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    alternatives: int = 0,
) -> ExpectiminimaxResult[M]:
    """Return the side's best move at the root, by iterative deepening to ``depth`` plies.

    ``nodes`` and ``seconds`` limit the search, but for its first ply. Of a ply that a limit stops,
    the moves that were searched count: the best one of the ply before is always among them.
    ``alternatives`` is the number of further moves with exact values. Raises BadInput for a limit
    below one, and unless the side has a move at the root.
    """
    check_limits(depth=depth, nodes=nodes, seconds=seconds)
    if tree.final(root) is not None or tree.kind(root) not in ("max", "simultaneous"):
        raise invalid("the root", "no move of this side", "a node where the side has a move")
    search = _Search(tree, nodes or inf, perf_counter() + (seconds or inf))
    done = 0
    for plies in range(1, min(depth, DEEPEST) + 1):
        search.bounded = plies > 1
        if done and search.nodes * search.growth > search.most:
            break
        try:
            search.root(root, plies, 1 + alternatives)
        except _StopError:
            break
        done = plies
        if not search.estimated:
            break
    return ExpectiminimaxResult(tuple(search.lines), search.mix, done, search.nodes)


class _StopError(Exception):
    """The signal that a limit is reached."""


ValuedLine = tuple[float, tuple[M, ...]]
"""A value, and the moves that lead to it."""


@dataclass
class _Search(Generic[N, M]):
    """A search in progress."""

    tree: ChanceTree[N, M]
    most: float
    until: float
    bounded: bool = False
    nodes: int = 0
    estimated: bool = True
    """True if a value of the last ply was estimated; else looking further finds nothing new."""
    growth: int = GROWTH
    """The factor by which the next ply is expected to take more nodes."""
    order: tuple[M, ...] = ()
    """The moves at the root, best first by the last ply."""
    lines: list[Variation[M]] = field(default_factory=list)
    """The best variations so far, with different first moves."""
    mix: tuple[float, ...] = ()
    refutations: dict[int, M] = field(default_factory=dict)
    """The last move at each ply that cut the rest, tried first."""

    def root(self, node: N, plies: int, number: int) -> None:
        """Find the best ``number`` variations with different first moves, and their mix."""
        self._count()
        self.estimated = False
        if self.tree.kind(node) == "simultaneous":
            return self._mixed(node, plies)
        lines: list[Variation[M]] = []
        values: dict[M, float] = {}
        for move in self.order or self.tree.moves(node):
            low = lines[-1].value if len(lines) == number else -inf
            value, rest = self._search(self.tree.after(node, move), plies - 1, low, inf, 1)
            values[move] = value
            if len(lines) < number or value > lines[-1].value:
                lines.append(Variation(value, (move, *rest)))
                lines.sort(key=lambda line: -line.value)
                del lines[number:]
            self.lines, self.mix = lines, (1.0, *[0.0] * (len(lines) - 1))
        self.order = tuple(sorted(values, key=lambda move: -values[move]))
        return None

    def _mixed(self, node: N, plies: int) -> None:
        """Find all moves' values against the others' best mix, and the side's own mix."""
        moves = self.tree.moves(node)  # once: a tree may give them in another order each time
        payoffs = self._payoffs(node, moves, plies, 0)
        found = self._mixes(node, payoffs)
        lines = [
            (share, Variation(sum(map(mul, row, found.columns)), (move,)))
            for share, move, row in zip(found.rows, moves, payoffs, strict=True)
        ]
        lines.sort(key=lambda each: (-each[0], -each[1].value))
        self.lines, self.mix = [line for _, line in lines], tuple(share for share, _ in lines)
        self.growth = len(payoffs) * len(payoffs[0])

    def _search(
        self, node: N, plies: int, low: float, high: float, ply: int, rolled: bool = False
    ) -> ValuedLine[M]:
        """Return the value of a node, exact inside the window, and the variation from there."""
        self._count()
        value = self.tree.final(node)
        if value is not None:  # prefer early wins and late losses
            return value - (ply if value > 0 else -ply if value < 0 else 0), ()
        kind = self.tree.kind(node)
        if plies <= 0:
            self.estimated = True
            return self.tree.value(node), ()
        if kind == "chance":
            return self._average(node, plies - rolled, ply), ()
        if kind == "simultaneous":
            payoffs = self._payoffs(node, self.tree.moves(node), plies, ply)
            return self._mixes(node, payoffs).value, ()
        return self._best(node, plies, low, high, ply, 1 if kind == "max" else -1)

    def _best(
        self, node: N, plies: int, low: float, high: float, ply: int, sign: int
    ) -> ValuedLine[M]:
        """Return the highest value of a node's moves (the lowest where ``sign`` is -1)."""
        best = -sign * inf
        line: tuple[M, ...] = ()
        for move in self._ordered(node, ply):
            after = self.tree.after(node, move)
            value, rest = self._search(after, plies - 1, low, high, ply + 1)
            if sign * value > sign * best:
                best, line = value, (move, *rest)
            low, high = (max(low, best), high) if sign > 0 else (low, min(high, best))
            if low >= high:
                self.refutations[ply] = move
                break
        return best, line

    def _average(self, node: N, plies: int, ply: int) -> float:
        """Return the mean value after chance; a mean needs exact values, so no window."""
        outcomes = self.tree.outcomes(node)
        found = (self._search(each, plies, -inf, inf, ply, rolled=True) for each in outcomes)
        return sum(value for value, _ in found) / len(outcomes)

    def _payoffs(self, node: N, moves: Sequence[M], plies: int, ply: int) -> list[list[float]]:
        """Return the value of each of the side's moves (rows) against each reply (columns)."""
        tree, replies = self.tree, self.tree.replies(node)
        return [
            [
                self._search(tree.after(node, move, reply), plies - 1, -inf, inf, ply + 1)[0]
                for reply in replies
            ]
            for move in moves
        ]

    def _mixes(self, node: N, payoffs: Sequence[Sequence[float]]) -> Equilibrium:
        """Return how both sides mix their moves where they act at once, and what that is worth."""
        if self.tree.opposed(node):
            return solve(payoffs, ROUNDS)
        return best_answer(payoffs)

    def _ordered(self, node: N, ply: int) -> Sequence[M]:
        """Return the moves, first the one that last cut the rest at this ply."""
        moves, first = self.tree.moves(node), self.refutations.get(ply)
        if first is None or first not in moves:
            return moves
        return [first, *(move for move in moves if move != first)]

    def _count(self) -> None:
        """Count a node; raise _StopError at a limit."""
        if self.bounded and (self.nodes >= self.most or perf_counter() > self.until):
            raise _StopError
        self.nodes += 1
