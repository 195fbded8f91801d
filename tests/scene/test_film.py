"""A film keeps a whole game, small, and gives it back."""

from __future__ import annotations

import json
import zlib

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import Film, Mark, NestedFilm, TurnStart, pack, unpack
from tests.scene.showcase import showcase


def small() -> Film:
    first, then = showcase("f4", 180), showcase("g4", 0)._replace(caption="He steps to g4.")
    finer = NestedFilm(
        "The search",
        (
            then._replace(
                marks=(*then.marks, Mark("heat", 1, 1)),
            ),
        ),
    )
    return Film("A game", (first, then), (TurnStart("Turn 1", 0),), {1: finer})


def test_a_film_comes_back_as_it_was() -> None:
    assert unpack(pack(small())) == small()


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"film",
        zlib.compress(b"[]"),
        zlib.compress(b"{"),
        zlib.compress(json.dumps({"version": 99}).encode()),
        zlib.compress(json.dumps({"version": 1}).encode()),
        pack(small())[:-20],
    ],
)
def test_what_is_no_film_is_refused(packed: bytes) -> None:
    with pytest.raises(BadInput, match="the film"):
        unpack(packed)


def test_a_film_without_frames_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one"):
        pack(Film("Nothing", (), ()))
