"""A bot that plays Piecepackman by his chance to win, where somebody moves him (PM-74).

For each of his moves it looks at the ghosts' next roll: it knows the probability that one of them
attacks him, and estimates his chance to win if none does. The estimate is a logistic function of a
few features of the state. Its weights are fitted to games that the bot played against greedy
ghosts; ``python -m bench.bench_shrewd fit`` fits them again.

Vocabulary
    after      a state after his move, before the ghosts roll
    near       1 on a square, and less with each point that he needs to get there
    cornered   the probability that he is attacked in two turns, whatever he does next
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp, fsum, prod, sqrt
from operator import itemgetter, mul
from typing import NamedTuple

from piecepack_nb.core.game import BotMove, RandomChoice
from piecepack_nb.core.move_reason import Candidate, MoveReason
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.weights import best_of
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.bots import (
    DECAY,
    dangerous_next,
    ghost_odds,
    greedy,
    his_distances,
    hunts_next,
    points_odds,
    run_outcomes,
)
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Ghost, Move, Run, State, ghost_cubes, his_cubes

SHOWN = 12
"""The most moves that a reason has."""
AFTER_ATTACK = 0.4
"""His chance to win after an attack that is not his last life, as a share of that without it."""
CLOSER = 2
"""The steps by which a Dangerous ghost is expected to come nearer in a turn."""
MOST_LIVES = 2
"""Extra lives that count."""
HUNGER = 3
"""The turns of hunger that a coin which nobody has seen is expected to bring."""
OUTSIDE_HUNGER = 0.3
"""The weight of a Vulnerable ghost that he is near outside hunger; in hunger it is 1."""


class Features(NamedTuple):
    """Numbers that describe a state after his move, or the weight of each number."""

    one: float
    """Always 1."""
    lives: float
    """Extra lives, at most two."""
    ahead: float
    """His cubes minus the ghosts', the more important the fewer are left."""
    hunger: float
    """Turns of hunger that are left."""
    prey: float
    """Cubes of Vulnerable ghosts that he is near."""
    cubes: float
    """Cubes on the board that he is near."""
    coin: float
    """Being near a power coin."""
    safe: float
    """Suits of which no ghost can have enough cubes to be Dangerous."""
    coins: float
    """Power coins on the board."""
    cornered: float
    """The probability that he is attacked in two turns, whatever he does next."""


WEIGHTS = Features(
    one=-2.35,
    lives=0.29,
    ahead=0.41,
    hunger=0.13,
    prey=0.3,
    cubes=0.2,
    coin=1.18,
    safe=0.4,
    coins=0.1,
    cornered=-0.69,
)


def shrewd(game: Piecepackman, state: State, seat: str, pick: RandomChoice) -> BotMove | Move:
    """Return his move with the best chance to win; the ghosts move as ``greedy`` moves them."""
    if seat != "piecepackman":
        return greedy(game, state, seat, pick)
    weighed = sorted(weigh(game, state), key=lambda each: -each[0])
    chosen = best_of(weighed, itemgetter(0), pick)
    shown = [chosen, *(each for each in weighed[:SHOWN] if each is not chosen)]
    effort = f"at {count_noun(len(weighed), 'move')} and the ghosts' next roll"
    candidates = (Candidate(run, chance, f"{100 * chance:.0f} %") for chance, run in shown)
    return BotMove(chosen[1], MoveReason(seat, tuple(candidates), effort))


def weigh(
    game: Piecepackman, state: State, weights: Features = WEIGHTS
) -> Iterator[tuple[float, Run]]:
    """Yield his moves of ``run_outcomes``, each with his chance to win."""
    for run, after in run_outcomes(game, state):
        chance = chance_to_win(game, after, weights)
        attacked = after.extra_lives < state.extra_lives
        yield chance * (AFTER_ATTACK if attacked else 1.0), run


def chance_to_win(game: Piecepackman, after: State, weights: Features = WEIGHTS) -> float:
    """Return the estimate of his chance to win after his move."""
    result = game.result(after)
    if result is not None:
        return float("piecepackman" in result.winners)
    estimate = fsum(map(mul, weights, features(game.ruleset, after)))
    risk = risk_of_attack(game.ruleset, after) if after.phase == "dice" else 0.0
    later = AFTER_ATTACK if after.extra_lives > 0 else 0.0
    return (1 - risk + risk * later) / (1 + exp(-estimate))


# --- The ghosts' next roll -----------------------------------------------------------------------


def risk_of_attack(ruleset: Ruleset, after: State) -> float:
    """Return the probability that a ghost's die lets it attack him now (PM-31, PM-40).

    One guess: no ghost is in another's way.
    """
    steps = (_steps_to_attack(ruleset, after, suit) for suit in after.ghosts)
    return 1 - prod(1 - ghost_odds(ruleset, each) for each in steps if each is not None)


def _steps_to_attack(ruleset: Ruleset, after: State, suit: str) -> int | None:
    """Return the fewest steps of an attack in one move; None if the ghost can't attack.

    A ghost that lacks one cube to be Dangerous may take it on its path (PM-35, PM-50).
    """
    ghost, reach = after.ghosts[suit], ruleset.walk_finder.reach
    near = reach(ghost.square)
    if ghost.waits:
        return None
    if ruleset.attacks(after, suit):
        return near.get(after.square)
    if not ruleset.attacks(after, suit, more=1):
        return None
    own = [square for square, each in after.cubes.items() if each == suit and square in near]
    paths = (near[square] + reach(square).get(after.square, 99) for square in own)
    return min(paths, default=None)


# --- Features ------------------------------------------------------------------------------------


def features(ruleset: Ruleset, after: State) -> Features:
    """Return the features of a state after his move."""
    if after.phase == "bonus":
        after = after._replace(hunger=HUNGER)
    hungry = hunts_next(after)
    costs = his_distances(ruleset, after.square, after.heading, hungry)
    near = {square: DECAY**cost for square, cost in costs.items()}
    dangers = {
        ghost.square for suit, ghost in after.ghosts.items() if dangerous_next(ruleset, after, suit)
    }
    prey = [ghost for ghost in after.ghosts.values() if ghost.square not in dangers]
    return Features(
        one=1,
        lives=min(after.extra_lives, MOST_LIVES),
        ahead=(his_cubes(after) - ghost_cubes(after)) / sqrt(len(after.cubes) + 2),
        hunger=after.hunger or 0,
        prey=fsum(near.get(ghost.square, 0.0) * _worth(ghost, after) for ghost in prey),
        cubes=fsum(near.get(square, 0.0) for square in after.cubes),
        coin=max((near.get(square, 0.0) for square in after.coins), default=0.0),
        safe=sum(2 * after.stash[suit] > ruleset.rules.cubes_per_suit for suit in SUITS),
        coins=len(after.coins),
        cornered=0.0
        if after.phase == "bonus"
        else cornered(ruleset, after.square, after.heading, hungry, frozenset(dangers)),
    )


def _worth(ghost: Ghost, after: State) -> float:
    """Return the cubes that he takes from a ghost, and how likely he gets to eat it."""
    likely = min(1.0, (after.hunger or 0) / 2) if hunts_next(after) else OUTSIDE_HUNGER
    return likely * ghost.total


@lru_cache(maxsize=8192)
def cornered(
    ruleset: Ruleset, square: str, heading: str, hungry: bool, dangers: frozenset[str]
) -> float:
    """Return the probability that he is attacked in two turns, whatever he does next turn.

    By then each of the Dangerous ghosts is two steps nearer; none lets him pass.
    """
    costs, steps = his_distances(ruleset, square, heading, hungry), ruleset.walk_finder.distances
    most = points_odds(ruleset)[-1][0]
    least: dict[int, float] = {}
    for to, cost in costs.items():
        if cost <= most and not any(_behind(ruleset, square, each, to) for each in dangers):
            ahead = (steps(each)[to] for each in dangers if to in steps(each))
            spared = prod(1 - ghost_odds(ruleset, max(1, each - CLOSER)) for each in ahead)
            least[cost] = min(least.get(cost, 1.0), 1 - spared)
    return fsum(odds * _least_at(least, points) for points, odds in points_odds(ruleset))


def _behind(ruleset: Ruleset, square: str, ghost: str, to: str) -> bool:
    """Return True if the shortest way to a square leads through a ghost."""
    steps, beyond = ruleset.walk_finder.distances(square), ruleset.walk_finder.distances(ghost)
    if to == square or ghost not in steps or to not in beyond:
        return False
    return steps[ghost] + beyond[to] == steps.get(to)


def _least_at(least: dict[int, float], points: int) -> float:
    """Return the least risk of the squares that use up his points, else of those within them."""
    for lowest in (points - 1, 0):
        found = [risk for cost, risk in least.items() if lowest <= cost <= points]
        if found:
            return min(found)
    return 1.0
