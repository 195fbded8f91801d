"""Speed of Worm Derby's geometry and game: rings and places, moves, the racer, the region.

Shapely computes the same in the same run, in two ways: if a disc is legal at each of 360 angles,
all at once (``dwithin``), and the arcs, by cutting the forbidden parts (buffers, with 64 corners a
quarter) out of a circle. A row has the number of angles at which each differs from ``obstruction``,
the function that decides.

``rows()`` returns a row for each measurement: the best and the median of several runs, in processor
time (``best_ms`` is for one call). As a script this prints them. The argument is the number of
rings (200).
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import shapely

import piecepack_nb as pp
from piecepack_nb.games.worm_derby.geometry.plane import beside, corners
from piecepack_nb.games.worm_derby.geometry.reach import reach
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal, ring

RINGS = 200
FEW = 20
"""So many of the rings are scanned."""
RUNS = 5
ANGLES = 360
"""A scan that finds arcs to a degree; the arcs themselves are exact."""
Asked = tuple[Any, Any, str]


def tables(number: int) -> list[tuple[Any, Any, str]]:
    """Return positions of racing worms among 21 tiles: game, state and seat."""
    game = pp.game("worm_derby", players=3)
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "racer"))
    match.run(600)
    states = [step.state for step in match.steps if step.event.kind == "step"]
    choose = random.Random(3)
    picked = [choose.choice(states) for _ in range(number)]
    return [(game, state, choose.choice([*state.worms])) for state in picked if state.worms]


def rows(rings: int = RINGS) -> list[dict[str, Any]]:
    """Return all measurements: rings, places, Shapely, random play, the racer, the region."""
    asked = tables(rings)
    few = asked[:FEW]
    decided = [_scan(each) for each in few]
    found = [
        _timed("a ring, all its arcs, exactly", asked, _arcs, _differ(few, decided, _in_arcs)),
        _timed("a ring, 360 places decided one by one", few, _scan),
    ]
    found += [
        _timed("the same 360 places by shapely", few, _shapely_scan,
               _differ(few, decided, _shapely_scan)),
        _timed("the same arcs by shapely, about", few, _shapely_arcs,
               _differ(few, decided, _in_shapely_arcs)),
    ]  # fmt: skip
    return [*found, _play(), *_racing(), _region()]


def _timed(
    what: str, asked: list[Asked], run: Callable[[Asked], Any], differ: int | None = None
) -> dict[str, Any]:
    """Return the time of one call: the best and the median run."""
    taken = []
    for _ in range(RUNS):
        begun = process_time()
        for each in asked:
            run(each)
        taken.append(1000 * (process_time() - begun) / len(asked))
    row = {"what": what, "best_ms": round(min(taken), 3),
           "median_ms": round(statistics.median(taken), 3)}  # fmt: skip
    return (
        row if differ is None else row | {"differ": f"{differ} of {ANGLES * min(FEW, len(asked))}"}
    )


def _differ(few: list[Asked], decided: list[list[bool]], run: Callable[[Asked], list[bool]]) -> int:
    """Return the number of angles at which an answer differs from the decision."""
    return sum(
        one != other
        for each, right in zip(few, decided, strict=True)
        for one, other in zip(run(each), right, strict=True)
    )


def _scan(each: Asked) -> list[bool]:
    game, state, seat = each
    return [
        disc_refusal(game.ruleset, state, seat, "head", float(angle)) is None
        for angle in range(ANGLES)
    ]


def _arcs(each: Asked) -> Any:
    game, state, seat = each
    return ring(game.ruleset, state, seat, "head").allowed


def _in_arcs(each: Asked) -> list[bool]:
    arcs = _arcs(each)
    return [angle in arcs for angle in range(ANGLES)]


def _laid_out(each: Asked) -> tuple[Any, ...]:
    """Return the end disc, its places, tiles, other discs, the worm's own discs, and the table."""
    game, state, seat = each
    table, worm = game.ruleset, state.worms[seat]
    centre = worm.discs[-1]
    places = [beside(centre, float(angle), table.coin) for angle in range(ANGLES)]
    tiles = [shapely.Polygon(corners(tile, table.half)) for _, tile in table.all_tiles(state.tiles)]
    others = [disc for name, other in state.worms.items() if name != seat for disc in other.discs]
    return centre, places, tiles, shapely.points(others), shapely.points(worm.discs[1:-1]), table


def _shapely_scan(each: Asked) -> list[bool]:
    """Return the legal angles, by lines that keep their distance from everything on the table."""
    centre, places, tiles, others, own, table = _laid_out(each)
    slides = shapely.linestrings([(centre, place) for place in places])
    ends = shapely.points(places)
    hair = 1e-6
    wide, high = table.size
    room = shapely.box(0, 0, wide, high).buffer(-table.radius + hair, join_style="mitre")
    bad = [~shapely.covers(room, ends)]
    for things, lines, near in (
        (tiles, slides, table.radius - hair),
        (others, slides, table.coin - hair),
        (own, ends, table.coin + hair),
    ):
        hits = shapely.STRtree(things).query(lines, predicate="dwithin", distance=near)[0]
        found = bad[0] & False
        found[hits] = True
        bad.append(found)
    return [not any(each) for each in zip(*bad, strict=True)]


def _shapely_arcs(each: Asked) -> Any:
    """Return the rest of the circle of places; without the slide to it (WD-5)."""
    centre, _, tiles, others, own, table = _laid_out(each)
    parts, hair = 64, 1e-6
    circle = shapely.Point(centre).buffer(table.coin, quad_segs=parts).exterior
    near = circle.buffer(table.coin)
    forbidden = [
        *(tile.buffer(table.radius - hair, quad_segs=parts) for tile in tiles
          if tile.intersects(near)),
        *(disc.buffer(table.coin - hair, quad_segs=parts) for disc in others),
        *(disc.buffer(table.coin + hair, quad_segs=parts) for disc in own),
    ]  # fmt: skip
    wide, high = table.size
    room = shapely.box(0, 0, wide, high).buffer(-table.radius)
    return circle.intersection(room).difference(shapely.unary_union(forbidden))


def _in_shapely_arcs(each: Asked) -> list[bool]:
    arcs, places = _shapely_arcs(each), _laid_out(each)[1]
    return [bool(far < 1e-3) for far in shapely.distance(arcs, shapely.points(places))]


def _play() -> dict[str, Any]:
    """Return the steps a second of random play."""
    game = pp.game("worm_derby", players=3)
    rates, steps = [], 0
    for seed in range(RUNS):
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
        match.run(1)
        begun = process_time()
        match.run(200)
        taken = process_time() - begun
        steps = sum(step.event.kind == "step" for step in match.steps)
        rates.append(steps / taken)
    return {"what": "random play, steps a second", "best": round(max(rates)),
            "median": round(statistics.median(rates))}  # fmt: skip


def _racing() -> list[dict[str, Any]]:
    """Return a race of three racers among 21 tiles, and the times of their decisions."""
    game = pp.game("worm_derby", players=3)
    taken: list[float] = []

    def timed(game: Any, state: Any, seat: str, pick: Any) -> Any:
        begun = process_time()
        move = game.bots["racer"](game, state, seat, pick)
        taken.append(1000 * (process_time() - begun))
        return move

    races = []
    for seed in (1, 2, 3):
        begun = process_time()
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, timed))
        match.run(4000)
        assert match.result is not None
        races.append((round(process_time() - begun, 1), match.turn))
    seconds = [each for each, _ in races]
    return [
        {"what": "three racers, 21 tiles", "turns": [turns for _, turns in races],
         "best_seconds": min(seconds), "median_seconds": statistics.median(seconds)},
        {"what": "the racer, a turn", "number": len(taken),
         "median_ms": round(statistics.median(taken), 1),
         "mean_ms": round(statistics.fmean(taken), 1),
         "longest_ms": round(max(taken))},
    ]  # fmt: skip


def _region() -> dict[str, Any]:
    """Return the lesson's region: four steps between a tile and a worm."""
    game = pp.game("worm_derby")
    lying = "suns 20 20: 180 180 150 120 100\nmoons 22 21.5: 60 60 30 0 0\ntile 22 18.5 30"
    state = game.position(lying + "\nsuns to move, 4 steps")
    taken, places = [], 0
    for _ in range(3):
        begun = process_time()
        places = sum(len(spread.places) for spread in reach(game.ruleset, state, "suns", 4))
        taken.append(process_time() - begun)
    return {"what": "the region of a worm after 4 steps", "places": places,
            "best_seconds": round(min(taken), 2),
            "median_seconds": round(statistics.median(taken), 2)}  # fmt: skip


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
