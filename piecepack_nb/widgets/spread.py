"""A region of the table worked out on a canvas, drawn as it is found."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from threading import Event

from piecepack_nb.scene import Listing, Picture, Scene, svg
from piecepack_nb.scene.spreading import (
    Batch,
    Cell,
    Outline,
    Region,
    Spreading,
    spread_scene,
)
from piecepack_nb.widgets.brush import Brush, mixed
from piecepack_nb.widgets.canvas import Button, CanvasView

__all__ = ["Spread"]

BUTTONS = (
    Button("run", "Run", "Work it out to the end, or go on from here"),
    Button("step", "Step", "One step of the worm more"),
    Button("stop", "Stop", "Stop here; Run and Step go on"),
    Button("again", "From the start", "Begin anew"),
)
MANY = 10
"""Batches drawn at once: a region has thousands."""


class Spread(CanvasView):
    """A :class:`Spreading` on a canvas: ``run`` works it out, ``step`` a step of it at a time."""

    def __init__(self, spreading: Spreading, *, delay: float = 0.04, scale: float = 2) -> None:
        self.spreading = spreading
        self.region = Region(spreading)
        self._left: Iterator[Batch] = spreading.batches()
        self._next: Batch | None = next(self._left, None)
        self._stop = Event()
        self._turn = 0  # the number of the run under way; another number ends it
        self._task: asyncio.Task[None] | None = None
        board = spreading.board
        box = (0.0, 0.0, board.width, board.height)
        super().__init__(box, label=spreading.title, buttons=BUTTONS, delay=delay, scale=scale)
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
            self.region = Region(self.spreading)
            self._left = self.spreading.batches()
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
                self.draw(lambda brush, colour: self._cells(brush, colour, cells))
            self.tell(f"{self.region.text}.", aloud=False)
            return True

    def _rest(self) -> None:
        with self.lock:
            self.redraw()
        self.tell(f"{self.region.text}.")
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

    def paint(self, brush: Brush, colour: Mapping[str, str]) -> None:
        """The table, the cells that were reached, and what lies over them."""
        board = self.spreading.board
        brush.rect(0, 0, board.width, board.height, colour["paper"])
        flat = [each for each in self.spreading.things if isinstance(each, Outline)]
        for ground in flat[:1]:
            brush.area(ground.points, colour[ground.colour])
        self._squares(brush, dict.fromkeys(self.region.paler()), self._tint(colour, None))
        self._cells(brush, colour, self.region.steps.get(self.region.step, {}))

    def _cells(self, brush: Brush, colour: Mapping[str, str], cells: Mapping[Cell, object]) -> None:
        """Cells of the last step, and what lies over them."""
        for cell in cells:
            self._squares(brush, {cell: None}, self._tint(colour, cell))
        for thing in self.spreading.things[1:]:
            if isinstance(thing, Outline):
                brush.area(thing.points, colour[thing.colour])
            else:
                brush.disc(thing.x, thing.y, thing.radius, colour[thing.colour])

    def _tint(self, colour: Mapping[str, str], cell: Cell | None) -> str:
        """The colour of a cell; of one that was reached earlier for None."""
        share = 0.16 if cell is None else 0.2 + 0.65 * self.region.heat(cell)
        return mixed(colour["hot"], colour["mat"], share)

    def _squares(self, brush: Brush, cells: Mapping[Cell, object], fill: str) -> None:
        grain = self.spreading.grain
        for column, row in cells:
            brush.rect(column * grain, row * grain, grain, grain, fill)

    def scene(self) -> Scene:
        """The board with the region found so far."""
        return spread_scene(self.region)

    def picture(self) -> Picture:
        """The same as a static picture."""
        return svg(self.scene())

    def table(self) -> Listing:
        """Each step in numbers."""
        return self.region.listing()
