"""A picture that is drawn by Python as it goes: an ipycanvas with all that it lacks.

:class:`CanvasView` knows nothing of what is drawn. A view of one's own says how to ``paint`` it
whole, what it looks like as a ``picture`` and says as a ``table``; single things are drawn with
``draw`` as they happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from threading import RLock
from typing import Any

import ipywidgets as widgets

from piecepack_nb.core.errors import wrong
from piecepack_nb.scene import Listing, Picture
from piecepack_nb.widgets.brush import Brush, colours, held, new_canvas
from piecepack_nb.widgets.canvas_panel import SLOWEST, Button, Panel

__all__ = ["Button", "CanvasView"]


class CanvasView(widgets.VBox):  # type: ignore[misc]
    """A canvas of so many squares with its words, buttons and table, and a static picture of it.

    ``box`` is x, y, width and height of what it shows, in squares. ``scale`` is how many pixels the
    canvas has for each of the page's: 2 is sharp on most screens. ``delay`` is the time between two
    drawings, in seconds. Raises BadInput for a scale or delay out of range.
    """

    unit = 54
    """How many of the page's pixels a square is, where there is room."""

    def __init__(
        self,
        box: tuple[float, float, float, float],
        *,
        label: str,
        buttons: Iterable[Button] = (),
        scale: float = 2,
        delay: float = 0.04,
    ) -> None:
        x, y, width, height = box
        unit = self.unit * _number("scale", scale, 1, 4)
        wide = f"{round(width * self.unit)}px"
        self.canvas = new_canvas(
            width=round(width * unit),
            height=round(height * unit),
            layout={"width": wide, "max_width": "100%", "height": "auto"},
        )
        self.brush = Brush(self.canvas, unit, (x, y))
        self.lock = RLock()
        """Held while something is drawn: a kernel may call from several threads at once."""
        self.panel = Panel(
            buttons, self.pressed, self._themed, label=label, delay=self._milliseconds(delay)
        )
        super().__init__([self.canvas, self.panel])
        self.add_class("ppnb-canvas")
        self.canvas.on_client_ready(self.redraw)  # a page that was loaded again, or Voila's first
        self.redraw()

    # --- what a view of one's own says -----------------------------------------------------------

    def paint(self, brush: Brush, colour: Mapping[str, str]) -> None:
        """Draw all of it; the canvas is empty."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """What the canvas shows, as a static picture."""
        raise NotImplementedError

    def table(self) -> Listing:
        """What the canvas shows, in words."""
        raise NotImplementedError

    def pressed(self, button: str) -> None:
        """A button was pressed."""

    # --- drawing --------------------------------------------------------------------------------

    @property
    def colour(self) -> Mapping[str, str]:
        """The board's colours in the page's theme, by name."""
        return colours(self.panel.theme)

    @property
    def delay(self) -> float:
        """Seconds between two drawings; the reader can change it, and so can Python."""
        return float(self.panel.delay) / 1000

    @delay.setter
    def delay(self, seconds: float) -> None:
        self.panel.delay = self._milliseconds(seconds)

    @staticmethod
    def _milliseconds(seconds: float) -> int:
        return round(1000 * _number("delay", seconds, 0, SLOWEST / 1000))

    def draw(self, what: Callable[[Brush, Mapping[str, str]], object]) -> None:
        """Have ``what`` draw with brush and colours; it all appears at once."""
        with self.lock, held(self.canvas):
            self.brush.fresh()
            what(self.brush, self.colour)

    def redraw(self) -> None:
        """Draw everything anew, should the canvas ever have stayed blank."""

        def anew(brush: Brush, colour: Mapping[str, str]) -> None:
            self.canvas.clear()
            self.paint(brush, colour)

        self.draw(anew)

    def _themed(self, _theme: str) -> None:
        self.redraw()

    def tell(self, words: str, *, aloud: bool = True) -> None:
        """Say below the canvas what it shows; ``aloud`` has screen readers read it."""
        self.panel.tell(words, aloud=aloud)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live canvas, and a picture of it for where there is no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(self.picture())}


def _number(what: str, value: Any, low: float, high: float) -> float:
    """``value``, a number from ``low`` to ``high``; else BadInput."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if not plain or not isfinite(value) or not low <= value <= high:
        raise wrong(what, value, f"a number from {low:g} to {high:g}")
    return float(value)
