"""A region of the table that grows as it is worked out: data for a canvas, and a static picture.

Vocabulary
    cell    a small square of the board, (column, row); ``grain`` squares wide
    batch   what was found from one place, by one step more
    ways    in how many ways a cell was reached; a cell is the hotter the more there are
    front   the cells of the last step; those of the steps before it are paler
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import many
from piecepack_nb.scene.model import Area, Listing, Scene

__all__ = [
    "Batch",
    "Cell",
    "Line",
    "Outline",
    "Region",
    "Round",
    "Spreading",
    "Thing",
    "Words",
    "worked_out",
]

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


class Round(NamedTuple):
    """A round thing."""

    x: float
    y: float
    radius: float
    colour: str


class Line(NamedTuple):
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


Thing = Outline | Round | Line | Words


class Spreading(NamedTuple):
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

    def __init__(self, spreading: Spreading) -> None:
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
            f"After {many(self.step, 'step')}: {many(cells, 'cell')}, {area:.1f} square inches, "
            f"up to {far:.2f} inches away; at most {many(self.top, 'way')} into one cell"
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
                f"{many(ways, 'way')} of {many(step, 'step')} {end} there, {share}; "
                f"the hottest cell has {self.top}"
            )
        elif cell in self.paler():
            last = max(each for each, cells in self.steps.items() if cell in cells)
            text = f"{many(last, 'step')} can end there, {step} can't, as far as was found"
        else:
            return f"{name} {self.spreading.why_not(cell, step)}."
        return f"{name}: {text}. One way: {self.spreading.told(self.way(cell))}."

    def listing(self) -> Listing:
        """Each step in numbers."""
        inches = self.spreading.inches
        rows = [
            (str(step), str(len(cells)), f"{self.far[step] * inches:.2f}",
             str(sum(cells.values())), str(self._top[step]))
            for step, cells in self.steps.items()
        ]  # fmt: skip
        return Listing(
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


def worked_out(spreading: Spreading, batches: Iterable[Batch] | None = None) -> Region:
    """The whole region."""
    region = Region(spreading)
    for batch in spreading.batches() if batches is None else batches:
        region.add(batch)
    return region
