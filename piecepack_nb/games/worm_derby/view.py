"""Worm Derby's table as a scene: a window that follows the worm to move, and the whole table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.board import planned
from piecepack_nb.games.worm_derby.board.drafts import back, held, laying, turn_of
from piecepack_nb.games.worm_derby.board.furniture import areas
from piecepack_nb.games.worm_derby.board.layouts import layouts
from piecepack_nb.games.worm_derby.board.picking import (
    discs,
    marks,
    pick,
    seen_from,
    spots,
    turn_mark,
)
from piecepack_nb.games.worm_derby.board.pieces import ghost, ghosts, pieces, steps_left
from piecepack_nb.games.worm_derby.board.saying import in_words, listing, prompt
from piecepack_nb.games.worm_derby.board.slide import within
from piecepack_nb.games.worm_derby.board.window import (
    Window,
    far,
    goal,
    needed,
    window,
    window_of,
)
from piecepack_nb.games.worm_derby.lessons.asking import ASKING
from piecepack_nb.games.worm_derby.play import WormDerby
from piecepack_nb.games.worm_derby.puzzles import puzzles
from piecepack_nb.games.worm_derby.spreading import spreading
from piecepack_nb.games.worm_derby.sprites import SHEET
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import EMPTY_DRAFT, Draft, GameView, Mark, Piece, Scene, Spot, keep_order

LINGER = {
    "roll": 0.4,
    "step": 0.15,
    "tile moved": 0.8,
    "revived": 0.8,
    "must flee": 0.8,
    "eaten": 1.0,
    "out": 1.0,
    "round": 1.0,
    "turned back": 1.0,
    "stuck": 1.2,
    "home": 1.4,
}
"""Seconds that an event is looked at before the next."""


def scene(
    game: WormDerby,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    if event is not None and before is not None and _laid_already(game, event, before):
        return _as_it_lies(game, state, event, before)
    seen = _seen(game, state, event, before, draft)
    laid = laying(game.ruleset, state, draft).state if draft else state
    plan = planned.plan_of(event)
    drawn = (
        *_happened(game, event, seen),
        *(planned.marks(game, plan, seen) if plan else ()),
        *_acting(game, event),
    )
    return Scene(
        areas(game.ruleset, _without(laid, draft), seen),
        layouts(game.ruleset),
        (
            *pieces(game, _without(laid, draft), seen, event, before),
            *steps_left(state, _laid(draft, event, before)),
            *ghosts(game.ruleset, state, laid, draft, seen),
            *_picked_up(game, event, seen),
            *_come_home(event, state, before),
        ),
        keep_order(drawn, before.marks if before else ()),
        tuple(discs(seen, laid, {})),
        caption=_told(event, plan),
        clause=event.clause if event else "",
        alt=in_words(game, laid),
        linger=LINGER.get(event.kind, 0.3) if event else 0.0,
        layers=planned.LAYERS if plan else (),
        listings=(listing(game, laid),),
    )


def _seen(
    game: WormDerby, state: State, event: Event | None, before: Scene | None, draft: Draft
) -> Window:
    """The window: while things happen it stays as long as it shows them."""
    if event is None:
        return seen_from(game, state, draft)
    if event.kind == "home" and before is not None:
        return window(game.ruleset, (), window_of(game.ruleset, before))
    need: list[tuple[float, ...]] = list(needed(game, state))
    if event.kind in ("tile moved", "tile placed"):
        need = [(event.data["x"], event.data["y"])]
    return window(game.ruleset, need, window_of(game.ruleset, before), goal(game, state))


def _laid(draft: Draft, event: Event | None, before: Scene | None) -> int:
    """How many steps of the turn have been laid."""
    if event is None:
        turn = turn_of(draft)
        return len(turn.angles) if turn is not None else 0
    shown = before.pieces if before is not None else ()
    there = sum(piece.sprite == "disc" for piece in shown if piece.id.startswith("step "))
    return there + (event.kind == "step")


def _laid_already(game: WormDerby, event: Event, before: Scene) -> bool:
    """Was this step seen already, when somebody laid it, with others after it?"""
    if event.kind != "step":
        return False
    data, at = event.data, partial(far, game.ruleset)
    dots = {
        (piece.x, piece.y)
        for piece in before.pieces
        if piece.sprite == "disc-dot" and piece.suit == data["seat"]
    }
    return at((data["x"], data["y"])) in dots and at((data["from_x"], data["from_y"])) not in dots


def _as_it_lies(game: WormDerby, state: State, event: Event, before: Scene) -> Scene:
    """The scene before, in which the step is seen, with what it is told as."""
    pieces = tuple(piece for piece in before.pieces if not piece.id.startswith("was "))
    return before._replace(
        pieces=pieces, marks=(), spots=(), caption=_told(event, None), clause=event.clause,
        alt=in_words(game, state), linger=0.0,
    )  # fmt: skip


def _without(state: State, draft: Draft) -> State:
    """The table without the tile that is in hand: far away, where nobody sees it."""
    found = held(draft)
    if found is None or found[0] > len(state.tiles):
        return state
    tiles = list(state.tiles)
    tiles[found[0] - 1] = found[1]
    return state._replace(tiles=tuple(tiles))


def _happened(game: WormDerby, event: Event | None, seen: Window) -> Iterator[Mark]:
    """The way of a tile that has just been moved."""
    if event is not None and event.kind != "step" and "from_x" in event.data:
        data = event.data
        line = (data["from_x"], data["from_y"]), (data["x"], data["y"])
        if all(seen.holds(place) for place in line):
            yield Mark("trail", points=tuple(seen.at(place) for place in line),
                       suit=str(data["seat"]))  # fmt: skip


def _acting(game: WormDerby, event: Event | None) -> Iterator[Mark]:
    """Who acts, in the list of the race."""
    seat = event.data.get("seat") if event is not None else None
    if seat in game.ruleset.seats:
        yield turn_mark(game.ruleset, str(seat))


def _picked_up(game: WormDerby, event: Event | None, seen: Window) -> Iterator[Piece]:
    """Where the disc of a step was picked up."""
    if event is not None and event.kind == "step":
        place = event.data["from_x"], event.data["from_y"]
        if seen.holds(place, 0.3):
            yield ghost(game.ruleset, seen, place, str(event.data["seat"]), 0)


def _come_home(event: Event | None, state: State, before: Scene | None) -> Iterator[Piece]:
    """A worm that is home and leaves the table: it is looked at once more (WD-22)."""
    seat = event.data["seat"] if event is not None and event.kind == "home" else None
    if seat is not None and seat not in state.worms:
        ends = {f"head of {seat}", f"tail of {seat}"}
        for piece in before.pieces if before is not None else ():
            disc = piece.suit == seat and piece.sprite in ("disc", "disc-dot")
            if piece.id in ends or (disc and piece.area in ("board", "table")):
                yield piece


def _told(event: Event | None, plan: Any) -> str:
    text = capitalise(event.text) if event else ""
    return f"{text} {capitalise(plan.text)}." if plan else text


def places(game: WormDerby, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where fixed things lie: on the whole table."""
    fixed = game.ruleset.fixed
    return [("table", *far(game.ruleset, fixed[name])) for name in squares if name in fixed]


def things(shown: Scene, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where discs and tiles lie: in the window, or on the whole table."""
    lie: dict[str, Spot | Piece] = {piece.id: piece for piece in shown.pieces}
    lie |= {spot.id: spot for spot in shown.spots}
    found = (lie.get(name) or lie.get(f"far {name}") for name in squares)
    return [(each.area, each.x, each.y) for each in found if each is not None]


VIEW = GameView[WormDerby, State](
    scene,
    spots,
    pick,
    places,
    marks,
    prompt,
    within,
    quiz=ASKING,
    step_back=back,
    locate_pieces=things,
    puzzles=puzzles,
    sheet=SHEET,
    trusted=True,
    reach_problem=spreading,
)
"""How Worm Derby's table looks, and what a pick on it comes to."""
