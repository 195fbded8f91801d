"""A written first game: small tasks on the board, each a position, a goal and a few plain words.

A game of one class has one by a class attribute, ``first_game``: a tuple of tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Refusal, Step


class FirstTask(NamedTuple):
    """One task of a first game: a decision in a position; the engine says if it is solved."""

    title: str
    """The task's title: "Move"."""
    ask: str
    """The task, and how to do it, in a few plain sentences."""
    position: Any
    """The position to begin from, as ``game.position`` reads it."""
    solution: str
    """A move that solves it; the arrow on the board shows it."""
    goal: str | Callable[[Sequence[Step]], bool]
    """The kind of event that must happen, or a function of the steps that returns True then."""
    done: str
    """The sentence after the right move: its result, and the rule behind it."""
    wrong: str
    """The sentence about a legal move that doesn't solve it, before what that move does."""
    clause: str = ""
    """The clause of the task."""
    options: Mapping[str, Any] = FrozenDict()
    """The rule options that differ from the printed rules."""
    seat: str = ""
    """The learner's seat; "" for every seat."""
    others: str = ""
    """The move that the other seats make, such as "left"; they are bots then."""

    def match(self, game: AnyGame) -> Match:
        """Return the task's match, of a game under other rules; raise BadInput for bad tasks."""
        changed = game.under(**{**game.rules.printed(), **self.options})
        seats = {seat: _writer(self.others) for seat in changed.seats if seat != self.seat}
        given: Any = seats if self.seat else None
        return Match(changed, seed=1, position=self.position, seats=given)

    def refusal(self, match: Match, move: Any) -> Refusal | None:
        """Return why a move doesn't solve the task, by the game's rules or by the task; or None."""
        game, state = match.game, match.state
        move = game.parse_move(state, move) if isinstance(move, str) else move
        if refused := game.refusal(state, move):
            return refused
        trial = match.branch(match.cursor)
        steps = trial.play(move)
        with suppress(BadInput):  # the others' written move may not fit what was done
            steps += trial.run() if self.seat else []
        return None if self.achieved(steps) else Refusal(self.clause, self.wrong.rstrip("."))

    def achieved(self, steps: Sequence[Step]) -> bool:
        """Return whether the steps reach the goal."""
        if isinstance(self.goal, str):
            return any(step.event.kind == self.goal for step in steps)
        return self.goal(steps)


def _writer(text: str) -> Bot:
    """Return a bot that makes one written move."""

    def written(_game: Any, _state: Any, seat: str, _pick: Any) -> str:
        return f"{seat} {text}"

    return written


def tasks_of(view: Any) -> tuple[FirstTask, ...]:
    """Return the tasks of a view; raise BadInput if it has none."""
    if not view.first_game:
        raise BadInput("This game has no first game: 'How to play' has its aim and a turn.")
    return tuple(view.first_game)
