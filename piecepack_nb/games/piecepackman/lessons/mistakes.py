"""What somebody who overlooks a rule would expect of Piecepackman, by the engine's own answer.

Nothing here says what is right or wrong in a position: each mistake changes the question (turns
cost nothing, no ghost is Dangerous, any suit will do ...), and the engine answers it as it answers
the true one. So it stays right for other rules and other mazes.

Vocabulary
    mistake    a rule overlooked: the clause, how to say it, and how it changes the question
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.piecepackman.deciding.aims import Aim
from piecepack_nb.games.piecepackman.deciding.reasons import barred_by
from piecepack_nb.games.piecepackman.lessons.question import Question


class Mistake(NamedTuple):
    """A rule that can be overlooked."""

    name: str
    clause: Callable[[Question], str]
    text: Callable[[Question], str]
    """What is true: "each quarter turn costs 1"."""
    change: Callable[[Question], Question | None]
    """The question as it is then asked; None where there is nothing to overlook."""


def _always(text: str) -> Callable[[Question], str]:
    return lambda _question: text


# --- the ghosts, the objective ------------------------------------------------------------------


def _fearless(question: Question) -> Question | None:
    return question.fearless() if question.ruleset.dangers(question.state) else None


def _dangerous(question: Question) -> str:
    """Which Dangerous ghosts stand on the cheapest way."""
    decision = question.decision()
    if decision.way is not None and decision.way.cut_off:
        return f"{barred_by(decision, decision.way.free)} cuts off the cheapest way"
    ghosts = [f"the {suit} ghost on {square}" for square, suit in decision.dangers.items()]
    return f"{join_list(ghosts)} {'is' if len(ghosts) == 1 else 'are'} Dangerous"


def _objective_dropped(question: Question) -> Question | None:
    """As if the dice gave him a new objective every turn (PM-21)."""
    state = question.state
    return question.of(objective=None) if state.objective and not state.hungry else None


def _kept(question: Question) -> str:
    objective = question.state.objective
    assert objective is not None
    what = f"the {objective.suit} power coin" if objective.coin else objective.suit
    return f"he keeps his objective from before, {what}; the dice give him points alone"


def _any_suit(question: Question) -> Question | None:
    """As if each suit were as good: all dice show the same."""
    if question.state.hungry:
        return None
    dice = {die: face if die == "tie" else "5" for die, face in question.state.dice.items()}
    return question.of(objective=None, dice=FrozenDict(dice))._replace(suit=None)


def suit_clause(question: Question) -> str:
    """The clause that gives him his suit."""
    if question.suit:
        return "PM-20"
    return "PM-21" if question.state.objective else "PM-11"


def _suit(question: Question) -> str:
    if question.suit:
        return f"points left go toward the next of the same suit, {question.suit}"
    objective = question.state.objective
    if objective:
        return f"he keeps his objective from before, so his suit is {objective.suit}"
    return "the highest die gives his suit, and only that suit counts"


def _coin_missed(question: Question) -> Question | None:
    """As if an ace meant its suit and not its coin (PM-13)."""
    rivals = question.decision().rivals
    if not any(way.aim.objective and way.aim.objective.coin for way in rivals):
        return None
    return question._replace(tiers=lambda *asked: map(_any_of_the_suit, question.tiers(*asked)))


def _any_of_the_suit(tier: list[Aim]) -> list[Aim]:
    return [aim._replace(targets=aim.targets | aim.instead, instead=frozenset()) for aim in tier]


def _hunger_missed(question: Question) -> Question | None:
    return question.of(hunger=None) if question.state.hungry else None


def _hunger_imagined(question: Question) -> Question | None:
    """As if he went for ghosts outside hunger too (PM-19)."""
    if question.state.hungry:
        return None
    turn = question.ruleset.rules.quarter_turn_cost
    hungry = question.under(hunger_turn_cost=turn).of(hunger=1)
    target = hungry.decision().target
    return hungry if target and question.state.ghost_on(target) else None


# --- costs and points --------------------------------------------------------------------------


def _turn_cost(question: Question) -> int:
    return question.ruleset.costs_for(question.state).quarter_turn


def _turns_missed(question: Question) -> Question:
    """As if a quarter turn cost nothing; where it costs nothing, as if it cost a point."""
    name = "hunger_turn_cost" if question.state.hungry else "quarter_turn_cost"
    return question.under(**{name: 0 if _turn_cost(question) else 1})


def _turns(question: Question) -> str:
    cost = _turn_cost(question)
    return f"each quarter turn costs {cost}" if cost else "a quarter turn costs nothing here"


def _turns_clause(question: Question) -> str:
    return "PM-61" if question.state.hungry else "PM-15"


def _faces_misread(question: Question) -> Question | None:
    """As if an ace were 1 and a null 0 for him, as they are for ghosts (PM-10)."""
    changed = question.under(ace_points=1, null_points=0)
    dice = [face for die, face in question.state.dice.items() if die != "tie"]
    if not dice or changed.ruleset.his_points == question.ruleset.his_points:
        return None
    return changed.of(points=max(changed.ruleset.his_points[face] for face in dice))


def _faces(question: Question) -> str:
    points = question.ruleset.his_points
    return f"for him an ace counts {points['ace']} and a null {points['null']}"


def _just_enough(question: Question) -> Question | None:
    """As if he had just the points to reach what he goes for (PM-17, PM-20)."""
    path = question.decision().path
    return question.of(points=path.cost) if path and path.cost else None


def _reach(question: Question) -> str:
    path, points = question.decision().path, question.state.points
    assert path is not None
    if path.cost > points:
        return f"{path.target} costs {path.cost}, and he has {points}"
    return f"{path.target} costs {path.cost}; with what is left of {points} he goes on"


def _reach_clause(question: Question) -> str:
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
