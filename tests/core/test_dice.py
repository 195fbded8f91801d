"""Sources of dice: a seed, a script, typed faces; and their refusals."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance, Die, Roll, Rolls, example
from piecepack_nb.core.dice import HIGHEST_SEED, ScriptedDice, SeededDice, is_manual, seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.match import Match
from tests.core.pig import GO_ON, HOLD, Pig

PIG = Pig(bots=GENERAL)


def faces(match: Match) -> dict[tuple[int, str], str]:
    """Return the rolled faces, by place."""
    return {
        played.move_key: played.move.faces["die"]
        for played in match.record
        if isinstance(played.move, Roll)
    }


def played(seed: int, **named: Any) -> Match:
    match = Match(PIG, seed=seed, seats={"ann": "bold", "ben": "bold"}, **named)
    match.run()
    return match


def test_equal_seeds_give_equal_games() -> None:
    assert played(3).steps == played(3).steps
    assert played(3).steps != played(4).steps


def test_seeded_dice_are_known_by_their_place_not_their_order() -> None:
    """ "ben" meets the same dice however often ann has rolled."""

    def cautious(*_: Any) -> Any:
        return HOLD

    for seed in range(20):
        one = Match(PIG.under(goal=100), seed=seed, seats={"ann": "bold", "ben": "bold"})
        two = Match(PIG.under(goal=100), seed=seed, seats={"ann": cautious, "ben": "bold"})
        one.run(60)
        two.run(60)
        here, there = faces(one), faces(two)
        common = here.keys() & there.keys()
        assert len(common) > 10
        assert all(here[place] == there[place] for place in common)


def test_dice_rolled_again_in_a_turn_are_other_dice() -> None:
    rolls = [list(faces(played(seed)).values()) for seed in range(30)]
    assert any(first != second for first, second, *_ in rolls)


def test_all_faces_come_about_equally_often() -> None:
    counts = dict.fromkeys("123456", 0)
    for seed in range(6000):
        counts[seeded_pick(seed, 1, "roll")("die", "123456")] += 1
    assert all(880 < count < 1120 for count in counts.values())  # four standard deviations


def test_picks_are_the_same_on_every_machine() -> None:
    """Saved matches and golden games depend on it."""
    picks = [seeded_pick(7, turn, "roll")("die", "123456") for turn in range(12)]
    assert "".join(picks) == "424346341254"
    assert seeded_pick(7, 1)("seed", range(2**32)) == 1953526388
    assert seeded_pick(7, 1)("seed", range(2**64)) % 2**32 == 1953526388


@pytest.mark.parametrize("seed", [-1, HIGHEST_SEED + 1, "7", 7.0, True, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for dice in (None, "typed", []):
        with pytest.raises(BadInput, match=r"seed is .*; expected a whole number from 0"):
            Match(PIG, seed=seed, dice=dice)
    with pytest.raises(BadInput):
        SeededDice(seed)


def test_without_a_seed_every_match_draws_one() -> None:
    assert len({Match(PIG).seed for _ in range(5)}) > 1


# --- scripts ------------------------------------------------------------------------------------


def test_a_script_gives_the_first_rolls_and_the_seed_the_rest() -> None:
    script = ["roll die 6", {"die": "2"}, None, {}, "roll die 5"]
    match = Match(PIG.under(goal=100), seed=3, dice=script, seats={"ann": "bold", "ben": "bold"})
    seeded = Match(PIG.under(goal=100), seed=3, seats={"ann": "bold", "ben": "bold"})
    match.run(40)
    seeded.run(40)
    rolls = list(faces(match).items())
    assert [face for _, face in rolls[:2]] == ["6", "2"]
    assert rolls[4][1] == "5"
    other = faces(seeded)
    for place, face in (*rolls[2:4], *rolls[5:]):
        assert other.get(place, face) == face
    assert any(place in other for place, _ in rolls[5:])


def test_a_script_of_several_dice_may_leave_some_to_the_seed() -> None:
    chance = Chance("roll", 1, (Die("one", ("1", "2")), Die("two", ("1", "2", "3"))))

    class Two(Pig):
        def to_act(self, state: Any) -> Any:
            return chance

    game = Two()
    script = ScriptedDice([{"two": "3"}], SeededDice(1))
    roll = script.draw(game, game.initial_state(), chance, 0)
    alone = SeededDice(1).draw(game, game.initial_state(), chance, 0)
    assert roll.faces == {"one": alone.faces["one"], "two": "3"}


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["roll die 7"], "no face '7'; it shows one of 1, 2, 3, 4, 5, 6"),
        (["roll coin 3"], "the die die is missing"),
        (["hold"], "ann has to roll"),
        (["jump"], "the move is 'jump'"),
        ([{"coin": "3"}], "a scripted die is 'coin'; expected one of die"),
        ([{"die": "9"}], "the scripted die die is '9'; expected one of 1, 2"),
        ([{"die": ["1"]}], "the scripted die die is"),
    ],
)
def test_an_impossible_scripted_roll_is_refused_when_it_is_due(script: Any, expected: str) -> None:
    match = Match(PIG, seed=1, dice=script)
    with pytest.raises(BadInput, match=expected):
        match.run()
    assert match.cursor == 0


@pytest.mark.parametrize("dice", ["real", 7, [7], [["die", "1"]], {"die": "1"}, b"typed", object()])
def test_invalid_dice_are_refused(dice: Any) -> None:
    with pytest.raises(BadInput, match=r"expected ('typed', or a list of rolls|a text, a mapping)"):
        Match(PIG, seed=1, dice=dice)


def test_dice_can_be_any_object_with_draw() -> None:
    class Sixes:
        def draw(self, game: Any, state: Any, chance: Any, nth: int) -> Roll:
            return Roll(FrozenDict(die="6"))

    match = Match(PIG, dice=Sixes(), seats={"ann": "bold", "ben": "bold"})
    match.run()
    assert set(faces(match).values()) == {"6"}


# --- typed --------------------------------------------------------------------------------------


def test_typed_dice_wait_for_a_person() -> None:
    match = Match(PIG, seed=1, dice="typed", seats={"ann": "bold", "ben": "bold"})
    assert match.run() == []
    assert match.roll() == []
    match.play("roll die 6")
    assert [str(each.move) for each in match.record] == ["roll die 6"]
    match.run()
    assert isinstance(match.to_act, Chance)
    assert match.to_act.turn == 2
    for wrong in ("roll die 0", "roll", "roll die", "roll dice 3", "hold"):
        with pytest.raises(BadInput):
            match.play(wrong)


def test_real_dice_stay_real_in_a_replay() -> None:
    match = Match(PIG, seed=1, dice="typed")
    match.play("roll die 4")
    assert is_manual(match.dice)
    assert is_manual(match.under().dice)
    assert not is_manual(Match(PIG, seed=1).under().dice)


def test_bare_faces_are_read_in_the_order_of_the_dice() -> None:
    low, odd = Die("low", ("1", "2", "3")), Die("odd", ("A", "B", "tie"))
    assert Roll.read("roll 3, b", (low, odd)).faces == {"low": "3", "odd": "B"}
    assert Roll.read("roll odd TIE low 1", (low, odd)).faces == {"low": "1", "odd": "tie"}
    assert Roll.read("roll 9 B", (low, odd)).faces == {"low": "9", "odd": "B"}  # then refused
    for dice in ((low,), (low, odd), (odd, low, Die("c", ("x",)))):
        assert Roll.read(example(dice), dice).refusal(Chance("any", 1, dice, "PM-0")) is None
    with pytest.raises(BadInput, match="the faces of low, odd, such as 'roll 3 A'"):
        Roll.read("roll 3", (low, Die("odd", ("A", "B"))))
    with pytest.raises(BadInput, match=r"'roll 9 1'; expected the faces of low, odd, more"):
        Roll.read("roll 9 1", (low, odd, Die("more", ("1", "2"))))
    assert Roll.read("roll 4 9").faces == {"die": "4", "die2": "9"}  # it is not time: refused


def test_typed_dice_can_not_be_rolled_for_a_seat() -> None:
    match = Match(PIG, seed=1, dice="typed")
    match.play("roll die 6")
    with pytest.raises(BadInput, match="ann must move"):
        match.roll()
    assert match.play(GO_ON)


def test_the_outcomes_of_a_chance_are_listed_without_rolling():
    chance = Chance("roll", 1, (Die("red", ("1", "2")), Die("blue", ("a", "b", "c"))), "X-1")
    rolls = Rolls(chance)
    assert len(rolls) == chance.outcomes == len(list(rolls)) == len(set(rolls)) == 6
    assert all(roll in rolls and roll.refusal(chance) is None for roll in rolls)
    assert Roll(FrozenDict(red="1", blue="d")) not in rolls
    assert "roll red 1 blue a" not in rolls
    assert len(Rolls(Chance("shuffle", 0))) == len(list(Rolls(Chance("shuffle", 0)))) == 0
