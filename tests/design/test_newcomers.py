"""Stumbles of people who wrote their first game with only the two pages: each has its mend."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import random
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


# --- Clauses of moves of which the class says nothing, and parts that can be nothing --------------


class Gifts(Board):
    """A secret gift of a card, then a bid in turn, then a card; no sentence is said of any."""

    seats = ("ann", "ben")
    deck = Board.deck("ace king queen jack ten nine")
    hand = Board.hand()
    row = Board.row()
    card = card_of("hand")
    by = one_of(1, 2, 3)
    phases = ("offer", "auction", "play")
    together = ("offer",)
    acts: ClassVar = {"auction": ("more", "leave")}
    rulebook = """
        GI-1 Cards. Each gets two.
        GI-2 Gifts. Each gives one to the other, in secret.
        GI-3 Bids. Bid more, at most 2, or leave.
        GI-4 Play. Play a card.
        GI-5 End. After two cards it is over.
        """

    def setup(self, table: Any) -> None:
        table.deal(2, say="GI-1 each gets two cards.")

    def reveal_offer(self, table: Any, card: Any) -> None:
        for seat, other in (("ann", "ben"), ("ben", "ann")):
            table.hand[seat].remove(card[seat])
            table.hand[other].append(card[seat])
        table.say("GI-2 both have given a card.")
        table.phase = "auction"

    def why_not_more(self, table: Any, by: int) -> str | None:
        return "GI-3 at most 2" if by > 2 else None

    def move_more(self, table: Any, by: int) -> None:
        pass

    def move_leave(self, table: Any) -> None:
        table.phase = "play"

    def move_play(self, table: Any, card: str) -> None:
        table.hand[table.seat].remove(card)
        table.row.append(card)
        if len(table.row) == 2:
            table.end(None, "GI-5 both have played.")


def test_a_move_without_a_sentence_cites_the_rule_of_its_phase_or_of_its_refusals() -> None:
    game = Gifts.as_game()()
    match = pp.Match(game, seed=1, seats=dict.fromkeys(Gifts.seats, random))
    match.run()
    told = {(step.event.kind, step.event.clause) for step in match.steps}
    assert ("chosen", "GI-2") in told  # the first clause that the phase's function cites
    assert {clause for kind, clause in told if kind == "move"} <= {"GI-2", "GI-3", "GI-4"}
    hands = [
        step for step in match.steps if step.event.clause == "GI-4" and step.event.kind == "move"
    ]
    assert all(" plays " in str(step) for step in hands)
    assert not [step for step in match.steps if step.event.clause == "GI-0"]
    match = pp.Match(game, seed=1)
    match.roll()
    assert match.refusal("ann " + _strange_card(match, "ann")).text.endswith(
        "not in the hand of ann"
    )
    assert "A move names a card of the hand." in str(game.rulebook["GI-0"])


def _strange_card(match: pp.Match, seat: str) -> str:
    return next(c for c in Gifts.deck.cards if c not in match.state.piles[f"hand {seat}"])


def test_a_move_in_turn_cites_the_clause_of_its_refusals() -> None:
    class Chips(Board):
        choice = one_of("check", "bet")
        rulebook = "CH-1 Deal. A chip each.\nCH-2 Bet. Check or bet.\nCH-3 Goal. Who bets wins."

        def why_not(self, table: Any, choice: str) -> str | None:
            return "CH-2 bet later" if table.turn < 2 and choice == "bet" else None

        def move(self, table: Any, choice: str) -> None:
            if choice == "bet":
                table.end(table.seat, "CH-3 a bet wins.")

    match = pp.Match(Chips.as_game()())
    assert str(match.play("check")[0]) == "Suns chooses check. [CH-2]"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"reveal_offer": lambda self, table, hand: None},
         "the part hand of Gifts.reveal_offer is a pile; expected a card of it under another"),
        ({"move_play": lambda self, table, place: None},
         "the part place of Gifts.move_play is no place, .* or one of its parts: card, by"),
        ({"acts": {"offer": ("give",)}},
         r"acts can't be chosen in secret in the phase 'offer'; expected one shape of moves"),
    ],
)  # fmt: skip
def test_a_part_that_can_be_nothing_is_named(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.BadInput, match=message):
        Gifts.with_parts("gifts", parts).as_game()


def test_several_winners_have_capitals() -> None:
    class Both(Board):
        places = Board.squares(1, 2)

        def move(self, table: Any, place: str) -> None:
            table.end(("suns", "moons"))

    match = pp.Match(Both.as_game()())
    match.play("a1")
    assert match.result is not None
    assert match.result.text == "Suns and Moons win."
