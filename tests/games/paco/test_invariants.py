"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
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


# --- text -----------------------------------------------------------------------------------------


@few
@given(matches())
def test_a_state_at_the_start_of_a_turn_prints_and_reads_back(match: pp.Match) -> None:
    for state in (match.initial_state, *(played.steps[-1].state for played in match.record)):
        if state.phase == "orders" and not state.orders and not state.declined:
            assert match.game.position(str(state)) == state
