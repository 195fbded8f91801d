"""Legal places of a disc: the arcs against an independent scan of angles."""

from __future__ import annotations

import math
import random
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecepack_nb.games.worm_derby.geometry.plane import (
    TOLERANCE,
    Tile,
    beside,
    distance,
    distance_between_tiles,
)
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal, ring
from piecepack_nb.games.worm_derby.geometry.winding import winding
from tests.games.worm_derby.helpers import (
    TIGHT,
    crowded,
    derby,
    due,
    from_segment,
    from_square,
    refused,
    room,
    segments_apart,
    slide_from_square,
    square,
    straight,
)

GAMES = [
    derby(players=3),
    derby(players=3, squeeze="place"),
    derby(players=4, coin=1.0, length=4),
    derby(**TIGHT),
]
SEEDS = st.integers(0, 10**9)
CLOSE = 1e-4  # inches: nearer to the limit the scan can't tell


@pytest.mark.clause("WD-3", "WD-4", "WD-5")
@settings(max_examples=1500)
@given(SEEDS, st.sampled_from(GAMES))
def test_the_arcs_agree_with_a_scan_of_angles(seed, game):
    """And what decides says the same; every angle is allowed, or something is in the way there."""
    state = crowded(seed, game)
    if state is None:
        return
    found = ring(game.ruleset, state, "suns", "head")
    first = seed % 997 / 66
    for at in range(0, 360, 15):
        angle = at + first
        much = room(game, state, angle)
        if abs(much) > CLOSE:
            assert (angle in found.allowed) == (much > 0), (angle, much)
            there = {(each.clause, each.thing) for each in found.forbidden if angle in each.arcs}
            assert bool(there) == (much < 0)
            if at % 60 == 0:
                agrees(game, state, angle, there)


def agrees(game, state, angle, there):
    """Assert that places in a forbidden arc are refused by the same clause and obstacle."""
    refusal = disc_refusal(game.ruleset, state, "suns", "head", angle)
    assert (refusal is not None) == bool(there)
    if refusal is not None:
        assert refusal.clause == min(clause for clause, _ in there)
        assert {thing for clause, thing in there if clause == refusal.clause} & set(refusal.squares)
        assert refusal.text


@pytest.mark.clause("WD-3", "WD-4", "WD-5")
@settings(max_examples=300)
@given(SEEDS, st.sampled_from(GAMES))
def test_at_the_ends_of_an_arc_the_disc_touches(seed, game):
    """The end of an arc is legal, and there the disc touches the obstacle."""
    state = crowded(seed, game)
    if state is None:
        return
    found = ring(game.ruleset, state, "suns", "head").allowed
    for end in (end for span in found for end in span) if found.width < 360 else ():
        assert disc_refusal(game.ruleset, state, "suns", "head", end) is None
        assert abs(room(game, state, end)) < 1e-5


@pytest.mark.clause("WD-30")
@settings(max_examples=150)
@given(SEEDS, st.sampled_from(["out", "both"]), st.integers(-1, 1))
def test_slalom_tiles_limit_the_arcs(seed, way, laps):
    """Places across the line on the wrong side of a tile are forbidden, and no others."""
    game = derby(slalom=way)
    state = crowded(seed, game)
    if state is None:
        return
    choose = random.Random(seed)
    colours = tuple(choose.choice(["red", "blue"]) for _ in state.tiles)
    state = state._replace(colours=colours)
    state = state.put("suns", state.worms["suns"]._replace(laps=laps))
    found, centre = (
        ring(game.ruleset, state, "suns", "head").allowed,
        state.worms["suns"].end("head"),
    )
    back = abs(winding(game.ruleset.pylon, state.worms["suns"], "head")) >= 180
    for at in range(0, 360, 5):
        place = beside(centre, at + 0.123, game.ruleset.coin)
        much = room(game, state, at + 0.123)
        wrong = any(
            goes_by(centre, place, tile, above=(colour == "red") != back)
            for tile, colour in zip(state.tiles, colours, strict=True)
            if way == "both" or not back
        )
        if abs(much) > CLOSE:
            assert (at + 0.123 in found) == (much > 0 and not wrong)
    for end in (end for span in found for end in span) if found.width < 360 else ():
        assert disc_refusal(game.ruleset, state, "suns", "head", end) is None


def goes_by(start, end, tile, above):
    """Return True if a slide crosses the line straight above a tile's middle, or below it."""
    if (start.x > tile.x) == (end.x > tile.x):
        return False
    along = (tile.x - start.x) / (end.x - start.x)
    return (start.y + along * (end.y - start.y) > tile.y) == above


# --- a single thing, by hand --------------------------------------------------------------------


def spans(game, state):
    return [
        (round(a, 3), round(b, 3)) for a, b in ring(game.ruleset, state, "suns", "head").allowed
    ]


@pytest.mark.clause("WD-1", "WD-3")
def test_a_worm_alone_can_continue_but_not_touch_itself():
    """The disc behind the head forbids 60 degrees on each side: closer it would touch it, too."""
    game, state = due(straight(30, 25))
    assert spans(game, state) == [(240.0, 480.0)]
    assert refused(game, state, "suns tail>head 119.9") is None
    assert refused(game, state, "suns tail>head 120.1").clause == "WD-3"
    refusal = refused(game, state, "suns tail>head 120")  # it would just touch: that closes a loop
    assert refusal.text == (
        "step 1: the disc would touch the suns worm's disc 2: a worm has no loops and no branches"
    )


@pytest.mark.clause("WD-3")
def test_a_worm_of_two_discs_can_go_anywhere():
    """The other disc is picked up, and isn't in the way any more."""
    game, state = due(straight(30, 25, discs=2), game=derby(length=2))
    assert spans(game, state) == [(0.0, 360.0)]
    assert refused(game, state, "suns tail>head 180") is None


@pytest.mark.clause("WD-4")
@pytest.mark.parametrize(("x", "y", "angle"), [(1.5, 20, 180), (58.5, 20, 0), (30, 1.5, 270),
                                               (30, 34.5, 90)])  # fmt: skip
def test_the_tables_edges_limit_the_arcs(x, y, angle):
    """A disc may touch the edge: 1.125 inches are left for a disc whose middle is 0.75 away."""
    at = {180: (1.125, y), 0: (58.875, y), 270: (x, 1.125), 90: (x, 34.875)}[angle]
    toward = straight(*at, toward=angle)
    game, state = due(toward)
    assert refused(game, state, f"suns tail>head {angle}") is None
    x, y = at
    dx, dy = {180: (-0.01, 0), 0: (0.01, 0), 270: (0, -0.01), 90: (0, 0.01)}[angle]
    game, state = due(straight(x + dx, y + dy, toward=angle))
    refusal = refused(game, state, f"suns tail>head {angle}")
    assert refusal.clause == "WD-4"
    assert "edge by 0.01 inches" in refusal.text


@pytest.mark.clause("WD-4")
def test_a_side_and_a_corner_of_a_tile_limit_the_arcs():
    """Straight on a side: 0.375 from it is enough. On a corner: within a circle of that radius."""
    game, state = due(straight(20, 20), tiles=[[22.125, 20, 0]])
    assert refused(game, state, "suns tail>head 0") is None
    game, state = due(straight(20.001, 20), tiles=[[22.125, 20, 0]])
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.text == "step 1: the disc would be over tile 1 by 0.001 inches"
    assert refusal.squares == ("20.751,20", "tile 1")
    corner = 20.75 + 0.375 + math.sqrt(2)  # the middle of a tile on its corner that just touches
    game, state = due(straight(20, 20), tiles=[[round(corner, 9), 20, 45]])
    assert refused(game, state, "suns tail>head 0") is None
    game, state = due(straight(20, 20), tiles=[[round(corner - 1e-5, 9), 20, 45]])
    assert refused(game, state, "suns tail>head 0").clause == "WD-4"


@pytest.mark.clause("WD-4")
def test_another_worm_is_an_obstacle_but_can_be_touched():
    game, state = due(straight(20, 20), moons=straight(21.5, 20, toward=180))
    assert refused(game, state, "suns tail>head 0") is None
    game, state = due(straight(20, 20), moons=straight(21.49, 20, toward=180))
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.text == "step 1: the disc would be over the moons worm's disc 1 by 0.01 inches"
    assert refusal.squares == ("20.75,20", "moons 1")


@pytest.mark.clause("WD-4")
@pytest.mark.parametrize("name", ["start tile 1", "start tile 2", "pylon"])
def test_the_three_tiles_of_the_course_are_obstacles(name):
    game = derby()
    x, y, _ = game.ruleset.fixed[name]
    game, state = due(straight(x - 1.3 - 0.75, y))
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause == "WD-4"
    assert refusal.squares[-1] == name


# --- gaps ---------------------------------------------------------------------------------------


def gap(wide: float, turn: float = 0.0):
    """Return a position: two tiles with a gap between them, straight ahead of the worm.

    The worm's next disc would lie just beyond the narrowest place, if it got there.
    """
    off = 1 + wide / 2
    x = 24.0
    tiles = [[x, round(20 + off, 9), 0], [x, round(20 - off, 9), 0]]
    return due(straight(x - 1.375, 20), 4, tiles=tiles)


@pytest.mark.clause("WD-5")
@pytest.mark.parametrize("wide", [0.75, 0.7500001, 0.76, 1.2])
def test_a_disc_passes_a_wide_gap(wide):
    """Just as wide as a disc: then there is one way to go, and it is found."""
    game, state = gap(wide)
    found = ring(game.ruleset, state, "suns", "head").allowed
    assert 0.0 in found
    assert refused(game, state, "suns tail>head 0 0 0 0") is None


@pytest.mark.clause("WD-4", "WD-5")
@pytest.mark.parametrize("wide", [0.0, 0.5, 0.74, 0.74999])
def test_a_disc_does_not_pass_a_narrow_gap(wide):
    game, state = gap(wide)
    found = ring(game.ruleset, state, "suns", "head").allowed
    assert 0.0 not in found
    assert refused(game, state, "suns tail>head 0 0 0 0").clause == "WD-4"


def corners_gap(wide: float):
    """Return a position: two tiles on their corners, with a gap at the middle of the slide."""
    off = math.sqrt(2) + wide / 2
    tiles = [[24, round(20 + off, 9), 45], [24, round(20 - off, 9), 45]]
    return straight(24 - 0.375, 20), tiles


@pytest.mark.clause("WD-5")
def test_a_disc_must_slide_through_the_gap():
    """Between two corners 0.5 apart a disc fits on this side, and on the other: not through."""
    worm, tiles = corners_gap(0.6)
    game, state = due(worm, tiles=tiles)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause == "WD-5"
    assert refusal.text == (
        "step 1: the disc doesn't fit past tile 1 and tile 2: "
        "they leave 0.60 inches, and it is 0.75 wide"
    )
    assert refusal.squares[1:] == ("tile 1", "tile 2")
    arcs = [
        each for each in ring(game.ruleset, state, "suns", "head").forbidden if 0.0 in each.arcs
    ]
    assert {(each.how, each.thing) for each in arcs} == {
        ("doesn't fit past", "tile 1"), ("doesn't fit past", "tile 2"),
    }  # fmt: skip
    game, state = due(worm, tiles=tiles, game=derby(squeeze="place"))
    assert refused(game, state, "suns tail>head 0") is None


@pytest.mark.clause("WD-5")
def test_a_disc_passes_corners_that_leave_just_enough():
    worm, tiles = corners_gap(0.75)
    game, state = due(worm, tiles=tiles)
    assert refused(game, state, "suns tail>head 0") is None
    worm, tiles = corners_gap(0.7499)
    game, state = due(worm, tiles=tiles)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause == "WD-5"
    assert refusal.text.endswith("they leave 0.7499 inches, and it is 0.75 wide")


@pytest.mark.clause("WD-5")
def test_a_disc_does_not_slide_through_a_worm():
    """A disc that touches both ends of the slide is in its path."""
    game, state = due(
        straight(20, 20), moons=f"20.375 {20 + 0.76 * math.sqrt(0.75):.6f}:" + " 90" * 5
    )
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.clause in ("WD-4", "WD-5")
    y = 20 + math.sqrt(0.75**2 - 0.375**2) + 0.01
    game, state = due(straight(20, 20), moons=f"20.375 {y:.6f}:" + " 90" * 5)
    assert refused(game, state, "suns tail>head 0").clause == "WD-5"
    game, state = due(straight(20, 20), moons="20.375 20.75:" + " 90" * 5)
    assert refused(game, state, "suns tail>head 0") is None


# --- tiles --------------------------------------------------------------------------------------

TILES = st.builds(
    lambda x, y, angle: Tile.at(x, y, angle),
    st.floats(-4, 4), st.floats(-4, 4), st.floats(0, 90),
)  # fmt: skip


@given(TILES, TILES)
def test_the_distance_of_tiles_is_exact(one, other):
    far = distance_between_tiles(one, other, 1.0)
    first, second = (
        list(pairwise([*square(tile, 1.0), square(tile, 1.0)[0]])) for tile in (one, other)
    )
    nearest = min(segments_apart(*a, *b) for a in first for b in second)
    inside = from_square(one[:2], other, 1.0) == 0 or from_square(other[:2], one, 1.0) == 0
    if inside or nearest == 0:
        assert far <= 1e-9
    else:
        assert far == pytest.approx(nearest, abs=1e-9)


@given(st.floats(-1e3, 1e3), st.floats(0, 360), st.sampled_from([0.5, 0.75, 1.25]))
def test_places_beside_are_a_step_away(x, angle, step):
    one = beside(beside(Tile.at(x, 3, 0).middle, 0, 0), 0, 0)
    assert abs(distance(one, beside(one, angle, step)) - step) < TOLERANCE / 100


# --- the figures of the refusals ------------------------------------------------------------------

OVERLAP = re.compile(r"the disc would (?:be|reach) over (.+) by ([\d.]+) inches")
SMALLER = re.compile(
    r"the disc doesn't fit past (.+) on the straight way there: "
    r"it would have to be ([\d.]+) inches smaller"
)


def named(game, state, name):
    """Return the disc's place or the tile of a name that a refusal has."""
    if found := re.fullmatch(r"the (\w+) worm's disc (\d)", name):
        return state.worms[found[1]].discs[-int(found[2])]
    plain = name.removeprefix("the ")
    return game.ruleset.fixed.get(plain) or state.tiles[int(plain.removeprefix("tile ")) - 1]


def overlap(game, state, place, name):
    """Return by how much a disc there is over a thing: how far it is from touching it."""
    table = game.ruleset
    (x, y), (wide, high) = place, table.size
    if name.endswith("edge"):
        room = {"left": x, "right": wide - x, "lower": y, "upper": high - y}
        return table.radius - room[name.split()[1]]
    thing = named(game, state, name)
    if not isinstance(thing, Tile):
        return table.coin - math.dist(place, thing)
    corners = square(thing, table.half)
    side = min(from_segment(place, corners[at - 1], corners[at]) for at in range(4))
    return table.radius + (-side if from_square(place, thing, table.half) else side)


def too_wide(game, start, place, thing):
    """Return how much narrower a disc must be to slide past a thing that stays as it is."""
    table = game.ruleset
    if not isinstance(thing, Tile):
        return table.coin - 2 * (from_segment(thing, start, place) - table.radius)
    return table.coin - 2 * slide_from_square(start, place, thing, table.half)


@pytest.mark.clause("WD-4", "WD-5")
@given(st.integers(0, 10**6), st.sampled_from(GAMES))
@settings(max_examples=60, deadline=None)
def test_a_refusal_says_by_how_much(seed, game):
    state = crowded(seed, game)
    if state is None:
        return
    start = state.worms["suns"].end("head")
    for angle in range(seed % 7, 360, 7):
        refusal = disc_refusal(game.ruleset, state, "suns", "head", angle)
        text = refusal.text if refusal else ""
        place = beside(start, angle, game.ruleset.coin)
        if found := OVERLAP.fullmatch(text):
            told, true = float(found[2]), overlap(game, state, place, found[1])
        elif found := SMALLER.fullmatch(text):
            things = [named(game, state, name) for name in re.split(", | and ", found[1])]
            told = float(found[2])
            true = max(too_wide(game, start, place, thing) for thing in things)
        else:
            assert "inches" not in text or "they leave" in text
            continue
        assert told == pytest.approx(true, abs=0.0051)


@pytest.mark.clause("WD-4")
@pytest.mark.parametrize("inches", ["0.38", "0.75", "0.00005", "0.003"])
def test_a_disc_over_a_tile_says_how_deep(inches):
    """Beyond its radius the middle is over the tile, too."""
    game, state = due(straight(20, 20), tiles=[[22.125 - float(inches), 20, 0]])
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.text == f"step 1: the disc would be over tile 1 by {inches} inches"


@pytest.mark.clause("WD-5")
def test_a_disc_that_just_misses_says_how_much_narrower_it_must_be():
    y = 20 + math.sqrt(0.5625 - 0.140625) + 0.01
    game, state = due(straight(20, 20), moons=f"20.375 {y:.6f}:" + " 90" * 5)
    refusal = refused(game, state, "suns tail>head 0")
    assert refusal.text.endswith(": it would have to be 0.18 inches smaller")
