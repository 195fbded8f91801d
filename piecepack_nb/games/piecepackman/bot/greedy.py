"""A ghost that plays sensibly: it weighs what each walk brings, and takes the best.

Vocabulary
    term      one reason for or against a move, in points; a cube is worth about 10
    weights   how much each reason counts: change them, and see what the lab says

To try weights of one's own::

    simulate(game, seats=with_weights(chase=0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.piecepackman.bot.chances import distances, ghost_odds, reach
from piecepack_nb.games.piecepackman.bot.weighing import Path, View, Weights
from piecepack_nb.games.piecepackman.moves import Order, Walk, Walks
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

# --- what the bot does --------------------------------------------------------------------------


def greedy(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> Any:
    """The best walk, or the best order, by the weights as they stand."""
    return _best(game, state, pick, Weights())


def with_weights(**changes: float) -> Bot:
    """A bot like ``greedy`` with other weights; raises a TypeError for one that it doesn't have."""
    weights = Weights(**changes)

    def bot(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> Any:
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
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if state.phase == "order":
        looked_at: Iterable[tuple[Any, Terms]] = _orders(ruleset, state, weights)
    else:
        looked_at = _walks(ruleset, state, game.moves(state), weights)
    found = [(move, sum(term.points for term in terms), terms) for move, terms in looked_at]
    return sorted(found, key=lambda each: -each[1])


def why(game: Game[Any, Any, Any], state: Any, move: Any) -> str:
    """The points of ``move``, reason by reason, such as "attack +40.0, cubes +10.0 = +50.0"."""
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if isinstance(move, Walk):
        terms = View(ruleset, state, move.suit, Weights()).terms(move.path)
    else:
        terms = dict(_orders(ruleset, state, Weights()))[move]
    total = sum(term.points for term in terms)
    return f"{', '.join(map(str, terms)) or 'nothing for or against it'} = {total:+.1f}"


def _best(game: Game[Any, Any, Any], state: State, pick: RandomChoice, weights: Weights) -> Any:
    """The move with the most points; between equal ones by a pick."""
    found = scored(game, state, weights)
    best = [move for move, points, _ in found if points > found[0][1] - 1e-9]
    return best[0] if len(best) == 1 else pick("best", best)


# --- walks --------------------------------------------------------------------------------------


def _walks(
    ruleset: Ruleset, state: State, moves: Any, weights: Weights
) -> Iterator[tuple[Walk, Terms]]:
    """One walk for each end and each lot of cubes on the way, with its terms."""
    assert isinstance(moves, Walks)
    view = View(ruleset, state, moves.suit, weights)
    paths: dict[tuple[str, frozenset[str]], Path] = {}
    for path in moves.paths:
        key = path[-1], view.takes(path)
        if key not in paths or len(path) < len(paths[key]):
            paths[key] = path
    for path in paths.values():
        yield Walk(moves.suit, path), view.terms(path)


# --- the order ----------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """What a ghost has in mind for this turn, before the dice are rolled."""

    suit: str
    attacks: float
    """How likely it attacks him."""
    attack_worth: float
    gathers: float
    """How likely it takes a cube."""
    behind: frozenset[str]
    """The ghosts that stand in its way."""


def _orders(ruleset: Ruleset, state: State, weights: Weights) -> Iterator[tuple[Order, Terms]]:
    """Every order with its terms (PM-30)."""
    views = [View(ruleset, state, suit, weights) for suit in state.to_move]
    plans = {view.suit: _plan(view) for view in views}
    for suits in permutations(state.to_move):
        yield Order(suits), _order_terms([plans[suit] for suit in suits], weights)


def _order_terms(plans: Sequence[_Plan], weights: Weights) -> Terms:
    """An attack ends the turn (PM-41), so whoever can collect goes first.

    Who stands in another's way had better go before it.
    """
    going, attacks, gathers, hindered = 1.0, 0.0, 0.0, 0
    for place, plan in enumerate(plans):
        gathers += going * plan.gathers
        attacks += going * plan.attacks * plan.attack_worth
        going *= 1 - plan.attacks
        hindered += sum(later.suit in plan.behind for later in plans[place + 1 :])
    terms = (
        Term("attacks", attacks),
        Term("cubes before the turn ends", weights.cube * gathers),
        Term("in each other's way", -weights.hinder * hindered),
    )
    return tuple(term for term in terms if term.points)


def _plan(view: View) -> _Plan:
    return _Plan(
        view.suit, _attacks_now(view), view.attack_worth, _gathers_now(view), _behind(view)
    )


def _attacks_now(view: View) -> float:
    """How likely its die lets it attack him this turn, if it is Dangerous."""
    steps = reach(view.ruleset, view.ghost.square).get(view.state.square)
    if steps is None or not view.ruleset.dangerous(view.state, view.suit):
        return 0.0
    return ghost_odds(view.ruleset, steps)


def _gathers_now(view: View) -> float:
    """How likely its die lets it take a cube this turn."""
    steps = reach(view.ruleset, view.ghost.square)
    return max(
        (ghost_odds(view.ruleset, steps[to]) for to in view.cubes if to in steps), default=0.0
    )


def _behind(view: View) -> frozenset[str]:
    """The ghosts on its way to what it wants: him if it is Dangerous, else its nearest cube."""
    steps = distances(view.ruleset, view.ghost.square)
    wanted = [to for to in view.cubes if to in steps]
    goal = min(wanted, key=lambda to: (steps[to], to), default=view.state.square)
    if view.ruleset.dangerous(view.state, view.suit):
        goal = view.state.square
    squares = set(view.ruleset.ways.shortest(view.ghost.square, goal)[1:])
    return frozenset(suit for suit, ghost in view.state.ghosts.items() if ghost.square in squares)
