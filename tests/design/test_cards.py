"""Decks, hands, bags and rows; draws as moves of chance; phases; hidden pieces; private notes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Chance, Die, Draw, Roll, Rolls, Seat, Simultaneous, without
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.design import Board, Table, card_of, one_of, ready, secrets
from piecepack_nb.design.piles import Card, Piles, check_card
from tests.design.examples import example_class
from tests.design.hidden_games import GAMES, Armies, Fleet, Kuhn, Numbers, Swap, Tricks

# ruff: noqa: RET503 - as students write
# mypy: disable-error-code="no-untyped-def,no-untyped-call"


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def match_of(made: type[Board], **more: Any) -> Match:
    options = more.pop("options", {})
    return Match(pp.game(pp.register(made), **options), seed=1, **more)


def table_of(made: type[Board], **more: Any) -> Table:
    """Return the table of a match, on which nothing can be drawn."""
    match = match_of(made, **more)
    return match.game.table(match.state)


class Cards(Board):
    """A pile of each kind, and moves that do one thing each to them."""

    seats = ("ann", "ben")
    deck = Board.deck({"ace": 2, "king": {"count": 1, "cost": 3, "text": "rules"}, "nine": {}})
    bag = Board.bag(red=2, blue=1)
    hand = Board.hand()
    market = Board.row()
    front = Board.row(each=True)
    spent = Board.discard()
    deed = one_of("deal", "draw", "take", "pick", "spend", "gather", "show", "peek", "flip", "none")

    def setup(self, table):
        table.got = []

    def why_not(self, table, deed):
        if deed == "spend" and not table.hand[table.seat]:
            return "your hand is empty"
        if deed == "peek" and "ace" not in table.hand[table.seat]:
            return "you have no ace"

    def move(self, table, deed):
        if deed == "deal":
            table.deal(1)
        elif deed == "draw":
            table.draw("deck", to="hand", say="{seat} takes {card}.")
        elif deed == "take":
            tile = table.draw("bag", say="{seat} has {tile} and {cards}.")
            table.got = [*table.got, *filter(None, [tile])]
        elif deed == "pick":
            table.draw("deck", 2, to="market")
        elif deed == "spend":
            table.spent.append(table.hand[table.seat].pop())
        elif deed == "gather":
            table.gather()
        elif deed == "show":
            table.show("hand")
        elif deed == "peek":
            table.show("hand", "ace", table.rival)
        elif deed == "flip":
            table.draw("market", to="hand")
        table.again()


# --- Declarations --------------------------------------------------------------------------------


def test_a_deck_is_declared_in_several_ways() -> None:
    one, two, three = Board.deck("low mid high"), Board.deck(["low", "mid", "high"]), Board.deck(
        low=1, mid=1, high=1)  # fmt: skip
    assert one.cards == two.cards == three.cards == ("low", "mid", "high")
    assert [one.values[card].rank for card in one.cards] == [0, 1, 2]
    assert Board.deck({"ace": 2, "king": {"count": 1, "cost": 3}}).cards == ("ace", "ace", "king")
    assert Board.bag(red=2).cards == ("red", "red")


def test_a_standard_deck_has_suits_and_ranks() -> None:
    deck = Board.standard_deck()
    assert len(deck.cards) == len(set(deck.cards)) == 52
    ace = deck.values["ace spades"]
    assert (ace.suit, ace.rank, deck.values["7 hearts"].rank) == ("spades", 14, 7)
    assert len(Board.standard_deck("suns moons", "null ace 2").cards) == 6


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board.deck(7), r"the cards of the deck is 7; expected names, or counts by name"),
        (lambda: Board.deck(""), r"the number of cards of the deck is 0; expected 1 to 500"),
        (lambda: Board.bag(red=501), r"the number of 'red' is 501; expected 0 to 500"),
        (lambda: Board.bag(red=300, blue=300), r"the number of cards of the bag is 600"),
        (lambda: Board.deck(red=-1), r"the number of 'red' is -1; expected 0 to 500"),
        (lambda: Board.deck({"red": True}), r"the number of 'red' is True"),
        (lambda: Board.deck(["a-b"]), r"a card is 'a-b'; expected a name without a hyphen"),
        (lambda: Board.deck(["?"]), r"a card is '\?'"),
        (lambda: Board.deck({"a,b": 1}), r"a card is 'a,b'"),
        (lambda: Board.deck([""]), r"a card is ''"),
        (lambda: Board.deck([3]), r"a card is 3"),
        (lambda: Board.deck(["x" * 41]), r"a card is 'x"),
        (lambda: card_of(3), r"the pile of a card is 3; expected the name of a deck"),
        (lambda: check_card("a card", "a\nb"), r"a card is 'a\\nb'"),
    ],
)
def test_wrong_cards_are_refused_in_one_line(make: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_card_has_the_values_of_its_class() -> None:
    table = table_of(Cards)
    king = table.card("king")
    assert (king.cost, king.text, king.rank, king.name) == (3, "rules", 1, "king")
    assert (table.rank("nine"), repr(king), dict(king)["cost"], len(king)) == (
        2,
        "<Card king>",
        3,
        4,
    )
    with pytest.raises(AttributeError, match="the card 'king' has no 'colour'; it has name, rank"):
        _ = king.colour
    with pytest.raises(BadInput, match="the card is 'jack'; expected one of ace, king, nine"):
        table.card("jack")
    assert Card("x", {}).name == "x"


def test_wrong_parts_of_a_class_are_refused() -> None:
    class Nowhere(Cards):
        deed = card_of("purse")

    class Place(Cards):
        places = Board.squares(3, 3)
        deck = Board.deck("a1 b1")

    class Word(Cards):
        deck = Board.deck("deal draw")

    class Private(Cards):
        private = (3,)

    for made, message in (
        (Nowhere, "the pile of deed is 'purse'; expected one of deck, bag, hand, market"),
        (Place, "a card is 'a1'; expected a name that no place and no word of a move has"),
        (Word, "a card is 'deal'; expected a name that no place and no word of a move has"),
        (
            Private,
            r"private is \(3,\); expected names of notes or of parts of moves, such as \('goal',\)",
        ),
    ):
        with pytest.raises(BadInput, match=message):
            pp.register(made)


# --- Draws are moves of chance -------------------------------------------------------------------


def test_a_draw_waits_for_chance_and_then_the_function_goes_on() -> None:
    match = match_of(Cards, dice="typed")
    steps = match.play("draw")
    chance = match.to_act
    assert isinstance(chance, Chance)
    assert (chance.draws, chance.outcomes, chance.purpose) == (True, 4, "draw")
    assert [step.event.text for step in steps] == ["Ann chooses draw."]
    with pytest.raises(BadInput, match=r"the draw is 'king, ace'; expected a card; match\.roll"):
        match.play("draw king, ace")
    with pytest.raises(IllegalMove, match="'deal' can't be drawn: the pile has ace, king, nine"):
        match.play("deal")
    with pytest.raises(IllegalMove, match="'red' can't be drawn"):
        match.play("draw red")
    (step,) = match.play("draw king")
    assert step.event.text == "Ann takes king."
    assert match.state.piles["hand ann"] == ("king",)
    assert match.state.piles["deck"] == ("ace", "ace", "nine")
    assert match.game.observed_event(step.event, "ben").text == "Ann draws a card."
    assert match.game.observed_event(step.event, "").text == "Ann draws a card."


@pytest.mark.parametrize("text", ["draw king", "king", "DRAW King", "draw  king"])
def test_a_draw_may_be_typed_in_short(text: str) -> None:
    match = match_of(Cards, dice="typed")
    match.play("draw")
    match.play(text)
    assert match.state.piles["hand ann"] == ("king",)


def test_no_card_is_drawn_twice() -> None:
    match = match_of(Cards, dice="typed")
    match.play("pick")
    with pytest.raises(IllegalMove, match="no further king is left to be drawn"):
        match.play("draw king, king")
    match.play("draw ace, ace")
    assert match.state.piles["market"] == ("ace", "ace")
    with pytest.raises(IllegalMove, match="no cards are drawn now"):
        match.play(Draw(FrozenDict({"deck1": "nine"})))


def test_draws_of_chance_list_what_is_left() -> None:
    chance = Chance("draw", 1, (Die("c1", ("a", "a", "b")), Die("c2", ("a", "a", "b"))), "", True)
    assert chance.outcomes == 6
    assert chance.faces_after(()) == ("a", "a", "b")
    assert chance.faces_after(("a",)) == ("a", "b")
    assert without(("a", "b"), ()) == ("a", "b")
    rolls = Rolls(chance)
    assert len(rolls) == 6
    assert Counter(map(str, rolls)) == {"draw a, a": 2, "draw a, b": 2, "draw b, a": 2}
    assert all(each in rolls and isinstance(each, Draw) for each in rolls)
    assert repr(rolls) == "<6 draws of c1, c2>"
    with pytest.raises(BadInput, match="the draw is 'a'; expected 2 cards"):
        Draw.of_cards(chance, ["a"])
    picked = Draw.picked(chance, lambda _, options: options[-1])
    assert str(picked) == "draw b, a"


def test_more_draws_than_python_can_count_are_still_some() -> None:
    class Bridge(Board):
        seats = ("north", "east", "south", "west")
        deck = Board.standard_deck()
        hand = Board.hand()
        card = card_of("hand")

        def setup(self, table):
            table.deal(13)

        def move(self, table, card):
            table.end(table.seat)

    match = match_of(Bridge)
    assert match.moves()
    assert "draws of" in repr(match.moves())
    match.roll()
    assert [len(cards) for cards in match.state.piles.values()] == [0, 13, 13, 13, 13]
    view = match.game.observation(match.state, "east")
    assert Counter(view.piles["hand north"]) == {"?": 13}
    for bot in (pp.bots.look_ahead(nodes=5), pp.bots.mcts(playouts=2)):
        again = match_of(Bridge, seats=bot)
        again.run()
        assert again.result is not None


def test_dice_in_the_middle_of_a_function_are_chance_too() -> None:
    class Rerolls(Board):
        seats = ("ann", "ben")
        go = one_of("go")

        def setup(self, table):
            table.rolled = []

        def move(self, table, go):
            for _ in range(3):
                table.rolled = [*table.rolled, table.chance(Board.die("123456", count=2))]

        def winner(self, table):
            return "draw" if table.turn > 8 else None

    match = match_of(Rerolls, dice=["roll 6 6", "roll 1 2"])
    match.play("go")
    match.run()
    assert [str(each.move) for each in match.record][1:3] == ["roll 6 6", "roll 1 2"]
    assert len(match.state.notes["rolled"]) == 3
    match = match_of(Rerolls, seats="random")
    match.run()
    rolled = [tuple(each) for each in match.state.notes["rolled"]]
    assert len(set(rolled)) > 10  # each roll has dice of its own


def test_a_draw_where_none_can_be_is_refused() -> None:
    table = table_of(Cards)
    for call in (lambda: table.draw(), lambda: table.deal(), lambda: table.chance(Board.die())):
        with pytest.raises(BadInput, match="cards are drawn and dice rolled only in setup, begin"):
            call()
    assert table.draw("market") is None
    assert table.draw("market", 3) == []

    class Peeks(Cards):
        def winner(self, table):
            return table.draw()

    with pytest.raises(BadInput, match=r"Peeks.winner\(table\).*drawn and dice rolled only in"):
        match_of(Peeks).play("none")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.draw("purse"), "the pile is 'purse'; expected one of deck, bag, hand ann"),
        (lambda t: t.draw("deck", -1), "the number of cards is -1; expected a whole number from 0"),
        (lambda t: t.draw("deck", True), "the number of cards is True"),
        (lambda t: t.deal(1.5), "the number of cards is 1.5"),
        (lambda t: t.shuffle("purse"), "the pile is 'purse'"),
        (lambda t: t.shuffle("spent", "purse"), "the pile is 'purse'"),
        (lambda t: t.gather("market"), "the pile to gather is 'market'; expected a deck or bag"),
        (lambda t: t.show("purse"), "the pile is 'purse'"),
        (
            lambda t: t.show("market", "king"),
            "the card of the market is 'king'; expected one of non",
        ),
        (lambda t: t.show("market", to="cat"), "the seat is 'cat'; expected one of ann, ben"),
        (lambda t: setattr(t, "deck", 3), "table.deck can't be set"),
        (lambda t: setattr(t, "deck", {}), "table.deck is {}; expected a list of cards"),
        (lambda t: t.end_by_points("XX-7 "), "XX-7"),
        (lambda t: t.put("a1", "x"), "a1"),
    ],
)
def test_wrong_calls_are_refused_in_one_line(call: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        call(table_of(Cards))
    assert "\n" not in str(caught.value)


def test_a_pile_with_a_card_of_no_deck_is_refused() -> None:
    table = table_of(Cards)
    table.market.append("jack")
    with pytest.raises(BadInput, match="the card of the market is 'jack'; expected one of ace"):
        table.state()


# --- What happens to cards -----------------------------------------------------------------------


def test_each_seat_is_dealt_a_card_in_turn() -> None:
    match = match_of(Cards, dice=["draw king, ace"])
    match.play("deal")
    match.roll()
    assert (match.state.piles["hand ann"], match.state.piles["hand ben"]) == (("king",), ("ace",))
    assert match.steps[-1].event.text == "Each gets 1 card."


def test_a_hand_is_shown_to_all_or_to_one() -> None:
    match = match_of(Cards, dice=["draw king, ace"])
    game = match.game
    match.play("deal")
    match.roll()
    assert game.observation(match.state, "ben").piles["hand ann"] == ("?",)
    shown = match.play("show")
    assert shown[-1].event.text == "Ann shows king. Ben shows ace."
    for seat in ("ann", "ben", ""):
        view = game.observation(match.state, seat)
        assert (view.piles["hand ann"], view.piles["hand ben"]) == (("king",), ("ace",))
    match.play("gather")
    assert len(match.state.piles["deck"]) == 4
    assert not match.state.known


def test_one_card_is_shown_to_one_seat() -> None:
    match = match_of(Cards, dice=["draw ace, ace", "draw king, nine"])
    game = match.game
    for _ in range(2):
        match.play("deal")
        match.roll()
    (step,) = match.play("peek")[:1]
    assert game.observation(match.state, "ben").piles["hand ann"] == ("ace", "?")
    assert game.observation(match.state, "").piles["hand ann"] == ("?", "?")
    assert "ace" in game.observed_event(step.event, "ben").text
    assert "ace" not in game.observed_event(step.event, "").text


def test_a_card_from_an_open_row_stays_known_in_a_hand() -> None:
    match = match_of(Cards, dice=["draw king, nine"])
    match.play("pick")
    match.roll()
    match.play("flip")
    assert match.state.piles["hand ann"] == ("nine",)  # the last one is on top
    assert match.game.observation(match.state, "ben").piles["hand ann"] == ("nine",)


def test_cards_are_drawn_until_the_pile_is_empty() -> None:
    match = match_of(Cards, dice=["draw ace, king", "draw ace, nine"])
    for size in (2, 4, 4):
        match.play("pick")
        match.run()
        assert len(match.state.piles["market"]) == size
    assert match.play("draw")[-1].event.text == "Ann chooses draw."
    assert match.to_act == Seat("ann")


def test_discards_are_shuffled_into_the_deck() -> None:
    class Recycle(Cards):
        def move(self, table, deed):
            table.draw("deck", to="spent")
            table.shuffle("spent", "deck")
            table.again()

    match = match_of(Recycle)
    match.play("none")
    match.roll()
    assert match.state.piles["deck"] == ("ace", "ace", "king", "nine")
    assert match.state.piles["spent"] == ()


def test_cards_never_get_lost_or_doubled() -> None:
    for seed in range(6):
        match = Match(pp.game(pp.register(Cards)), seed=seed, seats="random")
        match.run(60)
        for step in match.steps:
            cards = Counter(card for pile in step.state.piles.values() for card in pile)
            cards += Counter(step.state.notes.get("got", ()))
            waits = step.state.pending is not None
            assert waits or cards == {"ace": 2, "king": 1, "nine": 1, "red": 2, "blue": 1}


def test_the_order_of_a_hidden_pile_is_nobodys_knowledge() -> None:
    piles = Piles(Cards.pile_kinds(), ("ann", "ben"))
    mixed = piles.frozen({**piles.start(), "deck": ("nine", "ace", "king", "ace")})
    assert mixed == piles.start()
    opened = piles.frozen({**piles.start(), "market": ("nine", "ace")})
    assert opened["market"] == ("nine", "ace")


def test_what_is_imagined_is_what_the_seat_sees_nowhere() -> None:
    match = match_of(Kuhn, dice=["draw king, jack"])
    match.roll()
    game, view = match.game, match.game.observation(match.state, "ben")
    hands = Counter(
        game.determinize(view, "ben", lambda name, options, n=n: options[n % len(options)]).piles[
            "hand ann"] for n in range(4))  # fmt: skip
    assert hands == {("queen",): 2, ("king",): 2}


def test_open_cards_that_leave_all_piles_are_imagined_nowhere_until_they_are_back() -> None:
    class Nets(Board):
        seats = ("ann", "ben")
        deck = Board.deck(reef=6)
        bag = Board.bag(pearl=5, stone=3)
        hand = Board.hand()
        net = Board.row(each=True)
        acts = ("dive", "surface", "refill")
        card = card_of("hand")

        def setup(self, table):
            table.deal(3)

        def move_dive(self, table, card):
            table.hand[table.seat].remove(card)
            table.draw("bag", 4, to=f"net {table.seat}")

        def move_surface(self, table):
            table.net[table.seat].clear()

        def move_refill(self, table):
            table.bag += ["pearl", "pearl"]

    draws = "draw pearl, pearl, pearl, stone", "draw pearl, stone, pearl, stone"
    match = match_of(Nets, dice=["draw reef, reef, reef, reef, reef, reef", *draws])
    match.run()
    for move in ("dive reef", "dive reef"):
        match.play(move)
        match.run()
    scenes = [match.game.view.scene(match.game, match.state)]
    match.play_all(["surface", "refill"])
    assert match.state.gone == ("pearl", "stone"), "its pearls, without those that are back"
    game: Any = match.game
    scenes += [game.view.scene(game, match.state, None, scenes[0])]
    assert not game.view.last_move(*scenes), "cards only close up"
    view = game.observation(match.state, "ann")
    assert game.from_json(game.to_json(match.state)) == match.state
    for seed in range(9):
        assert game.determinize(view, "ann", seeded_pick(seed, 0)).piles == match.state.piles


def test_a_card_that_leaves_in_secret_leaves_no_trace() -> None:
    """Else what the others still know of the hand would tell them which card has left it."""
    match = match_of(Swap, dice=["draw ace, five, three, two, six, four"])
    match.roll()
    match.play("show")
    assert match.game.observation(match.state, "cat").piles["hand ann"] == ("ace", "two")
    match.play_all(["wait", "wait", "give", "ann ace", "ben five", "cat three"])
    assert match.game.observation(match.state, "cat").piles["hand ann"] == ("?", "?")
    assert match.game.observation(match.state, "ann").piles["hand ann"] == ("two", "three")


# --- The record ----------------------------------------------------------------------------------


def finished(made: type[Board], seed: int) -> Match:
    match = Match(pp.game(pp.register(made)), seed=seed, seats="random")
    match.run(200)
    return match


@pytest.mark.parametrize("made", GAMES)
def test_the_same_seed_gives_the_same_cards(made: type[Board]) -> None:
    one, two, other = (finished(made, seed) for seed in (3, 3, 4))
    assert [str(each.move) for each in one.record] == [str(each.move) for each in two.record]
    assert one.state == two.state
    assert [str(each.move) for each in one.record] != [str(each.move) for each in other.record]


@pytest.mark.parametrize("made", GAMES)
def test_every_state_and_view_is_written_and_read_again(made: type[Board]) -> None:
    match = finished(made, 5)
    game = match.game
    for state in [match.initial_state, *(step.state for step in match.steps)]:
        views = [game.observation(state, seat) for seat in (*game.seats, "")]
        for each in (state, *views):
            assert game.from_json(json.loads(json.dumps(game.to_json(each)))) == each
        for seat, view in zip((*game.seats, ""), views, strict=True):
            assert game.observation(view, seat) == view


@pytest.mark.parametrize("made", GAMES)
def test_undo_and_redo_take_draws_along(made: type[Board]) -> None:
    match = finished(made, 2)
    last, moves = match.state, len(match.record)
    while match.cursor:
        match.undo()
    assert match.state == match.initial_state
    while match.undone:
        match.redo()
    assert (match.state, len(match.record)) == (last, moves)


@pytest.mark.parametrize("made", GAMES)
def test_a_saved_game_is_the_same_game(made: type[Board], tmp_path: Path) -> None:
    match = finished(made, 2)
    path = tmp_path / "game.json"
    for step in (len(match.steps), max(1, len(match.steps) // 2)):
        match.goto(step)
        if not match.between_moves:
            match = match.branch(step)
        match.save(path)
        again = pp.load(path)
        assert again.state == match.state
        assert [str(each.move) for each in again.record] == [str(e.move) for e in match.record]


@pytest.mark.parametrize("made", GAMES)
def test_check_finds_nothing_wrong(made: type[Board]) -> None:
    assert pp.check(made, games=6).problems == ()


def test_other_rules_keep_the_cards_where_they_can() -> None:
    match = match_of(Kuhn, seats="honest", options={"rounds": 3})
    match.run()
    other = match.under(rounds=2)
    draws = [str(each.move) for each in match.record if isinstance(each.move, Roll)]
    again = [str(each.move) for each in other.record if isinstance(each.move, Roll)]
    assert (len(draws), again) == (3, draws[:2])

    class Four(Kuhn):
        name = "kuhn"
        deck = Board.deck("jack queen king ace")

    pp.register(Four)
    kept = match.under(Four)
    draws = [str(each.move) for each in kept.record if isinstance(each.move, Roll)]
    assert draws[0] == str(match.record[0].move)


def test_scripted_cards_come_first_and_impossible_ones_are_refused() -> None:
    match = match_of(Kuhn, dice=["draw king, jack"], seats="honest", options={"rounds": 2})
    match.run()
    assert str(match.record[0].move) == "draw king, jack"
    with pytest.raises(BadInput, match="'ace' can't be drawn"):
        match_of(Kuhn, dice=["draw ace, jack"]).roll()


def test_typed_cards_wait_for_a_person() -> None:
    match = match_of(Kuhn, dice="typed", seats="honest", options={"rounds": 1})
    match.run()
    assert match.record == ()
    match.play("draw jack, king")
    match.run()
    assert str(match.result) == "Ben has the most points: 1. [KU-4]"


def test_a_position_with_cards_is_written_by_hand() -> None:
    game = pp.game(pp.register(Cards))
    piles = {**{name: list(cards) for name, cards in game.piles.start().items()},
             "hand ann": ["king"], "deck": ["ace", "nine"]}  # fmt: skip
    match = Match(game, position={"piles": piles})
    assert match.state.piles["deck"] == ("ace", "nine")
    for wrong, message in (
        ({"deck": ["ace"]}, "piles has no entry"),
        ({**piles, "deck": ["jack"]}, r"piles.deck\[0\] is 'jack'; expected ace, king"),
        ({**piles, "purse": []}, "purse"),
    ):
        with pytest.raises(BadInput, match=message):
            Match(game, position={"piles": wrong})


# --- Phases --------------------------------------------------------------------------------------


def test_each_phase_has_its_own_functions() -> None:
    match = match_of(Numbers)
    assert match.to_act == Simultaneous("choose", ("ann", "ben"), "NU-1")
    match.play("ben 2")
    assert match.to_act == Simultaneous("choose", ("ann",), "NU-1")
    assert match.game.observed_move(match.initial_state, match.record[0].move, "ann") is None
    assert match.refusal("ben 3").text == "ben has chosen already"
    match.play("ann 4")
    assert (match.to_act, match.state.phase) == (Seat("ann"), "guess")
    match.play("1")
    assert match.refusal("4") is None
    match.play("3")
    assert match.refusal("1").text == "you have guessed 1"
    match.play("2")
    assert str(match.result) == "It is 2. [NU-3]"


def test_a_secret_sentence_has_another_one_for_the_others() -> None:
    match = match_of(Numbers)
    match.play("ann 4")
    steps = match.play("ben 1")
    game, event = match.game, steps[1].event
    assert event.text == "You wrote 4."
    assert game.observed_event(event, "ann").text == "You wrote 4."
    assert game.observed_event(event, "ben").text == "Ann wrote a number."
    assert "4" not in json.dumps(dict(game.observed_event(event, "ben").data), default=str)


def test_private_notes_are_seen_by_their_seat() -> None:
    match = match_of(Numbers)
    match.play_all(["ann 4", "ben 1"])
    view = match.game.observation(match.state, "ben")
    assert dict(view.notes["number"]) == {"ann": "?", "ben": 1}
    assert dict(match.game.observation(match.state, "").notes["number"]) == {"ann": "?", "ben": "?"}


def test_choices_are_revealed_together() -> None:
    class Auction(Board):
        seats = ("ann", "ben")
        phases = ("bid", "play")
        together = ("bid",)
        amount = one_of(1, 2, 3)
        word = one_of("on")

        def reveal_bid(self, table, amount):
            won = max(self.seats, key=amount.get)
            table.score[won] += amount[won]
            table.say(f"{won} bids {amount[won]}.")
            table.phase = "play"
            table.pass_to(won)

        def move_play(self, table, word):
            table.phase = "bid"

        def winner(self, table):
            return ready.most_points(table) if table.turn > 6 else None

    match = match_of(Auction)
    state = match.state
    match.play("ann 1")
    (first, last) = (match.record[0].move, match.game.parse_move(match.state, "ben 3"))
    assert match.game.observed_move(state, first, "ben") is None
    assert match.game.observed_move(match.state, last, "ann") == last  # all are shown now
    match.play("ben 3")
    assert (match.to_act, match.state.score["ben"]) == (Seat("ben"), 3)
    assert pp.check(Auction, games=5).problems == ()


def test_a_bot_may_have_a_function_for_one_phase_and_an_error_names_it() -> None:
    class Dig(Board):
        places = Board.squares(3, 2)
        phases = ("hide", "dig")
        together = ("hide",)

        def move_hide(self, table, bow, stern):
            table.phase = "dig"

        def move_dig(self, table, place):
            table[place] = "hole"

        def winner(self, table):
            return "draw" if len(table.empty) < 3 else None

        def bot_deep_dig(self, table, moves, pick):
            return next(move for move in moves if move.place in table.empty)

    class Astray(Dig):
        bot_deep_dig: ClassVar[Any] = None

        def bot_deep(self, table, moves, pick):
            return moves[0] if moves[0].place else pick(moves)

    game = Dig.as_game()()
    assert [*game.built_in_bots] == ["deep"]
    match = pp.Match(game, seed=1, seats="deep")
    match.run()
    assert [str(each.move) for each in match.record][2:] == ["a2", "b2", "c2", "a1"]
    assert {len(each.move.picks) for each in match.record[:2]} == {2}
    assert pp.check(Dig, games=2).problems == ()
    (problem,) = pp.check(Astray, games=2).problems
    assert problem.endswith(
        "AttributeError: a move has no 'place'; it has bow, stern here; expected bot_deep_dig for "
        "the phase 'dig' alone."
    )
    with pytest.raises(AttributeError, match=r"no 'files_of' \(did you mean 'file_of'"):
        game.design.places.files_of("a1")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"phases": "bid"}, r"phases is 'bid'; expected names such as \('bid', 'play'\)"),
        ({"phases": ("a b",)}, r"phases is \('a b',\)"),
        ({"phases": ("bid",), "together": ("play",)}, "a phase of together is 'play'"),
        ({"phases": ("bid",), "secret": True}, "secret is True beside phases; expected together"),
    ],
)
def test_wrong_phases_are_refused(parts: dict[str, Any], message: str) -> None:
    made = type("Phased", (Cards,), parts)
    with pytest.raises(BadInput, match=message):
        pp.register(made)


def test_a_phase_without_a_function_is_refused() -> None:
    class Idle(Board):
        phases = ("bid",)

    with pytest.raises(BadInput, match=r"the phase 'bid' has no function move_bid\(self, table"):
        pp.register(Idle)

    class Together(Idle):
        together = ("bid",)

    message = r"no function move_bid\(self, table, …\) or reveal_bid\(self, table, …\)$"
    with pytest.raises(BadInput, match=message):
        pp.register(Together)


def test_a_phase_that_there_is_not_is_refused() -> None:
    table = table_of(Numbers)
    with pytest.raises(BadInput, match=r"table\.phase is 'bet'; expected one of write, guess"):
        table.phase = "bet"
    with pytest.raises(BadInput, match=r"table\.phase can't be set; expected a class with phases"):
        table_of(Cards).phase = "bet"


# --- Hidden pieces -------------------------------------------------------------------------------


def test_a_hidden_piece_is_seen_by_its_seat() -> None:
    table = table_of(Fleet)
    table.put("a1", "ship 0", seen_by="ann")
    table.put("b1", "ship 1", seen_by=(), back="?")
    table.put("c1", "rock")
    assert [table.hidden(place) for place in ("a1", "b1", "c1", "d1")] == [True, True, False, False]
    assert [table.shown(place) for place in ("a1", "b1", "c1", "d1")] == [False, False, True, False]
    game = pp.game("fleet")
    seen = {seat: dict(game.observation(table.state(), seat).pieces) for seat in ("ann", "ben", "")}
    assert seen["ann"] == {"a1": "ship 0", "b1": "?", "c1": "rock"}
    assert seen["ben"] == seen[""] == {"b1": "?", "c1": "rock"}
    assert table.show("a1", to="ben") == "ship 0"
    assert dict(game.observation(table.state(), "ben").pieces)["a1"] == "ship 0"
    assert table.show("b1") == "ship 1"
    assert table.show("d1") is None
    assert game.observation(table.state(), "").pieces == {"b1": "ship 1", "c1": "rock"}


def test_what_is_hidden_goes_along_and_ends_with_its_piece() -> None:
    table = table_of(Fleet)
    table.put("a1", "ship 0", seen_by="ann")
    table.carry("a1", "a2")
    assert (table.hidden("a1"), table.hidden("a2")) == (False, True)
    table["a2"] = "rock"
    assert not table.hidden("a2")
    table.put("a3", "ship 0", seen_by="ann")
    assert table.take("a3") == "ship 0"
    assert not table.hidden("a3")
    table.put("a4", None, seen_by="ann")
    assert not table.hidden("a4")
    with pytest.raises(BadInput, match="the seat is 'cat'; expected one of ann, ben"):
        table.put("a1", "x", seen_by="cat")
    with pytest.raises(BadInput, match="z9"):
        table.hidden("z9")
    with pytest.raises(BadInput, match="the back is 7; expected the name of a piece"):
        table.put("a1", "x", seen_by=(), back=7)


def test_worlds_are_tables_that_the_seat_could_be_in() -> None:
    """Where others hid pieces, worlds fit what has been shown since."""
    moves = ["ann a1-c1", "ben a5-c5", "ann a2-b2", "ben a6-b6", "a8", "a4", "a5", "b2", "d6", "d1"]
    match = match_of(Fleet)
    match.play_all(moves)
    game, view = match.game, match.game.observation(match.state, "ben")
    worlds = [game.determinize(view, "ben", pp.core.dice.seeded_pick(n)) for n in range(12)]
    assert all(game.observation(world, "ben") == view for world in worlds)
    hidden = [[p for p, cover in world.covers.items() if cover.seen_by == ("ann",)]
              for world in worlds]  # fmt: skip
    assert sum(len(each) == 4 for each in hidden) >= 9  # b2 was hit
    assert not any({"a4", "d1"} & set(each) for each in hidden)
    assert len(set(map(tuple, hidden))) > 3


def test_worlds_have_pieces_for_the_backs() -> None:
    match = match_of(Armies)
    match.play_all(["ann spy", "ben spy", "ann spy", "ben spy", "ann general", "ben spy"])
    game, view = match.game, match.game.observation(match.state, "ben")
    assert view.pieces["a1"] == "ann"
    found = Counter()
    for number in range(20):
        world = game.determinize(view, "ben", pp.core.dice.seeded_pick(number))
        assert game.observation(world, "ben") == view
        found.update(world.pieces[place] for place in ("a1", "b1", "c1"))
    assert set(found) == {"ann spy", "ann general"}


def test_worlds_have_numbers_for_private_notes() -> None:
    match = match_of(Numbers)
    match.play_all(["ann 4", "ben 2", "1", "3"])
    view = match.game.observation(match.state, "ann")
    found = {match.game.determinize(view, "ann", pp.core.dice.seeded_pick(n)).notes["number"]["ben"]
             for n in range(30)}  # fmt: skip
    assert found == {2, 3, 4}  # it isn't 1


def test_nothing_is_guessed_where_cards_make_a_table_whole(monkeypatch: Any) -> None:
    monkeypatch.delattr(example_class("memory").design_class, "imagine")
    game = example_class("memory")()
    state = game.initial_state()
    state = game.next_state(state, game.chance_move(state, pp.core.dice.seeded_pick(1)))
    monkeypatch.setattr(secrets, "Guesswork", None)
    world = game.determinize(game.observation(state, "ann"), "ann", pp.core.dice.seeded_pick(1))
    assert sorted(world.pieces.values()) == sorted(state.pieces.values())
    assert world.pieces != state.pieces


def test_the_class_may_imagine_itself() -> None:
    class Own(Numbers):
        def imagine(self, table, pick):
            table.number = {**table.number, table.rival: pick([7])}

    match = match_of(Own)
    match.play_all(["ann 4", "ben 2"])
    view = match.game.observation(match.state, "ann")
    world = match.game.determinize(view, "ann", pp.core.dice.seeded_pick(1))
    assert dict(world.notes["number"]) == {"ann": 4, "ben": 7}


def test_a_view_has_frozen_piles() -> None:
    assert isinstance(finished(Tricks, 1).state.piles, FrozenDict)
    assert Die("a", ("1",)).name == "a"


def test_the_owner_of_a_hand_shows_its_card_and_a_draw_may_be_seen_by_some() -> None:
    class Peeks(Board):
        seats = ("ann", "ben", "cat")
        deck = Board.deck("ace two three four")
        hand = Board.hand()
        choice = one_of("ask", "peek", "burn")

        def setup(self, table: Any) -> None:
            table.deal(1)

        def move(self, table: Any, choice: str) -> None:
            if choice == "ask":
                table.show("hand ben", table.hand["ben"][0], to=table.seat)
            else:
                table.draw(seen_by=table.seat if choice == "peek" else ())

    match = Match(Peeks.as_game()(), dice=["draw ace, two, three", "draw four"])
    match.roll()
    game, (asked,) = match.game, match.play("ask")
    told = {seat: game.observed_event(asked.event, seat).text for seat in game.seats}
    assert told["ann"] == "Ben shows two."
    assert told["cat"] == "Ben shows ann 1 card."
    for choice, seen in (("peek", {"ben"}), ("burn", set())):
        other = match.branch(len(match.steps))
        other.play(choice)
        *_, drawn = other.roll()
        texts = {seat: game.observed_event(drawn.event, seat).text for seat in game.seats}
        assert {seat for seat, text in texts.items() if "four" in text} == seen
    with pytest.raises(pp.BadInput, match="the seat is 'dan'"):
        Peeks.as_game()().table(match.state)._seeing("dan")


def test_a_bot_may_return_the_text_of_a_secret_choice_without_its_seat() -> None:
    class Bids(Board):
        seats = ("ann", "ben")
        secret = True
        bid = one_of(1, 2)

        def reveal(self, table: Any, bid: Any) -> None:
            table.end("ann")

        def bot_high(self, table: Any, moves: Any, pick: Any) -> Any:
            return 2 if table.seat == "ann" else "ben 2"

    match = Match(Bids.as_game()(), seats="high")
    match.run()
    assert [str(played.move) for played in match.record] == ["ann 2", "ben 2"]


def test_a_note_that_only_remembers_cards_leaves_enough_to_imagine() -> None:
    class Pairs(Board):
        seats = ("ann", "ben")
        places = Board.squares(3, 2)
        deck = Board.deck(sun=2, moon=2, star=2)

        def setup(self, table):
            table.seen = []
            for place, card in zip(table.places, table.draw(count=6, seen_by=()), strict=True):
                table.put(place, card, seen_by=(), back="tile back")

        def move(self, table, place):
            card = table.show(place)
            table.seen.append(card)
            table.put(place, card, seen_by=(), back="tile back")

    match = Match(Pairs.as_game()(), seed=1)
    match.roll()
    match.play_all(["a1", "b1", "c1"])
    game: Any = match.game
    view = game.observation(match.state, "ann")
    for seed in range(5):
        world = game.determinize(view, "ann", seeded_pick(seed, 0))
        assert sorted(world.pieces.values()) == ["moon", "moon", "star", "star", "sun", "sun"]


def test_the_check_finds_what_winner_changes_in_vain() -> None:
    class Early(Board):
        choice = one_of("go")

        def setup(self, table):
            table.heap = 0

        def move(self, table, choice):
            table.heap = table.turn

        def winner(self, table):
            table.score[table.seat] += 5
            return table.seat if table.heap > 3 else None

    assert "winner changes the table" in pp.check(Early, games=2).problems[0]


def test_the_check_finds_cards_that_are_there_twice() -> None:
    class Copies(Board):
        deck = Board.deck("a b c")
        row = Board.row()
        choice = one_of("go")

        def setup(self, table):
            table.row.append(table.draw("deck"))

        def move(self, table, choice):
            table.row.append(table.row[0])

        def winner(self, table):
            return table.seat if table.turn > 3 else None

    (problem, *_) = pp.check(Copies, games=2).problems
    assert re.search(r"2 times '[abc]' after this move; expected at most 1", problem)
