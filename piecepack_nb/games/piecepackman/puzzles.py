"""Positions that mislead, found by playing and asking: none is listed by hand.

A position is a puzzle of a kind when somebody who overlooks that rule expects something else of
Piecepackman than what he does (see :mod:`piecepack_nb.games.piecepackman.lessons.mistakes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.deciding.decision import Decision
from piecepack_nb.games.piecepackman.lessons.mistakes import MISTAKES
from piecepack_nb.games.piecepackman.lessons.question import Question
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

KINDS: Mapping[str, str] = {
    "tie": "Two things are as near as each other.",
    "turns": "What quarter turns cost decides.",
    "blocked": "A Dangerous ghost stands in the way.",
    "suit": "Something of another suit is nearer.",
}
"""What can mislead, and what it is about each."""
GAMES, MOVES, AT_ONCE = 24, 240, 12
"""How many games are played in search of puzzles, how many moves of each at most, and how many
before they are looked through."""
TIES = 4
TEXTS = {"objective": "what does he go for?", "end": "where does he end?"}
BOTS = ("random", "greedy")
CHANGES = {mistake.name: mistake.change for mistake in MISTAKES}


def puzzles(
    game: Piecepackman,
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str = "objective",
) -> list[Puzzle]:
    """``count`` positions in which a rule misleads: of one kind, or of all in turn.

    It misleads about what he goes for ("objective"), or about where he ends ("end"). Looks through
    seeded games of bots; the same seed finds the same. Raises BadInput for an unknown kind or
    question, for a count that is no positive number, and where no such position comes up.
    """
    if question not in TEXTS:
        raise invalid("question", question, " or ".join(map(repr, TEXTS)))
    return found_by_playing(
        KINDS, kind, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due, question)
    )


def _in_a_game(game: Piecepackman, seed: int, due: set[str], question: str) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ.

    Each game is looked through from another turn on: they all begin alike.
    """
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, BOTS[seed % len(BOTS)]))
    first_turn, seen = 1 + 3 * (seed % 5), 0
    for _ in range(MOVES // AT_ONCE):
        if not due or not match.run(AT_ONCE):
            return
        for position, decision in _decisions(match, seen):
            if decision.state.turn < first_turn:
                continue
            misled = (each for each in KINDS if each in due and _misleads(each, decision, question))
            kind = next(misled, None)
            if kind:
                due = due - {kind}
                yield _puzzle(kind, match, position, question)
        seen = len(match.steps)


def _decisions(match: Match, first: int) -> Iterator[tuple[int, Decision]]:
    """The decisions right after his rolls from a step on, with the position before each."""
    steps = match.steps
    for at in range(max(first, 1), len(steps)):
        why = steps[at].event.why
        if isinstance(why, Decision) and why.way and steps[at - 1].event.kind == "his roll":
            yield at, why


def _misleads(kind: str, decision: Decision, question: str) -> bool:
    """Does somebody who overlooks that rule expect him elsewhere?"""
    asked = Question(decision.ruleset, decision.state)
    if kind == "tie":
        return len(asked.answers(question, TIES)) > 1
    changed = CHANGES[kind](asked)
    return changed is not None and asked.answer(question) not in changed.answers(question, TIES)


def _puzzle(kind: str, match: Match, position: int, question: str) -> Puzzle:
    copy = match.branch(-1)
    copy.goto(position)
    points = count_noun(copy.state.points, "point")
    return Puzzle(kind, copy, f"Turn {copy.turn}, {points}: {TEXTS[question]}", question)
