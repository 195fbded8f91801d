"""A region that a piece can reach, drawn on a canvas as it is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite

from piecepack_nb.core.errors import invalid
from piecepack_nb.scene import Scene, TextTable
from piecepack_nb.scene.reachability import (
    KEY_HIGH,
    Batch,
    Cell,
    Circle,
    Label,
    Outline,
    ReachProblem,
    Region,
    Segment,
    Thing,
    key,
    reach_scene,
    tint,
    tinted,
)
from piecepack_nb.widgets.canvas import CanvasPainter, SteppedView, mixed

TIPS = "Compute to the end, or continue from here", "Compute one more step of the piece"
BATCHES = 40
"""Batches drawn at once: a region has thousands."""


class ReachMap(SteppedView):
    """The region of a ``problem`` on a canvas: ``run`` computes it, ``step`` one step at a time.

    Picking a cell, or reaching it with the arrow keys, shows the number of paths to it and one of
    them, or why there is none.
    """

    unit = 70

    def __init__(self, problem: ReachProblem, *, delay: float = 0.04, scale: float = 2) -> None:
        self.problem = problem
        self.region = Region(problem)
        self._batches: Iterator[Batch] = problem.batches()
        self._next: Batch | None = next(self._batches, None)
        self.cell: Cell | None = None
        """The cell that the reader asked about; the canvas shows a path to it."""
        board = problem.board
        box = (0.0, 0.0, board.width, board.height + KEY_HIGH)
        super().__init__(box, label=problem.title, tips=TIPS, delay=delay, scale=scale)
        grain = problem.grain
        size = int(board.width / grain + 1e-6), int(board.height / grain + 1e-6)
        self.panel.on_inspect(self._inspect, size, (grain / board.width, grain / box[3]))
        self._rest()

    def __repr__(self) -> str:
        return f"<ReachMap {self.region.text}>"

    # --- runs ------------------------------------------------------------------------------------

    def run(self, *, delay: float | None = None) -> Region:
        """Compute and draw the whole region; return it."""
        if delay is not None:
            self.delay = delay
        self._run_in_cell()
        return self.region

    def step(self) -> int:
        """Compute one more step of the piece; return its number, or 0 at the end."""
        self._take_over()
        number = self._due
        while number and self._due == number:
            self._advance()
        self._rest()
        return number

    def again(self) -> None:
        """Return to the start."""
        with self.lock:
            self._take_over()
            self.region, self.cell = Region(self.problem), None
            self._batches = self.problem.batches()
            self._next = next(self._batches, None)
            self.redraw()
        self._rest()

    @property
    def ended(self) -> bool:
        """True when the whole region is computed."""
        return self._next is None

    @property
    def _due(self) -> int:
        """The step to compute next; 0 at the end."""
        return 0 if self._next is None else self._next.step

    def _advance(self) -> bool:
        """Add some batches of one step and draw their cells; return False at the end."""
        with self.lock:
            if self._next is None:
                return False
            step = self._next.step
            new_step = step != self.region.step
            cells: dict[Cell, None] = {}
            for _ in range(BATCHES):
                if self._next is None or self._next.step != step:
                    break
                cells |= dict.fromkeys(self.region.add(self._next))
                self._next = next(self._batches, None)
            if new_step:
                self.redraw()
            else:
                self.draw(lambda painter, colour: self._paint_more(painter, colour, cells))
            self.say(f"{self.region.text}.", aloud=False)
            if self.ended:
                self._rest()
            return True

    def ask(self, x: object, y: object) -> str:
        """Return the number of paths to the cell at a place, and one of them, or why there is none.

        ``x`` and ``y`` are in the game's coordinates, such as inches. The canvas shows the path.
        Raises BadInput for anything but numbers.
        """
        self._inspect(self.problem.cell_at(_finite("x", x), _finite("y", y)))
        return self.panel.words

    def _inspect(self, cell: Cell | None) -> None:
        self.cell = cell
        with self.lock:
            self.redraw()
        self.say(f"{self.region.text}." if cell is None else self.region.about(cell))

    def _rest(self) -> None:
        self._inspect(self.cell)
        self.panel.tabulate(self.table())

    # --- the canvas ------------------------------------------------------------------------------

    def paint(self, painter: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw the board, the cells reached, and everything above them."""
        board = self.problem.board
        painter.rect(0, 0, board.width, board.height + KEY_HIGH, colour["paper"])
        self._key(painter, colour)
        with painter.within(0, 0, board.width, board.height):
            painter.rect(0, 0, board.width, board.height, colour["tray"])
            for thing in self.problem.ground:
                _draw(painter, colour, thing)
            front = self.region.steps.get(self.region.step, {})
            self._cells(painter, colour, front, self.region.paler())
            if self.cell is not None:
                self._path(painter, colour, self.cell)

    def _paint_more(
        self, painter: CanvasPainter, colour: Mapping[str, str], cells: Iterable[Cell]
    ) -> None:
        board = self.problem.board
        with painter.within(0, 0, board.width, board.height):
            self._cells(painter, colour, cells)

    def _cells(
        self,
        painter: CanvasPainter,
        colour: Mapping[str, str],
        cells: Iterable[Cell],
        paler: Iterable[Cell] = (),
    ) -> None:
        """Draw cells of the last step, and everything above them."""
        grain = self.problem.grain
        for heat, rows in tinted(self.region, cells, paler):
            fill = _mixed(colour, heat)
            for (column, row), wide in rows:
                painter.rect(column * grain, row * grain, wide * grain, grain, fill)
        for thing in self.problem.things:
            _draw(painter, colour, thing)

    def _path(self, painter: CanvasPainter, colour: Mapping[str, str], cell: Cell) -> None:
        """Draw the discs of a path to a cell, by their numbers, and a frame round the cell."""
        ink, paper, grain = colour["ink"], colour["paper"], self.problem.grain
        path = self.region.path(cell)
        for at, (x, y) in enumerate(path[1:], 1):
            for look, width in ((paper, 0.1), (ink, 0.045)):
                painter.arc(x, y, self.problem.radius - 0.03, (0, 360), look, width)
            if at < len(path) - 1:  # the last is in the cell that is framed
                painter.disc(x, y, 0.17, paper + "dd")
                painter.words(str(at), x, y, 0.27, ink, bold=True)
        if not path:
            return  # the page itself frames a cell that is not reached
        left, top = cell[0] * grain, cell[1] * grain
        frame = [(left, top), (left + grain, top), (left + grain, top + grain), (left, top + grain)]
        for look, width in ((paper, 0.11), (colour["accent"], 0.06)):
            painter.line(frame, look, width, closed=True)

    def _key(self, painter: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw the key of the tints below the board."""
        middle = self.problem.board.height + KEY_HIGH / 2
        for each in key(self.region):
            if each.text:
                painter.words(each.text, each.x, middle, 0.27, colour["ink"])
            else:
                fill = _mixed(colour, each.heat)
                painter.rect(each.x - 0.17, middle - 0.17, 0.34, 0.34, fill)

    def scene(self) -> Scene:
        """Return the board with the region computed so far."""
        return reach_scene(self.region, self.cell)

    def table(self) -> TextTable:
        """Return a table of the steps, in numbers."""
        return self.region.listing()


def _finite(name: str, value: object) -> float:
    if isinstance(value, int | float) and isfinite(value):
        return value
    raise invalid(name, value, "a number")


def _mixed(colour: Mapping[str, str], heat: float | None) -> str:
    """Return the colour for a heat; None is for cells that only earlier steps reached."""
    hot, dark = tint(heat)
    return mixed(colour["ink"], mixed(colour["hot"], colour["mat"], hot), dark)


def _draw(painter: CanvasPainter, colour: Mapping[str, str], thing: Thing) -> None:
    match thing:
        case Outline(points, fill, edge):
            painter.area(points, colour[fill])
            if edge:
                painter.line(points, colour[edge], 0.04, closed=True)
        case Circle(x, y, radius, fill):
            painter.disc(x, y, radius, colour[fill])
        case Segment(start, end, width, ink):
            painter.line((start, end), colour[ink], width)
        case Label(text, x, y, size, ink):
            painter.words(text, x, y, size, colour[ink], bold=ink != "soft")
