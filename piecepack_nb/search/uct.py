"""Monte Carlo tree search by UCT, for any game: it needs only the rules.

It repeats four steps: *select* a path down the tree by what is known, *expand* the tree by one
node, *play out* the game from there at random, and *backpropagate* the result up the path.

Vocabulary
    value     what a game is worth to a seat: 1 if won, 0 if lost, 0.5 for a draw; or its points
    arm       a move at a node: how often it was tried, and the values that it brought
    choice    a seat's arms at a node; seats that act in secret each have a choice of their own
    node      a state in the tree; where chance acts it has no choice, only children
    playout   a game played on at random, to its end or for some moves
    world     a state that a seat's observation allows; without secrets the only one
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.game import AnyGame, Evaluate, RandomChoice

SeatValues = Mapping[str, float]
"""The value of a game to each seat."""

EXPLORATION = 1.0
SEEDS = range(2**32)


class Arm:
    """A move of one seat at a node, and its record."""

    __slots__ = ("move", "total", "visits", "worth")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.visits = 0
        self.total = 0.0
        self.worth: float | None = None
        """Its worth to the seat if all play best, where a search looks for that."""

    @property
    def mean(self) -> float:
        """The mean value to the seat, of all playouts through this arm."""
        return self.total / self.visits if self.visits else 0.0


class Bandit:
    """A seat's choice at a node, as a bandit: each move that was tried is an arm.

    ``untried`` has the numbers of the other moves, in the random order in which they are tried.
    """

    def __init__(self, seat: str, moves: Collection[Any], pick: RandomChoice) -> None:
        self.seat = seat
        self.moves: Sequence[Any] = moves if isinstance(moves, Sequence) else list(moves)
        self.untried = shuffled(range(len(self.moves)), pick)
        self.arms: list[Arm] = []
        self.visits = 0

    def select(self, exploration: float) -> Arm:
        """Return an untried move's arm, or the arm with the highest upper confidence bound."""
        if self.untried:
            self.arms.append(Arm(self.moves[self.untried.pop()]))
            return self.arms[-1]
        width = exploration * sqrt(log(self.visits))
        return max(self.arms, key=lambda arm: arm.total / arm.visits + width / sqrt(arm.visits))

    @property
    def best(self) -> Arm | None:
        """The arm with most visits; of several, with the best mean."""
        return max(self.arms, key=lambda arm: (arm.visits, arm.mean), default=None)


class UctNode:
    """A state in the tree."""

    proven: SeatValues | None = None
    """Its worth to each seat, where a search has proven it."""
    worth: SeatValues | None = None
    """Its worth to each seat if all play best, where a search looks for that."""
    visits: int = 0
    """The paths that led to it, where a search counts them."""

    def __init__(self, search: Uct, state: Any) -> None:
        self.search = search
        self.state = state
        self.actor = search.game.to_act(state)
        self.children: dict[Hashable, UctNode] = {}

    @cached_property
    def choices(self) -> list[Bandit]:
        """A bandit for each seat that acts here, made when the node is first selected from."""
        game, actor, search = self.search.game, self.actor, self.search
        if actor is None or isinstance(actor, Chance):
            return []
        seats = actor.seats if isinstance(actor, Simultaneous) else (search.speaker(actor.seats),)
        choices = (search.bandit(seat, game.moves_for(self.state, seat)) for seat in seats)
        return [choice for choice in choices if choice.moves]


@dataclass
class Uct:
    """A search for the moves of ``seat``."""

    game: AnyGame
    seat: str
    pick: RandomChoice
    evaluate: Evaluate
    playout_moves: int
    """The most moves of a playout, those of chance included."""
    exploration: float = EXPLORATION
    playouts: int = 0
    """The number of playouts made."""
    low: float = inf
    """The lowest value of a playout so far."""
    high: float = -inf
    """The highest one."""
    roots: list[UctNode] = field(default_factory=list)
    """A tree for each world (a state that the seat may be in); the roots share a bandit."""

    def run(self, worlds: Sequence[Any], playouts: float, seconds: float = inf) -> None:
        """Make playouts in all worlds in turn, until a limit is reached; at least one."""
        until = perf_counter() + seconds
        self.roots = [UctNode(self, world) for world in worlds]
        own = self.choice(self.roots[0])
        for root in self.roots:
            root.choices = [own if each.seat == self.seat else each for each in root.choices]
        for root in cycle(self.roots):
            self.improve(root)
            self.playouts += 1
            late = seconds < inf and perf_counter() > until
            if late or self.playouts >= playouts or self.is_settled():
                break

    def is_settled(self) -> bool:
        """Return True if no further playout can change the choice."""
        return False

    def improve(self, root: UctNode) -> None:
        """Make one playout, and remember its values along the path that led to it."""
        path, leaf = self.select(root)
        values = self.playout(leaf.state)
        self.low, self.high = min(self.low, *values.values()), max(self.high, *values.values())
        backpropagate(path, values)

    @property
    def spread(self) -> float:
        """The distance of values: 1 between a game won and one lost, of points the most seen."""
        if self.game.pays == "win":
            return 1.0
        return max(self.high - self.low, 0.0) or 1.0

    def select(self, root: UctNode) -> tuple[list[tuple[Bandit, Arm]], UctNode]:
        """Go down the tree to a new node, or to an end; return the arms on the path and the node.

        Seats that act in secret select their arms independently (decoupled UCT).
        """
        path: list[tuple[Bandit, Arm]] = []
        node, exploration = root, self.exploration * self.spread
        while node.actor is not None:
            arms = [(choice, choice.select(exploration)) for choice in node.choices]
            if arms:
                moves = tuple(arm.move for _, arm in arms)
            elif isinstance(node.actor, Chance):
                moves = (self.game.chance_move(node.state, self.pick),)
            else:
                break
            path += arms
            if moves not in node.children:
                return path, self.expand(node, moves)
            node = node.children[moves]
        return path, node

    def expand(self, node: UctNode, moves: tuple[Any, ...]) -> UctNode:
        """Add the node after some moves to the tree."""
        node.children[moves] = UctNode(self, play_all(self.game, node.state, moves))
        return node.children[moves]

    def playout(
        self, state: Any, made: list[tuple[str, Any]] | None = None, most: int | None = None
    ) -> SeatValues:
        """Play on at random; return the values of the result or, at the limit, of the state.

        The moves of seats are added to ``made``, each with its seat. ``most`` are the moves if they
        aren't ``playout_moves``.
        """
        game, pick = self.game, self.pick
        for _ in range(self.playout_moves if most is None else most):
            actor = game.to_act(state)
            if actor is None:
                break
            if isinstance(actor, Chance):
                move = game.chance_move(state, pick)
            else:
                move = game.random_move(state, actor.seats[0], pick)
                if move is None:
                    break
                if made is not None:
                    made.append((actor.seats[0], move))
            state = game.next_state(state, move)
        return self.values(state)

    def values(self, state: Any) -> SeatValues:
        """Return the value of a state to each seat."""
        game, result = self.game, self.game.result(state)
        if game.pays != "win":
            if result is not None:
                return {seat: game.payoff(result, seat) for seat in game.seats}
            return {seat: self.evaluate(game, state, seat) for seat in game.seats}
        if result is not None:
            return {seat: (1 + game.payoff(result, seat)) / 2 for seat in game.seats}
        if game.cooperative:
            return dict.fromkeys(game.seats, squash(self.evaluate(game, state, self.seat)))
        return {seat: squash(self.evaluate(game, state, seat)) for seat in game.seats}

    def bandit(self, seat: str, moves: Collection[Any]) -> Bandit:
        """Return a new bandit of a seat."""
        return Bandit(seat, moves, self.pick)

    def speaker(self, seats: tuple[str, ...]) -> str:
        """Return the seat that decides for a team: this search's own, if it belongs to it."""
        return self.seat if self.seat in seats else seats[0]

    def arms(self) -> list[Arm]:
        """Return the seat's moves at the roots that were tried, best first."""
        arms = self.choice(self.roots[0]).arms
        return sorted(arms, key=lambda arm: (-arm.visits, -arm.mean))

    def choice(self, root: UctNode) -> Bandit:
        """Return the seat's bandit at a root."""
        return next(choice for choice in root.choices if choice.seat == self.seat)

    def line(self, move: Any, least: int = 3) -> tuple[tuple[str, Any], ...]:
        """Return the best moves after ``move``, each with its seat, as far as they are known.

        The line ends where chance or several seats act, and at moves with fewer than ``least``
        visits.
        """
        line: list[tuple[str, Any]] = []
        node = self.roots[0].children.get((move,))
        while node is not None and len(node.choices) == 1:
            best = node.choices[0].best
            if best is None or best.visits < least:
                break
            line.append((node.choices[0].seat, best.move))
            node = node.children.get((best.move,))
        return tuple(line)


def backpropagate(path: Sequence[tuple[Bandit, Arm]], values: SeatValues) -> None:
    """Add a playout's values to the arms on its path, each its own seat's value."""
    for choice, arm in path:
        choice.visits += 1
        arm.visits += 1
        arm.total += values[choice.seat]


def squash(evaluation: float) -> float:
    """Return an evaluation as a value between 0 and 1.

    >>> squash(0), squash(1), squash(-1), squash(9)
    (0.5, 0.75, 0.25, 0.95)
    """
    return 0.5 + evaluation / 2 / (1 + abs(evaluation))


# --- Moves and randomness -------------------------------------------------------------------------


def play_all(game: AnyGame, state: Any, moves: Sequence[Any]) -> Any:
    """Return the state after the moves of seats that act together.

    If one of them ends the phase (it asks to end the game, say), the others' moves are not made.
    """
    for number, move in enumerate(moves):
        if number and game.refusal(state, move) is not None:
            break
        state = game.next_state(state, move)
    return state


def worlds_of(game: AnyGame, state: Any, seat: str, pick: RandomChoice, most: int) -> list[Any]:
    """Return up to ``most`` different states that the seat's observation of ``state`` allows."""
    known = game.observation(state, seat)
    worlds: list[Any] = []
    for _ in range(most):
        world = game.determinize(known, seat, pick)
        if world not in worlds:
            worlds.append(world)
        if world is known:
            break
    return worlds


def fast_pick(pick: RandomChoice) -> RandomChoice:
    """Return a fast random choice, which depends only on one choice of ``pick``."""
    random = Random(pick("search", SEEDS)).random

    def choose(_name: str, options: Sequence[Any]) -> Any:
        return options[int(random() * len(options))]

    return choose


def shuffled(items: Sequence[Any], pick: RandomChoice) -> list[Any]:
    """Return the items in random order."""
    left, order = list(items), []
    while left:
        place = pick("order", range(len(left)))
        left[place], left[-1] = left[-1], left[place]
        order.append(left.pop())
    return order
