"""A first game at a table: the task in play, and the match that waits meanwhile."""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.match import Match
from piecepack_nb.scene import AnyView, Mark, Spot
from piecepack_nb.scene.first_game import FirstTask, tasks_of
from piecepack_nb.scene.hints import move_marks


class FirstGame:
    """The tasks of a view, played one after the other; ``kept`` is the table's own match."""

    def __init__(self, view: AnyView, kept: Match) -> None:
        self.view, self.kept = view, kept
        self.tasks = tasks_of(view)
        self.number = 0
        self.match = self.task.match(kept.game)

    @property
    def task(self) -> FirstTask:
        """The task in play."""
        return self.tasks[self.number]

    @property
    def is_done(self) -> bool:
        """True once the task is solved: no other move is let through."""
        steps = self.match.steps[: self.match.cursor]
        return bool(steps) and self.task.achieved(steps)

    @property
    def is_last(self) -> bool:
        """True for the last task."""
        return self.number == len(self.tasks) - 1

    def go_on(self) -> None:
        """Go on to the next task."""
        self.number += 1
        self.match = self.task.match(self.kept.game)

    def marks(self) -> tuple[Mark, ...]:
        """Return the arrow of the task; none once it is solved."""
        if self.is_done:
            return ()
        game, state = self.match.game, self.match.state
        move = game.parse_move(state, self.task.solution)
        if self.view.hint is not None:
            return self.view.hint(game, state, (), move, None).marks
        return move_marks(move, lambda names: list(self.view.locate(game, names)))

    @property
    def text(self) -> str:
        """The words of the card: the task, or what was reached."""
        return self.task.done if self.is_done else self.task.ask

    def card(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "title": self.task.title,
            "text": self.text,
            "clause": self.task.clause,
            "number": self.number + 1,
            "of": len(self.tasks),
            "done": self.is_done,
            "last": self.is_last,
        }


def resting(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the spots of a board whose task is solved: none of them asks to be picked."""
    buttons = ("action", "choice", "unlit")
    return tuple(
        spot._replace(role="unlit" if spot.role in buttons else "inert", drag=False)
        for spot in spots
    )
