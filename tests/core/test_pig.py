"""The game of Pig itself: what a student's game must do, and what core does for it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import piecepack_nb.core
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance, Roll, Seat
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove
from tests.core.pig import GO_ON, HOLD, Choice, Pig, State

PIG = Pig(bots=GENERAL)


def roll(face: str) -> Roll:
    return Roll(FrozenDict(die=face))


def table(due: str, heap: int = 0, **bank: int) -> State:
    return PIG.initial_state()._replace(due=due, heap=heap, bank=PIG.initial_state().bank | bank)


def test_core_imports_nothing_but_itself_and_the_standard_library() -> None:
    for path in Path(piecepack_nb.core.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name is not None
                if name.startswith("piecepack_nb"):
                    assert name.startswith("piecepack_nb.core"), (path, name)


def test_a_roll_goes_on_the_heap() -> None:
    (step,) = PIG.play(PIG.initial_state(), roll("4"))
    assert (step.event.clause, step.event.text) == ("PIG-2", "ann rolls a 4.")
    assert step.state.heap == 4
    assert PIG.to_act(step.state) == Seat("ann")


def test_a_one_takes_the_heap_away_and_the_turn_ends() -> None:
    first, second = PIG.play(PIG.initial_state()._replace(heap=9), roll("1"))
    assert [first.event.clause, second.event.clause] == ["PIG-2", "PIG-4"]
    assert (second.state.heap, second.state.seat, second.state.turn) == (0, "ben", 2)
    assert first.state.seat == "ann"


@pytest.mark.parametrize(("harsh", "bank"), [(False, 8), (True, 0)])
def test_under_harsh_rules_a_one_takes_the_bank_too(harsh: bool, bank: int) -> None:
    game = PIG.under(harsh=harsh)
    *_, last = game.play(game.initial_state()._replace(bank=FrozenDict(ann=8, ben=3)), roll("1"))
    assert last.state.bank == {"ann": bank, "ben": 3}


def test_holding_banks_the_heap_and_enough_wins() -> None:
    (step,) = PIG.play(table("choice", 6, ann=9), HOLD)
    assert step.event.text == "ann puts 6 into the bank, which has 15."
    result = PIG.result(step.state)
    assert result is not None
    assert (result.winners, result.clause, str(result)) == (("ann",), "PIG-5", "ann wins. [PIG-5]")
    assert PIG.to_act(step.state) is None


@pytest.mark.parametrize(
    ("state", "move", "clause", "names"),
    [
        (table("roll"), HOLD, "PIG-2", "ann has to roll"),
        (table("choice", 3), Choice("fold"), "PIG-3", "ann can only"),
        (table("choice", 1), HOLD, "PIG-3", "heap of 1 is under 2"),
        (table("choice", 3), roll("2"), "PIG-3", "ann can only"),
        (table("nothing", ann=15), GO_ON, "PIG-5", "ann has won"),
        (table("roll"), roll("7"), "PIG-2", "no face '7'"),
        (table("roll"), Roll(FrozenDict(die="2", coin="3")), "PIG-2", "no coin die"),
        (table("roll"), Roll(FrozenDict()), "PIG-2", "die die is missing"),
    ],
)
def test_refusals_name_the_rule_and_the_reason(
    state: State, move: object, clause: str, names: str
) -> None:
    refusal = PIG.refusal(state, move)
    assert refusal is not None
    assert refusal.clause == clause
    assert names in refusal.text
    with pytest.raises(IllegalMove, match=names) as caught:
        PIG.play(state, move)
    assert caught.value.refusal == refusal
    assert str(caught.value).endswith(f"({clause})")


def test_moves_are_those_that_are_not_refused() -> None:
    for state in (table("choice", 1), table("choice", 2), table("roll"), table("nothing", ann=20)):
        moves = PIG.moves(state)
        for move in (HOLD, GO_ON):
            assert (move in moves) == (PIG.refusal(state, move) is None)


@pytest.mark.parametrize("move", [HOLD, GO_ON, roll("1"), roll("6")])
def test_moves_as_text_both_ways(move: object) -> None:
    assert PIG.parse_move(PIG.initial_state(), str(move)) == move


@pytest.mark.parametrize("text", ["", "jump", "roll", "roll die", "roll die 1 die 2"])
def test_invalid_move_text_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="expected"):
        PIG.parse_move(PIG.initial_state(), text)


def test_a_games_own_dice_are_not_read_as_piecepack_dice() -> None:
    """ "1" is a face of this die, and no ace; "a" would be arms, if the game had no such die."""
    assert Roll.read("roll die 1", PIG.to_act(PIG.initial_state()).dice).faces == {"die": "1"}  # type: ignore[union-attr]
    assert Roll.read("roll a 1").faces == {"arms": "ace"}


def test_states_as_json_both_ways_at_every_step() -> None:
    match = Match(PIG, seed=3, seats={"ann": "bold", "ben": "random"})
    match.run()
    assert len(match.steps) >= 10
    for step in match.steps:
        assert PIG.from_json(PIG.to_json(step.state)) == step.state


@pytest.mark.parametrize(
    ("entry", "value"),
    [("turn", -1), ("turn", True), ("heap", "3"), ("seat", "zoe"), ("bank", {}), ("due", 3)],
)
def test_a_wrong_entry_of_a_state_is_named(entry: str, value: object) -> None:
    with pytest.raises(BadInput, match=entry):
        PIG.from_json({**PIG.to_json(PIG.initial_state()), entry: value})


def test_equal_states_have_equal_checks() -> None:
    assert PIG.checksum(table("choice", 3)) == PIG.checksum(table("choice", 3))
    assert PIG.checksum(table("choice", 3)) != PIG.checksum(table("choice", 4))


def test_chance_outcomes_have_their_probabilities() -> None:
    chance = PIG.to_act(PIG.initial_state())
    assert isinstance(chance, Chance)
    assert chance.outcomes == 6
    assert chance.seats == ()


def test_a_game_shows_its_rules() -> None:
    assert repr(PIG.under(goal=20)) == "<Pig 'pig', goal=20>"
    assert list(PIG.rulebook) == []
