"""The panel beside a board of one's own: lit buttons, scores, notes, tracks and many seats."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.design import Board, BoardGame, one_of
from piecepack_nb.scene.game_view import ShowMessage, view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


def made(design: type[Board], **options: Any) -> BoardGame:
    return design.as_game()(None).under(**options)


# --- Lit buttons ---------------------------------------------------------------------------------


class Nim(Board):
    places = Board.pits(3, 1, stores=False)
    count = one_of(1, 2, 3)
    how = one_of("loud", "quiet")

    def setup(self, table):
        for pit in table.places:
            table[pit] = 2

    def why_not(self, table, pit, count, how=None):
        if table[pit] < count:
            return f"only {table[pit]} are on {pit}"
        if how == "loud":
            return "somebody sleeps"
        return None

    def move(self, table, pit, count, how=None):
        table[pit] -= count


def lit(game: BoardGame, state: Any, draft: tuple[str, ...] = ()) -> set[str]:
    spots = view_of(game).spots(game, state, draft)
    buttons = {spot.id: spot.role for spot in spots if spot.area == "tray"}
    assert set(buttons.values()) <= {"action", "unlit"}
    return {id for id, role in buttons.items() if role == "action"}


@pytest.mark.parametrize(
    ("draft", "expected"),
    [((), set()), (("a1",), {"1", "2"}), (("a1", "2"), {"quiet", "done"})],
)
def test_only_the_words_that_continue_the_move_are_lit(draft, expected) -> None:
    game = made(Nim)
    assert lit(game, game.initial_state(), draft) == expected


@pytest.mark.parametrize(
    ("draft", "word", "why"),
    [
        ((), "2", "choose the pit before 2: one of a1, b1, c1"),
        (("a1",), "3", "only 2 are on a1"),
        (("a1", "2"), "loud", "somebody sleeps"),
        (("a1",), "loud", "choose the count before loud: one of 1, 2, 3"),
    ],
)
def test_an_unlit_word_says_why(draft, word, why) -> None:
    game = made(Nim)
    state = game.initial_state()
    assert word not in lit(game, state, draft)
    found = view_of(game).pick(game, state, draft, word, None, False)
    refused = found.message if isinstance(found, ShowMessage) else game.refusal(state, found.move)
    assert refused.text == why


def test_roll_is_lit_while_a_roll_is_due() -> None:
    class Bank(Board):
        dice = 1
        act = one_of("roll again", "bank")

        def why_not(self, table, act):
            return "the die shows a null" if act == "bank" and table.points == 0 else None

        def move(self, table, act):
            table.again()

    game = made(Bank)
    start = game.initial_state()
    assert lit(game, start) == {"roll"}
    for face, expected in (("4", {"roll again", "bank"}), ("null", {"roll again"})):
        state = game.next_state(start, game.parse_move(start, f"roll {face}"))
        assert lit(game, state) == expected
    found = view_of(game).pick(game, state, (), "roll", None, False)
    assert isinstance(found, ShowMessage)
    assert found.message.text == "suns has rolled already"


def test_of_secret_choices_the_seats_are_lit_that_have_not_chosen() -> None:
    class Bids(Board):
        secret = True
        bid = one_of(1, 2)

        def reveal(self, table, bid):
            table.end("suns")

    game = made(Bids)
    start = game.initial_state()
    assert lit(game, start) == {"seat suns", "seat moons"}
    state = game.next_state(start, game.parse_move(start, "suns 1"))
    assert lit(game, state) == {"seat moons"}
    assert lit(game, state, ("moons",)) == {"seat moons", "1", "2"}


def test_a_game_that_is_over_has_no_buttons() -> None:
    class Short(Board):
        act = one_of("stop")

        def move(self, table, act):
            table.end("suns")

    game = made(Short)
    after = game.next_state(game.initial_state(), game.parse_move(game.initial_state(), "stop"))
    assert view_of(game).spots(game, after, ()) == ()
