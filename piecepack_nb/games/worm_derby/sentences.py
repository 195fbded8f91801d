"""A finished move in a sentence: what a worm did, where it is now, and how far it has to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from piecepack_nb.core.steps import Event, Sentence, Step, telling_clause
from piecepack_nb.core.wording import (
    capitalise,
    count_noun,
    face_in_words,
    full_stop,
    join_list,
)
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State

TELLING = ("home", "out", "eaten", "stuck", "too short", "steps lost", "no steps", "round")
"""The kinds of the events whose clause explains a move, the most telling first."""
LAID_OUT = ("set up", "tile placed")
"""The kinds of the events after which the worms may be there, side by side."""


def sentences(ruleset: Ruleset, steps: Sequence[Step]) -> tuple[Sentence, ...]:
    """Return the sentence of a move."""
    events = [step.event for step in steps]
    made = [event for event in events if event.kind == "step"]
    said = [_steps(ruleset, made, steps[-1].state)] if made else []
    said += [_event(event) for event in events if event.kind != "step"]
    if events[-1].kind in LAID_OUT and steps[-1].state.worms:
        said.append(_lined_up(steps[-1].state))
    return (Sentence(" ".join(said), telling_clause(events, TELLING), len(steps)),)


def _steps(ruleset: Ruleset, made: list[Event], after: State) -> str:
    """Return the steps that a worm made, where its end is now, and what is left to go."""
    last = made[-1].data
    seat, away, to = last["seat"], last["away"], last["to"]
    number = count_noun(len(made), "step")
    said = f"The {seat} worm makes {number}, {away} to {to}: {join_list(_angles(made))}."
    now = f"Its {to} is at ({last['x']:.2f}, {last['y']:.2f})"
    if seat in after.worms:
        now += f", {count_noun(ruleset.steps_left(after.worms[seat]), 'step')} to go"
    return f"{said} {now}; it has wound {last['wound']} round the pylon."


def _lined_up(after: State) -> str:
    """Return where the worms are that were built side by side once the obstacles lay (WD-13)."""
    heads = [(seat, worm.discs[-1]) for seat, worm in after.worms.items()]
    where = join_list(f"{seat} at ({head.x:.2f}, {head.y:.2f})" for seat, head in heads)
    return f"The worms are built side by side behind the start line; their heads are: {where}."


def _angles(made: list[Event]) -> Iterator[str]:
    """Yield the angles of the steps, equal ones in sequence together."""
    for angle, same in groupby(event.data["at"] for event in made):
        yield f"{len(list(same))} at {angle}"


def _event(event: Event) -> str:
    """Return what happened besides steps."""
    data = event.data
    if event.kind == "roll":
        return f"{capitalise(data['seat'])} rolls {face_in_words(data['face'])}."
    return full_stop(capitalise(event.text))
