"""A small web server in a thread of its own: a page, and a WebSocket for each device.

It serves the files of PAGES and a socket, and nothing else. It knows no game: a ``Door`` decides
what a device's token is good for, and gets its messages.

Vocabulary
    door    decides who comes in: a session with its tokens
    link    the address of the page; the token is in its fragment, which browsers send to no server
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import socket
import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Protocol
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from piecepack_nb.core.errors import BadInput, invalid

LONGEST_MESSAGE = 20_000
"""The most bytes of a device's message; a longer one ends its connection."""
BURST, PER_SECOND = 40, 15.0
"""The messages that a device may send at once, and then each second; more end its connection."""
MOST_DEVICES = 300
"""The most connections of a server."""
MOST_WAITING = 8_000_000
"""The most bytes that wait for a slow device; then it must connect again."""
HELLO_SECONDS = 10
"""The time in which a device must say who it is."""
PING_SECONDS = 10
"""The seconds between two looks whether a device is still there."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src data:; connect-src 'self' {socket}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
    "Server": "piecepack_nb",
}


class Visitor(Protocol):
    """A device that was let in."""

    def receive(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the device; called in the server's thread, so it must be quick."""

    def gone(self) -> None:
        """Note that the device has left."""


class Door(Protocol):
    """The guard that decides which devices come in."""

    def admit(self, line: Line, hello: Mapping[str, Any]) -> Visitor | None:
        """Return the visitor for a device's first message; None if its token is good for nothing.

        Called in the server's thread, so it must be quick.
        """


class Line:
    """The way to one device; any thread may use it."""

    def __init__(self, handler: SocketHandler, loop: asyncio.AbstractEventLoop) -> None:
        self._handler, self._loop = handler, loop

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message, in order; a device that has left gets none."""
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        self._later(self._handler.pass_on, text)

    def close(self, reason: str) -> None:
        """End the connection; the device is told why, and doesn't come back by itself."""
        self._later(self._handler.close, 4000, reason)

    def _later(self, call: Callable[..., object], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            return  # the server has stopped


class Server:
    """A server of ``pages``, by path: (content type, content), and of a socket that ``door`` keeps.

    ``network`` lets other machines connect; ``address`` is where a proxy serves it, if one does.
    Port 0 is a free one. Raises BadInput if the port can't be had.
    """

    def __init__(
        self,
        door: Door,
        pages: Mapping[str, tuple[str, bytes]],
        *,
        network: bool = False,
        port: int = 0,
        address: str = "",
    ) -> None:
        self.door, self.pages, self.network = door, pages, network
        self._sockets = _bound(port, "" if network else "127.0.0.1")
        self.port: int = self._sockets[0].getsockname()[1]
        self.address = address or f"http://{own_address() if network else '127.0.0.1'}:{self.port}/"
        self._hosts = _hosts(self.address, self.port, network=network)
        self.connected: set[SocketHandler] = set()
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=[ready], name=f"piecepack_nb host {self.port}", daemon=True
        )
        self._thread.start()
        ready.wait()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        logging.getLogger("tornado.access").setLevel(logging.ERROR)
        given = {"server": self}
        application = Application(
            [("/socket", SocketHandler, given), ("/(.*)", PageHandler, given)],
            compress_response=True,
            websocket_max_message_size=LONGEST_MESSAGE,
            websocket_ping_interval=PING_SECONDS,
            websocket_ping_timeout=PING_SECONDS,
        )
        http = HTTPServer(application, max_body_size=1000, max_header_size=16_000)
        http.add_sockets(self._sockets)
        ready.set()
        self._loop.run_forever()
        http.stop()
        for each in tuple(self.connected):
            each.close(1012, "The host has stopped.")
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    def wait(self) -> None:
        """Wait until the server is stopped."""
        while self._thread.is_alive():
            self._thread.join(1)  # without a time, Ctrl+C would wait, too

    def stop(self) -> None:
        """Close the port and all connections."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            if threading.current_thread() is not self._thread:
                self._thread.join(5)

    def is_own(self, host: str) -> bool:
        """Return True if a request names this server, and no other site that leads here."""
        return host.lower() in self._hosts

    def comes_from_own_page(self, origin: str | None) -> bool:
        """Return True if a page of this server opens the socket."""
        return origin is not None and urlsplit(origin).netloc.lower() in self._hosts


def _bound(port: int, host: str) -> list[socket.socket]:
    if type(port) is not int or not 0 <= port < 2**16:
        raise invalid("the port", port, f"a whole number from 0 to {2**16 - 1}")
    try:
        return bind_sockets(port, host or None, family=socket.AF_INET)
    except OSError as error:
        raise BadInput(
            f"port {port} can't be used: {error.strerror or error}; expected a free port"
        ) from None


def _hosts(address: str, port: int, *, network: bool) -> set[str]:
    """Return the names that a request may have for this server."""
    names = {"127.0.0.1", "localhost"}
    if network:
        names |= {own_address(), socket.gethostname().lower()}
        names |= {f"{socket.gethostname().lower().split('.')[0]}.local"}
    return {f"{name}:{port}" for name in names} | {urlsplit(address).netloc.lower()}


def own_address() -> str:
    """Return this machine's address in its network; "127.0.0.1" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the way there
            found = str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
    return "127.0.0.1" if ipaddress.ip_address(found).is_unspecified else found


class PageHandler(RequestHandler):
    """One of the pages; any other path is not found."""

    def initialize(self, server: Server) -> None:
        """Keep the server."""
        self.server = server

    def set_default_headers(self) -> None:
        """Let the page load only what is served here, and nobody show it in a frame."""
        own = self.request.headers.get("Host", "")
        safe = own if own.replace(".", "").replace(":", "").replace("-", "").isalnum() else ""
        self.set_header(
            "Content-Security-Policy", POLICY.format(socket=f"ws://{safe} wss://{safe}")
        )
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse, with status 403, a request that names another site."""
        if not self.server.is_own(self.request.headers.get("Host", "")):
            raise HTTPError(403)

    def get(self, path: str) -> None:
        """Return a page."""
        if path not in self.server.pages:
            raise HTTPError(404)
        kind, content = self.server.pages[path]
        self.set_header("Content-Type", kind)
        self.finish(content)

    head = get

    def write_error(self, status_code: int, **_named: Any) -> None:
        """Say no more than the status."""
        self.finish(f"{status_code}\n")


class SocketHandler(WebSocketHandler):
    """The connection of one device: its first message is a hello with its token."""

    def initialize(self, server: Server) -> None:
        """Keep the server."""
        self.server = server
        self.visitor: Visitor | None = None
        self._credit, self._at = float(BURST), monotonic()
        self._waiting = 0

    def check_origin(self, origin: str) -> bool:
        """Return True for a page of this server."""
        return self.server.comes_from_own_page(origin)

    def prepare(self) -> None:
        """Refuse another site's name, a missing origin, and more devices than fit."""
        headers = self.request.headers
        if not self.server.is_own(headers.get("Host", "")) or "Origin" not in headers:
            raise HTTPError(403)
        if len(self.server.connected) >= MOST_DEVICES:
            raise HTTPError(503)

    def get_compression_options(self) -> dict[str, Any]:
        """Compress messages: scenes are repetitive."""
        return {"compression_level": 4, "mem_level": 5}

    def open(self, *_args: str, **_kwargs: str) -> None:
        """Wait for the hello."""
        self.server.connected.add(self)
        asyncio.get_running_loop().call_later(HELLO_SECONDS, self._must_be_known)

    def _must_be_known(self) -> None:
        if self.visitor is None:
            self.close(4001, "no hello")

    def on_message(self, message: str | bytes) -> None:
        """Pass a message on, if it is one and not one too many."""
        if not self._may_send():
            self.close(4002, "Too many messages.")
            return
        try:
            content = json.loads(message)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            self.close(4003, "That was no message.")
        elif self.visitor is not None:
            self.visitor.receive(content)
        elif content.get("kind") == "hello":
            line = Line(self, asyncio.get_running_loop())
            self.visitor = self.server.door.admit(line, content)
            if self.visitor is None:
                self.close(4004, "This link is not valid, or no longer.")
        else:
            self.close(4001, "no hello")

    def _may_send(self) -> bool:
        now = monotonic()
        self._credit = min(BURST, self._credit + (now - self._at) * PER_SECOND) - 1
        self._at = now
        return self._credit >= 0

    def pass_on(self, text: str) -> None:
        """Send a text to the device; one that doesn't keep up must connect again."""
        if self._waiting > MOST_WAITING:
            self.close(1013, "too slow")
            return
        try:
            sent = asyncio.ensure_future(self.write_message(text))
        except (WebSocketClosedError, StreamClosedError):
            return
        self._waiting += len(text)
        sent.add_done_callback(lambda done: self._sent(len(text), done))

    def _sent(self, size: int, done: asyncio.Future[None]) -> None:
        self._waiting -= size
        if not done.cancelled():
            done.exception()  # of a device that has left

    def on_close(self) -> None:
        """Note that the device has left."""
        self.server.connected.discard(self)
        if self.visitor is not None:
            self.visitor.gone()
