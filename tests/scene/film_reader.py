"""A reader of packed films, like the one in the page."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from piecepack_nb.scene import (
    Area,
    Film,
    Layer,
    Layout,
    Mark,
    NestedFilm,
    Piece,
    Scene,
    Spot,
    TextTable,
    TurnStart,
    from_json,
)
from piecepack_nb.scene.film import VALUES, VERSION
from piecepack_nb.scene.scene_json import part_from_json

LISTS: dict[str, type[Any]] = {
    "areas": Area,
    "layouts": Layout,
    "marks": Mark,
    "spots": Spot,
    "layers": Layer,
    "listings": TextTable,
}


def apply(before: Scene, changes: dict[str, Any]) -> Scene:
    """Return the scene that ``changes`` (from ``delta``) make of ``before``."""
    assert set(changes) <= {"set", "add", "gone", "order", *LISTS, *VALUES}
    new: dict[str, Any] = {name: changes[name] for name in VALUES if name in changes}
    for name, kind in LISTS.items():
        if name in changes:
            new[name] = _apply_to_list(getattr(before, name), changes[name], kind)
    return before._replace(pieces=_apply_to_pieces(before.pieces, changes), **new)


def _apply_to_list(before: tuple[Any, ...], change: Any, kind: type[Any]) -> tuple[Any, ...]:
    if not isinstance(change, dict):
        return tuple(part_from_json(kind, part, "entry") for part in change)
    kept = (part for index, part in enumerate(before) if index not in change["off"])
    return (*kept, *(part_from_json(kind, part, "entry") for part in change["on"]))


def _apply_to_pieces(before: tuple[Piece, ...], changes: dict[str, Any]) -> tuple[Piece, ...]:
    pieces = {piece.id: piece for piece in before}
    for key in changes.get("gone", ()):
        del pieces[key]
    for change in changes.get("set", ()):
        pieces[change["id"]] = pieces[change["id"]]._replace(**change)
    for data in changes.get("add", ()):
        piece = part_from_json(Piece, data, "add")
        pieces[piece.id] = piece
    return tuple(pieces[key] for key in changes.get("order", pieces))


def unpack(packed: bytes) -> Film:
    """Return the film that ``pack`` packed."""
    data = json.loads(zlib.decompress(packed))
    assert data["version"] == VERSION
    frames = _scenes(from_json(data["first"]), data["frames"])
    nested = {
        int(at): NestedFilm(
            inner["title"], _scenes(frames[int(at)], json.loads(inner["frames"]))[1:]
        )
        for at, inner in data["within"].items()
    }
    turns = tuple(TurnStart(title, at) for title, at in data["turns"])
    return Film(data["title"], frames, turns, nested)


def _scenes(first: Scene, deltas: Iterable[dict[str, Any]]) -> tuple[Scene, ...]:
    return tuple(accumulate(deltas, apply, initial=first))
