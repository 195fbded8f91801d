"""Packed films."""

from __future__ import annotations

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import (
    Area,
    Film,
    Mark,
    NestedFilm,
    Piece,
    Scene,
    TurnStart,
    in_brief,
    last_move,
    pack,
)
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


# --- Animations ----------------------------------------------------------------------------------


def walk(*poses: tuple[float, float, float]) -> list[Scene]:
    """Return scenes of a pawn at x and y, turned by an angle; a caption each."""
    pawn = Piece("him", "pawn", 0, 0)
    still = Piece("other", "pawn", 9, 9)
    return [
        Scene((), (), (pawn._replace(x=x, y=y, angle=angle), still), caption=f"Step {number}.")
        for number, (x, y, angle) in enumerate(poses)
    ]


@pytest.mark.parametrize(
    ("poses", "kept"),
    [
        ([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)], [3]),  # straight on
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0)], [1, 3]),  # round a corner
        ([(0, 0, 0), (0, 0, 90), (0, 0, 180), (1, 0, 180)], [3]),  # turned on the spot first
        ([(0, 0, 0), (1, 0, 0), (1, 0, 90), (1, 1, 90)], [1, 3]),  # no turn before the corner
        ([(0, 0, 0), (1, 0, 0), (0, 0, 0)], [1, 2]),  # and back
    ],
)
def test_a_straight_walk_is_one_frame(poses: list[tuple[float, ...]], kept: list[int]) -> None:
    scenes = walk(*poses)  # type: ignore[arg-type]
    assert [scene.pieces for scene in in_brief(scenes[0], scenes[1:])] == [
        scenes[number].pieces for number in kept
    ]


def test_a_thing_taken_leaves_when_the_piece_has_arrived_and_goes_on() -> None:
    cube = Piece("cube", "cube", 1, 0)
    taken = cube._replace(area="stash")
    steps = walk((0, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0))
    scenes = [
        scene._replace(pieces=(*scene.pieces, cube if number < 2 else taken))
        for number, scene in enumerate(steps)
    ]
    assert [scene.pieces for scene in in_brief(scenes[0], scenes[1:])] == [
        scenes[1].pieces, scenes[3].pieces
    ]  # fmt: skip


def test_a_frame_that_is_passed_says_nothing_and_one_that_rests_is_kept() -> None:
    scenes = walk((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (3, 1, 0))
    scenes[2] = scenes[2]._replace(linger=0.5)
    brief = in_brief(scenes[0], scenes[1:])
    assert [(scene.pieces[0].x, scene.caption, scene.linger) for scene in brief] == [
        (2, "Step 2.", 0.5), (3, "Step 2.", 0), (3, "Step 2.", 0)
    ]  # fmt: skip


def test_frames_rest_shorter_where_much_happens_but_not_too_short() -> None:
    scenes = [scene._replace(linger=1.0) for scene in walk(*((x, 0, 0) for x in range(9)))]
    assert [scene.linger for scene in in_brief(scenes[0], scenes[1:3])] == [1, 1]
    assert [scene.linger for scene in in_brief(scenes[0], scenes[1:4])] == [0.67] * 3
    assert [scene.linger for scene in in_brief(scenes[0], scenes[1:])] == [0.5] * 8


# --- The last move -------------------------------------------------------------------------------


def on_board(*pieces: Piece) -> Scene:
    return Scene((Area("board", 9, 9), Area("tray", 9, 9)), (), pieces)


def test_the_last_move_is_marked_where_pieces_began_and_ended() -> None:
    him, other = Piece("him", "pawn", 1.5, 1.5), Piece("other", "pawn", 5.5, 5.5)
    marks = last_move(on_board(him, other), on_board(him._replace(x=4.5), other))
    assert [(mark.kind, mark.x, mark.y) for mark in marks] == [
        ("last-start", 1.5, 1.5), ("last-end", 4.5, 1.5)
    ]  # fmt: skip


def test_pieces_that_go_along_make_room_or_leave_the_board_are_not_marked() -> None:
    him, coin = Piece("him", "pawn", 1.5, 1.5), Piece("coin", "coin-suit", 1.8, 1.2, scale=0.5)
    cube, aside = Piece("cube", "cube", 4.5, 1.5), Piece("aside", "cube", 6.5, 6.5)
    before = on_board(coin, him, cube, aside)
    after = on_board(
        coin._replace(x=4.8), him._replace(x=4.5), cube._replace(area="tray"),
        aside._replace(x=6.74, y=6.7),
    )  # fmt: skip
    assert [(mark.kind, mark.x) for mark in last_move(before, after)] == [
        ("last-start", 1.5), ("last-end", 4.5)
    ]  # fmt: skip


def test_two_pieces_that_change_places_are_both_marked() -> None:
    one, two = Piece("one", "pawn", 1.5, 1.5), Piece("two", "pawn", 3.5, 1.5)
    marks = last_move(on_board(one, two), on_board(one._replace(x=3.5), two._replace(x=1.5)))
    assert sorted((mark.kind, mark.x) for mark in marks) == [
        ("last-end", 1.5), ("last-end", 3.5), ("last-start", 1.5), ("last-start", 3.5)
    ]  # fmt: skip
