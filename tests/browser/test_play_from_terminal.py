"""``python -m piecepack_nb play`` serves a table that plays, and resumes after a reload."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parents[2]
MINUTE = 60_000


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a table of P.A.C.O. served from an empty folder."""
    port = free_port()
    command = [sys.executable, "-m", "piecepack_nb", "play", "paco", "--seed", "3"]
    command += ["--bot", "moons=random", "--no-browser", "--port", str(port)]
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    with (tmp_path / "log").open("w") as log:
        serving = subprocess.Popen(
            command, cwd=tmp_path, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": path}
        )
        yield f"http://127.0.0.1:{port}/"
        serving.send_signal(signal.SIGTERM)
        serving.wait(20)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    yield context.new_page()
    context.close()


def opened(page: Page, address: str) -> None:
    """Go to the address as soon as something answers there."""
    for _ in range(120):
        try:
            page.goto(address, timeout=MINUTE)
            return
        except Exception as failed:
            if "ERR_CONNECTION_REFUSED" not in str(failed):
                raise
            page.wait_for_timeout(500)
    pytest.fail(f"nothing answers at {address}")


def test_a_table_from_the_terminal_plays_and_resumes(
    page: Page, address: str, tmp_path: Path
) -> None:
    opened(page, address)
    page.get_by_role("button", name="Set the table").click(timeout=MINUTE)
    expect(page.get_by_role("button", name="Set the table")).to_have_count(0, timeout=MINUTE)
    (journal,) = (tmp_path / ".piecepack_nb").glob("*.jsonl")
    moves = journal.read_text(encoding="utf-8").count("\n")
    assert moves > 1
    page.reload()
    expect(page.locator(".ppnb-board")).to_contain_text(re.compile("Resumed"), timeout=MINUTE)
    assert [journal] == [*(tmp_path / ".piecepack_nb").glob("*.jsonl")], "one game, not two"
