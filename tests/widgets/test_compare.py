"""Two games in lockstep: steps side by side, the divergence and its caption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.scene import Film, Scene, check_scene, film_match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.pair import DIFFER
from piecepack_nb.widgets.compare import Compare
from tests.core.pig import Pig
from tests.games.piecepackman.helpers import ghosts, played, roll
from tests.games.piecepackman.helpers import table as table_of
from tests.scene.film_reader import unpack


@pytest.fixture(scope="module")
def match() -> pp.Match:
    """A few turns."""
    return played(7, moves=30)


@pytest.fixture(scope="module")
def other(match: pp.Match) -> pp.Match:
    """The same with quarter turns for nothing, played on by its bots."""
    changed = match.under(quarter_turn_cost=0)
    changed.run(moves=12)
    return changed


def film_of(board: Compare) -> Film:
    return _unpacked(board.film)


@cache
def _unpacked(packed: bytes) -> Film:
    return unpack(packed)


def half(board: Compare, frame: int, side: str) -> dict[str, tuple[Any, ...]]:
    """Return the place of each piece of a half."""
    pieces = film_of(board).frames[frame].pieces
    return {
        piece.id.split(":", 1)[1]: (piece.x, piece.y, piece.angle)
        for piece in pieces
        if piece.id.startswith(f"{side}:") and piece.area.endswith(":board")
    }


@cache
def frames(match: pp.Match) -> tuple[Scene, ...]:
    return film_match(match, view_of(match.game), searches=False).frames


def table(match: pp.Match, step: int) -> dict[str, tuple[Any, ...]]:
    """Return the place of each piece of a match after a step."""
    return {
        piece.id: (piece.x, piece.y, piece.angle)
        for piece in frames(match)[step].pieces
        if piece.area == "board"
    }


def test_a_comparison_opens_at_the_divergence_with_its_clause_and_reason(
    match: pp.Match, other: pp.Match
) -> None:
    board = pp.compare(match, other)
    assert board.divergence is not None
    assert (board.divergence.step, board.divergence.clause) == (4, "PM-15")
    assert board.frame == 4
    assert board.scene.clause == "PM-15"
    first, second, third = board.scene.caption.splitlines()
    assert first == (
        "The games diverge here, Turn 1, step 2: "
        'The changed rule is "What a quarter turn costs: 1 → 0".'
    )
    assert second == f"printed rules: {match.steps[3].event.text}"
    assert third == f"quarter_turn_cost 0: {other.steps[3].event.text}"


def test_a_changed_rule_is_enough(match: pp.Match) -> None:
    board = pp.compare(match, quarter_turn_cost=0)
    assert str(board.divergence) == str(match.under(quarter_turn_cost=0).divergence)
    assert repr(board) == (
        "<Compare: Piecepackman: printed rules, quarter_turn_cost 0, "
        f"they diverge at Turn 1, step 2; frame 4 of {board.frames - 1}>"
    )


def test_before_the_divergence_both_show_the_same_step(match: pp.Match, other: pp.Match) -> None:
    board = pp.compare(match, other)
    for step in range(5):
        assert half(board, step, "left") == table(match, step)
        assert half(board, step, "right") == table(other, step)
    framed = [any(m.layer == DIFFER.id for m in f.marks) for f in film_of(board).frames]
    assert not any(framed[:5])
    assert any(framed[5:])


def test_after_the_divergence_the_games_advance_turn_by_turn(
    match: pp.Match, other: pp.Match
) -> None:
    """Each turn begins for both at once, and no step of either is left out."""
    film = film_of(pp.compare(match, other))
    for turn in film.turns[2:]:
        frame = film.frames[turn.at]
        assert frame.caption.count("Piecepackman rolls") in (1, 2)
        assert "waits" not in frame.caption
    for one, two in pairwise(film.turns):
        assert one.at < two.at
    for title, game in (("printed rules", match), ("quarter_turn_cost 0", other)):
        assert list(captions(film, title)) == [step.event.text for step in game.steps[5:]]


def captions(film: Film, title: str) -> Iterator[str]:
    """Yield a half's captions after the divergence, without those of waiting."""
    for frame in film.frames[6:]:
        lines = frame.caption.splitlines()
        mine = [line.removeprefix(f"{title}: ") for line in lines if line.startswith(f"{title}: ")]
        text = re.sub(r" \(PM-\d+\)$", "", (mine or lines)[0])
        if not text.startswith(("waits at", "no more moves")):
            yield text


def test_the_shorter_game_waits_with_a_caption(match: pp.Match) -> None:
    board = pp.compare(match, match.under(quarter_turn_cost=0))
    last = film_of(board).frames[-1].caption.splitlines()
    assert last[-1] == "quarter_turn_cost 0: no more moves."
    assert any("waits at the end of turn" in frame.caption for frame in film_of(board).frames)


def test_a_finished_game_shows_its_result(match: pp.Match) -> None:
    whole = played(7)
    over = pp.compare(match, whole)
    swapped = pp.compare(whole, match)
    assert over.divergence
    assert swapped.divergence
    assert over.divergence.step == swapped.divergence.step == len(match.steps) + 1
    assert over.scene.caption.startswith(
        "The games diverge here, Turn 5, step 20: only the second game continues."
    )
    assert "only the first game continues" in swapped.scene.caption


def test_games_without_divergence_are_reported(match: pp.Match) -> None:
    board = pp.compare(match, match.branch(-1))
    assert board.divergence is None
    assert board.frame == 0
    assert "The two games are the same, step by step." in board.scene.caption
    assert board.frames == len(match.steps) + 1
    assert "no divergence" in repr(board)


def test_unrelated_matches_can_be_compared(match: pp.Match) -> None:
    board = pp.compare(match, played(8, moves=10))
    assert board.divergence
    assert (board.divergence.step, board.frame) == (1, 1)
    assert "seed 7, seed 8" in repr(board)


def test_states_that_differ_from_the_start_diverge_there(match: pp.Match) -> None:
    board = pp.compare(match, extra_lives=5)
    assert board.divergence
    assert (board.divergence.step, board.frame, board.divergence.clause) == (0, 0, "PM-3")
    assert board.scene.caption.startswith(
        "The games diverge here, Set-up, step 1: the games start from different positions. "
        'The changed rule is "His extra lives: 3 → 5".'
    )


def test_a_refused_move_is_reported() -> None:
    match = table_of("piecepackman: j1 N\nghosts: suns a4\ncubes: suns h3")
    roll(match)
    ghosts(match, suns=3)
    match.play("suns a4-b4-c4-b4")
    board = pp.compare(match, ghost_backtrack=False)
    assert board.divergence
    assert board.divergence.clause == "PM-32"
    first, ours, theirs = board.scene.caption.splitlines()
    assert first == (
        f"The games diverge here, Turn 1, step 7: ghost_backtrack False: {board.divergence.text}."
    )
    assert ours.startswith("printed rules: The suns ghost steps from a4 to b4.")
    assert theirs == "ghost_backtrack False: no more moves."


def test_undone_moves_are_left_out(match: pp.Match) -> None:
    undone = match.branch(-1)
    undone.goto(match.record[5].end)
    board = pp.compare(undone, undone.under(quarter_turn_cost=0))
    assert half(board, board.frames - 1, "left") == table(match, undone.cursor)


def test_a_match_continued_under_other_rules_is_shown_from_its_start(match: pp.Match) -> None:
    step = match.record[8].end
    other = match.onward(step, quarter_turn_cost=0)
    board = pp.compare(match, other)
    assert board.divergence is not None
    assert board.divergence.step > step
    assert board.divergence == other.divergence
    assert half(board, step, "left") == half(board, step, "right") == table(match, step)


def test_every_frame_can_be_drawn(match: pp.Match, other: pp.Match) -> None:
    board = pp.compare(match, other)
    for frame in film_of(board).frames:
        assert check_scene(frame) == frame
    assert "printed rules" in board.svg()
    data, _ = board._repr_mimebundle_()
    assert data["image/svg+xml"] == str(board.svg())


def test_a_comparison_can_be_saved_as_a_page(match: pp.Match, tmp_path: Any) -> None:
    board = pp.compare(match, quarter_turn_cost=0)
    path = board.to_html(tmp_path / "compare.html")
    assert "quarter_turn_cost 0" in path.read_text(encoding="utf-8")
    assert board.credits.startswith("Piecepackman by Dan Burkey")


@pytest.mark.parametrize(
    ("given", "changes", "complaint"),
    [
        ((), {}, "compare a match either with another match or with itself"),
        (
            ("match",),
            {"quarter_turn_cost": 0},
            "compare a match either with another match or with itself",
        ),
        ((5,), {}, "the other match is 5; expected a match"),
        (("pig",), {}, "the other match is 'Pig'; expected a match of Piecepackman too"),
        ((), {"quarter_turns": 0}, "there is no rule option 'quarter_turns'"),
    ],
)
def test_values_that_can_not_be_compared_are_refused_in_one_line(
    match: pp.Match, given: tuple[Any, ...], changes: dict[str, Any], complaint: str
) -> None:
    named = {"match": match, "pig": pp.Match(Pig(), seed=1)}
    with pytest.raises(pp.BadInput) as caught:
        pp.compare(match, *(named.get(each, each) for each in given), **changes)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_the_first_must_be_a_match() -> None:
    for what in ("piecepackman", None):
        with pytest.raises(pp.BadInput, match=r"the match is .*; expected a match"):
            pp.compare(what, quarter_turn_cost=0)  # type: ignore[arg-type]
