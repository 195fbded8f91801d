"""How quick Worm Derby's geometry and game are: rings and places a second, moves, the racer.

Shapely, where it is installed, is asked the same in the same run: whether a disc lies free at so
many angles of the same rings. ``rows()`` gives one row a measurement; run as a script it prints
them as a table. An argument is the number of rings (2000).
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.games.worm_derby.geometry.placing import obstruction
from piecepack_nb.games.worm_derby.geometry.plane import beside, corners
from piecepack_nb.games.worm_derby.geometry.reach import reach
from piecepack_nb.games.worm_derby.geometry.ring import ring

RINGS = 2000
ANGLES = 360
"""A scan that tells arcs to a degree; the arcs themselves are exact."""


def tables(number: int) -> list[tuple[Any, Any, str]]:
    """Positions of racing worms among 21 tiles: game, state, and whose worm is looked at."""
    game = pp.game("worm_derby", players=3)
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "racer"))
    match.run(600)
    states = [step.state for step in match.steps if step.event.kind == "step"]
    choose = random.Random(3)
    picked = [choose.choice(states) for _ in range(number)]
    return [(game, state, choose.choice([*state.worms])) for state in picked if state.worms]


def rows(rings: int = RINGS) -> list[dict[str, Any]]:
    """Rings, places, other libraries' places, random play, the racer, the region of a lesson."""
    asked = tables(rings)
    found = [
        _rate("rings, all arcs of one, exactly", len(asked), lambda: _rings(asked)),
        _rate("places, decided one by one", 5 * len(asked), lambda: _places(asked)),
        _rate("rings, a scan of 360 places", len(asked) // 20, lambda: _scan(asked[::20])),
    ]
    if find_spec("shapely"):
        few = asked[::20]
        found.append(_rate("the same scan by shapely", len(few), lambda: _shapely(few)))
    return [*found, *_play(), _region()]


def _rate(what: str, number: int, run: Callable[[], Any]) -> dict[str, Any]:
    begun = perf_counter()
    run()
    taken = perf_counter() - begun
    return {"what": what, "number": number, "per_second": round(number / taken)}


def _rings(asked: list[Any]) -> None:
    for game, state, seat in asked:
        _ = ring(game.table, state, seat, "head").allowed


def _places(asked: list[Any]) -> None:
    choose = random.Random(1)
    for game, state, seat in asked:
        for _ in range(5):
            obstruction(game.table, state, seat, "head", choose.uniform(0, 360))


def _scan(asked: list[Any]) -> None:
    for game, state, seat in asked:
        for angle in range(ANGLES):
            obstruction(game.table, state, seat, "head", float(angle))


def _shapely(asked: list[Any]) -> None:
    """The slide of a disc, as a line that keeps its distance from all that lies on the table."""
    import shapely

    for game, state, seat in asked:
        table, worm = game.table, state.worms[seat]
        tiles = [tile for _, tile in table.all_tiles(state)]
        squares = shapely.STRtree([shapely.Polygon(corners(tile, table.half)) for tile in tiles])
        others = [
            disc for each, other in state.worms.items() if each != seat for disc in other.discs
        ]
        discs = shapely.STRtree([shapely.Point(disc) for disc in others])
        centre = worm.discs[-1]
        places = [beside(centre, float(angle), table.coin) for angle in range(ANGLES)]
        slides = shapely.linestrings([(centre, place) for place in places])
        squares.query(slides, predicate="dwithin", distance=table.radius)
        discs.query(slides, predicate="dwithin", distance=table.coin)


def _play() -> list[dict[str, Any]]:
    """Steps a second of random play, and how long the racer needs for a turn."""
    game = pp.game("worm_derby", players=3)
    match = pp.Match(game, seed=2, seats=dict.fromkeys(game.seats, "random"))
    match.run(1)
    begun = perf_counter()
    match.run(500)
    taken = perf_counter() - begun
    steps = sum(step.event.kind == "step" for step in match.steps)
    return [
        {"what": "random play, steps", "number": steps, "per_second": round(steps / taken)},
        _racing(game),
    ]


def _racing(game: Any) -> dict[str, Any]:
    taken: list[float] = []

    def timed(game: Any, state: Any, seat: str, pick: Any) -> Any:
        begun = perf_counter()
        move = game.bots["racer"](game, state, seat, pick)
        taken.append(1000 * (perf_counter() - begun))
        return move

    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, timed))
    match.run(2000)
    return {
        "what": f"the racer, a turn; a race of {match.turn} turns", "number": len(taken),
        "median_ms": round(statistics.median(taken), 1),
        "mean_ms": round(statistics.fmean(taken), 1),
        "longest_ms": round(max(taken), 1),
    }  # fmt: skip


def _region() -> dict[str, Any]:
    game, state, seat = tables(1)[0]
    begun = perf_counter()
    places = sum(len(spread.places) for spread in reach(game.table, state, seat, 5))
    taken = perf_counter() - begun
    return {"what": "where a worm can be after 5 steps", "places": places,
            "seconds": round(taken, 2)}  # fmt: skip


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
