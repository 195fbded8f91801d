"""A region of the table that grows as it is computed: data for a canvas, and a static picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.layout import text_shape
from piecepack_nb.scene.model import Area, Layout, Mark, Scene, Shape, TextTable, shape

Cell = tuple[int, int]
Place = tuple[float, float]


class Batch(NamedTuple):
    """What was found from one place."""

    step: int
    """The number of the step, from 1."""
    way: tuple[Place, ...]
    """Where it was before each step, in squares of the board; the last is the place itself."""
    places: tuple[Place, ...]
    """Where the next step can lead."""
    cells: tuple[Cell, ...]
    """The cells of these places."""
    ways: int
    """In how many ways one gets to the place that it was found from."""


class Outline(NamedTuple):
    """A thing with corners that lies on the table, as a canvas draws it."""

    points: tuple[Place, ...]
    colour: str
    """The name of one of the board's colours, such as "wood-2"."""
    edge: str = ""
    """The colour of its edge; "" for none."""


class Circle(NamedTuple):
    """A round thing."""

    x: float
    y: float
    radius: float
    colour: str


class Segment(NamedTuple):
    """A line on the table."""

    start: Place
    end: Place
    width: float
    colour: str


class Words(NamedTuple):
    """Letters on the table."""

    text: str
    x: float
    y: float
    size: float
    colour: str


Thing = Outline | Circle | Segment | Words


class ReachProblem(NamedTuple):
    """What is to be worked out, and what lies there."""

    title: str
    scene: Scene
    """The table; of its areas only "board" is shown."""
    batches: Callable[[], Iterator[Batch]]
    """Begins to work it out, batch by batch."""
    grain: float
    cell_at: Callable[[float, float], Cell]
    """The cell of a place, as it is named."""
    named: Callable[[Cell], str]
    """A cell in words."""
    why_not: Callable[[Cell, int], str]
    """Why a cell isn't reached by so many steps: the rest of a sentence that begins with it."""
    told: Callable[[tuple[Place, ...]], str]
    """A way in words."""
    ground: tuple[Thing, ...] = ()
    """What the canvas draws of the table, in the order in which it lies: below the region,"""
    things: tuple[Thing, ...] = ()
    """and over it."""
    inches: float = 1.0
    """How many inches a square is, for the words."""
    counted: str = ""
    """Which ways are counted, in words."""
    radius: float = 0.375
    """How large what moves is, in squares."""

    @property
    def board(self) -> Area:
        """The area that is shown."""
        return next(area for area in self.scene.areas if area.id == "board")


class Region:
    """What was found so far."""

    def __init__(self, spreading: ReachProblem) -> None:
        self.spreading = spreading
        self.steps: dict[int, dict[Cell, int]] = {}
        """For each step its cells, and in how many ways each was reached."""
        self.far: dict[int, float] = {}
        """For each step how far its furthest place is from the start, in squares."""
        self._first: dict[tuple[int, Cell], tuple[Place, ...]] = {}
        self._top: dict[int, int] = {}

    @property
    def step(self) -> int:
        """The step that the last batch belonged to; 0 before the first."""
        return max(self.steps, default=0)

    @property
    def top(self) -> int:
        """In how many ways the hottest cell of the last step was reached."""
        return self._top.get(self.step, 0)

    def add(self, batch: Batch) -> list[Cell]:
        """Take a batch in; the cells that it reached, each once."""
        step, start = batch.step, batch.way[0]
        cells = self.steps.setdefault(step, {})
        far, top = self.far.get(step, 0.0), self._top.get(step, 0)
        for place, cell in zip(batch.places, batch.cells, strict=True):
            if cell not in cells:
                self._first[step, cell] = (*batch.way, place)
            cells[cell] = cells.get(cell, 0) + batch.ways
            far, top = max(far, math.dist(start, place)), max(top, cells[cell])
        self.far[step], self._top[step] = far, top
        return list(dict.fromkeys(batch.cells))

    def heat(self, cell: Cell, step: int | None = None) -> float:
        """How hot a cell of a step is, from 0 to 1: the root of its share of the most ways."""
        step = self.step if step is None else step
        ways = self.steps.get(step, {}).get(cell, 0)
        return math.sqrt(ways / self._top[step]) if ways else 0.0

    def way(self, cell: Cell) -> tuple[Place, ...]:
        """A way to a cell by the last step that reached it, place by place; () for none."""
        ways = (self._first.get((step, cell), ()) for step in sorted(self.steps, reverse=True))
        return next((way for way in ways if way), ())

    def paler(self) -> set[Cell]:
        """The cells that were reached earlier, and not by the last step."""
        front = self.steps.get(self.step, {})
        return {cell for cells in self.steps.values() for cell in cells if cell not in front}

    @property
    def text(self) -> str:
        """How far it has come, in a sentence."""
        if not self.step:
            return "Nothing is worked out yet"
        cells, inches = len(self.steps[self.step]), self.spreading.inches
        far = self.far.get(self.step, 0.0) * inches
        area = cells * (self.spreading.grain * inches) ** 2
        return (
            f"After {count_noun(self.step, 'step')}: {count_noun(cells, 'cell')}, "
            f"{area:.1f} square inches, up to {far:.2f} inches away; "
            f"at most {count_noun(self.top, 'way')} into one cell"
        )

    def about(self, cell: Cell) -> str:
        """What is known of a cell: in how many ways it is reached and by which; or why it isn't."""
        name, step = self.spreading.named(cell), self.step
        if not step:
            return f"{name}: nothing is worked out yet."
        ways = self.steps[step].get(cell, 0)
        if ways:
            share = _share(ways, sum(self.steps[step].values()))
            end = "ends" if ways == 1 else "end"
            text = (
                f"{count_noun(ways, 'way')} of {count_noun(step, 'step')} {end} there, {share}; "
                f"the hottest cell has {self.top}"
            )
        elif cell in self.paler():
            last = max(each for each, cells in self.steps.items() if cell in cells)
            text = f"{count_noun(last, 'step')} can end there, {step} can't, as far as was found"
        else:
            return f"{name} {self.spreading.why_not(cell, step)}."
        return f"{name}: {text}. One way: {self.spreading.told(self.way(cell))}."

    def listing(self) -> TextTable:
        """Each step in numbers."""
        inches = self.spreading.inches
        rows = [
            (str(step), str(len(cells)), f"{self.far[step] * inches:.2f}",
             str(sum(cells.values())), str(self._top[step]))
            for step, cells in self.steps.items()
        ]  # fmt: skip
        return TextTable(
            f"Where it can be, step by step ({self.spreading.counted})",
            (
                "Steps",
                "Cells reached",
                "Furthest, in inches",
                "Ways tried",
                "Into the hottest cell",
            ),
            tuple(rows),
        )


def _share(ways: int, total: int) -> str:
    return "each of all" if ways == total else f"1 in {round(total / ways)}"


def compute_region(spreading: ReachProblem, batches: Iterable[Batch] | None = None) -> Region:
    """The whole region."""
    region = Region(spreading)
    for batch in spreading.batches() if batches is None else batches:
        region.add(batch)
    return region


# --- Its picture ---------------------------------------------------------------------------------


LEVELS = 9
"""How many tints of heat there are."""
FEW = 120  # rows of cells a path: a scene takes no endless texts
KEY_HIGH = 0.8
"""How high the key is, in squares."""


class Swatch(NamedTuple):
    """A part of the key: a tinted square or words, with its middle at x."""

    x: float
    heat: float | None = None
    """How hot the square is, from 0 to 1; None for what only earlier steps reached."""
    text: str = ""
    """Words instead of a square."""


def key(region: Region) -> Iterator[Swatch]:
    """What the tints mean, from left to right; nothing where nothing was reached."""
    if not region.top:
        return
    if region.step > 1:
        yield Swatch(0.35)
        yield Swatch(1.62, text="by fewer steps")
    left = 3.9
    yield Swatch(left - 0.62, text="1 way")
    for at in range(6):
        yield Swatch(left + 0.34 * at, (at + 1) / 6)
    yield Swatch(left + 2.68, text=count_noun(region.top, "way"))


def tint(heat: float | None) -> tuple[float, float]:
    """How much of the hot colour lies on the mat, and how much ink on that: 0 to 1 each.

    So a hotter cell is always darker too (on a dark mat, brighter), whatever colours one sees.
    """
    if heat is None:
        return 0.13, 0.0
    return round(0.26 + 0.74 * min(1.0, heat / 0.6), 3), round(max(0.0, heat - 0.6) * 1.05, 3)


def reach_scene(region: Region, asked: Cell | None = None) -> Scene:
    """The board with the region on it and its key below; a way to the cell that is ``asked``."""
    spreading = region.spreading
    board = spreading.board
    cells = tuple(_tints(region))
    listing = region.listing()
    way = () if asked is None else region.way(asked)
    told = f"{region.text}." if asked is None else region.about(asked)
    top = round(board.height + 0.06, 2)
    areas = (
        board._replace(backdrop=(*board.backdrop, *cells, *_laid(region, way))),
        Area("key", board.width, KEY_HIGH, "", tuple(_key(region))),
    )
    return Scene(
        areas,
        (Layout(0, board.width, top + KEY_HIGH, {"board": (0, 0), "key": (0, top)}),),
        tuple(piece for piece in spreading.scene.pieces if piece.area == "board"),
        tuple(Mark("text", x, y, label=str(at)) for at, (x, y) in enumerate(way) if at),
        caption=f"{spreading.title}. {told}",
        alt=spreading.scene.alt,
        listings=(listing,) if listing.rows else (),
    )


def _laid(region: Region, way: tuple[tuple[float, float], ...]) -> Iterator[Shape]:
    """What a way lays, one thing after the other."""
    radius = round(100 * region.spreading.radius - 3, 1)
    for x, y in way[1:]:
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
    """The cells, those of one tint together."""
    for heat, rows in tinted(region, region.steps.get(region.step, {}), region.paler()):
        for first in range(0, len(rows), FEW):
            path = "".join(_row(region, *row) for row in rows[first : first + FEW])
            yield from _tinted(path, heat)


def tinted(
    region: Region, cells: Iterable[Cell], paler: Iterable[Cell] = ()
) -> Iterator[tuple[float | None, list[tuple[Cell, int]]]]:
    """Cells of the last step, and ``paler`` ones: for each tint the rows of cells that have it.

    A row is its first cell and how many there are.
    """
    levels: dict[int, list[Cell]] = {0: list(paler)}
    for cell in cells:
        levels.setdefault(max(1, round(region.heat(cell) * LEVELS)), []).append(cell)
    for level, alike in sorted(levels.items()):
        yield level / LEVELS if level else None, list(_rows(alike))


def _rows(cells: list[Cell]) -> Iterator[tuple[Cell, int]]:
    there = set(cells)
    for column, row in sorted(there):
        if (column - 1, row) not in there:
            wide = 1
            while (column + wide, row) in there:
                wide += 1
            yield (column, row), wide


def _row(region: Region, cell: Cell, wide: int) -> str:
    grain = region.spreading.grain * 100
    left, top = cell[0] * grain, cell[1] * grain
    return f"M{left:.1f} {top:.1f}h{wide * grain:.1f}v{grain:.1f}h{-wide * grain:.1f}Z"
