"""A ghost that plays sensibly: it weighs what each walk brings, and takes the best.

Vocabulary
    term      one reason for or against a move, in points; a cube is worth about 10
    weights   how much each reason counts: change them, and see what the lab says
    outlook   where Piecepackman is likely to go in his next turn (see ``foresight``)
    calm      how the table will be once hunger is over

To try weights of one's own::

    pp.many(game, seats=with_weights(chase=0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from piecepack_nb.core.game import Bot, Game, Pick
from piecepack_nb.games.piecepackman.foresight import (
    Outlook,
    calm,
    distances,
    ghost_odds,
    his_distances,
    his_odds,
    hunts_next,
    outlook,
    reach,
)
from piecepack_nb.games.piecepackman.moves import Order, Walk, Walks
from piecepack_nb.games.piecepackman.state import Ghost, State
from piecepack_nb.games.piecepackman.table import Table

__all__ = ["Term", "Weights", "greedy", "scored", "why", "with_weights"]

Path = tuple[str, ...]


class Weights(NamedTuple):
    """What counts for how much; each is multiplied with a likelihood or a number of cubes."""

    life: float = 40.0
    """A life taken."""
    cube: float = 10.0
    """A cube taken, got back, or lost."""
    tempo: float = 4.0
    """Being eaten, whatever it carries: it starts from the house and waits."""
    suicide: float = 15.0
    """Being eaten in hunger with empty hands, for then it is immune and may attack."""
    pull: float = 3.0
    """Being near cubes of its own suit that still lie about."""
    chase: float = 1.0
    """The likelihood that it can attack next turn, times what an attack is worth."""
    near: float = 0.3
    """Each step nearer to where he is likely to end, for a Dangerous ghost."""
    risk: float = 1.0
    """The likelihood that he eats it next turn, times what it loses."""
    coin: float = 0.5
    """The likelihood that a power coin lets him eat it, times what it loses."""
    block: float = 2.0
    """Standing in his way while Dangerous, times the likelihood that he wants to pass."""
    hinder: float = 3.0
    """In the order: having to wait behind a ghost that stands in the way."""


class Term(NamedTuple):
    """One reason for or against a move."""

    name: str
    points: float

    def __str__(self) -> str:
        return f"{self.name} {self.points:+.1f}"


Terms = tuple[Term, ...]
DECAY = 0.8  # how much less a cube pulls for each step that it is farther away
LONG_ENOUGH = 2  # hunger turns that must follow, for an eaten ghost waits one of them (PM-64)
AT_MOST = 1000.0  # what a move costs that can lose the game at once


# --- what the bot does --------------------------------------------------------------------------


def greedy(game: Game[Any, Any, Any], state: Any, seat: str, pick: Pick) -> Any:
    """The best walk, or the best order, by the weights as they stand."""
    return _best(game, state, pick, Weights())


def with_weights(**changes: float) -> Bot:
    """A bot like ``greedy`` with other weights; raises a TypeError for one that it doesn't have."""
    weights = Weights(**changes)

    def bot(game: Game[Any, Any, Any], state: Any, seat: str, pick: Pick) -> Any:
        return _best(game, state, pick, weights)

    bot.__name__ = ", ".join(f"{name}={value}" for name, value in changes.items()) or "greedy"
    return bot


def scored(
    game: Game[Any, Any, Any], state: Any, weights: Weights | None = None
) -> list[tuple[Any, float, Terms]]:
    """Every move worth a look with its points and its terms, the best first.

    Of the walks that end on the same square with the same cubes only one is looked at.
    """
    weights = weights or Weights()
    table: Table = game.table  # type: ignore[attr-defined]
    if state.phase == "order":
        looked_at: Iterable[tuple[Any, Terms]] = _orders(table, state, weights)
    else:
        looked_at = _walks(table, state, game.moves(state), weights)
    found = [(move, sum(term.points for term in terms), terms) for move, terms in looked_at]
    return sorted(found, key=lambda each: -each[1])


def why(game: Game[Any, Any, Any], state: Any, move: Any) -> str:
    """The points of ``move``, reason by reason, such as "attack +40.0, cubes +10.0 = +50.0"."""
    table: Table = game.table  # type: ignore[attr-defined]
    if isinstance(move, Walk):
        terms = _View.of(table, state, move.suit, Weights()).terms(move.path)
    else:
        terms = dict(_orders(table, state, Weights()))[move]
    total = sum(term.points for term in terms)
    return f"{', '.join(map(str, terms)) or 'nothing for or against it'} = {total:+.1f}"


def _best(game: Game[Any, Any, Any], state: State, pick: Pick, weights: Weights) -> Any:
    """The move with the most points; between equal ones by a pick."""
    found = scored(game, state, weights)
    best = [move for move, points, _ in found if points > found[0][1] - 1e-9]
    return best[0] if len(best) == 1 else pick("best", best)


# --- walks --------------------------------------------------------------------------------------


def _walks(
    table: Table, state: State, moves: Any, weights: Weights
) -> Iterator[tuple[Walk, Terms]]:
    """One walk for each end and each lot of cubes on the way, with its terms."""
    assert isinstance(moves, Walks)
    view = _View.of(table, state, moves.suit, weights)
    paths: dict[tuple[str, frozenset[str]], Path] = {}
    for path in moves.paths:
        key = path[-1], view.takes(path)
        if key not in paths or len(path) < len(paths[key]):
            paths[key] = path
    for path in paths.values():
        yield Walk(moves.suit, path), view.terms(path)


class _View(NamedTuple):
    """What one ghost sees before it walks."""

    table: Table
    state: State
    suit: str
    weights: Weights
    ghost: Ghost
    cubes: frozenset[str]
    """The squares with cubes that it may take (PM-35, PM-70)."""
    outlook: Outlook
    coming: float
    """How likely he takes a power coin next turn."""
    attack_worth: float

    @classmethod
    def of(cls, table: Table, state: State, suit: str, weights: Weights) -> _View:
        own = (suit, table.wild)
        cubes = frozenset(square for square, each in state.cubes.items() if each in own)
        look = outlook(table, state, suit)
        coming = min(1.0, sum(look.enters.get(square, 0.0) for square in state.coins))
        worth = weights.life + weights.cube * state.stash[suit]
        if table.rules.goal == "cubes" and state.extra_lives == 0:  # PM-71
            worth = -AT_MOST
        ghost = state.ghosts[suit]
        return cls(table, state, suit, weights, ghost, cubes, look, coming, worth)

    def takes(self, path: Path) -> frozenset[str]:
        """The squares on which it would take a cube."""
        passed = path[1:] if self.table.rules.ghost_collects == "pass" else path[-1:]
        return self.cubes.intersection(passed) - {self.state.square}

    def terms(self, path: Path) -> Terms:
        """Every reason for or against this walk."""
        taken = self.takes(path)
        carries = self.ghost.cubes + len(taken)
        end = path[-1]
        terms = [Term("cubes", self.weights.cube * len(taken))]
        if end == self.state.square:
            terms += self._meets_him(carries)
        else:
            terms.append(Term("near cubes", self._pull(end, self.cubes - taken)))
            terms += self._stands(end, carries)
        return tuple(term for term in terms if term.points)

    def _meets_him(self, carries: int) -> Iterator[Term]:
        """It attacks him, or is eaten (PM-40, PM-42)."""
        state, weights = self.state, self.weights
        if self._dangerous(carries, state):
            yield Term("attack", self.attack_worth)
        elif state.hunger is not None and state.hunger >= LONG_ENOUGH and not carries:
            yield Term("eaten to be immune", weights.suicide)
        else:
            yield Term("eaten", -weights.tempo - weights.cube * carries)

    def _stands(self, end: str, carries: int) -> Iterator[Term]:
        """What he may do to it, and it to him, if it ends its walk here."""
        weights = self.weights
        loses = weights.tempo + weights.cube * carries
        if self._dangerous(carries, self.state if hunts_next(self.state) else calm(self.state)):
            yield Term("chase", weights.chase * self.attack_worth * self._attack_odds(end))
            yield Term("near him", -weights.near * self._away(end))
            yield Term("in his way", weights.block * self.outlook.enters.get(end, 0.0))
        elif hunts_next(self.state):
            yield Term("hunted", -weights.risk * loses * self._hunted(end))
        else:
            yield Term("risk", -weights.risk * loses * self.outlook.enters.get(end, 0.0))
        if self.coming and not self.ghost.immune:
            hunted = self.coming * self._hunted(end)
            yield Term("coin", -weights.coin * loses * hunted)

    def _dangerous(self, carries: int, state: State) -> bool:
        """Would it be Dangerous with so many cubes? (PM-50)"""
        held = state.put(self.suit, self.ghost._replace(cubes=carries))
        return self.table.dangerous(held, self.suit)

    def _pull(self, end: str, left: frozenset[str]) -> float:
        steps = distances(self.table, end)
        return self.weights.pull * sum(DECAY ** steps[to] for to in left if to in steps)

    def _attack_odds(self, end: str) -> float:
        """How likely it can attack in its next move: he ends there, and its die reaches him."""
        steps = reach(self.table, end)
        return sum(
            odds * ghost_odds(self.table, steps[to])
            for to, odds in self.outlook.ends.items()
            if to in steps
        )

    def _away(self, end: str) -> float:
        """How many steps it is on average from where he ends."""
        steps = distances(self.table, end)
        return sum(odds * steps.get(to, 20) for to, odds in self.outlook.ends.items())

    def _hunted(self, end: str) -> float:
        """How likely his dice reach it, if it is this ghost that he hunts."""
        known = his_distances(self.table, self.state.square, self.state.heading, True)
        return his_odds(self.table, known[end]) if end in known else 0.0


# --- the order ----------------------------------------------------------------------------------


def _orders(table: Table, state: State, weights: Weights) -> list[tuple[Order, Terms]]:
    """Every order with its terms: an attack ends the turn, so whoever can collect goes first."""
    views = {suit: _View.of(table, state, suit, weights) for suit in state.to_move}
    attacks = {suit: _attacks_now(view) for suit, view in views.items()}
    gathers = {suit: _gathers_now(view) for suit, view in views.items()}
    behind = {suit: _behind(view) for suit, view in views.items()}
    found = []
    for suits in permutations(state.to_move):
        going, attack, gather, hindered = 1.0, 0.0, 0.0, 0
        for place, suit in enumerate(suits):
            gather += going * gathers[suit]
            attack += going * attacks[suit] * views[suit].attack_worth
            going *= 1 - attacks[suit]
            hindered += len(behind[suit].intersection(suits[place + 1 :]))
        terms = (
            Term("attacks", attack),
            Term("cubes before the turn ends", weights.cube * gather),
            Term("in each other's way", -weights.hinder * hindered),
        )
        found.append((Order(suits), tuple(term for term in terms if term.points)))
    return found


def _attacks_now(view: _View) -> float:
    """How likely its die lets it attack him this turn, if it is Dangerous."""
    steps = reach(view.table, view.ghost.square).get(view.state.square)
    if steps is None or not view.table.dangerous(view.state, view.suit):
        return 0.0
    return ghost_odds(view.table, steps)


def _gathers_now(view: _View) -> float:
    """How likely its die lets it take a cube this turn."""
    steps = reach(view.table, view.ghost.square)
    return max((ghost_odds(view.table, steps[to]) for to in view.cubes if to in steps), default=0.0)


def _behind(view: _View) -> set[str]:
    """The ghosts on its way to what it wants: him if it is Dangerous, else its nearest cube."""
    steps = distances(view.table, view.ghost.square)
    wanted = [to for to in view.cubes if to in steps]
    goal = min(wanted, key=lambda to: (steps[to], to), default=view.state.square)
    if view.table.dangerous(view.state, view.suit):
        goal = view.state.square
    way: Sequence[str] = view.table.ways.shortest(view.ghost.square, goal)
    squares = set(way[1:])
    return {suit for suit, ghost in view.state.ghosts.items() if ghost.square in squares}
