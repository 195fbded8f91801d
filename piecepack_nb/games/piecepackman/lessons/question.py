"""A question about a position of Piecepackman's, asked of the engine, and how it can be changed.

Vocabulary
    question   "objective": what he goes for; "end": where this movement ends
    answers    the squares that a question has for an answer, whatever breaks the ties
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from piecepack_nb.games.piecepackman.deciding import aims
from piecepack_nb.games.piecepackman.deciding.decision import Decision, Way, look
from piecepack_nb.games.piecepackman.deciding.hunt import Tiers, decide
from piecepack_nb.games.piecepackman.phases.movement import go
from piecepack_nb.games.piecepackman.quest import misreadings
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

QUESTIONS = ("objective", "end")


class Misread(Ruleset):
    """The table as somebody takes it who overlooks what lies or stands there."""

    def __init__(self, rules: PiecepackmanRules, ground: str = "", fearless: bool = False) -> None:
        super().__init__(rules)
        self.ground, self.fearless = ground, fearless
        if ground:
            self.his_grid = misreadings(_misread(rules))[ground].grid

    def dangerous(self, state: State, suit: str) -> bool:
        """Whether a ghost is Dangerous; none is to the fearless."""
        return not self.fearless and super().dangerous(state, suit)


@lru_cache(maxsize=64)
def _misread(rules: PiecepackmanRules, ground: str = "", fearless: bool = False) -> Misread:
    return Misread(rules, ground, fearless)


class Question(NamedTuple):
    """What is asked about a position: the table with its rules, the state, and his aims."""

    ruleset: Ruleset
    state: State
    suit: str | None = None
    """The suit of an objective that he has just reached (PM-20)."""
    tiers: Tiers = aims.tiers

    def decision(self) -> Decision:
        """What he goes for."""
        return self.choose(self.ruleset, self.state, self.suit)

    def choose(self, ruleset: Ruleset, state: State, suit: str | None) -> Decision:
        """How he decides, now and when points are left."""
        return decide(ruleset, state, suit, self.tiers)

    def answer(self, kind: str) -> str:
        """The square he goes for, or the one where he ends; his own where he stays."""
        if kind == "objective":
            return self.decision().target or self.state.square
        return self.walked(None)[-1]

    def answers(self, kind: str, ties: int) -> frozenset[str]:
        """The answer, and what it would be if ties went otherwise: so many ways are tried."""
        decision = self.decision()
        found = {self.answer(kind)}
        for other in islice(alternatives(decision), ties):
            found.add(other.target or "" if kind == "objective" else self.walked(other)[-1])
        return frozenset(found)

    def walked(self, first: Decision | None) -> tuple[str, ...]:
        """The squares that he stands on in this movement, when it begins with a decision."""
        waiting = [first] if first else []

        def choose(ruleset: Ruleset, state: State, suit: str | None) -> Decision:
            return waiting.pop() if waiting else self.choose(ruleset, state, suit)

        steps = go(self.ruleset, self.state, self.suit, choose)
        return (self.state.square, *(step.state.square for step in steps))

    def under(self, **changes: int) -> Question:
        """The same with other rules."""
        return self._on(rules=self.ruleset.rules.but(**changes))

    def on(self, ground: str) -> Question | None:
        """The same over other ground; None where the ground is another already."""
        return None if getattr(self.ruleset, "ground", "") else self._on(ground=ground)

    def fearless(self) -> Question:
        """The same with no ghost Dangerous."""
        return self._on(fearless=True)

    def of(self, **changes: Any) -> Question:
        """The same of a state that is changed."""
        return self._replace(state=self.state._replace(**changes))

    def _on(
        self, rules: PiecepackmanRules | None = None, ground: str = "", fearless: bool = False
    ) -> Question:
        ruleset = self.ruleset
        ground = ground or getattr(ruleset, "ground", "")
        fearless = fearless or getattr(ruleset, "fearless", False)
        return self._replace(ruleset=_misread(rules or ruleset.rules, ground, fearless))


def alternatives(decision: Decision) -> Iterator[Decision]:
    """The decision with each of the other ways that are as cheap, to all aims of equal standing."""
    taken = decision.path
    if taken is None:
        return
    for way in decision.rivals:
        if way.path.cost == taken.cost:
            search = look(decision.ruleset, decision.state, way.targets, dangers=way.cut_off)
            for path in search.graph():
                if path.nodes != taken.nodes:
                    yield replace(decision, way=Way(way.aim, path, path))
