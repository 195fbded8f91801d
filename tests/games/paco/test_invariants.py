"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll, Simultaneous
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.paco.orders import Resolution
from piecepack_nb.games.paco.payoffs import DiceOutcome, dice_outcomes, reveal_orders, state_after
from piecepack_nb.games.paco.resolution import contenders
from piecepack_nb.games.paco.squares import SQUARES
from piecepack_nb.games.paco.state import (
    BLOCKS,
    KINDS,
    SEATS,
    THEN,
    Face,
    Order,
    Return,
    State,
    Stop,
)
from tests.games.common import can_be_read, read_or_refused
from tests.games.paco.helpers import counters
from tests.games.paco.random_play import matches, turns_begun

# Each example is a good part of a match: some are enough, and making them smaller takes too long.
few = settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])


def states(match: pp.Match) -> list[State]:
    return [match.initial_state, *(step.state for step in match.steps)]


# --- counters and players -------------------------------------------------------------------------


@pytest.mark.clause("PA-1", "PA-2", "PA-14", "PA-30", "PA-31", "PA-32")
@few
@given(matches())
def test_every_counter_is_accounted_for_at_every_step(match: pp.Match) -> None:
    rules = match.game.rules
    holes = 3 if rules.start == "figure" else rules.hole_count
    for state in states(match):
        if state.phase != "setup":
            assert counters(state) == 64 - holes


@pytest.mark.clause("PA-16", "PA-22", "PA-33")
@few
@given(matches())
def test_players_are_on_black_counters_one_a_cell(match: pp.Match) -> None:
    """Over a hole only in a jump, which is checked when a move has been carried out."""
    for state in (played.steps[-1].state for played in match.record):
        squares = [player.square for player in state.players.values() if player.square]
        assert len(set(squares)) == len(squares)
        for seat, player in state.players.items():
            if player.square is None:
                assert (player.heading, player.stunned, player.then) == ("", 0, "")
                continue
            assert state.cells.get(player.square) not in BLOCKS
            if state.airborne(seat):
                assert player.then or state.phase == "dice"
                assert not player.stunned


@pytest.mark.clause("PA-40", "PA-41", "PA-42", "PA-43")
@few
@given(matches())
def test_points_are_the_sum_of_the_events(match: pp.Match) -> None:
    total = dict.fromkeys(match.game.seats, 0)
    for step in match.steps:
        data = step.event.data
        if step.event.kind in ("points lost", "points gained", "returns", "return fails"):
            total[data["seat"]] += data["change"]
        if step.event.kind == "points survived":
            for seat in data["seats"]:
                total[seat] += data["change"]
        assert {seat: each.points for seat, each in step.state.players.items()} == total


@few
@given(matches())
def test_events_can_be_read(match: pp.Match) -> None:
    can_be_read(match)


@pytest.mark.clause("PA-20", "PA-21")
@few
@given(matches())
def test_every_order_has_a_result(match: pp.Match) -> None:
    """One for each seat; those that fail have an event with the same clause."""
    shown: dict[str, str] = {}
    failed: dict[str, str] = {}
    for step in match.steps:
        event = step.event
        if event.kind == "orders shown":
            shown, failed = dict(event.data["orders"]), {}
        if event.kind == "order fails" or (event.kind == "falls" and "reason" in event.data):
            failed[event.data["seat"]] = event.clause
        if event.kind != "resolution":
            continue
        resolution = event.why
        assert isinstance(resolution, Resolution)
        assert [each.seat for each in resolution.results] == list(match.game.seats)
        assert {each.seat: each.order for each in resolution.results if each.order} == shown
        for each in resolution.results:
            assert each.text
            assert match.game.rulebook[each.clause]
            if each.order:
                assert each.done == (each.seat not in failed)
                assert each.done or each.clause == failed[each.seat]


# --- secrecy --------------------------------------------------------------------------------------


@pytest.mark.clause("PA-20")
@few
@given(matches(agreement=True))
def test_only_its_seat_sees_an_order_until_all_are_written(match: pp.Match) -> None:
    game = match.game
    for played in match.record:
        state = played.steps[-1].state
        for seat in game.seats:
            seen = game.observation(state, seat)
            assert set(seen.orders) == set(state.orders)
            for other, order in seen.orders.items():
                secret = state.phase in ("orders", "stop") and other != seat
                assert order == (Order(other, "hidden") if secret else state.orders[other])
        if isinstance(played.move, Order):
            first = played.steps[0].event
            assert first.text == f"{played.move.seat.capitalize()} has written an order."
            assert dict(first.data) == {"seat": played.move.seat}


@pytest.mark.clause("PA-20")
@few
@given(turns_begun(), st.randoms(use_true_random=False))
def test_the_order_of_writing_makes_no_difference(begun: tuple[Any, State], random: Any) -> None:
    game, state = begun
    chosen = {
        seat: random.choice([m for m in game.moves(state) if m.seat == seat])
        for seat in game.to_act(state).seats
    }
    ends = []
    for order in (list(chosen), list(reversed(chosen))):
        match = pp.Match(game, seed=1, position=state)
        for seat in order:
            match.play(chosen[seat])
        ends.append((match.state, [str(step.event) for step in match.steps[len(chosen) :]]))
    assert ends[0] == ends[1]


# --- the order of seats ---------------------------------------------------------------------------


def renamed(state: State, names: dict[str, str]) -> State:
    """Return the same table with the players' names changed."""
    back = {new: old for old, new in names.items()}
    players = {}
    for seat in state.players:
        player = state.players[back[seat]]
        foiled = tuple(names[other] for other in player.foiled_by)
        players[seat] = player._replace(foiled_by=foiled)
    orders = {names[seat]: order._replace(seat=names[seat]) for seat, order in state.orders.items()}
    in_order = FrozenDict((seat, orders[seat]) for seat in state.players if seat in orders)
    dice = FrozenDict((names[seat], face) for seat, face in state.dice.items())
    return state._replace(players=FrozenDict(players), orders=in_order, dice=dice)


def blameless(state: State) -> State:
    """Return the state without the order of the players who foiled a jumper."""
    for seat, player in state.players.items():
        state = state.put(seat, player._replace(foiled_by=tuple(sorted(player.foiled_by))))
    return state


@pytest.mark.clause("PA-20", "PA-23", "PA-25", "PA-26")
@few
@given(turns_begun(players=4), st.randoms(use_true_random=False), st.sampled_from(
    list(permutations(SEATS[:4]))))  # fmt: skip
def test_permuting_the_seats_permutes_the_outcome(
    begun: tuple[Any, State], random: Any, permutation: tuple[str, ...]
) -> None:
    """With at most one push that is carried out; the order of several is a matter of PA-27."""
    game, state = begun
    moves = [move for move in game.moves(state) if isinstance(move, Order)]
    chosen: dict[str, Order] = {}
    for seat in game.to_act(state).seats:
        own = [move for move in moves if move.seat == seat]
        pushed = any(order.kind == "push" for order in chosen.values())
        chosen[seat] = random.choice([m for m in own if not (pushed and m.kind == "push")])
    names = dict(zip(SEATS[:4], permutation, strict=True))
    shown = reveal_orders(state, chosen.values())
    bound = sum(order.kind == "push" for order in shown.orders.values())
    assume(bound <= 1)
    faces = FrozenDict((seat, str(random.randint(1, 6))) for seat in contenders(game.rules, shown))
    other = renamed(shown, names)
    assert set(contenders(game.rules, other)) == {names[seat] for seat in faces}
    there = FrozenDict((names[seat], face) for seat, face in faces.items())
    one = renamed(state_after(game.rules, shown, DiceOutcome(1, faces)), names)  # type: ignore[arg-type]
    two = state_after(game.rules, other, DiceOutcome(1, there))  # type: ignore[arg-type]
    assert blameless(one) == blameless(two)


@pytest.mark.clause("PA-23")
@few
@given(turns_begun(players=4, crowd_roll="highest"), st.randoms(use_true_random=False))
def test_the_outcomes_of_the_dice_are_complete(begun: tuple[Any, State], random: Any) -> None:
    """Each roll has the same result as the outcome with the same best seats; odds add up to 1."""
    game, state = begun
    moves = [move for move in game.moves(state) if isinstance(move, Order)]
    orders = [
        random.choice([m for m in moves if m.seat == seat]) for seat in game.to_act(state).seats
    ]
    shown = reveal_orders(state, orders)
    found = list(dice_outcomes(game.rules, shown))
    assert sum(way.odds for way in found) == 1
    bare = [state_after(game.rules, shown, way)._replace(dice=FrozenDict()) for way in found]
    seats = contenders(game.rules, shown)
    for _ in range(6):
        faces = FrozenDict((seat, str(random.randint(1, 6))) for seat in seats)
        end = state_after(game.rules, shown, DiceOutcome(1, faces))  # type: ignore[arg-type]
        assert end._replace(dice=FrozenDict()) in bare


# --- moves ----------------------------------------------------------------------------------------

ANY_ORDER = st.builds(
    Order,
    st.sampled_from([*SEATS, "hearts", ""]),
    st.sampled_from([*KINDS, "hidden", "", "wait"]),
    st.sampled_from(["", *THEN, "jump"]),
)
ANY_MOVE = (
    ANY_ORDER
    | st.builds(Stop, st.sampled_from(SEATS), st.booleans())
    | st.builds(Return, st.sampled_from(SEATS), st.booleans())
    | st.builds(Face, st.sampled_from(SEATS), st.sampled_from(["N", "E", "S", "W", "", "X"]))
    | st.builds(Roll, st.dictionaries(st.sampled_from([*SEATS, "row", "column", "heading"]),
                st.sampled_from(["1", "6", "7", "N"]), max_size=4).map(FrozenDict))
    | st.sampled_from([None, 3, "suns left", ("suns", "left"), 1.5])
)  # fmt: skip


@few
@given(matches())
def test_listed_moves_are_accepted_and_read_back(match: pp.Match) -> None:
    game, state = match.game, match.state
    for move in list(game.moves(state))[:40]:
        assert move in game.moves(state)
        assert game.refusal(state, move) is None
        assert game.parse_move(state, str(move)) == move
        assert list(game.play(state, move))


@few
@given(matches(), st.lists(ANY_MOVE, min_size=1, max_size=8))
def test_all_other_moves_are_refused_with_a_reason(match: pp.Match, moves: list[Any]) -> None:
    game, before = match.game, (match.state, match.cursor, match.steps)
    for move in moves:
        refusal = game.refusal(match.state, move)
        assert (refusal is None) == (move in game.moves(match.state)), (move, refusal)
        if refusal is None:
            continue
        assert game.rulebook[refusal.clause]
        assert refusal.text
        assert "\n" not in refusal.text
        assert set(refusal.squares) <= set(SQUARES)
        if match.to_act is not None and not isinstance(move, str):
            with pytest.raises(IllegalMove):
                match.play(move)
        assert (match.state, match.cursor, match.steps) == before


@few
@given(matches(longest=60), st.text(max_size=30) | st.sampled_from(["suns jump", "m push", "3 4"]))
def test_any_text_is_read_or_refused(match: pp.Match, text: str) -> None:
    read_or_refused(match, text)


@few
@given(matches())
def test_the_actor_fits_the_phase(match: pp.Match) -> None:
    game = match.game
    for played in match.record:
        state = match.initial_state if played.first == 0 else match.steps[played.first - 1].state
        actor = game.to_act(state)
        if isinstance(actor, Simultaneous):
            assert played.actor.seats[0] in actor.seats
        else:
            assert actor == played.actor
        if isinstance(actor, Chance):
            assert actor.outcomes > 1
    assert len({played.move_key for played in match.record}) == len(match.record)


# --- JSON and time --------------------------------------------------------------------------------


@few
@given(matches())
def test_states_go_to_json_and_back(match: pp.Match) -> None:
    game = match.game
    for state in (match.initial_state, *(played.steps[-1].state for played in match.record)):
        data = json.loads(json.dumps(game.to_json(state)))
        assert game.from_json(data) == state
        assert game.position(data) == state
        assert hash(state) == hash(game.from_json(data))
        if state.phase == "orders" and not state.orders and not state.declined:
            assert game.position(str(state)) == state


@few
@given(matches(longest=80), st.data())
def test_undo_and_redo_restore(match: pp.Match, data: st.DataObject) -> None:
    """Also in the middle of a turn in which some have written."""
    before = (match.state, match.cursor, match.to_act, match.steps)
    match.run(data.draw(st.integers(0, 12)))
    later = (match.state, match.cursor, match.to_act, match.steps)
    while match.cursor > before[1]:
        match.undo()
    assert (match.state, match.cursor, match.to_act) == before[:3]
    while match.undone:
        match.redo()
    assert (match.state, match.cursor, match.to_act, match.steps) == later


@few
@given(matches(longest=80))
def test_a_replayed_record_gives_equal_states(match: pp.Match) -> None:
    record = json.loads(json.dumps(to_record(match)))
    again = from_record(record)
    assert states(again) == states(match)
    assert to_record(again) == to_record(match)


@few
@given(matches(longest=80))
def test_a_replay_under_the_same_rules_equals_the_match(match: pp.Match) -> None:
    again = match.under()
    assert states(again) == states(match)
    assert again.divergence is None


@few
@given(matches(longest=80), st.sampled_from(["follow", "seal_holes", "lost_turn_scores"]))
def test_other_rules_diverge_where_the_states_first_differ(match: pp.Match, option: str) -> None:
    other = match.under(**{option: not getattr(match.game.rules, option)})
    parting = other.divergence
    ours, theirs = states(match), states(other)
    if parting is None:
        assert ours[1:] == theirs[1:]
        return
    assert ours[1 : parting.step] == theirs[1 : parting.step]
    assert ours[parting.step : parting.step + 1] != theirs[parting.step : parting.step + 1]
    assert match.game.rulebook[parting.clause]
