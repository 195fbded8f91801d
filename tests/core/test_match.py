"""A match: playing, refusing, running, and moving in time."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance, Seat
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove, MoveLog
from tests.core.pig import GO_ON, HOLD, Choice, Pig

PIG = Pig(bots=GENERAL)
BOTS = {"ann": "bold", "ben": "random"}


def all_of(match: Match) -> tuple[Any, ...]:
    """Return everything that a refused change must leave unchanged."""
    return match.state, match.cursor, match.steps, match.record, match.undone, match.to_act


def lesson(*faces: str, **named: Any) -> Match:
    """Return a match of two persons whose first rolls are known."""
    return Match(PIG, seed=1, dice=[f"roll die {face}" for face in faces], **named)


# --- playing ------------------------------------------------------------------------------------


def test_moves_can_be_values_or_text() -> None:
    match = lesson("4", "5")
    assert match.to_act == Chance("roll", 1, match.to_act.dice, "PIG-2")  # type: ignore[union-attr]
    assert [str(step) for step in match.run()] == ["ann rolls a 4. [PIG-2]"]
    assert match.to_act == Seat("ann")
    assert list(match.moves()) == [HOLD, GO_ON]
    (step,) = match.play("go on")
    assert step == match.steps[-1]
    match.run()
    match.play(HOLD)
    assert match.state.bank == {"ann": 9, "ben": 0}
    assert (match.turn, match.cursor) == (2, 4)
    assert [str(played.move) for played in match.record] == [
        "roll die 4", "go on", "roll die 5", "hold",
    ]  # fmt: skip
    assert [played.move_key for played in match.record] == [
        (1, "roll"), (1, "ann"), (1, "roll 2"), (1, "ann 2"),
    ]  # fmt: skip


def test_a_seat_may_not_move_for_chance_nor_chance_for_a_seat() -> None:
    match = lesson("4")
    assert match.moves() == []
    with pytest.raises(IllegalMove, match="has to roll"):
        match.play(HOLD)
    match.run()
    with pytest.raises(BadInput, match="no dice are due now: ann must move"):
        match.roll()
    with pytest.raises(IllegalMove):
        match.play("roll die 3")


@pytest.mark.parametrize("move", [HOLD, "hold", Choice("fold"), "fold", "", "roll", 3, None, []])
def test_a_refused_move_leaves_everything_unchanged(move: object) -> None:
    match = Match(PIG.under(least=5), seed=1, dice=["roll die 4"])
    match.run()
    before = all_of(match)
    with pytest.raises(BadInput) as caught:
        match.play(move)
    assert "\n" not in str(caught.value)
    assert all_of(match) == before
    if not isinstance(caught.value, IllegalMove):
        with pytest.raises(BadInput):
            match.refusal(move)
    else:
        assert match.refusal(move) == caught.value.refusal


def test_an_illegal_move_of_a_bot_names_its_seat() -> None:
    cheat = {"ben": lambda _game, _state, _seat, _pick: "roll die 3"}
    match = Match(PIG, dice=["roll die 4", "roll die 5"], seats=cheat)
    match.run()
    match.play(HOLD)
    with pytest.raises(IllegalMove, match="the bot of ben chose an illegal move, roll die 3: ben"):
        match.run()
    made = [str(played.move) for played in match.record]
    assert made == ["roll die 4", "hold", "roll die 5"]


def test_a_refused_move_keeps_undone_moves() -> None:
    match = lesson("4", "5")
    match.run()
    match.play(GO_ON)
    match.run()
    match.undo()
    before = all_of(match)
    assert match.undone
    with pytest.raises(IllegalMove):
        match.play("roll die 4")
    assert all_of(match) == before
    match.play(HOLD)
    assert match.undone == ()


def test_a_failing_watcher_stops_the_change() -> None:
    match = lesson("4")

    def full(what: str, value: object) -> None:
        raise OSError("disk full")

    match.on_change(full)
    before = all_of(match)
    with pytest.raises(OSError, match="disk full"):
        match.run()
    assert all_of(match) == before


def test_a_finished_game_refuses_moves() -> None:
    match = Match(PIG, seed=7, seats=BOTS)
    match.run()
    assert match.result is not None
    assert match.to_act is None
    assert match.moves() == ()
    assert "over: ann wins." in repr(match)
    before = all_of(match)
    for move in (HOLD, "go on", "roll die 4"):
        with pytest.raises(BadInput, match="the game is over: ann wins"):
            match.play(move)
    assert match.run() == []
    assert match.bot_move() is None
    with pytest.raises(BadInput, match="the game is over"):
        match.roll()
    assert all_of(match) == before


def test_a_move_without_a_step_is_an_error_that_names_the_game() -> None:
    class Mute(Pig):
        def apply_move(self, state: Any, move: Any, log: MoveLog) -> Any:
            return state

    match = Match(Mute(), seed=1)
    with pytest.raises(TypeError, match=r"Mute\.apply_move adds no step for the move roll die"):
        match.run()
    assert match.record == ()


# --- persons and bots -------------------------------------------------------------------------


def test_run_stops_where_a_person_must_act() -> None:
    match = Match(PIG, seed=5, seats={"ben": "bold"})
    match.run()
    assert match.to_act == Seat("ann")
    assert match.bot_move() is None
    match.play(HOLD)
    match.run()
    assert match.to_act == Seat("ann")
    assert {played.actor.label for played in match.record} == {"roll", "ann", "ben"}


def test_run_is_bounded() -> None:
    match = Match(PIG, seed=5, seats=BOTS)
    match.run(3)
    assert len(match.record) == 3
    match.run(0)
    assert len(match.record) == 3


def test_bots_by_name_or_as_a_function() -> None:
    seen = []

    def never(game: Any, state: Any, seat: str, pick: Any) -> str:
        seen.append(seat)
        return "hold" if state.heap >= 2 else "go on"

    match = Match(PIG, seed=5, seats={"ann": never, "ben": "random"})
    match.run()
    assert match.result is not None
    assert set(seen) == {"ann"}


def test_bots_choose_the_same_at_the_same_position() -> None:
    runs = [Match(PIG, seed=11, seats={"ann": "random", "ben": "random"}) for _ in range(2)]
    for match in runs:
        match.run()
    assert runs[0].steps == runs[1].steps
    other = Match(PIG, seed=12, seats={"ann": "random", "ben": "random"})
    other.run()
    assert other.steps != runs[0].steps


def test_a_bot_that_breaks_the_rules_is_refused() -> None:
    def cheat(game: Any, state: Any, seat: str, pick: Any) -> str:
        return "roll die 6"

    match = Match(PIG, seed=5, seats={"ann": cheat})
    with pytest.raises(IllegalMove, match="ann can only"):
        match.run()


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ({"zoe": "random"}, "seats is 'zoe'; expected one of ann, ben"),
        ({"ann": "gready"}, "'person', 'bold', 'random', .*, or a function of"),
        ({"ann": lambda game: None}, r"a function of \(game, state, seat, pick\)"),
        ({"ann": None}, r"seats\['ann'\] is None"),
        ({"ann": ["bold"]}, r"seats\['ann'\] is \['bold'\]"),
        ({3: "bold"}, "seats is 3"),
        (["ann"], "a mapping from seat to player"),
        ("ann", "a mapping from seat to player"),
    ],
)
def test_unknown_seats_and_players_are_named(seats: Any, expected: str) -> None:
    with pytest.raises(BadInput, match=expected):
        Match(PIG, seed=1, seats=seats)


def test_a_match_needs_a_game() -> None:
    with pytest.raises(BadInput, match=r"game is 3; expected a game, as pp\.game"):
        Match(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the game is 'no game'; expected '"):
        Match("no game")


# --- positions ----------------------------------------------------------------------------------


def test_a_match_may_begin_at_a_position() -> None:
    state = PIG.initial_state()._replace(seat="ben", heap=7, due="choice", turn=4)
    for position in (state, PIG.to_json(state)):
        match = Match(PIG, seed=1, position=position)
        assert (match.state, match.turn, match.to_act) == (state, 4, Seat("ben"))
        match.play(HOLD)
        assert match.state.bank == {"ann": 0, "ben": 7}
    with pytest.raises(BadInput, match="heap"):
        Match(PIG, position=state._replace(heap=-1))


# --- moving in time -----------------------------------------------------------------------------


def test_undo_goes_back_to_the_persons_last_move() -> None:
    match = Match(PIG, seed=5, seats={"ben": "bold"})
    match.run()
    before = match.state
    match.play(HOLD)
    match.run()
    later = all_of(match)
    match.undo()
    assert match.state == before
    assert match.to_act == Seat("ann")
    match.redo()
    assert all_of(match) == later


def test_undo_takes_one_move_when_nobody_is_a_person() -> None:
    match = Match(PIG, seed=7, seats=BOTS)
    match.run()
    states = [match.state]
    while match.cursor:
        match.undo()
        states.append(match.state)
    assert len(states) == len(match.undone) + 1
    assert states[-1] == PIG.initial_state()
    with pytest.raises(BadInput, match="no move to undo"):
        match.undo()
    for state in reversed(states[:-1]):
        match.redo()
        assert match.state == state
    with pytest.raises(BadInput, match="no move to redo"):
        match.redo()


def test_undo_before_a_person_has_moved_takes_back_the_roll() -> None:
    match = lesson("4")
    match.run()
    match.undo()
    assert match.cursor == 0
    assert [str(played.move) for played in match.undone] == ["roll die 4"]


def test_goto_any_step_even_in_the_middle_of_a_move() -> None:
    match = lesson("4", "1", "3")
    match.run()
    match.play(GO_ON)
    match.run()  # ann loses in two steps, then it is ben's roll
    states = [match.initial_state, *(step.state for step in match.steps)]
    middle = 3
    for step, state in enumerate(states):
        match.goto(step)
        assert (match.state, match.cursor) == (state, step)
        assert match.between_moves == (step != middle)
    match.goto(-1)
    assert match.cursor == len(states) - 1
    match.goto(middle)
    assert match.to_act is None
    assert match.moves() == ()
    assert [str(played.move) for played in match.undone] == ["roll die 1", "roll die 3"]
    for act in (match.play, match.refusal):
        with pytest.raises(BadInput, match="step 3 is in the middle of a move"):
            act(HOLD)
    match.redo()
    assert match.cursor == len(states) - 1
    match.goto(middle)
    match.undo()
    assert match.cursor == 1


@pytest.mark.parametrize("step", [-2, 99, "1", None, 1.0, True])
def test_goto_refuses_invalid_steps(step: Any) -> None:
    match = lesson("4")
    match.run()
    before = all_of(match)
    with pytest.raises(BadInput, match="expected a whole number from 0 to 1, or -1 for the end"):
        match.goto(step)
    with pytest.raises(BadInput):
        match.branch(step)
    assert all_of(match) == before


def test_playing_from_an_earlier_step_discards_later_moves() -> None:
    match = lesson("4", "5")
    match.run()
    match.play(GO_ON)
    match.run()
    match.goto(1)
    match.play(HOLD)
    assert [str(played.move) for played in match.record] == ["roll die 4", "hold"]
    assert match.undone == ()
    assert len(match.steps) == match.cursor == 2


def test_a_branch_shares_the_past_and_continues_independently() -> None:
    match = Match(PIG, seed=7, seats=BOTS)
    match.run()
    whole = all_of(match)
    for step in range(len(match.steps) + 1):
        branch = match.branch(step)
        assert branch.steps == match.steps[: branch.cursor]
        assert step - branch.cursor in (0, 1)  # a 1 takes two steps
        branch.run()
        assert branch.steps == match.steps
    branch = match.branch(1)
    branch.play(HOLD if HOLD in branch.moves() else GO_ON)
    assert all_of(match) == whole
    assert match.branch(-1).result == match.result


def test_a_branch_keeps_its_initial_position() -> None:
    state = PIG.initial_state()._replace(seat="ben", heap=7, due="choice", turn=4)
    match = Match(PIG, seed=1, position=state)
    match.play(HOLD)
    assert match.branch(0).state == state
    assert match.branch(1).steps == match.steps


def test_steps_and_records_are_copies() -> None:
    match = lesson("4")
    match.run()
    match.steps.clear()
    assert len(match.steps) == 1
