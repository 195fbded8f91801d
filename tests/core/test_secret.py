"""Seats that commit in secret: in any order, unseen by others, recorded as each seat's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Seat, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import BotMove
from piecepack_nb.core.load import load
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.lab.simulation import simulate
from tests.core.odds_and_evens import SEATS, Fingers, Hunch, Shows

GAME = Fingers(bots=GENERAL)


def test_seats_commit_in_any_order_and_the_last_one_reveals_all() -> None:
    match = Match(GAME, seed=1)
    assert match.to_act == Simultaneous("fingers", SEATS, "ODD-1")
    match.play("cat one")
    assert match.to_act == Simultaneous("fingers", ("ann", "ben"), "ODD-1")
    with pytest.raises(IllegalMove, match="cat has committed already"):
        match.play("cat two")
    match.play("ann two")
    steps = match.play("ben two")
    assert [step.event.text for step in steps] == [
        "ben has chosen.",
        "ann two, ben two, cat one.",
    ]
    assert match.state.points == {"ann": 0, "ben": 0, "cat": 1}


def test_the_record_names_the_seat_of_each_move() -> None:
    match = Match(GAME, seed=1)
    for text in ("ben one", "ann two", "cat one", "ann one"):
        match.play(text)
    assert [played.actor for played in match.record] == [
        Seat("ben"), Seat("ann"), Seat("cat"), Seat("ann"),
    ]  # fmt: skip
    assert [played.move_key for played in match.record] == [
        (1, "ben"), (1, "ann"), (1, "cat"), (2, "ann"),
    ]  # fmt: skip
    assert match.move_keys == ((2, "ben"), (2, "cat"))


def test_bots_commit_before_persons_and_see_nothing_of_the_others() -> None:
    match = Match(GAME, seed=1, seats={"ann": "two", "cat": "spy"})
    match.run()
    assert match.to_act == Simultaneous("fingers", ("ben",), "ODD-1")
    assert [played.move for played in match.record] == [Shows("ann", "two"), Shows("cat", "one")]
    assert match.persons == ("ben",)


def test_a_bot_that_moves_for_another_seat_is_refused() -> None:
    def cheat(*_: object) -> Shows:
        return Shows("ann", "one")

    match = Match(GAME, seed=1, seats={"ben": cheat})
    with pytest.raises(BadInput, match="the move of ben's bot is 'ann one'; expected a move of"):
        match.run()
    assert match.record == ()


@pytest.mark.parametrize("returned", [None, 7])
def test_a_bot_that_gives_no_move_is_refused_in_one_line(returned: object) -> None:
    match = Match(GAME, seed=1, seats={"ben": lambda *_: returned})
    with pytest.raises(BadInput, match=f"the move of ben's bot is .*{returned}.*a move"):
        match.run()


def test_a_bot_can_return_text_and_chooses_among_its_own_moves() -> None:
    def first(game: Any, state: Any, seat: str, _pick: Any) -> str:
        own = game.moves_for(state, seat)
        assert [move.seat for move in own] == [seat, seat]
        return str(own[0])

    match = Match(GAME, seed=1, seats=dict.fromkeys(SEATS, first))
    match.run(1)
    assert match.record[0].move == Shows("ann", "one")
    assert list(GAME.moves_for(match.state, "ann")) == []


def test_the_first_step_of_a_chosen_move_carries_the_reason() -> None:
    match = Match(GAME, seed=1, seats={"ann": "two", "ben": "random"})
    match.run()
    first, second = match.steps
    assert first.event.why == Hunch("ann likes two")
    assert second.event.why is None
    assert match.play(BotMove(Shows("cat", "one"), Hunch("so be it")))[0].event.why is not None


def test_under_other_rules_each_seat_repeats_its_own_moves() -> None:
    match = Match(GAME, seed=1)
    for text in ("cat one", "ben two", "ann two", "ben one"):
        match.play(text)
    other = match.under(worth=3)
    assert other.state.points["cat"] == 3
    assert [played.move for played in other.record] == [played.move for played in match.record]
    assert other.divergence is not None
    assert other.divergence.clause == "ODD-2"


def test_a_match_with_hidden_moves_is_saved_and_loaded(tmp_path: Path) -> None:
    match = Match(GAME, seed=1)
    match.play("cat one")
    path = match.save(tmp_path / "match.json")
    again = load(path)
    assert again.to_act == match.to_act
    assert again.state == match.state


def test_undo_takes_back_the_last_person_only() -> None:
    match = Match(GAME, seed=1, seats={"ann": "two"})
    match.run()
    match.play("ben one")
    match.play("cat two")
    match.undo()
    assert match.to_act == Simultaneous("fingers", ("cat",), "ODD-1")


def test_many_games_of_simultaneous_moves_are_consistent() -> None:
    results = simulate(GAME, games=20, seats={"ann": "two", "ben": "random", "cat": "spy"})
    assert [outcome.moves for outcome in results] == [9] * 20
    assert all(outcome.events == {"committed": 9, "shown": 3} for outcome in results)
