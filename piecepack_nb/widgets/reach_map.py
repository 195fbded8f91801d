"""A region of the table worked out on a canvas, drawn as it is found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from threading import Event

from piecepack_nb.core.errors import invalid
from piecepack_nb.scene import Picture, Scene, TextTable, svg
from piecepack_nb.scene.reachability import (
    KEY_HIGH,
    Batch,
    Cell,
    Circle,
    Outline,
    ReachProblem,
    Region,
    Segment,
    Thing,
    Words,
    key,
    reach_scene,
    tint,
    tinted,
)
from piecepack_nb.widgets.canvas import Button, CanvasPainter, CanvasView, mixed

BUTTONS = (
    Button("run", "Run", "Work it out to the end, or go on from here"),
    Button("step", "Step", "One step of the worm more"),
    Button("stop", "Stop", "Stop here; Run and Step go on"),
    Button("again", "From the start", "Begin anew"),
)
MANY = 40
"""Batches drawn at once: a region has thousands."""


class ReachMap(CanvasView):
    """A :class:`Spreading` on a canvas: ``run`` works it out, ``step`` a step of it at a time.

    A cell that is picked, or gone to with the arrow keys, is told about: in how many ways it is
    reached and by which, or what is in the way.
    """

    unit = 70

    def __init__(self, problem: ReachProblem, *, delay: float = 0.04, scale: float = 2) -> None:
        self.problem = problem
        self.region = Region(problem)
        self._left: Iterator[Batch] = problem.batches()
        self._next: Batch | None = next(self._left, None)
        self._stop = Event()
        self._turn = 0  # the number of the run under way; another number ends it
        self._task: asyncio.Task[None] | None = None
        self.asked: Cell | None = None
        """The cell that was asked about; the canvas shows a way to it."""
        board = problem.board
        box = (0.0, 0.0, board.width, board.height + KEY_HIGH)
        super().__init__(box, label=problem.title, buttons=BUTTONS, delay=delay, scale=scale)
        grain = problem.grain
        size = int(board.width / grain + 1e-6), int(board.height / grain + 1e-6)
        self.panel.ask_about(self._ask, size, (grain / board.width, grain / box[3]))
        self._rest()

    def __repr__(self) -> str:
        return f"<Spread {self.region.text}>"

    # --- what one does with it -------------------------------------------------------------------

    def run(self, *, delay: float | None = None) -> Region:
        """Work it all out, drawn as it is found; what was found."""
        if delay is not None:
            self.delay = delay
        turn = self._take_over()
        self.panel.busy = "cell"
        try:
            while self._goes_on(turn) and self._advance():
                self._stop.wait(self.delay)
        finally:
            self.panel.busy = ""
            self._rest()
        return self.region

    def step(self) -> int:
        """Work out one step of the worm more; its number, 0 where all is worked out."""
        self._take_over()
        number = self._due
        while number and self._due == number:
            self._advance()
        self._rest()
        return number

    def stop(self) -> None:
        """Stop a run that a button began."""
        self._stop.set()

    def again(self) -> None:
        """Back to the start."""
        with self.lock:
            self._take_over()
            self.region, self.asked = Region(self.problem), None
            self._left = self.problem.batches()
            self._next = next(self._left, None)
            self.redraw()
        self._rest()

    # --- how it goes on ---------------------------------------------------------------------------

    def _take_over(self) -> int:
        self._turn += 1
        self._stop.clear()
        self.panel.busy = ""
        return self._turn

    @property
    def _due(self) -> int:
        """The step that is worked out next; 0 at the end."""
        return 0 if self._next is None else self._next.step

    def _goes_on(self, turn: int) -> bool:
        """Has nobody stopped this run, or taken over?"""
        return self._turn == turn and not self._stop.is_set()

    def _advance(self) -> bool:
        """Take some batches of one step in and draw what they reached; False at the end."""
        with self.lock:
            first = self._next
            if first is None:
                return False
            anew = first.step != self.region.step
            cells: dict[Cell, None] = {}
            for _ in range(MANY):
                if self._next is None or self._next.step != first.step:
                    break
                cells |= dict.fromkeys(self.region.add(self._next))
                self._next = next(self._left, None)
            if anew:
                self.redraw()
            else:
                self.draw(lambda brush, colour: self._more(brush, colour, cells))
            self.tell(f"{self.region.text}.", aloud=False)
            return True

    def ask(self, x: object, y: object) -> str:
        """What is known of the cell at a place on the table: how many ways lead there, or why none.

        ``x`` and ``y`` are as the game counts them, such as inches on a table. The canvas shows one
        of the ways. Raises BadInput for what is no number.
        """
        self._ask(self.problem.cell_at(_finite("x", x), _finite("y", y)))
        return self.panel.words

    def _ask(self, cell: Cell | None) -> None:
        self.asked = cell
        with self.lock:
            self.redraw()
        self.tell(f"{self.region.text}." if cell is None else self.region.about(cell))

    def _rest(self) -> None:
        self._ask(self.asked)
        self.panel.tabulate(self.table())

    def pressed(self, button: str) -> None:
        """Do what a button says; a run goes on while no cell keeps the kernel busy."""
        match button:
            case "run":
                self._task = asyncio.get_running_loop().create_task(self._playing())
            case "step":
                self.step()
            case "stop":
                self.stop()
            case "again":
                self.again()

    async def _playing(self) -> None:
        if self._next is None:
            self.again()
        turn = self._take_over()
        self.panel.busy = "button"
        try:
            while self._goes_on(turn) and self._advance():
                await asyncio.sleep(self.delay)
        except Exception as failed:  # noqa: BLE001 - nobody waits for it here
            self.tell(f"{type(failed).__name__}: {failed}")
            return
        if self._turn == turn:
            self.panel.busy = ""
            self._rest()

    # --- what it shows ----------------------------------------------------------------------------

    def paint(self, brush: CanvasPainter, colour: Mapping[str, str]) -> None:
        """The table, the cells that were reached, and what lies over them."""
        board = self.problem.board
        brush.rect(0, 0, board.width, board.height + KEY_HIGH, colour["paper"])
        self._key(brush, colour)
        with brush.within(0, 0, board.width, board.height):
            brush.rect(0, 0, board.width, board.height, colour["tray"])
            for thing in self.problem.ground:
                _draw(brush, colour, thing)
            front = self.region.steps.get(self.region.step, {})
            self._cells(brush, colour, front, self.region.paler())
            if self.asked is not None:
                self._way(brush, colour, self.asked)

    def _more(self, brush: CanvasPainter, colour: Mapping[str, str], cells: Iterable[Cell]) -> None:
        board = self.problem.board
        with brush.within(0, 0, board.width, board.height):
            self._cells(brush, colour, cells)

    def _cells(
        self,
        brush: CanvasPainter,
        colour: Mapping[str, str],
        cells: Iterable[Cell],
        paler: Iterable[Cell] = (),
    ) -> None:
        """Cells of the last step, and what lies over them."""
        grain = self.problem.grain
        for heat, rows in tinted(self.region, cells, paler):
            fill = _mixed(colour, heat)
            for (column, row), wide in rows:
                brush.rect(column * grain, row * grain, wide * grain, grain, fill)
        for thing in self.problem.things:
            _draw(brush, colour, thing)

    def _way(self, brush: CanvasPainter, colour: Mapping[str, str], cell: Cell) -> None:
        """The discs that a way to a cell lays, by their numbers, and the cell framed."""
        ink, paper, grain = colour["ink"], colour["paper"], self.problem.grain
        path = self.region.path(cell)
        for at, (x, y) in enumerate(path[1:], 1):
            for look, width in ((paper, 0.1), (ink, 0.045)):
                brush.arc(x, y, self.problem.radius - 0.03, (0, 360), look, width)
            if at < len(path) - 1:  # the last is in the cell that is framed
                brush.disc(x, y, 0.17, paper + "dd")
                brush.words(str(at), x, y, 0.27, ink, bold=True)
        if not path:
            return  # the page frames the cell that it asks about
        left, top = cell[0] * grain, cell[1] * grain
        frame = [(left, top), (left + grain, top), (left + grain, top + grain), (left, top + grain)]
        for look, width in ((paper, 0.11), (colour["accent"], 0.06)):
            brush.line(frame, look, width, closed=True)

    def _key(self, brush: CanvasPainter, colour: Mapping[str, str]) -> None:
        """What the tints mean, below the board."""
        middle = self.problem.board.height + KEY_HIGH / 2
        for each in key(self.region):
            if each.text:
                brush.words(each.text, each.x, middle, 0.27, colour["ink"])
            else:
                fill = _mixed(colour, each.heat)
                brush.rect(each.x - 0.17, middle - 0.17, 0.34, 0.34, fill)

    def scene(self) -> Scene:
        """The board with the region found so far."""
        return reach_scene(self.region, self.asked)

    def picture(self) -> Picture:
        """The same as a static picture."""
        return svg(self.scene())

    def table(self) -> TextTable:
        """Each step in numbers."""
        return self.region.listing()


def _finite(name: str, value: object) -> float:
    if isinstance(value, int | float) and isfinite(value):
        return value
    raise invalid(name, value, "a number")


def _mixed(colour: Mapping[str, str], heat: float | None) -> str:
    """The colour of a cell; of one that was reached earlier only for None."""
    hot, dark = tint(heat)
    return mixed(colour["ink"], mixed(colour["hot"], colour["mat"], hot), dark)


def _draw(brush: CanvasPainter, colour: Mapping[str, str], thing: Thing) -> None:
    match thing:
        case Outline(points, fill, edge):
            brush.area(points, colour[fill])
            if edge:
                brush.line(points, colour[edge], 0.04, closed=True)
        case Circle(x, y, radius, fill):
            brush.disc(x, y, radius, colour[fill])
        case Segment(start, end, width, ink):
            brush.line((start, end), colour[ink], width)
        case Words(text, x, y, size, ink):
            brush.words(text, x, y, size, colour[ink], bold=ink != "soft")
