"""Packed films."""

from __future__ import annotations

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import Film, Mark, NestedFilm, TurnStart, pack
from tests.scene.film_reader import unpack
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


def test_a_film_survives_packing() -> None:
    assert unpack(pack(small())) == small()


def test_a_film_without_frames_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one"):
        pack(Film("Nothing", (), ()))
