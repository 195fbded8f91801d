"""Pictures that Python draws step by step: a canvas with theme, text and controls."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from math import isfinite, pi
from threading import Event, RLock
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.scene import Picture, Scene, TextTable, svg, to_json
from piecepack_nb.scene.scene_json import sheet_to_json
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import MODULE, STYLES, Button

try:
    import ipycanvas
except ImportError:  # it needs numpy and Pillow, which JupyterLite doesn't have
    ipycanvas = None

# --- Canvases ------------------------------------------------------------------------------------

Command = tuple[Any, ...]
"""A method of the page's CanvasRenderingContext2D with its arguments, such as ("fillRect", 0, 0, 9,
9), or "set" with a property and its value."""


class PageCanvas(anywidget.AnyWidget):
    """A canvas of our own, for places where ipycanvas isn't installed.

    The page obeys only the commands that it lists, and shows all that was drawn in every view.
    """

    _esm = MODULE
    _css = STYLES
    _view = traitlets.Unicode("canvas").tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    height = traitlets.Int().tag(sync=True)

    def on_client_ready(self, callback: Callable[[], object]) -> None:
        """Call ``callback()`` for each page that has loaded the canvas, which is blank there."""
        self.on_msg(lambda _canvas, content, _buffers: content == {"ready": True} and callback())

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Accept no state from the page."""


def new_canvas(**traits: Any) -> Any:
    """Return an ipycanvas, or a PageCanvas without it; width and height are in its own pixels."""
    return (ipycanvas.Canvas if ipycanvas else PageCanvas)(**traits)


def draw_on(canvas: Any, commands: Iterable[Command]) -> None:
    """Send commands to a canvas in one message."""
    if isinstance(canvas, PageCanvas):
        canvas.send({"commands": list(commands)})
        return
    with _held(canvas):
        for name, *values in commands:
            if name == "set":
                setattr(canvas, _snake_case(values[0]), values[1])
            else:
                getattr(canvas, _snake_case(name))(*values)


@contextmanager
def _held(canvas: Any) -> Iterator[None]:
    """Send all drawing on an ipycanvas inside in one message, even after an exception.

    ipycanvas's own ``hold_canvas`` holds back all later drawing after an exception, and omits the
    canvas's name if it was drawn on last; a reloaded page doesn't know that name.
    """
    canvas._canvas_manager._current_canvas = None
    holding = ipycanvas.hold_canvas()
    holding.__enter__()
    try:
        yield
    finally:
        holding.__exit__(None, None, None)


@cache
def _snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name)


# --- Painting in squares -------------------------------------------------------------------------

THEMES = {"light": LIGHT, "dark": DARK}
FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif'
Point = tuple[float, float]


@cache
def colours(theme: str) -> dict[str, str]:
    """Return the board's colours in a theme: "ink" -> "#2b2722"."""
    return dict(re.findall(r"--ppnb-([\w-]+):(#\w{6})", THEMES[theme]))


def mixed(over: str, under: str, share: float) -> str:
    """Return a mix of two colours, the share of the upper one from 0 to 1."""
    pairs = zip(_parts(over), _parts(under), strict=True)
    return "#" + "".join(f"{round(top * share + low * (1 - share)):02x}" for top, low in pairs)


def readable(ground: str) -> str:
    """Return black or white, whichever has more contrast to a ground."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ground, ink))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG defines it."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _light(colour: str) -> float:
    shares = [part / 255 for part in _parts(colour)]
    red, green, blue = (s / 12.92 if s <= 0.04 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class CanvasPainter:
    """A painter on ``canvas``; all places and sizes are in squares of ``unit`` canvas pixels.

    ``origin`` is the place of the top left corner. Colours are "#rrggbb", with two more digits for
    opacity.
    """

    def __init__(self, canvas: Any, unit: float, origin: Point = (0, 0)) -> None:
        self.canvas = canvas
        self.unit = unit
        self.left, self.top = origin
        self._commands: list[Command] = []
        self._set: dict[str, Any] = {}  # the canvas settings sent in this batch

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Send all drawing inside in one message, even after an exception."""
        self._commands, self._set = [], {}  # a reloaded page has no settings
        try:
            yield
        finally:
            draw_on(self.canvas, self._commands)

    def _add(self, *commands: Command) -> None:
        self._commands += commands

    def _with(self, **settings: Any) -> None:
        """Set the properties that differ from the last ones: each setting is a command to send."""
        for name, value in settings.items():
            if self._set.get(name) != value:
                self._set[name] = value
                self._add(("set", name, value))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return round((x - self.left) * self.unit, 1), round((y - self.top) * self.unit, 1)

    def _long(self, length: float) -> float:
        return round(length * self.unit, 1)

    def _box(self, x: float, y: float, width: float, height: float) -> tuple[float, ...]:
        return *self._at(x, y), self._long(width), self._long(height)

    def rect(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Draw a filled rectangle with its top left corner at x, y."""
        self._with(fillStyle=fill)
        self._add(("fillRect", *self._box(x, y, width, height)))

    def clear(self, x: float, y: float, width: float, height: float) -> None:
        """Make a rectangle transparent again."""
        self._add(("clearRect", *self._box(x, y, width, height)))

    def clear_all(self) -> None:
        """Make the whole canvas transparent again."""
        self._add(("clearRect", 0, 0, self.canvas.width, self.canvas.height))

    def _trace(self, points: Sequence[Point], closed: bool) -> None:
        self._add(("beginPath",), ("moveTo", *self._at(*points[0])))
        self._add(*(("lineTo", *self._at(*point)) for point in points[1:]))
        if closed:
            self._add(("closePath",))

    def area(self, points: Sequence[Point], fill: str) -> None:
        """Draw a filled polygon."""
        self._trace(points, closed=True)
        self._with(fillStyle=fill)
        self._add(("fill",))

    def line(
        self,
        points: Sequence[Point],
        colour: str,
        width: float,
        *,
        closed: bool = False,
        dashes: Sequence[float] = (),
    ) -> None:
        """Draw a line through points, and back to the first if ``closed``."""
        self._trace(points, closed)
        self._stroke(colour, width, dashes)

    def _stroke(self, colour: str, width: float, dashes: Sequence[float] = ()) -> None:
        self._with(strokeStyle=colour, lineWidth=self._long(width), lineCap="round")
        self._with(lineJoin="round")
        if self._set.get("dashes") != tuple(dashes):
            self._set["dashes"] = tuple(dashes)
            self._add(("setLineDash", [self._long(dash) for dash in dashes]))
        self._add(("stroke",))

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a filled circle."""
        self._with(fillStyle=fill)
        self._add(("beginPath",), ("arc", *self._at(x, y), self._long(radius), 0, 2 * pi))
        self._add(("fill",))

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        ends: tuple[float, float],
        colour: str,
        width: float,
    ) -> None:
        """Draw an arc, clockwise between two directions in degrees (0 is east)."""
        begin, end = (turn * pi / 180 for turn in ends)
        self._add(("beginPath",), ("arc", *self._at(x, y), self._long(radius), begin, end))
        self._stroke(colour, width)

    def words(
        self, text: str, x: float, y: float, size: float, colour: str, *, bold: bool = False
    ) -> None:
        """Draw a text with its middle at x, y; ``size`` is the height of a line."""
        font = f"{'bold ' if bold else ''}{self._long(size)}px {FONT}"
        self._with(font=font, textAlign="center", textBaseline="middle", fillStyle=colour)
        self._add(("fillText", text, *self._at(x, y + size * 0.05)))

    @contextmanager
    def within(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Clip all drawing inside to a rectangle."""
        self._add(("save",))
        before = dict(self._set)
        try:
            self._add(("beginPath",), ("rect", *self._box(x, y, width, height)), ("clip",))
            yield
        finally:
            self._add(("restore",))
            self._set = before


# --- Below the canvas ----------------------------------------------------------------------------


SLOWEST = 2000  # milliseconds between two drawings, at most
HOW_TO_STOP = "restart the kernel" if sys.platform == "emscripten" else "interrupt the kernel (■)"
"""The way to stop a notebook cell: JupyterLite can't interrupt one."""


class Panel(anywidget.AnyWidget):
    """Text, buttons and a table for a canvas in the same box.

    ``pressed`` is called with a button's id, ``themed`` with "light" or "dark". The panel shows the
    exceptions of callbacks, which a notebook hides.
    """

    _esm = MODULE
    _css = STYLES
    _view = traitlets.Unicode("canvas-panel").tag(sync=True)
    _sheet = traitlets.Dict(read_only=True).tag(sync=True)
    theme = traitlets.Enum(tuple(THEMES), default_value="light").tag(sync=True)
    """The page's theme, set by the page."""
    delay = traitlets.Int(40).tag(sync=True)
    """Milliseconds between two drawings; the reader can change it."""
    label = traitlets.Unicode("Canvas").tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    """A sentence on what the canvas shows."""
    message = traitlets.Unicode().tag(sync=True)
    """The sentence for screen readers, not updated at every step."""
    busy = traitlets.Enum(("", "button", "cell"), default_value="").tag(sync=True)
    """The runner: "button" for a run that another button can stop, or "cell" for a notebook
    cell, which blocks all buttons until it ends."""
    _how_to_stop = traitlets.Unicode(HOW_TO_STOP).tag(sync=True)
    _cells = traitlets.Dict(read_only=True).tag(sync=True)
    """The grid of cells that the reader can ask about, if any."""
    _art = traitlets.Dict(read_only=True).tag(sync=True)
    """The scene of the board's own art: areas under the canvas, pieces and marks over it."""
    _legend: Any = traitlets.List(read_only=True).tag(sync=True)
    _buttons: Any = traitlets.List(read_only=True).tag(sync=True)
    _listing = traitlets.Dict(read_only=True).tag(sync=True)

    last_theme = "light"  # of any view in this kernel, the first guess for the next one

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
        self._inspected: Callable[[tuple[int, int] | None], object] | None = None
        super().__init__(label=label, delay=delay, theme=Panel.last_theme)
        self.set_trait("_buttons", [list(button) for button in buttons])
        self.on_msg(self._received)

    def say(self, words: str, *, aloud: bool = True) -> None:
        """Show a sentence; with ``aloud`` screen readers read it."""
        self.words = words
        if aloud:
            self.message = words

    def decorate(self, art: Scene, legend: Iterable[tuple[str, str]]) -> None:
        """Show a board's art round the drawing on the canvas, and what the drawing's signs mean.

        ``art`` has the canvas's place and size. An entry of the legend is a look and its text.
        """
        self.set_trait("_sheet", sheet_to_json())
        self.set_trait("_art", to_json(art))
        self.set_trait("_legend", [list(entry) for entry in legend])

    def tabulate(self, listing: TextTable) -> None:
        """Show a table."""
        rows = [list(row) for row in listing.rows]
        value = {"title": listing.title, "head": list(listing.head), "rows": rows}
        self.set_trait("_listing", value)

    def on_inspect(
        self,
        callback: Callable[[tuple[int, int] | None], object],
        cells: tuple[int, int],
        size: tuple[float, float],
    ) -> None:
        """Call ``callback(cell)`` for each cell that the reader picks or reaches by keys.

        ``cells`` are the numbers of cells across and down, from the canvas's top left; ``size`` is
        that of one cell, as shares of the canvas. The callback gets None when the reader leaves.
        """
        self._inspected = callback
        value = {"across": cells[0], "down": cells[1], "wide": size[0], "high": size[1]}
        self.set_trait("_cells", value)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Accept state from the page: only what a reader may change."""
        theme, delay = sync_data.get("theme"), sync_data.get("delay")
        if isinstance(delay, int) and not isinstance(delay, bool) and 0 <= delay <= SLOWEST:
            self._guarded(lambda: super(Panel, self).set_state({"delay": delay}))
        if isinstance(theme, str) and theme in THEMES:
            super().set_state({"theme": theme})
            Panel.last_theme = theme
            self._guarded(lambda: self._themed(theme))

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        if self._inspected is not None and isinstance(content, dict) and "inspect" in content:
            inspected = self._inspected
            self._guarded(lambda: inspected(self._cell(content["inspect"])))
        else:
            self._guarded(lambda: self._pressed(self._button(content)))

    def _cell(self, cell: Any) -> tuple[int, int] | None:
        """Return the cell of a message from the page; raise BadInput for any other message."""
        most = self._cells["across"], self._cells["down"]
        if cell == []:  # not null, which in JupyterLite isn't None
            return None
        if isinstance(cell, list) and len(cell) == 2:
            column, row = cell
            if type(column) is type(row) is int and 0 <= column < most[0] and 0 <= row < most[1]:
                return column, row
        raise invalid("a message from the page", cell, f"a cell below {most[0]}, {most[1]}")

    def _button(self, content: Any) -> str:
        """Return the button of a message from the page; raise BadInput for any other message."""
        ids = [button[0] for button in self._buttons]
        id_ = content.get("button") if isinstance(content, dict) else None
        if id_ not in ids:
            raise invalid("a message from the page", content, "a press of " + ", ".join(ids))
        return str(id_)

    def _guarded(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BadInput as bad:
            self.say(str(bad))
        except Exception as failed:  # noqa: BLE001 - a notebook hides what callbacks raise
            self.say(f"{type(failed).__name__}: {failed}")


# --- The canvas ----------------------------------------------------------------------------------


class SteppedView(Output, widgets.VBox):  # type: ignore[misc]
    """A canvas whose picture grows step by step, with text, a table and buttons below it.

    The buttons run, step, stop and start again; a new run, by a button or a notebook cell, ends any
    other. ``box`` is the x, y, width and height, in squares; ``tips`` are those of the buttons Run
    and Step. ``scale`` is the number of canvas pixels for one of the page's: 2 is sharp on most
    screens. ``delay`` is the time between two drawings, in seconds. Raises BadInput for a scale or
    delay out of range.
    """

    unit = 54
    """The largest size of a square, in the page's pixels."""

    def __init__(
        self,
        box: tuple[float, float, float, float],
        *,
        label: str,
        tips: tuple[str, str],
        delay: float,
        scale: float,
    ) -> None:
        x, y, width, height = box
        unit = self.unit * _number("scale", scale, 1, 4)
        wide = f"{round(width * self.unit)}px"
        self.canvas = new_canvas(
            width=round(width * unit),
            height=round(height * unit),
            layout={"width": wide, "max_width": "100%", "height": "auto"},
        )
        self.painter = CanvasPainter(self.canvas, unit, (x, y))
        self.lock = RLock()
        """Held during every drawing: a kernel may call from several threads at once."""
        self._stop = Event()
        self._current = 0  # the number of the current run
        self._task: asyncio.Task[None] | None = None
        buttons = (
            Button("run", "Run", tips[0]),
            Button("step", "Step", tips[1]),
            Button("stop", "Stop", "Stop here; Run and Step continue"),
            Button("again", "Restart", "Return to the start"),
        )
        self.panel = Panel(
            buttons, self.pressed, self._themed, label=label, delay=self._milliseconds(delay)
        )
        super().__init__([self.canvas, self.panel])
        self.add_class("ppnb-canvas")
        self.canvas.on_client_ready(self.redraw)  # a reloaded page, or Voila's first one
        self.redraw()

    # --- for subclasses --------------------------------------------------------------------------

    def paint(self, painter: CanvasPainter, colour: Mapping[str, str]) -> None:
        """Draw everything on the empty canvas."""
        raise NotImplementedError

    def scene(self) -> Scene:
        """Return the same picture as a scene."""
        raise NotImplementedError

    def table(self) -> TextTable:
        """Return the content of the canvas as text."""
        raise NotImplementedError

    @property
    def ended(self) -> bool:
        """True at the end, when nothing is left to compute."""
        raise NotImplementedError

    def step(self) -> object:
        """Compute and draw the next step."""
        raise NotImplementedError

    def again(self) -> None:
        """Return to the start."""
        raise NotImplementedError

    def _advance(self) -> bool:
        """Compute and draw a little; return False at the end."""
        raise NotImplementedError

    def _rest(self) -> None:
        """Report the progress."""
        raise NotImplementedError

    # --- runs ------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop a run that a button started; ``step``, or the button Run, continues it.

        To stop a run in a cell, interrupt the kernel.
        """
        self._stop.set()

    def release(self) -> None:
        """End a run."""
        self.stop()

    def _take_over(self) -> int:
        """End any other run; return the number of this one."""
        self._current += 1
        self._stop.clear()
        self.panel.busy = ""
        return self._current

    def _steps(self, by: str) -> Generator[None, None, None]:
        """Advance until the end, until stopped, or until another run takes over."""
        run = self._take_over()
        self.panel.busy = by
        try:
            while self._current == run and self._advance():
                yield
                if self._stop.is_set():
                    break
        finally:
            if self._current == run:
                self.panel.busy = ""
                if not self.ended:
                    self._rest()

    def _run_in_cell(self) -> None:
        with closing(self._steps("cell")) as steps:
            for _ in steps:
                self._stop.wait(self.delay)

    def pressed(self, button: str) -> None:
        """Respond to a button; a run continues while no cell keeps the kernel busy."""
        match button:
            case "run":
                if self.ended:
                    self.again()
                run = self._run_in_background()
                self._task = asyncio.get_running_loop().create_task(run)
            case "step":
                self.step()
            case "stop":
                self.stop()
            case "again":
                self.again()

    async def _run_in_background(self) -> None:
        try:
            with closing(self._steps("button")) as steps:
                for _ in steps:
                    await asyncio.sleep(self.delay)
        except Exception as failed:  # noqa: BLE001 - nobody awaits the task
            self.say(self._failure(failed))

    def _failure(self, error: BaseException) -> str:
        """Return the line that reports an exception."""
        return str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"

    # --- drawing --------------------------------------------------------------------------------

    @property
    def colour(self) -> Mapping[str, str]:
        """The board's colours in the page's theme, by name."""
        return colours(self.panel.theme)

    @property
    def delay(self) -> float:
        """The seconds between two drawings; the reader can change them too."""
        return float(self.panel.delay) / 1000

    @delay.setter
    def delay(self, seconds: float) -> None:
        self.panel.delay = self._milliseconds(seconds)

    @staticmethod
    def _milliseconds(seconds: float) -> int:
        return round(1000 * _number("delay", seconds, 0, SLOWEST / 1000))

    def draw(self, what: Callable[[CanvasPainter, Mapping[str, str]], object]) -> None:
        """Call ``what(painter, colours)``; its drawing appears all at once."""
        with self.lock, self.painter.batch():
            what(self.painter, self.colour)

    def redraw(self) -> None:
        """Draw everything again, for example on a canvas that stayed blank."""

        def again(painter: CanvasPainter, colour: Mapping[str, str]) -> None:
            painter.clear_all()
            self.paint(painter, colour)

        self.draw(again)

    def _themed(self, _theme: str) -> None:
        self.redraw()

    def say(self, words: str, *, aloud: bool = True) -> None:
        """Show a sentence below the canvas; with ``aloud`` screen readers read it."""
        self.panel.say(words, aloud=aloud)

    def picture(self) -> Picture:
        """Return a static picture of the canvas."""
        return svg(self.scene())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live canvas, and a picture of it for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(self.picture())}


def _number(what: str, value: Any, low: float, high: float) -> float:
    """Return ``value`` if it is a number from ``low`` to ``high``; raise BadInput if not."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if not plain or not isfinite(value) or not low <= value <= high:
        raise invalid(what, value, f"a number from {low:g} to {high:g}")
    return float(value)
