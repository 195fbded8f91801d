"""A picture that Python draws as it goes: an ipycanvas with theme, text and controls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import isfinite, pi
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

import anywidget
import ipywidgets as widgets
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.scene import Picture, TextTable
from piecepack_nb.scene.style import DARK, LIGHT

try:
    import ipycanvas
except ImportError as missing:
    raise ImportError("pp.watch needs ipycanvas: run %pip install ipycanvas") from missing

# --- Painting in squares -------------------------------------------------------------------------

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


class CanvasPainter:
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


# --- Below the canvas ----------------------------------------------------------------------------


STATIC = Path(__file__).with_name("static")
SLOWEST = 2000  # milliseconds between two drawings, at most


class Button(NamedTuple):
    """Something that can be done with what the canvas shows."""

    id: str
    title: str
    help: str = ""


def _style() -> str:
    panel = (STATIC / "canvas.css").read_text(encoding="utf-8")
    themes = f'.ppnb-canvas-panel{{{LIGHT}}}.ppnb-canvas-panel[data-ppnb-theme="dark"]{{{DARK}}}'
    return themes.replace("\n", "") + panel


class Panel(anywidget.AnyWidget):
    """Words, buttons and a table for a canvas that stands in the same box.

    ``pressed`` is called with a button's id, ``themed`` with "light" or "dark". What they raise is
    shown in the panel, for a notebook hides what callbacks raise.
    """

    _esm = STATIC / "canvas.js"
    _css = _style()
    theme = traitlets.Enum(tuple(THEMES), default_value="light").tag(sync=True)
    """The page's theme; the page says it."""
    delay = traitlets.Int(40).tag(sync=True)
    """Milliseconds between two drawings; the reader can change it."""
    label = traitlets.Unicode("Canvas").tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    """What the canvas shows now, in a sentence."""
    message = traitlets.Unicode().tag(sync=True)
    """The words that a screen reader is to read out: not those of every little step."""
    busy = traitlets.Enum(("", "button", "cell"), default_value="").tag(sync=True)
    """What draws now: something that a button began and another can stop, or a cell, which lets no
    button through before it has ended."""
    _cells = traitlets.Dict(read_only=True).tag(sync=True)
    """How the canvas is divided, where cells of it can be asked about."""
    _buttons: Any = traitlets.List(read_only=True).tag(sync=True)
    _listing = traitlets.Dict(read_only=True).tag(sync=True)

    last_theme = "light"  # of any view in this kernel: the next one begins with it

    def __init__(
        self,
        buttons: Iterable[Button],
        pressed: Callable[[str], object],
        themed: Callable[[str], object],
        *,
        label: str,
        delay: int,
    ) -> None:
        self._pressed, self._themed = pressed, themed
        self._asked: Callable[[tuple[int, int] | None], object] | None = None
        super().__init__(label=label, delay=delay, theme=Panel.last_theme)
        self.set_trait("_buttons", [list(button) for button in buttons])
        self.on_msg(self._received)

    def tell(self, words: str, *, aloud: bool = True) -> None:
        """Show a sentence; ``aloud`` has screen readers read it."""
        self.words = words
        if aloud:
            self.message = words

    def tabulate(self, listing: TextTable) -> None:
        """Show a table of words."""
        rows = [list(row) for row in listing.rows]
        value = {"title": listing.title, "head": list(listing.head), "rows": rows}
        self.set_trait("_listing", value)

    def ask_about(
        self,
        asked: Callable[[tuple[int, int] | None], object],
        cells: tuple[int, int],
        size: tuple[float, float],
    ) -> None:
        """Let the reader ask about cells, by pointer and by keys: ``asked`` is called with each.

        ``cells`` is how many there are across and down, from the canvas's top left; ``size`` is
        that of one, as shares of the canvas's. None is asked about when the reader is done.
        """
        self._asked = asked
        value = {"across": cells[0], "down": cells[1], "wide": size[0], "high": size[1]}
        self.set_trait("_cells", value)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take state from the page: only what a reader may change there."""
        theme, delay = sync_data.get("theme"), sync_data.get("delay")
        if isinstance(delay, int) and not isinstance(delay, bool) and 0 <= delay <= SLOWEST:
            self._guarded(lambda: super(Panel, self).set_state({"delay": delay}))
        if isinstance(theme, str) and theme in THEMES:
            super().set_state({"theme": theme})
            Panel.last_theme = theme
            self._guarded(lambda: self._themed(theme))

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        if self._asked is not None and isinstance(content, dict) and "inspect" in content:
            asked = self._asked
            self._guarded(lambda: asked(self._cell(content["inspect"])))
        else:
            self._guarded(lambda: self._pressed(self._button(content)))

    def _cell(self, cell: Any) -> tuple[int, int] | None:
        """The cell of a message from the page; BadInput for any other."""
        most = self._cells["across"], self._cells["down"]
        if cell is None:
            return None
        if isinstance(cell, list) and len(cell) == 2:
            column, row = cell
            if type(column) is type(row) is int and 0 <= column < most[0] and 0 <= row < most[1]:
                return column, row
        raise invalid("a message from the page", cell, f"a cell below {most[0]}, {most[1]}")

    def _button(self, content: Any) -> str:
        """The button of a message from the page; BadInput for any other message."""
        ids = [button[0] for button in self._buttons]
        id_ = content.get("button") if isinstance(content, dict) else None
        if id_ not in ids:
            raise invalid("a message from the page", content, "a press of " + ", ".join(ids))
        return str(id_)

    def _guarded(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BadInput as bad:
            self.tell(str(bad))
        except Exception as failed:  # noqa: BLE001 - a notebook hides what callbacks raise
            self.tell(f"{type(failed).__name__}: {failed}")


# --- The canvas ----------------------------------------------------------------------------------


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
        self.brush = CanvasPainter(self.canvas, unit, (x, y))
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

    def paint(self, brush: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw all of it; the canvas is empty."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """What the canvas shows, as a static picture."""
        raise NotImplementedError

    def table(self) -> TextTable:
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

    def draw(self, what: Callable[[CanvasPainter, Mapping[str, str]], object]) -> None:
        """Have ``what`` draw with brush and colours; it all appears at once."""
        with self.lock, held(self.canvas):
            self.brush.fresh()
            what(self.brush, self.colour)

    def redraw(self) -> None:
        """Draw everything anew, should the canvas ever have stayed blank."""

        def anew(brush: CanvasPainter, colour: Mapping[str, str]) -> None:
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
        raise invalid(what, value, f"a number from {low:g} to {high:g}")
    return float(value)
