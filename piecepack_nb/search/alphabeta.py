"""Which move is best if both play their best: alpha-beta search, for any game of two who alternate.

Vocabulary
    node     a position of the game, in whatever form the tree has it
    value    how good a node is for the one to move in it; the better, the higher
    window   between which two values the result still matters: ``low`` is what the one to move has
             for sure elsewhere, ``high`` what the other will not let it exceed
    cut      a node's other moves are not looked at any more, for the one looked at reaches ``high``
    ply      how many moves lie between the root and a node
    line     the moves that both would play from a node, by what was seen
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Generic, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import invalid

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)

DEEPEST = 64
GROWTH = 3  # a ply takes that many times the nodes of those before: some are not begun
CLOCK = 127  # the time is looked at once in so many nodes, less one (a power of two)


class GameTree(Protocol[N, M]):
    """What the search must know of a game; all values are for the one who is to move."""

    def final(self, node: N) -> float | None:
        """The value of a node where the game is over, 0 for a draw; None where it goes on.

        A win is to be worth more than any ``value``, by the number of plies looked ahead at least.
        """

    def value(self, node: N) -> float:
        """What a node seems worth without looking ahead."""

    def moves(self, node: N) -> Sequence[M]:
        """The moves, those first that are likely to be good; never none where it goes on."""

    def after(self, node: N, move: M) -> N:
        """The node after a move; there the other is to move."""

    def key(self, node: N) -> Hashable:
        """Equal for nodes from which the game goes on alike."""


class Variation(NamedTuple, Generic[M]):
    """A value for the one to move at the root, and the moves that lead to it."""

    value: float
    moves: tuple[M, ...]


@dataclass
class TreeNode(Generic[M]):
    """A node that a traced search entered; values are for the one to move at the root.

    At even plies that one seeks the highest value, at odd plies the other seeks the lowest.
    """

    number: int
    parent: int
    """The number of the node it was entered from; -1 for the root."""
    ply: int
    move: M | None
    """What led here; None for the root."""
    low: float
    high: float
    value: float = 0.0
    cut: float | None = None
    """The bound that its value reached, so that the rest was not looked at; None for no cut."""
    skipped: int = 0
    """How many of its moves were not looked at."""
    over: bool = False
    """Is the game over there?"""


class AlphaBetaResult(NamedTuple, Generic[M]):
    """What a search found."""

    lines: tuple[Variation[M], ...]
    """The best line, and as many rivals as were asked for, each of another first move."""
    depth: int
    """How many plies were looked at to the end."""
    nodes: int
    """How many nodes were entered in all."""
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
    rivals: int = 0,
    prune: bool = True,
    trace: bool = False,
) -> AlphaBetaResult[M]:
    """The best move at the root, looking ``depth`` plies ahead: one ply, then two, and so on.

    ``nodes`` and ``seconds`` bound the search; what the last ply looked at to the end found counts
    (one ply is always looked at). ``rivals`` more moves get their true values too. Without
    ``prune`` it is plain minimax. A ``trace`` keeps every node, and goes to its depth at once.
    Raises BadInput for a limit below one, and where the game is over at the root.
    """
    check_limits(depth, nodes, seconds)
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
            found = search.root(root, plies, 1 + rivals)
        except _StopError:
            break
        done = plies
        if len(found[0].moves) < plies and found[0].value:  # a win or a loss: it can't be helped
            break
    if not found:
        raise invalid("nodes", nodes, f"enough for {depth} plies, which a trace needs at once")
    return AlphaBetaResult(found, done, search.nodes, tuple(search.visits))


def check_limits(depth: int | None, nodes: int | None, seconds: float | None) -> None:
    """Raise BadInput for a limit of a search that is below one; None is no limit."""
    for name, limit in (("depth", depth), ("nodes", nodes), ("seconds", seconds)):
        fits = isinstance(limit, int) or (name == "seconds" and isinstance(limit, float))
        if limit is not None and not (fits and limit > 0):
            raise invalid(name, limit, "a number above 0" if name == "seconds" else "1 or more")


class _StopError(Exception):
    """A limit is reached."""


@dataclass
class _Search(Generic[N, M]):
    """One search as it runs."""

    tree: GameTree[N, M]
    most: float
    until: float
    prune: bool
    tracing: bool
    bounded: bool = False
    nodes: int = 0
    best: dict[Hashable, M] = field(default_factory=dict)
    """What was best at a node when it was last looked at: it is tried first."""
    cuts: dict[M, int] = field(default_factory=dict)
    """How often each move has cut: it is likely to do so again elsewhere."""
    visits: list[TreeNode[M]] = field(default_factory=list)
    none: tuple[M, ...] = ()

    def root(self, node: N, plies: int, number: int) -> tuple[Variation[M], ...]:
        """The best ``number`` lines, each of another first move, the best first."""
        self._count()
        visit = self._enter(None, None, 0, -inf, inf)
        lines: list[Variation[M]] = []
        for move in self._ordered(node):
            low = lines[-1].value if len(lines) == number and self.prune else -inf
            after = self.tree.after(node, move)
            value, rest = self._look(after, plies - 1, -inf, -low, 1, visit, move)
            if len(lines) < number or -value > lines[-1].value:
                lines.append(Variation(-value, (move, *rest)))
                lines.sort(key=lambda line: -line.value)
                del lines[number:]
        self.best[self.tree.key(node)] = lines[0].moves[0]
        self._leave(visit, lines[0].value)
        return tuple(lines)

    def _look(
        self,
        node: N,
        plies: int,
        low: float,
        high: float,
        ply: int,
        above: TreeNode[M] | None,
        by: M,
    ) -> tuple[float, tuple[M, ...]]:
        """The value of a node, exact if it lies in the window, and the line from there."""
        self._count()
        visit = self._enter(above, by, ply, low, high)
        value = self.tree.final(node)
        if value is not None:  # a win is better the sooner it comes, and a loss the later
            value -= ply if value > 0 else -ply if value < 0 else 0
            return self._leave(visit, value, over=True), ()
        if plies == 0:
            return self._leave(visit, self.tree.value(node)), ()
        value, line = -inf, self.none
        for number, move in enumerate(self._ordered(node)):
            floor = max(low, value) if self.prune else -inf
            after = self.tree.after(node, move)
            found, rest = self._look(after, plies - 1, -high, -floor, ply + 1, visit, move)
            if -found > value:
                value, line = -found, (move, *rest)
            if value >= high:
                self._cut(visit, high, node, number)
                self.cuts[move] = self.cuts.get(move, 0) + 1
                break
        self.best[self.tree.key(node)] = line[0]
        return self._leave(visit, value), line

    def _ordered(self, node: N) -> Iterator[M]:
        """The moves: what was best here before, then those that have cut most often anywhere."""
        first = self.best.get(self.tree.key(node))
        if first is not None:
            yield first
        cuts = self.cuts
        for move in sorted(self.tree.moves(node), key=lambda move: -cuts.get(move, 0)):
            if move != first:
                yield move

    def _count(self) -> None:
        """One more node, unless a limit is reached."""
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
    """A trace in the order in which it came about: each node entered, and left with its value.

    Gives ("enter", visit) and ("leave", visit), for a picture to be drawn one by one.
    """
    open_: list[TreeNode[M]] = []
    for visit in trace:
        while open_ and open_[-1].number != visit.parent:
            yield "leave", open_.pop()
        open_.append(visit)
        yield "enter", visit
    while open_:
        yield "leave", open_.pop()
