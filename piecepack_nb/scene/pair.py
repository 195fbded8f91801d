"""Two matches side by side: frames in lockstep, and two scenes as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from piecepack_nb.core.match_base import MoveKey
from piecepack_nb.scene.film import Film, TurnStart
from piecepack_nb.scene.layout import text_shape
from piecepack_nb.scene.match_film import MatchFilm, turn_title
from piecepack_nb.scene.model import (
    Area,
    Layer,
    Layout,
    Mark,
    Piece,
    Scene,
    Spot,
    TextTable,
    choose_layout,
)
from piecepack_nb.scene.scene_json import LONGEST

Frames = tuple[Scene, ...]
Lockstep = list[tuple[int, int]]
"""Pairs of frames to show together."""
Parts = Mapping[MoveKey, list[int]]
"""The frames of each part, a move or a turn."""


def match_moves(key: MoveKey) -> MoveKey:
    """Return the part for lockstep move by move: the same player's moves stand side by side."""
    return key


def match_turns(key: MoveKey) -> MoveKey:
    """Return the part for lockstep turn by turn: neither side waits within a turn."""
    return key[0], ""


def align_frames(one: MatchFilm, two: MatchFilm, part_of: Callable[[MoveKey], MoveKey]) -> Lockstep:
    """Return which frames of two matches to show together, part by part.

    ``part_of`` maps a move to its part. A side that lacks a part, or has a shorter one, waits.
    """
    ours, theirs = _parts(one, part_of), _parts(two, part_of)
    shown = [(0, 0)]
    for part in _in_order(ours, theirs):
        i, j = shown[-1]
        mine, other = ours.get(part, [i]), theirs.get(part, [j])
        shown += [
            (mine[min(into, len(mine) - 1)], other[min(into, len(other) - 1)])
            for into in range(max(len(mine), len(other)))
        ]
    return shown


def _parts(film: MatchFilm, part_of: Callable[[MoveKey], MoveKey]) -> Parts:
    found: dict[MoveKey, list[int]] = {}
    for move in film.moves:
        found.setdefault(part_of(move.move_key), []).extend(film.span(move.move_key))
    return found


def _in_order(ours: Parts, theirs: Parts) -> list[MoveKey]:
    """Return the parts of both in an order that keeps each side's own; turn by turn."""
    parts: list[MoveKey] = []
    order = list(theirs)
    numbers, reached = {part: number for number, part in enumerate(order)}, 0
    for part in ours:
        number = numbers.get(part, reached)
        parts += [other for other in order[reached:number] if other not in ours]
        parts.append(part)
        reached = max(reached, number)
    parts += [other for other in order[reached:] if other not in ours]
    return sorted(parts, key=lambda part: part[0])


def side_by_side(
    films: tuple[MatchFilm, MatchFilm],
    frames: tuple[Frames, Frames],
    lockstep: Lockstep,
    titles: tuple[str, str],
    waiting: Callable[[MatchFilm, int], str] = lambda _film, _frame: "",
) -> Film:
    """Return the film of both, each frame a pair of ``lockstep``, under their ``titles``.

    ``waiting(film, frame)`` is the caption of a side that waits at a frame.
    """
    one, two = films
    left = _half(one, frames[0], (frame for frame, _ in lockstep), waiting)
    right = _half(two, frames[1], (frame for _, frame in lockstep), waiting)
    scenes = tuple(pairs(zip(left, right, strict=True), titles))
    return Film(one.game.title, scenes, tuple(_turns(one, two, lockstep)))


def _half(
    film: MatchFilm, frames: Frames, shown: Iterable[int], waiting: Callable[[MatchFilm, int], str]
) -> Iterator[Scene]:
    """Yield one side's scenes; where it waits, without its last event."""
    before = -1
    for frame in shown:
        scene = frames[frame]
        if frame == before:
            scene = scene._replace(caption=waiting(film, frame), clause="", linger=0.0)
        yield scene
        before = frame


def _turns(one: MatchFilm, two: MatchFilm, lockstep: Lockstep) -> Iterator[TurnStart]:
    """Yield the start of each turn: where the first of both games begins it."""
    before: int | None = None
    for at, (i, j) in enumerate(lockstep):
        turn = max(one.turn(i), two.turn(j))
        if turn != before:
            yield TurnStart(turn_title(turn), at)
        before = turn


# --- Two scenes as one ---------------------------------------------------------------------------


SIDES = ("left", "right")
TITLES = ("title", "more")  # the areas for a half's title: above its board, above the rest
DIFFER = Layer("differ", "What differs")
GAP = 0.5  # squares between the halves
HEAD = 0.8  # squares for a half's title
WIDE = 800  # CSS pixels from which the halves stand side by side
SMALL = 0.75  # smaller pieces are signs on larger ones, or lie under them
BROAD = 0.54  # about the width of a letter, relative to its size
Halves = tuple[Scene, Scene]
Titles = tuple[str, str]
T = TypeVar("T", Piece, Spot)


def pair(left: Scene, right: Scene, titles: Titles = ("", "")) -> Scene:
    """Return both scenes as one, each under its title."""
    return next(pairs([(left, right)], titles))


def pairs(halves: Iterable[Halves], titles: Titles = ("", "")) -> Iterator[Scene]:
    """Yield each two scenes as one; equal areas and layouts stay the same objects."""
    areas: tuple[Area, ...] = ()
    layouts: tuple[Layout, ...] = ()
    before: Halves | None = None
    for both in halves:
        if before is None or not _same_areas(before, both):
            areas, layouts = _areas(both, titles), tuple(_layouts(both))
        before = both
        yield _paired(both, titles)._replace(areas=areas, layouts=layouts)


def _same_areas(before: Halves, now: Halves) -> bool:
    return all(
        old.areas == new.areas and old.layouts == new.layouts
        for old, new in zip(before, now, strict=True)
    )


def _paired(both: Halves, titles: Titles) -> Scene:
    """Return the two halves as one scene, without areas and layouts."""
    differing = tuple(_differing(both))
    layers = [*_layers(both), *((DIFFER,) if differing else ())]
    return Scene(
        (),
        (),
        tuple(_sided(piece, side) for side, half in _by_side(both) for piece in half.pieces),
        (*(_marked(mark, side) for side, half in _by_side(both) for mark in half.marks),
         *differing),
        tuple(_spots(both, titles)),
        caption=_caption(both, titles),
        clause=both[0].clause if both[0].clause == both[1].clause else "",
        alt=_clipped(" ".join(_titled(t, half.alt) for t, half in zip(titles, both, strict=True))),
        linger=max(half.linger for half in both),
        layers=tuple(layers),
        listings=tuple(_listings(both, titles)),
    )  # fmt: skip


def _layers(both: Halves) -> Iterable[Layer]:
    """Return the layers of both, each once; it has both titles where they differ."""
    layers: dict[str, Layer] = {}
    for layer in (layer for half in both for layer in half.layers):
        known = layers.setdefault(layer.id, layer)
        if layer.title != known.title:
            layers[layer.id] = known._replace(title=_clipped(f"{known.title} | {layer.title}"))
    return layers.values()


def _by_side(both: Halves) -> Iterator[tuple[str, Scene]]:
    return zip(SIDES, both, strict=True)


def _sided(part: T, side: str) -> T:
    return part._replace(id=f"{side}:{part.id}", area=f"{side}:{part.area}")


def _marked(mark: Mark, side: str) -> Mark:
    return mark._replace(area=f"{side}:{mark.area}")


def _spots(both: Halves, titles: Titles) -> Iterator[Spot]:
    """Yield the spots of both, without keys: the halves would have the same ones."""
    for (side, half), title in zip(_by_side(both), titles, strict=True):
        for spot in half.spots:
            preview = tuple(_marked(mark, side) for mark in spot.preview)
            yield _sided(spot, side)._replace(
                name=_titled(title, spot.name), key="", preview=preview
            )


# --- texts ---------------------------------------------------------------------------------------


def _titled(title: str, text: str) -> str:
    return _clipped(f"{title}: {text}" if title and text else text)


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _caption(both: Halves, titles: Titles) -> str:
    """Return both captions, or the one that they share; with clauses where these differ."""
    left, right = both
    if (left.caption, left.clause) == (right.caption, right.clause):
        return left.caption
    shared = left.clause == right.clause
    texts = (
        half.caption if shared or not half.clause else f"{half.caption} ({half.clause})"
        for half in both
    )
    lines = (_titled(title, text) for title, text in zip(titles, texts, strict=True))
    return _clipped("\n".join(line for line in lines if line))


def _listings(both: Halves, titles: Titles) -> Iterator[TextTable]:
    for half, title in zip(both, titles, strict=True):
        for listing in half.listings:
            yield listing._replace(title=_titled(title, listing.title))


# --- differences ---------------------------------------------------------------------------------


def _differing(both: Halves) -> Iterator[Mark]:
    """Yield a frame round each piece on a half's largest area that the other half lacks there."""
    left, right = (_on_the_board(half) for half in both)
    for side, mine, other in ((SIDES[0], left, right), (SIDES[1], right, left)):
        places = dict.fromkeys(place[:3] for place in (mine - other).elements())
        for area, x, y in places:
            yield Mark("selected", x, y, f"{side}:{area}", layer=DIFFER.id)


def _board(half: Scene) -> Area:
    return max(half.areas, key=lambda area: area.width * area.height)


def _on_the_board(half: Scene) -> Counter[tuple[Any, ...]]:
    board = _board(half).id
    return Counter(
        (board, piece.x, piece.y, piece.sprite, piece.suit, piece.face, piece.label, piece.angle)
        for piece in half.pieces
        if piece.area == board and piece.scale >= SMALL
    )


# --- areas and layouts ---------------------------------------------------------------------------


def _areas(both: Halves, titles: Titles) -> tuple[Area, ...]:
    """Return the halves' areas, and each half's title twice: above its board, above the rest."""
    made: list[Area] = []
    for (side, half), title in zip(_by_side(both), titles, strict=True):
        head = _head(f"{side}:title", half, title)
        made += [head, head._replace(id=f"{side}:more")]
        made += [area._replace(id=f"{side}:{area.id}") for area in half.areas]
    return tuple(made)


def _head(id: str, half: Scene, title: str) -> Area:
    """Return the area for a half's title, as large as fits above its narrowest layout."""
    width = min(layout.width for layout in half.layouts)
    size = min(46.0, max(26.0, (width - 0.2) * 100 // (BROAD * max(len(title), 1))))
    fitting = max(1, int((width - 0.2) * 100 / (BROAD * size)))
    text = title if len(title) <= fitting else title[: fitting - 1] + "…"
    drawn = (text_shape(text, 0.1, HEAD / 2, size, "start"),) if title else ()
    return Area(id, width, HEAD, "", drawn)


def _layouts(both: Halves) -> Iterator[Layout]:
    """Yield stacked layouts, one for each narrow layout of the left half, then a wide one."""
    left, right = both
    for upper in sorted(left.layouts, key=lambda layout: layout.min_width):
        if upper.min_width < WIDE:
            lower = choose_layout(right, upper.min_width)
            yield _stacked((_part_scenes(left, upper), _part_scenes(right, lower)), upper.min_width)
    yield _beside(_largest(left), _largest(right))


def _largest(half: Scene) -> Layout:
    """Return the layout that shows largest on one half of a landscape page."""
    return max(half.layouts, key=lambda layout: min(0.5 / layout.width, 0.6 / layout.height))


def _part_scenes(half: Scene, layout: Layout) -> tuple[Layout, ...]:
    """Return the board and the rest below it as two layouts, so that two boards can stand together.

    A layout with anything beside or above the board stays whole.
    """
    board, places = _board(half), layout.places
    rest = {area: place for area, place in places.items() if area != board.id}
    if not rest or board.id not in places:
        return (layout,)
    end = places[board.id][1] + board.height * (*places[board.id], 1)[2]
    top = min(place[1] for place in rest.values())
    if top < end:
        return (layout,)
    moved = {area: (place[0], place[1] - top, *place[2:]) for area, place in rest.items()}
    return (
        layout._replace(height=top, places={board.id: places[board.id]}),
        layout._replace(height=layout.height - top, places=moved),
    )


def _stacked(halves: tuple[tuple[Layout, ...], ...], min_width: int) -> Layout:
    """Return the parts one below the other: the first of both halves, then the second."""
    places: dict[str, tuple[float, ...]] = {}
    top = 0.0
    for number, title in enumerate(TITLES):
        for side, parts in zip(SIDES, halves, strict=True):
            if number < len(parts):
                places |= _moved(side, parts[number], 0, top, title)
                top += HEAD + parts[number].height + GAP
    wide = max(part.width for parts in halves for part in parts)
    return Layout(min_width, wide, round(top - GAP, 2), places)


def _beside(left: Layout, right: Layout) -> Layout:
    middle = left.width + GAP
    places = {**_moved(SIDES[0], left, 0, 0), **_moved(SIDES[1], right, middle, 0)}
    high = HEAD + max(left.height, right.height)
    return Layout(WIDE, round(middle + right.width, 2), round(high, 2), places)


def _moved(
    side: str, layout: Layout, x: float, y: float, title: str = TITLES[0]
) -> dict[str, tuple[float, ...]]:
    """Return a half's places moved by x and y, with its title above them."""
    places = {
        f"{side}:{area}": (round(place[0] + x, 2), round(place[1] + y + HEAD, 2), *place[2:])
        for area, place in layout.places.items()
    }
    return {f"{side}:{title}": (round(x, 2), round(y, 2)), **places}
