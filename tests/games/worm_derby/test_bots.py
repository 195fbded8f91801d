"""The racer: it plans its way, and gets home. The chart that it reads, and the lessons' numbers."""

from __future__ import annotations

import json
import math
from functools import cache
from itertools import pairwise

import pytest

import piecepack_nb as pp
from piecepack_nb.games.worm_derby.bots import racer, racer_with
from piecepack_nb.games.worm_derby.geometry.plane import Point, beside, distance
from piecepack_nb.games.worm_derby.geometry.reach import cell_of, reach
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal
from piecepack_nb.games.worm_derby.moves import Put, Stay
from piecepack_nb.games.worm_derby.race_plan import PITCH, RacePlan, chart_of, compare_cheat
from tests.games.worm_derby.helpers import (
    SHORT,
    derby,
    due,
    from_square,
    furthest,
    played,
    region,
    straight,
)


def race(seed: int, **rules):
    game = derby(**rules)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "racer"))
    match.run(2000)
    return match


@cache
def race_of_three() -> pp.Match:
    return race(1, players=3)


@pytest.mark.thorough
@pytest.mark.clause("WD-12", "WD-22")
def test_three_racers_finish_a_race_of_21_tiles():
    match = race_of_three()
    assert len(match.initial_state.tiles) == 0
    assert len(match.state.tiles) == 21
    assert len(match.state.home) == 2
    assert match.result.winners == match.state.home[:1]
    assert match.turn < 200
    events = [step.event for step in match.steps]
    homes = [event.data["seat"] for event in events if event.kind == "home"]
    assert [event.data["seat"] for event in events if event.kind == "round"][:2] != []
    assert set(homes) <= {event.data["seat"] for event in events if event.kind == "round"}
    ways = [step.event.why for step in match.steps if isinstance(step.event.why, RacePlan)]
    assert len(ways) > 60
    assert all(way.left < way.before for way in ways[:5])
    assert "its path home is" in ways[0].text
    data = json.loads(json.dumps(ways[0].to_json()))
    assert data["seat"] in match.game.seats
    assert len(data["way"]) >= 5


@pytest.mark.parametrize(
    "rules",
    [
        {**SHORT, "players": 4, "length": 3, "cannibal": True},
        {**SHORT, "slalom": "both", "slalom_tiles": 2, "clear_tiles": 0},
        {**SHORT, "starts": "one by one", "squeeze": "place", "laps": 2},
        {**SHORT, "obstacles": 4, "clear_tiles": 0, "table_length": 30, "pylon_distance": 16,
         "set_up": "by hand", "starts": "chooses", "finish": "all"},
    ],
)  # fmt: skip
def test_racers_finish_under_other_rules(rules):
    match = race(3, **rules)
    assert match.result is not None
    assert match.state.home or len(match.state.gone) == match.game.rules.players - 1  # all eaten


def test_the_planned_path_is_clear_of_obstacles():
    """Each straight part keeps a disc clear of every tile, and the path leads round the pylon."""
    match = race_of_three()
    table = match.game.ruleset
    step = next(step for step in match.steps if isinstance(step.event.why, RacePlan))
    points = step.event.why.points
    assert len(points) > 4
    tiles = [*table.fixed.values(), *match.state.tiles]
    for one, other in pairwise(points):
        for part in range(21):
            x, y = (a + (b - a) * part / 20 for a, b in zip(one, other, strict=True))
            assert all(
                from_square((x, y), tile, table.half) > table.radius - 1e-6 for tile in tiles
            )
    assert table.between_tiles(points[-1])
    assert max(point.x for point in points) > table.pylon.x
    length = sum(math.dist(one, other) for one, other in pairwise(points))
    assert length <= step.event.why.before + PITCH


def test_the_chart_is_shortest_over_open_ground():
    """No way is shorter than a string round the pylon, none much longer."""
    game = derby(obstacles=0)
    table = game.ruleset
    chart = chart_of(game.rules, (), ())
    place = Point(12, 18)
    off = table.half + table.radius
    string = 2 * math.dist(place, (48 - table.half, 18 + off)) + 2 * table.half + 2 * off - 4
    assert string * 0.97 < chart.left(place, 0) < string * 1.12
    assert chart.left(place, 1) < 2
    assert chart.left(Point(48, 18), 0) == math.inf
    assert chart.left(Point(30, 25), 0) == pytest.approx(chart.left(Point(30, 11), 0), abs=0.1)
    assert chart.path(Point(48, 18), 0) == ()


@pytest.mark.clause("WD-40")
@pytest.mark.parametrize("angle", [0, 30, -30, 60, -60])
def test_the_racer_takes_a_bite_one_step_ahead_that_pays(angle):
    """The moons worm lies across the racer's path, with its front end before its nose."""
    game = derby(length=3, cannibal=True)
    place = beside(Point(30, 18), angle, 1.3)
    game, state = due(straight(30, 18, 0, 3), 2, game=game,
                      moons=straight(place.x, place.y, angle + 180, 3))  # fmt: skip
    chosen = racer(game, state, "suns", None)
    steps, _ = played(game, state, str(chosen.move))
    assert "eaten" in [step.event.kind for step in steps]
    assert "which eats" in chosen.why.text
    plain = racer_with(bites=False)(game, state, "suns", None)
    steps, _ = played(game, state, str(plain.move))
    assert "eaten" not in [step.event.kind for step in steps]


@pytest.mark.clause("WD-40", "WD-42")
def test_the_racer_leaves_a_bite_that_costs_more_than_it_brings():
    """Of a worm of six that is eaten behind nothing but a disc is lost: it makes as many steps."""
    game = derby(length=6, cannibal=True)
    game, state = due(straight(30, 18, 0), 5, game=game, moons=straight(35, 19.5, 0))
    chosen = racer(game, state, "suns", None)
    assert len(chosen.move.angles) == 5


@pytest.mark.clause("WD-20")
def test_the_racer_moves_a_tile_with_an_ace_out_of_its_way():
    game, state = due(straight(20, 18), 0, tiles=["26 18 0"], phase="ace")
    chosen = racer(game, state, "suns", None)
    assert isinstance(chosen.move, Put)
    assert game.refusal(state, chosen.move) is None
    assert chosen.why.worth >= 0.25
    assert "tile 1" in chosen.why.text
    assert json.dumps(chosen.why.to_json())
    before, after = (
        chart_of(game.rules, each.tiles, ()).left(Point(20, 18), 0)
        - chart_of(game.rules, each.tiles, ()).left(state.worms["moons"].end("head"), 0)
        for each in (state, played(game, state, str(chosen.move))[1])
    )
    assert after < before
    stays = racer_with(tiles=False)(game, state, "suns", None)
    assert stays.move == Stay("suns")


@pytest.mark.clause("WD-20")
def test_an_ace_that_helps_nobody_stays_unused():
    game, state = due(straight(20, 18), 0, tiles=["30 3 0"], phase="ace")
    assert racer(game, state, "suns", None).move == Stay("suns")


@pytest.mark.clause("WD-22")
def test_a_wanderer_gets_home_and_a_random_worm_says_why_not():
    game = derby(**SHORT, race_on=False)
    match = pp.Match(game, seed=2, seats=dict.fromkeys(game.seats, "wanderer"))
    match.run(1000)
    assert match.result is not None
    assert match.turn < 120
    lost = pp.Match(game, seed=2, seats=dict.fromkeys(game.seats, "random"))
    lost.run(60)
    reasons = [step.event.why for step in lost.steps if step.event.why is not None]
    assert "tens of thousands of turns" in reasons[-1].text
    assert json.dumps(reasons[-1].to_json())


@pytest.mark.clause("WD-30")
def test_the_path_through_a_slalom_is_straightened():
    """Each tile is passed on its side, out and back, and the way bends no more than it must."""
    game = derby(slalom="both", slalom_tiles=4)
    match = pp.Match(game, seed=3)
    match.roll()
    state = match.state
    chart = chart_of(game.rules, state.tiles, state.colours)
    way = chart.path(game.ruleset.start, 0)
    assert len(way) < 25
    for tile, colour in zip(state.tiles, state.colours, strict=True):
        out, back = (
            one.y + (other.y - one.y) * (tile.x - one.x) / (other.x - one.x)
            for one, other in pairwise(way)
            if (one.x <= tile.x) != (other.x <= tile.x)
        )
        assert (out < tile.y) == (colour == "red")
        assert (back > tile.y) == (colour == "red")


def test_a_racer_brings_discs_back():
    game = derby(length=3, cannibal=True, obstacles=0)
    worms = {"suns": straight(20, 20, 0, 2), "moons": straight(30, 30, 0, 3)}
    state = game.position({"worms": worms, "phase": "ace"})
    move, _ = game.bots["racer"](game, state, "suns", lambda name, options: options[0])
    assert game.refusal(state, move) is None
    assert str(move).startswith("suns adds head")


# --- lessons ------------------------------------------------------------------------------------


@pytest.mark.clause("WD-2", "WD-3")
def test_the_region_of_a_worm_after_some_steps():
    game, state = due(straight(30, 26), 3)
    table = game.ruleset
    found = region(reach(table, state, "suns", 3, grain=0.25), 0.25)
    again = region(reach(table, state, "suns", 2, grain=0.25), 0.25)
    assert again == {1: found[1], 2: found[2]}
    start = state.worms["suns"].end("head")
    for step, cells in found.items():
        for (column, row), ways in cells.items():
            assert ways > 0
            middle = Point((column + 0.5) * 0.25, (row + 0.5) * 0.25)
            assert distance(start, middle) <= 0.75 * step + 0.18
    # straight on, on its own: each fifth degree from -115 to 115, and the ends of the arc at 120
    assert sum(found[1].values()) == 47 + 2
    assert cell_of(Point(32.25, 26), 0.25) in found[3]
    assert len(found[1]) < len(found[2]) < len(found[3])


@pytest.mark.clause("WD-4", "WD-5")
def test_obstacles_bound_the_region():
    tiles = [[31.6, 26, 0]]
    game, state = due(straight(30, 26), 3, tiles=tiles)
    spreads = list(reach(game.ruleset, state, "suns", 2))
    assert spreads[0].path[-1] == (30, 26)
    assert spreads[0].turns == 1
    for spread in spreads:
        for place in spread.places:
            assert from_square(place, state.tiles[0], 1.0) > game.ruleset.radius - 2e-6
    for place in spreads[0].places:  # each is a legal step
        angle = math.degrees(math.atan2(place.y - 26, place.x - 30))
        assert disc_refusal(game.ruleset, state, "suns", "head", angle) is None


@pytest.mark.clause("WD-3")
def test_a_cheater_gets_further():
    """A gap of a tenth of an inch at each disc: 13 percent further, on every step."""
    game, state = due(straight(20, 26), 5)
    table, start = game.ruleset, Point(20, 26)
    honest = furthest(reach(table, state, "suns", 3, grain=0.5), start)
    cheater = furthest(reach(table, state, "suns", 3, grain=0.5, gap=0.1), start)
    assert honest == pytest.approx({1: 0.75, 2: 1.5, 3: 2.25}, abs=1e-6)
    assert cheater == pytest.approx({1: 0.85, 2: 1.7, 3: 2.55}, abs=1e-6)
    cheater = compare_cheat(table, state, "suns", 0.1)
    assert cheater.steps / cheater.cheated == pytest.approx(0.85 / 0.75)
    assert "instead of" in cheater.text
    honest = compare_cheat(table, state, "suns", 0)
    assert honest.steps == honest.cheated
