"""A line to write on: what was written is answered right below it, and kept where it was wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from piecepack_nb.core.errors import wrong
from piecepack_nb.scene.style import DARK, LIGHT

__all__ = ["Line"]

STATIC = Path(__file__).with_name("static")
LONGEST = 4000  # characters that may be written


def _style() -> str:
    line = (STATIC / "line.css").read_text(encoding="utf-8")
    themes = f'.ppnb-write{{{LIGHT}}}.ppnb-write[data-ppnb-theme="dark"]{{{DARK}}}'
    return themes.replace("\n", "") + line


class Line(anywidget.AnyWidget):
    """A labelled line to write on; Enter hands over what was written, the arrows bring it back."""

    _esm = STATIC / "line.js"
    _css = _style()
    label = traitlets.Unicode().tag(sync=True)
    placeholder = traitlets.Unicode().tag(sync=True)
    said = traitlets.Dict(read_only=True).tag(sync=True)
    """The answer to what was written last: number, text, clause, kind."""

    def __init__(self, label: str, placeholder: str = "") -> None:
        self._written: list[Callable[[str], object]] = []
        self._number = 0
        super().__init__(label=label, placeholder=placeholder)
        self.on_msg(self._received)

    def on_written(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback(text)`` for what is written; the answer is a function that ends it."""
        self._written.append(callback)
        return lambda: self._written.remove(callback)

    def answer(self, text: str = "", clause: str = "", kind: str = "info") -> None:
        """Answer below the line, "" for nothing to say.

        ``kind`` "refusal" or "error" keeps what was written, selected, to be put right; "info"
        takes it away.
        """
        if kind not in ("info", "refusal", "error"):
            raise wrong("kind", kind, "info, refusal or error")
        self._number += 1
        said = {"number": self._number, "text": text, "clause": clause, "kind": kind}
        self.set_trait("said", said)

    def focus(self) -> None:
        """Put the cursor on the line."""
        self.send({"kind": "focus"})

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """A message from the page; nothing that it holds may raise out of here."""
        text = content.get("written") if isinstance(content, Mapping) else None
        if not isinstance(text, str) or set(content) != {"written"} or len(text) > LONGEST:
            said = wrong("the page's message", content, f"a line of at most {LONGEST} characters")
            self.answer(str(said), kind="refusal")
        elif text.strip():
            for written in tuple(self._written):
                written(text.strip())

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """The page changes nothing by itself."""

    def __repr__(self) -> str:
        return f"<Line {self.label!r}>"
