"""The drawings of boards: wood with squares, hexagons, points and lines, tracks and pits."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from piecepack_nb.design.places import HEX_WIDE, MARGIN, Places, Point
from piecepack_nb.scene.layout import mat, text_shape
from piecepack_nb.scene.model import Shape, shape, use

RUNG = 0.28  # squares between a ladder's rungs
HALF_LADDER = 0.11
COORDINATES = re.compile(r"([a-z])(\d+)|(-?\d+),(-?\d+)")


@lru_cache(maxsize=64)
def backdrop(places: Places) -> tuple[Shape, ...]:
    """Return the drawing of a board without its pieces, at the places' own coordinates."""
    drawn = (*DRAWINGS[places.kind](places), *_added(places), *_tracks(places))
    if not places.grows:
        return (mat(places.width, places.height), *drawn)
    at = f"translate({places.left * 100:.1f} {places.top * 100:.1f})"
    return (shape("g", mat(places.width, places.height), transform=at), *drawn)


def _added(places: Places) -> Iterator[Shape]:
    """Yield the places beside the grid, each with its name; a pit and a point have theirs."""
    if places.kind in ("pits", "points"):
        return
    for name in places.added:
        x, y = places.at[name]
        yield from _plank(x - 0.48, y - 0.48, 0.96, 0.96)
        if name in places.shaded:
            yield _rect(x - 0.48, y - 0.48, 0.96, 0.96, "shaded", rx=8)
        yield shape("text", text=places.label(name), x=round(x * 100, 1), y=round(y * 100 - 28, 1),
                    font_size=round(min(18, 150 / len(name)), 1), text_anchor="middle",
                    class_="ppnb-square-name ppnb-bold")  # fmt: skip


def _rect(left: float, top: float, width: float, height: float, look: str, **attrs: Any) -> Shape:
    return shape(
        "rect", x=round(left * 100, 1), y=round(top * 100, 1), width=round(width * 100, 1),
        height=round(height * 100, 1), class_=f"ppnb-{look}", **attrs,
    )  # fmt: skip


def _plank(left: float, top: float, width: float, height: float) -> tuple[Shape, ...]:
    """Return a piece of wood with a shadow."""
    return (
        _rect(left, top + 0.03, width, height, "f-cast", rx=9),
        _rect(left, top, width, height, "wood", rx=8, fill="@wood"),
    )


def _extent(places: Places) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of the squares."""
    xs, ys = zip(*places.grid.values(), strict=True)
    return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5


# --- Squares -------------------------------------------------------------------------------------


def _squares(places: Places) -> Iterator[Shape]:
    left, top, right, bottom = _extent(places)
    files, ranks = round(right - left), round(bottom - top)
    whole = len(places.grid) == files * ranks and not places.edges and not places.grows
    if places.tiles:
        yield from _tiles(places)
    elif whole and files % 2 == ranks % 2 == 0:
        for file in range(1, files, 2):
            for rank in range(1, ranks, 2):
                yield use("tile", round((left + file) * 100), round((top + rank) * 100))
    else:
        for name, (x, y) in places.grid.items():
            if name in places.beside:
                yield _rect(x - 0.46, y - 0.46, 0.92, 0.92, "beside", rx=8)
            else:
                yield from _plank(x - 0.49, y - 0.49, 0.98, 0.98)
    for name, (x, y) in places.grid.items():
        if name in places.shaded:
            yield _rect(x - 0.47, y - 0.47, 0.94, 0.94, "shaded", rx=5)
    yield from _coordinates(places)
    for one, two in places.walls:
        (x, y), (x2, y2) = places.at[one], places.at[two]
        yield use("stick-ace", (x + x2) * 50, (y + y2) * 50, angle=0 if x == x2 else 90)


def _coordinates(places: Places) -> Iterator[Shape]:
    """Yield the files below the squares, and the ranks on the left."""
    left, _, _, bottom = _extent(places)
    named = [(match, point) for name, point in places.grid.items()
             if (match := COORDINATES.fullmatch(places.label(name)))]  # fmt: skip
    for file, x in sorted({match[1] or match[3]: x for match, (x, _) in named}.items()):
        yield text_shape(file, x, bottom + MARGIN / 2, 26)
    for rank, y in {match[2] or match[4]: y for match, (_, y) in named}.items():
        yield text_shape(rank, left - MARGIN / 2, y, 26)


# --- Hexagons ------------------------------------------------------------------------------------


def _hexagons(places: Places) -> Iterator[Shape]:
    corners = [(math.sin(n * math.pi / 3), math.cos(n * math.pi / 3)) for n in range(6)]
    long = HEX_WIDE * 100 / math.sqrt(3) - 0.5
    for name, (x, y) in places.grid.items():
        outline = " ".join(
            f"{x * 100 + long * dx:.1f},{y * 100 + long * dy:.1f}" for dx, dy in corners
        )
        if name in places.beside:
            yield shape("polygon", points=outline, class_="ppnb-beside")
            continue
        yield shape("polygon", points=outline, fill="@wood", class_="ppnb-wood")
        if name in places.shaded:
            yield shape("polygon", points=outline, class_="ppnb-shaded")
    for name, (x, y) in places.grid.items():
        label = places.label(name)
        if name in places.beside:
            yield shape("text", text=name, x=round(x * 100, 1), y=round(y * 100 + 5, 1),
                        font_size=15, text_anchor="middle", class_="ppnb-square-name")  # fmt: skip
        if label[0] == "a":
            yield text_shape(label[1:], x - 0.82, y, 24)
        if label[1:] == "1":
            yield text_shape(label[0], x + 0.2, y + 0.88, 24)


# --- Points and lines ----------------------------------------------------------------------------


def _points(places: Places) -> Iterator[Shape]:
    if places.tiles:
        yield from _crossings(places)
        return
    top, high = places.frame
    yield from _plank(0.18, top + 0.18, places.width - 0.36, high - 0.36)
    for line in places.lines:
        ends = " ".join(f"{x * 100:.1f},{y * 100:.1f}" for x, y in map(places.at.get, line))  # type: ignore[misc]
        yield shape("polyline", points=ends, class_="ppnb-board-line")
    for name in places.cells:
        x, y = places.at[name]
        yield shape("circle", cx=x * 100, cy=y * 100, r=9, class_="ppnb-board-point")
    aside = 34 * places.spacing + 4  # beyond a piece's edge
    for name in places.cells:
        x, y = places.at[name]
        if places.lines:  # between them
            yield shape("text", text=places.label(name), x=round(x * 100 + aside * 0.85, 1),
                        y=round(y * 100 + aside + 10, 1), font_size=15,
                        class_="ppnb-square-name")  # fmt: skip
        else:
            yield shape("text", text=places.label(name), x=round(x * 100, 1),
                        y=round(y * 100 + aside + 26, 1), font_size=19, text_anchor="middle",
                        class_="ppnb-square-name")  # fmt: skip


# --- Piecepack tiles -----------------------------------------------------------------------------


def _tiles(places: Places) -> Iterator[Shape]:
    for x, y in places.tiles:
        yield use("tile", round(x * 100), round(y * 100))


def _crossings(places: Places) -> Iterator[Shape]:
    """Yield tiles with the lines between points, and the names of files and ranks beside them."""
    yield from _tiles(places)
    lines = {
        tuple(sorted((places.at[one], places.at[ray[0]])))
        for rays in (places.straight, places.diagonal)
        for one in rays
        for ray in rays[one]
    }
    path = "".join(_line(one, two) for one, two in sorted(lines))
    yield shape("path", d=path, class_="ppnb-board-line ppnb-tile-line")
    for name, (x, y) in places.grid.items():
        if name in places.shaded:
            yield _rect(x - 0.42, y - 0.42, 0.84, 0.84, "shaded", rx=8)
    left, _, _, bottom = _extent(places)
    for name, (x, y) in places.grid.items():
        if name in places.edge("bottom"):
            yield text_shape(name[0], x, bottom + 0.14, 26)
        if name in places.edge("left"):
            yield text_shape(name[1:], left - 0.17, y, 26)


# --- Tracks --------------------------------------------------------------------------------------


def _track(places: Places) -> Iterator[Shape]:
    for place, (x, y) in places.grid.items():
        name = places.label(place)
        yield from _plank(x - 0.48, y - 0.48, 0.96, 0.96)
        if place in places.shaded or int(name) % 2 == 0:
            yield _rect(x - 0.48, y - 0.48, 0.96, 0.96, "shaded", rx=8)
        yield shape("text", text=name, x=round(x * 100 - 40, 1), y=round(y * 100 - 24, 1),
                    font_size=20, class_="ppnb-square-name ppnb-bold")  # fmt: skip
    for start, end in places.links.items():
        up = int(places.label(end)) > int(places.label(start))
        draw = _ladder if up else _snake
        yield from draw(places.at[start], places.at[end])


def _ladder(start: Point, end: Point) -> Iterator[Shape]:
    """Yield two rails and the rungs between them."""
    long = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    path = ""
    for side in (-HALF_LADDER, HALF_LADDER):
        path += _line((start[0] - uy * side, start[1] + ux * side),
                      (end[0] - uy * side, end[1] + ux * side))  # fmt: skip
    for n in range(1, int(long / RUNG)):
        x, y = start[0] + ux * n * RUNG, start[1] + uy * n * RUNG
        path += _line((x - uy * HALF_LADDER, y + ux * HALF_LADDER),
                      (x + uy * HALF_LADDER, y - ux * HALF_LADDER))  # fmt: skip
    yield shape("path", d=path, class_="ppnb-ladder")


def _tracks(places: Places) -> Iterator[Shape]:
    """Yield the tracks beside a board: their names, and their steps with what these are called."""
    for name, steps in places.tracks.items():
        x, y = places.at[steps[0]]
        size = places.sizes[steps[0]]
        yield shape("text", text=places.label(name).replace("_", " "), font_size=24,
                    x=round((x - size / 2) * 100 + 2, 1), y=round((y - size / 2) * 100 - 8, 1),
                    class_="ppnb-coord")  # fmt: skip
        for number, step in enumerate(steps):
            yield from _step(step.rpartition(" ")[2], *places.at[step], size, number % 2 == 1)


def _step(label: str, x: float, y: float, size: float, dark: bool) -> Iterator[Shape]:
    side = size * 0.96
    yield from _plank(x - side / 2, y - side / 2, side, side)
    if dark:
        yield _rect(x - side / 2, y - side / 2, side, side, "shaded", rx=8)
    font = round(min(24 * size + 4, 150 * size / len(label)), 1)
    yield shape("text", text=label, x=round(x * 100, 1), y=round((y + side / 2) * 100 - 7, 1),
                font_size=font, text_anchor="middle", class_="ppnb-square-name")  # fmt: skip


def _line(one: Point, two: Point) -> str:
    return f"M{one[0] * 100:.1f} {one[1] * 100:.1f}L{two[0] * 100:.1f} {two[1] * 100:.1f}"


def _snake(start: Point, end: Point) -> Iterator[Shape]:
    """Yield a wavy line with a head on the square that it leads from."""
    long = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    stops = []
    for n in range(33):
        part, wave = n / 32, 0.16 * math.sin(n / 32 * math.pi * max(2, round(long)))
        x, y = start[0] + ux * long * part - uy * wave, start[1] + uy * long * part + ux * wave
        stops.append(f"{x * 100:.1f},{y * 100:.1f}")
    yield shape("polyline", points=" ".join(stops), class_="ppnb-snake")
    x, y = start[0] * 100, start[1] * 100
    yield shape("circle", cx=x, cy=y, r=13, class_="ppnb-snake-head")
    for dx in (-5, 5):
        yield shape("circle", cx=x + dx, cy=y - 3, r=2.6, class_="ppnb-f-ivory")


# --- Pits ----------------------------------------------------------------------------------------


def _pits(places: Places) -> Iterator[Shape]:
    top, high = places.frame
    yield from _plank(0.12, top + 0.12, places.width - 0.24, high - 0.24)
    rows = places.high
    for place in places.cells:
        x, y = places.at[place]
        name = places.label(place)
        if name in ("left", "right"):
            yield _rect(x - 0.4, y - rows / 2 + 0.1, 0.8, rows - 0.2, "pit", rx=38)
        else:
            yield shape("circle", cx=x * 100, cy=y * 100, r=43, class_="ppnb-pit")
            yield shape("text", text=name, x=x * 100, y=round(y * 100 - 45.5, 1), font_size=13,
                        text_anchor="middle", class_="ppnb-square-name")  # fmt: skip


DRAWINGS: dict[str, Callable[[Places], Iterator[Shape]]] = {
    "squares": _squares,
    "hexagons": _hexagons,
    "points": _points,
    "track": _track,
    "pits": _pits,
}
