"""Worm Derby's table as a scene: a window that follows the worm to move, and the whole table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.interaction import (
    disc_spots,
    draft_window,
    held_tile,
    lay_draft,
    marks,
    pick,
    prompt,
    spots,
    step_back,
    turn_draft,
    turn_mark,
)
from piecepack_nb.games.worm_derby.lessons import QUIZ, puzzles
from piecepack_nb.games.worm_derby.race_plan import RacePlan
from piecepack_nb.games.worm_derby.reach_map import reach_problem
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.sprites import SHEET
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.games.worm_derby.window import (
    Window,
    areas,
    clip_line,
    layouts,
    on_table,
    pieces,
    place_ahead,
    places_to_show,
    table_in_words,
    table_listing,
    window,
    window_of,
)
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    GameView,
    Layer,
    Mark,
    NestedFilm,
    Piece,
    Scene,
    Spot,
    keep_order,
)

# --- The scene -----------------------------------------------------------------------------------


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
    if event is not None and before is not None and _was_laid(game, event, before):
        return _unchanged_scene(game, state, event, before)
    seen = _event_window(game, state, event, before, draft)
    laid = lay_draft(game.ruleset, state, draft).state if draft else state
    plan = plan_of(event)
    drawn = (
        *_tile_trail(game, event, seen),
        *(plan_marks(game, plan, seen) if plan else ()),
        *_seat_mark(game, event),
    )
    return Scene(
        areas(game.ruleset, _with_held_tile(laid, draft), seen),
        layouts(game.ruleset),
        (
            *pieces(game, _with_held_tile(laid, draft), seen, event, before),
            *step_pieces(state, _steps_laid(draft, event, before)),
            *draft_pieces(game.ruleset, state, laid, draft, seen),
            *_picked_up_pieces(game, event, seen),
            *_home_pieces(event, state, before),
        ),
        keep_order(drawn, before.marks if before else ()),
        tuple(disc_spots(seen, laid, {})),
        caption=_caption(event, plan),
        clause=event.clause if event else "",
        alt=table_in_words(game, laid),
        linger=LINGER.get(event.kind, 0.3) if event else 0.0,
        layers=PLAN_LAYERS if plan else (),
        listings=(table_listing(game, laid),),
    )


def _event_window(
    game: WormDerby, state: State, event: Event | None, before: Scene | None, draft: Draft
) -> Window:
    """The window: while things happen it stays as long as it shows them."""
    if event is None:
        return draft_window(game, state, draft)
    if event.kind == "home" and before is not None:
        return window(game.ruleset, (), window_of(game.ruleset, before))
    need: list[tuple[float, ...]] = list(places_to_show(game, state))
    if event.kind in ("tile moved", "tile placed"):
        need = [(event.data["x"], event.data["y"])]
    return window(game.ruleset, need, window_of(game.ruleset, before), place_ahead(game, state))


def _steps_laid(draft: Draft, event: Event | None, before: Scene | None) -> int:
    """How many steps of the turn have been laid."""
    if event is None:
        turn = turn_draft(draft)
        return len(turn.angles) if turn is not None else 0
    shown = before.pieces if before is not None else ()
    there = sum(piece.sprite == "disc" for piece in shown if piece.id.startswith("step "))
    return there + (event.kind == "step")


def _was_laid(game: WormDerby, event: Event, before: Scene) -> bool:
    """Was this step seen already, when somebody laid it, with others after it?"""
    if event.kind != "step":
        return False
    data, at = event.data, partial(on_table, game.ruleset)
    dots = {
        (piece.x, piece.y)
        for piece in before.pieces
        if piece.sprite == "disc-dot" and piece.suit == data["seat"]
    }
    return at((data["x"], data["y"])) in dots and at((data["from_x"], data["from_y"])) not in dots


def _unchanged_scene(game: WormDerby, state: State, event: Event, before: Scene) -> Scene:
    """The scene before, in which the step is seen, with what it is told as."""
    pieces = tuple(piece for piece in before.pieces if not piece.id.startswith("was "))
    return before._replace(
        pieces=pieces, marks=(), spots=(), caption=_caption(event, None), clause=event.clause,
        alt=table_in_words(game, state), linger=0.0,
    )  # fmt: skip


def _with_held_tile(state: State, draft: Draft) -> State:
    """The table without the tile that is in hand: far away, where nobody sees it."""
    found = held_tile(draft)
    if found is None or found[0] > len(state.tiles):
        return state
    tiles = list(state.tiles)
    tiles[found[0] - 1] = found[1]
    return state._replace(tiles=tuple(tiles))


def _tile_trail(game: WormDerby, event: Event | None, seen: Window) -> Iterator[Mark]:
    """The way of a tile that has just been moved."""
    if event is not None and event.kind != "step" and "from_x" in event.data:
        data = event.data
        line = (data["from_x"], data["from_y"]), (data["x"], data["y"])
        if all(seen.holds(place) for place in line):
            yield Mark("trail", points=tuple(seen.at(place) for place in line),
                       suit=str(data["seat"]))  # fmt: skip


def _seat_mark(game: WormDerby, event: Event | None) -> Iterator[Mark]:
    """Who acts, in the list of the race."""
    seat = event.data.get("seat") if event is not None else None
    if seat in game.ruleset.seats:
        yield turn_mark(game.ruleset, str(seat))


def _picked_up_pieces(game: WormDerby, event: Event | None, seen: Window) -> Iterator[Piece]:
    """Where the disc of a step was picked up."""
    if event is not None and event.kind == "step":
        place = event.data["from_x"], event.data["from_y"]
        if seen.holds(place, 0.3):
            yield picked_up_piece(game.ruleset, seen, place, str(event.data["seat"]), 0)


def _home_pieces(event: Event | None, state: State, before: Scene | None) -> Iterator[Piece]:
    """A worm that is home and leaves the table: it is looked at once more (WD-22)."""
    seat = event.data["seat"] if event is not None and event.kind == "home" else None
    if seat is not None and seat not in state.worms:
        ends = {f"head of {seat}", f"tail of {seat}"}
        for piece in before.pieces if before is not None else ():
            disc = piece.suit == seat and piece.sprite in ("disc", "disc-dot")
            if piece.id in ends or (disc and piece.area in ("board", "table")):
                yield piece


def _caption(event: Event | None, plan: Any) -> str:
    text = capitalise(event.text) if event else ""
    return f"{text} {capitalise(plan.text)}." if plan else text


def locate(game: WormDerby, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where fixed things lie: on the whole table."""
    fixed = game.ruleset.fixed
    return [("table", *on_table(game.ruleset, fixed[name])) for name in squares if name in fixed]


def locate_pieces(shown: Scene, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where discs and tiles lie: in the window, or on the whole table."""
    lie: dict[str, Spot | Piece] = {piece.id: piece for piece in shown.pieces}
    lie |= {spot.id: spot for spot in shown.spots}
    found = (lie.get(name) or lie.get(f"far {name}") for name in squares)
    return [(each.area, each.x, each.y) for each in found if each is not None]


# --- The racer's plan ----------------------------------------------------------------------------


PLAN = Layer("plan", "The racer's way home")
PLAN_LAYERS = (PLAN,)


def plan_of(event: Event | None) -> RacePlan | None:
    """The plan that an event's decision was made by."""
    why = event.why if event is not None else None
    return why if isinstance(why, RacePlan) else None


def plan_marks(game: WormDerby, plan: RacePlan, seen: Window) -> Iterator[Mark]:
    """The way as a line, whole from far, and the parts of it in the window."""
    points = plan.points
    if len(points) < 2:
        return
    yield Mark("trail", area="table", points=tuple(on_table(game.ruleset, each) for each in points),
               suit=plan.seat, layer=PLAN.id)  # fmt: skip
    for line in _visible_runs(seen, points):
        yield Mark("trail", points=line, suit=plan.seat, layer=PLAN.id)


def _visible_runs(
    seen: Window, points: tuple[tuple[float, ...], ...]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """The stretches of a line that the window shows."""
    run: list[tuple[float, float]] = []
    for part in (clip_line(seen, line) for line in pairwise(points)):
        if part is None or (run and run[-1] != part[0]):
            if len(run) > 1:
                yield tuple(run)
            run = []
        if part is not None:
            run += part if not run else part[1:]
    if len(run) > 1:
        yield tuple(run)


# --- The slide of a disc -------------------------------------------------------------------------


SLIDE_Z = 8
END_SPRITES = ("disc-eyes", "disc-tail")


def slide_film(game: WormDerby, before: State, step: Any, scene: Scene) -> NestedFilm | None:
    """The slide of a step in three pictures; None for anything else, or where discs are placed."""
    event, ruleset = step.event, game.ruleset
    if event.kind != "step" or ruleset.rules.squeeze != "slide":
        return None
    seen = window_of(ruleset, scene)
    seat, data = str(event.data["seat"]), event.data
    place = seen.at((data["x"], data["y"])) if seen else (0.0, 0.0)
    moved = next((piece for piece in scene.pieces if _is_disc_at(piece, seat, place)), None)
    if seen is None or moved is None:
        return None
    centre = before.worms[seat].end(str(data["to"]))
    on_end = seen.at(centre)
    half = seen.at(beside(centre, float(data["angle"]), ruleset.coin / 2))
    lane = Mark("open", points=(on_end, place), suit=seat)
    frames = tuple(
        _slide_frame(scene, moved, at, lane, text)
        for at, text in (
            (on_end, f"The disc is put on the {seat} worm's {data['to']}."),
            (half, "It slides straight off it, and must fit past everything beside its way."),
            (place, "It has come off, and touches the end disc: there it stays."),
        )
    )
    return NestedFilm("How the disc slides to its place", frames)


def _is_disc_at(piece: Piece, seat: str, place: tuple[float, float]) -> bool:
    return (
        piece.sprite == "disc"
        and piece.area == "board"
        and piece.suit == seat
        and abs(piece.x - place[0]) + abs(piece.y - place[1]) < 0.01
    )


def _slide_frame(
    scene: Scene, moved: Piece, at: tuple[float, float], lane: Mark, text: str
) -> Scene:
    there = moved.x, moved.y
    pieces = tuple(
        piece._replace(x=at[0], y=at[1], z=SLIDE_Z) if piece.id == moved.id else piece
        for piece in scene.pieces
        if piece.sprite not in END_SPRITES or (piece.x, piece.y) != there
    )
    return scene._replace(
        pieces=pieces, marks=(*scene.marks, lane), caption=text, clause="WD-5", linger=0.6
    )


def step_pieces(state: State, laid: int) -> Iterator[Piece]:
    """A disc for each step of the turn: laid already, or still to go (WD-20)."""
    apart = min(0.62, 3.4 / max(1, state.steps))
    for number in range(state.steps if state.phase == "move" else 0):
        x = round(1.52 + apart * number, 3)
        yield Piece(f"step {number}", "disc" if number < laid else "disc-ghost", x, 0.6, "desk",
                    scale=round(0.85 * apart, 3), suit=state.to_move)  # fmt: skip


def picked_up_piece(
    ruleset: Ruleset, seen: Window, place: tuple[float, ...], seat: str, number: int
) -> Piece:
    """The place where a disc was picked up."""
    return Piece(f"was {number}", "disc-ghost", *seen.at(place), suit=seat, z=2,
                 scale=round(ruleset.coin * seen.unit, 4))  # fmt: skip


# --- while a move is put together ----------------------------------------------------------------


def draft_pieces(
    ruleset: Ruleset, state: State, laid: State, draft: Draft, seen: Window
) -> Iterator[Piece]:
    """Where discs were picked up, and the tile in hand."""
    worm, now = state.worms.get(state.to_move), laid.worms.get(state.to_move)
    gone = set(worm.discs) - set(now.discs) if worm is not None and now is not None else set()
    for number, place in enumerate(sorted(gone)):
        if seen.holds(place, 0.3):
            yield picked_up_piece(ruleset, seen, place, state.to_move, number)
    found = held_tile(draft)
    if found is not None:
        x, y = seen.at(found[1])
        yield Piece("held", "slab-held", x, y, angle=-found[1].angle, z=2,
                    scale=round(ruleset.rules.tile * seen.unit, 4))  # fmt: skip
        x, y = on_table(ruleset, found[1])
        yield Piece("far held", "slab-held", x, y, "table", angle=-found[1].angle, z=2,
                    scale=ruleset.rules.tile)  # fmt: skip


VIEW = GameView[WormDerby, State](
    scene,
    spots,
    pick,
    locate,
    marks,
    prompt,
    slide_film,
    quiz=QUIZ,
    step_back=step_back,
    locate_pieces=locate_pieces,
    puzzles=puzzles,
    reach_problem=reach_problem,
    sheet=SHEET,
    trusted=True,
)
"""How Worm Derby's table looks, and what a pick on it comes to."""
