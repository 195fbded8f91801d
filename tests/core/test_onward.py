"""A match that continues under other rules from a position: its dice, moves and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.load import from_record, load
from piecepack_nb.core.match import Match, replay_from
from piecepack_nb.core.record import to_record
from tests.conftest import sampled
from tests.core.damage import LEAVES, refused_or_true, removed, replaced, spots
from tests.core.pig import GO_ON, Pig
from tests.core.test_saves import played, read
from tests.core.test_under import match_of

PIG = Pig(bots=GENERAL)
SUITS = ("suns", "moons", "crowns", "arms")


def whole_moves(match: Match) -> list[int]:
    return [0, *(each.end for each in match.record)]


def events(match: Match, since: int = 0) -> list[tuple[Any, str]]:
    """Return the events and the states; decisions are equal only within one game."""
    return [(step.state, str(step)) for step in match.steps[since:]]


def piecepackman(bot: str = "random", seed: int = 7, **options: Any) -> Match:
    match = pp.Match(pp.game("piecepackman", **options), seed=seed, seats=dict.fromkeys(SUITS, bot))
    match.run()
    return match


# --- what goes on -------------------------------------------------------------------------------


def test_a_replay_under_the_same_rules_equals_the_match_from_every_position() -> None:
    match = played()
    for step in whole_moves(match):
        other = match.onward(step)
        assert other.divergence is None
        assert other.steps == match.steps[step:]
        assert other.result == match.result


def test_earlier_moves_are_kept_as_the_earlier_match() -> None:
    match = match_of("roll die 4", "hold", "roll die 5", "hold", "roll die 1")
    other = match.onward(4, harsh=True)
    assert other.earlier is not None
    assert other.earlier.steps == match.steps[:4]
    assert other.earlier.game.rules.changed() == {}
    assert other.initial_state == match.steps[3].state
    assert other.cursor == 2
    assert other.state.bank["ann"] == 0, "the 1 takes the bank under the new rules"


def test_the_divergence_names_its_step_in_the_first_match() -> None:
    match = match_of("roll die 4", "hold", "roll die 5", "hold", "roll die 1", "roll die 3")
    parting = match.onward(2, harsh=True).divergence
    assert parting is not None
    assert (parting.step, parting.clause) == (6, "PIG-4")
    assert parting == match.under(harsh=True).divergence
    refused = match.onward(3, least=6).divergence
    assert refused is not None
    assert (refused.step, refused.theirs) == (4, None)
    assert refused.text == "the move hold is refused: ben's heap of 5 is under 6"


def test_a_step_within_a_move_keeps_the_whole_moves_before_it() -> None:
    match = match_of("roll die 4", "hold", "roll die 1", "roll die 1")
    other = match.onward(3, harsh=True)
    assert other.earlier is not None
    assert other.earlier.cursor == 2
    assert other.steps[0].event == match.steps[2].event


def test_before_the_first_move_onward_equals_under() -> None:
    match = match_of("roll die 4", "hold")
    other = match.onward(0, first="ben")
    assert other.earlier is None
    assert other.initial_state == Pig(match.game.rules.but(first="ben")).initial_state()
    assert other.steps == match.under(first="ben").steps


def test_a_single_move_can_be_replayed() -> None:
    match = match_of("roll die 4", "hold", "roll die 5", "hold", "roll die 1", "roll die 3")
    other = replay_from(match, 4, {"harsh": True}, moves=1)
    assert [str(step.event) for step in other.steps] == [
        "ann rolls a 1. [PIG-2]", "ann loses the heap. [PIG-4]",
    ]  # fmt: skip
    assert other.state.bank["ann"] == 0
    refused = replay_from(match, 1, {"least": 5}, moves=1)
    assert refused.steps == []
    assert refused.divergence is not None
    assert refused.divergence.clause == "PIG-3"


def test_dice_continue_though_the_rules_changed_within_a_turn() -> None:
    """The second roll of a turn is "roll 2" in the continued match, not "roll" again."""
    for seed in range(10):
        whole = Match(PIG, seed=seed, seats={"ann": "bold", "ben": "bold"})
        whole.run()
        for step in whole_moves(whole):
            match = whole.branch(step)
            other = match.onward(step)
            assert other.steps == []
            other.run()
            assert other.steps == whole.steps[step:], (seed, step)


def test_a_script_of_dice_continues() -> None:
    match = Match(PIG, seed=1, dice=["roll die 2", "roll die 3", "roll die 4"])
    match.run()
    match.play(GO_ON)
    other = match.onward(match.cursor, goal=50)
    assert [str(step.event) for step in other.run()] == ["ann rolls a 3. [PIG-2]"]


def test_a_position_impossible_under_the_rules_is_refused_in_one_line() -> None:
    match = match_of("roll die 6", "hold", "roll die 3", "hold")
    with pytest.raises(BadInput, match="bank") as raised:
        match.onward(4, goal=5)
    assert "\n" not in str(raised.value)
    with pytest.raises(BadInput, match="did you mean 'goal'"):
        match.onward(2, goa=4)
    with pytest.raises(BadInput, match="step is 9"):
        match.onward(9)


def test_rules_can_change_repeatedly() -> None:
    match = match_of("roll die 4", "hold", "roll die 5", "hold", "roll die 2")
    second = match.onward(2, goal=40)
    third = second.onward(3, harsh=True)
    assert third.game.rules.changed() == {"goal": 40, "harsh": True}
    assert third.earlier is not None
    assert third.earlier.earlier is not None
    assert third.earlier.earlier.steps == match.steps[:2]
    assert third.branch(0).earlier is third.earlier
    assert third.under(goal=50).earlier is third.earlier


def test_continuing_leaves_the_earlier_match_unchanged() -> None:
    match = match_of("roll die 4")
    other = Match(PIG.under(least=5), seed=1, dice="typed", earlier=match)
    match.play("hold")
    assert other.earlier is not None
    assert len(other.earlier.record) == 1
    other.play(GO_ON)
    assert other.move_key == (1, "roll 2")
    with pytest.raises(BadInput, match="give no position"):
        Match(PIG, earlier=match, position=PIG.initial_state())
    match.play("roll die 1")
    match.goto(3)
    with pytest.raises(BadInput, match="middle of a move"):
        Match(PIG, earlier=match)


def test_the_first_match_is_unchanged() -> None:
    match = played()
    before = to_record(match)
    match.onward(4, least=20)
    assert to_record(match) == before


# --- files --------------------------------------------------------------------------------------


def thrice() -> Match:
    match = match_of("roll die 4", "hold", "roll die 5", "hold", "roll die 2")
    return match.onward(2, goal=40).onward(3, harsh=True)


def test_a_match_whose_rules_changed_is_equal_when_loaded(tmp_path: Path) -> None:
    match = thrice()
    again = load(match.save(tmp_path / "match.json"))
    one: Match | None = again
    two: Match | None = match
    while one is not None and two is not None:
        assert (one.steps, one.cursor, one.initial_state) == (
            two.steps,
            two.cursor,
            two.initial_state,
        )
        assert one.game.rules == two.game.rules
        one, two = one.earlier, two.earlier
    assert one is two is None


def test_a_loaded_match_continues_like_the_original(tmp_path: Path) -> None:
    whole = played()
    for step in whole_moves(whole):
        match = whole.branch(step).onward(step, harsh=True)
        again = load(match.save(tmp_path / "match.json"))
        again.run()
        match.run()
        assert again.steps == match.steps, step


def test_a_journal_of_a_continued_match_resumes_after_a_restart(tmp_path: Path) -> None:
    match = thrice()
    Journal(match, tmp_path / "match.jsonl")
    match.play(GO_ON)
    assert to_record(resume(tmp_path / "match.jsonl")) == to_record(match)


RECORD = to_record(thrice())


@pytest.mark.parametrize(
    ("spot", "value", "message"),
    [
        (("earlier",), [], "earlier is []"),
        (("earlier",), {}, "earlier is {}"),
        (("earlier", 0), 3, "earlier[0] is 3"),
        (("earlier", 0, "seed"), None, "earlier[0].seed is None"),
        (("earlier", 1, "rules", "goal"), 1, "goal is 1"),
        (("earlier", 0, "moves", 1, "check"), "x", "earlier[0].moves[1].check is 'x'"),
        (("earlier", 1, "start"), {}, "earlier[1].start is {}"),
        (("earlier", 0, "position"), 1, "earlier[0].position is 1"),
        (("earlier", 0, "extra"), 1, "an entry of earlier[0] is 'extra'"),
        (("start",), {}, "start is {}"),
        (("rules", "goal"), 4, "bank"),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(
    spot: tuple[Any, ...], value: object, message: str
) -> None:
    with pytest.raises(BadInput) as raised:
        from_record(replaced(RECORD, spot, value))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_long_chain_of_earlier_matches_is_read_without_recursion() -> None:
    match = match_of("roll die 4")
    for number in range(300):
        match = Match(PIG.under(goal=20 + number % 50), seed=1, dice="typed", earlier=match)
    again = from_record(json.loads(json.dumps(to_record(match))))
    assert again.state == match.state
    assert again.branch(0).game.rules == match.game.rules


@given(st.data())
def test_any_damage_is_refused_or_harmless(data: st.DataObject) -> None:
    spot = data.draw(st.sampled_from([spot for spot in spots(RECORD) if spot]))
    if data.draw(st.booleans()):
        refused_or_true(read, removed(RECORD, spot))
    else:
        refused_or_true(read, replaced(RECORD, spot, data.draw(LEAVES)))


# --- Piecepackman -------------------------------------------------------------------------------


@pytest.mark.clause("PM-15")
def test_his_path_is_chosen_again_where_the_rules_change() -> None:
    match = piecepackman()
    for played_move in match.record:
        decision = [step for step in played_move.steps if step.event.kind == "he heads for"]
        if not decision or played_move.turn < 2:
            continue
        other = replay_from(match, played_move.first, {"quarter_turn_cost": 0}, moves=1)
        assert len(other.record) == 1
        again = next(step for step in other.steps if step.event.kind == "he heads for")
        old, new = decision[0].event.why.route.path, again.event.why.route.path  # type: ignore[union-attr]
        assert new.cost <= old.cost
        assert new.cost == len(new.squares) - 1


def test_the_same_game_continues_from_every_position() -> None:
    match = piecepackman()
    for step in sampled(whole_moves(match)[::9], 4):
        other = match.onward(step, equal_cubes="draw")
        assert other.divergence is None
        assert events(other) == events(match, step)
        alone = match.branch(step).onward(step, equal_cubes="draw")
        alone.run()
        assert events(alone) == events(match, step), "the bots pick as they did"


@pytest.mark.parametrize(
    "changes",
    [{"quarter_turn_cost": 0}, {"maze": "slip"}, {"ghost_dice": "in turn"}, {"tie_break": "random"},
     {"dangerous": "equal", "ghost_ace": 3}],
    ids=str,
)  # fmt: skip
def test_a_continued_match_is_saved_and_loaded(tmp_path: Path, changes: dict[str, Any]) -> None:
    match = piecepackman("greedy")
    step = whole_moves(match)[len(match.record) // 2]
    other = match.onward(step, **changes)
    other.run()
    again = pp.load(other.save(tmp_path / "match.json"))
    assert events(again) == events(other)
    assert again.earlier is not None
    assert events(again.earlier) == events(match)[:step]
    assert from_record(to_record(again)).result == other.result


def test_a_ghost_removed_by_new_rules_loses_its_seat() -> None:
    match = piecepackman()
    other = match.under(players=3)
    assert set(other.seats) == {"suns", "moons", "crowns"}
    with pytest.raises(BadInput, match="ghost"):
        match.onward(20, players=3)
