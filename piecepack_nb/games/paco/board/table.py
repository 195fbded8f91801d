"""P.A.C.O.'s table as a scene: what lies where, and what an event looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.board.desk import signs
from piecepack_nb.games.paco.board.effects import LINGER, with_effects
from piecepack_nb.games.paco.board.furniture import areas, layouts
from piecepack_nb.games.paco.board.judged import judged
from piecepack_nb.games.paco.board.pieces import pieces
from piecepack_nb.games.paco.board.saying import in_words
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import EMPTY_DRAFT, Draft, Scene, keep_ids, keep_order

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco


def scene(
    game: Paco,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    shown = judged(state, event, before)
    waiting = signs(game, state, draft) if event is None else ()
    lying = (*with_effects(pieces(state), event, before), *waiting)
    return Scene(
        areas(game.seats),
        layouts(len(game.seats)),
        keep_ids(lying, before.pieces if before else ()),
        keep_order(shown.marks, before.marks if before else ()),
        shown.spots,
        caption=_caption(event) if event else "",
        clause=event.clause if event else "",
        alt=in_words(state),
        linger=LINGER.get(event.kind, 0.0) if event else 0.0,
        layers=shown.layers,
        listings=shown.listings,
    )


def _caption(event: Event) -> str:
    """What happened; where all orders are judged at once, the reasons stand in the listing."""
    if event.kind != "resolution":
        return capitalise(event.text)
    names = {"Carried out": event.data["done"], "Failed": event.data["failed"]}
    return " ".join(f"{what}: {join_list(seats)}." for what, seats in names.items() if seats)
