"""Monte Carlo tree search that evaluates every move of a node at once, and plays none at random.

Where a game says how good a state is, that shows more of a move, and in less time, than games that
are played on at random. What the states are worth is averaged up the tree, as of playouts, and the
best ones are carried up, as by minimax; a move counts by both (Lanctot, Winands, Pepels and
Sturtevant, 2014: Monte Carlo tree search with heuristic evaluations using implicit minimax
backups). A move that wins at once is seen as soon as its node is opened, and so is one that lets
the other win.

Vocabulary
    open   to evaluate the states after all moves of a node
    worth  what a node is worth to each seat if all play best from there, as far as it is known
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from piecepack_nb.core.actors import Chance
from piecepack_nb.search.learning import Descent, LearningBandit, LearningUct
from piecepack_nb.search.uct import Arm, Bandit, SeatValues, UctNode, squash


class EvaluatingUct(LearningUct):
    """A search that opens nodes; each state that it evaluates counts as one of its playouts."""

    def values(self, state: Any) -> SeatValues:
        """Return the value of a state to each seat; one of two gains what the other loses."""
        game = self.game
        if len(game.seats) != 2 or game.cooperative or game.result(state) is not None:
            return super().values(state)
        own = squash(self.evaluate(game, state, self.seat))
        return {seat: own if seat == self.seat else 1 - own for seat in game.seats}

    def bandit(self, seat: str, moves: Collection[Any]) -> Bandit:
        """Return a new bandit of a seat; it learns nothing of moves later, as none are random."""
        made = LearningBandit(seat, moves, self.pick)
        made.later = {}
        return made

    def is_fresh(self, node: UctNode) -> bool:
        """Return True for a node to open; one of chance is only passed, and so are many roots."""
        return not node.visits and not isinstance(node.actor, Chance) and not self.is_shared(node)

    def is_shared(self, node: UctNode) -> bool:
        """Return True for a root of several, for which a move is worth its mean alone."""
        return node in self.roots and len(self.roots) > 1

    def tried(self, leaf: UctNode, made: list[tuple[str, Any]]) -> SeatValues:
        """Open a node where one seat acts; return what it is worth."""
        if len(leaf.choices) != 1:
            return self.values(leaf.state)
        (choice,) = leaf.choices
        assert isinstance(choice, LearningBandit)
        for number in choice.untried:
            self._look(leaf, choice, choice.moves[number])
        self.playouts += len(choice.untried) - 1
        choice.untried = []
        best = max(choice.arms, key=_worth)
        worth = leaf.worth = leaf.children[(best.move,)].worth
        assert worth is not None
        if choice.won or len(choice.proven) == len(choice.arms):
            leaf.proven = worth
        return worth

    def _look(self, leaf: UctNode, choice: LearningBandit, move: Any) -> None:
        """Evaluate the state after a move."""
        child = self.expand(leaf, (move,))
        child.worth = self.values(child.state)
        arm = Arm(move)
        arm.worth = arm.total = child.worth[choice.seat]
        arm.visits = 1
        choice.visits += 1
        choice.arms.append(arm)
        if child.actor is None and self.game.pays == "win":
            child.proven = child.worth
            choice.proven[move] = arm.worth
            choice.won = arm if arm.worth >= 1 else choice.won

    def remember(self, steps: Sequence[Descent]) -> None:
        """Note what is proven, and carry the best values up a path."""
        super().remember(steps)
        for node, arms, child in reversed(steps):
            child.worth = child.proven or child.worth
            if child.worth is None or len(arms) > 1 or self.is_shared(node):
                break
            if arms:
                ((choice, arm),) = arms
                arm.worth = child.worth[choice.seat]
                best = max(choice.arms, key=_worth)
                node.worth = node.children[(best.move,)].worth
            else:
                node.worth = mean_worth(node.children.values())


def _worth(arm: Arm) -> float:
    return arm.mean if arm.worth is None else arm.worth


def mean_worth(nodes: Collection[UctNode]) -> SeatValues:
    """Return the mean of what nodes after chance are worth, each as often as it was met."""
    known = [(node.worth, node.visits) for node in nodes if node.worth is not None]
    total = sum(visits for _, visits in known)
    seats = known[0][0]
    return {seat: sum(worth[seat] * visits for worth, visits in known) / total for seat in seats}
