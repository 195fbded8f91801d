"""A whole game as a row of scenes, packed small: what a timeline plays and an offline page holds.

Vocabulary
    frame   a scene of the row; frame 0 is the start, frame i shows the table after step i
    turn    the frames of one turn of the game
    within  a finer row of scenes inside one frame: the search that led to it, say
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.frames import apply, delta
from piecepack_nb.scene.jsonform import from_json, to_json
from piecepack_nb.scene.model import Scene

__all__ = ["VERSION", "Film", "Turn", "Within", "pack", "unpack"]

VERSION = 1
LARGEST = 256 * 2**20  # bytes that a packed film may unfold to


class Turn(NamedTuple):
    """A turn's title, and the number of its first frame."""

    title: str
    at: int


class Within(NamedTuple):
    """A finer timeline inside a frame; its scenes come after the frame's own."""

    title: str
    frames: tuple[Scene, ...]


class Film(NamedTuple):
    """A game scene by scene."""

    title: str
    frames: tuple[Scene, ...]
    turns: tuple[Turn, ...]
    within: Mapping[int, Within] = FrozenDict()


def pack(film: Film) -> bytes:
    """The film as the page wants it: JSON of differences, compressed by zlib.

    What is within a frame is JSON in a text, so that the page reads it only when it is looked at.
    """
    if not film.frames:
        raise wrong("the film's frames", 0, "at least one")
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
            for at, inner in film.within.items()
        },
    }
    return zlib.compress(_text(data).encode(), 6)


def unpack(packed: bytes) -> Film:
    """The film that ``pack`` packed. Raises BadInput for anything else."""
    data = _read(packed)
    try:
        frames = _scenes(from_json(data["first"]), data["frames"])
        within = {
            int(at): Within(
                inner["title"], _scenes(frames[int(at)], json.loads(inner["frames"]))[1:]
            )
            for at, inner in data["within"].items()
        }
        turns = tuple(Turn(str(title), int(at)) for title, at in data["turns"])
        return Film(str(data["title"]), frames, turns, FrozenDict(within))
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise wrong("the film", str(error), "what pack(film) gives") from None


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
        raise wrong("the film", f"{len(packed)} bytes", f"a packed film of version {VERSION}")
    return data
