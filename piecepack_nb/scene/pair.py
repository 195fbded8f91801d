"""Two games side by side: frames matched, and two scenes shown as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from piecepack_nb.scene.film import Film, TurnStart
from piecepack_nb.scene.layout import text_shape
from piecepack_nb.scene.match_film import MatchFilm, MoveKey, turn_title
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
Parts = Mapping[MoveKey, list[int]]


def match_moves(place: MoveKey) -> MoveKey:
    """Games are held together move by move: what the same player does stands side by side."""
    return place


def match_turns(place: MoveKey) -> MoveKey:
    """Games are held together turn by turn: neither waits before it is through with a turn.

    Where they are the same, step by step, the same steps stand side by side.
    """
    return place[0], ""


def film_beside(one: MatchFilm, two: MatchFilm, held: Callable[[MoveKey], MoveKey]) -> Lockstep:
    """Which frame of the one is shown beside which of the other, part by part.

    ``held`` gives the part that a place belongs to. Where one of them has no such part, or a
    shorter one, it waits.
    """
    ours, theirs = _parts(one, held), _parts(two, held)
    shown = [(0, 0)]
    for part in _in_order(ours, theirs):
        i, j = shown[-1]
        mine, other = ours.get(part, [i]), theirs.get(part, [j])
        shown += [
            (mine[min(into, len(mine) - 1)], other[min(into, len(other) - 1)])
            for into in range(max(len(mine), len(other)))
        ]
    return shown


def _parts(course: MatchFilm, held: Callable[[MoveKey], MoveKey]) -> Parts:
    """The frames of each part."""
    found: dict[MoveKey, list[int]] = {}
    for each in course.moves:
        found.setdefault(held(each.move_key), []).extend(course.span(each.move_key))
    return found


def _in_order(ours: Parts, theirs: Parts) -> list[MoveKey]:
    """The parts of both, each in the order in which it comes there; turn by turn."""
    parts: list[MoveKey] = []
    order = list(theirs)
    numbers, reached = {part: number for number, part in enumerate(order)}, 0
    for part in ours:
        number = numbers.get(part, reached)
        parts += [fresh for fresh in order[reached:number] if fresh not in ours]
        parts.append(part)
        reached = max(reached, number)
    parts += [fresh for fresh in order[reached:] if fresh not in ours]
    return sorted(parts, key=lambda part: part[0])


def side_by_side(
    courses: tuple[MatchFilm, MatchFilm],
    frames: tuple[Frames, Frames],
    shown: Lockstep,
    titles: tuple[str, str],
    waits: Callable[[MatchFilm, int], str] = lambda _course, _frame: "",
) -> Film:
    """The film of both: at each moment the two frames that are ``shown``, under their ``titles``.

    ``waits`` says for a course that waits at a frame what stands there in place of its caption.
    """
    one, two = courses
    left = _half(one, frames[0], (frame for frame, _ in shown), waits)
    right = _half(two, frames[1], (frame for _, frame in shown), waits)
    scenes = tuple(pairs(zip(left, right, strict=True), titles))
    return Film(one.game.title, scenes, tuple(_turns(one, two, shown)))


def _half(
    course: MatchFilm, frames: Frames, shown: Iterable[int], waits: Callable[[MatchFilm, int], str]
) -> Iterator[Scene]:
    """One game's scene at each moment; where it waits, its last event isn't told again."""
    before = -1
    for frame in shown:
        scene = frames[frame]
        if frame == before:
            scene = scene._replace(caption=waits(course, frame), clause="", linger=0.0)
        yield scene
        before = frame


def _turns(one: MatchFilm, two: MatchFilm, shown: Lockstep) -> Iterator[TurnStart]:
    """A turn begins with the game that comes to it first."""
    begun: int | None = None
    for at, (i, j) in enumerate(shown):
        turn = max(one.turn(i), two.turn(j))
        if turn != begun:
            yield TurnStart(turn_title(turn), at)
        begun = turn


# --- Two scenes as one ---------------------------------------------------------------------------


SIDES = ("left", "right")
TITLES = ("title", "more")  # the areas with a half's title: over its board, and over the rest
DIFFER = Layer("differ", "What differs")
GAP = 0.5  # squares between the halves
HEAD = 0.8  # squares that a half's title takes
WIDE = 800  # CSS pixels from which on the halves stand side by side
SMALL = 0.75  # smaller pieces are signs worn by larger ones, or lie under them
BROAD = 0.54  # about the width of a letter, by its size
Halves = tuple[Scene, Scene]
Titles = tuple[str, str]
T = TypeVar("T", Piece, Spot)


def pair(left: Scene, right: Scene, titles: Titles = ("", "")) -> Scene:
    """Both scenes as one, each under its title."""
    return next(pairs([(left, right)], titles))


def pairs(halves: Iterable[Halves], titles: Titles = ("", "")) -> Iterator[Scene]:
    """Each two scenes as one. What stays the same from one to the next stays the same value."""
    furniture: tuple[tuple[Area, ...], tuple[Layout, ...]] = ((), ())
    before: Halves | None = None
    for both in halves:
        if before is None or not _same_furniture(before, both):
            furniture = _areas(both, titles), tuple(_layouts(both))
        before = both
        yield _paired(both, titles)._replace(areas=furniture[0], layouts=furniture[1])


def _same_furniture(before: Halves, now: Halves) -> bool:
    return all(
        old.areas == new.areas and old.layouts == new.layouts
        for old, new in zip(before, now, strict=True)
    )


def _paired(both: Halves, titles: Titles) -> Scene:
    """Everything of the two halves but their furniture."""
    differing = tuple(_differing(both))
    layers = dict.fromkeys(layer for half in both for layer in half.layers)
    if differing:
        layers[DIFFER] = None
    return Scene(
        (),
        (),
        tuple(_sided(piece, side) for side, half in _by_side(both) for piece in half.pieces),
        (*(_marked(mark, side) for side, half in _by_side(both) for mark in half.marks),
         *differing),
        tuple(_spots(both, titles)),
        caption=_told(both, titles),
        clause=both[0].clause if both[0].clause == both[1].clause else "",
        alt=_clipped(" ".join(_titled(t, half.alt) for t, half in zip(titles, both, strict=True))),
        linger=max(half.linger for half in both),
        layers=tuple(layers),
        listings=tuple(_listings(both, titles)),
    )  # fmt: skip


def _by_side(both: Halves) -> Iterator[tuple[str, Scene]]:
    return zip(SIDES, both, strict=True)


def _sided(part: T, side: str) -> T:
    return part._replace(id=f"{side}:{part.id}", area=f"{side}:{part.area}")


def _marked(mark: Mark, side: str) -> Mark:
    return mark._replace(area=f"{side}:{mark.area}")


def _spots(both: Halves, titles: Titles) -> Iterator[Spot]:
    """The spots of both; keys are left out, for both halves would have the same."""
    for (side, half), title in zip(_by_side(both), titles, strict=True):
        for spot in half.spots:
            preview = tuple(_marked(mark, side) for mark in spot.preview)
            yield _sided(spot, side)._replace(
                name=_titled(title, spot.name), key="", preview=preview
            )


# --- what is said -------------------------------------------------------------------------------


def _titled(title: str, text: str) -> str:
    return _clipped(f"{title}: {text}" if title and text else text)


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _told(both: Halves, titles: Titles) -> str:
    """Both captions, or the one that they share; clauses stand in them where they differ."""
    left, right = both
    if (left.caption, left.clause) == (right.caption, right.clause):
        return left.caption
    shared = left.clause == right.clause
    texts = (
        half.caption if shared or not half.clause else f"{half.caption} ({half.clause})"
        for half in both
    )
    told = (_titled(title, text) for title, text in zip(titles, texts, strict=True))
    return _clipped("\n".join(text for text in told if text))


def _listings(both: Halves, titles: Titles) -> Iterator[TextTable]:
    for half, title in zip(both, titles, strict=True):
        for listing in half.listings:
            yield listing._replace(title=_titled(title, listing.title))


# --- what differs -------------------------------------------------------------------------------


def _differing(both: Halves) -> Iterator[Mark]:
    """A frame round each piece on a half's largest area that the other half lacks there."""
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


# --- where everything stands --------------------------------------------------------------------


def _areas(both: Halves, titles: Titles) -> tuple[Area, ...]:
    """The halves' own areas, and each half's title twice: over its board, over the rest."""
    made: list[Area] = []
    for (side, half), title in zip(_by_side(both), titles, strict=True):
        head = _head(f"{side}:title", half, title)
        made += [head, head._replace(id=f"{side}:more")]
        made += [area._replace(id=f"{side}:{area.id}") for area in half.areas]
    return tuple(made)


def _head(id: str, half: Scene, title: str) -> Area:
    """A half's title, as large as fits over its narrowest layout."""
    width = min(layout.width for layout in half.layouts)
    size = min(46.0, max(26.0, round((width - 0.2) * 100 / (BROAD * max(len(title), 1)))))
    fitting = max(1, int((width - 0.2) * 100 / (BROAD * size)))
    text = title if len(title) <= fitting else title[: fitting - 1] + "…"
    drawn = (text_shape(text, 0.1, HEAD / 2, size, "start"),) if title else ()
    return Area(id, width, HEAD, "", drawn)


def _layouts(both: Halves) -> Iterator[Layout]:
    """One below the other in each layout of the left one; side by side where there is room."""
    left, right = both
    for upper in sorted(left.layouts, key=lambda layout: layout.min_width):
        if upper.min_width < WIDE:
            lower = choose_layout(right, upper.min_width)
            yield _stacked((_part_scenes(left, upper), _part_scenes(right, lower)), upper.min_width)
    yield _beside(_largest(left), _largest(right))


def _largest(half: Scene) -> Layout:
    """The layout that shows largest on one half of a page that is wider than high."""
    return max(half.layouts, key=lambda layout: min(0.5 / layout.width, 0.6 / layout.height))


def _part_scenes(half: Scene, layout: Layout) -> tuple[Layout, ...]:
    """The layout as it is; where all else lies below its board, the board and the rest apart.

    So that the boards of two halves can stand together.
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
    """One below the other: the first parts of both, then the second ones."""
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
    """A half's places, moved by x and y, with its title above them."""
    places = {
        f"{side}:{area}": (round(place[0] + x, 2), round(place[1] + y + HEAD, 2), *place[2:])
        for area, place in layout.places.items()
    }
    return {f"{side}:{title}": (round(x, 2), round(y, 2)), **places}
