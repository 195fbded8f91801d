"""Requests to the terminal's table from other hosts, pages and people: none opens it."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from tests.soak.campaigns import Different, Row, campaign
from tests.soak.journals import folder
from tests.soak.mutations import mutated_text

ROOT = Path(__file__).parents[2]
NO_KERNEL = "00000000-0000-4000-8000-000000000000"
PATHS = ("/", "/login", f"/api/kernels/{NO_KERNEL}", f"/api/kernels/{NO_KERNEL}/channels",
         f"/voila/api/shutdown/{NO_KERNEL}", "/voila/files/activator.ipynb", "/voila/files/../log",
         "//evil.example/", "/../../etc/passwd", "/notebooks/activator.ipynb")  # fmt: skip
HOSTS = ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.7",
         "0.0.0.0", "127.0.0.1@evil.example", "[::ffff:8.8.8.8]")  # fmt: skip


@contextmanager
def table(here: Path) -> Iterator[str]:
    """The address of a table that the terminal serves from a folder, with its token."""
    command = [sys.executable, "-m", "piecepack_nb", "play", "activator", "--no-browser"]
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    with (here / "log").open("w") as log:
        serving = subprocess.Popen(
            command, cwd=here, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": path}
        )
    try:
        yield printed(here / "log")
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.wait(60)


def printed(log: Path) -> str:
    """Return the address that the server prints, with its token, as soon as it is there."""
    for _ in range(240):
        if found := re.search(r"http://\S+token=\w{32,}", log.read_text()):
            return found[0]
        time.sleep(0.5)
    raise RuntimeError(f"no address in {log.read_text()!r}")


def asked(address: str, path: str, method: str, headers: dict[str, str]) -> int:
    """Return the status of the answer to a request."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request(method, path, headers=headers)
    status = connection.getresponse().status
    connection.close()
    return status


@campaign("foreign requests to a table", share=0.1, posix=True)
def foreign_requests(size: int, row: Row, random: Random) -> None:
    """Ask without the token, or under another host's name with it; no kernel starts."""
    with folder() as here, table(here) as address:
        parts = urlsplit(address)
        for number in range(size):
            path, method = random.choice(PATHS), random.choice(("GET", "POST", "DELETE", "OPTIONS"))
            local = random.random() < 0.5
            token = parts.query if not local else mutated_text(parts.query, random)
            token = "" if token == parts.query and local else re.sub(r"[^!-~]", "_", token)
            host = parts.netloc if local else random.choice(HOSTS)
            origin = random.choice((f"http://{host}", "http://evil.example", "null"))
            site = random.choice(("cross-site", "same-site", "none"))
            headers = {"Host": host, "Origin": origin, "Sec-Fetch-Site": site}
            with row.attempt(f"request {number}: {method} {path}?{token} {headers}", limit=20):
                status = asked(address, f"{path}?{token}", method, headers)
                if status < 300 and not (path == "/login" and local) and method != "OPTIONS":
                    raise Different(f"is answered with {status}")
        with row.attempt("no kernel has started"):
            if (here / ".piecepack_nb").exists():
                raise Different("a kernel has started")
