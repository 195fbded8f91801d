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
from piecepack_nb.scene.model import Area, Layout, Listing, Scene, Shape, shape

__all__ = [
    "Batch",
    "Cell",
    "Outline",
    "Region",
    "Round",
    "Spreading",
    "spread_scene",
    "worked_out",
]

Cell = tuple[int, int]
Place = tuple[float, float]
LEVELS = 8
"""How many tints of heat there are."""
FEW = 120  # cells a path: a scene takes no endless texts
PALE = 0.16


class Batch(NamedTuple):
    """What was found from one place."""

    step: int
    """The number of the step, from 1."""
    start: Place
    places: tuple[Place, ...]
    """Where the next step can lead, in squares of the board."""
    ways: int
    """In how many ways one gets to ``start``."""


class Outline(NamedTuple):
    """A thing with corners that lies on the table, as a canvas draws it."""

    points: tuple[Place, ...]
    colour: str
    """The name of one of the board's colours, such as "wood-2"."""


class Round(NamedTuple):
    """A round thing."""

    x: float
    y: float
    radius: float
    colour: str


class Spreading(NamedTuple):
    """What is to be worked out, and what lies there."""

    title: str
    scene: Scene
    """The table; of its areas only "board" is shown."""
    batches: Callable[[], Iterator[Batch]]
    """Begins to work it out, batch by batch."""
    grain: float
    things: tuple[Outline | Round, ...] = ()
    """What the canvas draws of the table, in the order in which it lies."""
    inches: float = 1.0
    """How many inches a square is, for the words."""

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
        self.start: Place | None = None

    @property
    def step(self) -> int:
        """The step that the last batch belonged to; 0 before the first."""
        return max(self.steps, default=0)

    def add(self, batch: Batch) -> list[Cell]:
        """Take a batch in; the cells that it reached, each once."""
        self.start = batch.start if self.start is None else self.start
        cells = self.steps.setdefault(batch.step, {})
        touched = []
        for place in batch.places:
            cell = self.cell(place)
            cells[cell] = cells.get(cell, 0) + batch.ways
            touched.append(cell)
            self.far[batch.step] = max(self.far.get(batch.step, 0.0), math.dist(self.start, place))
        return list(dict.fromkeys(touched))

    def cell(self, place: Place) -> Cell:
        """The cell that a place lies in."""
        grain = self.spreading.grain
        return math.floor(place[0] / grain), math.floor(place[1] / grain)

    def heat(self, cell: Cell, step: int | None = None) -> float:
        """How hot a cell of a step is, from 0 to 1: by how often twice as many ways lead there."""
        cells = self.steps.get(self.step if step is None else step, {})
        if cell not in cells:
            return 0.0
        top = math.log2(1 + max(cells.values()))
        return math.log2(1 + cells[cell]) / top

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
            f"After {many(self.step, 'step')}: {many(cells, 'cell')}, {area:.1f} square inches; "
            f"the furthest place is {far:.2f} inches away"
        )

    def listing(self) -> Listing:
        """Each step in numbers."""
        inches = self.spreading.inches
        rows = [
            (str(step), str(len(cells)), f"{self.far[step] * inches:.2f}", str(sum(cells.values())))
            for step, cells in self.steps.items()
        ]
        return Listing(
            "Where it can be, step by step",
            ("Steps", "Cells reached", "Furthest, in inches", "Ways tried"),
            tuple(rows),
        )


def spread_scene(region: Region) -> Scene:
    """The board with the region on it, and nothing beside it."""
    spreading = region.spreading
    board = spreading.board
    cells = tuple(_tints(region))
    listing = region.listing()
    return Scene(
        (board._replace(backdrop=(*board.backdrop, *cells)),),
        (Layout(0, board.width, board.height, {"board": (0, 0)}),),
        tuple(piece for piece in spreading.scene.pieces if piece.area == "board"),
        caption=f"{spreading.title}. {region.text}.",
        alt=spreading.scene.alt,
        listings=(listing,) if listing.rows else (),
    )


def _tints(region: Region) -> Iterator[Shape]:
    """The cells, those of one tint together."""
    levels: dict[int, list[Cell]] = {0: sorted(region.paler())}
    for cell in region.steps.get(region.step, {}):
        levels.setdefault(max(1, round(region.heat(cell) * LEVELS)), []).append(cell)
    for level, cells in sorted(levels.items()):
        opacity = round(0.2 + 0.65 * level / LEVELS, 2) if level else PALE
        for first in range(0, len(cells), FEW):
            path = "".join(_square(region, cell) for cell in cells[first : first + FEW])
            yield shape("path", d=path, class_="ppnb-heat", fill_opacity=opacity)


def _square(region: Region, cell: Cell) -> str:
    grain = region.spreading.grain * 100
    return f"M{cell[0] * grain:.1f} {cell[1] * grain:.1f}h{grain:.1f}v{grain:.1f}h{-grain:.1f}Z"


def worked_out(spreading: Spreading, batches: Iterable[Batch] | None = None) -> Region:
    """The whole region."""
    region = Region(spreading)
    for batch in spreading.batches() if batches is None else batches:
        region.add(batch)
    return region
