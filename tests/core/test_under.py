"""The same dice and moves under other rules, and their divergence."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Actor, Seat
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from tests.core.pig import GO_ON, HOLD, Pig, State

PIG = Pig(bots=GENERAL)


def match_of(*moves: str, game: Pig = PIG, **named: Any) -> Match:
    """Return a match with these moves, dice included."""
    match = Match(game, seed=1, dice="typed", **named)
    for move in moves:
        match.play(move)
    return match


def test_no_divergence_where_the_rules_make_no_difference() -> None:
    match = match_of("roll die 4", "go on", "roll die 5", "hold", "roll die 3")
    other = match.under(harsh=True)
    assert other.divergence is None
    assert other.steps == match.steps
    assert other.game.rules.changed() == {"harsh": True}
    assert match.under().steps == match.steps


def test_a_refused_move_is_a_divergence_with_its_reason() -> None:
    match = match_of("roll die 4", "go on", "roll die 2", "hold", "roll die 3")
    other = match.under(least=7)
    parting = other.divergence
    assert parting is not None
    assert (parting.step, parting.turn, parting.clause) == (4, 1, "PIG-3")
    assert parting.text == "the move hold is refused: ann's heap of 6 is under 7"
    assert parting.ours == match.steps[3]
    assert parting.theirs is None
    assert str(parting).startswith("step 4 (turn 1): the move hold is refused")
    assert other.steps == match.steps[:3]
    assert other.play(GO_ON)


def test_different_events_are_a_divergence() -> None:
    match = match_of("roll die 4", "hold", "roll die 1", "roll die 1", "roll die 2")
    other = match.under(harsh=True)
    parting = other.divergence
    assert parting is not None
    assert (parting.step, parting.turn, parting.clause) == (6, 3, "PIG-4")
    assert parting.text == (
        "ann loses the heap. Then the tables differ: bank.ann is 4 here, 0 there. "
        'The changed rule is "Harsh: no → yes"'
    )
    assert len(other.steps) == len(match.steps)  # the moves fit all the same


def test_an_end_in_one_game_only_is_a_divergence() -> None:
    match = match_of("roll die 6", "hold", "roll die 3", "hold")
    other = match.under(goal=5)
    parting = other.divergence
    assert parting is not None
    assert (parting.step, parting.clause) == (2, "PIG-5")
    assert parting.text == "here: the game continues. There: ann wins."
    assert other.result is not None
    back = other.under(goal=15).divergence
    assert back is not None
    assert back.text == "here: ann wins. There: the game continues."


def test_a_divergence_reports_both_events() -> None:
    match = match_of("roll die 4", "hold")
    other = match.under(first="ben")
    parting = other.divergence
    assert parting is not None
    assert (parting.step, parting.turn) == (1, 1)
    assert parting.text == (
        'here: ann rolls a 4. There: ben rolls a 4. The changed rule is "First: ann → ben"'
    )
    assert parting.clause == "PIG-1", "who begins, not how one rolls"


class Bold(Pig):
    """A seat that lets the other choose after a 6, if a 1 is harsh."""

    def to_act(self, state: State) -> Actor | None:
        """Return the other seat, after a 6."""
        actor = super().to_act(state)
        if isinstance(actor, Seat) and self.rules.harsh and state.heap == 6:
            return Seat("ben" if actor.name == "ann" else "ann")
        return actor


def test_a_different_actor_is_a_divergence_by_the_changed_option() -> None:
    match = match_of("roll die 6", "hold", game=Bold(bots=GENERAL))
    parting = match.under(harsh=True, goal=20).divergence
    assert parting is not None
    assert (parting.step, parting.clause, parting.theirs) == (2, "PIG-4", None)
    assert parting.text == 'ben moves, not ann. The changed rule is "Harsh: no → yes"'
    onward = match.onward(1, goal=20, harsh=True).divergence
    assert onward == parting


class Choosing(Pig):
    """A first seat that already has a heap, and chooses to hold it or go on."""

    def initial_state(self) -> State:
        """Return a heap of five, to be held or not."""
        return super().initial_state()._replace(heap=5, due="choice")


def test_a_different_first_player_is_a_divergence() -> None:
    match = match_of("go on", "roll die 3", game=Choosing(bots=GENERAL))
    other = match.under(least=3, first="ben")
    parting = other.divergence
    assert parting is not None
    assert (parting.step, parting.clause) == (1, "PIG-1")
    assert parting.text == 'ben moves, not ann. The changed rule is "First: ann → ben"'
    assert other.steps == []


def test_the_replay_keeps_the_dice_of_later_turns() -> None:
    """ "ben" rolls what he rolled, although ann's turn went another way."""
    match = Match(PIG.under(goal=100), seed=3, seats={"ann": "bold", "ben": "bold"})
    match.run(60)
    other = match.under(harsh=True)
    rolls = {
        each.move_key: each.move for each in match.record if each.move_key[1].startswith("roll")
    }
    common = [each for each in other.record if each.move_key in rolls]
    assert len(common) > 10
    assert all(each.move == rolls[each.move_key] for each in common)


def test_missing_dice_come_from_the_seed_or_are_typed() -> None:
    match = match_of("roll die 4", "hold", "roll die 5", "hold")
    other = match.under(least=5)
    assert other.steps == match.steps[:1]
    other.play(GO_ON)
    assert other.run() == []  # ann's second roll: real dice have to be typed in
    other.play("roll die 2")
    other.play(HOLD)
    assert [str(step) for step in other.run()] == ["ben rolls a 5. [PIG-2]"]  # as it was


def test_undone_moves_are_not_replayed() -> None:
    match = match_of("roll die 4", "go on", "roll die 5")
    match.undo()
    assert match.under(harsh=True).steps == match.steps[:1]


def test_a_replay_keeps_a_written_position() -> None:
    state = PIG.initial_state()._replace(seat="ben", heap=7, due="choice", turn=4)
    match = match_of("hold", "roll die 4", position=state)
    other = match.under(harsh=True)
    assert other.initial_state == state
    assert other.divergence is None
    with pytest.raises(BadInput, match="bank"):
        match_of("hold", position=state._replace(bank=state.bank.put("ben", 9))).under(goal=9)


def test_unknown_changes_are_refused() -> None:
    match = match_of("roll die 4")
    with pytest.raises(BadInput, match="did you mean 'goal'"):
        match.under(goa=3)
    with pytest.raises(BadInput, match="goal is 0; expected"):
        match.under(goal=0)


def test_the_first_match_is_unchanged() -> None:
    match = match_of("roll die 4", "hold")
    before = (match.steps, match.cursor, match.divergence, match.game)
    match.under(least=20)
    assert (match.steps, match.cursor, match.divergence, match.game) == before
