"""The Python side of a replay: its film, its frame and its refusals."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets import Widget

import piecepack_nb as pp
from piecepack_nb.scene import svg
from piecepack_nb.widgets.replay import Replay
from tests.core.pig import Pig
from tests.effort import at_most
from tests.games.piecepackman.helpers import played
from tests.scene.film_reader import unpack

QUICK = 25_000  # calls a step; it makes 6,500


@pytest.fixture(scope="module")
def match() -> pp.Match:
    """A few turns."""
    return played(7, moves=20)


@pytest.fixture
def replay(match: pp.Match) -> Replay:
    return pp.replay(match)


def test_there_is_a_frame_for_the_start_and_for_every_step(match: pp.Match, replay: Replay) -> None:
    film = unpack(replay.film)
    assert len(film.frames) == replay.frames == len(match.steps) + 1
    assert [frame.caption for frame in film.frames[1:]] == [str(s.event.text) for s in match.steps]
    assert replay.frame == match.cursor == replay.frames - 1
    assert replay.scene == film.frames[-1]


def test_a_replay_goes_to_any_frame(replay: Replay) -> None:
    film = unpack(replay.film)
    for frame, stands in ((0, 0), (5, 5), (-1, replay.frames - 1)):
        replay.goto(frame)
        assert replay.frame == stands
        assert replay.scene == film.frames[stands]


@pytest.mark.parametrize("frame", [-2, 10_000, True, 1.0, "3", None])
def test_a_missing_frame_is_refused_and_nothing_changes(replay: Replay, frame: Any) -> None:
    replay.goto(3)
    with pytest.raises(pp.BadInput, match=r"the frame is .*; expected a whole number from 0 to"):
        replay.goto(frame)
    assert replay.frame == 3
    with pytest.raises(pp.BadInput, match="the frame is"):
        replay.svg(frame if frame is not None else "none")


def test_the_reader_moves_it_in_the_page(replay: Replay) -> None:
    film = unpack(replay.film)
    replay.set_state({"frame": 4})
    assert (replay.frame, replay.scene) == (4, film.frames[4])
    replay.set_state({"frame": 99_999})
    assert replay.frame == 4
    assert "the frame is 99999" in replay.notice["text"]


def test_a_replay_includes_undone_steps_and_opens_at_the_cursor(
    match: pp.Match,
) -> None:
    other = match.branch(-1)
    other.goto(6)
    shown = pp.replay(other)
    assert (shown.frame, shown.frames) == (6, len(match.steps) + 1)


def test_a_match_without_steps_shows_its_start() -> None:
    fresh = pp.replay(pp.Match(pp.game("piecepackman"), seed=1))
    assert (fresh.frame, fresh.frames) == (0, 1)
    fresh.goto(-1)
    assert fresh.frame == 0
    assert fresh.scene.caption


def test_a_position_written_by_hand_is_the_start() -> None:
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=3, position="piecepackman: d4 N\ncubes: suns h4, moons b2")
    steps = match.run()
    shown = pp.replay(match)
    assert shown.frames == len(steps) + 1 > 1
    shown.goto(0)
    assert "Piecepackman on d4, heading north" in shown.scene.alt


def test_a_game_without_a_board_is_refused_in_one_line() -> None:
    with pytest.raises(pp.BadInput, match="the game 'pig' has no board") as caught:
        pp.replay(pp.Match(Pig(), seed=1))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("what", [None, "piecepackman", 3])
def test_a_value_that_is_not_a_match_is_refused(what: Any) -> None:
    with pytest.raises(pp.BadInput, match=r"the match to replay is .*; expected a match"):
        pp.replay(what)


def test_a_frame_is_a_picture(match: pp.Match, replay: Replay) -> None:
    frames = unpack(replay.film).frames
    replay.goto(5)
    assert replay.svg() == svg(frames[5])
    assert replay.svg(2) == svg(frames[2])
    assert replay.svg(-1, width=400) == svg(frames[-1], 400)
    data, _metadata = replay._repr_mimebundle_()
    assert data["image/svg+xml"] == str(svg(frames[5]))
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_repr_is_stable(match: pp.Match) -> None:
    first, second = pp.replay(match), pp.replay(match)
    last = len(match.steps)
    assert repr(first) == repr(second) == f"<Replay of Piecepackman: frame {last} of {last}>"


def test_the_page_gets_the_whole_film_at_once(
    match: pp.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message sent after a widget opens is lost if the page is slow to load its module."""
    opened: list[dict[str, Any]] = []
    really = Widget.open

    def noted(widget: Widget) -> None:
        really(widget)
        if isinstance(widget, Replay):
            opened.append(widget.get_state())

    monkeypatch.setattr(Widget, "open", noted)
    shown = pp.replay(match)
    (state,) = opened
    assert state == shown.get_state()
    assert state["film"] == shown.film != b""
    assert state["frame"] == match.cursor
    assert state["_sheet"]
    assert state["keyframe"]["scene"]


def test_clauses_can_be_read_on_the_board(match: pp.Match, replay: Replay) -> None:
    named = {frame.clause for frame in unpack(replay.film).frames} - {""}
    assert named
    assert named <= set(replay.clauses)
    assert replay.clauses["PM-15"] == match.game.rulebook.to_json()["PM-15"]


def test_searches_can_be_omitted(match: pp.Match, replay: Replay) -> None:
    short = pp.replay(match, searches=False)
    assert unpack(replay.film).nested
    assert not unpack(short.film).nested
    assert unpack(short.film).frames == unpack(replay.film).frames


def test_a_whole_game_is_compact_and_quickly_made() -> None:
    """A step has a limit of bytes and of calls."""
    long = played(5, extra_lives=9)
    steps = len(long.steps)
    assert steps > 400
    assert len(pp.replay(long, searches=False).film) / steps < 90
    with at_most(QUICK * steps):
        film = pp.replay(long).film
    assert len(film) / steps < 500


def test_a_match_whose_rules_changed_is_replayed_from_its_start() -> None:
    match = played(7, moves=12, player="random")
    other = match.onward(match.record[7].end, quarter_turn_cost=0)
    other.run(6)
    before, after = other.parts
    replay = pp.replay(other)
    assert replay.frame == len(before.steps) + len(after.steps)
    plain = pp.replay(match)
    for frame in (0, 1, len(before.steps)):
        plain.goto(frame)
        replay.goto(frame)
        assert replay.scene == plain.scene
    replay.goto(len(before.steps) + 1)
    assert replay.scene.caption == after.steps[0].event.text
    other.undo()
    assert pp.replay(other).frame == len(before.steps) + other.cursor
