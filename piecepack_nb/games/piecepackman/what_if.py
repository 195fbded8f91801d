"""What if."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.piecepackman.decision import (
    Aim,
    Decision,
    Route,
    Tiers,
    aim_tiers,
    barring_ghosts,
    decide,
    find_paths,
    wrong_grids,
)
from piecepack_nb.games.piecepackman.movement import move_him
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

QUESTIONS = ("objective", "end")


class MisreadRuleset(Ruleset):
    """The table as somebody takes it who overlooks what lies or stands there."""

    def __init__(self, rules: PiecepackmanRules, ground: str = "", fearless: bool = False) -> None:
        super().__init__(rules)
        self.ground, self.fearless = ground, fearless
        if ground:
            self.his_grid = wrong_grids(_misread(rules))[ground].grid

    def dangerous(self, state: State, suit: str) -> bool:
        """Whether a ghost is Dangerous; none is to the fearless."""
        return not self.fearless and super().dangerous(state, suit)


@lru_cache(maxsize=64)
def _misread(rules: PiecepackmanRules, ground: str = "", fearless: bool = False) -> MisreadRuleset:
    return MisreadRuleset(rules, ground, fearless)


class WhatIf(NamedTuple):
    """What is asked about a position: the table with its rules, the state, and his aims."""

    ruleset: Ruleset
    state: State
    suit: str | None = None
    """The suit of an objective that he has just reached (PM-20)."""
    tiers: Tiers = aim_tiers

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

        steps = move_him(self.ruleset, self.state, self.suit, choose)
        return (self.state.square, *(step.state.square for step in steps))

    def under(self, **changes: int) -> WhatIf:
        """The same with other rules."""
        return self._on(rules=self.ruleset.rules.but(**changes))

    def on(self, ground: str) -> WhatIf | None:
        """The same over other ground; None where the ground is another already."""
        return None if getattr(self.ruleset, "ground", "") else self._on(ground=ground)

    def fearless(self) -> WhatIf:
        """The same with no ghost Dangerous."""
        return self._on(fearless=True)

    def of(self, **changes: Any) -> WhatIf:
        """The same of a state that is changed."""
        return self._replace(state=self.state._replace(**changes))

    def _on(
        self, rules: PiecepackmanRules | None = None, ground: str = "", fearless: bool = False
    ) -> WhatIf:
        ruleset = self.ruleset
        ground = ground or getattr(ruleset, "ground", "")
        fearless = fearless or getattr(ruleset, "fearless", False)
        return self._replace(ruleset=_misread(rules or ruleset.rules, ground, fearless))


def alternatives(decision: Decision) -> Iterator[Decision]:
    """The decision with each of the other ways that are as cheap, to all aims of equal standing."""
    taken = decision.path
    if taken is None:
        return
    for way in decision.routes:
        if way.path.cost == taken.cost:
            search = find_paths(decision.ruleset, decision.state, way.targets, dangers=way.cut_off)
            for path in search.graph():
                if path.nodes != taken.nodes:
                    yield replace(decision, way=Route(way.aim, path, path))


# --- Mistakes ------------------------------------------------------------------------------------


class Mistake(NamedTuple):
    """A rule that can be overlooked."""

    name: str
    clause: Callable[[WhatIf], str]
    text: Callable[[WhatIf], str]
    """What is true: "each quarter turn costs 1"."""
    change: Callable[[WhatIf], WhatIf | None]
    """The question as it is then asked; None where there is nothing to overlook."""


def _always(text: str) -> Callable[[WhatIf], str]:
    return lambda _question: text


# --- the ghosts, the objective ------------------------------------------------------------------


def _fearless(question: WhatIf) -> WhatIf | None:
    return question.fearless() if question.ruleset.dangers(question.state) else None


def _dangerous(question: WhatIf) -> str:
    """Which Dangerous ghosts stand on the cheapest way."""
    decision = question.decision()
    if decision.way is not None and decision.way.cut_off:
        return f"{barring_ghosts(decision, decision.way.free)} cuts off the cheapest way"
    ghosts = [f"the {suit} ghost on {square}" for square, suit in decision.dangers.items()]
    return f"{join_list(ghosts)} {'is' if len(ghosts) == 1 else 'are'} Dangerous"


def _objective_dropped(question: WhatIf) -> WhatIf | None:
    """As if the dice gave him a new objective every turn (PM-21)."""
    state = question.state
    return question.of(objective=None) if state.objective and not state.hungry else None


def _kept(question: WhatIf) -> str:
    objective = question.state.objective
    assert objective is not None
    what = f"the {objective.suit} power coin" if objective.coin else objective.suit
    return f"he keeps his objective from before, {what}; the dice give him points alone"


def _any_suit(question: WhatIf) -> WhatIf | None:
    """As if each suit were as good: all dice show the same."""
    if question.state.hungry:
        return None
    dice = {die: face if die == "tie" else "5" for die, face in question.state.dice.items()}
    return question.of(objective=None, dice=FrozenDict(dice))._replace(suit=None)


def suit_clause(question: WhatIf) -> str:
    """The clause that gives him his suit."""
    if question.suit:
        return "PM-20"
    return "PM-21" if question.state.objective else "PM-11"


def _suit(question: WhatIf) -> str:
    if question.suit:
        return f"points left go toward the next of the same suit, {question.suit}"
    objective = question.state.objective
    if objective:
        return f"he keeps his objective from before, so his suit is {objective.suit}"
    return "the highest die gives his suit, and only that suit counts"


def _coin_missed(question: WhatIf) -> WhatIf | None:
    """As if an ace meant its suit and not its coin (PM-13)."""
    routes = question.decision().routes
    if not any(way.aim.objective and way.aim.objective.coin for way in routes):
        return None
    return question._replace(tiers=lambda *asked: map(_any_of_the_suit, question.tiers(*asked)))


def _any_of_the_suit(tier: list[Aim]) -> list[Aim]:
    return [aim._replace(targets=aim.targets | aim.instead, instead=frozenset()) for aim in tier]


def _hunger_missed(question: WhatIf) -> WhatIf | None:
    return question.of(hunger=None) if question.state.hungry else None


def _hunger_imagined(question: WhatIf) -> WhatIf | None:
    """As if he went for ghosts outside hunger too (PM-19)."""
    if question.state.hungry:
        return None
    turn = question.ruleset.rules.quarter_turn_cost
    hungry = question.under(hunger_turn_cost=turn).of(hunger=1)
    target = hungry.decision().target
    return hungry if target and question.state.ghost_on(target) else None


# --- costs and points --------------------------------------------------------------------------


def _turn_cost(question: WhatIf) -> int:
    return question.ruleset.costs_for(question.state).quarter_turn


def _turns_missed(question: WhatIf) -> WhatIf:
    """As if a quarter turn cost nothing; where it costs nothing, as if it cost a point."""
    name = "hunger_turn_cost" if question.state.hungry else "quarter_turn_cost"
    return question.under(**{name: 0 if _turn_cost(question) else 1})


def _turns(question: WhatIf) -> str:
    cost = _turn_cost(question)
    return f"each quarter turn costs {cost}" if cost else "a quarter turn costs nothing here"


def _turns_clause(question: WhatIf) -> str:
    return "PM-61" if question.state.hungry else "PM-15"


def _faces_misread(question: WhatIf) -> WhatIf | None:
    """As if an ace were 1 and a null 0 for him, as they are for ghosts (PM-10)."""
    changed = question.under(ace_points=1, null_points=0)
    dice = [face for die, face in question.state.dice.items() if die != "tie"]
    if not dice or changed.ruleset.his_points == question.ruleset.his_points:
        return None
    return changed.of(points=max(changed.ruleset.his_points[face] for face in dice))


def _faces(question: WhatIf) -> str:
    points = question.ruleset.his_points
    return f"for him an ace counts {points['ace']} and a null {points['null']}"


def _just_enough(question: WhatIf) -> WhatIf | None:
    """As if he had just the points to reach what he goes for (PM-17, PM-20)."""
    path = question.decision().path
    return question.of(points=path.cost) if path and path.cost else None


def _reach(question: WhatIf) -> str:
    path, points = question.decision().path, question.state.points
    assert path is not None
    if path.cost > points:
        return f"{path.target} costs {path.cost}, and he has {points}"
    return f"{path.target} costs {path.cost}; with what is left of {points} he goes on"


def _reach_clause(question: WhatIf) -> str:
    path = question.decision().path
    return "PM-17" if path and path.cost > question.state.points else "PM-20"


MISTAKES = (
    Mistake("objective", _always("PM-21"), _kept, _objective_dropped),
    Mistake("blocked", _always("PM-16"), _dangerous, _fearless),
    Mistake("coin", _always("PM-13"), _always("an ace sends him to the power coin of its suit"),
            _coin_missed),
    Mistake("turns", _turns_clause, _turns, _turns_missed),
    Mistake("suit", suit_clause, _suit, _any_suit),
    Mistake("points", _reach_clause, _reach, _just_enough),
    Mistake("hunger", _always("PM-63"),
            _always("in Ghost Hunger he goes for the nearest Vulnerable ghost"), _hunger_missed),
    Mistake("no hunger", _always("PM-19"),
            _always("outside Ghost Hunger he doesn't go for ghosts"), _hunger_imagined),
    Mistake("faces", _always("PM-10"), _faces, _faces_misread),
    Mistake("house", _always("PM-23"), _always("he never enters the ghost house"),
            lambda question: question.on("house")),
    Mistake("portals", _always("PM-22"), _always("a portal leads to the other side for one step"),
            lambda question: question.on("portals")),
    Mistake("walls", _always("PM-6"), _always("matchsticks stand in the way"),
            lambda question: question.on("walls")),
)  # fmt: skip
"""What can be overlooked, the likeliest first."""
