"""What stands below a canvas: its words, its buttons, and the same in a table.

A canvas alone has no name, no buttons and no theme, and ipycanvas's takes every key and the wheel.
This panel makes up for it in the page; one of each view of the canvas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.scene import Listing
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.widgets.brush import THEMES

__all__ = ["Button", "Panel"]

STATIC = Path(__file__).with_name("static")
SLOWEST = 2000  # milliseconds between two drawings, at most


class Button(NamedTuple):
    """Something that can be done with what the canvas shows."""

    id: str
    title: str
    help: str = ""


def _style() -> str:
    panel = (STATIC / "canvas.css").read_text(encoding="utf-8")
    themes = f'.ppnb-beside{{{LIGHT}}}.ppnb-beside[data-ppnb-theme="dark"]{{{DARK}}}'
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
    said = traitlets.Unicode().tag(sync=True)
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
            self.said = words

    def tabulate(self, listing: Listing) -> None:
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
        if self._asked is not None and isinstance(content, dict) and "ask" in content:
            asked = self._asked
            self._guarded(lambda: asked(self._cell(content["ask"])))
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
        raise wrong("a message from the page", cell, f"a cell below {most[0]}, {most[1]}")

    def _button(self, content: Any) -> str:
        """The button of a message from the page; BadInput for any other message."""
        ids = [button[0] for button in self._buttons]
        id_ = content.get("button") if isinstance(content, dict) else None
        if id_ not in ids:
            raise wrong("a message from the page", content, "a press of " + ", ".join(ids))
        return str(id_)

    def _guarded(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BadInput as bad:
            self.tell(str(bad))
        except Exception as failed:  # noqa: BLE001 - a notebook hides what callbacks raise
            self.tell(f"{type(failed).__name__}: {failed}")
