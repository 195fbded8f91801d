"""The button *Make a link*: what is shown comes back from its link, and nothing hidden is in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from piecepack_nb.interop.link import LinkedQuestion, LinkedTry
from piecepack_nb.widgets.linking import GivesLink, match_at
from tests.conftest import GAMES
from tests.design.examples import example_class


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIECEPACK_NB_SITE", "https://example.org/make/")


def card(board: GivesLink) -> dict[str, Any]:
    """Press the button; return what the page gets."""
    before = board.link_card.get("number", 0)
    board._received(board, {"kind": "link"}, [])  # type: ignore[attr-defined]
    assert board.link_card["number"] == before + 1
    return dict(board.link_card)


def opened(board: GivesLink, says: str) -> Any:
    given = card(board)
    assert not given["problem"], given
    assert re.match(says, given["message"]), given
    assert given["qr"].startswith("<svg") == (len(given["link"]) <= 2953)
    return pp.open(given["link"])


@pytest.mark.parametrize("name", GAMES)
def test_a_table_and_a_replay_give_the_moment_that_they_show(name: str) -> None:
    table = pp.play(name, seed=4, seats="random", journal=False)
    match = Match(table.match.game, seed=4, seats="random")
    match.run(6)
    table.use(match)
    at = opened(table, r"The link opens this game, with all its moves")
    assert (at.state, at.seed) == (table.match.state, 4)
    table.look(0)
    early = opened(table, r"The link opens this game at the end of ")
    assert early.record == table.match.record[: len(early.record)]
    assert 0 < len(early.record) < len(table.match.record)
    shown = pp.replay(match)
    for frame in (0, 1, shown.frames - 1):
        shown.goto(frame)
        again = opened(shown, r"The link opens this match at this moment")
        assert again.cursor == frame
        assert again.state == (match.steps[frame - 1].state if frame else match.initial_state)
        assert len(again.steps) == len(match.steps)


def test_a_refused_move_is_in_the_link_until_the_next_request() -> None:
    table = pp.play("piecepackman", seed=7, journal=False)
    table._received(table, {"kind": "do", "name": "move", "text": "suns a1"}, [])
    tried = opened(table, r"The link opens this position, with the refused move 'suns a1'\.")
    assert isinstance(tried, LinkedTry)
    assert tried.tried == "suns a1"
    assert tried.match.state == table.match.state
    table._received(table, {"kind": "do", "name": "undo"}, [])
    assert isinstance(opened(table, r"The link opens this (game|position)"), Match | LinkedTry)


def test_a_table_gives_no_link_while_something_is_hidden_and_a_seats_view_never() -> None:
    pp.register(example_class("kuhn_poker").design_class)
    table = pp.play("kuhn_poker", seed=1, journal=False)
    refused = card(table)
    assert refused["problem"]
    assert refused["message"].startswith("A link would show what is hidden from a player now.")
    assert not refused["link"]
    whole = Match(table.match.game, seed=1, seats="random")
    whole.run()
    table.use(whole)
    assert not card(table)["problem"]
    seen = pp.replay(whole.seen_by(next(iter(whole.seats))))
    assert card(seen)["message"].startswith("Only a whole match has a link")


def test_changed_rules_are_in_the_link_where_they_hold_for_a_game() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7, seats="random")
    match.run(20)
    shown = pp.explore(match, quarter_turn_cost=0)
    assert card(shown)["message"].startswith("A link holds one game.")
    shown.panel.choose("scope", "start")
    again = opened(shown, r"The link opens this match under the changed rules, at this moment")
    assert again.game.rules.changed() == {"quarter_turn_cost": 0}


@pytest.mark.parametrize("name", GAMES)
def test_a_prediction_comes_back_with_the_same_question_and_answers(name: str) -> None:
    quiz = pp.predict(name, seed=3, keep=False)
    asked = opened(quiz, r"The link asks this question")
    assert isinstance(asked, LinkedQuestion)
    again = pp.predict(asked, keep=False)
    assert again.question == quiz.question
    assert again.scene.caption == quiz.scene.caption
    one, two = (each.questions.feedbacks(each._asked) for each in (quiz, again))
    assert {spot: each.right for spot, each in one.items()} == {
        spot: each.right for spot, each in two.items()
    }


def test_the_workshop_gives_its_maze_once_it_is_one() -> None:
    shop = pp.maze("roundabout")
    assert opened(shop, r"The link opens this maze").text() == shop.text


def test_a_frame_of_a_match_after_a_change_of_rules_is_found_in_either_part() -> None:
    first = pp.Match(pp.game("piecepackman"), seed=7, seats="random")
    first.run(10)
    match = first.onward(first.cursor, quarter_turn_cost=0)
    match.run(5)
    for frame in (0, 3, first.cursor, first.cursor + 2):
        at = match_at(match, frame)
        assert at.game.rules.changed() == ({"quarter_turn_cost": 0} if frame > first.cursor else {})


def test_without_a_site_the_link_says_how_to_open_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEPACK_NB_SITE", "")
    given = card(pp.maze("roundabout"))
    assert given["link"].startswith("#maze1.")
    use = " Run pp.open(link) in a notebook: no site is set in PIECEPACK_NB_SITE."
    assert given["message"].endswith(use)
    assert not given["qr"]


def test_two_matches_side_by_side_have_no_button() -> None:
    match = pp.Match("piecepackman", seed=7)
    match.run()
    assert pp.compare(match, quarter_turn_cost=0).link_card is None  # no view shows the button
    assert pp.replay(match).link_card == {}
