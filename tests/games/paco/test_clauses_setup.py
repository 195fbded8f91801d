"""P.A.C.O.: the table is set by dice (PA-1 to PA-4)."""

from __future__ import annotations

from collections import Counter

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.games.paco.squares import EDGE, INNER, NEIGHBOURS
from tests.games.paco.helpers import counters, events, refused

FIGURE_HOLES = {"d2", "b5", "g6"}
FIGURE_PLAYERS = {"suns": "c3", "moons": "f3", "crowns": "b7", "arms": "e6"}


def match_of(**rules: object) -> pp.Match:
    return pp.Match(pp.game("paco", **rules), seed=5)


@pytest.mark.clause("PA-1")
def test_white_on_the_edge_and_black_inside() -> None:
    state = pp.game("paco").initial_state()
    assert Counter(state.cells.values()) == {"white": 28, "black": 36}
    assert {square for square, cell in state.cells.items() if cell == "white"} == set(EDGE)
    assert counters(state) == 64
    assert all(player.square is None for player in state.players.values())


@pytest.mark.clause("PA-2")
def test_each_hole_is_rolled_by_row_and_column() -> None:
    match = match_of()
    assert match.to_act == Chance("hole 1", 0, match.to_act.dice, "PA-2")
    assert [(die.name, die.faces) for die in match.to_act.dice] == [
        ("row", ("1", "2", "3", "4", "5", "6")), ("column", ("1", "2", "3", "4", "5", "6")),
    ]  # fmt: skip
    steps = match.play("roll 1 3")
    assert str(steps[0]) == "Row 1, column 3: d2 is left empty, a hole. [PA-2]"
    assert "d2" not in match.state.cells
    assert match.to_act.purpose == "hole 2"


@pytest.mark.clause("PA-2")
def test_an_empty_cell_is_rolled_again() -> None:
    match = match_of()
    match.play("roll 1 3")
    steps = match.play("roll 1 3")
    assert str(steps[0]) == ("Row 1, column 3: d2 is already empty. Roll again. [PA-2]")
    assert match.to_act.purpose == "hole 2"
    assert len(match.state.cells) == 63


@pytest.mark.clause("PA-2")
@pytest.mark.parametrize(
    ("rules", "holes"),
    [({}, 3), ({"players": 2}, 1), ({"players": 6}, 5), ({"holes": 0}, 0), ({"holes": 12}, 12)],
)
def test_the_number_of_holes_is_an_option(rules: dict[str, int], holes: int) -> None:
    match = match_of(**rules)
    match.run()
    assert len(match.state.cells) == 64 - holes
    assert all(square in INNER for square in set(INNER + EDGE) - match.state.cells.keys())


@pytest.mark.clause("PA-3")
@pytest.mark.parametrize(
    ("roll", "reason"),
    [("roll 1 3 N", "d2 is a hole"), ("roll 1 2 N", "c2 is beside the hole at d2"),
     ("roll 2 3 N", "d3 is beside the hole at d2")],
)  # fmt: skip
def test_a_player_is_rolled_again_on_a_hole_or_beside_one(roll: str, reason: str) -> None:
    match = match_of(holes=1)
    match.play("roll 1 3")
    assert match.to_act.purpose == "place suns"
    steps = match.play(roll)
    assert events(steps) == [("PA-3", "rolled again")]
    assert reason in steps[0].event.text
    assert match.to_act.purpose == "place suns"
    match.play("roll 2 2 N")  # c3, diagonal to the hole, as in the figure
    assert match.state.players["suns"][:2] == ("c3", "N")
    steps = match.play("roll 2 2 W")
    assert steps[0].event.data["reason"] == "Suns is already on c3"


@pytest.mark.clause("PA-3")
def test_placing_players_beside_holes_is_an_option() -> None:
    match = match_of(holes=1, clear_of_holes=False)
    match.play("roll 1 3")
    match.play("roll 1 2 N")
    assert match.state.players["suns"].square == "c2"


@pytest.mark.clause("PA-3")
def test_without_clear_cells_a_player_can_start_beside_a_hole() -> None:
    holes = ("d3", "f2", "e5", "g4", "c2", "c7", "c6", "f7", "b5", "g6", "c3", "e3")
    match = match_of(holes=12, players=2)
    for square in holes:
        match.play(f"roll {int(square[1]) - 1} {'abcdefgh'.index(square[0])}")
    assert events(match.play("roll 2 2 N")) == [("PA-3", "rolled again")]  # on the hole at c3
    steps = match.play("roll 1 1 N")
    assert events(steps) == [("PA-3", "player placed")]
    assert match.state.players["suns"].square == "b2"


@pytest.mark.clause("PA-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players(players: int) -> None:
    match = match_of(players=players)
    match.run()
    state = match.state
    assert tuple(state.players) == match.game.seats
    assert len(match.game.seats) == players
    squares = [player.square for player in state.players.values()]
    assert len(set(squares)) == players
    for square in squares:
        assert square in INNER
        assert state.cells[square] == "black"
        assert all(to in state.cells for to in NEIGHBOURS[square])
    assert match.to_act == Simultaneous("orders", match.game.seats, "PA-20")
    assert state.turn == 1


@pytest.mark.clause("PA-3")
def test_headings_are_rolled_with_the_cell_or_chosen() -> None:
    match = match_of(holes=0, players=2)
    match.play("roll 1 3 W")
    assert match.state.players["suns"].heading == "W"
    match = match_of(holes=0, players=2, headings="chosen")
    match.play("roll 1 3")
    match.play("roll 5 5")
    assert match.to_act == Seat("suns")
    assert refused(match, "suns left").text == (
        "suns left must wait: Suns must choose a heading: N, E, S or W"
    )
    assert refused(match, "moons faces N").clause == "PA-3"
    match.play("suns faces E")
    assert match.to_act == Seat("moons")
    match.play("faces W")
    assert [player.heading for player in match.state.players.values()] == ["E", "W"]
    assert isinstance(match.to_act, Simultaneous)


@pytest.mark.clause("PA-2", "PA-3")
def test_real_dice_can_be_typed_and_invalid_rolls_are_refused() -> None:
    match = pp.Match(pp.game("paco"), dice="typed", seed=1)
    assert match.run() == []
    assert refused(match, "roll 7 1").text.startswith("the row die has no face '7'")
    assert refused(match, "suns left").text == (
        "suns left must wait: the dice of row and column must be rolled first, for hole 1"
    )
    match.play("3 4")
    assert "e4" not in match.state.cells


@pytest.mark.clause("PA-4")
def test_the_documents_figure() -> None:
    match = match_of(start="figure")
    state = match.state
    assert {s for s in EDGE + INNER if s not in state.cells} == FIGURE_HOLES
    assert {seat: player.square for seat, player in state.players.items()} == FIGURE_PLAYERS
    assert match.to_act.purpose == "headings"
    assert [die.name for die in match.to_act.dice] == list(FIGURE_PLAYERS)
    steps = match.play("roll N E S W")
    assert str(steps[0]) == "The players' headings: Suns N, Moons E, Crowns S, Arms W. [PA-3]"
    assert match.state == match.game.position("figure N E S W")


@pytest.mark.clause("PA-4")
@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_figure_with_fewer_or_more_players(players: int) -> None:
    match = match_of(start="figure", players=players)
    match.run()
    placed = {seat: player.square for seat, player in match.state.players.items()}
    assert (
        placed.items()
        >= {seat: square for seat, square in FIGURE_PLAYERS.items() if seat in placed}.items()
    )
    assert len(set(placed.values())) == players
    assert len(match.state.cells) == 61


@pytest.mark.clause("PA-3", "PA-4")
@pytest.mark.parametrize("players", [4, 6])
def test_the_figure_with_chosen_headings(players: int) -> None:
    match = match_of(start="figure", headings="chosen", players=players)
    match.run()
    for seat in match.game.seats:
        assert match.to_act == Seat(seat)
        match.play(f"{seat} faces N")
    assert isinstance(match.to_act, Simultaneous)
    assert match.state.turn == 1
