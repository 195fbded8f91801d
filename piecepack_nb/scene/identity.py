"""Which piece is which from one scene to the next, for pieces that look alike.

A state says that a cube lies on a2 and that a stash holds three; it doesn't say which cube is
which. A board that shows the cube gliding into the stash must know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from piecepack_nb.scene.model import Mark, Piece

__all__ = ["keep_ids", "keep_order"]

Kind = tuple[str, str]


def keep_ids(pieces: Iterable[Piece], before: Iterable[Piece] = ()) -> tuple[Piece, ...]:
    """The pieces with ids that last: those whose id ends in "*" are matched with those ``before``.

    Pieces of one starred id and one suit are alike. Each keeps its id where one of its kind lay on
    that very place before; the others take over the ids of those that lie there no more.

    >>> on_a2 = keep_ids([Piece("cube*", "cube", 1, 1, suit="suns")])
    >>> keep_ids([Piece("cube*", "cube", 9, 1, suit="suns")], on_a2)[0].id
    'cube-suns-1'
    """
    pieces = tuple(pieces)
    starred = tuple(piece for piece in pieces if piece.id.endswith("*"))
    named = iter(_named(starred, tuple(piece for piece in before if piece.id[-1:].isdecimal())))
    return tuple(next(named) if piece.id.endswith("*") else piece for piece in pieces)


@lru_cache(maxsize=1024)  # from step to step most of what looks alike lies still
def _named(starred: tuple[Piece, ...], before: tuple[Piece, ...]) -> tuple[Piece, ...]:
    known: dict[Kind, dict[str, Piece]] = defaultdict(dict)
    for piece in before:
        stem, dash, number = piece.id.rpartition(f"-{piece.suit}-")
        if dash and number.isdecimal():
            known[stem, piece.suit][piece.id] = piece
    found: dict[int, str] = {}
    groups: dict[Kind, list[int]] = defaultdict(list)
    for index, piece in enumerate(starred):
        groups[piece.id[:-1], piece.suit].append(index)
    for kind, indexes in groups.items():
        found.update(_matched(kind, [(index, starred[index]) for index in indexes], known[kind]))
    return tuple(piece._replace(id=found[index]) for index, piece in enumerate(starred))


def keep_order(marks: Iterable[Mark], before: Iterable[Mark] = ()) -> tuple[Mark, ...]:
    """The marks, those that were there ``before`` first and in their old order: less to send.

    >>> a, b, c = (Mark("via", x) for x in range(3))
    >>> [mark.x for mark in keep_order([c, a, b], [b, a])]
    [1, 0, 2]
    """
    marks = tuple(marks)
    old, new = dict.fromkeys(before), set(marks)
    return (*(mark for mark in old if mark in new), *(mark for mark in marks if mark not in old))


def _matched(
    kind: Kind, alike: list[tuple[int, Piece]], before: dict[str, Piece]
) -> dict[int, str]:
    """An id for each of the pieces that are alike."""
    places = {(piece.area, piece.x, piece.y): id for id, piece in before.items()}
    found: dict[int, str] = {}
    for index, piece in alike:
        lay_there = places.pop((piece.area, piece.x, piece.y), None)
        if lay_there is not None:
            found[index] = lay_there
    stem, suit = kind
    free = [id for id in before if id not in found.values()]
    used = set(before)
    number = 0
    for index, _piece in alike:
        if index in found:
            continue
        if free:
            found[index] = free.pop(0)
            continue
        while (id := f"{stem}-{suit}-{(number := number + 1)}") in used:
            pass
        used.add(id)
        found[index] = id
    return found
