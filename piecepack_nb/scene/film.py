"""A game as a row of scenes: the difference between two scenes, and a film packed small."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.model import Area, Layer, Layout, Mark, Piece, Scene, Spot, TextTable
from piecepack_nb.scene.scene_json import from_json, part_from_json, part_to_json, to_json

LISTS = {
    "areas": Area,
    "layouts": Layout,
    "marks": Mark,
    "spots": Spot,
    "layers": Layer,
    "listings": TextTable,
}
WORDS = ("caption", "clause", "alt", "linger")


def delta(before: Scene, after: Scene) -> dict[str, Any]:
    """What changes from one scene to the next, JSON-able; ``apply`` puts it back in.

    Keys, each only where something changed: ``set`` (a list of {id, field: value}), ``add``
    (whole pieces), ``gone`` (ids), ``order`` (ids, where the rest doesn't give it), and the
    names of the scene's other fields with their new values. A list may instead be {"off": indexes
    in the old list, "on": entries}: those leave, these are appended.
    """
    changes = _pieces_delta(before.pieces, after.pieces)
    for name in LISTS:
        old, new = getattr(before, name), getattr(after, name)
        if new is not old and new != old:
            changes[name] = _list_delta(old, new)
    for name in WORDS:
        if getattr(after, name) != getattr(before, name):
            changes[name] = getattr(after, name)
    return changes


def _list_delta(old: tuple[Any, ...], new: tuple[Any, ...]) -> Any:
    """What leaves and what is appended, or the whole list where that isn't less to tell."""
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


def apply(before: Scene, changes: dict[str, Any]) -> Scene:
    """The scene that ``changes`` (from :func:`delta`) make of ``before``.

    Raises BadInput where the changes name a piece that isn't there or have an unknown key.
    """
    unknown = set(changes) - {"set", "add", "gone", "order", *LISTS, *WORDS}
    if unknown:
        raise invalid("frame", min(unknown), "the keys that delta() writes")
    new: dict[str, Any] = {name: changes[name] for name in WORDS if name in changes}
    for name, kind in LISTS.items():
        if name in changes:
            new[name] = _list_apply(getattr(before, name), changes[name], kind, name)
    return before._replace(pieces=_pieces_apply(before.pieces, changes), **new)


def _list_apply(
    before: tuple[Any, ...], change: Any, kind: type[Any], name: str
) -> tuple[Any, ...]:
    if not isinstance(change, dict):
        return tuple(part_from_json(kind, part, name) for part in change)
    try:
        off, on = set(change["off"]), change["on"]
    except (KeyError, TypeError) as error:
        raise invalid(f"frame {name}", str(error), "off (indexes) and on (entries)") from None
    if not off <= set(range(len(before))):
        raise invalid(f"frame {name}", sorted(off), f"indexes of the {len(before)} entries before")
    kept = (part for index, part in enumerate(before) if index not in off)
    return (*kept, *(part_from_json(kind, part, name) for part in on))


def _pieces_apply(before: tuple[Piece, ...], changes: dict[str, Any]) -> tuple[Piece, ...]:
    pieces = {piece.id: piece for piece in before}
    try:
        for key in changes.get("gone", ()):
            del pieces[key]
        for change in changes.get("set", ()):
            pieces[change["id"]] = pieces[change["id"]]._replace(**change)
        for data in changes.get("add", ()):
            piece = part_from_json(Piece, data, "add")
            pieces[piece.id] = piece
        if "order" in changes:
            pieces = {key: pieces[key] for key in changes["order"]}
    except (KeyError, TypeError, ValueError) as error:
        raise invalid("frame", str(error), "changes to pieces of the scene before") from None
    return tuple(pieces.values())


# --- A whole film, packed ------------------------------------------------------------------------


VERSION = 1
LARGEST = 256 * 2**20  # bytes that a packed film may unfold to


class TurnStart(NamedTuple):
    """A turn's title, and the number of its first frame."""

    title: str
    at: int


class NestedFilm(NamedTuple):
    """A finer timeline inside a frame; its scenes come after the frame's own."""

    title: str
    frames: tuple[Scene, ...]


class Film(NamedTuple):
    """A game scene by scene."""

    title: str
    frames: tuple[Scene, ...]
    turns: tuple[TurnStart, ...]
    nested: Mapping[int, NestedFilm] = FrozenDict()


def pack(film: Film) -> bytes:
    """The film as the page wants it: JSON of differences, compressed by zlib.

    What is within a frame is JSON in a text, so that the page reads it only when it is looked at.
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


def unpack(packed: bytes) -> Film:
    """The film that ``pack`` packed. Raises BadInput for anything else."""
    data = _read(packed)
    try:
        frames = _scenes(from_json(data["first"]), data["frames"])
        within = {
            int(at): NestedFilm(
                inner["title"], _scenes(frames[int(at)], json.loads(inner["frames"]))[1:]
            )
            for at, inner in data["within"].items()
        }
        turns = tuple(TurnStart(str(title), int(at)) for title, at in data["turns"])
        return Film(str(data["title"]), frames, turns, FrozenDict(within))
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise invalid("the film", str(error), "what pack(film) gives") from None


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _deltas(scenes: Iterable[Scene]) -> list[dict[str, Any]]:
    return [delta(before, after) for before, after in pairwise(scenes)]


def _scenes(first: Scene, deltas: Iterable[dict[str, Any]]) -> tuple[Scene, ...]:
    return tuple(accumulate(deltas, apply, initial=first))


def _read(packed: bytes) -> Any:
    """The JSON inside, if it is a film of this version."""
    try:
        unfolding = zlib.decompressobj()
        text = unfolding.decompress(packed, LARGEST)
        data = json.loads(text) if unfolding.eof else None
    except (zlib.error, ValueError, TypeError):
        data = None
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise invalid("the film", f"{len(packed)} bytes", f"a packed film of version {VERSION}")
    return data
