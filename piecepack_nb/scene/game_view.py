"""What a pick on the board comes to: a move, or a draft of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Refusal, Step
from piecepack_nb.scene.film import NestedFilm
from piecepack_nb.scene.model import Scene, Spot
from piecepack_nb.scene.quiz import QuizSpec

Draft = tuple[str, ...]
"""A move that is being put together, in whatever words the game's view uses."""
EMPTY_DRAFT: Draft = ()


class MakeMove(NamedTuple):
    """A pick completed a move; ``move`` None lets the dice fall instead."""

    move: Any | None
    roll: bool = False
    """Let the dice that are due after it fall at once; after a roll, all that are in this turn."""


class ShowMessage(NamedTuple):
    """A pick makes no move: what is said to it, and at which squares."""

    said: Refusal
    kind: str = "refusal"
    """"refusal", or "info" where nothing was wrong with it."""


def _no_nested_film(_game: Any, _before: Any, _step: Any, _scene: Scene) -> NestedFilm | None:
    return None


def _no_pieces(_scene: Scene, _squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    return []


def _discard_draft(_draft: Draft) -> Draft:
    return EMPTY_DRAFT


def _same_steps(_game: Any, steps: Sequence[Step]) -> Sequence[Step]:
    return steps


class GameView(NamedTuple):
    """How a game is seen and touched: what its ``view.py`` gives to the table."""

    scene: Callable[..., Scene]
    """``scene(game, state, event=None, before=None, draft=())``: the table, right after an event.
    ``before`` is the scene before it, so that pieces that look alike keep their ids; ``draft`` is
    what a person is putting together."""
    spots: Callable[[Any, Any, Draft], tuple[Spot, ...]]
    """``spots(game, state, draft)``: all that can be picked now."""
    pick: Callable[[Any, Any, Draft, str, str | None, bool], Draft | MakeMove | ShowMessage]
    """``pick(game, state, draft, spot, to, shift)``: what picking a spot comes to. An illegal
    attempt is a move like any other: the game's refusal tells what is wrong with it. What is no
    attempt at a move at all is Told what is due."""
    locate: Callable[[Any, tuple[str, ...]], list[tuple[str, float, float]]]
    """``places(game, squares)``: where squares lie on the board."""
    marks: Callable[[Any, Any, Draft], tuple[Any, ...]]
    """``marks(game, state, draft)``: whose move it is and what was chosen, as marks."""
    prompt: Callable[[Any, Any, Draft], tuple[str, str]]
    """``prompt(game, state, draft)``: what is to be done now, and the clause that says so."""
    nested_film: Callable[[Any, Any, Any, Scene], NestedFilm | None] = _no_nested_film
    """``within(game, before, step, scene)``: a finer timeline inside a step, such as the search
    that chose; ``before`` is the state before it, ``scene`` the step's own. None for no such."""
    quiz: QuizSpec | None = None
    """What a reader can be asked to predict; None for nothing."""
    step_back: Callable[[Draft], Draft] = _discard_draft
    """``back(draft)``: what Escape leaves of a draft; nothing, unless a game goes back by steps."""

    shown_steps: Callable[[Any, Sequence[Step]], Sequence[Step]] = _same_steps
    """``shown_steps(game, steps)``: a game's steps from the first one on, as they are shown. What
    was secret when it happened may be shown by the step that brings it to light."""

    locate_pieces: Callable[[Scene, tuple[str, ...]], list[tuple[str, float, float]]] = _no_pieces
    """``things(scene, squares)``: where those of them lie that have no place of their own: they are
    looked for in the scene that is shown."""

    def idle_scene(self, game: Any, state: Any) -> Scene:
        """The table, and what is to be done now as its caption."""
        caption, clause = self.prompt(game, state, EMPTY_DRAFT)
        return self.scene(game, state)._replace(caption=caption, clause=clause)
