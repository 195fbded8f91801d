"""Monte Carlo tree search that learns more from each playout than plain UCT.

A move that is proven to win is played, and one that is proven to lose is not tried again (Winands,
Björnsson and Saito, 2008: Monte-Carlo tree search solver). Where there are many moves, each also
learns from playouts in which its seat made it later (Gelly and Silver, 2011: Monte-Carlo tree
search and rapid action value estimation), so that the good ones are tried first. Playouts may stop
after some moves, where the evaluation counts (Lorentz, 2008: Amazons discover Monte-Carlo), which
costs less time and brings less noise; how much is explored follows the spread of the values.

Vocabulary
    proven  what a node is worth to each seat, where no playout can say anything else
    later   the record of a move in playouts in which it was made at once or later
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.game import RandomChoice
from piecepack_nb.search.uct import Arm, Bandit, SeatValues, Uct, UctNode, backpropagate

Descent = tuple[UctNode, list[tuple[Bandit, Arm]], UctNode]
"""A node, the arms that were tried at it (none of chance), and the node after them."""

MANY = 9
"""The moves from which on a bandit learns from moves that are made later."""
TRUST = 30.0
"""The visits of an arm after which what it learnt by itself counts as much as the other."""
CURIOSITY = 0.3
"""The share of ``exploration`` where moves made later count: they explore already."""
BEST = 0.5
"""The weight of what a move is worth if all play best, as far as that is known, beside its mean."""
ALIKE, LONG = 0.03, 4
"""If stopped playouts differ by less, one of so many isn't stopped."""
FEW, LEAST_SPREAD = 4, 0.1
"""The playouts after which the spread of their values counts, and how small it may be."""


class LearningBandit(Bandit):
    """A bandit whose arms may be proven, and learn from moves that are made later."""

    def __init__(self, seat: str, moves: Collection[Any], pick: RandomChoice) -> None:
        super().__init__(seat, moves, pick)
        self.proven: dict[Any, float] = {}
        """The values of the moves that are proven, by move."""
        self.won: Arm | None = None
        """An arm that is proven to win."""
        self.later: dict[Any, list[float]] = {}
        """The visits and the total of each move in playouts that made it, now or later."""
        if len(self.moves) >= MANY:
            self.later = {move: [0.0, 0.0] for move in self.moves}
        self.total = 0.0

    def select(self, exploration: float) -> Arm:
        """Return the arm to try: one that wins, an untried move's, or the most promising one."""
        if self.won is not None:
            return self.won
        if not self.later:
            return super().select(exploration) if self.untried else self._best(exploration)
        arm, score = None, float("-inf")
        if self.arms:
            arm = self._best(exploration * CURIOSITY)
            score = self._score(arm, self._width(exploration * CURIOSITY))
        if self.untried:
            place = max(range(len(self.untried)), key=self._promise)
            first = self._later(self.moves[self.untried[place]])
            if arm is None or first + self._width(exploration * CURIOSITY) > score:
                arm = Arm(self.moves[self.untried.pop(place)])
                self.arms.append(arm)
        assert arm is not None
        return arm

    def _best(self, exploration: float) -> Arm:
        width = self._width(exploration)
        return max(self.arms, key=lambda arm: self._score(arm, width))

    def _width(self, exploration: float) -> float:
        return exploration * sqrt(log(self.visits + 1))

    def _score(self, arm: Arm, width: float) -> float:
        if arm.move in self.proven:
            return self.proven[arm.move]
        mean = arm.total / arm.visits
        if arm.worth is not None:
            mean += BEST * (arm.worth - mean)
        if self.later:
            share = sqrt(TRUST / (3 * arm.visits + TRUST))
            mean += share * (self._later(arm.move) - mean)
        return mean + width / sqrt(arm.visits + bool(self.later))

    def _promise(self, place: int) -> float:
        return self._later(self.moves[self.untried[place]])

    def _later(self, move: Any) -> float:
        """Return what a move was worth now or later; without playouts what all were worth."""
        visits, total = self.later[move]
        usual = self.total / self.visits if self.visits else 0.5
        return (total + usual) / (visits + 1)


@dataclass
class LearningUct(Uct):
    """A search that proves moves, and learns from moves that are made later."""

    short: int | None = None
    """The moves after which most playouts stop."""
    least: float = inf
    """The lowest value, to the seat, of a playout that was stopped."""
    most: float = -inf
    """The highest one."""
    tries: int = 0
    """The number of paths taken down the tree."""
    total: float = 0.0
    squares: float = 0.0
    """The sum of the values that these brought to the seat, and of their squares."""

    @property
    def spread(self) -> float:
        """The distance of values: 1 between games won and lost, less where all are alike."""
        if self.game.pays != "win" or self.tries < FEW:
            return super().spread
        mean = self.total / self.tries
        return max(LEAST_SPREAD, 2 * sqrt(max(0.0, self.squares / self.tries - mean**2)))

    def bandit(self, seat: str, moves: Collection[Any]) -> Bandit:
        """Return a new bandit of a seat."""
        return LearningBandit(seat, moves, self.pick)

    def improve(self, root: UctNode) -> None:
        """Make one playout, or use what is proven, and learn from it."""
        steps, leaf = self.descend(root)
        for node in (root, *(child for _, _, child in steps)):
            node.visits += 1
        path = [each for _, arms, _ in steps for each in arms]
        made = [(choice.seat, arm.move) for choice, arm in path]
        if leaf.proven is None and leaf.actor is None and self.game.pays == "win":
            leaf.proven = self.values(leaf.state)
        values = self.tried(leaf, made) if leaf.proven is None else leaf.proven
        self.low, self.high = min(self.low, *values.values()), max(self.high, *values.values())
        self.tries += 1
        self.total += values[self.seat]
        self.squares += values[self.seat] ** 2
        backpropagate(path, values)
        learn(path, made, values)
        self.remember(steps)

    def tried(self, leaf: UctNode, made: list[tuple[str, Any]]) -> SeatValues:
        """Play out the game, or some moves of it, after which the evaluation counts."""
        if self.short is None or self._goes_on():
            return self.playout(leaf.state, made)
        values = self.playout(leaf.state, made, self.short)
        self.least = min(self.least, values[self.seat])
        self.most = max(self.most, values[self.seat])
        return values

    def _goes_on(self) -> bool:
        """Return True if a playout isn't stopped, in case that the evaluation says little.

        As long as all that were stopped have about the same value, some go on.
        """
        return self.most - self.least < ALIKE and self.tries % LONG == 0

    def descend(self, root: UctNode) -> tuple[list[Descent], UctNode]:
        """Go down the tree to a fresh or a proven node; return the path and the node."""
        steps: list[Descent] = []
        node, exploration = root, self.exploration * self.spread
        while node.actor is not None and node.proven is None and not self.is_fresh(node):
            arms = [(choice, choice.select(exploration)) for choice in node.choices]
            if arms:
                moves = tuple(arm.move for _, arm in arms)
            elif isinstance(node.actor, Chance):
                moves = (self.game.chance_move(node.state, self.pick),)
            else:
                break
            child = node.children.get(moves) or self.expand(node, moves)
            steps.append((node, arms, child))
            node = child
        return steps, node

    def is_fresh(self, node: UctNode) -> bool:
        """Return True for a node at which a path ends, as it was never reached before."""
        return not node.visits and node not in self.roots

    def is_settled(self) -> bool:
        """Return True if the root is proven."""
        return len(self.roots) == 1 and self.roots[0].proven is not None

    def remember(self, steps: Sequence[Descent]) -> None:
        """Note at the nodes of a path what its end says of them."""
        self.prove(steps)

    def prove(self, steps: Sequence[Descent]) -> None:
        """Note what the proof of the last node proves of those before it.

        What is proven in one of several worlds isn't in the others.
        """
        for node, arms, child in reversed(steps):
            if child.proven is None or len(arms) != 1 or (node in self.roots and self.roots[1:]):
                return
            (choice, arm), *_ = arms
            assert isinstance(choice, LearningBandit)
            choice.proven[arm.move] = child.proven[choice.seat]
            if choice.proven[arm.move] >= 1:
                choice.won = arm
            elif choice.untried or len(choice.proven) < len(choice.arms):
                return
            best = max(choice.proven, key=lambda move: choice.proven[move])
            node.proven = node.children[(best,)].proven

    def arms(self) -> list[Arm]:
        """Return the seat's moves at the roots that were tried, best first."""
        choice = self.choice(self.roots[0])
        assert isinstance(choice, LearningBandit)
        known = choice.proven

        def rank(arm: Arm) -> tuple[float, ...]:
            value = known.get(arm.move)
            sure = 0 if value is None else 1 if value >= 1 else -1 if value <= 0 else 0
            return -sure, -arm.visits, -arm.mean

        return sorted(choice.arms, key=rank)


def learn(
    path: Sequence[tuple[Bandit, Arm]], made: Sequence[tuple[str, Any]], values: SeatValues
) -> None:
    """Let each bandit on a path learn from the moves that its seat made there or later."""
    later: dict[str, dict[Any, None]] = {}
    for seat, move in made[len(path) :]:
        later.setdefault(seat, {})[move] = None
    for choice, arm in reversed(path):
        own = later.setdefault(choice.seat, {})
        own[arm.move] = None
        assert isinstance(choice, LearningBandit)
        choice.total += values[choice.seat]
        if choice.later:
            for move in own:
                if (record := choice.later.get(move)) is not None:
                    record[0] += 1
                    record[1] += values[choice.seat]
