"""Payoff tables: the points of each pair of orders."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.search.payoffs import mean
from tests.games.paco.helpers import points

GAME = pp.game("paco", players=2)
PUSH = {"suns": "b3 E", "moons": "e3 N", "board": {"c3": "white", "e4": "hole"}}


def expected_by_playing(game: Any, state: Any, orders: dict[str, str]) -> dict[str, Fraction]:
    """Return the mean change of all points over every roll, by playing matches."""
    rolls: list[str] = [""]
    match = pp.Match(game, seed=1, position=state)
    for seat, order in orders.items():
        match.play(f"{seat} {order}")
    if match.state.phase == "dice":
        faces = [die.faces for die in match.to_act.dice]
        rolls = ["roll " + " ".join(roll) for roll in product(*faces)]
    total = dict.fromkeys(game.seats, Fraction(0))
    for roll in rolls:
        match = pp.Match(game, seed=1, position=state)
        for seat, order in orders.items():
            match.play(f"{seat} {order}")
        if roll:
            match.play(roll)
        for seat, number in points(match).items():
            total[seat] += Fraction(number - state.players[seat].points, len(rolls))
    return total


@pytest.mark.clause("PA-40", "PA-41", "PA-42")
def test_a_payoff_table_of_pushes_and_escapes() -> None:
    table = GAME.payoffs(GAME.position(PUSH))
    assert [order.words for order in table.rows] == ["left", "right", "push"]
    assert [order.words for order in table.columns] == ["left", "right", "jump then forward"]
    assert table.matrix == [[0, 0, 0], [0, 0, 0], [3, 3, 0]]
    assert table["push", "left"].values == (2, -1)
    assert table["push", "jump"].values == (1, 1)


@pytest.mark.clause("PA-23", "PA-24")
def test_exact_over_the_dice_of_a_contest() -> None:
    """A jumper lands where moons may go: 15 in 36 that it wins, else it falls."""
    game = pp.game("paco", players=3)
    state = game.position({"suns": "d5 W", "moons": "b5 E", "crowns": "c4 N, then forward",
                           "board": {"c4": "hole"}})  # fmt: skip
    table = game.payoffs(state)
    cell = table["forward", "forward"]
    assert len(cell.outcomes) == 7
    assert sum(odds for odds, _ in cell.outcomes) == 1
    for row, column in (("forward", "forward"), ("forward", "left"), ("lift", "forward")):
        expected = expected_by_playing(game, state, {"suns": row, "moons": column})
        assert mean(table[row, column].outcomes) == (expected["suns"], expected["moons"])
    # 1, and 21 in 36 for a fall
    assert mean(table["forward", "left"].outcomes) == (Fraction(57, 36), 1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_cell_equals_the_result_of_playing_it(seed: int) -> None:
    game = pp.game("paco", players=2, agreement=False)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    checked = 0
    while match.run(1) and checked < 3:
        if match.state.phase == "orders" and not match.state.orders:
            try:
                table = game.payoffs(match.state)
            except BadInput:
                continue
            checked += 1
            for row, column in product(table.rows, table.columns):
                orders = {"suns": row.words, "moons": column.words}
                expected = expected_by_playing(game, match.state, orders)
                exact = mean(table[row.words, column.words].outcomes)
                assert exact == tuple(expected.values())
    assert checked == 3


def test_each_cell_has_a_match_and_its_steps() -> None:
    table = GAME.payoffs(GAME.position(PUSH))
    match = table.match("push", "left")
    assert points(match) == {"suns": 2, "moons": -1}
    kinds = [step.event.kind for step in table.steps("push", "left")]
    assert "stunned" in kinds
    assert kinds == [step.event.kind for step in match.steps]
    match.run()
    match.play("suns left")  # it can be played on


def test_each_outcome_of_the_dice_can_be_inspected() -> None:
    state = GAME.position({"suns": "c3 N", "moons": "d4 W"})
    table = GAME.payoffs(state)
    squares = [
        [
            player.square
            for player in table.match("forward", "forward", outcome).state.players.values()
        ]
        for outcome in range(3)
    ]
    assert squares == [["c4", "d4"], ["c3", "c4"], ["c3", "d4"]]
    with pytest.raises(BadInput, match="outcome is 3; expected a whole number from 0 to 2"):
        table.steps("forward", "forward", 3)


def test_the_payoff_table_as_text() -> None:
    table = GAME.payoffs(GAME.position(PUSH))
    assert str(table).splitlines() == [
        "Suns \\ Moons  left     right    jump then forward",
        "left          +1 / +1  +1 / +1  +1 / +1",
        "right         +1 / +1  +1 / +1  +1 / +1",
        "push          +2 / -1  +2 / -1  +1 / +1",
    ]
    assert repr(table) == "<Payoffs of suns and moons, 3 by 3 orders>"


def test_the_payoff_table_as_html() -> None:
    seen: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, _: object) -> None:
            seen.append(tag)

        def handle_data(self, data: str) -> None:
            seen.append(data)

    Reader().feed(GAME.payoffs(GAME.position(PUSH))._repr_html_())
    assert seen.count("td") == 1 + 9
    assert seen.count("th") == 6
    assert "Points of Suns (rows), then of Moons (columns)" in seen
    assert "+2 / -1" in seen


@pytest.mark.clause("PA-22")
def test_the_other_seats_orders_are_fixed() -> None:
    game = pp.game("paco", players=3)
    state = game.position({"suns": "b3 E", "moons": "e3 W", "crowns": "f3 N",
                           "board": {"c3": "white"}})  # fmt: skip
    table = game.payoffs(state, seats=("suns", "moons"), others={"crowns": "left"})
    assert table["push", "left"].values == (2, 1)  # crowns is the one who is stunned
    table = game.payoffs(state, seats=("suns", "moons"), others={"crowns": "forward"})
    assert table["push", "left"].values == (2, -1)
    assert [str(order) for order in table.fixed.values()] == ["crowns forward"]
    table = game.payoffs(state, ("moons", "suns"), others={"crowns": "forward"})
    assert table["left", "push"].values == (-1, 2)


def test_more_turns_include_later_expected_points() -> None:
    """suns has lifted nothing yet: only in the second turn it can push."""
    game = pp.game("paco", players=2)
    state = game.position({"suns": "b3 E", "moons": "e3 W, stunned"})
    with pytest.raises(BadInput, match="only suns chooses in secret now"):
        game.payoffs(state)
    state = game.position({"suns": "b3 E", "moons": "e3 E", "board": {"f3": "hole"}})
    one, two = game.payoffs(state), game.payoffs(state, turns=2)
    assert one["lift", "left"].difference == 0
    assert two["lift", "left"].difference == 0  # moons looks across then, and steps aside
    assert two["lift", "left"].values == (2, 2)
    assert two["lift", "lift" if "lift" in [c.words for c in two.columns] else "jump"]
    blocked = game.position({"suns": "b3 E", "moons": "e3 E",
                             "board": {"e4": "white", "e2": "white", "f3": "white"}})  # fmt: skip
    two = game.payoffs(blocked, turns=2)
    assert two["lift", "left"].difference == 3  # nowhere to go


def test_no_turns_are_counted_after_the_end() -> None:
    game = pp.game("paco", players=2, turn_limit=1)
    state = game.position(PUSH)
    assert game.payoffs(state, turns=2).matrix == game.payoffs(state).matrix


def test_the_equilibrium_of_a_table() -> None:
    found = GAME.payoffs(GAME.position(PUSH)).solve()
    assert found.rows == (0.0, 0.0, 1.0)
    assert found.columns == (0.0, 0.0, 1.0)
    assert found.value == found.gap == 0.0


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"seats": ("suns",)}, "seats is ('suns',); expected two of suns, moons"),
        ({"seats": ("suns", "suns")}, "expected two of suns, moons, crowns who choose now"),
        ({}, "seats is None; expected two of suns, moons, crowns who choose now, such as"),
        ({"seats": 3}, "seats is 3; expected two of suns, moons, crowns"),
        ({"seats": ("suns", "moons")}, "others has no choice of crowns; expected one of left, ri"),
        (
            {"seats": ("suns", "moons"), "others": {"crowns": "dance"}},
            "others['crowns'] is 'dance'; expected one of left",
        ),
        ({"seats": ("suns", "moons"), "others": {"crowns": "push"}}, "others['crowns'] is 'push'"),
        (
            {"seats": ("suns", "moons"), "others": {"arms": "left"}},
            "others is 'arms'; expected cr",
        ),
        ({"seats": ("suns", "moons"), "turns": 0}, "turns is 0; expected a whole number from 1"),
        ({"seats": ("suns", "moons"), "turns": 2}, "turns is 2; expected 1, for more than suns"),
    ],
)
def test_invalid_arguments_are_refused(named: dict[str, Any], message: str) -> None:
    game = pp.game("paco", players=3)
    state = game.position({"suns": "b3 E", "moons": "e3 W", "crowns": "f6 N"})
    with pytest.raises(BadInput) as caught:
        game.payoffs(state, **named)
    assert message in str(caught.value)


def test_an_order_that_is_not_in_the_table_is_refused() -> None:
    table = GAME.payoffs(GAME.position(PUSH))
    with pytest.raises(BadInput, match="the row is 'lift'; expected one of left, right, push"):
        table["lift", "left"]
    with pytest.raises(BadInput, match="the phase of the state is 'setup'; expected 'orders'"):
        GAME.payoffs(GAME.initial_state())


def test_the_table_of_any_game_is_also_that_of_paco() -> None:
    match = pp.Match(GAME, position=PUSH)
    table, own = pp.payoffs(match), GAME.payoffs(match)
    assert (table.cells, table.worth) == (own.cells, "points")
    assert table.stable() == own.stable()
    assert table.dominated() == {"suns": [], "moons": []}
    assert {"image/svg+xml", "text/plain"} <= {*table._repr_mimebundle_()}
    assert json.loads(json.dumps(table.records()))[6] == {
        "row": "push", "column": "left", "suns": 2, "moons": -1
    }  # fmt: skip
    assert pp.payoffs(match, turns=2).cells == GAME.payoffs(match, turns=2).cells
    with pytest.raises(BadInput, match="it is the turn of chance"):
        pp.payoffs("paco")


def test_a_match_is_accepted_and_other_values_are_refused() -> None:
    match = pp.Match(GAME, position=PUSH)
    assert GAME.payoffs(match).matrix == GAME.payoffs(match.state).matrix
    assert GAME.payoffs(str(match.state)).matrix == GAME.payoffs(match).matrix
    with pytest.raises(BadInput, match="players"):
        pp.game("paco", players=3).payoffs(match)
    with pytest.raises(BadInput, match="the cell is 'left'; expected a choice of each seat"):
        GAME.payoffs(match)["left"]
    with pytest.raises(BadInput, match="nobody in the position writes an order"):
        GAME.payoffs(GAME.position("suns c3 N, stunned\nmoons off")._replace(phase="orders"))
