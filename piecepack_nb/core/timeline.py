"""The moves of a match in a row, the steps that they took, and the place that one looks at.

Vocabulary
    at      the position: how many steps lie before what is looked at
    ahead   the moves behind that place, which were undone and can be redone
    past    the moves of an earlier match that this one goes on from
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor
from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.steps import Step

__all__ = ["Played", "Timeline"]


class Played(NamedTuple):
    """A move of the record: who made it in which turn, and the steps that it took."""

    turn: int
    actor: Actor
    move: Any
    first: int
    """The position before its first step."""
    steps: tuple[Step, ...]
    rolls: int
    """How many rolls of dice the match had seen when it was done."""
    place: tuple[int, str]
    """Where in the game it was made, whatever the rules: the turn, and who acted in it."""

    @property
    def end(self) -> int:
        """The position after its last step."""
        return self.first + len(self.steps)


class Timeline:
    """Every move of a match with its steps, and a position among them.

    Moves of the ``past`` count where moves and rolls are numbered, but can't be gone back to.
    """

    def __init__(self, past: Sequence[Played] = ()) -> None:
        self.past = tuple(past)
        self.moves: list[Played] = []
        self.steps: list[Step] = []
        self.at = 0
        self._ends: list[int] = []  # where each move ends, to find moves by position

    @property
    def done(self) -> int:
        """How many moves lie wholly before this position."""
        return bisect_right(self._ends, self.at)

    @property
    def record(self) -> tuple[Played, ...]:
        """The moves that lie wholly before this position."""
        return tuple(self.moves[: self.done])

    @property
    def whole(self) -> tuple[Played, ...]:
        """The past, and the moves that lie wholly before this position."""
        return (*self.past, *self.record)

    @property
    def ahead(self) -> tuple[Played, ...]:
        """The moves that don't."""
        return tuple(self.moves[self.done :])

    @property
    def rolls(self) -> int:
        """How many rolls of dice lie before this position."""
        if self.done:
            return self.moves[self.done - 1].rolls
        return self.past[-1].rolls if self.past else 0

    @property
    def between_moves(self) -> bool:
        """False in the middle of a move."""
        return self.at == 0 or self._ends[self.done - 1] == self.at

    def must_be_between_moves(self) -> None:
        """Raise BadInput in the middle of a move."""
        if not self.between_moves:
            raise BadInput(
                f"step {self.at} is in the middle of a move: goto the end of a move, or branch"
            )

    def step(self, number: object) -> int:
        """A position as a caller names it, -1 the end; raises BadInput where there is none."""
        end = len(self.steps)
        if type(number) is not int or not -1 <= number <= end:
            raise wrong("step", number, f"a whole number from 0 to {end}, or -1 for the end")
        return end if number == -1 else number

    def place(self, turn: int, actor: Actor) -> tuple[int, str]:
        """The turn, and who acts in it: the second time "ann 2", and so on."""
        times = 1
        done = (self.moves[number] for number in range(self.done - 1, -1, -1))
        for played in chain(done, reversed(self.past)):
            if played.turn != turn:
                break
            times += played.actor.place == actor.place
        return turn, actor.place if times == 1 else f"{actor.place} {times}"

    def add(self, played: Played) -> None:
        """Put a move here, in place of all that lies ahead, and go to its end."""
        done = self.done
        del self.moves[done:], self.steps[self.at :], self._ends[done:]
        self.moves.append(played)
        self.steps.extend(played.steps)
        self._ends.append(played.end)
        self.at = played.end

    def up_to(self, position: int) -> Timeline:
        """A timeline with the moves that end at ``position`` or before."""
        part = Timeline(self.past)
        for played in self.moves[: bisect_right(self._ends, position)]:
            part.add(played)
        return part
