"""What a ghost's walk is worth: the reasons for and against it, and how much each counts.

Vocabulary
    term      one reason for or against a move, in points; a cube is worth about 10
    weights   how much each reason counts
    outlook   where Piecepackman is likely to go in his next turn (see ``foresight``)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.piecepackman.bot.chances import (
    distances,
    ghost_odds,
    his_distances,
    his_odds,
    reach,
)
from piecepack_nb.games.piecepackman.bot.foresight import (
    Outlook,
    dangerous_next,
    hunts_next,
    outlook,
)
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Ghost, State

Path = tuple[str, ...]


class Weights(NamedTuple):
    """What counts for how much; each is multiplied with a likelihood or a number of cubes."""

    life: float = 80.0
    """A life taken."""
    cube: float = 10.0
    """A cube taken, got back, or lost."""
    tempo: float = 4.0
    """Being eaten, whatever it carries: it starts from the house and waits."""
    suicide: float = 8.0
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
    block: float = 1.0
    """Standing in his way while Dangerous: what he would have taken, and now will not."""
    hunger: float = 15.0
    """A power coin taken, for him."""
    hinder: float = 3.0
    """In the order: having to wait behind a ghost that stands in the way."""


DECAY = 0.8  # how much less a cube pulls for each step that it is farther away
FAR = 20  # steps that count as out of reach
AT_MOST = 1000.0  # what a move costs that can lose the game at once


@dataclass(frozen=True)
class View:
    """What one ghost sees before it walks."""

    ruleset: Ruleset
    state: State
    suit: str
    weights: Weights

    @cached_property
    def ghost(self) -> Ghost:
        """The ghost as it stands."""
        return self.state.ghosts[self.suit]

    @cached_property
    def cubes(self) -> frozenset[str]:
        """The squares with cubes that it may take (PM-35, PM-70)."""
        own = (self.suit, self.ruleset.wild)
        return frozenset(square for square, each in self.state.cubes.items() if each in own)

    @cached_property
    def outlook(self) -> Outlook:
        """Where he is likely to go next turn."""
        return outlook(self.ruleset, self.state, self.suit)

    @cached_property
    def attack_worth(self) -> float:
        """A life and the cubes that come back (PM-41); not the last one in PM-71."""
        if self.ruleset.rules.goal == "cubes" and self.state.extra_lives == 0:
            return -AT_MOST
        return self.weights.life + self.weights.cube * self.state.stash[self.suit]

    def takes(self, path: Path) -> frozenset[str]:
        """The squares on which it would take a cube."""
        passed = path[1:] if self.ruleset.rules.ghost_collects == "pass" else path[-1:]
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
        if self.ruleset.dangerous(self._after(state.square, carries), self.suit):
            yield Term("attack", self.attack_worth)
        elif not carries and (state.hunger or 0) > self.ruleset.rules.eaten_waits:  # PM-64
            yield Term("eaten to be immune", weights.suicide)
        else:
            yield Term("eaten", -weights.tempo - weights.cube * carries)

    def _stands(self, end: str, carries: int) -> Iterator[Term]:
        """What he may do to it, and it to him, if it ends its walk here."""
        weights = self.weights
        loses = weights.tempo + weights.cube * carries
        after = self._after(end, carries)
        if dangerous_next(self.ruleset, after, self.suit):
            look = self.outlook
            # He will not walk into it, but go elsewhere: where, is worked out afresh.
            if end in look.enters:
                look = outlook(self.ruleset, after)
                yield Term("in his way", self._his_gain(self.outlook) - self._his_gain(look))
            odds = self._attack_odds(end, look)
            yield Term("chase", weights.chase * self.attack_worth * odds)
            yield Term("near him", -weights.near * self._away(end, look))
        elif hunts_next(self.state):
            yield Term("hunted", -weights.risk * loses * self._hunted(end))
        else:
            yield Term("risk", -weights.risk * loses * self.outlook.enters.get(end, 0.0))
        if not hunts_next(self.state):
            yield Term("coin", -weights.coin * loses * self._hunted_from_coins(end))

    def _his_gain(self, look: Outlook) -> float:
        """What he is likely to take next turn."""
        weights, state = self.weights, self.state
        cubes = sum(odds for square, odds in look.enters.items() if square in state.cubes)
        coins = sum(odds for square, odds in look.enters.items() if square in state.coins)
        return weights.block * (weights.cube * cubes + weights.hunger * coins)

    def _after(self, end: str, carries: int) -> State:
        """The table with the ghost where its walk ends, and so many cubes."""
        return self.state.put(self.suit, self.ghost._replace(square=end, cubes=carries))

    def _pull(self, end: str, left: frozenset[str]) -> float:
        """How near the cubes that are left are."""
        steps = distances(self.ruleset, end)
        return self.weights.pull * sum(DECAY ** steps[to] for to in left if to in steps)

    def _attack_odds(self, end: str, look: Outlook) -> float:
        """How likely it can attack in its next move: he ends there, and its die reaches him."""
        steps = reach(self.ruleset, end)
        return sum(
            odds * ghost_odds(self.ruleset, steps[to])
            for to, odds in look.ends.items()
            if to in steps
        )

    def _away(self, end: str, look: Outlook) -> float:
        """How many steps it is on average from where he ends."""
        steps = distances(self.ruleset, end)
        return sum(odds * steps.get(to, FAR) for to, odds in look.ends.items())

    @cached_property
    def _his_steps(self) -> Mapping[str, int]:
        """What each square costs him in hunger."""
        return his_distances(self.ruleset, self.state.square, self.state.heading, True)

    @cached_property
    def _prey(self) -> tuple[int, str] | None:
        """The other ghost that he would hunt: what it costs to reach it, and its square."""
        known = self._his_steps
        found = [
            (known[ghost.square], ghost.square)
            for suit, ghost in self.state.ghosts.items()
            if suit != self.suit and not ghost.immune and ghost.square in known
        ]
        return min(found, default=None)

    def _needs(self, end: str) -> int:
        """How many points he needs to eat it there; he eats a nearer ghost first (PM-63)."""
        needs = self._his_steps.get(end, FAR)
        if self._prey is None or needs <= self._prey[0]:
            return needs
        cost, square = self._prey
        return cost + his_distances(self.ruleset, square, "N", True).get(end, FAR)

    def _hunted(self, end: str) -> float:
        """How likely he eats it there in his next turn of hunger."""
        return his_odds(self.ruleset, self._needs(end))

    def _hunted_from_coins(self, end: str) -> float:
        """How likely he takes a coin and then reaches it with his bonus roll (PM-60)."""
        return sum(
            odds
            * his_odds(self.ruleset, his_distances(self.ruleset, square, "N", True).get(end, FAR))
            for square in self.state.coins
            if (odds := self.outlook.enters.get(square, 0.0))
        )
