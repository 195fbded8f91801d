"""The site in a real browser: play pages, JupyterLite and the documentation ask no other host."""

from __future__ import annotations

import inspect
import json
import re
import threading
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

import piecepack_nb as pp
from piecepack_nb.core import registry
from tests.browser import make_page
from tests.browser.firefox import FIREFOX, in_firefox
from tests.browser.lab import until
from tests.browser.pages import DONT_WAIT
from tests.design.examples import example_class
from tests.front_ends.drivers import ADD_CELL
from tests.front_ends.robot import WATCHED, Robot
from tests.front_ends.screens import ChromiumScreen
from tools import site
from tools.doc_boards import EXAMPLES, GAMES
from tools.site_gallery import SHELF

NO_REGION = {"rules": {"region": {"enabled": False}}}  # the theme's link back to the top
MINUTES = 4 * 60_000  # milliseconds; Python starts in the page, on a busy machine
RUN = """code => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = notebook.widgets.findIndex(
    (cell) => cell.model.type === "code" && cell.model.sharedModel.source.includes(code));
  return jupyterapp.commands.execute("notebook:run-cell").then(() => null);
}"""
EXECUTE = """async (code) => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  return (await kernel.requestExecute({ code }).done).content.status;
}"""
IS_KEPT = "async (address) => Boolean(await caches.match(address))"
KEPT = """
from piecepack_nb.design import Board, ready
@pp.register
class Kept(Board):
    places = Board.squares(2, 2)
    def move(self, table, place): table[place] = table.seat
    def winner(self, table): return ready.full(table)
"""
OPENED = "() => document.body.dataset.ready || document.body.dataset.failed"
HAS_NOTEBOOK = """() => globalThis.jupyterapp?.shell.currentWidget?.context?.isReady
  && jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === "idle"
"""


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of the site, built now."""
    try:
        site.build()
    except SystemExit as ended:  # pytest keeps no fixture's SystemExit: each test would build anew
        pytest.fail(f"the site isn't built: {ended}")
    with site.server() as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()


@pytest.fixture
def page(chromium: Browser, served: str) -> Iterator[Page]:
    """A page that may reach nothing but the site; what it asks elsewhere fails the test."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(DONT_WAIT)
    asked: list[str] = []
    refused: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on(
        "console",
        lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None,
    )
    yield context.new_page()
    context.close()
    assert refused == [], "a page's policy allows all that it needs"
    assert [url for url in asked if url.startswith("http") and not url.startswith(served)] == []


OPEN_ELSEWHERE = "This game is open in another tab."
BEGINS = "() => document.getElementById('status').textContent.startsWith('Loading')"
STORED = """async () => {
  const answer = (asked) => new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const base = await answer(indexedDB.open("/games/piecepackman"));
  const files = base.transaction("FILE_DATA").objectStore("FILE_DATA");
  const [names, kept] = await Promise.all([answer(files.getAllKeys()), answer(files.getAll())]);
  base.close();
  return Object.fromEntries(names.map((name, at) => [name.split("/").at(-1), kept[at].contents])
    .filter(([name, contents]) => contents && /[.](jsonl|before[0-9]+)$/.test(name))
    .map(([name, contents]) => [name, new TextDecoder().decode(contents)]));
}"""
"""The texts of saved games that the browser has stored."""
KEPT_NAMES = """async () => {
  const names = [];
  for (const name of await caches.keys())
    names.push(...(await (await caches.open(name)).keys()).map((each) => each.url));
  return names;
}"""


def opened(page: Page) -> None:
    """Wait until the page has its table."""
    page.wait_for_function(OPENED, timeout=MINUTES)
    assert page.locator("body[data-failed]").count() == 0, page.locator("#status").inner_text()


def agreed(page: Page) -> Locator:
    """Return the button that shows when Piecepackman has moved."""
    return page.get_by_role("button", name=re.compile("Agree, and roll"))


def rolled(page: Page) -> None:
    """Roll for Piecepackman, and wait until he has moved."""
    page.get_by_role("button", name="Roll for Piecepackman").click(timeout=MINUTES)
    expect(agreed(page)).to_be_visible(timeout=MINUTES)


def downloaded(page: Page) -> str:
    """Return the file of games that the page downloads."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download my games").click()
    return saved.value.path().read_text(encoding="utf-8")


def test_a_game_says_a_full_storage_goes_on_in_another_tab_and_without_a_network(
    page: Page, served: str
) -> None:
    """One game for the three, since Python takes long to start in each page."""
    address = f"{served}play/piecepackman/?seed=3"
    says_a_full_storage(page, address)
    second = waits_for_the_first_tab(page, address)
    other_game_begins(page, served)
    page.wait_for_function(IS_KEPT, arg=f"{served}play/worm_derby/", timeout=MINUTES)
    assert not second.evaluate(BEGINS)
    rolled(page)
    text = downloaded(page)
    until(lambda: page.evaluate(STORED) == json.loads(text), "the move to be stored")
    page.close()
    opened(second)
    expect(second.locator("#notice")).to_be_hidden()
    expect(agreed(second)).to_be_visible(timeout=MINUTES)  # with the first tab's move
    names = second.evaluate(KEPT_NAMES)
    assert names
    assert [each for each in names if "?" in each] == [], "a file is kept once, without its query"
    second.context.set_offline(True)
    second.reload()
    expect(agreed(second)).to_be_visible(timeout=MINUTES)  # where the game was left
    assert re.search(r'"piecepackman-\w+\.jsonl": "', downloaded(second))


def says_a_full_storage(page: Page, address: str) -> None:
    """Open a page whose storage is full: it plays, and says so until there is room."""
    origin = "/".join(address.split("/")[:3])
    cdp = page.context.new_cdp_session(page)
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.goto(address)
    expect(page.locator(".still svg")).to_be_visible()
    opened(page)
    rolled(page)
    notice = page.locator("#notice")
    expect(notice).to_contain_text("its storage is full", timeout=MINUTES)
    assert "piecepackman-" in downloaded(page)
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(notice).to_be_hidden(timeout=MINUTES)


def waits_for_the_first_tab(page: Page, address: str) -> Page:
    """Open the same game in a second tab, which says where it is played."""
    second = page.context.new_page()
    second.goto(address)
    expect(second.locator("#notice")).to_contain_text(OPEN_ELSEWHERE)
    expect(second.get_by_role("button", name="Download my games")).to_be_disabled()
    return second


def other_game_begins(page: Page, served: str) -> None:
    """Open another game in a tab: its table is not held up."""
    other = page.context.new_page()
    other.goto(f"{served}play/activator/")
    other.wait_for_function(BEGINS, timeout=MINUTES)
    expect(other.locator("#notice")).to_be_hidden()
    other.close()


def test_a_page_that_was_open_is_shown_without_a_network(page: Page, served: str) -> None:
    for address in (served, f"{served}docs/start.html"):
        page.context.set_offline(False)
        page.goto(address)
        title = page.locator("h1").inner_text()
        page.wait_for_function(IS_KEPT, arg=address, timeout=MINUTES)
        page.context.set_offline(True)
        page.reload()
        assert page.locator("h1").inner_text() == title


def test_the_gallery_plays_and_changes_each_game(page: Page, served: str) -> None:
    page.goto(served)
    assert page.locator(".games > li").count() == len(GAMES + EXAMPLES + SHELF)
    assert page.get_by_role("link", name="Play").count() == len(GAMES + EXAMPLES + SHELF)
    assert page.get_by_role("link", name="Remix").count() == len(EXAMPLES + SHELF) + 1
    assert page.evaluate("[...document.images].at(-1).naturalWidth") == 0, "it is far below"
    page.locator(".games img").last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.images].at(-1).naturalWidth > 0")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page).response["violations"] == []
    stop = page.get_by_role("button", name="Stop the pictures")
    stop.click()
    page.reload()
    expect(stop).to_have_attribute("aria-pressed", "true")
    assert page.locator('.games img:not([src$="#still"])').count() == 0
    stop.click()
    assert page.locator('.games img[src$="#still"]').count() == 0
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator('.games img:not([src$="#still"])')).to_have_count(0)
    expect(stop).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.reload()
    lesson = page.get_by_role("link", name="Lesson").first  # JupyterLab has no room there
    expect(lesson).to_have_attribute("href", re.compile("lite/notebooks/"))
    page.get_by_role("link", name="Remix Hex").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{served}make/?game=hex")
    page.goto(served)
    page.locator(".games img").first.click(force=True)  # the first link lies over the whole card
    page.wait_for_url(f"{served}play/**")


def test_the_start_notebook_plays_and_draws_in_jupyterlite(page: Page, served: str) -> None:
    page.goto(f"{served}lite/lab/index.html?path=00_start_here.ipynb")
    page.wait_for_function(HAS_NOTEBOOK, timeout=MINUTES)
    page.evaluate(RUN, "pp.play(")
    rolled(page)
    page.evaluate(ADD_CELL, WATCHED)
    page.evaluate(RUN, "pp.watch(")
    Robot(ChromiumScreen(page), MINUTES / 1000).draw()
    # a bot that draws a number of 32 bits; its game is kept in a file, and found there
    seats = {"suns": "shrewd", "moons": "random", "crowns": "random", "arms": "random"}
    simulated = f"assert len(pp.simulate('paco', 1, seats={seats})) == 1"
    assert page.evaluate(EXECUTE, simulated) == "ok"
    handed = "from piecepack_nb.widgets import guest_page\nguest_page.write = lambda *_: 0\n"
    handed += "assert '\"Activator\"' in guest_page.guest_page(pp.Match('activator'), None)"
    assert page.evaluate(EXECUTE, handed) == "ok", "the site's page without a game is loaded"
    found = "import sqlite3; base = sqlite3.connect('.piecepack_nb/results.sqlite')\n"
    found += "assert base.execute('SELECT count(*) FROM results').fetchone() == (1,)"
    assert page.evaluate(EXECUTE, found) == "ok"
    own = f"{KEPT}assert not pp.simulate('kept', 2, seats='random').remarks"
    assert page.evaluate(EXECUTE, own) == "ok", "an own game's results are kept with Python 3.14"


# --- the page on which one writes a game ---------------------------------------------------------


def test_a_game_is_written_changed_stopped_and_kept_without_a_network(
    page: Page, served: str
) -> None:
    """One page for all, since Python takes long to start in each."""
    page.goto(f"{served}make/?game=tic_tac_toe&play")
    board, status = make_page.board(page), page.locator("#status")
    make_page.says(page, "Tic tac toe is on the table.")
    expect(page.locator(".cm-content")).to_be_hidden()
    board.get_by_role("button", name=re.compile("^b2")).click()
    expect(board.locator("body")).to_contain_text("Suns puts a piece on b2", timeout=MINUTES)
    page.wait_for_function("() => localStorage.getItem('ppnb-make-tables')", timeout=MINUTES)
    page.reload()
    make_page.says(page, "Tic tac toe goes on where you left it.")
    page.get_by_role("button", name="Begin anew").click()
    make_page.says(page, "Tic tac toe is on the table.")
    board.get_by_role("button", name=re.compile("^b2")).click()
    expect(board.locator("body")).to_contain_text("Suns puts a piece on b2", timeout=MINUTES)
    page.get_by_role("button", name="Change its rules").click()
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    make_page.written(page, "# a remark\n")
    make_page.says(page, "all moves are replayed")
    expect(board.locator("body")).to_contain_text("Moons: choose a place")
    make_page.written(page, "def x(:\n")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1, timeout=MINUTES)
    page.get_by_role("button", name=re.compile("^Line ")).click()
    assert page.evaluate("document.activeElement.closest('.cm-editor') !== null")
    for part, said in (("check", "100 random games"), ("rules", "TTT-1")):
        page.get_by_label("Begin from").select_option("example tic_tac_toe")
        make_page.says(page, "Tic tac toe")
        page.locator(f"#{part}").click()
        expect(page.locator("#result")).to_contain_text(said, timeout=MINUTES)
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="To the board").click()
    assert page.evaluate("document.activeElement.tagName") == "IFRAME"
    page.get_by_role("button", name="To the program").click()
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    page.locator("#link").click()
    expect(page.locator("#address")).to_have_value(re.compile("#game1"))
    expect(page.get_by_alt_text("QR code of the link")).to_be_visible()
    link = page.locator("#address").input_value()
    assert pp.open(link).text == page.evaluate(WRITTEN)
    page.locator("#files summary").click()
    with page.expect_download() as saved:
        page.locator("#download").click()
    assert saved.value.suggested_filename == "tic_tac_toe.py"
    assert saved.value.path().read_text(encoding="utf-8") == page.evaluate(WRITTEN)
    page.locator("#choice").select_option("example blank")
    page.locator("#file").set_input_files(saved.value.path())
    make_page.says(page, "Press Run")
    assert "class TicTacToe" in page.evaluate(WRITTEN)
    page.locator(".cm-content").focus()
    for key in ("Tab", "Shift+Tab", "x", "Tab", "Escape", "Tab"):  # it indents what one writes
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "check"
    assert page.evaluate(WRITTEN).startswith("    x")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(make_page.ENDLESS)
    page.keyboard.press("Control+Enter")
    make_page.says(page, "Python has started anew")  # the check doesn't end
    page.locator("#choice").select_option("example course_5_stones")
    make_page.says(page, "Stones is on the table.")
    page.locator("#choice").select_option(label="Endless")
    page.locator("#run").click()
    expect(status).to_contain_text(re.compile("Endless (is|goes) on"), timeout=MINUTES)
    board.get_by_role("button", name=re.compile("^a1")).click()
    page.locator("#stop").click()
    make_page.says(page, "The program was stopped.")
    page.wait_for_function(IS_KEPT, arg=f"{served}run/packages.zip", timeout=MINUTES)
    page.context.set_offline(True)
    page.reload()
    expect(status).to_contain_text("Press Run")
    assert "class Endless" in page.evaluate(WRITTEN)
    page.locator("#choice").select_option("example hex")
    make_page.says(page, "Hex is on the table.")


WRITTEN = (
    "() => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')"
)


def test_a_link_runs_nothing_before_a_click_and_gets_nowhere_after_it(
    chromium: Browser, served: str
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    with make_page.elsewhere() as (evil, asked):
        page.goto(f"{served}docs/start.html")
        page.evaluate("localStorage.setItem('secret', 'x')")
        stranger = page.locator("#stranger")
        for link, said in make_page.DAMAGED.items():
            page.goto(f"{served}make/{link}")
            make_page.says(page, said)
            expect(stranger).to_be_hidden()
        page.goto(f"{served}make/{make_page.link_to(make_page.hostile(evil, served))}")
        expect(stranger).to_contain_text("<b>A friend</b>\\u202e, as the program claims")
        expect(stranger).to_contain_text("<script>top.hacked = 1</script>")
        assert Axe().run(page).response["violations"] == []
        make_page.written(page, "# typing runs nothing, and Ctrl+Enter neither")
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(1000)  # more than the pause
        assert page.locator("iframe").count() == 0
        page.get_by_role("button", name="Run it").click()
        page.wait_for_function(TRIED, timeout=MINUTES)
        assert re.search(r"TRIED 2\d, OUT BY \[\]", page.locator("#status").inner_text())
        frame = page.frames[1]
        tried = frame.evaluate(
            f"([EVIL, SITE]) => {{ {make_page.ATTACKS}; return attack() }}", [evil, served]
        )
        assert [name for name, outcome in tried.items() if outcome == "DONE"] in (
            [],
            ["beacon", "peer"],
        )
        frame.evaluate("(evil) => { location = evil }", evil)
        page.wait_for_timeout(500)
        assert asked == []
        assert page.evaluate("window.hacked") is None
        assert page.title().startswith("Make a game")
    context.close()


CODE_CELLS = "jupyterapp.shell.currentWidget.content.widgets.filter((c) => c.model.type === 'code')"
"""The code cells of the notebook that is open."""


def test_a_game_becomes_a_notebook_and_comes_back_by_a_link(page: Page, served: str) -> None:
    page.goto(f"{served}make/")
    expect(page.locator("#choice")).to_have_value("example tic_tac_toe")
    page.locator("#files summary").click()
    for name in ("tic_tac_toe.ipynb", "tic_tac_toe_2.ipynb"):  # the second is beside the first
        with page.context.expect_page() as made:
            page.locator("#notebook").click()
        make_page.says(page, f"{name} opens in JupyterLite")
        lab = made.value
        lab.wait_for_url(f"{served}lite/lab/index.html?path={name}")
        if "_2" not in name:
            lab.close()
    lab.wait_for_function(HAS_NOTEBOOK, timeout=MINUTES)
    assert lab.evaluate("jupyterapp.shell.currentWidget.context.path") == name
    sources = lab.evaluate(f"{CODE_CELLS}.map((cell) => cell.model.sharedModel.source)")
    assert sources[0] == page.evaluate(WRITTEN).rstrip()
    assert sources[1:] == [
        "import piecepack_nb as pp\n\npp.play(TicTacToe)",
        "pp.link(TicTacToe)",
    ]
    counts = lab.evaluate(f"{CODE_CELLS}.map((cell) => cell.model.executionCount)")
    assert counts == [None] * 3, "nothing runs by itself"
    lab.evaluate('jupyterapp.commands.execute("notebook:run-all-cells")')
    expect(lab.get_by_text("Suns: choose a place.").first).to_be_visible(timeout=MINUTES)
    link = lab.locator(f'.jp-OutputArea a[href^="{served}make/#game1."]')
    expect(link).to_be_visible(timeout=MINUTES)
    page.goto("about:blank")
    page.goto(str(link.get_attribute("href")))
    expect(page.locator("#stranger-title")).to_have_text("Tic tac toe")


# --- a page to hand to a stranger -----------------------------------------------------------------


def test_a_stranger_plays_a_file_without_a_network_and_sends_the_notes_back(
    page: Page, served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIECEPACK_NB_SITE", f"{served}make/")
    monkeypatch.setitem(registry._registered, "tic_tac_toe", example_class("tic_tac_toe"))
    mine = pp.play("tic_tac_toe", journal=False, notes=["Was it fun?"]).to_html("mine.html")
    page.context.set_offline(True)
    page.goto(mine.resolve().as_uri())
    expect(page.locator("#rules")).to_contain_text("Enough pieces of one side in a line win.")
    assert page.locator("iframe").count() == 0
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("can be beaten").focus()
    page.keyboard.press("Enter")  # a form is sent so
    board = make_page.board(page)
    board.get_by_role("button", name=re.compile("^b2")).click(timeout=MINUTES)
    log = board.locator("body")
    expect(log).to_contain_text("Moons puts a piece on", timeout=MINUTES)
    board.get_by_label("Move", exact=True).fill("b2")
    page.keyboard.press("Enter")
    expect(log).to_contain_text("b2 is taken.")
    saves_the_notes_of_a_page_that_was_closed(page, tmp_path)
    page.get_by_role("button", name="I stop here").click()
    expect(page.locator("#saved")).to_contain_text("questions are beside the board")
    board.get_by_label("Was it fun?").fill("Yes, too short.")
    board.get_by_role("button", name="Send").click()
    expect(log).to_contain_text("Now press Save the notes")
    assert "class TicTacToe" not in page.content() + log.inner_text()
    save_notes(page, "Save the notes", tmp_path)
    rows = dict(pp.playtests(games=0).rows())
    assert rows["games"] == "1 game by people in 1 seat, 0 played to the end"
    assert rows["TTT-1 Place"].startswith("1 of 1 refused try")
    assert rows["Was it fun?"] == "1 of 1 player answered. “Yes, too short.”"


NOTED = "() => localStorage.getItem('ppnb-notes')?.includes('TTT-1')"


def saves_the_notes_of_a_page_that_was_closed(page: Page, folder: Path) -> None:
    """Save the notes so far from another tab, as if the first one had been closed."""
    page.wait_for_function(NOTED, timeout=MINUTES)
    later = page.context.new_page()
    later.goto(page.url)
    expect(later.get_by_text("has notes of an earlier visit")).to_be_visible(timeout=MINUTES)
    save_notes(later, "Save them", folder)
    expect(later.locator("#earlier")).to_be_hidden()
    assert later.evaluate("localStorage.getItem('ppnb-notes')") == "[]"
    later.close()


def save_notes(page: Page, button: str, folder: Path) -> None:
    """Save a page's notes as a file beside those of other tables."""
    with page.expect_download() as saved:
        page.get_by_role("button", name=button).click()
    saved.value.save_as(folder / "playtests" / saved.value.suggested_filename)


def test_a_link_for_players_shows_no_code_and_runs_nothing_before_a_click(
    page: Page, served: str
) -> None:
    page.goto(f"{served}make/")
    expect(page.locator("#choice")).to_have_value("example tic_tac_toe")
    page.locator("#link").click()
    page.locator("#link-play").click()
    expect(page.locator("#address")).to_have_value(re.compile("/guest/#game1"))
    link = page.locator("#address").input_value()
    page.locator("#files summary").click()
    with page.expect_download() as saved:
        page.locator("#page").click()
    assert saved.value.suggested_filename == "tic_tac_toe.html"
    assert saved.value.path().stat().st_size < 20_000_000
    fragment = urlsplit(link).fragment
    assert fragment in saved.value.path().read_text(encoding="utf-8")
    make_page.written(page, "# another program")
    expect(page.locator("#address")).to_be_hidden()
    for hostile, said in make_page.DAMAGED.items():
        page.goto("about:blank")
        page.goto(f"{served}guest/{hostile}")
        make_page.says(page, said)
        expect(page.locator("#welcome")).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{served}guest/{make_page.link_to(make_page.hostile('http://x.invalid', served))}")
    expect(page.locator("#author")).to_have_text("By <b>A friend</b>\\u202e")
    expect(page.locator("#warning")).to_contain_text("runs only when you press Play")
    assert "class Hostile" not in page.locator("body").inner_text()
    assert page.locator("iframe").count() == 0
    page.goto("about:blank")
    page.goto(link)
    page.get_by_label("Take no notes").check()
    page.get_by_role("button", name="Play", exact=True).click()
    board = make_page.board(page)
    expect(board.locator("body")).to_contain_text("Suns: choose a place", timeout=MINUTES)
    assert "takes notes" not in board.locator("body").inner_text()
    expect(page.locator("#notes")).to_be_hidden()


@pytest.mark.skipif(not FIREFOX, reason="needs Firefox, which .ci/run installs on Debian")
def test_a_link_runs_nothing_before_a_click_and_gets_nowhere_in_firefox(
    served: str, tmp_path: Path
) -> None:
    with make_page.elsewhere() as (evil, asked):
        link = make_page.link_to(make_page.hostile(evil, served))
        said = in_firefox("firefox_link.mjs", tmp_path, f"{served}make/{link}")
    assert said.startswith("0 frames before the click")
    assert "OUT BY []" in said
    assert asked == []


TRIED = "() => document.getElementById('status').textContent.includes('TRIED')"

# --- the documentation ---------------------------------------------------------------------------


class Document(HTMLParser):
    """The anchors, links, resources and pictures of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.resources: set[str] = set()
        self.boards = 0
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in given}
        self.anchors.add(values.get("id") or values.get("name", ""))
        self.boards += values.get("class", "").startswith("board")
        self.boards += tag == "img" and bool(values.get("alt"))
        if tag == "a":
            self.links.add(values.get("href", ""))
        else:
            found = (values.get(name) for name in ("src", "href", "data", "poster"))
            self.resources.update(filter(None, found))


@cache
def document(path: Path) -> Document:
    return Document(path.read_text(encoding="utf-8"))


def pages_of_ours() -> list[Path]:
    """Return the pages of the site but JupyterLite's."""
    found = [path for path in site.SITE.rglob("*.html") if not path.is_relative_to(site.LITE)]
    assert len(found) > 90
    return found


def broken(page: Path, link: str) -> bool:
    """Return True for a link to a file or an anchor that the site doesn't have."""
    return is_broken(page.parent if urlsplit(link).path else page, link)


@cache
def is_broken(base: Path, link: str) -> bool:
    """Return True for a link that leads nowhere from a folder, or an anchor that a page hasn't."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https", "mailto", "data"):
        return False
    target = (base / unquote(parts.path)).resolve() if parts.path else base
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return True
    if target.is_relative_to(site.SITE / "make"):
        return bool(parts.fragment) and pp.open(link) is None  # raises for what is no link
    checked = parts.fragment and target.suffix == ".html" and not target.is_relative_to(site.LITE)
    return bool(checked) and unquote(parts.fragment) not in document(target).anchors


@pytest.mark.usefixtures("served")
def test_every_link_of_the_site_leads_somewhere() -> None:
    wrong = [
        f"{page.relative_to(site.SITE)}: {link}"
        for page in pages_of_ours()
        for link in document(page).links | document(page).resources
        if broken(page, link)
    ]
    assert wrong == []


@pytest.mark.usefixtures("served")
def test_no_page_names_a_resource_of_another_host() -> None:
    outside = re.compile(r"^(https?:)?//")
    named = [
        f"{page.relative_to(site.SITE)}: {link}"
        for page in pages_of_ours()
        for link in document(page).resources
        if outside.match(link)
    ]
    styles = [*site.SITE.glob("_static/**/*.css"), *site.SITE.glob("play/*.css")]
    asks = re.compile(r"(?:@import|url\()[\s\"']*(?:https?:)?//")
    named += [path.name for path in styles if asks.search(path.read_text(encoding="utf-8"))]
    assert styles
    assert named == []


@pytest.mark.usefixtures("served")
def test_every_page_has_a_policy_that_keeps_other_hosts_out() -> None:
    for path in site.SITE.rglob("*.html"):
        head = path.read_text(encoding="utf-8").partition("</head>")[0]
        policy, rest = head.partition('"Content-Security-Policy" content="')[2].split('"', 1)
        assert policy.startswith("default-src 'none'") or path.is_relative_to(site.LITE), path
        assert not re.search(r"https?:|\*", policy), path
        assert "<script" not in head.removesuffix(rest), f"{path}: it also holds for this script"
        if not path.is_relative_to(site.LITE):
            assert "script-src" in policy
            assert "'unsafe-eval'" not in policy
            assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


@pytest.mark.usefixtures("served")
def test_every_page_of_the_documentation_has_a_board() -> None:
    pages = [*site.SITE.glob("docs/**/*.html"), *site.SITE.glob("notebooks/**/*.html")]
    pages += [site.SITE / "CONTRIBUTING.html", site.SITE / "ARCHITECTURE.html"]
    assert len(pages) > 50
    assert [str(page) for page in pages if not document(page).boards] == []


@pytest.mark.usefixtures("served")
def test_the_contents_at_the_side_have_every_page_of_the_documentation() -> None:
    """Sphinx leaves out a list of contents with a page of another list."""
    index = site.SITE / "docs/index.html"
    aside = index.read_text(encoding="utf-8").partition('<div class="sidebar-tree">')[2]
    links = Document(aside.partition("</aside>")[0]).links
    pages = {path.name for path in index.parent.glob("*.html")} - {index.name}
    assert pages <= links


@pytest.mark.usefixtures("served")
def test_the_reference_has_every_public_name() -> None:
    anchors = document(site.SITE / "docs/reference.html").anchors
    names = [name for name in pp.__all__ if not inspect.ismodule(getattr(pp, name))]
    assert {f"piecepack_nb.{name}" for name in names} <= anchors
    assert "piecepack_nb.mazes.generate" in anchors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_of_the_documentation_becomes_a_board_to_step_through(
    page: Page, served: str, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")  # not the reader's
    page.set_viewport_size({"width": 360, "height": 740})
    page.add_init_script(f"localStorage.setItem('theme', '{scheme}')")
    page.goto(f"{served}docs/rules/paco.html")
    figure = page.locator("figure.board").first
    figure.scroll_into_view_if_needed()
    frame = figure.frame_locator("iframe")
    expect(frame.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(figure.locator("img")).to_have_count(0)
    before = frame.locator(".ppnb-root").inner_text()
    frame.get_by_role("button", name=re.compile("^Next step")).click()
    expect(frame.locator(".ppnb-root")).not_to_have_text(before)
    expect(frame.locator(".ppnb-root")).to_have_attribute("data-ppnb-theme", scheme)
    paper = "body => getComputedStyle(body).backgroundColor.match(/[0-9]+/)[0] < 128"
    assert frame.locator("body").evaluate(paper) == (scheme == "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert Axe().run(page, options=NO_REGION).response["violations"] == []


@pytest.mark.skipif(not FIREFOX, reason="needs Firefox, which .ci/run installs on Debian")
def test_a_whole_turn_of_piecepackman_in_firefox(served: str, tmp_path: Path) -> None:
    said = in_firefox("firefox.mjs", tmp_path, f"{served}play/piecepackman/")
    assert said.endswith("a whole turn is played\n")
