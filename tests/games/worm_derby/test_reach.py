"""Is the region right? Random worms stay in it, its ways are legal, and a plain count agrees."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from piecepack_nb.games.worm_derby.geometry.plane import bearing, beside, distance, round_angle
from piecepack_nb.games.worm_derby.geometry.reach import EVERY, cell_of, reach
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal, find_eaten, lay_disc, ring
from tests.games.worm_derby.helpers import derby, region

CURLED = "suns 20 20: 180 180 150 120 100"
GAP = "suns 20 20: 180 180 180 180 180\ntile 20.4 21.714 45\ntile 20.4 18.286 45"
TABLES = {
    "a tile and a worm": (f"{CURLED}\nmoons 22 21.5: 60 60 30 0 0\ntile 22 18.5 30", {}),
    "a narrow gap, and places alone count": (GAP, {"squeeze": "place"}),
    "the table's corner": ("suns 59 35: 180 180 180 180 180\nmoons 20 20: 0 0 0 0 0", {}),
    "its own discs": ("suns 20 20: 90 0 0 270 270\nmoons 30 10: 0 0 0 0 0", {}),
    "cannibals": (
        "suns 20 20: 180 180 180 180 180\nmoons 21.2 20.4: 0 0 0 0 0",
        {"cannibal": True},
    ),
    "a slalom": ("suns 20 20: 180 180 180 180 180\nred 22 21.6 0", {"slalom": "out"}),
}
STEPS, GRAIN = 3, 0.25


def placed(name):
    lines, options = TABLES[name]
    game = derby(**options)
    moons = "" if "moons" in lines else "\nmoons 9 30: 180 180 180 180 180"
    return game, game.position(f"{lines}{moons}\nsuns to move, 3 steps")


@cache
def spreads(name, to="head"):
    """Return where a worm can be after up to three steps; each of these takes half a second."""
    game, state = placed(name)
    return tuple(reach(game.ruleset, state, "suns", STEPS, to, grain=GRAIN))


def a_random_way(game, state, to, choose):
    """Yield the end of a worm after each of some legal random steps, at any angle."""
    for number in range(1, STEPS + 1):
        spans = ring(game.ruleset, state, "suns", to).open.spans
        if not spans:
            return
        start, end = choose.choices(spans, [end - start for start, end in spans])[0]
        angle = round_angle(choose.uniform(start, end))
        if (
            disc_refusal(game.ruleset, state, "suns", to, angle) is not None
        ):  # the very end of an arc
            return
        eaten = find_eaten(game.ruleset, state, "suns", to, angle)
        state = lay_disc(game.ruleset, state, "suns", to, angle)
        yield number, state.worms["suns"].end(to)
        if eaten is not None:
            return


@pytest.mark.clause("WD-2", "WD-3", "WD-4", "WD-5", "WD-30", "WD-40")
@pytest.mark.parametrize(
    ("name", "to"), [*((name, "head") for name in TABLES), ("a tile and a worm", "tail")]
)
def test_random_worms_stay_in_the_region(name, to):
    """Each ends in a cell of the region, or, rarely, in one that touches such a cell."""
    game, state = placed(name)
    found = region(spreads(name, to), GRAIN)
    choose, beside_it, count = random.Random(name), 0, 0
    for _ in range(40):
        for number, place in a_random_way(game, state, to, choose):
            count += 1
            column, row = cell_of(place, GRAIN)
            near = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
            assert near & set(found[number]), (number, place)
            beside_it += (column, row) not in found[number]
    assert count > 30
    assert beside_it <= 0.03 * count


@pytest.mark.clause("WD-2", "WD-3", "WD-4", "WD-5", "WD-30", "WD-40")
@pytest.mark.parametrize("name", TABLES)
def test_every_path_that_is_kept_is_a_legal_turn(name):
    game, start = placed(name)
    paths = {spread.path for spread in spreads(name)}
    for path in random.Random(1).sample(sorted(paths), min(60, len(paths))):
        state = start
        for place in path[1:]:
            before = state.worms["suns"].end("head")
            assert distance(before, place) == pytest.approx(0.75, abs=1e-6)
            angle = round_angle(bearing(before, place))
            assert disc_refusal(game.ruleset, state, "suns", "head", angle) is None, (path, place)
            state = lay_disc(game.ruleset, state, "suns", "head", angle)


def plainly(game, state, to, steps):
    """Return the number of turns that end in each cell, by counting each one."""
    found = Counter()
    around = ring(game.ruleset, state, "suns", to)
    whole = [EVERY * at for at in range(int(360 / EVERY))]
    angles = {angle for angle in whole if angle in around.allowed}
    if around.allowed.width < 360:
        angles |= {round_angle(end) for span in around.allowed for end in span}
    if steps == 1:
        angles |= {angle for angle in whole if any(angle in each.arcs for each in around.bites)}
        centre = state.worms["suns"].end(to)
        return Counter(cell_of(beside(centre, angle, 0.75), 0.5) for angle in angles)
    for angle in angles:
        found += plainly(game, lay_disc(game.ruleset, state, "suns", to, angle), to, steps - 1)
    return found


@pytest.mark.parametrize("to", ["head", "tail"])
@pytest.mark.parametrize("name", ["a narrow gap, and places alone count", "cannibals"])
def test_the_paths_of_two_steps_agree_with_a_plain_count(name, to):
    game, state = placed(name)
    found = region(reach(game.ruleset, state, "suns", 2, to, grain=0.5), 0.5)
    assert found[1] == plainly(game, state, to, 1)
    assert found[2] == plainly(game, state, to, 2)


def test_the_paths_of_three_steps_agree_with_a_plain_count():
    game, state = placed("the table's corner")
    assert region(reach(game.ruleset, state, "suns", 3, grain=0.5), 0.5)[3] == plainly(
        game, state, "head", 3
    )


@pytest.mark.clause("WD-5")
def test_only_placed_discs_get_behind_a_narrow_gap():
    """It is 0.6 inches wide; behind it, on (20.75, 20), there is room for a disc."""
    _, state = placed("a narrow gap, and places alone count")
    cells = region(spreads("a narrow gap, and places alone count"), GRAIN)[2]
    assert len({cell for cell in cells if cell[0] * GRAIN > 20.4 and 76 <= cell[1] <= 84}) > 5
    sliding = derby()
    stuck = list(reach(sliding.ruleset, state, "suns", 2, grain=GRAIN))
    assert [spread.places for spread in stuck] == [()]


def test_the_other_end_moves_the_other_way():
    """The tail of a straight worm reaches as far as its head."""
    game = derby()
    state = game.position("suns 20 20: 180 180 180 180 180\nmoons 9 30: 0 0 0 0 0")
    for to in ("head", "tail"):
        start = state.worms["suns"].end(to)
        cells = region(reach(game.ruleset, state, "suns", 2, to, grain=GRAIN), GRAIN)[2]
        assert cell_of(start._replace(x=start.x + (1.5 if to == "head" else -1.5)), GRAIN) in cells
