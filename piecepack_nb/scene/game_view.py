"""A game's board: how its states look, what can be picked, and what a pick does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.game import Game
from piecepack_nb.core.steps import Event, Refusal, Step
from piecepack_nb.scene.film import NestedFilm
from piecepack_nb.scene.model import Mark, Scene, Spot
from piecepack_nb.scene.quiz import Puzzle, QuizSpec
from piecepack_nb.scene.reachability import ReachProblem
from piecepack_nb.scene.sprites import SpriteSheet, add_sheet
from piecepack_nb.scene.svg import svg

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")
G_contra = TypeVar("G_contra", bound=Game[Any, Any, Any], contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)

Place = tuple[str, float, float]
"""An area of the board, and x and y in it, in squares."""
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


class SceneFunction(Protocol[G_contra, S_contra]):
    """Draws a state, right after an event.

    ``before`` is the scene before it, so that pieces that look alike keep their ids; ``draft`` is
    the move that a player is putting together.
    """

    def __call__(
        self,
        game: G_contra,
        state: S_contra,
        event: Event | None = None,
        before: Scene | None = None,
        draft: Draft = EMPTY_DRAFT,
    ) -> Scene:
        """Return the board."""


@dataclass(frozen=True, eq=False)
class GameView(Generic[G, S]):
    """A game's board, as functions of the game ``G`` and its state ``S``."""

    scene: SceneFunction[G, S]
    spots: Callable[[G, S, Draft], tuple[Spot, ...]]
    """``spots(game, state, draft)``: all that can be picked now."""
    pick: Callable[[G, S, Draft, str, str | None, bool], Draft | MakeMove | ShowMessage]
    """``pick(game, state, draft, spot, to, shift)``: the result of picking a spot, or of dragging
    it ``to`` another. An illegal attempt is a move like any other: the game's refusal says what is
    wrong with it. What is no attempt at a move shows a message with what is due."""
    locate: Callable[[G, tuple[str, ...]], list[Place]]
    """``locate(game, squares)``: where squares are on the board."""
    marks: Callable[[G, S, Draft], tuple[Mark, ...]]
    """``marks(game, state, draft)``: whose move it is and what was chosen, as marks."""
    prompt: Callable[[G, S, Draft], tuple[str, str]]
    """``prompt(game, state, draft)``: what to do now, and the clause that says so."""
    nested_film: Callable[[G, S, Step, Scene], NestedFilm | None] = lambda *_: None
    """``nested_film(game, before, step, scene)``: a finer timeline inside a step, such as the
    search that chose; ``before`` is the state before it, ``scene`` the step's own."""
    quiz: QuizSpec[G, S] | None = None
    """What a reader can be asked to predict; None for nothing."""
    step_back: Callable[[Draft], Draft] = lambda _draft: EMPTY_DRAFT
    """``step_back(draft)``: what Escape leaves of a draft; nothing, unless a game undoes steps."""
    shown_steps: Callable[[G, Sequence[Step]], Sequence[Step]] = lambda _game, steps: steps
    """``shown_steps(game, steps)``: a game's steps from the first one on, as they are shown. What
    was secret when it happened may be shown by the step that brings it to light."""
    locate_pieces: Callable[[Scene, tuple[str, ...]], list[Place]] = lambda *_: []
    """``locate_pieces(scene, squares)``: where those of them are that have no place of their own:
    they are looked for in the scene that is shown."""
    puzzles: Callable[..., list[Puzzle]] | None = None
    """``puzzles(game, kind=None, count=5, seed=0, question=…)``: positions in which a rule
    misleads; None for none."""
    search_problem: Callable[..., tuple[S, object]] | None = None
    """``search_problem(game, state, steps=(), targets=None)``: a state, and the SearchProblem that
    the game solves in it; None for a game that doesn't search."""
    reach_problem: Callable[..., ReachProblem] | None = None
    """``reach_problem(game, state, …)``: where a piece can be some steps later; None for none."""

    trusted: bool = False
    """Are its scenes known to be sound, so that a board needs not check each one?"""
    sheet: SpriteSheet | None = None
    """The game's own sprites and styles; None for one that needs no others than every game has."""

    def __post_init__(self) -> None:
        if self.sheet is not None:
            add_sheet(self.sheet)

    def idle_scene(self, game: G, state: S) -> Scene:
        """Return the board with what to do now as its caption."""
        caption, clause = self.prompt(game, state, EMPTY_DRAFT)
        return self.scene(game, state)._replace(caption=caption, clause=clause)

    def picture(self, game: G, state: S, event: Event | None = None) -> str:
        """Return the board as SVG text, right after an event or else with what to do now."""
        return svg(self.scene(game, state, event) if event else self.idle_scene(game, state))


AnyView = GameView[Any, Any]


def view_of(game: Game[Any, Any, Any]) -> AnyView:
    """Return the board of a game; raise BadInput for a game without one."""
    if not isinstance(game.view, GameView):
        raise BadInput(f"the game {shorten(game.name)!r} has no board: register it with a view")
    return game.view
