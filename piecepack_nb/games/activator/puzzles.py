"""Positions to ask about, found by playing; in each a rule is easily overlooked.

A position is a puzzle of a kind when the engine finds that its question has one answer, and
something beside it that looks like one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.match import Match
from piecepack_nb.games.activator.lessons.asking import text_of
from piecepack_nb.games.activator.lessons.judging import answers
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import immune_squares
from piecepack_nb.games.activator.state import State, other
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

KINDS: Mapping[str, str] = {
    "frozen": "A piece stands where the activators' lines cross.",
    "capture": "One piece can capture; others are near enough, but may not.",
    "immune": "A capture fails only because its victim carries an activator.",
    "home": "The opponent's home can be taken for good.",
}
"""What a puzzle can be about; each is asked as ``pp.predict`` asks."""
GAMES, MOVES = 40, 60
"""How many games are played in search of puzzles, and how many moves of each at most."""
FIRST = 5
"""The turn from which on a game is looked through: they all begin alike."""


def puzzles(
    game: Activator,
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str | None = None,
) -> list[Puzzle]:
    """``count`` positions of one kind, or of all in turn; ``question`` is another name for a kind.

    Looks through seeded games of bots that move at random; the same seed finds the same. Raises
    BadInput for an unknown kind, for a count that is no positive number, and where no such position
    comes up.
    """
    wanted = kind if kind is not None else question
    return found_by_playing(
        KINDS, wanted, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due)
    )


def _in_a_game(game: Activator, seed: int, due: set[str]) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    for _ in range(MOVES):
        if not due or not match.run(1) or match.result is not None:
            return
        state = match.state
        if state.turn < FIRST + seed % 5:
            continue
        kind = next((each for each in KINDS if each in due and _IS[each](game, state)), None)
        if kind:
            due = due - {kind}
            text = f"Turn {match.turn}: {text_of(state, kind)}"
            yield Puzzle(kind, match.branch(match.cursor), text, kind)


def _frozen(game: Activator, state: State) -> bool:
    """Something is frozen that carries no activator."""
    found = answers(game, state, "frozen")
    return any(square not in state.activators.values() for square in found)


def _capture(game: Activator, state: State) -> bool:
    """One may capture, and something else gets there too, but is in no line to attack."""
    found = answers(game, state, "capture")
    return len(found) == 1 and any(
        clause == "AC-23" for start, clause in _refused(game, state) if start != found[0]
    )


def _immune(game: Activator, state: State) -> bool:
    """A capture of what carries an activator is refused for that alone."""
    carriers = immune_squares(game.rules, state)
    return bool(carriers) and any(clause == "AC-25" for _, clause in _refused(game, state))


def _home(game: Activator, state: State) -> bool:
    """One can take the home for good, and it isn't there yet."""
    return state.to_move not in state.occupied and len(answers(game, state, "home")) == 1


def _refused(game: Activator, state: State) -> Iterator[tuple[str, str]]:
    """The captures that can't be made, each by its start and the clause that refuses it."""
    for start in state.held(state.to_move):
        for end in state.held(other(state.to_move)):
            refusal = game.refusal(state, Move(start, end))
            if refusal is not None:
                yield start, refusal.clause


_IS: Mapping[str, Callable[[Any, State], bool]] = {
    "frozen": _frozen,
    "capture": _capture,
    "immune": _immune,
    "home": _home,
}
