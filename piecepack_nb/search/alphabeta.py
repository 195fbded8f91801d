"""Alpha-beta search for any game of two players who alternate.

Vocabulary
    node       a state of the game, in the tree's own form
    value      how good a node is for the player to move; higher is better
    window     the values that can still change the result: ``low`` is what the player to move can
               get elsewhere, ``high`` what the opponent can hold the player to
    cut        a node's remaining moves are skipped, because a move's value reached ``high``
    ply        one move; also the number of moves from the root to a node
    variation  the best moves of both players from a node
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import invalid

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)

DEEPEST = 64
GROWTH = 3  # estimated nodes of a ply, in multiples of all plies before; see _Search.most
CLOCK = 127  # a mask: the clock is read once in 128 nodes


class GameTree(Protocol[N, M]):
    """The interface of a game for the search; all values are for the player to move."""

    def final(self, node: N) -> float | None:
        """Return the value of a node where the game is over, 0 for a draw; None at other nodes.

        A win must exceed any ``value`` by at least the depth of the search in plies.
        """

    def value(self, node: N) -> float:
        """Return the value of a node, estimated without looking ahead."""

    def moves(self, node: N) -> Sequence[M]:
        """Return the moves, best guess first; at least one unless the game is over."""

    def after(self, node: N, move: M) -> N:
        """Return the node after a move, with the opponent to move."""

    def key(self, node: N) -> Hashable:
        """Return a key, equal for nodes with the same continuations."""


class Variation(NamedTuple, Generic[M]):
    """A value for the player to move at the root, and the moves that lead to it."""

    value: float
    moves: tuple[M, ...]


@dataclass
class TreeNode(Generic[M]):
    """A node that a traced search entered; values are for the player to move at the root.

    That player maximises the value at even plies; the opponent minimises it at odd ones.
    """

    number: int
    parent: int
    """The number of the parent node; -1 for the root."""
    ply: int
    move: M | None
    """The move into this node; None for the root."""
    low: float
    high: float
    value: float = 0.0
    cut: float | None = None
    """The bound that its value reached; None for no cut."""
    skipped: int = 0
    """The number of its moves that the cut skipped."""
    over: bool = False
    """True if the game is over at this node."""


class AlphaBetaResult(NamedTuple, Generic[M]):
    """The result of a search: the best variations, its depth and size."""

    lines: tuple[Variation[M], ...]
    """The best variation, then the alternatives asked for, each with another first move."""
    depth: int
    """The number of plies searched to the end."""
    nodes: int
    """The number of nodes entered in all."""
    trace: tuple[TreeNode[M], ...] = ()

    @property
    def move(self) -> M:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def value(self) -> float:
        """The value of the best move."""
        return self.lines[0].value


def alphabeta(
    tree: GameTree[N, M],
    root: N,
    depth: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    alternatives: int = 0,
    prune: bool = True,
    trace: bool = False,
) -> AlphaBetaResult[M]:
    """Return the best move at the root, by iterative deepening to ``depth`` plies.

    ``nodes`` and ``seconds`` limit the search; the result is that of the last complete ply (one ply
    is always completed). ``alternatives`` is the number of further moves with exact values. Without
    ``prune`` it is plain minimax. A ``trace`` records every node, and searches to ``depth`` at
    once. Raises BadInput for a limit below one, and if the game is over at the root.
    """
    check_limits(depth=depth, nodes=nodes, seconds=seconds)
    if tree.final(root) is not None:
        raise invalid("the root", "a game that is over", "a node where the game goes on")
    search = _Search(tree, nodes or inf, perf_counter() + (seconds or inf), prune, trace)
    found: tuple[Variation[M], ...] = ()
    done, depth = 0, min(depth, DEEPEST)
    for plies in (depth,) if trace else range(1, depth + 1):
        search.bounded = plies > 1
        if done and search.nodes * GROWTH > search.most:
            break
        try:
            found = search.root(root, plies, 1 + alternatives)
        except _StopError:
            break
        done = plies
        if len(found[0].moves) < plies and found[0].value:  # a forced win or loss
            break
    if not found:
        raise invalid("nodes", nodes, f"enough for {depth} plies, which a trace needs at once")
    return AlphaBetaResult(found, done, search.nodes, tuple(search.visits))


def check_limits(**limits: Any) -> None:
    """Raise BadInput for a limit below one; None is no limit. Only seconds may be a fraction."""
    for name, limit in limits.items():
        fits = type(limit) is int or (name == "seconds" and isinstance(limit, float))
        if limit is not None and not (fits and limit > 0):
            raise invalid(name, limit, "a number above 0" if name == "seconds" else "1 or more")


class _StopError(Exception):
    """The signal that a limit is reached."""


@dataclass
class _Search(Generic[N, M]):
    """A search in progress."""

    tree: GameTree[N, M]
    most: float
    until: float
    prune: bool
    tracing: bool
    bounded: bool = False
    nodes: int = 0
    best: dict[Hashable, M] = field(default_factory=dict)
    """The best move of each node when it was last searched, tried first."""
    cuts: dict[M, int] = field(default_factory=dict)
    """The number of cuts by each move; frequent ones are tried early."""
    visits: list[TreeNode[M]] = field(default_factory=list)
    none: tuple[M, ...] = ()

    def root(self, node: N, plies: int, number: int) -> tuple[Variation[M], ...]:
        """Return the best ``number`` variations with different first moves, best first."""
        self._count()
        visit = self._enter(None, None, 0, -inf, inf)
        lines: list[Variation[M]] = []
        for move in self._ordered(node):
            low = lines[-1].value if len(lines) == number and self.prune else -inf
            after = self.tree.after(node, move)
            value, rest = self._search(after, plies - 1, -inf, -low, 1, visit, move)
            if len(lines) < number or -value > lines[-1].value:
                lines.append(Variation(-value, (move, *rest)))
                lines.sort(key=lambda line: -line.value)
                del lines[number:]
        self.best[self.tree.key(node)] = lines[0].moves[0]
        self._leave(visit, lines[0].value)
        return tuple(lines)

    def _search(
        self,
        node: N,
        plies: int,
        low: float,
        high: float,
        ply: int,
        above: TreeNode[M] | None,
        by: M,
    ) -> tuple[float, tuple[M, ...]]:
        """Return the value of a node, exact inside the window, and the variation from there."""
        self._count()
        visit = self._enter(above, by, ply, low, high)
        value = self.tree.final(node)
        if value is not None:  # prefer early wins and late losses
            value -= ply if value > 0 else -ply if value < 0 else 0
            return self._leave(visit, value, over=True), ()
        if plies == 0:
            return self._leave(visit, self.tree.value(node)), ()
        value, line = -inf, self.none
        for number, move in enumerate(self._ordered(node)):
            floor = max(low, value) if self.prune else -inf
            after = self.tree.after(node, move)
            found, rest = self._search(after, plies - 1, -high, -floor, ply + 1, visit, move)
            if -found > value:
                value, line = -found, (move, *rest)
            if value >= high:
                self._cut(visit, high, node, number)
                self.cuts[move] = self.cuts.get(move, 0) + 1
                break
        self.best[self.tree.key(node)] = line[0]
        return self._leave(visit, value), line

    def _ordered(self, node: N) -> Iterator[M]:
        """Yield the moves: the best one of the last search here, then those with most cuts."""
        first = self.best.get(self.tree.key(node))
        if first is not None:
            yield first
        cuts = self.cuts
        for move in sorted(self.tree.moves(node), key=lambda move: -cuts.get(move, 0)):
            if move != first:
                yield move

    def _count(self) -> None:
        """Count a node; raise _StopError at a limit."""
        if self.bounded:
            late = not self.nodes & CLOCK and perf_counter() > self.until
            if late or self.nodes >= self.most:
                raise _StopError
        self.nodes += 1

    # --- the trace ---------------------------------------------------------------------------

    def _enter(
        self, above: TreeNode[M] | None, move: M | None, ply: int, low: float, high: float
    ) -> TreeNode[M] | None:
        if not self.tracing:
            return None
        low, high = (-high, -low) if ply % 2 else (low, high)
        parent = -1 if above is None else above.number
        self.visits.append(TreeNode(len(self.visits), parent, ply, move, low, high))
        return self.visits[-1]

    def _leave(self, visit: TreeNode[M] | None, value: float, over: bool = False) -> float:
        if visit is not None:
            visit.value = -value if visit.ply % 2 else value
            visit.over = over
        return value

    def _cut(self, visit: TreeNode[M] | None, bound: float, node: N, number: int) -> None:
        if visit is not None:
            visit.cut = -bound if visit.ply % 2 else bound
            visit.skipped = len(self.tree.moves(node)) - number - 1


def enter_leave(trace: Sequence[TreeNode[M]]) -> Iterator[tuple[str, TreeNode[M]]]:
    """Yield ("enter", node) and ("leave", node) in the order of the search, to animate a trace."""
    ancestors: list[TreeNode[M]] = []
    for node in trace:
        while ancestors and ancestors[-1].number != node.parent:
            yield "leave", ancestors.pop()
        ancestors.append(node)
        yield "enter", node
    while ancestors:
        yield "leave", ancestors.pop()
