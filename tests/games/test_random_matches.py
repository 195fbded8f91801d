"""What holds of every game at every step, in random matches under any rules.

What only one game promises is in its folder's ``test_invariants.py``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from itertools import islice
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll, Simultaneous, Team
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from tests.conftest import GAMES
from tests.core.damage import VALUES, one_line, refused_or_true, removed, replaced, spots
from tests.games.common import can_be_read, read_or_refused

CHANGES: dict[str, dict[str, Sequence[Any]]] = {
    "activator": {"attack_line": ["anywhere"], "reduced_to": [2, 3], "turns_to_survive": [0, 3]},
    "pacman": {"marbles_lost": [5], "off_board_cost": [2], "ghosts_turn_back": [True],
               "privilege_kept": [True], "homes_count": [False], "centre": ["all"]},
    "paco": {"follow": [True], "seal_holes": [False], "lost_turn_scores": [True]},
    "piecepackman": {"quarter_turn_cost": range(1, 7), "extra_lives": range(1, 7),
                     "ghost_null": range(1, 6)},
    "worm_derby": {"null_steps": [2, 3]},
}  # fmt: skip
"""Options whose values make a difference in most matches."""
EVERY_GAME = pytest.mark.parametrize("name", GAMES)
# Each example is a good part of a match: some are enough, and making them smaller takes too long.
few = settings(max_examples=30, phases=[Phase.explicit, Phase.reuse, Phase.generate])


def drawn_match(data: st.DataObject, name: str, longest: int) -> pp.Match:
    """Return a match of bots under any rules, as far as some number of moves led."""
    matches = import_module(f"tests.games.{name}.random_play").matches
    match: pp.Match = data.draw(matches(longest=longest))
    return match


def states(match: pp.Match) -> list[Any]:
    return [match.initial_state, *(step.state for step in match.steps)]


def between_moves(match: pp.Match) -> list[Any]:
    return [match.initial_state, *(played.steps[-1].state for played in match.record)]


@EVERY_GAME
@few
@given(st.data())
def test_every_state_can_be_read_written_and_played_from(name: str, data: st.DataObject) -> None:
    match = drawn_match(data, name, 100)
    can_be_read(match)
    states_are_their_json(match)
    actors_fit_their_moves(match)
    listed_moves_are_legal(match)
    read_or_refused(match, data.draw(st.text(max_size=30)))


def states_are_their_json(match: pp.Match) -> None:
    """Assert that states between moves come back whole, and that only equal ones look equal."""
    game, seen = match.game, dict[str, Any]()
    for state in between_moves(match):
        text = json.dumps(game.to_json(state), sort_keys=True)
        written = json.loads(text)
        read = game.from_json(written)
        assert read == state == game.position(written)
        assert hash(read) == hash(state)
        assert seen.setdefault(text, state) == state


def actors_fit_their_moves(match: pp.Match) -> None:
    """Assert that whoever moved was to act, and that each move has a key of its own."""
    game = match.game
    for before, played in zip(between_moves(match), match.record, strict=False):
        actor = game.to_act(before)
        if isinstance(actor, Simultaneous):
            assert played.actor.seats[0] in actor.seats
        else:
            assert actor == played.actor
        assert set(played.actor.seats) <= set(game.seats)
        if isinstance(actor, Team):
            assert len(actor.seats) >= 2
        if isinstance(actor, Chance) and actor.dice:
            assert {die.name for die in actor.dice} == set(played.move.faces)
            assert actor.outcomes > 1
    assert len({played.move_key for played in match.record}) == len(match.record)


def listed_moves_are_legal(match: pp.Match) -> None:
    """Assert that listed moves are accepted, read back from their text, and can be played."""
    game, state = match.game, match.state
    moves = game.moves(state)
    listed = list(islice(moves, 1000))  # with turning back there may be a hundred times as many
    assert listed == list(islice(game.moves(state), 1000))
    actor = match.to_act
    dealt = isinstance(actor, Chance) and not actor.dice  # a set-up has too many outcomes to list
    assert bool(listed) == bool(actor and not dealt)
    for number, move in enumerate(listed[:: max(1, len(listed) // 30)]):
        assert move in moves
        assert game.refusal(state, move) is None
        assert game.parse_move(state, str(move)) == move
        if number < 5:
            assert list(game.play(state, move))


@EVERY_GAME
@few
@given(st.data())
def test_a_match_goes_back_and_forth_and_is_replayed(name: str, data: st.DataObject) -> None:
    match = drawn_match(data, name, 60)
    undo_and_redo_restore(match, data.draw(st.integers(0, 15)))
    found = states(match)
    for again in (match.under(), from_record(json.loads(json.dumps(to_record(match))))):
        assert states(again) == found
        assert [str(step.event) for step in again.steps] == [
            str(each.event) for each in match.steps
        ]
        assert to_record(again)["moves"] == to_record(match)["moves"]
    assert match.under().divergence is None
    again.seats = match.seats
    again.run(3)
    match.run(3)
    assert again.state == match.state  # chance goes on alike
    for step in range(0, len(found), 7):
        match.goto(step)
        assert match.state == found[step]
        assert match.between_moves == (step in {0, *(played.end for played in match.record)})


def undo_and_redo_restore(match: pp.Match, more: int) -> None:
    """Assert that undoing some moves more leads back, and redoing them to where they led."""
    before = (match.state, match.cursor, match.to_act, match.steps)
    match.run(more)
    later = (match.state, match.cursor, match.to_act, match.steps)
    undone = len(match.undone)
    while match.cursor > before[1]:
        match.undo()
    assert (match.state, match.cursor, match.to_act) == before[:3]
    assert match.steps[: before[1]] == before[3]
    while len(match.undone) > undone:
        match.redo()
    assert (match.state, match.cursor, match.to_act, match.steps) == later


@EVERY_GAME
@few
@given(st.data())
def test_other_rules_diverge_where_the_matches_first_differ(name: str, data: st.DataObject) -> None:
    match = drawn_match(data, name, 60)
    option = data.draw(st.sampled_from([*CHANGES[name]]))
    other = match.under(**{option: data.draw(st.sampled_from(CHANGES[name][option]))})
    ours, theirs = (
        [(each.initial_state, ""), *((step.state, step.event.text) for step in each.steps)]
        for each in (match, other)
    )
    if (divergence := other.divergence) is None:
        assert ours[1:] == theirs[1:]
        return
    at = divergence.step
    assert ours[1:at] == theirs[1:at]
    assert ours[at : at + 1] != theirs[at : at + 1]
    assert divergence.text
    assert match.game.rulebook[divergence.clause]
    for played in other.record:  # the dice are those that were rolled at that place
        same = [each.move for each in match.record if each.move_key == played.move_key]
        if same and isinstance(played.move, Roll) and isinstance(same[0], Roll):
            for die, face in played.move.faces.items():
                assert same[0].faces.get(die, face) == face


@EVERY_GAME
@settings(few, max_examples=100)
@given(st.data())
def test_damage_is_refused_in_one_line_or_leaves_a_state_and_a_match(
    name: str, data: st.DataObject
) -> None:
    match = drawn_match(data, name, 40)
    game, written = match.game, damaged(data, match.game.to_json(match.state))
    before = repr(written)
    try:
        state = game.from_json(written)
    except BadInput as error:
        one_line(error)
    else:
        assert game.from_json(game.to_json(state)) == state
        assert (game.to_act(state) is None) == (game.result(state) is not None)
        for move in islice(game.moves(state), 3):
            assert list(game.play(state, move))
    assert repr(written) == before
    record = damaged(data, to_record(match))
    refused_or_true(lambda text: from_record(parse(text, "the file")), record)


def damaged(data: st.DataObject, whole: Any) -> Any:
    """Return a document in which an entry is missing or is another."""
    spot = data.draw(st.sampled_from(list(spots(whole))))
    if spot and data.draw(st.booleans()):
        return removed(whole, spot)
    return replaced(whole, spot, data.draw(VALUES))
