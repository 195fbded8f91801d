"""Teams, seats that are out, who begins, up to eight seats, and what seats play for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Seat, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Result
from piecepack_nb.design import Board, Table, card_of, one_of, ready
from piecepack_nb.lab import simulate
from piecepack_nb.lab.definitions import choice, measured, starting
from piecepack_nb.search.uct import Uct, fast_pick
from tests.design.hidden_games import Kuhn

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def match_of(made: type[Board], **more: Any) -> Match:
    return Match(pp.game(pp.register(made)), seed=1, **more)


class Four(Board):
    """Each move adds a number to the own score, throws somebody out, or brings all back."""

    seats = ("ann", "ben", "cat", "dan")
    deed = one_of(1, 2, 3, "out", "self", "back", "win", "end")
    rulebook = """
        FO-1 Deeds. All that can be.
        FO-2 End. Who wins, wins."""

    def move(self, table, deed):
        if isinstance(deed, int):
            table.score[table.seat] += deed
        elif deed == "out":
            table.out(table.rival)
        elif deed == "self":
            table.out(table.seat)
        elif deed == "back":
            table.back()
        elif deed == "win":
            table.end(table.seat)
        else:
            table.end_by_points("FO-2")


class Pairs(Four):
    teams = (("ann", "cat"), ("ben", "dan"))


# --- Teams ---------------------------------------------------------------------------------------


def test_a_team_wins_together() -> None:
    match = match_of(Pairs)
    match.play("win")
    game, result = match.game, match.result
    assert result.winners == ("ann", "cat")
    assert [game.payoff(result, seat) for seat in game.seats] == [1, -1, 1, -1]
    assert (
        "These win and lose together: ann and cat; ben and dan."
        in game.rulebook[match.game.clauses.turns].text
    )
    assert [game.side_of(seat) for seat in ("cat", "dan")] == [("ann", "cat"), ("ben", "dan")]


def test_points_count_by_team() -> None:
    match = match_of(Pairs)
    match.play_all(["3", "2", "1", "3", "end"])
    assert match.result.winners == ("ben", "dan")
    assert match.result.text == "Ben and Dan have the most points: 5."
    table = match.game.table(match.state)
    assert ready.most_points(table)[0] == ("ben", "dan")
    alone = match_of(Four)
    alone.play_all(["3", "2", "1", "3", "end"])
    assert alone.result.winners == ("ann", "dan")
    tied = match_of(Pairs)
    tied.play_all(["3", "2", "1", "2", "end"])
    assert tied.result.winners == ()


def test_an_evaluation_is_that_of_the_team() -> None:
    match = match_of(Pairs)
    match.play_all(["3", "1"])
    values = {seat: match.game.evaluate(match.state, seat) for seat in match.game.seats}
    assert values == {"ann": 0.25, "cat": 0.25, "ben": -0.25, "dan": -0.25}


def test_bots_play_for_their_team() -> None:
    """Cat can only give the game to a seat: it gives it to its partner."""

    class Gift(Pairs):
        deed = one_of("ann", "ben", "dan")

        def setup(self, table):
            table.pass_to("cat")

        def move(self, table, deed):
            table.end(deed)

    for bot in ("look_ahead", "mcts"):
        match = match_of(Gift, seats=bot)
        match.run()
        assert match.result.winners == ("ann", "cat")


@pytest.mark.parametrize(
    "teams", [(("ann", "ben", "cat", "dan"),), (("ann", "ben"), ("cat",)), "ann ben",
              (("ann", "ben"), ("ben", "cat", "dan")), (("ann", "ben"), ("cat", "eve")), 7,
              (("ann", "ben", "cat", "dan"), ())],
)  # fmt: skip
def test_wrong_teams_are_refused(teams: Any) -> None:
    made = type("Wrong", (Four,), {"teams": teams})
    with pytest.raises(BadInput, match=r"teams is .*; expected two or more teams, each seat in"):
        pp.register(made)


def test_teams_may_depend_on_the_options() -> None:
    class Many(Four):
        def teams(self):
            return (self.seats[:2], self.seats[2:])

    match = match_of(Many)
    match.play("win")
    assert match.result.winners == ("ann", "ben")
    assert "(a shared win counts for each winner)" in str(pp.check(Many, games=3))


# --- Who is out ----------------------------------------------------------------------------------


def test_who_is_out_is_left_out_of_the_turns() -> None:
    match = match_of(Four)
    match.play("out")
    assert (match.state.out, match.to_act) == (("ben",), Seat("cat"))
    match.play_all(["1", "1"])
    assert match.to_act == Seat("ann")
    match.play("self")
    assert (match.state.out, match.to_act) == (("ann", "ben"), Seat("cat"))
    game = match.game
    assert game.from_json(json.loads(json.dumps(game.to_json(match.state)))) == match.state
    table = game.table(match.state)
    assert (table.playing, table.rival, table.team("ann")) == (["cat", "dan"], "dan", ["ann"])
    with pytest.raises(BadInput, match="the seat that moves next is 'ben'; expected one of cat, d"):
        table.pass_to("ben")
    match.play("back")
    assert (match.state.out, match.to_act) == ((), Seat("dan"))


def test_one_seat_comes_back() -> None:
    table = match_of(Four).game.table(match_of(Four).state)
    for seat in ("dan", "ann"):
        table.out(seat)
    assert table.playing == ["ben", "cat"]
    table.back("dan")
    assert table.playing == ["ben", "cat", "dan"]
    for call in (table.out, table.back, table.team):
        with pytest.raises(BadInput, match="the seat is 'eve'; expected one of ann, ben, cat, dan"):
            call("eve")


def test_the_last_one_wins_and_nobody_left_is_a_draw() -> None:
    class Last(Four):
        def winner(self, table):
            return ready.last_in(table)

    match = match_of(Last)
    match.play_all(["out", "out"])
    assert match.result is None
    match.play("out")
    assert (match.result.winners, match.result.text) == (("ann",), "All others are out.")

    class LastPair(Last):
        teams = (("ann", "cat"), ("ben", "dan"))

    match = match_of(LastPair)
    match.play_all(["out", "out"])  # ben, and then dan
    assert match.result.winners == ("ann", "cat")
    match = match_of(Four)
    match.play_all(["self", "self", "self", "self"])
    assert (match.result.winners, match.result.text) == ((), "All are out: a draw.")


def test_who_is_out_neither_chooses_nor_is_dealt_a_card() -> None:
    class Cards(Board):
        seats = ("ann", "ben", "cat")
        deck = Board.deck("a b c d e f")
        hand = Board.hand()
        phases = ("go", "choose")
        together = ("choose",)
        card = card_of("hand")
        deed = one_of("deal", "fold", "on")

        def move_go(self, table, deed):
            if deed == "deal":
                table.deal(1)
                table.phase = "choose"
            elif deed == "fold":
                table.out(table.rival)

        def reveal_choose(self, table, card):
            table.chose = card
            table.back()
            table.phase = "go"

    match = match_of(Cards)
    match.play_all(["fold", "on", "deal"])
    match.roll()
    assert {name: len(each) for name, each in match.state.piles.items()} == {
        "deck": 4, "hand ann": 1, "hand ben": 0, "hand cat": 1}  # fmt: skip
    assert match.to_act == Simultaneous("choose", ("ann", "cat"), "CA-0")
    for seat in ("ann", "cat"):
        match.play(f"{seat} {match.state.piles[f'hand {seat}'][0]}")
    assert match.state.notes["chose"]["ben"] is None
    assert match.state.out == ()
    assert pp.check(Cards, games=5).problems == ()


def test_who_can_choose_nothing_passes() -> None:
    class Give(Board):
        seats = ("ann", "ben")
        deck = Board.deck("a b c")
        hand = Board.hand()
        phases = ("draw", "give")
        together = ("give",)
        card = card_of("hand")
        go = one_of("go")

        def setup(self, table):
            table.given = []

        def move_draw(self, table, go):
            table.draw("deck", to="hand")
            table.phase = "give"

        def move_give(self, table, card):
            table.hand[table.seat].remove(card)
            table.given = [*table.given, table.seat]
            table.phase = "draw"

    match = match_of(Give)
    match.play("go")
    steps = match.roll()
    assert match.to_act == Simultaneous("choose", ("ann",), "GI-0")
    assert steps[-1].event.text == "Ben has nothing to choose."
    match.play(f"ann {match.state.piles['hand ann'][0]}")
    assert (match.state.notes["given"], match.state.phase) == (("ann",), "draw")


# --- Who begins ----------------------------------------------------------------------------------


def test_setup_and_begin_name_who_moves() -> None:
    class Begins(Four):
        def setup(self, table):
            table.pass_to("cat")

    match = match_of(Begins)
    assert (match.to_act, match.turn) == (Seat("cat"), 1)
    match.play("1")
    assert match.to_act == Seat("dan")

    class Least(Four):
        def begin(self, table):
            table.pass_to(min(self.seats, key=table.score.get))

    match = match_of(Least)
    for move, seat in (("3", "ben"), ("1", "cat"), ("1", "dan"), ("2", "ben"), ("1", "cat")):
        match.play(move)
        assert match.to_act == Seat(seat)


# --- Eight seats ---------------------------------------------------------------------------------


def test_eight_seats_have_eight_colours() -> None:
    class Eight(Board):
        seats = tuple("abcdefgh")
        places = Board.squares(8, 1)

        def setup(self, table):
            for place, seat in zip(table.places, self.seats, strict=True):
                table[place] = seat

        def move(self, table, place):
            table.end(table.seat)

    match = match_of(Eight)
    picture = match.game.picture(match.state)
    assert picture is not None
    suits = ("suns", "moons", "crowns", "arms", "stars", "hands", "leaves", "bells")
    assert all(f"ppnb-suit-{suit}" in picture for suit in suits)
    assert "--ppnb-leaves:#5f6b00" in picture
    assert pp.check(Eight, games=3).problems == ()

    class Nine(Eight):
        seats = tuple("abcdefghi")

    with pytest.raises(BadInput, match="expected 1 to 8 different names"):
        pp.register(Nine)


# --- What seats play for -------------------------------------------------------------------------


def test_a_payoff_is_the_points_of_the_seat_or_its_lead() -> None:
    result = Result(("ann",), "FO-2", "", {"ann": 6, "ben": 1, "cat": 2, "dan": 3})

    def payoffs(**parts: Any) -> list[float]:
        game = pp.game(pp.register(type("Paid", (Four,), parts)))
        return [game.payoff(result, seat) for seat in game.seats]

    teams = Pairs.teams
    assert payoffs() == [1, -1, -1, -1]
    assert payoffs(payoff="score") == [6, 1, 2, 3]
    assert payoffs(payoff="lead") == [3, -2, -1, 0]
    assert payoffs(payoff="score", teams=teams) == [8, 4, 8, 4]
    assert payoffs(payoff="lead", teams=teams) == [2, -2, 2, -2]


def test_another_payoff_is_refused() -> None:
    for payoff in ("points", None, 3, ("score",)):
        with pytest.raises(BadInput, match=r"payoff is .*; expected one of 'win', 'score', 'lead'"):
            pp.register(type("Paid", (Four,), {"payoff": payoff}))


class Gamble(Board):
    """One safe point, or a fair die for two that lose the game: points and wins differ."""

    seats = ("ann", "ben")
    take = one_of("five", "one")
    payoff = "score"

    def move(self, table, take):
        table.score[table.seat] += 5 if take == "five" else 1
        table.end(None if take == "one" else table.rival)


@pytest.mark.parametrize("bot", ["look_ahead", "mcts"])
def test_bots_play_for_points(bot: str) -> None:
    """Five points and a lost game are better than one point and a draw, unless winning counts."""
    for payoff, taken in (("score", "five"), ("lead", "five"), ("win", "one")):
        match = match_of(type("Gamble", (Gamble,), {"payoff": payoff}), seats=bot)
        match.run()
        assert str(match.record[0].move) == taken
        if payoff == "score":
            assert "(+5.00 points" in match.decision.text


def test_playouts_without_an_end_count_the_points_so_far() -> None:
    match = match_of(type("Paid", (Four,), {"payoff": "score"}))
    match.play_all(["3", "1"])
    game = match.game
    search = Uct(game, "ann", fast_pick(lambda _, options: options[0]), type(game).evaluate, 0)
    assert search.playout(match.state) == {"ann": 3, "ben": 1, "cat": 0, "dan": 0}


def test_measures_are_in_points() -> None:
    found = simulate(pp.game(pp.register(Gamble)), 30, seats="random", playouts=4, seed=1)
    worth, first = measured(choice, found), measured(starting, found)
    assert worth is not None
    assert first is not None
    assert worth.value == pytest.approx(4)
    assert worth.unit == first.unit == "points of the game"
    assert 0.5 < first.value < 2.5  # half of 1 or 5 points, for who moves alone


def test_poker_is_won_by_points() -> None:
    match = match_of(Kuhn, seats="honest")
    match.run()
    payoffs = [match.game.payoff(match.result, seat) for seat in match.game.seats]
    assert payoffs == list(match.state.score.values())
    assert isinstance(match.game.table(match.state), Table)
