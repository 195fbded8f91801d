"""Stumbles of people who wrote their first game with only the two pages: each has its mend."""

from __future__ import annotations

import re
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, BoardGame, Tile, card_of, one_of
from piecepack_nb.design.cards import card_area
from piecepack_nb.design.hooks import DesignError
from piecepack_nb.design.looks import HUES
from piecepack_nb.scene import check_scene
from piecepack_nb.scene.game_view import view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


def made(design: type[Board]) -> BoardGame:
    return design.as_game()()


def pieces_of(game: BoardGame, state: Any) -> list[Any]:
    return list(check_scene(view_of(game).scene(game, state)).pieces)


# --- Cards without a symbol -----------------------------------------------------------------------


class Plain(Board):
    deck = Board.deck("two three king lighthouse")
    more = Board.deck({"year of plenty": {"text": "…"}, "wolf": {"symbol": "W"}, "x": 1})
    table_row = Board.row()
    card = card_of("table_row")

    def setup(self, table):
        table.table_row += [*self.deck.cards, *self.more.cards]
        table.deck, table.more = [], []

    def move(self, table, card):
        pass


def test_plain_cards_have_a_colour_and_a_letter_that_no_other_begins_with() -> None:
    game = made(Plain)
    drawn = pieces_of(game, game.initial_state())
    faces = [piece for piece in drawn if piece.id.startswith("card ")]
    corners = {piece.id.split("#")[0].removeprefix("card ").strip("*"): piece for piece in faces}
    shown = {re.sub(r"[~ ]*\d*$", "", name): piece.label for name, piece in corners.items()}
    assert {*shown.values()} == {"Tw", "Th", "K", "L", "Y", "W", "x"}
    plain = [piece.sprite for piece in faces if piece.sprite.startswith("card-plain-")]
    assert len(plain) == len({*plain}) == 6
    titles = {piece.label: piece.sprite for piece in drawn if piece.sprite.startswith("centre-")}
    assert titles["three"] == "centre-title-5"
    assert titles["lighthouse"] == "centre-title-12"
    assert (titles["year of"], titles["plenty"]) == ("centre-title-7", "centre-title-7")
    assert titles["W"] == "centre-ink-symbol"


def test_strips_of_piles_do_not_overlap() -> None:
    area = card_area(made(Plain))
    for one, other in zip([*area.strips.values()], [*area.strips.values()][1:], strict=False):
        assert one.top < other.top or one.right <= other.left


# --- Seats that are out ---------------------------------------------------------------------------


class Duel(Board):
    seats = ("ann", "ben", "cat")
    places = Board.squares(2, 2)

    def setup(self, table):
        table.out("ben")

    def move(self, table, place):
        table.score[table.seat] += 1


def test_a_seat_that_is_out_is_pale_and_says_so() -> None:
    game = made(Duel)
    state = game.initial_state()
    drawn = {piece.id: piece for piece in pieces_of(game, state) if piece.area == "tray"}
    assert (drawn["seat-ben"].faded, drawn["name-ben"].faded) == (True, True)
    assert drawn["score-ben"].label == "out, 0"
    assert not any(drawn[f"{part}-{seat}"].faded for part in ("seat", "name", "score")
                   for seat in ("ann", "cat"))  # fmt: skip
    assert drawn["score-ann"].label == "0"
    assert "Ben is out, 0." in view_of(game).tray_words(game, state, None)
    assert "Ann has 0." in view_of(game).tray_words(game, state, None)


# --- Tiles ----------------------------------------------------------------------------------------


class Bag(Board):
    places = Board.squares(3, 3)
    tiles = {"bend": Tile("road road - -")}  # noqa: RUF012
    bag = Board.bag(bend=2, bent=1)

    def move(self, table, place):
        table[place] = table.draw("bag")


def test_a_tile_of_the_bag_without_an_entry_in_tiles_is_refused_at_once() -> None:
    message = r"^a tile of bag is 'bent'; expected one of tiles: bend \(did you mean 'bend'\?\)$"
    with pytest.raises(BadInput, match=message):
        pp.register(Bag)


def test_other_things_in_a_bag_of_tiles_have_a_look() -> None:
    class Robber(Bag):
        bag = Board.bag({"bend": 2, "robber": {"look": "pawn"}})

    class Cards(Bag):
        bag = Board.bag("bend")
        deck = Board.deck("wind rain")

    for each in (Robber, Cards):
        assert made(each).initial_state().turn == 1


def test_other_kinds_of_edges_look_like_no_seats() -> None:
    class Walls(Board):
        places = Board.squares(3, 3)
        tiles = {"one": Tile("wall bridge suns -"), "two": Tile("wall - - -")}  # noqa: RUF012

        def setup(self, table):
            table["a1"], table["b1"] = table.tile("one"), table.tile("two")

        def move(self, table, place):
            pass

    game = made(Walls)
    drawn = [p for p in pieces_of(game, game.initial_state()) if p.id.startswith("edge-")]
    edges = {(p.id.split("-")[1].rstrip("*").split("~")[0], p.sprite, p.suit, p.label)
             for p in drawn if not p.sprite.endswith("-rim")}  # fmt: skip
    kinds = {(re.sub(r"\W.*", "", kind), *rest) for kind, *rest in edges}
    assert kinds == {("wall", "edge-hue-0", "", "W"), ("bridge", "edge-hue-1", "", "B"),
                     ("suns", "edge-suit", "suns", "")}  # fmt: skip
    assert len({*HUES}) == len(HUES)


# --- Moves that are typed -------------------------------------------------------------------------


class Bids(Board):
    phases = ("bid", "lay")
    places = Board.squares(2, 2)
    bid = one_of(*range(13))
    height = one_of(20, 30)

    def move_bid(self, table, bid):
        table.phase = "lay"

    def move_lay(self, table, place, height):
        table[place] = table.seat


@pytest.mark.parametrize("typed", ["13", "-1", "999"])
def test_a_typed_number_out_of_range_is_told_as_other_errors_are(typed: str) -> None:
    match = pp.Match(pp.game(pp.register(Bids)))
    message = f"^bid is {typed}; expected a whole number from 0 to 12$"
    with pytest.raises(BadInput, match=message):
        match.play(typed)
    refused = match.refusal("20")  # a number of another part
    assert refused is not None
    assert refused.text == "bid is 20; expected a whole number from 0 to 12"
    match.play("12")
    with pytest.raises(BadInput, match=r"^height is 25; expected one of 20, 30$"):
        match.play("a1 25")
    match.play("a1 20")


# --- Piles of each seat ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table.hand.append("a"), r"table.hand\[table.seat\].append\(…\)"),
        (lambda table: table.hand.remove("a"), r"table.hand\[table.seat\].remove\(…\)"),
        (lambda table: setattr(table, "hand", table.hand.__iadd__(["a"])), r"\[table.seat\] \+= …"),
    ],
)
def test_a_hand_taken_for_one_list_names_the_mend(change: Any, message: str) -> None:
    class Hand(Board):
        deck = Board.deck("a b c d")
        hand = Board.hand()

        def setup(self, table):
            change(table)

        def move(self, table):
            pass

    with pytest.raises(DesignError, match=rf"table.hand has a list for each seat; .*{message}"):
        made(Hand).initial_state()


def test_a_hand_of_no_seat_is_refused() -> None:
    class Hand(Board):
        hand = Board.hand()

        def setup(self, table):
            table.hand[0] = table.hand["ann"]

        def move(self, table):
            pass

    with pytest.raises(DesignError, match=r"the seat of table.hand is 'ann'; expected one of suns"):
        made(Hand).initial_state()


# --- Parts of moves that are inherited ------------------------------------------------------------


class Counted(Board):
    places = Board.squares(2, 2)
    count = one_of(1, 2)

    def why_not(self, table, place, count):
        return None

    def move(self, table, place, count):
        table[place] = count


def test_an_inherited_part_stays_where_a_function_takes_it() -> None:
    class Same(Counted):
        def move(self, table, place, count):
            table[place] = 3 - count

    class Others(Counted):
        count = one_of(7, 8)

    assert made(Same).words == (1, 2)
    assert made(Others).words == (7, 8)


def test_an_inherited_part_that_no_function_takes_is_no_part() -> None:
    class Without(Counted):
        def why_not(self, table, place):
            return None

        def move(self, table, place):
            table[place] = table.seat

    game = made(Without)
    assert game.words == ()
    assert {str(move) for move in game.moves(game.initial_state())} == {"a1", "a2", "b1", "b2"}

    class Own(Without):
        again = one_of("again")

    with pytest.raises(BadInput, match=r"again is declared with one_of\(…\), but is no parameter"):
        made(Own)
