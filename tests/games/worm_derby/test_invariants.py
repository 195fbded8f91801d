"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.worm_derby.geometry.plane import DECIMALS, TOLERANCE, Point
from piecepack_nb.games.worm_derby.geometry.ring import after_step, ring
from piecepack_nb.games.worm_derby.moves import Steps, sample_moves
from piecepack_nb.games.worm_derby.state import State
from tests.games.worm_derby.helpers import derby, from_square
from tests.games.worm_derby.random_play import WANDERED, matches, wandered

FEW = settings(max_examples=25)
EVERY_MATCH = pytest.mark.parametrize("match", range(WANDERED), indirect=True)


@pytest.fixture
def match(request):
    return wandered()[request.param]


def states(match: pp.Match) -> list[State]:
    """Return the tables between moves."""
    return [match.initial_state, *(played.steps[-1].state for played in match.record)]


def lies_well(table: Any, state: State) -> None:
    """Assert that neighbours touch, nothing overlaps, and nothing is off the table."""
    wide, high = table.size
    for worm in state.worms.values():
        assert all(abs(math.dist(a, b) - table.coin) < 1e-8 for a, b in pairwise(worm.discs))
        for (at, one), (to, other) in combinations(enumerate(worm.discs), 2):
            assert to == at + 1 or math.dist(one, other) > table.coin
        for disc in worm.discs:
            edge = min(disc.x, disc.y, wide - disc.x, high - disc.y)
            assert edge >= table.radius - TOLERANCE
            for _, tile in table.all_tiles(state.tiles):
                assert from_square(disc, tile, table.half) >= table.radius - TOLERANCE
    for one, other in combinations(state.worms.values(), 2):
        assert all(
            math.dist(a, b) >= table.coin - TOLERANCE for a in one.discs for b in other.discs
        )


@pytest.mark.clause("WD-1", "WD-3", "WD-4")
@EVERY_MATCH
def test_worms_are_worms_and_overlap_nothing(match):
    for state in states(match):
        lies_well(match.game.ruleset, state)


@pytest.mark.clause("WD-1", "WD-3", "WD-4")
def test_after_ten_thousand_steps_discs_still_touch_exactly():
    """Errors don't add up, as each disc is placed from its neighbour."""
    game = derby(players=2, obstacles=20)
    match = pp.Match(game, seed=11)
    match.roll()
    state = match.state._replace(phase="move", steps=1)
    table, worst = game.ruleset, 0.0
    pick = __import__("random").Random(5)
    for number in range(10_000):
        seat = ("suns", "moons")[number // 5 % 2]
        to = ("head", "tail")[pick.random() < 0.2]
        allowed = ring(table, state, seat, to).allowed
        if not allowed:
            continue
        start, end = pick.choice(list(allowed))
        angle = pick.choice([start, end, pick.uniform(start, end)])
        state = after_step(table, state, seat, to, angle)
        discs = state.worms[seat].discs
        neighbours = discs[-2:] if to == "head" else discs[:2]
        worst = max(worst, abs(math.dist(*neighbours) - table.coin))
        if number % 500 == 0:
            lies_well(table, state)
    lies_well(table, state)
    assert worst < 10.0**-DECIMALS * 2
    assert match.game.from_json(game.to_json(state._replace(phase="roll", steps=0)))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


@pytest.mark.clause("WD-4", "WD-5")
@EVERY_MATCH
def test_worms_cross_neither_each_other_nor_themselves(match):
    """No line between touching discs crosses another, under any squeeze rule."""
    for state in states(match)[-20:]:
        links = [
            (seat, at, one, other)
            for seat, worm in state.worms.items()
            for at, (one, other) in enumerate(pairwise(worm.discs))
        ]
        for (seat, at, a, b), (other, to, c, d) in combinations(links, 2):
            if seat != other or abs(at - to) > 1:
                assert not crosses(a, b, c, d)


@pytest.mark.clause("WD-22")
@EVERY_MATCH
def test_the_winding_changes_without_jumps(match):
    """From step to step it changes by what the end's direction changes, less than half a turn."""
    before: dict[str, tuple[float, float]] = {}
    table = match.game.ruleset
    for state in (step.state for step in match.steps):
        for seat, worm in state.worms.items():
            wound = table.wound(worm)
            if seat in before and abs(wound - before[seat][0]) > 90:
                assert len(worm.discs) != before[seat][1]
            before[seat] = wound, len(worm.discs)


@pytest.mark.clause("WD-1", "WD-40", "WD-43")
@EVERY_MATCH
def test_discs_are_accounted_for(match):
    """A worm has as many discs as at the start, less those eaten, more those brought back."""
    discs: dict[str, int] = {}
    for step in match.steps:
        event, state = step.event, step.state
        if event.kind == "eaten":
            discs[event.data["whose"]] -= 1
        elif event.kind == "revived":
            discs[event.data["seat"]] += 1
        for seat, worm in state.worms.items():
            discs.setdefault(seat, match.game.rules.length)
            assert discs[seat] == len(worm.discs)
    assert all(0 <= number <= match.game.rules.length for number in discs.values())


@FEW
@given(matches(), st.lists(st.floats(0, 360), min_size=1, max_size=6), st.booleans())
def test_any_turn_is_accepted_or_refused_with_a_reason(match, angles, forward):
    """And one that is accepted can be played, and is the same when it is read from its text."""
    game, state = match.game, match.state
    seat = state.to_move
    move = Steps(seat, "head" if forward else "tail", tuple(angles))
    refusal = game.refusal(state, move)
    if refusal is not None:
        assert game.rulebook[refusal.clause]
        assert refusal.text
        assert move not in game.moves(state)
        return
    last = list(game.play(state, move))[-1].state
    again = list(game.play(state, game.parse_move(state, str(move))))[-1].state
    assert last == again


@EVERY_MATCH
def test_a_state_printed_as_lines_is_read_back(match):
    """Discs to a millionth of an inch, for lines have angles; all else just so."""
    game = match.game
    for state in [*states(match)[:3], match.state]:
        again = game.position(str(state))
        assert again._replace(worms=state.worms) == state
        for seat, worm in again.worms.items():
            assert worm._replace(discs=()) == state.worms[seat]._replace(discs=())
            for one, other in zip(worm.discs, state.worms[seat].discs, strict=True):
                assert math.dist(one, other) < TOLERANCE


def test_a_sample_behaves_as_a_list():
    match = pp.Match(derby(obstacles=0), seed=1)
    match.play("roll 3")
    moves = sample_moves(
        match.game.ruleset, match.state, lambda move: match.game.refusal(match.state, move)
    )
    assert moves[-1] == moves[len(moves) - 1]
    assert moves[1:3] == [moves[1], moves[2]]
    assert "a sample of" in repr(moves)
    with pytest.raises(IndexError):
        moves[len(moves)]
