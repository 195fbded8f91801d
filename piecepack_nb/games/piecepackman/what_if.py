"""The engine's answers for a reader who overlooks a rule.

A mistake changes the case, not the answer: turns cost nothing, no ghost is Dangerous, any suit
will do. The engine then answers as usual, so mistakes stay right under other rules and mazes.

Vocabulary
    question  "objective": the square that he heads for; "end": the square where his movement ends
    answers   the squares that answer a question, whichever way ties are broken
    mistake   a rule overlooked: its clause, its text, and its change to the case
"""

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
    objective_name,
    wrong_grids,
)
from piecepack_nb.games.piecepackman.movement import his_movement
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import AnyState, State

QUESTIONS = ("objective", "end")


class MisreadRuleset(Ruleset):
    """The ruleset of a reader who gets the grid wrong, or fears no ghost."""

    def __init__(self, rules: PiecepackmanRules, grid: str = "", fearless: bool = False) -> None:
        super().__init__(rules)
        self.grid, self.fearless = grid, fearless
        if grid:
            self.his_grid = wrong_grids(_misread(rules))[grid].grid

    def dangerous(self, state: AnyState, suit: str) -> bool:
        """Return True if the ghost is Dangerous; never, if the reader is fearless."""
        return not self.fearless and super().dangerous(state, suit)


@lru_cache(maxsize=64)
def _misread(rules: PiecepackmanRules, grid: str = "", fearless: bool = False) -> MisreadRuleset:
    return MisreadRuleset(rules, grid, fearless)


class WhatIf(NamedTuple):
    """A case to answer questions about: the ruleset, the state, and his aims."""

    ruleset: Ruleset
    state: State
    suit: str | None = None
    """The suit of an objective that he has just reached (PM-20)."""
    tiers: Tiers = aim_tiers

    def decision(self) -> Decision:
        """Return his decision."""
        return self._choose(self.ruleset, self.state, self.suit)

    def _choose(self, ruleset: Ruleset, state: State, suit: str | None) -> Decision:
        return decide(ruleset, state, suit, self.tiers)

    def answer(self, question: str) -> str:
        """Return the square he heads for, or the one where he ends; his own if he stays."""
        if question == "objective":
            return self.decision().target or self.state.square
        return self.squares_entered()[-1]

    def answers(self, question: str, ties: int) -> frozenset[str]:
        """Return the answer, and the answers for so many ``ties`` broken otherwise."""
        found = {self.answer(question)}
        for other in islice(alternatives(self.decision()), ties):
            ends = question == "end"
            found.add(self.squares_entered(other)[-1] if ends else other.target or "")
        return frozenset(found)

    def squares_entered(self, first: Decision | None = None) -> tuple[str, ...]:
        """Return the squares he is on in this movement, if it begins with decision ``first``."""
        waiting = [first] if first else []

        def choose(ruleset: Ruleset, state: State, suit: str | None) -> Decision:
            return waiting.pop() if waiting else self._choose(ruleset, state, suit)

        steps = his_movement(self.ruleset, self.state, self.suit, choose)
        return (self.state.square, *(step.state.square for step in steps))

    def of(self, **changes: Any) -> WhatIf:
        """Return the case with a changed state."""
        return self._replace(state=self.state._replace(**changes))

    def under(self, grid: str = "", fearless: bool = False, **changes: int) -> WhatIf:
        """Return the case under other rules, on a wrong grid, or with no ghost Dangerous."""
        ruleset = self.ruleset
        grid = grid or getattr(ruleset, "grid", "")
        fearless = fearless or getattr(ruleset, "fearless", False)
        return self._replace(ruleset=_misread(ruleset.rules.but(**changes), grid, fearless))


def alternatives(decision: Decision) -> Iterator[Decision]:
    """Yield the decision with each of the other paths as cheap, to all aims of equal standing."""
    taken = decision.path
    if taken is None:
        return
    for route in decision.routes:
        if route.path.cost == taken.cost:
            search = find_paths(
                decision.ruleset, decision.state, route.targets, dangers=route.avoids
            )
            for path in search.graph():
                if path.nodes != taken.nodes:
                    yield replace(decision, route=Route(route.aim, path, path))


# --- Mistakes about ghosts and the objective -----------------------------------------------------


class Mistake(NamedTuple):
    """A rule that can be overlooked."""

    name: str
    clause: Callable[[WhatIf], str]
    text: Callable[[WhatIf], str]
    """The rule: "each quarter turn costs 1"."""
    change: Callable[[WhatIf], WhatIf | None]
    """The case without the rule; None if there is nothing to overlook."""


def _always(text: str) -> Callable[[WhatIf], str]:
    return lambda _case: text


def _fearless(case: WhatIf) -> WhatIf | None:
    return case.under(fearless=True) if case.ruleset.dangers(case.state) else None


def _dangerous_text(case: WhatIf) -> str:
    """Return the Dangerous ghosts on the cheapest path, or else all of them."""
    decision = case.decision()
    if decision.route is not None and decision.route.cut_off:
        return f"{barring_ghosts(decision, decision.route.free)} cuts off the cheapest path"
    if decision.route is not None and decision.route.avoids:
        return f"{barring_ghosts(decision, decision.route.free)} blocks a cheapest path"
    ghosts = [f"the {suit} ghost on {square}" for square, suit in decision.dangers.items()]
    return f"{join_list(ghosts)} {'is' if len(ghosts) == 1 else 'are'} Dangerous"


def _drop_objective(case: WhatIf) -> WhatIf | None:
    """Let the dice give him a new objective every turn (against PM-21)."""
    state = case.state
    return case.of(objective=None) if state.objective and not state.hungry else None


def _kept_text(case: WhatIf) -> str:
    objective = case.state.objective
    assert objective is not None
    return f"he keeps his objective, {objective_name(objective)}; the dice only give points"


def _any_suit(case: WhatIf) -> WhatIf | None:
    """Make all suits equally good: all dice show the same."""
    if case.state.hungry:
        return None
    dice = {die: face if die == "tie" else "5" for die, face in case.state.dice.items()}
    return case.of(objective=None, dice=FrozenDict(dice))._replace(suit=None)


def suit_clause(case: WhatIf) -> str:
    """Return the clause that gives him his suit."""
    if case.suit:
        return "PM-20"
    return "PM-21" if case.state.objective else "PM-11"


def _suit_text(case: WhatIf) -> str:
    if case.suit:
        return f"points left go toward the next of the same suit, {case.suit}"
    objective = case.state.objective
    if objective:
        return f"he keeps his objective, so his suit is {objective.suit}"
    return "the highest die gives his suit, and only that suit counts"


def _miss_coin(case: WhatIf) -> WhatIf | None:
    """Let an ace stand for its suit and not its coin (against PM-13)."""
    objectives = [route.aim.objective for route in case.decision().routes]
    if not any(objective and objective.coin for objective in objectives):
        return None
    return case._replace(tiers=lambda *args: map(_any_of_the_suit, case.tiers(*args)))


def _any_of_the_suit(tier: list[Aim]) -> list[Aim]:
    return [aim._replace(targets=aim.targets | aim.instead, instead=frozenset()) for aim in tier]


def _miss_hunger(case: WhatIf) -> WhatIf | None:
    return case.of(hunger=None) if case.state.hungry else None


def _imagine_hunger(case: WhatIf) -> WhatIf | None:
    """Let him head for ghosts outside hunger too (against PM-19)."""
    if case.state.hungry:
        return None
    turn = case.ruleset.rules.quarter_turn_cost
    hungry = case.under(hunger_turn_cost=turn).of(hunger=1)
    target = hungry.decision().target
    return hungry if target and case.state.ghost_on(target) else None


# --- Mistakes about costs, points and the maze ---------------------------------------------------


def _turn_cost(case: WhatIf) -> int:
    return case.ruleset.costs_for(case.state).quarter_turn


def _miss_turns(case: WhatIf) -> WhatIf:
    """Make a quarter turn free; if it is free, let it cost a point."""
    cost = 0 if _turn_cost(case) else 1
    if case.state.hungry:
        return case.under(hunger_turn_cost=cost)
    return case.under(quarter_turn_cost=cost)


def _turns_text(case: WhatIf) -> str:
    cost = _turn_cost(case)
    return f"each quarter turn costs {cost}" if cost else "a quarter turn costs nothing here"


def _turns_clause(case: WhatIf) -> str:
    return "PM-61" if case.state.hungry else "PM-15"


def _misread_faces(case: WhatIf) -> WhatIf | None:
    """Let an ace be 1 and a null 0 for him, as they are for ghosts (against PM-10)."""
    changed = case.under(ace_points=1, null_points=0)
    dice = [face for die, face in case.state.dice.items() if die != "tie"]
    if not dice or changed.ruleset.his_points == case.ruleset.his_points:
        return None
    return changed.of(points=max(changed.ruleset.his_points[face] for face in dice))


def _faces_text(case: WhatIf) -> str:
    points = case.ruleset.his_points
    return f"for him an ace counts {points['ace']} and a null {points['null']}"


def _just_enough(case: WhatIf) -> WhatIf | None:
    """Give him just the points to reach his target (against PM-17, PM-20)."""
    path = case.decision().path
    return case.of(points=path.cost) if path and path.cost else None


def _points_text(case: WhatIf) -> str:
    path, points = case.decision().path, case.state.points
    assert path is not None
    if path.cost > points:
        return f"{path.target} costs {path.cost}, and he has {points}"
    return f"{path.target} costs {path.cost}; he moves on with the rest of his {points}"


def _points_clause(case: WhatIf) -> str:
    path = case.decision().path
    return "PM-17" if path and path.cost > case.state.points else "PM-20"


def _on(grid: str) -> Callable[[WhatIf], WhatIf | None]:
    """Read the maze wrong, unless it is read wrong already."""
    return lambda case: None if getattr(case.ruleset, "grid", "") else case.under(grid)


MISTAKES = (
    Mistake("objective", _always("PM-21"), _kept_text, _drop_objective),
    Mistake("blocked", _always("PM-16"), _dangerous_text, _fearless),
    Mistake("coin", _always("PM-13"), _always("an ace sends him to the power coin of its suit"),
            _miss_coin),
    Mistake("turns", _turns_clause, _turns_text, _miss_turns),
    Mistake("suit", suit_clause, _suit_text, _any_suit),
    Mistake("points", _points_clause, _points_text, _just_enough),
    Mistake("hunger", _always("PM-63"),
            _always("in Ghost Hunger he heads for the nearest Vulnerable ghost"), _miss_hunger),
    Mistake("no hunger", _always("PM-19"),
            _always("outside Ghost Hunger he doesn't head for ghosts"), _imagine_hunger),
    Mistake("faces", _always("PM-10"), _faces_text, _misread_faces),
    Mistake("house", _always("PM-23"), _always("he never enters the ghost house"),
            _on("house")),
    Mistake("portals", _always("PM-22"), _always("a portal leads to the other side for one step"),
            _on("portals")),
    Mistake("walls", _always("PM-6"), _always("matchsticks are walls"), _on("walls")),
)  # fmt: skip
"""The rules that can be overlooked, the likeliest first."""
