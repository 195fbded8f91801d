"""Drawing on an ipycanvas in squares, whatever the pixels; and the board's colours for it.

Every drawing happens inside :func:`held`: it is sent at once, and whatever is raised inside, the
canvas is there to be drawn on afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import pi
from typing import Any

from piecepack_nb.scene.style import DARK, LIGHT

try:
    import ipycanvas
except ImportError as missing:
    raise ImportError(
        "pp.watch draws with ipycanvas; to have it: pip install ipycanvas"
    ) from missing

__all__ = ["THEMES", "Brush", "colours", "contrast", "held", "mixed", "new_canvas", "readable"]

THEMES = {"light": LIGHT, "dark": DARK}
FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif'
Point = tuple[float, float]


@cache
def colours(theme: str) -> dict[str, str]:
    """The board's colours in a theme: "ink" -> "#2b2722"."""
    return dict(re.findall(r"--ppnb-([\w-]+):(#\w{6})", THEMES[theme]))


def mixed(over: str, under: str, share: float) -> str:
    """One colour laid over another, covering a share of it from 0 to 1."""
    pairs = zip(_parts(over), _parts(under), strict=True)
    return "#" + "".join(f"{round(top * share + low * (1 - share)):02x}" for top, low in pairs)


def readable(ground: str) -> str:
    """Black or white, whichever stands out more on a ground."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ground, ink))


def contrast(one: str, other: str) -> float:
    """How much two colours stand out from one another: from 1 to 21, as WCAG counts it."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _light(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (s / 12.92 if s <= 0.04 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def new_canvas(**traits: Any) -> Any:
    """An ipycanvas; width and height are in its own pixels."""
    return ipycanvas.Canvas(**traits)


@contextmanager
def held(canvas: Any) -> Iterator[None]:
    """Send all that is drawn inside in one message, also where something is raised.

    ipycanvas's own ``hold_canvas`` keeps back all later drawing after an exception. And it thinks
    that the page knows which canvas was drawn on last; a page that was loaded again doesn't, so
    each message says it.
    """
    canvas._canvas_manager._current_canvas = None
    holding = ipycanvas.hold_canvas()
    holding.__enter__()
    try:
        yield
    finally:
        holding.__exit__(None, None, None)


class Brush:
    """Draws on ``canvas``; all places and sizes are in squares of ``unit`` canvas pixels.

    ``origin`` is what lies in the top left corner. Colours are as "#rrggbb", with two more digits
    where something is to shine through.
    """

    def __init__(self, canvas: Any, unit: float, origin: Point = (0, 0)) -> None:
        self.canvas = canvas
        self.unit = unit
        self.left, self.top = origin
        self._set: dict[str, Any] = {}  # how the canvas is set, as far as this batch has set it

    def fresh(self) -> None:
        """Forget how the canvas was set: a page that was loaded again knows nothing of it."""
        self._set = {}

    def _with(self, **settings: Any) -> None:
        """Set what isn't so already: every setting is a command that is sent."""
        for name, value in settings.items():
            if self._set.get(name) != value:
                self._set[name] = value
                setattr(self.canvas, name, value)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return round((x - self.left) * self.unit, 1), round((y - self.top) * self.unit, 1)

    def _long(self, length: float) -> float:
        return round(length * self.unit, 1)

    def rect(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle with its top left corner at x, y."""
        self._with(fill_style=fill)
        self.canvas.fill_rect(*self._at(x, y), self._long(width), self._long(height))

    def _trace(self, points: Sequence[Point], closed: bool) -> None:
        self.canvas.begin_path()
        self.canvas.move_to(*self._at(*points[0]))
        for point in points[1:]:
            self.canvas.line_to(*self._at(*point))
        if closed:
            self.canvas.close_path()

    def area(self, points: Sequence[Point], fill: str) -> None:
        """A filled polygon."""
        self._trace(points, closed=True)
        self._with(fill_style=fill)
        self.canvas.fill()

    def line(
        self,
        points: Sequence[Point],
        colour: str,
        width: float,
        *,
        closed: bool = False,
        dashes: Sequence[float] = (),
    ) -> None:
        """A line through points; ``closed`` leads it back to the first."""
        self._trace(points, closed)
        self._stroke(colour, width, dashes)

    def _stroke(self, colour: str, width: float, dashes: Sequence[float] = ()) -> None:
        self._with(stroke_style=colour, line_width=self._long(width), line_cap="round")
        self._with(line_join="round")
        if self._set.get("dashes") != tuple(dashes):
            self._set["dashes"] = tuple(dashes)
            self.canvas.set_line_dash([self._long(dash) for dash in dashes])
        self.canvas.stroke()

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""
        self._with(fill_style=fill)
        self.canvas.fill_circle(*self._at(x, y), self._long(radius))

    def pie(self, x: float, y: float, radius: float, mouth: float, turn: float, fill: str) -> None:
        """A disc without a piece: ``mouth`` degrees wide, open towards ``turn`` (0 is east)."""
        begin, end = turn + mouth / 2, turn + 360 - mouth / 2
        self.canvas.begin_path()
        self.canvas.move_to(*self._at(x, y))
        self.canvas.arc(*self._at(x, y), self._long(radius), begin * pi / 180, end * pi / 180)
        self.canvas.close_path()
        self._with(fill_style=fill)
        self.canvas.fill()

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        ends: tuple[float, float],
        colour: str,
        width: float,
    ) -> None:
        """A part of a circle's line, clockwise between two directions in degrees (0 is east)."""
        begin, end = (turn * pi / 180 for turn in ends)
        self.canvas.begin_path()
        self.canvas.arc(*self._at(x, y), self._long(radius), begin, end)
        self._stroke(colour, width)

    def words(
        self, text: str, x: float, y: float, size: float, colour: str, *, bold: bool = False
    ) -> None:
        """A text with its middle at x, y; ``size`` is the height of a line."""
        font = f"{'bold ' if bold else ''}{self._long(size)}px {FONT}"
        self._with(font=font, text_align="center", text_baseline="middle", fill_style=colour)
        self.canvas.fill_text(text, *self._at(x, y + size * 0.05))

    @contextmanager
    def within(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """What is drawn inside shows only within a rectangle."""
        self.canvas.save()
        before = dict(self._set)
        try:
            self.canvas.begin_path()
            self.canvas.rect(*self._at(x, y), self._long(width), self._long(height))
            self.canvas.clip()
            yield
        finally:
            self.canvas.restore()
            self._set = before
