"""Worm Derby's table as a scene: a window that follows the worm to move, and the whole table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.game import WormDerby, next_action
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.interaction import (
    button_words,
    disc_spots,
    draft_window,
    held_tile,
    lay_draft,
    number_spot,
    turn_draft,
    turn_mark,
)
from piecepack_nb.games.worm_derby.race_plan import RacePlan
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.games.worm_derby.window import (
    FIRST_ROW,
    ScenePoint,
    Window,
    areas,
    in_words,
    layouts,
    on_table,
    pieces,
    place_ahead,
    race_share,
    standing,
    table_listing,
    window,
    window_of,
    worm_window,
)
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    Layer,
    Mark,
    NestedFilm,
    Number,
    Numbers,
    Overlay,
    Piece,
    Scene,
    Score,
    draw_scene,
)

LINGER = {
    "roll": 0.3, "step": 0.0, "tile moved": 0.4, "revived": 0.4, "must flee": 0.5, "eaten": 0.5,
    "out": 0.7, "round": 0.5, "turned back": 0.5, "stuck": 0.7, "home": 0.8,
}  # fmt: skip
"""Seconds that an event is looked at before the next; the steps of a roll are one motion."""
PLAN = Layer("plan", "The racer's path home")


def scene(
    game: WormDerby,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the table; ``event`` is what just happened, ``before`` the scene before it."""
    ruleset = game.ruleset
    if event is not None and before is not None and _was_laid(ruleset, event, before):
        kept = tuple(piece for piece in before.pieces if not piece.id.startswith("was "))
        return before._replace(
            pieces=kept, marks=(), spots=(), caption=_caption(event, None), clause=event.clause,
            alt=in_words(game, state), linger=0.0,
        )  # fmt: skip
    seen = _event_window(ruleset, state, event, before, draft)
    found = lay_draft(ruleset, state, draft) if draft else None
    laid = found.state if found else state
    shown = _with_held_tile(laid, draft)
    plan = event.why if event is not None and isinstance(event.why, RacePlan) else None
    plan_marks = _plan_marks(ruleset, plan, seen) if plan else ()
    overlay = Overlay(
        (*_tile_trail(event, seen), *plan_marks, *_seat_mark(ruleset, event)),
        tuple(disc_spots(seen, laid, {})),
        (PLAN,) if plan else (),
        (table_listing(ruleset, laid),),
    )
    return draw_scene(
        areas(ruleset, shown, seen),
        layouts(ruleset),
        (
            *pieces(ruleset, shown, seen, event, before),
            *_step_pieces(state, _steps_laid(draft, event, before)),
            *_draft_pieces(ruleset, state, laid, draft, seen),
            *(button_words(game, state, draft, found) if found else ()),
            *_picked_up(ruleset, event, seen),
            *_home_pieces(event, state, before),
        ),
        overlay,
        event,
        before,
        caption=_caption(event, plan),
        alt=in_words(game, laid),
        linger=LINGER.get(event.kind, 0.2) if event else 0.0,
    )


def _was_laid(ruleset: Ruleset, event: Event, before: Scene) -> bool:
    """Return True for a step seen already, when somebody laid it, with others after it."""
    if event.kind != "step":
        return False
    data, at = event.data, partial(on_table, ruleset)
    dots = {
        (piece.x, piece.y)
        for piece in before.pieces
        if piece.sprite == "disc-dot" and piece.suit == data["seat"]
    }
    return at((data["x"], data["y"])) in dots and at((data["from_x"], data["from_y"])) not in dots


def _event_window(
    ruleset: Ruleset, state: State, event: Event | None, before: Scene | None, draft: Draft
) -> Window:
    """Return the window: while things happen it stays as long as it shows them."""
    if event is None:
        return draft_window(ruleset, state, draft)
    old = window_of(ruleset, before)
    if event.kind == "home" and before is not None:
        return window(ruleset, (), old)
    if event.kind in ("tile moved", "tile placed"):
        place = event.data["x"], event.data["y"]
        return window(ruleset, [place], old, place_ahead(ruleset, state))
    return worm_window(ruleset, state, old)


def _with_held_tile(state: State, draft: Draft) -> State:
    """Return the table with the tile in hand where it is held."""
    held = held_tile(draft)
    if held is None or held.number > len(state.tiles):
        return state
    tiles = list(state.tiles)
    tiles[held.number - 1] = held.tile
    return state._replace(tiles=tuple(tiles))


def _caption(event: Event | None, plan: RacePlan | None) -> str:
    text = capitalise(event.text) if event else ""
    return f"{text} {capitalise(plan.text)}." if plan else text


# --- Scores -------------------------------------------------------------------------


def score(game: WormDerby, state: State) -> tuple[Score, ...]:
    """Return for each worm the part of the race that it has run, in steps, and what is left."""
    ruleset = game.ruleset
    whole = ruleset.steps_in_all
    return tuple(
        Score(seat.title(), round(whole * race_share(ruleset, state, seat)), whole, seat,
              text=standing(ruleset, state, seat))
        for seat in ruleset.seats
    )  # fmt: skip


def tray_words(game: WormDerby, state: State, _scene: Scene) -> tuple[str, ...]:
    """Return what is to be done, and how far each worm has to go, for a printed board."""
    due = capitalise(next_action(game.ruleset, state).text).rstrip(".")
    rows = (f"{each.label}: {each.text}." for each in score(game, state))
    return (*([] if game.result(state) else [f"{due}."]), *rows)


def numbers(game: WormDerby, state: State) -> Numbers:
    """Return the steps that each worm has to go, in its row of the race; 0 for one that is home."""
    ruleset = game.ruleset
    left = {seat: ruleset.steps_left(worm) for seat, worm in state.worms.items()}
    return {
        number_spot(seat): (Number(f"Steps to go of the {seat} worm", steps),)
        for seat, steps in (left | dict.fromkeys(state.home, 0)).items()
    }


# --- Marks ----------------------------------------------------------------------------------------


def _tile_trail(event: Event | None, seen: Window) -> Iterator[Mark]:
    """Yield the path of a tile that has just been moved."""
    if event is not None and event.kind != "step" and "from_x" in event.data:
        data = event.data
        line = (data["from_x"], data["from_y"]), (data["x"], data["y"])
        if all(seen.holds(place) for place in line):
            yield Mark("trail", points=tuple(map(seen.at, line)), suit=str(data["seat"]))


def _seat_mark(ruleset: Ruleset, event: Event | None) -> Iterator[Mark]:
    """Yield a mark at who acts, in the list of the race."""
    seat = event.data.get("seat") if event is not None else None
    if seat in ruleset.seats:
        yield turn_mark(ruleset, str(seat))


def _plan_marks(ruleset: Ruleset, plan: RacePlan, seen: Window) -> Iterator[Mark]:
    """Yield a racer's path as a line, whole from far, and the parts of it in the window."""
    if len(plan.points) < 2:
        return
    whole = tuple(on_table(ruleset, each) for each in plan.points)
    yield Mark("trail", area="table", points=whole, suit=plan.seat, layer=PLAN.id)
    runs: list[list[ScenePoint]] = [[]]
    for part in map(seen.clip, pairwise(plan.points)):
        if part is None or (runs[-1] and runs[-1][-1] != part[0]):
            runs.append([])
        if part is not None:
            runs[-1] += part if not runs[-1] else part[1:]
    for run in runs:
        if len(run) > 1:
            yield Mark("trail", points=tuple(run), suit=plan.seat, layer=PLAN.id)


# --- Pieces of a move -----------------------------------------------------------------------------


def _steps_laid(draft: Draft, event: Event | None, before: Scene | None) -> int:
    """Return how many steps of the turn have been laid."""
    if event is None:
        turn = turn_draft(draft)
        return len(turn.angles) if turn is not None else 0
    shown = before.pieces if before is not None else ()
    there = sum(piece.sprite == "disc" for piece in shown if piece.id.startswith("step "))
    return there + (event.kind == "step")


def _step_pieces(state: State, laid: int) -> Iterator[Piece]:
    """Yield a disc for each step of the turn: laid already, or still to go (WD-20)."""
    apart = min(0.62, 3.4 / max(1, state.steps))
    for number in range(state.steps if state.phase == "move" else 0):
        x = round(1.52 + apart * number, 3)
        sprite = "disc" if number < laid else "disc-ghost"
        yield Piece(f"step {number}", sprite, x, FIRST_ROW, "desk",
                    scale=round(0.85 * apart, 3), suit=state.to_move)  # fmt: skip


def _draft_pieces(
    ruleset: Ruleset, state: State, laid: State, draft: Draft, seen: Window
) -> Iterator[Piece]:
    """Yield where a draft picked discs up, and the tile in hand."""
    worm, now = state.worms.get(state.to_move), laid.worms.get(state.to_move)
    gone = set(worm.discs) - set(now.discs) if worm is not None and now is not None else set()
    for number, place in enumerate(sorted(gone)):
        yield from _ghost(ruleset, seen, place, state.to_move, number)
    held = held_tile(draft)
    if held is not None:
        tile, size = held.tile, ruleset.rules.tile
        for id_, (x, y), area, scale in (
            ("held", seen.at(tile), "board", round(size * seen.unit, 4)),
            ("far held", on_table(ruleset, tile), "table", size),
        ):
            yield Piece(id_, "slab-held", x, y, area, angle=-tile.angle, z=2, scale=scale)


def _picked_up(ruleset: Ruleset, event: Event | None, seen: Window) -> Iterator[Piece]:
    """Yield where the disc of a step was picked up."""
    if event is not None and event.kind == "step":
        place = event.data["from_x"], event.data["from_y"]
        yield from _ghost(ruleset, seen, place, str(event.data["seat"]), 0)


def _ghost(
    ruleset: Ruleset, seen: Window, place: tuple[float, ...], seat: str, number: int
) -> Iterator[Piece]:
    if seen.holds(place, 0.3):
        yield Piece(f"was {number}", "disc-ghost", *seen.at(place), suit=seat, z=2,
                    scale=round(ruleset.coin * seen.unit, 4))  # fmt: skip


def _home_pieces(event: Event | None, state: State, before: Scene | None) -> Iterator[Piece]:
    """Yield a worm that is home and leaves the table: it is looked at once more (WD-22)."""
    seat = event.data["seat"] if event is not None and event.kind == "home" else None
    if seat is not None and seat not in state.worms:
        ends = {f"head of {seat}", f"tail of {seat}"}
        for piece in before.pieces if before is not None else ():
            disc = piece.suit == seat and piece.sprite in ("disc", "disc-dot")
            if piece.id in ends or (disc and piece.area in ("board", "table")):
                yield piece


# --- The slide of a disc --------------------------------------------------------------------------

SLIDE_Z = 8


def slide_film(game: WormDerby, before: State, step: Step, shown: Scene) -> NestedFilm | None:
    """Return the slide of a step in three pictures (WD-5); None if nothing slides."""
    event, ruleset = step.event, game.ruleset
    seen = window_of(ruleset, shown)
    if event.kind != "step" or not ruleset.slides or seen is None:
        return None
    seat, data = str(event.data["seat"]), event.data
    x, y = place = seen.at((data["x"], data["y"]))
    moved = next(
        (
            piece
            for piece in shown.pieces
            if (piece.sprite, piece.area, piece.suit) == ("disc", "board", seat)
            and abs(piece.x - x) + abs(piece.y - y) < 0.01
        ),
        None,
    )
    if moved is None:
        return None
    centre = before.worms[seat].end(str(data["to"]))
    on_end = seen.at(centre)
    half = seen.at(beside(centre, float(data["angle"]), ruleset.coin / 2))
    lane = Mark("open", points=(on_end, place), suit=seat)
    frames = tuple(
        _slide_frame(shown, moved, at, lane, text)
        for at, text in (
            (on_end, f"The disc is put on the {seat} worm's {data['to']}."),
            (half, "It slides straight off it, and must fit past everything beside its path."),
            (place, "It has come off, and touches the end disc: there it stays."),
        )
    )
    return NestedFilm("How the disc slides to its place", frames)


def _slide_frame(shown: Scene, moved: Piece, at: ScenePoint, lane: Mark, text: str) -> Scene:
    there = moved.x, moved.y
    moving = tuple(
        piece._replace(x=at[0], y=at[1], z=SLIDE_Z) if piece.id == moved.id else piece
        for piece in shown.pieces
        if piece.sprite not in ("disc-eyes", "disc-tail") or (piece.x, piece.y) != there
    )
    return shown._replace(
        pieces=moving, marks=(*shown.marks, lane), caption=text, clause="WD-5", linger=0.6
    )


# --- Places ---------------------------------------------------------------------------------------


def locate(game: WormDerby, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Return where fixed things are: on the whole table."""
    fixed = game.ruleset.fixed
    return [("table", *on_table(game.ruleset, fixed[name])) for name in squares if name in fixed]
