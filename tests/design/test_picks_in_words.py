"""What the board of an own game says to a pick: each sentence is read alone, and must be true."""

from __future__ import annotations

import re

import pytest

import piecepack_nb as pp
from examples.games.battleship import Battleship
from examples.games.hamlet import Hamlet
from examples.games.kuhn_poker import KuhnPoker
from examples.games.roads import Roads
from examples.games.steep import Steep
from examples.games.stolen_jewel import StolenJewel
from piecepack_nb.design import Board, Table, one_of
from piecepack_nb.scene import ShowMessage
from piecepack_nb.scene.game_view import view_of


def said(match: pp.Match, *picks: str) -> str:
    """Return what the board says to a pick after others."""
    found = view_of(match.game).pick(match.game, match.state, picks[:-1], picks[-1], None, False)
    assert isinstance(found, ShowMessage)
    return found.message.text


@pytest.mark.parametrize(
    ("name", "pick", "text"),
    [
        ("alquerque", "d1", "d1 can't be used now; for example, d2 is taken"),
        ("awithlaknannai_mosona", "a2", "a2 can't be used now; for example, b3 is taken"),
        ("american_checkers", "c1", "c1 can't be used now; for example, c2 isn't an empty square"),
    ],
)
def test_a_piece_that_cannot_move_says_so_of_a_place_next_to_it(
    name: str, pick: str, text: str
) -> None:
    assert said(pp.Match(name), pick).startswith(text)


def test_a_piece_that_may_not_move_as_another_must_jump_says_that() -> None:
    match = pp.Match("alquerque")
    match.play("b2-c3")
    assert said(match, "a5") == "you can jump, and must jump on to the end: d4-b2"


def test_a_card_where_a_word_is_due_is_told_what_to_choose() -> None:
    match = pp.Match(pp.game(KuhnPoker), seed=3)
    match.roll()
    assert said(match, "king") == "king can't be chosen now: choose check or bet"


def test_a_reason_that_begins_with_the_place_is_said_without_it_before() -> None:
    match = pp.Match(pp.game(Roads), seed=1)
    match.run(1)
    assert said(match, "0,0") == "0,0 is taken"


def test_the_example_is_on_the_same_board() -> None:
    match = pp.Match(pp.game(Battleship))
    match.play("ann ann a1-ann a3")
    match.play("ben ben a1-ben a3")
    assert said(match, "ann", "ann a1") == (
        "ann a1 can't be used now; for example, your other ship is there"
    )


def test_the_button_of_a_seat_says_that_nobody_chooses_in_secret_now() -> None:
    match = pp.Match(pp.game(Battleship), seed=1, seats="random")
    match.run(4)
    assert match.state.phase == "shoot"
    assert said(match, "seat ben") == "ann moves now, and in the open"


def test_workers_that_go_home_are_no_captures() -> None:
    match = pp.Match(pp.game(Hamlet), seed=1, seats="random")
    tips, ends = set(), 0
    for _ in range(60):
        before = match.state
        tips |= {spot.tip for spot in view_of(match.game).spots(match.game, before, ())}
        match.run(1)
        ends += len(match.state.pieces) + 1 < len(before.pieces)
    assert ends, "a round ended, and all workers went home"
    assert tips == {""}


def test_a_prompt_names_a_part_with_its_article() -> None:
    class Amounts(Board):
        places = Board.squares(2, 2)
        amount = one_of(1, 2, 3, 4, 5)

        def move(self, table: Table, amount: int) -> None:
            table.score[table.seat] += amount

    game = Amounts.as_game()()
    assert view_of(game).prompt(game, game.initial_state(), ())[0] == "Suns: choose an amount."


def test_the_end_of_an_example_says_who_wins() -> None:
    match = pp.Match(pp.game(StolenJewel), seed=2, seats="random")
    match.run()
    assert match.result is not None
    (winner,) = match.result.winners
    assert re.search(rf"says \d \w+: {winner.title()} wins", match.state.over.text)


def test_a_fall_is_said_in_words() -> None:
    match = pp.Match(pp.game(Steep), seed=3, seats="random")
    match.run(200)
    texts = [step.sentence.text for step in match.steps if step.sentence is not None]
    assert any("can climb nowhere and falls" in text for text in texts)
    assert not any("[" in text for text in texts)
