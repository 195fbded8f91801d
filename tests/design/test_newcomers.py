"""Stumbles of people who wrote their first game with only the two pages: each has its mend."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import random
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, BoardGame, Tile, card_of, one_of, perhaps, ready
from piecepack_nb.design.cards import card_area
from piecepack_nb.design.hooks import DesignError
from piecepack_nb.design.looks import HUES
from piecepack_nb.scene import check_scene
from piecepack_nb.scene.game_view import view_of

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


PLAIN = "card-plain-"


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


class Jewels(Plain):
    """Colours in names, where they came by the order: "2 red" was teal, and "3 green" magenta."""

    deck = Board.deck([f"{number} {hue}" for hue in ("red", "blue", "green") for number in (1, 2)])
    more = Board.deck({"seven": {"suit": "blue"}, "opal": {}, "red or blue": {}})


def test_a_card_whose_name_or_suit_says_a_colour_has_it() -> None:
    game = made(Jewels)
    drawn = pieces_of(game, game.initial_state())
    plain = [piece for piece in drawn if piece.sprite.startswith(PLAIN)]
    names = [piece.id.removeprefix("card ").partition("--")[0] for piece in plain]
    numbers = [int(piece.sprite.removeprefix(PLAIN)) for piece in plain]
    hues = {name: HUES[number] for name, number in zip(names, numbers, strict=True)}
    assert [hues[f"{number} red"] for number in (1, 2)] == ["#a8481c"] * 2
    assert [hues[f"{number} green"] for number in (1, 2)] == ["#566f22"] * 2
    assert [hues[name] for name in ("1 blue", "2 blue", "seven")] == ["#38558f"] * 3
    assert (hues["opal"], hues["red or blue"]) == (HUES[7], HUES[0])  # by their order


class Suited(Board):
    deck = Board.deck(
        {
            f"{suit} {rank}": {"suit": suit}
            for suit in ("moss", "ember")
            for rank in (2, 11, "queen")
        }
    )
    hand = Board.hand()
    phases = ("bid", "play")
    card = card_of("hand")
    coins = one_of(1, 2)

    def setup(self, table):
        table.deal(3)

    def move_bid(self, table, coins):
        table.phase = "play"

    def move_play(self, table, card):
        pass


def test_cards_of_a_suit_have_one_colour_and_their_ranks_and_a_refusal_names_the_phase() -> None:
    match = pp.Match(made(Suited), seed=1)
    match.roll()
    drawn = [each for each in pieces_of(match.game, match.state) if each.id.startswith("card ")]
    shown = {each.id.removeprefix("card ").strip("*"): (each.sprite, each.label) for each in drawn}
    assert {label for _, label in shown.values()} == {"2", "11", "Q"}
    suits = {name.split()[0]: sprite for name, (sprite, _) in shown.items()}
    assert len(shown) == 6
    assert all(suits[name.split()[0]] == sprite for name, (sprite, _) in shown.items())
    assert suits["moss"] != suits["ember"]
    refused = match.refusal("moss 2 1")
    assert refused is not None
    assert refused.text == "moss 2 1: a move in the phase bid has coins"
    with pytest.raises(BadInput, match=r"a move such as '1' \(did you mean 'moss queen'\?\)$"):
        match.refusal("moss quen")


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


# --- Set-up that waits for chance -----------------------------------------------------------------


class TurnedUp(Board):
    seats = ("ann", "ben")
    places = Board.squares(2, 2)
    deck = Board.deck("a b c d e f g h")
    hand = Board.hand()
    card = card_of("hand")

    def setup(self, table):
        table.deal(2)
        table.up = table.draw("deck")
        table.laid = 0

    def move(self, table, card):
        table.hand[table.seat].remove(card)
        table.laid += 1
        if not any(table.hand.values()):
            table.end("ann")

    def score(self, table):
        return {"laid": (table.laid, 4)}

    def marks(self, table, picks):
        return {"a1": table.up}

    def evaluate(self, table, seat):
        return len(table.up) + table.laid


def test_no_function_is_asked_for_what_setup_has_not_made_yet() -> None:
    assert pp.check(TurnedUp, games=4)
    game = made(TurnedUp)
    match, view = pp.Match(game, seed=1), view_of(game)
    assert match.state.in_setup
    assert (view.score(game, match.state), game.evaluate(match.state, "ann")) == ((), 0.0)
    before = pieces_of(game, match.state)
    assert view.marks(game, match.state, ())
    while match.state.pending is not None:
        match.roll()
    assert [score.label for score in view.score(game, match.state)] == ["Laid"]
    assert game.evaluate(match.state, "ann") == 1.0
    assert match.state.notes["up"] in [mark.label for mark in view.marks(game, match.state, ())]
    shown = [piece.label for piece in pieces_of(game, match.state)]
    assert f"up: {match.state.notes['up']}" in shown  # the tray has room for it from the start
    assert "up: –" in [piece.label for piece in before]


# --- Keys of buttons ------------------------------------------------------------------------------


class Rivers(Board):
    places = Board.growing("squares")
    tiles = {"straight": Tile("road - road -")}  # noqa: RUF012
    bag = Board.bag(straight=4)
    turn = one_of(0, 90, 180, 270)
    claim = perhaps(one_of("forest", "river", "dam"))

    def setup(self, table):
        table["0,0"] = table.tile("straight")
        table.drawn = ""

    def begin(self, table):
        table.drawn = table.draw("bag") or ""

    def why_not(self, table, place, turn, claim=None):
        return ready.beside_a_tile(table, place) or ready.edges_match(
            table, place, table.drawn.turned(turn))  # fmt: skip

    def move(self, table, place, turn, claim=None):
        table[place] = table.drawn.turned(turn)
        table.drawn = ""

    def winner(self, table):
        return "draw" if table.turn > 3 else None


def test_a_word_that_begins_like_turn_or_done_leaves_them_their_keys() -> None:
    match = pp.Match(made(Rivers), seed=1)
    pp.play(match)
    while match.state.pending is not None:
        match.roll()
    view = view_of(match.game)
    for draft, lit in (((), "turn tile"), (("0,1", "@0"), "turn tile")):
        keys = {
            spot.key: spot.id for spot in view.spots(match.game, match.state, draft) if spot.key
        }
        assert (keys["r"], keys["f"]) == (lit, "forest")
    spots = view.spots(match.game, match.state, ("0,1", "@0"))
    keys = [spot.key for spot in spots if spot.key]
    assert len(keys) == len({*keys})
    assert {spot.id: spot.key for spot in spots}["river"] == ""


# --- Sentences for others, and errors that name the mend ------------------------------------------


class Whisper(Board):
    """Two seats tell each other secrets."""

    seats = ("ann", "ben", "cat")
    secret = True
    deck = Board.deck("suns moons arms crowns x y z v w")
    hand = Board.hand()
    card = card_of("hand")
    rulebook = "WH-1 Whisper. A card is named."

    def setup(self, table):
        table.deal(2)

    def reveal(self, table, card):
        table.say("WH-1 you get a card.", seen_by="ben", others=self.others())
        table.end("ann")

    def others(self):
        return "WH-1 a card is given."


def test_a_sentence_for_others_has_its_clause_once_and_hands_stay_unseen() -> None:
    match = pp.Match(made(Whisper), seed=1)
    match.roll()
    hands = {seat: match.state.piles[f"hand {seat}"] for seat in ("ann", "ben", "cat")}
    own, other = hands["cat"][0], hands["ann"][0]
    for card in (own, other):  # nobody learns which
        refused = match.seen_by("ben").refusal(f"cat {card}")
        assert refused is not None
        assert refused.text == f"only cat sees whether {card} is in the hand of cat"
    refused = match.refusal(f"cat {other}")
    assert refused is not None
    assert refused.text == f"{other} is not in the hand of cat"
    match.play_all([f"{seat} {cards[0]}" for seat, cards in hands.items()])
    texts = {seat: [str(step) for step in match.seen_by(seat).steps] for seat in ("ann", "ben")}
    assert any("A card is given. [WH-1]" in text for text in texts["ann"])
    assert not any("WH-1 a card" in text for text in [*texts["ann"], *texts["ben"]])

    class Unknown(Whisper):
        def others(self):
            return "WH-9 a card is given."

    match = pp.Match(made(Unknown), seed=1)
    match.roll()
    moves = [f"{seat} {match.state.piles[f'hand {seat}'][0]}" for seat in hands]
    with pytest.raises(DesignError, match="the rulebook has no clause WH-9"):
        match.play_all(moves)


class Places(Board):
    places = Board.squares(2, 2)
    deck = Board.deck("a b")

    def move(self, table, place):
        table[place] = table.seat


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table.led, "has no 'led'.*; if it is your own note, make it in setup"),
        (lambda table: table.refuse("no", ["a1"]), r"\['a1'\]; expected one place; write \*places"),
        (lambda table: table.card("?"), r"the card is '\?'; expected one of a, b: .*doesn't see"),
        (lambda table: table.card(None), "the card is None; expected one of a, b: .* was empty"),
    ],
)  # fmt: skip
def test_an_error_at_the_table_names_the_mend(change: Any, message: str) -> None:
    class Wrong(Places):
        def move(self, table, place):
            change(table)

    with pytest.raises(DesignError, match=message):
        pp.Match(made(Wrong)).play("a1")


# --- What a check says ----------------------------------------------------------------------------


class Stuck(Places):
    """Whoever can't move passes, and that is scored in vain."""

    private = ("plann",)

    def setup(self, table):
        table.plan = {"suns": 1}

    def why_not(self, table, place):
        return "taken" if place in table or table.seat == "moons" else None

    def stuck(self, table):
        table.score[table.seat] += 1

    def winner(self, table):
        return "suns" if not table.empty else None


def test_a_check_names_what_is_lost_or_misspelt_and_counts_moves_alone() -> None:
    wrong = pp.check(Stuck, games=3).problems
    lost = (
        "The function stuck changes the table or says something, and that is lost; expected it to "
        "return who has won: score in move or begin."
    )
    assert wrong == (lost,)

    class Plain(Stuck):
        def stuck(self, table):
            return None

    private = (
        "The part private names 'plann', which is no note and no part of a move (did you mean "
        "'plan'?)."
    )
    assert pp.check(Plain, games=3).problems == (private,)

    class Drawn(TurnedUp):
        def move(self, table, card):
            table.hand[table.seat].remove(card)
            return table.laidd if not any(table.hand.values()) else None

    checked = pp.check(Drawn, games=3)
    assert "no 'laidd' (did you mean 'laid'?)" in checked.problems[0]
    assert checked.moves == 3  # of which the draws of the set-up are none
