"""Films: scenes in sequence, packed as differences from frame to frame."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import visible_json
from piecepack_nb.scene.model import Mark, Piece, Scene
from piecepack_nb.scene.scene_json import part_to_json, to_json

LISTS = ("areas", "layouts", "marks", "spots", "layers", "listings")
VALUES = ("caption", "clause", "alt", "linger")


def delta(before: Scene, after: Scene) -> dict[str, Any]:
    """Return the differences from one scene to the next as JSON data.

    Keys, each only where something changed: ``set`` (a list of {id, field: value}), ``add``
    (whole pieces), ``gone`` (ids), ``order`` (ids, where it doesn't follow from the rest), and the
    names of the scene's other fields with their new values. A list may instead be {"off": indexes
    to remove from the old list, "on": entries to append}.
    """
    changes = _pieces_delta(before.pieces, after.pieces)
    for name in LISTS:
        old, new = getattr(before, name), getattr(after, name)
        if new is not old and new != old:
            changes[name] = _list_delta(old, new)
    for name in VALUES:
        if getattr(after, name) != getattr(before, name):
            changes[name] = getattr(after, name)
    return changes


def _list_delta(old: tuple[Any, ...], new: tuple[Any, ...]) -> Any:
    """Return the entries to remove and to append, or the whole list if that is as short."""
    off, kept = [], 0
    for index, part in enumerate(old):
        if kept < len(new) and (part is new[kept] or part == new[kept]):
            kept += 1
        else:
            off.append(index)
    on = [part_to_json(part) for part in new[kept:]]
    if kept <= 1 + len(off) // 4:  # an index takes about a quarter of an entry's room, or less
        return [part_to_json(part) for part in new]
    return {"off": off, "on": on}


def _pieces_delta(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> dict[str, Any]:
    if before == after:
        return {}
    old = {piece.id: piece for piece in before}
    new = {piece.id: piece for piece in after}
    kept = [key for key in old if key in new]
    added = [key for key in new if key not in old]
    changes: dict[str, Any] = {
        "set": [_changed(old[key], new[key]) for key in kept if old[key] != new[key]],
        "add": [part_to_json(new[key]) for key in added],
        "gone": [key for key in old if key not in new],
        "order": list(new) if kept + added != list(new) else [],
    }
    return {name: value for name, value in changes.items() if value}


def _changed(old: Piece, new: Piece) -> dict[str, Any]:
    names = [name for name in Piece._fields if getattr(old, name) != getattr(new, name)]
    return {"id": new.id} | {name: getattr(new, name) for name in names}


# --- Animations ----------------------------------------------------------------------------------


WALK = 0.45
"""The least distance of a step in a walk, in squares; a shorter move makes room for a piece."""
REST, SHORTEST = 2.0, 0.5
"""The seconds that the frames of an animation rest together; if they would rest longer, each rests
shorter, down to this part of its ``linger``."""


def in_brief(before: Scene, frames: Sequence[Scene]) -> list[Scene]:
    """Return the frames as a table plays them, after the scene ``before``.

    A frame without ``linger`` is passed through: it keeps the caption before it. It is left out
    where the next frame goes on with its motion: straight ahead, or after a turn on the spot.
    Where much happens, frames rest shorter.
    """
    return [frame for _, frame in brief_frames(before, frames)]


def brief_frames(
    before: Scene, frames: Sequence[Scene], stops: Collection[int] = ()
) -> list[tuple[int, Scene]]:
    """Return the frames of ``in_brief`` with their indexes; none of the ``stops`` is left out."""
    kept = [(-1, before)]
    for number, frame in enumerate(frames):
        last, shown = kept[-1][1], frame
        if not frame.linger:
            shown = frame._replace(caption=last.caption, clause=last.clause)
        following = frames[number + 1 : number + 2]
        stays = frame.linger or number in stops or not following
        if stays or not _goes_on(last, frame, following[0]):
            kept.append((number, shown))
    rest = sum(frame.linger for _, frame in kept[1:])
    part = max(SHORTEST, min(1.0, REST / rest)) if rest else 1.0
    return [(at, frame._replace(linger=round(frame.linger * part, 2))) for at, frame in kept[1:]]


def _goes_on(before: Scene, frame: Scene, after: Scene) -> bool:
    """Return True if each piece that moves in ``frame`` moves straight on in the scene after it."""
    first, then = _moved(before, frame), _moved(frame, after)
    walkers = {id for id in first if _step(*first[id]) > WALK}
    if walkers - then.keys() or (walkers and then.keys() - walkers):
        return False
    return all(_straight_on(*first[id], then[id][1]) for id in first.keys() & then.keys())


def together(before: Scene, runs: Sequence[Sequence[Scene]]) -> list[Scene]:
    """Return frames in which the pieces of several runs of frames move at once.

    Each run was made after the one before it, the first after the scene ``before``. The last frame
    is the last run's.
    """
    starts = [before, *(run[-1] for run in runs[:-1])]
    final = runs[-1][-1]
    frames = []
    for number in range(max(map(len, runs)) - 1):
        pieces: dict[str, Piece | None] = {piece.id: piece for piece in before.pieces}
        for start, run in zip(starts, runs, strict=True):
            moved = _moved(start, run[min(number, len(run) - 1)])
            pieces |= {id: piece for id, (_, piece) in moved.items()}
        shown = tuple(piece for piece in pieces.values() if piece is not None)
        frames.append(final._replace(pieces=shown, linger=0.0))
    return [*frames, final]


PiecePair = tuple[Piece | None, Piece | None]


def _moved(before: Scene, after: Scene) -> dict[str, PiecePair]:
    """Return the pieces that two scenes show differently, as they are in each."""
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    both = ((id, (old.get(id), new.get(id))) for id in {**old, **new})
    return {id: pair for id, pair in both if pair[0] != pair[1]}


def _step(start: Piece | None, end: Piece | None) -> float:
    """Return how far a piece moves inside its area, in squares."""
    if start is None or end is None or start.area != end.area:
        return 0.0
    return math.hypot(end.x - start.x, end.y - start.y)


def _straight_on(start: Piece | None, middle: Piece | None, end: Piece | None) -> bool:
    """Return True if a piece goes straight on, or turns on the spot before it goes."""
    if (
        start is None
        or middle is None
        or end is None
        or len({start.area, middle.area, end.area}) > 1
    ):
        return False
    if middle._replace(angle=start.angle) == start:
        return True
    (x, y), (right, down) = ((b.x - a.x, b.y - a.y) for a, b in ((start, middle), (middle, end)))
    alike = start._replace(x=0, y=0) == middle._replace(x=0, y=0) == end._replace(x=0, y=0)
    return alike and abs(x * down - y * right) < 1e-3 and x * right + y * down > 0


def last_move(before: Scene, after: Scene) -> tuple[Mark, ...]:
    """Return marks for the start and end of every piece that has moved on the board.

    The board is the first area and those named after it, such as "board ann". A piece that moves
    with a larger one, such as its marker, has no marks of its own.
    """
    first = after.areas[0].id.partition(" ")[0]
    boards = {area.id for area in after.areas if area.id.partition(" ")[0] == first}
    moves = ((a, b) for a, b in _moved(before, after).values() if a and b)
    pairs = ((a, b) for a, b in moves if a.area == b.area and a.area in boards)
    moved = [(a, b) for a, b in pairs if _step(a, b) > WALK]
    shown: list[tuple[Piece, Piece]] = []
    for a, b in sorted(moved, key=lambda pair: -pair[1].scale):
        if all(_step(a, start) > WALK or _step(b, end) > WALK for start, end in shown):
            shown.append((a, b))
    return (
        *(Mark("last-start", a.x, a.y, a.area) for a, _ in shown),
        *(Mark("last-end", b.x, b.y, b.area) for _, b in shown),
    )


# --- Films ---------------------------------------------------------------------------------------


VERSION = 1


class TurnStart(NamedTuple):
    """A turn's title and the number of its first frame."""

    title: str
    at: int


def frame_name(turns: Iterable[TurnStart], frame: int) -> str:
    """Return a frame's name on the timeline: "Turn 3, step 5"."""
    turn = [each for each in turns if each.at <= frame][-1]
    return f"{turn.title}, step {frame - turn.at + 1}"


class NestedFilm(NamedTuple):
    """A timeline inside a frame; its scenes follow the frame's own."""

    title: str
    frames: tuple[Scene, ...]


class Film(NamedTuple):
    """Recorded frames, the turns that they belong to, and the films nested in them."""

    title: str
    frames: tuple[Scene, ...]
    turns: tuple[TurnStart, ...]
    nested: Mapping[int, NestedFilm] = FrozenDict()


def pack(film: Film) -> bytes:
    """Return the film for the page: JSON of differences, compressed by zlib.

    A nested film is JSON inside a string, so that the page parses it only when it is opened.
    """
    if not film.frames:
        raise invalid("the film's frames", 0, "at least one")
    data = {
        "version": VERSION,
        "title": film.title,
        "first": to_json(film.frames[0]),
        "frames": _deltas(film.frames),
        "turns": [list(turn) for turn in film.turns],
        "within": {
            str(at): {
                "title": inner.title,
                "count": len(inner.frames),
                "frames": _text(_deltas((film.frames[at], *inner.frames))),
            }
            for at, inner in film.nested.items()
        },
    }
    return zlib.compress(_text(data).encode(), 6)


def _text(data: Any) -> str:
    return visible_json(json.dumps(data, separators=(",", ":"), ensure_ascii=False))


def _deltas(scenes: Iterable[Scene]) -> list[dict[str, Any]]:
    return [delta(before, after) for before, after in pairwise(scenes)]
