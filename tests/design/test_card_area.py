"""The cards of a game as they are drawn and picked: fans, rows, and piles with their number."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.core.match import Match
from piecepack_nb.design import Board, BoardGame, Tile, card_of, looks, one_of
from piecepack_nb.design.cards import AREA, card_area
from piecepack_nb.design.table import State
from piecepack_nb.scene import MakeMove, Scene, ShowMessage
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.table import table_for

# ruff: noqa: RUF012
# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Tricks(Board):
    seats = ("ann", "ben", "cat")
    deck = Board.standard_deck()
    hand = Board.hand()
    trick = Board.row()
    won = Board.discard(each=True)
    card = card_of("hand")

    def setup(self, table):
        table.deal(7)

    def why_not(self, table, card):
        return "an ace is kept" if card.startswith("ace") else None

    def move(self, table, card):
        table.hand[table.seat].remove(card)
        table.trick.append(card)


class Market(Board):
    places = Board.squares(5, 4)
    seats = ("ann", "ben")
    deck = Board.deck({"knight": {"count": 5, "symbol": "♞", "text": "Moves the robber."},
                       "road building": 3})  # fmt: skip
    hand = Board.hand()
    market = Board.row()
    card = card_of("market")

    def setup(self, table):
        table.market += table.draw("deck", 4)
        table.deal(1)

    def move(self, table, card, place):
        table.market.remove(card)
        table[place] = table.seat


def dealt(design: type[Board], cards: str = "") -> Match:
    match = Match(design.as_game()(), seed=3, dice=[cards] if cards else None)
    while match.game.to_act(match.state) is not None and not match.to_act.seats:  # type: ignore[union-attr]
        match.roll()
    return match


def scene_of(match: Match, seat: str) -> Scene:
    return view_of(match.game).scene(match.game, match.seen_by(seat).state)


def game_of(match: Match) -> BoardGame:
    assert isinstance(match.game, BoardGame)
    return match.game


def test_a_seat_sees_its_hand_as_a_fan_and_the_backs_of_others() -> None:
    match = dealt(Tricks)
    scene = scene_of(match, "ann")
    hand = match.state.piles["hand ann"]
    faces = [piece for piece in scene.pieces if piece.id.startswith("card ")]
    assert [piece.id.rstrip("-0123456789").removeprefix("card ") for piece in faces] == list(hand)
    assert [piece.x for piece in faces] == sorted(piece.x for piece in faces)
    backs = [piece for piece in scene.pieces if piece.sprite == "card-back"]
    assert len(backs) == 3 + 7 + 7  # the deck, and two hands
    assert "Deck: 31 cards. Ann, hand: " in scene.alt
    assert "Ben, hand: 7 cards" in scene.alt
    other = match.state.piles["hand ben"][0]
    assert other not in scene.alt
    assert not [piece for piece in scene.pieces if other in piece.id]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 13, 40])
def test_a_fan_of_any_size_stays_in_its_area_and_each_card_can_be_picked(count: int) -> None:
    match = dealt(Tricks)
    game = game_of(match)
    cards = game.piles.names[:count]
    state: State = match.state._replace(piles=match.state.piles.put("hand ann", cards))
    area = card_area(game)
    spots = [spot for pile, _, spot in area.places_of_cards(state) if pile == "hand ann"]
    assert len(spots) == count
    edges = [(spot.x - spot.w / 2, spot.x + spot.w / 2) for spot in spots]
    assert all(left >= 0 and right <= area.width and right > left for left, right in edges)
    assert all(one[1] <= two[0] + 0.01 for one, two in pairwise(edges))
    assert all(0 < spot.y < area.height for spot in spots)


def test_cards_are_picked_by_click_and_the_others_say_why_not() -> None:
    match = dealt(Tricks)
    game, view = game_of(match), view_of(match.game)
    hand = ("2 clubs", "ace hearts")
    state = match.state._replace(piles=match.state.piles.put("hand ann", hand))
    seen = game.observation(state, "ann")
    roles = {spot.id: spot.role for spot in view.spots(game, seen, ()) if spot.area == AREA}
    assert roles == {"2 clubs": "move", "ace hearts": "inert"}
    made = view.pick(game, seen, (), "2 clubs", None, False)
    assert isinstance(made, MakeMove)
    assert str(made.move) == "2 clubs"
    refused = view.pick(game, seen, (), "ace hearts", None, False)
    move = refused.move if isinstance(refused, MakeMove) else None
    told = refused.message if isinstance(refused, ShowMessage) else game.refusal(seen, move)
    assert told is not None
    assert told.text == "an ace is kept"


def test_further_cards_of_a_name_are_picked_too() -> None:
    match = dealt(Market, "draw knight, knight, road building, knight")
    table = table_for(match, journal=False)
    table._holder = "ann"
    table.show()
    ids = [spot.id for spot in table.scene.spots if spot.area == AREA and spot.role == "select"]
    assert ids == ["knight", "knight #2", "road building", "knight #3"]
    table._picked(Pick("knight #3", "click"))
    assert table.draft == ("knight",)
    assert "selected" in [mark.kind for mark in table.scene.marks if mark.area == AREA]
    table._picked(Pick("b2", "click"))
    assert match.state.pieces["b2"] == "ann"
    assert match.state.piles["market"] == ("knight", "road building", "knight")


def test_a_card_shows_its_symbol_or_its_title_and_its_text_is_a_tip() -> None:
    match = dealt(Market, "draw knight, knight, road building, knight")
    pieces = scene_of(match, "ann").pieces
    labels = [piece.label for piece in pieces if piece.id.startswith("centre")]
    assert labels[:5] == ["♞", "♞", "road", "building", "♞"]
    tips = {spot.id: spot.tip for spot in view_of(match.game).spots(
        match.game, match.seen_by("ann").state, ())}  # fmt: skip
    assert tips["knight"] == "Moves the robber."


def test_tiles_and_coins_in_a_bag_look_as_they_are_and_lie_face_down() -> None:
    class Coins(Board):
        bag = Board.bag({"suns ace": {"look": "suns coin ace"}, "arms 5": {"look": "arms coin 5"}})
        open = Board.row()

        def setup(self, table):
            table.open.append(table.draw("bag"))

        def move(self, table):
            table.end("suns")

    class Laid(Board):
        tiles = {"bend": Tile("road road - -"), "end": Tile("road - - -")}
        bag = Board.bag(bend=2, end=1)
        open = Board.row()

        def setup(self, table):
            table.open.append(table.draw("bag"))

        def move(self, table):
            table.end("suns")

    coins = [piece.sprite for piece in scene_of(dealt(Coins), "suns").pieces if piece.area == AREA]
    assert [sprite for sprite in coins if sprite.startswith("coin")] == ["coin-suit", "coin-value"]
    tiles = [piece for piece in scene_of(dealt(Laid), "suns").pieces if piece.area == AREA]
    assert "edges-4" in [piece.sprite for piece in tiles]


def test_cards_lie_below_a_board_and_never_make_the_picture_wider_on_a_phone() -> None:
    scene = scene_of(dealt(Market), "ann")
    first = scene.layouts[0]
    board, cards, tray = (first.places[name] for name in ("board", AREA, "tray"))
    assert board[1] < cards[1] < tray[1]
    area = next(each for each in scene.areas if each.id == AREA)
    assert cards[0] + area.width * (cards[2] if len(cards) > 2 else 1) <= first.width + 0.02


def test_whoever_has_nothing_hidden_to_see_is_shown_all_hands() -> None:
    match = dealt(Tricks)
    whole: Any = view_of(match.game).scene(match.game, match.state)
    assert len([piece for piece in whole.pieces if piece.sprite == "card-back"]) == 3  # the deck


def test_no_drawing_takes_a_class_of_the_page() -> None:
    """The page's rule for a class of that name would stretch or move the drawing."""
    name = re.compile(r"\.(ppnb-[\w-]+)")
    sources = Path(looks.__file__).parents[1] / "widgets" / "frontend" / "src"
    page = {
        each for path in sources.glob("*.css") for each in name.findall(path.read_text("utf-8"))
    }
    assert len(page) > 50
    assert not page & {*name.findall(looks.RULES)}


class LastCard(Board):
    seats = ("ann", "ben")
    deck = Board.deck(["rook", "pawn", "king"])
    hand = Board.hand()
    word = one_of("show")

    def setup(self, table):
        table.deal(1)

    def move(self, table, word):
        table.show("deck")


def test_a_deck_that_was_shown_to_all_lies_face_up() -> None:
    """Before that it lies face down, also for whoever sees the whole game."""
    match = Match(LastCard.as_game()(), seed=1)
    match.roll()
    (last,) = match.state.piles["deck"]
    view = view_of(match.game)

    def seen(state: State) -> tuple[bool, str]:
        scene = view.scene(match.game, state)
        drawn = any(piece.id.startswith(f"card {last}") for piece in scene.pieces)
        return drawn, next(part for part in scene.alt.split(". ") if part.startswith("Deck"))

    assert seen(match.state) == (False, "Deck: 1 card")
    match.play(next(iter(match.moves())))
    for state in (match.state, match.game.observation(match.state, "ben")):
        assert seen(state) == (True, f"Deck: {last}")
