"""The bot of P.A.C.O.: it plays what it says, sees no secret, and beats random clearly."""

from __future__ import annotations

import json

import pytest

import piecepack_nb as pp
from piecepack_nb.core.game import BotMove
from piecepack_nb.games.paco.bots import Decided, Weighed, find_plan, position_values, shrewd
from piecepack_nb.games.paco.state import Face, Order, Return, Stop
from piecepack_nb.lab import simulate


def first(name: str, options: object) -> object:
    return options[0]  # type: ignore[index]


def decided(match: pp.Match, seat: str) -> BotMove:
    return shrewd(match.game, match.game.observation(match.state, seat), seat, first)  # type: ignore[arg-type]


def table(rules: dict[str, object] | None = None, **position: object) -> pp.Match:
    game = pp.game("paco", players=2, **(rules or {}))
    return pp.Match(game, seed=1, position=position)


@pytest.mark.clause("PA-15", "PA-41")
def test_shrewd_pushes_a_block_at_a_trapped_player() -> None:
    match = table(suns="b3 E", moons="e3 E", board={"c3": "white", "f3": "white"})
    chosen = decided(match, "suns")
    assert chosen.move == Order("suns", "push")
    assert isinstance(chosen.why, Weighed)
    worth, points = dict(chosen.why.worth), dict(chosen.why.points)
    assert max(worth, key=lambda order: worth[order]) == "push"
    assert points["push"] >= 2
    assert points["left"] == points["right"] == 1


@pytest.mark.clause("PA-12")
def test_shrewd_avoids_a_push() -> None:
    match = table(moons="b3 E", suns="e3 N", board={"c3": "white"})
    chosen = decided(match, "suns")
    assert chosen.move == Order("suns", "forward")
    assert dict(chosen.why.likely)["moons"][0][0] == "push"


def test_shrewd_lists_the_expected_points_of_each_order() -> None:
    match = table(suns="b3 E", moons="e3 E", board={"c3": "white", "f3": "white"})
    why = decided(match, "suns").why
    assert isinstance(why, Weighed)
    expected = dict(why.points)["push"]
    assert why.text.startswith(f"Suns writes push: they expect {expected:+.2f} points of this")
    for words, worth in why.worth:
        assert f"{words} {worth:+.2f}" in why.text
    assert json.loads(json.dumps(why.to_json()))["order"] == "push"
    shares = dict(why.likely)["moons"]
    assert sum(share for _, share in shares) == pytest.approx(1, abs=0.01)


def test_the_reason_comes_with_the_move() -> None:
    game = pp.game("paco", players=2)
    match = pp.Match(game, seed=1, seats={"suns": "shrewd"},
                     position={"suns": "b3 E", "moons": "e3 N"})  # fmt: skip
    steps = match.run()
    assert [step.event.kind for step in steps] == ["order written"]
    assert isinstance(steps[0].event.why, Weighed)
    assert steps[0].event.text == "Suns has written an order."


@pytest.mark.clause("PA-20")
def test_shrewd_ignores_orders_that_others_have_written() -> None:
    orders = []
    for other in (None, "moons forward", "moons lift"):
        match = table(moons="b3 E", suns="e3 N", board={"c3": "white", "d3": "hole"})
        if other and match.refusal(other) is None:
            match.play(other)
        orders.append(decided(match, "suns"))
    assert orders[0] == orders[1] == orders[2]


def test_the_same_seed_plays_the_same() -> None:
    game = pp.game("paco", players=3, turn_limit=6)
    games = [pp.Match(game, seed=9, seats=dict.fromkeys(game.seats, "shrewd")) for _ in range(2)]
    for match in games:
        match.run()
    assert [str(step.event) for step in games[0].steps] == [
        str(step.event) for step in games[1].steps
    ]
    assert games[0].result is not None


@pytest.mark.clause("PA-13")
def test_shrewd_never_writes_a_second_order_that_makes_it_fall() -> None:
    game = pp.game("paco", players=2, holes=8, turn_limit=8)
    for seed in range(3):
        match = pp.Match(game, seed=seed, seats={"suns": "shrewd", "moons": "random"})
        match.run()
        for played in match.record:
            if isinstance(played.move, Order) and played.move.seat == "suns":
                assert played.move.then in ("", "forward")


@pytest.mark.clause("PA-43")
@pytest.mark.parametrize(("number", "returns"), [(2, True), (19, True), (20, False)])
def test_shrewd_returns_while_points_can_be_gained(number: int, returns: bool) -> None:
    match = table(suns="off, 2 points", moons="e3 N", turn=number, board={"b2": "hole"},
                  rules={"return_points": 0})  # fmt: skip
    match.play("moons left")
    chosen = decided(match, "suns")
    assert chosen.move == Return("suns", returns)
    assert isinstance(chosen.why, Decided)
    assert "points in" in chosen.why.text


@pytest.mark.clause("PA-44")
@pytest.mark.parametrize(("points", "agrees"), [(3, True), (2, False), (1, False)])
def test_shrewd_agrees_to_stop_when_it_would_win_alone(points: int, agrees: bool) -> None:
    match = table(suns=f"c3 N, {points} points", moons="e3 N, 2 points")
    match.play("moons agrees to stop")
    chosen = decided(match, "suns")
    assert chosen.move == Stop("suns", agrees)
    assert json.dumps(chosen.why.to_json())


@pytest.mark.clause("PA-3")
def test_shrewd_chooses_a_heading_towards_the_other_player() -> None:
    game = pp.game("paco", players=2, headings="chosen", holes=0)
    match = pp.Match(game, seed=1, dice=["roll 3 2", "roll 3 5"])
    match.run()
    chosen = decided(match, "suns")
    assert chosen.move == Face("suns", "E")


@pytest.mark.clause("PA-44")
def test_shrewd_plays_on_at_0_to_0_on_the_first_turn() -> None:
    match = table(suns="c3 N", moons="e3 N")
    match.play("moons agrees to stop")
    assert decided(match, "suns").move == Stop("suns", False)


def test_shrewd_does_not_spin_on_the_spot_and_beats_random_that_may_stop() -> None:
    """Turns were 61 % of its orders, and three games in four were shared."""
    game, won, turns, orders = pp.game("paco", players=2), 0, 0, 0
    for seed in range(16):
        match = pp.Match(game, seed=seed, seats={"suns": "shrewd", "moons": "random"})
        match.run(2000)
        won += match.result.winners == ("suns",)  # type: ignore[union-attr]
        shown = [step.event.why for step in match.steps if step.event.kind == "resolution"]
        words = [each.order for why in shown for each in why.results if each.seat == "suns"]  # type: ignore[union-attr]
        orders += sum(map(bool, words))
        turns += sum(word in ("left", "right") for word in words)
    assert won >= 12
    assert turns < 0.5 * orders


def test_a_plan_counts_turns_lift_and_push() -> None:
    match = table(suns="b3 N", moons="e3 N")
    assert find_plan(match.state, "suns") == (3, "E", ("moons",))
    match = table(suns="b3 E", moons="e3 N", board={"c3": "stacked"})
    assert find_plan(match.state, "suns") == (1, "E", ("moons",))
    worth = position_values(match.game.rules, match.state)
    assert worth["suns"] > 0 > worth["moons"]


@pytest.mark.parametrize("second", ["any", "forward"])
def test_shrewd_beats_random_clearly(second: str) -> None:
    """It leads in most games and hardly ever loses; `make bench` has the figures."""
    game = pp.game("paco", players=2, agreement=False, second_order=second)
    results = simulate(game, 12, seed=100, seats={"suns": "shrewd", "moons": "random"})
    lead = [outcome.result.scores["suns"] - outcome.result.scores["moons"] for outcome in results]
    assert sum(each > 0 for each in lead) >= 6
    assert sum(each < 0 for each in lead) <= 1
    assert sum(lead) / len(lead) > 2
