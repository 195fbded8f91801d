"""Predict before reveal: which squares answer a question, and which rule a wrong guess overlooks.

The answers are the engine's own: what it lists, and what it refuses and why.

Vocabulary
    question   "frozen", "immune", "capture" or "home" about the table as it is; "move" about a bot
    answer     a square that is right; there may be several, or none
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.geometry import steps_between
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import (
    frozen_refusal,
    frozen_squares,
    immune_squares,
)
from piecepack_nb.games.activator.state import HOMES, State, named, other

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

QUESTIONS: Mapping[str, str] = {
    "frozen": "What is frozen?",
    "immune": "What can't be captured?",
    "capture": "What can capture?",
    "home": "What wins the home?",
    "move": "What does the bot move?",
}
NONE = "none"
"""The guess that there is no such square."""
CLAUSES: Mapping[str, str] = {
    "frozen": "AC-24",
    "immune": "AC-25",
    "capture": "AC-16",
    "home": "AC-30",
}
"""The clause that a question is about."""
TELLING = ("AC-25", "AC-24", "AC-23", "AC-12", "AC-10")
"""The clauses of refusals, the one that says most about a capture that can't be first."""


class Verdict(NamedTuple):
    """What comes of a guess about the table as it is."""

    right: bool
    text: str
    clause: str
    move: Move | None = None
    """A move that proves it: one that may be made, or the answer that spoils the guess."""


def answers(game: Activator, state: State, question: str) -> tuple[str, ...]:
    """The squares that are right, in the order of the board."""
    return tuple(sorted(_ANSWERS[question](game, state)))


def judged(game: Activator, state: State, question: str, guess: str) -> Verdict:
    """The verdict on a guess: a square, or NONE."""
    right = answers(game, state, question)
    if guess == NONE and right:
        told = _JUDGES[question](game, state, right[0], right)
        return told._replace(right=False, text=f"There is one. {told.text}")
    if guess == NONE:
        return Verdict(True, f"Right: {_nothing(question, state)}.", CLAUSES[question])
    return _JUDGES[question](game, state, guess, right)


def _nothing(question: str, state: State) -> str:
    who = state.to_move.title()
    return {
        "frozen": "nothing stands where the lines cross",
        "immune": "no activator stands there",
        "capture": f"{who} can capture nothing now",
        "home": f"no move of {who}'s takes the home for good",
    }[question]


# --- frozen and immune ---------------------------------------------------------------------------


def _frozen(game: Activator, state: State) -> Iterable[str]:
    return {each for each in frozen_squares(game.rules, state) if each in state.squares}


def _judge_frozen(game: Activator, state: State, guess: str, right: tuple[str, ...]) -> Verdict:
    """Frozen is what stands where the two activators' lines cross (AC-24)."""
    refusal = frozen_refusal(game.rules, state, guess)
    if refusal is not None and guess in right:
        return Verdict(True, f"Right: {refusal.text}.", refusal.clause)
    if refusal is not None:
        return Verdict(False, f"{guess} is frozen, but nothing stands there.", "AC-24")
    red, blue = state.activators["red"], state.activators["blue"]
    where = join_list(dict.fromkeys(frozen_squares(game.rules, state)))
    text = f"No: the lines of Red's activator on {red} and Blue's on {blue} cross on {where}"
    if guess in (red, blue):
        text += f"; to carry an activator, as {guess} does, freezes nothing"
    return Verdict(False, f"{text}.", "AC-24")


def _immune(game: Activator, state: State) -> Iterable[str]:
    """What the one to move can't capture, wherever it attacks from (AC-25)."""
    return {each for each in immune_squares(game.rules, state) if each in _enemies(state)}


def _enemies(state: State) -> list[str]:
    return state.held(other(state.to_move))


def _judge_immune(game: Activator, state: State, guess: str, right: tuple[str, ...]) -> Verdict:
    where = join_list(right) if right else "nothing"
    if guess in right:
        text = f"Right: {state.to_move.title()}'s own activator stands on {guess} and protects it."
        return Verdict(True, text, "AC-25")
    text = f"No: it is what carries an activator that can't be captured, {where} here"
    if guess in state.held(state.to_move):
        text += f"; and {guess} is {state.to_move.title()}'s own"
    elif guess in _frozen(game, state):
        text += f"; {guess} is frozen, and what is frozen can be captured all the easier"
    return Verdict(False, f"{text}.", "AC-25")


# --- capture in one ------------------------------------------------------------------------------


def _captures(game: Activator, state: State) -> Iterator[Move]:
    enemies = set(_enemies(state))
    return (move for move in game.moves(state) if move.end in enemies)


def _capturers(game: Activator, state: State) -> Iterable[str]:
    return {move.start for move in _captures(game, state)}


def _judge_capture(game: Activator, state: State, guess: str, right: tuple[str, ...]) -> Verdict:
    found = next((move for move in _captures(game, state) if move.start == guess), None)
    if found is not None:
        victim = state.squares[found.end]
        own = state.activators[state.to_move]
        text = f"Right: {found.start} takes {victim.owner.title()}'s {named(victim.letters)} on "
        text += f"{found.end}, from a line of its own activator on {own}."
        return Verdict(True, text, "AC-16", found)
    refusal = most_telling(game, state, guess, _enemies(state))
    return Verdict(False, f"No: {refusal.text}.", refusal.clause)


def most_telling(game: Activator, state: State, start: str, ends: Iterable[str]) -> Refusal:
    """Why what stands there may go to none of these squares: the reason that says most."""
    stack = state.squares.get(start)
    parts = range(stack.height if stack else 1)
    nearest = sorted(ends, key=lambda end: steps_between(start, end))
    attempts = (game.refusal(state, Move(start, end, part)) for end in nearest for part in parts)
    refusals: list[Refusal] = [refusal for refusal in attempts if refusal is not None]
    telling = dict(zip(TELLING, range(len(TELLING)), strict=True))
    return min(refusals, key=lambda refusal: telling.get(refusal.clause, len(TELLING)))


# --- the home, for good --------------------------------------------------------------------------


def winning_move(game: Activator, state: State, start: str) -> Move | None:
    """A move from there that takes the opponent's home so that it can't be captured (AC-30)."""
    home = HOMES[other(state.to_move)]
    moves: list[Move] = game.moves(state)
    for move in moves:
        if move.start == start and move.end == home and _spoiler(game, state, move) is None:
            return move
    return None


def _spoiler(game: Activator, state: State, move: Move) -> Move | None:
    """The opponent's move that captures what has just gone to its home; None without one."""
    after = state
    for step in game.play(state, move):
        after = step.state
    if after.outcome is not None:
        return None
    return next((reply for reply in game.moves(after) if reply.end == move.end), None)


def _winners(game: Activator, state: State) -> Iterable[str]:
    return {start for start in state.held(state.to_move) if winning_move(game, state, start)}


def _judge_home(game: Activator, state: State, guess: str, right: tuple[str, ...]) -> Verdict:
    home, rival = HOMES[other(state.to_move)], other(state.to_move).title()
    found = winning_move(game, state, guess)
    if found is not None:
        text = f"Right: after {found} {rival} can't capture what stands on {home}."
        return Verdict(True, text, "AC-30", found)
    tries = [move for move in game.moves(state) if (move.start, move.end) == (guess, home)]
    if tries:
        spoiler = _spoiler(game, state, tries[-1])
        text = f"No: after {tries[-1]} {rival} captures it there with {spoiler}"
        return Verdict(False, f"{text}, and however the activator goes there is a way.", "AC-30")
    refusal = most_telling(game, state, guess, [home])
    return Verdict(False, f"No: {refusal.text}.", refusal.clause)


_ANSWERS: Mapping[str, Callable[[Any, State], Iterable[str]]] = {
    "frozen": _frozen,
    "immune": _immune,
    "capture": _capturers,
    "home": _winners,
}
_JUDGES: Mapping[str, Callable[[Any, State, str, tuple[str, ...]], Verdict]] = {
    "frozen": _judge_frozen,
    "immune": _judge_immune,
    "capture": _judge_capture,
    "home": _judge_home,
}
