"""Devices without a browser: a WebSocket client that keeps all that it is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from piecepack_nb.hosting.session import Session

PATIENCE = 20.0
"""The seconds after which a test gives up."""


class Client:
    """A device that has said hello with the token of a right, or with another one.

    It sends ``first`` in place of the hello, and ``headers`` in place of a page's; None for none.
    """

    def __init__(
        self,
        session: Session,
        may: str = "join",
        *,
        first: str | bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
        **hello: Any,
    ) -> None:
        self.session, self._headers = session, headers or {}
        self.loop = asyncio.new_event_loop()
        self.state: dict[str, Any] = {}
        self.module = ""
        self.texts: list[str] = []
        """All messages, as they came."""
        self.customs: list[Any] = []
        self.kept: list[str] = []
        self.is_closed = False
        """True once all is read that came before the end of the connection."""
        token = hello.pop("token", None) or session.token(may)
        self.line = self._run(lambda: websocket_connect(self.request(), max_message_size=2**24))
        usual = {"kind": "hello", "token": token, "tab": [], "browser": [], **hello}
        self.send(usual if first is None else first)

    def request(self) -> HTTPRequest:
        """Return the request of the socket, as a page of the server makes it."""
        port = self.session.server.port
        headers = {"Origin": f"http://127.0.0.1:{port}", **self._headers}
        sent = {name: value for name, value in headers.items() if value is not None}
        return HTTPRequest(f"ws://127.0.0.1:{port}/socket", headers=sent)

    def _run(self, call: Callable[[], Any]) -> Any:
        async def run() -> Any:
            return await asyncio.wait_for(call(), PATIENCE)

        return self.loop.run_until_complete(run())

    @property
    def code(self) -> int | None:
        """The code with which the server closed the connection."""
        line: WebSocketClientConnection = self.line
        return line.close_code

    def send(self, message: Any) -> None:
        """Send a message, or a text as it is."""
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        self._run(lambda: self.line.write_message(text))

    def throw(self, texts: Sequence[str | bytes], times: int = 1) -> None:
        """Send texts, and binary messages, as they are, many times, without waiting."""

        async def write() -> None:
            for text in [*texts] * times:
                self.line.write_message(text, binary=isinstance(text, bytes))

        self._run(write)

    def garble(self, content: bytes) -> None:
        """Send bytes that are no message, below the WebSocket."""

        async def write() -> None:
            await self.line.protocol.stream.write(content)

        self._run(write)

    def read(self) -> bool:
        """Wait for a message and apply it; return False once the connection is closed."""
        text = None if self.is_closed else self._run(self.line.read_message)
        if text is None:
            self.is_closed = True
            return False
        self.texts.append(text)
        message = json.loads(text)
        if message["kind"] == "open":
            self.state, self.module = dict(message["state"]), message["module"]
        elif message["kind"] == "update":
            self.state |= message["state"]
        elif message["kind"] == "custom":
            self.customs.append(message["content"])
        elif message["kind"] == "keep":
            self.kept.append(message["token"])
        return True

    def until(self, found: Callable[[], Any]) -> Any:
        """Read until something is found; return it."""
        end = monotonic() + PATIENCE
        while not (result := found()):
            assert monotonic() < end, f"not found; the last message: {self.texts[-1:]}"
            assert self.read(), f"closed with {self.code}"
        return result

    def until_closed(self) -> int | None:
        """Read until the connection is closed; return the code."""
        while self.read():
            pass
        return self.code

    def do(self, content: Any) -> Any:
        """Send a message of the widget; return the reply once it is handled."""
        before = len(self.customs)
        self.send({"kind": "custom", "content": content})
        return self.until(lambda: self.customs[before:] and self.customs[-1])

    # --- at a table ------------------------------------------------------------------------------

    @property
    def serial(self) -> int:
        """The number of the position that is shown."""
        return int(self.state["snapshot"]["serial"])

    def play(self, text: str) -> None:
        """Type a move and wait for the reply."""
        self.do({"kind": "do", "name": "move", "text": text})

    @property
    def said(self) -> str:
        """The last message on the board."""
        return str(self.state.get("notice", {}).get("text", ""))

    def scene(self) -> dict[str, Any]:
        """Return the keyframe and the differences from it."""
        return {"keyframe": self.state["keyframe"], "last": self.state["snapshot"]["last"]}

    def close(self) -> None:
        """Leave."""
        if self.loop.is_closed():
            return

        async def leave() -> None:  # tornado writes in the loop that runs
            self.line.close()
            await asyncio.sleep(0)

        self.loop.run_until_complete(leave())
        self.loop.close()


def sat(session: Any, table: int, *seats: str, **hello: Any) -> Client:
    """Return a device at seats of a table, or that watches it."""
    from piecepack_nb.hosting.tables import TableSeats

    client = Client(session, TableSeats(table, seats).text, **hello)
    client.until(lambda: "snapshot" in client.state)
    return client
