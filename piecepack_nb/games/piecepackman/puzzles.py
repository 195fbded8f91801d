"""Positions that mislead, found by playing and asking: none is listed by hand.

A position is a puzzle of a kind when somebody who overlooks that rule expects something else of
Piecepackman than what he does (see :mod:`piecepack_nb.games.piecepackman.lessons.mistakes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import many
from piecepack_nb.games.piecepackman.deciding.decision import Decision
from piecepack_nb.games.piecepackman.lessons.mistakes import MISTAKES
from piecepack_nb.games.piecepackman.lessons.question import Question

__all__ = ["KINDS", "Puzzle", "puzzles"]

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


class Puzzle(NamedTuple):
    """A position right after his roll; ``match`` stands there, and knows what follows."""

    kind: str
    match: Match
    text: str

    def __repr__(self) -> str:
        return f"<Puzzle {self.kind!r}: {self.text}>"


def puzzles(
    game: Any,
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
        raise wrong("question", question, " or ".join(map(repr, TEXTS)))
    if kind is not None and kind not in KINDS:
        raise wrong("kind", kind, " or ".join(map(repr, KINDS)) + ", or None for all")
    if type(count) is not int or not 1 <= count <= 100:
        raise wrong("count", count, "a whole number from 1 to 100")
    if type(seed) is not int or not 0 <= seed < 2**31:
        raise wrong("seed", seed, "a whole number from 0 to 2147483647")
    wanted = [kind] if kind else list(KINDS)
    quota = -(-count // len(wanted))
    found: dict[str, list[Puzzle]] = {each: [] for each in wanted}
    for number in range(GAMES):
        due = {each for each in wanted if len(found[each]) < quota}
        if not due:
            break
        for puzzle in _in_a_game(game, seed + number, due, question):
            found[puzzle.kind].append(puzzle)
    chosen = _in_turn(found)[:count]
    if not chosen:
        what = f"of the kind {kind!r}" if kind else "that misleads"
        raise BadInput(f"no position {what} came up in {many(GAMES, 'game')} under these rules")
    return chosen


def _in_a_game(game: Any, seed: int, due: set[str], question: str) -> Iterator[Puzzle]:
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
    asked = Question(decision.table, decision.state)
    if kind == "tie":
        return len(asked.answers(question, TIES)) > 1
    changed = CHANGES[kind](asked)
    return changed is not None and asked.answer(question) not in changed.answers(question, TIES)


def _puzzle(kind: str, match: Match, position: int, question: str) -> Puzzle:
    copy = match.branch(-1)
    copy.goto(position)
    points = many(copy.state.points, "point")
    return Puzzle(kind, copy, f"Turn {copy.turn}, {points}: {TEXTS[question]}")


def _in_turn(found: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """The first of each kind, then the second of each ..."""
    most = max(map(len, found.values()))
    return [puzzles[n] for n in range(most) for puzzles in found.values() if n < len(puzzles)]
