"""What a game's view can ask a reader to predict, and what it says to the guess.

Vocabulary
    question   a kind of thing that can be predicted, such as where a movement ends
    guess      the id of a spot
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Step
from piecepack_nb.scene.model import Layer, Mark, Scene, Spot

__all__ = ["Asked", "Asking", "Judged"]


class Asked(NamedTuple):
    """Something to predict before it is shown."""

    question: str
    key: Any
    """What the game needs to judge a guess; nobody else looks into it."""
    scene: Scene
    """The table when it is asked: its caption asks, its spots are what can be guessed."""
    steps: int
    """How many of the steps to come are the answer; 0 for a question about the table as it is."""


class Judged(NamedTuple):
    """What comes of a guess."""

    right: bool
    text: str
    clause: str
    marks: tuple[Mark, ...] = ()
    """The guess on the board."""
    layers: tuple[Layer, ...] = ()
    """Those that the marks belong to."""
    spots: tuple[Spot, ...] = ()
    """Where the guess, too, can be asked why."""
    quiet: tuple[str, ...] = ()
    """The ids of layers that are off at first beside this guess."""

    def __repr__(self) -> str:
        return f"<{'right' if self.right else 'wrong'}: {self.text} [{self.clause}]>"


class Asking(NamedTuple):
    """How a game asks."""

    questions: Mapping[str, str]
    """What can be asked, each with its title."""
    ask: Callable[[Any, str, Any, Scene, Sequence[Step]], Asked | None]
    """``ask(game, question, state, scene, steps)``: what can be asked before these steps, with the
    table in ``state`` as ``scene`` shows it; None where there is nothing to ask."""
    judge: Callable[[Any, Asked, str], Judged]
    """``judge(game, asked, guess)``: the verdict; whatever can be picked can be guessed."""
    told: Callable[[Any, Any], Sequence[Step]]
    """``told(game, state)``: the steps that the game makes by itself in a state."""
    button: Spot
    """The place on the table for what goes on to the next question."""
