"""Where two games that met the same dice and moves part, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove, Step


class Divergence(NamedTuple):
    """The first step at which two games differ. Step 0 is the start."""

    step: int
    turn: int
    clause: str
    text: str
    ours: Step | None
    theirs: Step | None
    """The step of either game; None where that game has no such step."""

    def __str__(self) -> str:
        return f"step {self.step} (turn {self.turn}): {self.text} [{self.clause}]"


def find_divergence(
    ours: Sequence[Step],
    theirs: Sequence[Step],
    game: Any,
    other: Any,
    refused: IllegalMove | None,
    before: int = 0,
    starts: tuple[Any, Any] | None = None,
) -> Divergence | None:
    """Where two sequences of steps part: the first pair whose tables differ; None if none does.

    ``refused`` is the move that the other rules refuse, if that is what ended the replay;
    ``before`` is how many steps the games share that aren't among these; ``starts`` are the tables
    before the first step of either. Where already these differ, or who acts on the table before the
    step, and the step's own clause is no reason for it, that is told by the clause of the rule
    option that makes the difference.
    """
    tables = starts
    for place, (one, two) in enumerate(zip_longest(ours, theirs)):
        if one is None or two is None or one.state != two.state:
            then = ours[place + 1 : place + 2], theirs[place + 1 : place + 2]
            found = _tell(before + place + 1, one, two, then, game, other, refused)
            return found if refused or not tables else _beforehand(found, tables, game, other)
        tables = one.state, two.state
    return None


def _beforehand(found: Divergence, tables: tuple[Any, Any], game: Any, other: Any) -> Divergence:
    """The same parting, if the tables before it or who acts there are its reason: told by that."""
    here, there = game.to_act(tables[0]), other.to_act(tables[1])
    acts = found.theirs is None and here and there and here.label != there.label
    if acts:  # our move isn't due there
        found = found._replace(text=f"{_who(there)} is to act, not {_who(here)}")
    if tables[0] != tables[1]:
        clause = _clause_of(game, other, lambda each: each.initial_state())
    else:
        clause = _clause_of(game, other, lambda each: each.to_act(tables[0])) if acts else ""
    return found._replace(clause=clause or found.clause)


def _who(actor: Actor) -> str:
    """Who acts, in words; of chance, what for."""
    return " or ".join(actor.seats) or f"chance ({actor.label})"


def _clause_of(game: Any, other: Any, told: Callable[[Any], Any]) -> str:
    """The clause of the first changed option by which alone a game tells another thing."""
    for name in other.rules.differences(game.rules):
        change = {name: getattr(other.rules, name)}
        try:
            differs = told(game.under(**change)) != told(game)
        except BadInput:  # it can't be changed alone
            continue
        option = next(each for each in game.rules.options() if each.name == name)
        if differs and option.clauses:
            return str(option.clauses[0])
    return ""


def _tell(
    number: int, one: Step | None, two: Step | None, then: tuple[Sequence[Step], Sequence[Step]],
    game: Any, other: Any, refused: IllegalMove | None,
) -> Divergence:  # fmt: skip
    some = one or two
    assert some is not None
    turn = game.turn(some.state)
    if two is None and refused is not None:
        text = f"the move {refused.move} is refused: {refused.refusal.text}"
        return Divergence(number, turn, refused.refusal.clause, text, one, two)
    if one is None or two is None:
        which = "here" if two is None else "there"
        text = f"only {which} the game goes on: {some.event.text}"
        return Divergence(number, turn, some.event.clause, text, one, two)
    if one.event.text == two.event.text:
        clause, text = _same_event(one, two, then, game, other)
    else:
        clause, text = _two_events(one, two, game, other)
    return Divergence(number, turn, clause, text, one, two)


def _two_events(one: Step, two: Step, game: Any, other: Any) -> tuple[str, str]:
    """The clause and the sentence where other things happened.

    Of the two clauses it is the one that a changed option bears on; if both or neither, theirs.
    """
    changed = other.rules.differences(game.rules)
    about = {id for each in game.rules.options() if each.name in changed for id in each.clauses}
    ours, theirs = one.event.clause, two.event.clause
    clause = ours if ours in about and theirs not in about else theirs
    return clause, f"here: {one.event.text} There: {two.event.text}"


def _same_event(
    one: Step, two: Step, then: tuple[Sequence[Step], Sequence[Step]], game: Any, other: Any
) -> tuple[str, str]:
    """The clause and the sentence where the same thing happened, but the tables differ after it.

    One may be the last of its move already: then it is what follows that tells the difference.
    """
    here, there = game.result(one.state), other.result(two.state)
    if here != there:
        ends = [end.text if end else "the game goes on." for end in (here, there)]
        return (here or there).clause, f"here: {ends[0]} There: {ends[1]}"
    if all(then) and then[0][0].event.text != then[1][0].event.text:
        clause, text = _two_events(then[0][0], then[1][0], game, other)
        return clause, f"{one.event.text} Then {text}"
    mine, theirs = game.to_json(one.state), other.to_json(two.state)
    entries = ", ".join(name for name in mine if mine[name] != theirs.get(name))
    return one.event.clause, f"{one.event.text} Then the tables differ in: {entries}"
