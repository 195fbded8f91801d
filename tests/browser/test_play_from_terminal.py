"""``python -m piecepack_nb play`` serves a table that plays, and resumes after a reload."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import DONT_WAIT
from tests.soak.hosts import printed

ROOT = Path(__file__).parents[2]
MINUTE = 60_000


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the table is served from."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def serving(folder: Path) -> Iterator[str]:
    """The address of a table of P.A.C.O., for one test after the other."""
    port = free_port()
    command = [sys.executable, "-m", "piecepack_nb", "play", "paco", "--seed", "3"]
    command += ["--bot", "moons=random", "--no-browser", "--port", str(port)]
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    log = folder.with_suffix(".log")
    with log.open("w") as file:
        process = subprocess.Popen(
            command, cwd=folder, stdout=file, stderr=file, env={**os.environ, "PYTHONPATH": path}
        )
        yield printed(log)
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@pytest.fixture
def address(serving: str, folder: Path) -> str:
    """Its address, with an empty folder."""
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    return serving


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(DONT_WAIT)
    yield context.new_page()
    context.close()


def test_a_table_from_the_terminal_plays_and_resumes(
    page: Page, address: str, folder: Path
) -> None:
    page.goto(address, timeout=MINUTE)
    page.get_by_role("button", name="Set the table").click(timeout=MINUTE)
    expect(page.get_by_role("button", name="Set the table")).to_have_count(0, timeout=MINUTE)
    (journal,) = (folder / ".piecepack_nb").glob("*.jsonl")
    moves = journal.read_text(encoding="utf-8").count("\n")
    assert moves > 1
    page.reload()
    expect(page.locator(".ppnb-board")).to_contain_text(re.compile("Resumed"), timeout=MINUTE)
    assert [journal] == [*(folder / ".piecepack_nb").glob("*.jsonl")], "one game, not two"


# --- who may open it ------------------------------------------------------------------------------


class Asked(NamedTuple):
    """An answer of the server."""

    status: int
    text: str
    cookie: str


def asked(
    address: str, path: str = "/", method: str = "GET", *, token: bool = False, **headers: str
) -> Asked:
    """Return the answer to a request with these headers, "_" for "-", and perhaps the token."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"{path}?{parts.query}" if token else path, headers=named)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return Asked(answer.status, text, (answer.getheader("Set-Cookie") or "").partition(";")[0])


WEBSOCKET = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip


def test_only_this_machine_with_the_token_opens_the_table(address: str, folder: Path) -> None:
    host = urlsplit(address).netloc
    port = urlsplit(address).port
    journals = folder / ".piecepack_nb"
    assert asked(address).status == 302, "to the page that asks for the token"
    assert asked(address, "/login").status == 200
    for foreign in (
        "evil.example",
        f"evil.example:{port}",
        "192.168.1.7",
        f"{host}.evil.example",
    ):
        assert asked(address, token=True, Host=foreign).status == 403
    assert asked(address, token=True, method="POST").status == 405
    assert not journals.exists(), "no kernel was started"
    page = asked(address, token=True, Sec_Fetch_Site="cross-site")  # a link in a terminal's page
    kernel = re.search(r'"kernelId": ?"([0-9a-f-]+)"', page.text)
    assert page.status == 200
    assert kernel
    assert page.cookie.startswith("username-")
    games = len([*journals.glob("*.jsonl")])
    cookie = {"Cookie": page.cookie}
    for site in ("cross-site", "same-site"):  # as for a picture in another page
        assert asked(address, Sec_Fetch_Site=site, Sec_Fetch_Dest="image", **cookie).status == 403
    assert asked(address, Origin="http://evil.example", **cookie).status == 403
    assert len([*journals.glob("*.jsonl")]) == games
    socket_path = f"/api/kernels/{kernel[1]}/channels"
    foreign = {"Origin": "http://evil.example"}
    assert asked(address, socket_path, **WEBSOCKET, **cookie, **foreign).status == 403
    assert asked(address, socket_path, **WEBSOCKET).status == 403
    assert asked(address, socket_path, token=True, **WEBSOCKET, Host="evil.example").status == 403
    end = f"/voila/api/shutdown/{kernel[1]}"
    assert asked(address, end, "POST", **cookie, **foreign).status in (403, 404)
    assert asked(address, end, "POST").status == 403
    assert asked(address, end, "POST", **cookie, Origin=f"http://{host}").status == 204


def test_a_table_from_the_terminal_saves_in_its_folder_only(
    page: Page, address: str, folder: Path
) -> None:
    page.goto(address, timeout=MINUTE)
    expect(page.get_by_role("button", name="Set the table")).to_be_visible(timeout=MINUTE)
    page.get_by_text("Save, load, link").click()
    outside = folder.with_name("outside.json")
    field = page.get_by_label("file", exact=True)
    field.fill(str(outside))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".ppnb-files-message")).to_contain_text(f"is not in {folder}")
    assert not outside.exists()
    field.fill("inside.json")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".ppnb-files-message")).to_contain_text("Saved as inside.json")
    assert (folder / "inside.json").is_file()
