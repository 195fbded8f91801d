"""A session: one link that devices join, with the tokens of all who take part."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.hosting.device import Device, MessageThread
from piecepack_nb.hosting.pages import pages
from piecepack_nb.hosting.server import Line, Server

JOIN, HOST, SCREEN = "join", "host", "screen"
"""The uses of every session's tokens: to join; to be its host; to show what everybody may see."""
LONGEST_NAME = 20
MOST_KEPT = 20
"""The most tokens of earlier seats that a device may offer in its hello."""


class Session:
    """A session of several devices; a subclass says what each one shows.

    ``path`` is the file that keeps the tokens and the port, so that a restarted session has the
    same links. The other arguments are those of Server.
    """

    def __init__(
        self, path: Path | None, *, network: bool = False, port: int = 0, address: str = ""
    ) -> None:
        self.path = path
        kept = _read(path)
        self._tokens: dict[str, str] = kept.get("tokens", {})
        self.names: dict[str, str] = kept.get("names", {})
        """The names of those who have come by a token, by its right."""
        self._kept: dict[str, Any] = kept.get("more", {})
        self.worker = MessageThread("session")
        self.devices: list[Device] = []
        for may in (JOIN, HOST, SCREEN):
            self.token(may)
        self._resume()
        self.server = self._serve(network, port, kept.get("port", 0), address)
        self._keep()

    def _serve(self, network: bool, port: int, last: int, address: str) -> Server:
        """Return a server on the chosen port; without one, on the last one if it is free."""
        try:
            return Server(self, pages(), network=network, port=port or last, address=address)
        except BadInput:
            if port:
                raise
            return Server(self, pages(), network=network, address=address)

    # --- for subclasses --------------------------------------------------------------------------

    def welcome(self, device: Device) -> None:
        """Show a device that has come a widget, by ``device.show``; ``device.may`` is its right.

        Called in the device's worker.
        """
        raise NotImplementedError

    def note(self, device: Device) -> None:
        """Keep the name of a device that has come by a token of its own."""
        if self.names.get(device.may) != device.name:
            self.names[device.may] = device.name
            self._keep()

    def left(self, device: Device) -> None:
        """Note that a device has left; its widget is closed afterwards.

        Called in the device's worker.
        """
        if device in self.devices:
            self.devices.remove(device)

    def _resume(self) -> None:
        """Go on with what the kept tokens are for; called before devices can come."""

    def to_keep(self) -> dict[str, Any]:
        """Return what else to keep, as JSON; a restarted session has it in ``_kept``."""
        return {}

    def is_valid(self, may: str) -> bool:
        """Return True if a token for ``may`` still has a use."""
        return bool(may)

    # --- tokens ----------------------------------------------------------------------------------

    def token(self, may: str) -> str:
        """Return the token for a right, which is made at first: 128 random bits."""
        if may not in self._tokens:
            self._tokens[may] = secrets.token_urlsafe(16)
            self._keep()
        return self._tokens[may]

    def rights(self) -> list[str]:
        """Return all rights that there is a token for."""
        return list(self._tokens)

    def is_used(self, may: str) -> bool:
        """Return True if somebody has come by the token for a right."""
        return may in self.names

    def withdraw(self, may: str, reason: str) -> None:
        """Make the token for a right invalid, and dismiss the devices that came by it."""
        self._tokens.pop(may, None)
        self.names.pop(may, None)
        self._keep()
        for device in tuple(self.devices):
            if device.may == may:
                device.dismiss(reason)

    def link(self, may: str = JOIN) -> str:
        """Return the link for a right."""
        return f"{self.server.address}#{self.token(may)}"

    def right_of(self, token: object) -> str:
        """Return the right of a token; "" for none. Compares in constant time."""
        given, found = str(token).encode(errors="backslashreplace"), ""
        for may, own in tuple(self._tokens.items()):
            if hmac.compare_digest(given, own.encode()):
                found = may
        return found if self.is_valid(found) else ""

    def _keep(self) -> None:
        """Write the tokens and the port where only this user can read them."""
        server = getattr(self, "server", None)
        if self.path is None or server is None:
            return
        kept = {"port": server.port, "tokens": self._tokens, "names": self.names}
        text = json.dumps({**kept, "more": self.to_keep()})
        new = self.path.with_suffix(f".{os.getpid()}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(text)
            new.replace(self.path)
        except OSError:
            return  # the links then last as long as this server

    # --- called by the server --------------------------------------------------------------------

    def admit(self, line: Line, hello: Mapping[str, Any]) -> Device | None:
        """Return the device of a hello: its own earlier right, or that of its link."""
        link = self.right_of(hello.get("token"))
        may = self._earlier(hello) or link if link == JOIN else link
        if not may:
            return None
        device = Device(line, self, may, self.names.get(may, ""), self.worker_for(may))
        self.devices.append(device)
        device.worker.do(self.welcome, device)
        return device

    def _earlier(self, hello: Mapping[str, Any]) -> str:
        """Return the right that a device has had: in this tab, or in one of its tabs that is gone.

        A second tab of a browser is another device.
        """
        tab, browser = (_listed(hello.get(name)) for name in ("tab", "browser"))
        there = {device.may for device in self.devices}
        found = [*map(self.right_of, tab)]
        found += [may for may in map(self.right_of, browser) if may not in there]
        return next(filter(None, found), "")

    def worker_for(self, may: str) -> MessageThread:
        """Return the worker for the devices with a right."""
        return self.worker

    def wait(self) -> None:
        """Wait until the session is closed."""
        self.server.wait()

    def close(self) -> None:
        """Stop the server. The same call begins it again, with the same links."""
        self.server.stop()
        self.worker.stop()


def _listed(value: object) -> list[object]:
    return value[:MOST_KEPT] if isinstance(value, list) else []


def clean_name(name: object) -> str:
    """Return a person's name, on one line and short."""
    text = name if isinstance(name, str) else ""
    return " ".join("".join(filter(str.isprintable, text)).split())[:LONGEST_NAME]


def _read(path: Path | None) -> dict[str, Any]:
    """Return what a session has kept; {} where there is nothing usable."""
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path is not None else {}
        tokens, names = found.get("tokens", {}), found.get("names", {})
        good = all(isinstance(each, str) and len(each) >= 20 for each in tokens.values())
        good = good and all(isinstance(each, str) for each in names.values())
        good = good and isinstance(found.get("more", {}), dict)
        return found if good and type(found.get("port", 0)) is int else {}
    except (OSError, ValueError, AttributeError):
        return {}
