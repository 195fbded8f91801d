"""The film of a match: its frames, turns and step refs; and two of them in lockstep."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.scene import Film, film_match, pack
from piecepack_nb.scene import match_film as match_film_module
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import FilmedMove, MatchFilm, StepRef, match_film
from piecepack_nb.scene.pair import align_frames, match_moves, match_turns
from tests.games.piecepackman.helpers import played
from tests.scene.film_reader import unpack

VIEW = view_of(pp.game("piecepackman"))


@pytest.fixture(scope="module")
def match() -> pp.Match:
    return played(11)


@pytest.fixture(scope="module")
def film(match: pp.Match) -> Film:
    return film_match(match, VIEW, searches=False)


def test_a_whole_game_has_a_frame_for_every_step(match: pp.Match) -> None:
    film = film_match(match, VIEW)
    assert len(film.frames) == len(match.steps) + 1
    captions = [frame.caption for frame in film.frames[1:]]
    assert captions == [step.event.text for step in match.steps]
    assert unpack(pack(film)) == film


def test_turns_begin_with_their_first_step(match: pp.Match, film: Film) -> None:
    assert [turn.title for turn in film.turns] == [
        "Set-up", *(f"Turn {number}" for number in range(1, match.turn + 1))
    ]  # fmt: skip
    rolls = [
        at
        for at, step in enumerate(match.steps, start=1)
        if step.event.kind == "his roll" and step.event.clause in ("PM-11", "PM-63")
    ]
    assert [turn.at for turn in film.turns[1:]] == rolls
    assert not film.nested


def test_a_film_includes_undone_steps(match: pp.Match, film: Film) -> None:
    for step in (0, match.record[3].end - 1):  # the start, and the middle of a move
        other = match.branch(match.record[20].end)
        other.goto(step)
        frames = film_match(other, VIEW, searches=False).frames
        assert frames == film.frames[: len(frames)]
        assert len(frames) == match.record[20].end + 1
        assert match_film(other).last == (other.record[-1].end if other.record else 0)


def test_a_film_includes_the_match_that_was_continued(match: pp.Match, film: Film) -> None:
    step = match.record[20].end
    other = match.onward(step, quarter_turn_cost=2)
    frames = film_match(other, VIEW, searches=False).frames
    assert frames[: step + 1] == film.frames[: step + 1]
    assert [frame.caption for frame in frames[step + 1 :]] == [s.event.text for s in other.steps]
    assert other.steps


def test_a_step_takes_few_bytes(match: pp.Match, film: Film) -> None:
    assert len(pack(film)) / len(match.steps) < 100


# --- films by hand -------------------------------------------------------------------------------


def by_hand(*moves: tuple[tuple[int, str], int]) -> MatchFilm:
    step = Step(Event("", "step", "", {}), None)
    return MatchFilm(None, None, [FilmedMove(None, key, None, (step,) * n) for key, n in moves])  # type: ignore[arg-type]


def test_a_game_waits_while_only_the_other_game_moves() -> None:
    one = by_hand(((1, "a"), 2), ((1, "b"), 1), ((2, "a"), 1))
    two = by_hand(((1, "a"), 1), ((1, "x"), 1), ((1, "b"), 2))
    assert align_frames(one, two, match_moves) == [
        (0, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 4),
    ]
    assert align_frames(one, one, match_moves) == [(number, number) for number in range(5)]


def test_turn_by_turn_a_game_waits_only_at_the_end_of_a_turn() -> None:
    one = by_hand(((1, "a"), 2), ((1, "b"), 1), ((2, "a"), 1), ((4, "a"), 1))
    two = by_hand(((1, "a"), 1), ((1, "x"), 4), ((3, "a"), 1))
    assert align_frames(one, two, match_turns) == [
        (0, 0), (1, 1), (2, 2), (3, 3), (3, 4), (3, 5), (4, 5), (4, 6), (5, 6),
    ]  # fmt: skip
    assert align_frames(one, one, match_turns) == [(number, number) for number in range(6)]


def test_moves_come_in_the_order_that_both_games_have() -> None:
    one = by_hand(*(((1, who), 1) for who in "abde"))
    two = by_hand(*(((1, who), 1) for who in "acbef"))
    assert align_frames(one, two, match_moves) == [
        (0, 0), (1, 1), (1, 2), (2, 3), (3, 3), (4, 4), (4, 5),
    ]  # fmt: skip


def test_a_step_ref_finds_its_frame() -> None:
    one = by_hand(((1, "a"), 2), ((1, "b"), 1), ((3, "a"), 2))
    assert [one.ref(frame)[:2] for frame in range(6)] == [
        ((1, "a"), 0), ((1, "a"), 1), ((1, "a"), 2), ((1, "b"), 1), ((3, "a"), 1), ((3, "a"), 2),
    ]  # fmt: skip
    assert all(one.frame(one.ref(frame)) == frame for frame in range(6))
    assert one.frame(StepRef((3, "a"), 9)) == 5
    assert one.frame(StepRef((2, "z"), 1)) == 3
    assert one.frame(StepRef((0, ""), 0)) == 0
    assert one.frame(StepRef((3, "a"), 1, "step", 2)) == 5, "the second step of its kind"
    assert one.frame(StepRef((3, "a"), 1, "leap", 2)) == 4


# --- limits --------------------------------------------------------------------------------------


def test_searches_are_left_out_where_there_would_be_too_many(
    match: pp.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = film_match(match, VIEW)
    monkeypatch.setattr(match_film_module, "MAX_NESTED", 200_000)
    short = film_match(match, VIEW)
    kept = sorted(short.nested)
    assert 0 < len(kept) < len(film.nested)
    assert kept == sorted(film.nested)[: len(kept)]
    noted = [at for at, frame in enumerate(short.frames) if frame != film.frames[at]]
    assert noted == [sorted(film.nested)[len(kept)]]
    assert short.frames[noted[0]].caption.endswith(
        "From here on the film has no searches: there are too many."
    )


def test_a_film_of_too_many_steps_ends_early_and_says_so(
    match: pp.Match, film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_film_module, "MAX_STEPS", 60)
    short = film_match(match, VIEW)
    last = len(short.frames) - 1
    assert last in {each.end for each in match.record}
    assert 40 < last <= 60
    assert short.frames[:last] == film.frames[:last]
    left_out = len(film.frames) - len(short.frames)
    says = f"The film ends here: {left_out} more steps would be too many."
    assert short.frames[last].caption == f"{film.frames[last].caption} {says}"
    replay = pp.replay(match)
    assert (replay.frames, replay.frame) == (last + 1, last)
