"""A film keeps a whole game, small, and gives it back."""

from __future__ import annotations

import json
import zlib

import pytest

import piecepack_nb as pp
from piecepack_nb import games
from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import Film, Mark, Turn, Within, filmed, pack, unpack
from tests.scene.showcase import showcase

BOTS = dict.fromkeys(("suns", "moons", "crowns", "arms"), "greedy")


@pytest.fixture(scope="module")
def match() -> pp.Match:
    played = pp.Match(pp.game("piecepackman"), seed=11, seats=BOTS)
    played.run()
    return played


def small() -> Film:
    first, then = showcase("f4", 180), showcase("g4", 0)._replace(caption="He steps to g4.")
    finer = Within(
        "The search",
        (
            then._replace(
                marks=(*then.marks, Mark("heat", 1, 1)),
            ),
        ),
    )
    return Film("A game", (first, then), (Turn("Turn 1", 0),), {1: finer})


def test_a_film_comes_back_as_it_was() -> None:
    assert unpack(pack(small())) == small()


def test_a_whole_game_has_a_frame_for_every_step(match: pp.Match) -> None:
    film = filmed(match, games.view("piecepackman"))
    assert len(film.frames) == len(match.steps) + 1
    captions = [frame.caption for frame in film.frames[1:]]
    assert captions == [step.event.text for step in match.steps]
    assert unpack(pack(film)) == film


def test_turns_begin_with_their_first_step(match: pp.Match) -> None:
    film = filmed(match, games.view("piecepackman"), within=False)
    assert [turn.title for turn in film.turns] == [
        "Set-up", *(f"Turn {number}" for number in range(1, match.turn + 1))
    ]  # fmt: skip
    rolls = [
        at
        for at, step in enumerate(match.steps, start=1)
        if step.event.kind == "his roll" and step.event.clause in ("PM-11", "PM-63")
    ]
    assert [turn.at for turn in film.turns[1:]] == rolls
    assert not film.within


def test_undone_steps_are_in_the_film_too(match: pp.Match) -> None:
    other = match.branch(-1)
    other.goto(0)
    assert len(filmed(other, games.view("piecepackman"), within=False).frames) > 100


def test_a_step_takes_few_bytes(match: pp.Match) -> None:
    film = filmed(match, games.view("piecepackman"), within=False)
    assert len(pack(film)) / len(match.steps) < 100


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
