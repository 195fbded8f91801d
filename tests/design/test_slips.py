"""Slips in a class: none is accepted in silence, and what is meant isn't taken for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, Tile, card_of, ready
from piecepack_nb.design.slips import CLOSE, nearly

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Line(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)


class Cards(Board):
    seats = ("ann", "ben")
    deck = Board.deck("two three four five six seven")
    hand = Board.hand()
    played = Board.row(each=True)
    card = card_of("hand")

    def setup(self, table):
        table.deal(2)

    def move(self, table, card):
        table.hand[table.seat].remove(card)
        table.played[table.seat].append(card)

    def winner(self, table):
        return None if any(table.hand.values()) else ready.most_points(table)


def of(base: type[Board], **parts: Any) -> type[Board]:
    """A class with other parts than its base."""
    return type(base)("Slip", (base,), {"__module__": __name__, **parts})


def no_table(_self, _table):
    """A function that takes the table alone."""


def bot(_self, table, moves, pick):
    return pick(moves)


def passes(_self, table, place):
    table[place] = table.seat
    if table.phase == "bid":
        table.again  # noqa: B018 - the slip


def phased(_self, table, place):
    table[place], table.phase = table.seat, "play"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"phases": ("bid", "play"), "bot_sly_bids": bot},
            "'bot_sly_bids'; expected 'bot_sly_bid'",
        ),
        ({"botsly": bot}, "'botsly'; expected 'bot_sly'"),
        ({"phase": ("bid", "play"), "move": phased}, "'phase'; expected 'phases'"),
        ({"phases": ("bid",), "move": passes}, "names table.again and doesn't call it"),
        ({"bot_sly": no_table}, "expected (self, table, moves, pick)"),
        ({"imagine": no_table}, "expected (self, table, pick)"),
        ({"reveal": phased}, "Slip.reveal is never called; expected secret = True"),
        (
            {"phases": ("bid", "play"), "together": ("play",), "reveal_bid": phased},
            "expected together = ('bid',)",
        ),
        ({"cooperative": "yes"}, "cooperative is 'yes'; expected True or False"),
        ({"playout_moves": "8"}, "playout_moves is '8'"),
        ({"first_game": ("Win",)}, "expected tasks: (FirstTask(…), …)"),
        ({"deck": "two three"}, "deck is 'two three'; expected Board.deck(…)"),
        ({"alternatives": {"winer": {"never": no_table}}}, "(did you mean 'winner'?)"),
        ({"alternatives": ["winner"]}, "alternatives is ['winner']; expected by part"),
    ],
)
def test_a_slip_in_the_class_is_refused_with_what_is_expected(parts, said) -> None:
    with pytest.raises(BadInput) as refused:
        of(Line, **parts).as_game()
    assert said in str(refused.value)


def test_names_that_only_resemble_others_are_kept() -> None:
    def why_not(self, table, place):
        return None if self.seat == "north" and table.seat else "no"

    parts = {"seat": "north", "why_not": why_not, "phases": ("bid", "play"), "bot_fine": bot}
    game = of(Line, **parts, bot_sly_bid=bot, bot_good_player=bot).as_game()
    assert {*game.built_in_bots} >= {"fine", "sly", "good_player"}
    assert (nearly("haep", ["heap"]), nearly("heap", ["heap", "heaps"]), CLOSE < 0.8) == (
        "heap", "", True,
    )  # fmt: skip


def after(base: type[Board], act: Callable[[Any], Any]) -> type[Board]:
    """The class, whose moves do one thing more."""

    def move(self, table, place):
        base.move(self, table, place)
        act(table)

    def move_card(self, table, card):
        base.move(self, table, card)
        act(table)

    return of(base, move=move if base is Line else move_card)


@pytest.mark.parametrize(
    ("design", "said"),
    [
        (after(Line, lambda table: table.of("sunz")), "the seat is 'sunz'"),
        (after(Line, lambda table: table.path("a1", ["z9"])), "the place is 'z9'"),
        (after(Line, lambda table: table.say("Hush.", seen_by="sunz")), "the seat is 'sunz'"),
        (after(Cards, lambda table: table.draw(to="hands")), "the pile is 'hands'"),
        (after(Line, lambda table: table.draw()), "'deck'; expected a pile of the class, as deck"),
        (after(Line, lambda table: table.score.update(sun=1)), "seat in table.score is 'sun'"),
        (
            after(Cards, lambda table: table.hand["ben"].extend(table.draw("deck", 1))),
            'then it is in the hand ben; expected table.draw(…, to="hand ben")',
        ),
        (of(Line, marks=lambda self, table, picks: {"z9": "danger"}), "expected marks by place"),
        (of(Line, score=lambda self, table: {"sunz": 3}), "a number for 'sunz'; is 'suns' meant?"),
        (of(Line, pieces={"sunz": "coin"}), "a look for 'sunz', which no piece is; is 'suns'"),
        (
            of(Line, setup=lambda self, table: table.put("a1", "sun")),
            "The piece 'sun' is nobody's; is 'suns' meant?",
        ),
    ],
)
def test_the_check_names_a_slip_that_shows_only_in_play(design, said) -> None:
    problems = pp.check(design, games=2, seconds=5).problems
    assert [said in each for each in problems] == [True], problems


def test_the_check_names_misspelt_notes_and_edges_and_lets_a_told_draw_pass() -> None:
    class Heap(Line):
        tiles = {"bend": Tile("road road - -"), "end": Tile("raod - - -")}  # noqa: RUF012

        def setup(self, table):
            table.heap = 5

        def move(self, table, place):
            super().move(table, place)
            table.haep = 4

    class Told(Cards):
        def move(self, table, card):
            super().move(table, card)
            if table.deck:
                table.hand["ben"].append(table.draw("deck", say="{seat} turns up a {card}."))

    checked = [pp.check(each, games=2, seconds=5).problems for each in (Heap, Told)]
    assert checked == [("table.haep is set and never read; is table.heap meant?",), ()]
    Heap.move = Line.move  # type: ignore[method-assign]
    checked = [pp.check(Heap, games=2, seconds=5).problems]
    assert checked == [("The tile 'end' has an edge 'raod'; is 'road' meant?",)]
