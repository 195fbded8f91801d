"""Rules changed in a match of the package's games: what once failed, and the dice that stay."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.record import to_record


def played(name: str, moves: int, seed: int = 0, bot: str = "random", **rules: Any) -> pp.Match:
    """Return a match between bots."""
    match = pp.Match(pp.game(name, **rules), seed=seed, seats=bot)
    match.run(moves)
    return match


@pytest.mark.thorough
@pytest.mark.clause("PC-20")
def test_a_divergence_in_the_middle_of_a_move_is_described() -> None:
    """A yellow marble goes back, and marbles are taken, in one move: not so many there."""
    for seed in range(3):
        match = played("pacman", 400, seed, "greedy")
        kinds = [[step.event.kind for step in each.steps] for each in match.record]
        move = match.record[kinds.index(["yellow back", "paid"])]
        assert move.steps[1].event.data["full"] == 2
        for other in (match.under(marbles_won=1), match.onward(move.first, marbles_won=1)):
            assert other.divergence is not None
            assert other.divergence.clause == "PC-20"
            other.run()
            assert other.result
        assert str(pp.compare(match, marbles_won=1).divergence).endswith("[PC-20]")


@pytest.mark.clause("WD-12", "WD-30")
@pytest.mark.parametrize(
    "change",
    [{"players": 3}, {"obstacles": 2}, {"slalom": "out"}, {"clear_tiles": 4}, {"table_length": 66}],
    ids=str,
)
def test_an_impossible_set_up_is_drawn_again_and_that_is_said(change: dict[str, Any]) -> None:
    match = played("worm_derby", 20)
    other = match.under(**change)
    found = other.divergence
    assert found is not None
    assert "What chance gave is impossible under these rules (" in found.text
    assert found.text.count("it is drawn again") == 1
    assert found.note in found.text
    assert other.record, "the set-up of the new rules"
    assert other.moves() or other.run(1)
    explore = pp.explore(match, **change)
    explore.goto(1)
    assert "it is drawn again" in explore.panel.message["text"]
    explore.panel.choose("scope", "start")
    assert "it is drawn again" in explore.panel.message["text"]


def test_chance_that_is_possible_stays() -> None:
    match = played("worm_derby", 20)
    other = match.under(length=5)
    assert other.record[0].move == match.record[0].move
    assert other.divergence is not None
    assert "drawn again" not in other.divergence.text


def test_the_power_coins_are_drawn_again_where_the_rules_forbid_their_faces() -> None:
    match = played("piecepackman", 4)
    other = match.under(hard_coins=True)
    assert other.record[0].move.cubes == match.record[0].move.cubes, "from the same seed"
    assert other.divergence is not None
    assert "it is drawn again" in other.divergence.text
    assert other.run(20)


@pytest.mark.clause("PC-2")
def test_one_die_to_see_who_starts_is_the_first_of_two() -> None:
    for seed in range(30):
        match = played("pacman", 1, seed)
        other = match.under(start_dice=1)
        before, after = match.record[0].move.faces, other.record[0].move.faces
        assert {f"{seat}1": face for seat, face in after.items()}.items() <= before.items()
        found = other.divergence
        assert found is not None
        assert (found.step, found.clause) == (1, "PC-2")
        assert "drawn again" not in found.text
        back = other.under(start_dice=2).record[0].move.faces
        assert {seat: back[f"{seat}1"] for seat in after} == after


def test_a_scripted_roll_that_the_rules_make_impossible_is_drawn_from_the_seed() -> None:
    game = pp.game("piecepackman")
    script = ["roll suns 2 moons 2 crowns 2 arms 5", "roll suns 3 moons 3 crowns 3 arms 3"]
    match = pp.Match(game, seed=3, dice=script, seats="random")
    match.run(2)
    other = match.under(players=3)
    assert other.record[1].move.faces == {"suns": "2", "moons": "2", "crowns": "2"}
    other.run(4)
    rolls = [each.move for each in other.record if isinstance(each.move, Roll)]
    assert len(rolls) == 2
    assert set(rolls[1].faces) == {"suns", "moons", "crowns"}
    assert to_record(other)["dice"] == script


@pytest.mark.clause("WD-12")
def test_changes_are_checked_with_the_rules_that_they_change() -> None:
    game = pp.game("worm_derby", obstacles=4)
    assert game.under(clear_tiles=5).rules.obstacles == 4
    with pytest.raises(pp.BadInput, match="obstacles is 21; expected at most"):
        pp.game("worm_derby").under(clear_tiles=6, tile=2.5)
    swept = pp.sweep(game, games=2, clear_tiles=[5])
    assert len(swept.rows()) == 1


@pytest.mark.clause("AC-32")
def test_repetition_makes_a_difference_only_where_a_position_is_repeated() -> None:
    match = played("activator", 300, seed=5)
    other = match.under(repetition=2)
    found = other.divergence
    assert found is not None
    assert found.clause == "AC-32"
    assert "There: A draw: the position was repeated." in found.text
    assert match.branch(60).under(repetition=0).divergence is None


@pytest.mark.parametrize("mode", ["against", "race"])
def test_a_match_goes_on_under_its_own_rules_from_every_move(mode: str) -> None:
    match = played("piecepackman", 600, 3, "greedy", mode=mode)
    for step in [0, *(each.end for each in match.record)][::5]:
        other = match.onward(step)
        assert other.divergence is None
        assert other.state == match.state
