"""The table of the PAC-MAN board game as a scene: what lies where, and what an event looks like."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.steps import Event
from piecepack_nb.games.pacman.board import worth
from piecepack_nb.games.pacman.board.choosing import back
from piecepack_nb.games.pacman.board.furniture import areas, at, layouts
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.board.picking import marks, pick, prompt
from piecepack_nb.games.pacman.board.pieces import pieces
from piecepack_nb.games.pacman.board.saying import in_words
from piecepack_nb.games.pacman.board.spots import spots
from piecepack_nb.games.pacman.board.why import shown
from piecepack_nb.games.pacman.lessons.asking import ASKING
from piecepack_nb.games.pacman.play import PacMan
from piecepack_nb.games.pacman.puzzles import puzzles
from piecepack_nb.games.pacman.sprites import SHEET
from piecepack_nb.games.pacman.state import State
from piecepack_nb.scene import EMPTY_DRAFT, Draft, GameView, Mark, Scene, keep_ids, keep_order

LINGER = {
    "roll": 0.8, "start": 1.0, "start tied": 1.0, "off": 0.25, "on": 0.25, "privilege won": 0.8,
    "landing": 0.9, "gone home": 0.6, "paid": 0.9, "ghost gobbled": 0.9, "ghost back": 0.5,
    "yellow back": 0.6, "yellow waits": 0.6, "no reward": 0.6, "stays": 1.1, "ghosts stay": 1.1,
    "end": 1.0,
}  # fmt: skip
"""Seconds that an event is looked at before the next; a step takes none."""
WEIGHED = 1.2
"""Seconds more for a bot's reason."""
STEPS = ("step", "on", "ghost step")


def scene(
    game: PacMan,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    why = shown(game, event, before)
    deciding = event is None or event.kind == "roll"
    drawn = (
        *_last_step(game, event),
        *why.marks,
        *(worth.marks(game, state) if deciding else ()),
    )
    return Scene(
        areas(game.board, game.seats),
        layouts(game.board, len(game.seats)),
        keep_ids(pieces(game, state, event, before), before.pieces if before else ()),
        keep_order(drawn, before.marks if before else ()),
        (*why.spots, *(worth.spots(game, state) if deciding else ())),
        caption=event.text if event else "",
        clause=event.clause if event else "",
        alt=in_words(game, state),
        linger=_linger(event),
        layers=(*why.layers, *(worth.layers(game, state) if deciding else ())),
        listings=(*why.listings, *(worth.listings(game, state) if deciding else ())),
    )


def places(game: PacMan, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    known = game.board.next_to
    return [("board", *at(game.board, square)) for square in squares if square in known]


def _last_step(game: PacMan, event: Event | None) -> Iterator[Mark]:
    """The step that was just made; none while a bot's way is drawn anyway."""
    if event is not None and event.kind in STEPS and event.why is None:
        path = event.data["from"], event.data["to"]
        yield from way_marks(game.board, path, "trail")


def _linger(event: Event | None) -> float:
    if event is None:
        return 0.0
    return LINGER.get(event.kind, 0.0) + (WEIGHED if event.why is not None else 0.0)


VIEW = GameView[PacMan, State](
    scene,
    spots,
    pick,
    places,
    marks,
    prompt,
    quiz=ASKING,
    step_back=back,
    puzzles=puzzles,
    sheet=SHEET,
    trusted=True,
)
