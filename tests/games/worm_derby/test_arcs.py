"""Sets of angles: what holds for sets holds for arcs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.games.worm_derby.geometry.plane import ALL, NONE, Arcs, normalize_angle

ANGLES = st.integers(-720, 1080)
SPANS = st.tuples(ANGLES, st.integers(0, 400)).map(lambda pair: (pair[0], pair[0] + pair[1]))
ARCS = st.lists(SPANS, max_size=5).map(lambda spans: Arcs.of(*spans))
"""Arcs that begin and end at whole degrees, so that what lies between is plainly in or out."""
BETWEEN = [degree + 0.5 for degree in range(360)]


def members(arcs: Arcs) -> set[float]:
    return {angle for angle in BETWEEN if angle in arcs}


@given(st.lists(SPANS, max_size=5))
def test_arcs_contain_the_angles_of_their_spans(spans):
    wanted = {
        angle
        for angle in BETWEEN
        if any(start < angle + 360 * lap < end for start, end in spans for lap in range(-3, 5))
    }
    assert members(Arcs.of(*spans)) == wanted


@given(ARCS, ARCS)
def test_union_intersection_and_difference_agree_with_sets(one, other):
    assert members(one | other) == members(one) | members(other)
    assert members(one & other) == members(one) & members(other)
    assert members(one - other) == members(one) - members(other)
    assert members(~one) == set(BETWEEN) - members(one)


@given(ARCS, ARCS)
def test_equal_sets_are_equal_values(one, other):
    assert (members(one) == members(other)) == (one == other)
    assert ~~one == one
    assert ~(one | other) == ~one & ~other
    assert one | ~one == ALL
    assert one & ~one == NONE


@given(ARCS)
def test_spans_are_in_order_and_apart(arcs):
    spans = list(arcs)
    assert all(0 <= start < 360 and start < end <= start + 360 for start, end in spans)
    starts = [start for start, _ in spans]
    assert starts == sorted(starts)
    for (_, end), (start, _) in pairwise(spans):
        assert end < start
    if len(spans) > 1:
        assert spans[-1][1] - 360 < spans[0][0]
    assert arcs.width == pytest.approx(len(members(arcs)))
    assert bool(arcs) == bool(members(arcs))


@given(ARCS, ANGLES)
def test_the_nearest_angle_is_found(arcs, angle):
    if not arcs:
        return
    nearest = arcs.nearest(angle)
    assert nearest in arcs

    def off(other: float) -> float:
        return abs((other - angle + 180) % 360 - 180)

    assert all(off(nearest) <= off(member) for member in members(arcs))


@given(ARCS)
def test_arcs_contain_their_middles(arcs):
    assert all(middle in arcs for middle in arcs.middles)
    assert len(arcs.middles) == len(arcs.spans)


def test_the_full_circle_and_the_empty_set():
    assert Arcs.of((10, 370)) == ALL
    assert Arcs.about(90, 180) == ALL
    assert Arcs.of((30, 30)) == NONE
    assert ~ALL == NONE
    assert not NONE


def test_arcs_below_the_tolerance_are_dropped():
    assert Arcs.of((10, 10 + 1e-12)) == NONE
    assert Arcs.of((10, 20), (20 + 1e-12, 30)) == Arcs.of((10, 30))


@pytest.mark.parametrize("angle", [0, 359.999, 360, -1e-30, 1e5, -1e5])
def test_angles_are_normalised(angle):
    assert 0 <= normalize_angle(angle) < 360
