"""Turns whose outcome misleads, found by playing: none is listed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.match import Match
from piecepack_nb.games.paco.lessons.judging import QUESTIONS, Turn, turn_from
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco

KINDS: Mapping[str, tuple[str, str]] = {
    "contest": ("order", "Two want the same cell, and dice decide."),
    "chain": ("counter", "A pushed block sets another one going."),
    "seal": ("counter", "A block comes to rest over a hole."),
    "lift": ("order", "A lift fails, or is pushed away in the same turn."),
    "stun": ("end", "A block drives a player against something."),
}
"""What can mislead: the question that is asked there, and what it is about."""
GAMES = 200
"""How many games are looked through at most."""


def puzzles(
    game: Paco, kind: str | None = None, count: int = 5, seed: int = 0, question: str | None = None
) -> list[Puzzle]:
    """``count`` turns in which a rule misleads: of one kind, or of all in turn.

    Each stands before the orders are carried out, and asks its kind's own question, or
    ``question``. Looks through seeded games of bots; the same seed finds the same. Raises BadInput
    for an unknown kind or question, for a count that is no positive number, and where no such turn
    comes up.
    """
    if question is not None and question not in QUESTIONS:
        raise invalid("question", question, " or ".join(map(repr, QUESTIONS)))
    return found_by_playing(
        KINDS, kind, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due, question)
    )


def _in_a_game(game: Paco, seed: int, due: set[str], question: str | None) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    for at, turn in _turns(game, match):
        kind = next((each for each in KINDS if each in due and _is(each, turn)), None)
        asked = question or (KINDS[kind][0] if kind else "")
        if kind is None or (asked == "end" and not turn.asked_of):
            continue
        due = due - {kind}
        copy = match.branch(-1)
        copy.goto(at)
        text = f"Turn {turn.before.turn}: {QUESTIONS[asked].lower()}"
        yield Puzzle(kind, copy, text, asked)


def _turns(game: Paco, match: Match) -> Iterator[tuple[int, Turn]]:
    """The turns of a game, each with the step before which it is asked."""
    steps, state = match.steps, match.initial_state
    for at, step in enumerate(steps):
        turn = turn_from(game, state, steps[at:])
        if turn is not None:
            yield at, turn
        state = step.state


def _is(kind: str, turn: Turn) -> bool:
    """Is the turn of that kind?"""
    match kind:
        case "contest":
            return bool(turn.events("die"))
        case "chain":
            return len(turn.events("goes on")) > 1
        case "seal":
            return bool(turn.events("seals", "falls through"))
        case "lift":
            failed = [event for event in turn.events("order fails") if event.clause == "PA-25"]
            lifted = {event.data["square"] for event in turn.events("lifts")}
            pushed = {event.data["square"] for event in turn.events("pushes")}
            return bool(failed or lifted & pushed)
    return bool(turn.events("stunned"))
