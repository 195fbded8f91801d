"""Activator's table as a scene: the stacks, what the activators do, what an event looks like."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.steps import Event
from piecepack_nb.games.activator.board import effects
from piecepack_nb.games.activator.board import thought as thinking
from piecepack_nb.games.activator.board.furniture import AREAS, LAYOUTS, at
from piecepack_nb.games.activator.board.picking import (
    back,
    drafted,
    marks,
    pick,
    prompt,
    spots,
)
from piecepack_nb.games.activator.board.pieces import pieces
from piecepack_nb.games.activator.board.saying import in_words
from piecepack_nb.games.activator.board.searched import within
from piecepack_nb.games.activator.bot.thinking import Thought
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.lessons.asking import ASKING
from piecepack_nb.games.activator.play import Activator
from piecepack_nb.games.activator.puzzles import puzzles
from piecepack_nb.games.activator.sprites import SHEET
from piecepack_nb.games.activator.state import State
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    GameView,
    Mark,
    Piece,
    Scene,
    keep_ids,
    keep_order,
)

LINGER = {
    "capture": 0.5,
    "ride": 0.5,
    "stack": 0.5,
    "activator": 0.6,
    "home": 0.9,
    "home held": 1.2,
}
"""Seconds that an event is looked at before the next; a move takes none."""


def scene(
    game: Activator,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    shown = drafted(state, draft)
    thought = event.why if event is not None and isinstance(event.why, Thought) else None
    lines = thought is None  # else its arrows are enough
    going = state.to_move if len(draft) > 2 else ""  # pointing at a square shows what it would do
    drawn = (
        *effects.marks(game, shown, lines=lines, but=going),
        *effects.warnings(shown),
        *_happened(event, thought),
    )
    asked = (*effects.why_spots(game, shown), *(effects.line_spots(game, shown) if lines else ()))
    return Scene(
        AREAS,
        LAYOUTS,
        keep_ids(_pieces(shown, state, draft), before.pieces if before else ()),
        keep_order(drawn, before.marks if before else ()),
        (*asked, *(thinking.spots(thought) if thought else ())),
        caption=_told(event, thought),
        clause=event.clause if event else "",
        alt=in_words(game, shown),
        linger=_linger(event, thought),
        layers=(*effects.layers(game, lines=lines), *(thinking.LAYERS if thought else ())),
        listings=(effects.listing(game, shown), *([thinking.listing(thought)] if thought else [])),
    )


def places(game: Activator, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    return [("board", *at(square)) for square in squares if square in SQUARES]


def _pieces(shown: State, state: State, draft: Draft) -> Iterator[Piece]:
    """What stands on the table; of a stack that is picked, the part that stays is paler."""
    staying = 0
    if len(draft) == 2 and draft[1] != "0":
        staying = state.squares[draft[0]].height - int(draft[1])
    for piece in pieces(shown):
        stays = staying and (piece.x, piece.y) == at(draft[0]) and piece.z < 3 + staying
        yield piece._replace(faded=True) if stays and piece.area == "board" else piece


def _happened(event: Event | None, thought: Thought | None) -> Iterator[Mark]:
    """The way that a piece or an activator has just gone, or why a bot let it go there."""
    if thought is not None:
        yield from thinking.marks(thought)
    elif event is not None and event.kind in ("move", "activator"):
        squares = [event.data["start"], *event.data.get("way", (event.data["end"],))]
        yield Mark("trail", points=tuple(at(square) for square in squares))


def _told(event: Event | None, thought: Thought | None) -> str:
    """What happened, and why a bot made it happen."""
    text = event.text if event else ""
    return f"{text} {thinking.why(thought)}" if thought else text


def _linger(event: Event | None, thought: Thought | None) -> float:
    return 0.0 if event is None else LINGER.get(event.kind, 0.2) + (1.0 if thought else 0.0)


VIEW = GameView[Activator, State](
    scene,
    spots,
    pick,
    places,
    marks,
    prompt,
    within,
    quiz=ASKING,
    step_back=back,
    puzzles=puzzles,
    sheet=SHEET,
    trusted=True,
)
