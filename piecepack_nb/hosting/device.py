"""A device that has come in: it shows one widget at a time, whose messages go over its socket.

A widget's page needs only its traits and messages, so any widget of this package can be shown on a
device: make its class with ``Remote`` first, and call ``device.show(widget)``.
"""

from __future__ import annotations

import base64
import traceback
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Protocol

from comm.base_comm import BaseComm

from piecepack_nb.hosting.server import Line
from piecepack_nb.widgets.outputs import Output

MOST_QUEUED = 60
"""The messages of a device that may wait to be handled; those after them are dropped."""
SENT = ("_view", "_sheet")
"""The traits with an underscore that a device needs; the others are the notebook's."""


class MessageThread:
    """A thread of its own, in which the messages of a table's devices are handled in order."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=f"piecepack_nb {name}")
        self.problem = ""
        """The last failure, for the host."""

    def do(self, call: Any, *arguments: Any) -> None:
        """Call a function in the thread, after what waits there."""
        try:
            self._pool.submit(self._call, call, arguments)
        except RuntimeError:
            return  # it has stopped

    def _call(self, call: Any, arguments: tuple[Any, ...]) -> None:
        try:
            call(*arguments)
        except Exception:  # noqa: BLE001 - a thread hides it
            self.problem = traceback.format_exc()

    def stop(self) -> None:
        """End the thread; what waits is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Remote(Output):
    """A mixin, first of the bases, for a widget that a device shows in place of a notebook.

    It costs the notebook nothing: it has no comm before ``Device.show``.
    """

    in_cell = False
    module = "widgets.js"
    """The file with its view."""
    unsent: frozenset[str] = frozenset()
    """The traits that its page doesn't need."""
    layout: Any = None
    _esm = _css = ""

    def open(self) -> None:
        """Do nothing: ``Device.show`` opens the comm."""


class SocketComm(BaseComm):
    """A comm whose messages go to a device."""

    def __init__(self, device: Device) -> None:
        self._device = device
        super().__init__(target_name="jupyter.widget", primary=False)

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Any = None,
        **keys: Any,
    ) -> None:
        """Send a change of state, or a message of the widget."""
        if msg_type != "comm_msg" or data is None or self._device.comm is not self:
            return
        if data.get("method") == "custom":
            self._device.line.send({"kind": "custom", "content": data["content"]})
        else:
            names = [path[0] for path in data.get("buffer_paths", ())]
            binary = dict(zip(names, map(_as_text, buffers or ()), strict=True))
            self._device.line.send({"kind": "update", "state": data["state"], "binary": binary})

    def close(self, *_args: Any, **_named: Any) -> None:
        """Do nothing: the device goes on to another widget, or has left."""


def _as_text(buffer: Any) -> str:
    return base64.b64encode(bytes(buffer)).decode()


class Greeter(Protocol):
    """The session that a device takes part in."""

    def token(self, may: str, /) -> str:
        """Return the token for a right."""

    def welcome(self, device: Device, /) -> None:
        """Show a device a widget."""

    def left(self, device: Device, /) -> None:
        """Note that a device has left."""


class Device:
    """A page that is connected to ``session``; ``may`` says what its token allows.

    ``worker`` handles its messages. ``widget`` is what it shows.
    """

    def __init__(
        self, line: Line, session: Greeter, may: str, name: str, worker: MessageThread
    ) -> None:
        self.line, self.session, self.may, self.name = line, session, may, name
        self.worker = worker
        self.widget: Any = None
        self.comm: SocketComm | None = None
        self.is_here = True
        """False once it has left."""
        self._queued, self._lock = 0, Lock()

    def show(self, widget: Remote) -> None:
        """Show a widget in place of the last one, which is closed."""
        old = self.widget
        self.comm = SocketComm(self)
        self.widget = widget
        state: Any = widget
        state.comm = self.comm
        whole = {
            name: value
            for name, value in state.get_state().items()
            if (name[0] != "_" or name in SENT) and name not in widget.unsent
        }
        binary = {
            name: _as_text(value)
            for name, value in whole.items()
            if isinstance(value, bytes | memoryview)
        }
        rest = {name: value for name, value in whole.items() if name not in binary}
        self.line.send({"kind": "open", "module": widget.module, "state": rest, "binary": binary})
        if old is not None:
            old.close()

    def give(self, may: str) -> None:
        """Give the device another token, which it keeps, and greet it as its bearer."""
        self.may = may
        self.line.send({"kind": "keep", "token": self.session.token(may)})
        self.session.welcome(self)

    def dismiss(self, reason: str) -> None:
        """End the connection; the device says why and asks for another link."""
        self.line.close(reason)

    # --- called by the server --------------------------------------------------------------------

    def receive(self, message: Mapping[str, Any]) -> None:
        """Have a message handled by the worker, after those before it."""
        with self._lock:
            if self._queued >= MOST_QUEUED:
                return
            self._queued += 1
        self.worker.do(self._handle, message)

    def _handle(self, message: Mapping[str, Any]) -> None:
        with self._lock:
            self._queued -= 1
        if not self.is_here or self.comm is None:
            return
        kind, content, state = (message.get(name) for name in ("kind", "content", "state"))
        if kind == "custom":
            data = {"method": "custom", "content": content}
        elif kind == "update" and isinstance(state, dict):
            data = {"method": "update", "state": state}
        else:
            return
        self.widget._handle_msg({"content": {"data": data}, "buffers": []})

    def gone(self) -> None:
        """Have the session note that the device has left."""
        self.is_here = False
        self.worker.do(self._left)

    def _left(self) -> None:
        self.session.left(self)
        if self.widget is not None:
            self.widget.close()
            self.widget = None
