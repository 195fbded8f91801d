"""The first difference between two matches with the same dice and moves, and its rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.steps import IllegalMove, Step


class Divergence(NamedTuple):
    """The first step at which two matches differ; step 0 is the start."""

    step: int
    turn: int
    clause: str
    text: str
    ours: Step | None
    theirs: Step | None
    """The step in either match; None where that match has no such step."""

    def __str__(self) -> str:
        return f"step {self.step} (turn {self.turn}): {self.text} [{self.clause}]"


def find_divergence(
    ours: Sequence[Step],
    theirs: Sequence[Step],
    game: AnyGame,
    other: AnyGame,
    refused: IllegalMove | None,
    before: int = 0,
    starts: tuple[Any, Any] | None = None,
) -> Divergence | None:
    """Return the first step whose states differ; None if all are equal.

    ``refused`` is the illegal move that ended the replay, if one did. ``before`` is the number of
    earlier steps that the matches share; ``starts`` are their states before the first step here.
    If those states, or who acts in them, differ already, the clause is that of the rule option that
    makes the difference.
    """
    states = starts
    for number, (one, two) in enumerate(zip_longest(ours, theirs), start=1):
        if one is None or two is None or one.state != two.state:
            following = ours[number : number + 1], theirs[number : number + 1]
            found = _describe(before + number, one, two, following, game, other, refused)
            return found if refused or not states else _earlier_cause(found, states, game, other)
        states = one.state, two.state
    return None


def _earlier_cause(
    found: Divergence, states: tuple[Any, Any], game: AnyGame, other: AnyGame
) -> Divergence:
    """Return the divergence, with the clause by which the states before it differ, if they do."""
    here, there = game.to_act(states[0]), other.to_act(states[1])
    other_actor = False
    if found.theirs is None and here and there and here.label != there.label:
        other_actor = True
        found = found._replace(text=f"{_actor_name(there)} moves, not {_actor_name(here)}")
    if states[0] != states[1]:
        clause = _clause_of(game, other, lambda each: each.initial_state())
    else:
        clause = _clause_of(game, other, lambda each: each.to_act(states[0])) if other_actor else ""
    return found._replace(clause=clause or found.clause)


def _actor_name(actor: Actor) -> str:
    """Return the seats of an actor; of chance, its purpose."""
    return " or ".join(actor.seats) or f"chance ({actor.label})"


def _clause_of(game: AnyGame, other: AnyGame, value: Callable[[AnyGame], Any]) -> str:
    """Return the clause of the first option that alone changes ``value(game)``; "" if none does."""
    for name in other.rules.differences(game.rules):
        change = {name: getattr(other.rules, name)}
        try:
            differs = value(game.under(**change)) != value(game)
        except BadInput:  # an option that can't be changed alone
            continue
        option = next(each for each in game.rules.options() if each.name == name)
        if differs and option.clauses:
            return str(option.clauses[0])
    return ""


def _describe(
    number: int, one: Step | None, two: Step | None,
    following: tuple[Sequence[Step], Sequence[Step]], game: AnyGame, other: AnyGame,
    refused: IllegalMove | None,
) -> Divergence:  # fmt: skip
    """Return the divergence at two different steps, with the clause and text of the difference."""
    some = one or two
    assert some is not None
    turn = game.turn(some.state)
    if two is None and refused is not None:
        text = f"the move {refused.move} is refused: {refused.refusal.text}"
        return Divergence(number, turn, refused.refusal.clause, text, one, two)
    if one is None or two is None:
        which = "here" if two is None else "there"
        text = f"only {which} the game continues: {some.event.text}"
        return Divergence(number, turn, some.event.clause, text, one, two)
    if one.event.text == two.event.text:
        clause, text = _same_event(one, two, following, game, other)
    else:
        clause, text = _two_events(one, two, game, other)
    return Divergence(number, turn, clause, text, one, two)


def _two_events(one: Step, two: Step, game: AnyGame, other: AnyGame) -> tuple[str, str]:
    """Return the clause and the text of two different events.

    The clause is the one that a changed option affects; if both or neither, the second match's.
    """
    changed = other.rules.differences(game.rules)
    about = {id for each in game.rules.options() if each.name in changed for id in each.clauses}
    ours, theirs = one.event.clause, two.event.clause
    clause = ours if ours in about and theirs not in about else theirs
    return clause, f"here: {one.event.text} There: {two.event.text}"


def _same_event(
    one: Step,
    two: Step,
    following: tuple[Sequence[Step], Sequence[Step]],
    game: AnyGame,
    other: AnyGame,
) -> tuple[str, str]:
    """Return the clause and the text of equal events with different states after them.

    The text names the different results, or the next events if those differ, or the entries of the
    position that differ.
    """
    here, there = game.result(one.state), other.result(two.state)
    if here != there:
        ends = [end.text if end else "the game continues." for end in (here, there)]
        clause = here.clause if here else there.clause if there else ""
        return clause, f"here: {ends[0]} There: {ends[1]}"
    if all(following) and following[0][0].event.text != following[1][0].event.text:
        clause, text = _two_events(following[0][0], following[1][0], game, other)
        return clause, f"{one.event.text} Then {text}"
    ours, theirs = game.to_json(one.state), other.to_json(two.state)
    entries = ", ".join(name for name in ours if ours[name] != theirs.get(name))
    return one.event.clause, f"{one.event.text} Then the states differ in: {entries}"
