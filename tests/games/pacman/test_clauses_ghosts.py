"""Moves of a ghost, and their effect on a Pac-Man: PC-12 to PC-14."""

from __future__ import annotations

import pytest

from tests.games.pacman.helpers import CORRIDORS, event, events, refused, table, trays, ways

# --- PC-12 ----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-12")
def test_a_ghost_moves_the_full_number_and_never_turns_back() -> None:
    match = table({"ghosts": "e3 a6", "dice": [2, 3]})
    assert ways(match, "ghost1", 2) == {
        "ghost1 2 e3-e4-e5",
        "ghost1 2 e3-e4-f4",
        "ghost1 2 e3-d3-d2",
    }
    assert refused(match, "ghost1 2 e3-e4-e3").text == (
        "ghost 1 came to e4 from e3: it can't turn back within a move"
    )
    assert refused(match, "ghost1 2 e3-e4").clause == "PC-12"
    assert refused(match, "ghost1 2 e3-e4").text.startswith(
        "you must move the full 2; this path takes 1"
    )
    steps = match.play("ghost1 2 e3-d3-d2")
    assert [str(step.event) for step in steps] == [
        "Ghost 1 moves from e3 to d3. [PC-12]",
        "Ghost 1 moves from d3 to d2. [PC-12]",
    ]


@pytest.mark.clause("PC-12")
def test_ghosts_gobble_nothing() -> None:
    match = table({"dice": [2, 3]})
    before = match.state
    match.play("ghost1 3 e5-e6-d6-d7")
    assert (match.state.white, match.state.yellow) == (before.white, before.yellow)


@pytest.mark.clause("PC-12")
def test_by_option_ghosts_may_turn_back() -> None:
    match = table({"ghosts": "e3 a6", "dice": [2, 3]}, ghosts_turn_back=True)
    assert match.refusal("ghost1 2 e3-e4-e3") is None


@pytest.mark.clause("PC-12")
def test_landing_on_a_pac_man_ends_its_move_without_the_exact_count() -> None:
    match = table({"red": "d2", "blue": "e4", "ghosts": "e3 a6", "dice": [6, 1]})
    assert {"ghost1 6 e3-e4", "ghost1 1 e3-e4"} <= ways(match, "ghost1")
    assert refused(match, "ghost1 6 e3-e4-f4").text == (
        "ghost 1 lands on Blue's Pac-Man on e4: its move ends there"
    )
    steps = match.play("ghost1 6 e3-e4")
    assert events(steps)[:2] == [("PC-12", "ghost step"), ("PC-12", "landing")]
    assert steps[1].event.text == "Ghost 1 lands on Blue's Pac-Man on e4: its move ends.".replace(
        "blue", "Blue"
    )
    assert match.state.ghosts["ghost1"] == "e4"


IN_A_ROUND = {"red": "a1", "ghosts": "b1 a2 c3"}
"""Of CORRIDORS: four spaces lie between ghosts, or the centre alone."""


@pytest.mark.clause("PC-12")
def test_when_no_ghost_can_move_the_number_none_moves() -> None:
    match = table({**IN_A_ROUND, "dice": [5, 1]}, board=CORRIDORS, ghosts=3)
    assert ways(match) == {
        "pac 5 stays", "pac 1 stays", "ghosts 5 stay",
        "ghost1 1 b1-b2", "ghost1 1 b1-c1", "ghost2 1 a2-b2", "ghost2 1 a2-a3",
        "ghost3 1 c3-c4", "ghost3 1 c3-d3",
    }  # fmt: skip
    assert refused(match, "ghost1 5 b1-c1-c2-d2-d3").text == (
        "you must move the full 5; this path takes 4, and no path takes all of it"
    )
    assert refused(match, "ghosts 1 stay").text == "ghost 1 can move 1, e.g. b1-b2"
    steps = match.play("ghosts 5 stay")
    assert events(steps) == [("PC-12", "ghosts stay"), ("PC-5", "stays")]
    assert steps[0].event.text == (
        "Ghost 1, ghost 2 and ghost 3 can't move 5 and stay: after b1-b2, ghost 2 is on a2: "
        "a ghost can't land on it or jump over it; after b1-c1-c2-d2-d3, ghost 3 is on c3: a ghost "
        "can't land on it or jump over it; after a2-b2, ghost 1 is on b1: a ghost can't land on "
        "it or jump over it; and 3 more."
    )
    assert len(steps[0].event.why.to_json()["ways"]) == 6


@pytest.mark.clause("PC-12")
def test_by_option_a_ghost_goes_as_far_as_it_can() -> None:
    options = {"board": CORRIDORS, "ghosts": 3, "short_ghost": "goes as far"}
    match = table({**IN_A_ROUND, "dice": [5, 1]}, **options)
    assert ways(match, "ghost1", 5) == {"ghost1 5 b1-c1-c2-d2-d3"}
    assert ways(match, "ghost2", 5) == {"ghost2 5 a2-a3-b3-b4-c4"}
    assert ways(match, "ghost3", 5) == {"ghost3 5 c3-d3-d2-c2-c1", "ghost3 5 c3-c4-b4-b3-a3"}
    assert refused(match, "ghosts 5 stay").clause == "PC-12"
    assert refused(match, "ghost1 5 b1-c1-c2").clause == "PC-12"
    match.play("ghost1 5 b1-c1-c2-d2-d3")
    assert match.state.ghosts["ghost1"] == "d3"


@pytest.mark.clause("PC-12")
def test_a_ghost_that_cannot_move_the_number_stays_and_the_other_moves() -> None:
    match = table({"red": "a1", "ghosts": "b2 c4 c1", "dice": [6, 3]}, board=CORRIDORS, ghosts=3)
    assert ways(match, "ghost2", 6) == set()
    assert ways(match, "ghost1", 6) == set()
    assert ways(match, "ghost1", 3) == {"ghost1 3 b2-a2-a3-b3"}
    assert "ghosts 6 stay" in ways(match)
    assert "ghosts 3 stay" not in ways(match)


# --- PC-13 ----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-13")
def test_a_pac_man_landed_on_goes_home_and_pays_two_marbles_to_the_mover() -> None:
    match = table(
        {
            "red": "10 marbles",
            "blue": "e4, 7 marbles",
            "white": "all but a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 b9 e4",
            "ghosts": "e3 a6",
            "dice": [2, 1],
        }
    )
    steps = match.play("ghost1 2 e3-e4")
    assert events(steps) == [
        ("PC-12", "ghost step"), ("PC-12", "landing"), ("PC-13", "gone home"), ("PC-13", "paid"),
    ]  # fmt: skip
    assert [str(step.event) for step in steps[2:]] == [
        "Blue's Pac-Man goes home to i9. [PC-13]",
        "Blue gives 2 marbles to Red. [PC-13]",
    ]
    assert trays(match) == {"red": 12, "blue": 5}
    assert match.state.players["blue"].square == "i9"


@pytest.mark.clause("PC-13")
@pytest.mark.parametrize(("has", "gives"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_a_player_with_fewer_than_two_marbles_pays_them_all(has: int, gives: int) -> None:
    written = {
        "red": "",
        "blue": f"e4, {has} marbles",
        "white": "d1",
        "ghosts": "e3 a6",
        "dice": [2, 1],
    }
    match = table(written)
    steps = match.play("ghost1 2 e3-e4")
    paid = event(steps, "paid")
    assert paid.data["number"] == gives
    assert match.state.players["blue"].tray == has - gives
    if gives == 1:
        assert paid.text == "Blue gives 1 marble to Red: all they have."
    if not gives:
        assert paid.text == "Blue has no marbles to give to Red."


@pytest.mark.clause("PC-13")
@pytest.mark.parametrize("lost", [0, 1, 5])
def test_the_number_of_marbles_lost_is_an_option(lost: int) -> None:
    written = {"blue": "e4, 9 marbles", "white": "d1", "ghosts": "e3 a6", "dice": [2, 1]}
    match = table(written, marbles_lost=lost)
    match.play("ghost1 2 e3-e4")
    assert match.state.players["blue"].tray == 9 - lost


@pytest.mark.clause("PC-13")
def test_landing_on_the_movers_own_pac_man_sends_it_home_without_marbles() -> None:
    match = table({"red": "e4, 9 marbles", "white": "d1", "ghosts": "e3 a6", "dice": [2, 1]})
    before = trays(match)
    steps = match.play("ghost1 2 e3-e4")
    assert events(steps) == [("PC-12", "ghost step"), ("PC-12", "landing"), ("PC-13", "gone home")]
    assert steps[2].event.text == (
        "Red's Pac-Man goes home to a1; Red moved the ghost, so no marbles are given."
    )
    assert trays(match) == before
    assert {move.path[0] for move in match.moves()} == {"a1"}  # and moves on from there


@pytest.mark.clause("PC-13", "PC-14")
def test_a_pac_man_sent_home_keeps_its_privilege() -> None:
    match = table({"blue": "e4, 1 yellow", "ghosts": "e3 a6", "dice": [2, 1]})
    match.play("ghost1 2 e3-e4")
    assert match.state.players["blue"].yellow == 1


# --- PC-14 ----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-14")
@pytest.mark.parametrize(
    ("way", "text"),
    [
        ("ghost1 2 d9-e9~a5", "from e9 to a5 leads off the board: ghosts can't leave it"),
        ("ghost2 2 b1-a1-a2", "a1 is Red's home: ghosts can't enter or cross homes"),
        ("ghost2 1 b1-a1", "a1 is Red's home: ghosts can't enter or cross homes"),
        ("ghost1 1 d9-c9", "ghost 3 is on c9: a ghost can't land on it or jump over it"),
        ("ghost1 2 d9-c9-b9", "ghost 3 is on c9: a ghost can't land on it or jump over it"),
    ],
)
def test_ghosts_never_leave_enter_homes_or_jump(way: str, text: str) -> None:
    written = {"red": "i2", "ghosts": "d9 b1 c9", "dice": [1, 2]}
    match = table(written, ghosts=3)
    refusal = refused(match, way)
    assert (refusal.clause, refusal.text) == ("PC-14", text)


@pytest.mark.clause("PC-14")
def test_a_pac_man_at_home_is_safe() -> None:
    match = table({"to_move": "blue", "ghosts": "a2 b1", "dice": [1, 2]})
    assert match.state.players["red"].square == "a1"
    assert not [way for way in ways(match) if "a1" in way]
    assert refused(match, "ghost1 1 a2-a1").clause == "PC-14"


@pytest.mark.clause("PC-14")
def test_a_ghost_does_not_jump_over_one_pac_man_to_another() -> None:
    match = table({"red": "a4", "blue": "a3", "ghosts": "a2 e5", "dice": [2, 3]})
    assert str(refused(match, "ghost1 2 a2-a3-a4")) == (
        "ghost 1 lands on Blue's Pac-Man on a3: its move ends there [PC-14]"
    )
    assert refused(match, "ghost1 3 a2-a3-b3-c3").clause == "PC-12"
    assert ways(match, "ghost1", 2) >= {"ghost1 2 a2-a3"}


@pytest.mark.clause("PC-14")
def test_an_unused_home_is_closed_to_ghosts() -> None:
    match = table({"ghosts": "h1 a6", "dice": [1, 3]})
    assert refused(match, "ghost1 1 h1-i1").text == (
        "i1 is Yellow's home: ghosts can't enter or cross homes"
    )
