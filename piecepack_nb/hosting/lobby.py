"""Pages of the session's own: where a device joins, and the host's lobby.

Each shows ``data`` and passes on requests. A notebook shows a ``SessionPanel``, a device a
``DevicePanel``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

import anywidget
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.hosting.device import Remote
from piecepack_nb.scene.style import LOOKS
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import page_source, themed_css

LONGEST_TEXT = 200
Fields = Mapping[str, Mapping[str, type]]


class SessionPanel(Output, anywidget.AnyWidget):
    """A page of ``host.js`` named ``view``: it shows ``data()``, and ``answer`` its ``requests``.

    ``requests`` has, by name, the fields of each; ``answer(name, fields)`` may raise BadInput.
    """

    _esm = page_source("host.js")
    _css = themed_css("ppnb-root", "host.css", LOOKS)
    _view = traitlets.Unicode("lobby").tag(sync=True)
    data: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True).tag(sync=True)
    said: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True).tag(sync=True)
    """The reply to the last request: its number, its text or data, and if it is a problem."""

    def __init__(
        self,
        view: str,
        data: Callable[[], dict[str, Any]],
        requests: Fields,
        answer: Callable[[str, dict[str, Any]], object],
    ) -> None:
        self._data, self._requests, self._answer = data, requests, answer
        self.lock = RLock()
        super().__init__(_view=view)
        self.update()
        self.on_msg(self._received)

    def update(self) -> None:
        """Show what has changed."""
        with self.lock:
            self.set_trait("data", self._data())

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """Answer a request; say what is wrong with it."""
        text, problem, data = "", False, None
        try:
            reply = self._answer(*read_fields(content, self._requests))
            text, data = (reply, None) if isinstance(reply, str) else ("", reply)
        except BadInput as refused:
            text, problem = str(refused), True
        except Exception as failed:  # noqa: BLE001 - a notebook hides it
            text, problem = f"{type(failed).__name__}: {failed}", True
        number = self.said.get("number", 0) + 1
        said = {"number": number, "text": text, "problem": problem, "data": data}
        self.set_trait("said", said)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Accept no state from the page."""


class DevicePanel(Remote, SessionPanel):
    """A panel on a device."""

    module = "host.js"


def read_fields(content: Any, known: Fields) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of a request; raise BadInput for one that isn't ``known``."""
    name = content.get("name") if isinstance(content, Mapping) else None
    if not isinstance(name, str) or name not in known:
        raise invalid("the page's request", name, "one of " + ", ".join(known))
    fields = {field: content[field] for field in content if field not in ("kind", "name")}
    right = fields.keys() == known[name].keys() and all(
        type(fields[field]) is kind and not (kind is str and len(fields[field]) > LONGEST_TEXT)
        for field, kind in known[name].items()
    )
    if not right:
        raise invalid("the page's request", name, "the fields of its kind")
    return name, fields
