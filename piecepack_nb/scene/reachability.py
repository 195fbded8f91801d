"""Regions that a piece can reach step by step, as data for a canvas and as a static picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.layout import text_shape
from piecepack_nb.scene.model import Area, Layout, Mark, Point, Scene, Shape, TextTable, shape

Cell = tuple[int, int]


class Batch(NamedTuple):
    """The places that one step reaches from one place."""

    step: int
    """The number of the step, from 1."""
    path: tuple[Point, ...]
    """The places before each step, in squares of the board; the last is where this step starts."""
    places: tuple[Point, ...]
    """The places that the step can reach."""
    cells: tuple[Cell, ...]
    """The cells of these places."""
    paths: int
    """The number of paths to the place where the step starts."""


class Outline(NamedTuple):
    """A polygon on the board."""

    points: tuple[Point, ...]
    colour: str
    """The name of a board colour, such as "wood-2"."""
    edge: str = ""
    """The colour of the edge; "" for none."""


class Circle(NamedTuple):
    """A disc on the board."""

    x: float
    y: float
    radius: float
    colour: str


class Segment(NamedTuple):
    """A line on the board."""

    start: Point
    end: Point
    width: float
    colour: str


class Label(NamedTuple):
    """A text on the board."""

    text: str
    x: float
    y: float
    size: float
    colour: str


Thing = Outline | Circle | Segment | Label


class ReachProblem(NamedTuple):
    """The region to compute, the board around it, and the words for it."""

    title: str
    scene: Scene
    """The scene; only its area "board" is shown."""
    batches: Callable[[], Iterator[Batch]]
    """Starts the computation, batch by batch."""
    grain: float
    """The side of a cell, in squares."""
    cell_at: Callable[[float, float], Cell]
    """``cell_at(x, y)``: the cell of a place in the game's own coordinates."""
    cell_name: Callable[[Cell], str]
    """``cell_name(cell)``: the cell's name."""
    why_not: Callable[[Cell, int], str]
    """``why_not(cell, steps)``: why these steps don't reach it; follows the name in a sentence."""
    path_text: Callable[[tuple[Point, ...]], str]
    """``path_text(path)``: the path as text."""
    ground: tuple[Thing, ...] = ()
    """The shapes below the region, from the bottom up."""
    things: tuple[Thing, ...] = ()
    """The shapes above the region."""
    inches: float = 1.0
    """The side of a square in inches, for texts."""
    counted: str = ""
    """The paths that are counted, as text."""
    radius: float = 0.375
    """The radius of the moving piece, in squares."""

    @property
    def board(self) -> Area:
        """The area that is shown."""
        return next(area for area in self.scene.areas if area.id == "board")


class Region:
    """The region computed so far."""

    def __init__(self, problem: ReachProblem) -> None:
        self.problem = problem
        self.steps: dict[int, dict[Cell, int]] = {}
        """The cells of each step, with the number of paths to each."""
        self.far: dict[int, float] = {}
        """The distance of each step's furthest place from the start, in squares."""
        self._first: dict[tuple[int, Cell], tuple[Point, ...]] = {}
        self._top: dict[int, int] = {}

    @property
    def step(self) -> int:
        """The step of the last batch; 0 before the first."""
        return max(self.steps, default=0)

    @property
    def top(self) -> int:
        """The number of paths to the hottest cell of the last step."""
        return self._top.get(self.step, 0)

    def add(self, batch: Batch) -> list[Cell]:
        """Add a batch; return the cells that it reached, each once."""
        step, start = batch.step, batch.path[0]
        cells = self.steps.setdefault(step, {})
        far, top = self.far.get(step, 0.0), self._top.get(step, 0)
        for place, cell in zip(batch.places, batch.cells, strict=True):
            if cell not in cells:
                self._first[step, cell] = (*batch.path, place)
            cells[cell] = cells.get(cell, 0) + batch.paths
            far, top = max(far, math.dist(start, place)), max(top, cells[cell])
        self.far[step], self._top[step] = far, top
        return list(dict.fromkeys(batch.cells))

    def heat(self, cell: Cell, step: int | None = None) -> float:
        """Return a cell's heat, from 0 to 1: the root of its share of the hottest cell's paths."""
        step = self.step if step is None else step
        paths = self.steps.get(step, {}).get(cell, 0)
        return math.sqrt(paths / self._top[step]) if paths else 0.0

    def path(self, cell: Cell) -> tuple[Point, ...]:
        """Return a path to a cell by the last step that reached it; () for none."""
        paths = (self._first.get((step, cell), ()) for step in sorted(self.steps, reverse=True))
        return next((path for path in paths if path), ())

    def paler(self) -> set[Cell]:
        """Return the cells that earlier steps reached and the last step didn't."""
        front = self.steps.get(self.step, {})
        return {cell for cells in self.steps.values() for cell in cells if cell not in front}

    @property
    def text(self) -> str:
        """The progress, without a full stop."""
        if not self.step:
            return "Nothing is computed yet"
        cells, inches = len(self.steps[self.step]), self.problem.inches
        far = self.far.get(self.step, 0.0) * inches
        area = cells * (self.problem.grain * inches) ** 2
        return (
            f"After {count_noun(self.step, 'step')}: {count_noun(cells, 'cell')}, "
            f"{area:.1f} square inches, up to {far:.2f} inches away; "
            f"at most {count_noun(self.top, 'path')} to one cell"
        )

    def about(self, cell: Cell) -> str:
        """Return the number of paths to a cell and one of them, or why there is none, as text."""
        name, step = self.problem.cell_name(cell), self.step
        if not step:
            return f"{name}: nothing is computed yet."
        paths = self.steps[step].get(cell, 0)
        if paths:
            share = _share(paths, sum(self.steps[step].values()))
            end = "ends" if paths == 1 else "end"
            text = (
                f"{count_noun(paths, 'path')} of {count_noun(step, 'step')} {end} there, {share}; "
                f"the hottest cell has {self.top}"
            )
        elif cell in self.paler():
            last = max(each for each, cells in self.steps.items() if cell in cells)
            text = f"{count_noun(last, 'step')} can end there; no path of {step} was found"
        else:
            return f"{name} {self.problem.why_not(cell, step)}."
        return f"{name}: {text}. One path: {self.problem.path_text(self.path(cell))}."

    def listing(self) -> TextTable:
        """Return a table of the steps, in numbers."""
        inches = self.problem.inches
        rows = [
            (str(step), str(len(cells)), f"{self.far[step] * inches:.2f}",
             str(sum(cells.values())), str(self._top[step]))
            for step, cells in self.steps.items()
        ]  # fmt: skip
        return TextTable(
            f"The region, step by step ({self.problem.counted})",
            (
                "Steps",
                "Cells reached",
                "Furthest, in inches",
                "Paths tried",
                "Paths to the hottest cell",
            ),
            tuple(rows),
        )


def _share(paths: int, total: int) -> str:
    return "all of them" if paths == total else f"1 in {round(total / paths)}"


def compute_region(problem: ReachProblem) -> Region:
    """Return the whole region."""
    region = Region(problem)
    for batch in problem.batches():
        region.add(batch)
    return region


# --- Pictures ------------------------------------------------------------------------------------


LEVELS = 9
"""The number of tints of heat."""
ROWS_PER_SHAPE = 120  # the texts of a scene are limited
KEY_HIGH = 0.8
"""The height of the key, in squares."""


class Swatch(NamedTuple):
    """A part of the key: a tinted square or a text, with its middle at x."""

    x: float
    heat: float | None = None
    """The square's heat, from 0 to 1; None for cells that only earlier steps reached."""
    text: str = ""
    """The text instead of a square."""


def key(region: Region) -> Iterator[Swatch]:
    """Yield the key of the tints from left to right; nothing for an empty region."""
    if not region.top:
        return
    if region.step > 1:
        yield Swatch(0.35)
        yield Swatch(1.62, text="by fewer steps")
    left = 3.9
    yield Swatch(left - 0.62, text="1 path")
    for at in range(6):
        yield Swatch(left + 0.34 * at, (at + 1) / 6)
    yield Swatch(left + 2.68, text=count_noun(region.top, "path"))


def tint(heat: float | None) -> tuple[float, float]:
    """Return the opacity of the hot colour on the mat and of ink on that, from 0 to 1 each.

    A hotter cell is always darker too (on a dark mat, brighter), for readers who see no hues.
    """
    if heat is None:
        return 0.13, 0.0
    return round(0.26 + 0.74 * min(1.0, heat / 0.6), 3), round(max(0.0, heat - 0.6) * 1.05, 3)


def reach_scene(region: Region, cell: Cell | None = None) -> Scene:
    """Return the board with the region and its key, and with a path to ``cell``, if given."""
    problem = region.problem
    board = problem.board
    listing = region.listing()
    path = () if cell is None else region.path(cell)
    text = f"{region.text}." if cell is None else region.about(cell)
    top = round(board.height + 0.06, 2)
    areas = (
        board._replace(backdrop=(*board.backdrop, *_tints(region), *_laid(region, path))),
        Area("key", board.width, KEY_HIGH, "", tuple(_key(region))),
    )
    return Scene(
        areas,
        (Layout(0, board.width, top + KEY_HIGH, {"board": (0, 0), "key": (0, top)}),),
        tuple(piece for piece in problem.scene.pieces if piece.area == "board"),
        tuple(Mark("text", x, y, label=str(at)) for at, (x, y) in enumerate(path) if at),
        caption=f"{problem.title}. {text}",
        alt=problem.scene.alt,
        listings=(listing,) if listing.rows else (),
    )


def _laid(region: Region, path: tuple[Point, ...]) -> Iterator[Shape]:
    """Yield the piece at each place of a path."""
    radius = round(100 * region.problem.radius - 3, 1)
    for x, y in path[1:]:
        yield shape("circle", cx=round(100 * x, 1), cy=round(100 * y, 1), r=radius,
                    class_="ppnb-laid")  # fmt: skip


def _key(region: Region) -> Iterator[Shape]:
    middle = KEY_HIGH / 2
    for each in key(region):
        if each.text:
            yield text_shape(each.text, each.x, middle, 27)
        else:
            x, y = (each.x - 0.17) * 100, middle * 100 - 17
            yield from _tinted(f"M{x:.1f} {y:.1f}h34v34h-34Z", each.heat)


def _tinted(path: str, heat: float | None) -> Iterator[Shape]:
    hot, dark = tint(heat)
    yield shape("path", d=path, class_="ppnb-heat", fill_opacity=hot)
    if dark:
        yield shape("path", d=path, class_="ppnb-hotter", fill_opacity=dark)


def _tints(region: Region) -> Iterator[Shape]:
    """Yield the cells, those of one tint together."""
    for heat, rows in tinted(region, region.steps.get(region.step, {}), region.paler()):
        for first in range(0, len(rows), ROWS_PER_SHAPE):
            path = "".join(_row(region, *row) for row in rows[first : first + ROWS_PER_SHAPE])
            yield from _tinted(path, heat)


def tinted(
    region: Region, cells: Iterable[Cell], paler: Iterable[Cell] = ()
) -> Iterator[tuple[float | None, list[tuple[Cell, int]]]]:
    """Yield the cells of the last step and ``paler`` ones: for each tint its rows of cells.

    A row is its first cell and the number of cells.
    """
    levels: dict[int, list[Cell]] = {0: list(paler)}
    for cell in cells:
        levels.setdefault(max(1, round(region.heat(cell) * LEVELS)), []).append(cell)
    for level, alike in sorted(levels.items()):
        yield level / LEVELS if level else None, list(_rows(alike))


def _rows(cells: list[Cell]) -> Iterator[tuple[Cell, int]]:
    present = set(cells)
    for column, row in sorted(present):
        if (column - 1, row) not in present:
            wide = 1
            while (column + wide, row) in present:
                wide += 1
            yield (column, row), wide


def _row(region: Region, cell: Cell, wide: int) -> str:
    grain = region.problem.grain * 100
    left, top = cell[0] * grain, cell[1] * grain
    return f"M{left:.1f} {top:.1f}h{wide * grain:.1f}v{grain:.1f}h{-wide * grain:.1f}Z"
