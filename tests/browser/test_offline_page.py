"""A replay as one HTML file, and as a cell's output, in Chromium with the network off."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, Route, expect

import piecepack_nb as pp
from piecepack_nb.scene import Film, Scene, TurnStart
from piecepack_nb.scene.quiz import Puzzle
from piecepack_nb.widgets.replay import Replay
from tests.browser.lab import browser_page
from tests.games.piecepackman.helpers import played
from tests.scene.film_reader import unpack
from tests.scene.showcase import showcase

LOCAL = ("file:", "about:", "data:", "blob:")
CAPTIONS = """(caption) => {
  const said = [];
  new MutationObserver(() => said.push(caption.textContent)).observe(caption, {childList: true});
  return said;
}"""
"""Notes each caption: one that is shown for less than a second may go before a test looks."""
HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"


class Offline:
    """A page without a network; ``asked`` and ``errors`` record its requests and errors."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requested: list[str] = []
        self.errors: list[str] = []
        page.context.set_offline(True)
        page.route("**/*", self._answer)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)

    def open(self, path: Path) -> Page:
        self.page.goto(path.as_uri())
        return self.page

    def _answer(self, route: Route) -> None:
        if route.request.url.startswith(LOCAL):
            route.continue_()
        else:
            self.requested.append(route.request.url)
            route.abort()

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)


@pytest.fixture
def offline(chromium: Browser) -> Iterator[Callable[..., Offline]]:
    """Opens pages with the network off; a test fails where one asked for something or erred."""
    opened: list[Offline] = []
    with ExitStack() as stack:

        def open_one(width: int = 1000, height: int = 900, **options: Any) -> Offline:
            page = stack.enter_context(browser_page(chromium, width, height, **options))
            opened.append(Offline(page))
            return opened[-1]

        yield open_one
        requested = [address for each in opened for address in each.requested]
        errors = [error for each in opened for error in each.errors]
    assert not requested, requested
    assert not errors, errors


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A few turns, standing at the start."""
    shown = pp.replay(played(7, moves=24))
    shown.goto(0)
    return shown


@pytest.fixture(scope="module")
def frames(replay: Replay) -> tuple[Scene, ...]:
    return unpack(replay.film).frames


@pytest.fixture(scope="module")
def file(replay: Replay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return replay.to_html(tmp_path_factory.mktemp("page") / "game.html")


def button(page: Page | FrameLocator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True).first  # the search has some too


def caption_of(scene: Scene) -> str:
    """Return the text that a page shows of a scene."""
    return f"{scene.clause} {scene.caption}".strip()


def expect_caption(page: Page | FrameLocator, scene: Scene) -> None:
    """Assert that the page shows the scene's caption."""
    expect(page.locator(".ppnb-caption")).to_have_text(caption_of(scene))


def test_the_page_opens_from_the_disk(
    offline: Callable[..., Offline], file: Path, frames: tuple[Scene, ...]
) -> None:
    page = offline().open(file)
    expect_caption(page, frames[0])
    expect(page).to_have_title("Piecepackman")
    expect(page.get_by_role("heading", level=1)).to_have_text("Piecepackman")
    expect(page.locator("footer")).to_contain_text("Dan Burkey")
    expect(page.locator("[data-piece]")).to_have_count(len(frames[0].pieces))
    expect(page.locator("noscript")).to_be_hidden()


def test_steps_are_shown_with_the_mouse(
    offline: Callable[..., Offline], file: Path, replay: Replay, frames: tuple[Scene, ...]
) -> None:
    page = offline(reduced_motion="reduce").open(file)
    for step in (1, 2, 3, 4):
        button(page, "Next step").click()
        expect_caption(page, frames[step])
    button(page, "Previous step").click()
    expect_caption(page, frames[3])
    button(page, "Next turn").click()
    turn = next(turn for turn in unpack(replay.film).turns if turn.at > 3)
    expect_caption(page, frames[turn.at])
    expect(page.locator(".ppnb-progress").first).to_contain_text(f"{turn.title}, step 1 of")


def test_steps_are_shown_with_the_keyboard(
    offline: Callable[..., Offline], file: Path, frames: tuple[Scene, ...]
) -> None:
    page = offline(reduced_motion="reduce").open(file)
    expect_caption(page, frames[0])
    for _ in range(12):  # the way to the groove by Tab alone
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Whole game":
            break
    expect(page.get_by_role("slider", name="Whole game")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_caption(page, frames[2])
    page.keyboard.press(",")
    expect_caption(page, frames[1])
    page.keyboard.press("End")
    expect_caption(page, frames[-1])
    page.keyboard.press("Home")
    expect_caption(page, frames[0])


def test_the_page_is_scrubbed_to_the_end(
    offline: Callable[..., Offline], file: Path, frames: tuple[Scene, ...]
) -> None:
    page = offline().open(file)
    expect_caption(page, frames[0])
    box = page.get_by_role("slider", name="Whole game").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 4, y)
    page.mouse.down()
    for part in (0.25, 0.5, 0.75):
        page.mouse.move(box["x"] + box["width"] * part, y, steps=5)
    page.mouse.move(box["x"] + box["width"] + 40, y, steps=5)
    page.mouse.up()
    expect_caption(page, frames[-1])
    him = next(piece for piece in frames[-1].pieces if piece.id == "him")
    expect(page.locator('[data-piece="him"]')).to_have_attribute(
        "transform", re.compile(rf"translate\({round(him.x * 100)} {round(him.y * 100)}\)")
    )


def test_the_page_plays_without_a_kernel(
    offline: Callable[..., Offline], file: Path, frames: tuple[Scene, ...]
) -> None:
    page = offline(reduced_motion="reduce").open(file)
    captions = page.locator(".ppnb-caption").evaluate_handle(CAPTIONS)
    button(page, "Play").click()
    page.wait_for_function("captions => captions.length > 1", arg=captions)
    button(page, "Pause").click()
    expect(button(page, "Play")).to_be_visible()
    said = captions.json_value()
    assert said == [caption_of(frame) for frame in frames[1 : len(said) + 1]]
    assert len(said) < len(frames) - 1, "it pauses before the end"


def test_a_clause_opens_its_text(
    offline: Callable[..., Offline], file: Path, replay: Replay, frames: tuple[Scene, ...]
) -> None:
    page = offline(reduced_motion="reduce").open(file)
    page.get_by_role("slider", name="Whole game").focus()
    page.keyboard.press("End")
    expect_caption(page, frames[-1])
    title, text, _reading = replay.clauses[frames[-1].clause]
    page.locator(".ppnb-caption .ppnb-chip").click()
    card = page.get_by_role("dialog")
    expect(card).to_contain_text(title)
    expect(card).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_readers_colour_scheme(
    offline: Callable[..., Offline], file: Path, scheme: str
) -> None:
    page = offline(color_scheme=scheme).open(file)
    board = page.locator(".ppnb-board")
    expect(board).to_have_attribute("data-ppnb-theme", scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground))) < 300) == (scheme == "dark")


@pytest.mark.parametrize("width", [320, 400, 1200])
def test_the_page_fits_any_width(offline: Callable[..., Offline], file: Path, width: int) -> None:
    page = offline(width=width).open(file)
    expect(page.locator("[data-piece]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_without_scripts_it_shows_the_picture(
    offline: Callable[..., Offline], file: Path, frames: tuple[Scene, ...]
) -> None:
    page = offline(java_script_enabled=False).open(file)
    expect(page.locator("noscript svg.ppnb-drawing")).to_be_visible()
    assert frames[0].caption in page.locator("noscript").inner_text()


def test_hostile_texts_stay_texts(offline: Callable[..., Offline], tmp_path: Path) -> None:
    scene = showcase()._replace(caption=HOSTILE, alt=HOSTILE, clause="X-1")
    film = Film(HOSTILE, (scene, scene._replace(caption="Then.")), (TurnStart(HOSTILE, 0),))
    made = Replay(film, clauses={"X-1": (HOSTILE, HOSTILE, HOSTILE)}, credits=HOSTILE)
    page = offline(reduced_motion="reduce").open(made.to_html(tmp_path / "hostile.html"))
    expect(page.locator(".ppnb-caption")).to_contain_text(HOSTILE)
    page.locator(".ppnb-caption .ppnb-chip").click()
    expect(page.get_by_role("dialog")).to_contain_text(HOSTILE)
    button(page, "Next step").click()
    expect(page.locator(".ppnb-caption")).to_contain_text("Then.")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0


# --- a quiz -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def quiz_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two positions with all three answers: g4 overlooks the turns, d4 is right."""
    position = "piecepackman: f4 W\ncubes: crowns d4 g4, moons a3"
    match = pp.Match(pp.game("piecepackman"), position=position, dice=["roll 2 null 4 3"])
    folder = tmp_path_factory.mktemp("quiz")
    return pp.predict([Puzzle("turns", match, "") for _ in range(2)]).to_html(folder / "quiz.html")


def count(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=re.compile("predict|Question"))


def guess(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}: "))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_quiz_judges_guesses_without_a_kernel(
    offline: Callable[..., Offline], quiz_file: Path, scheme: str
) -> None:
    page = offline(reduced_motion="reduce", color_scheme=scheme).open(quiz_file)
    expect(page.locator(".ppnb-quiz")).to_have_attribute("data-ppnb-theme", scheme)
    caption, next_one = page.locator(".ppnb-caption"), button(page, "Next question")
    expect(caption).to_contain_text("Which cube or power coin does he head for?")
    next_one.click(force=True)
    expect(count(page)).to_have_text("Question 1 of 2")
    guess(page, "g4").click()
    expect(caption).to_contain_text("Overlooked: each quarter turn costs 1")
    expect(count(page)).to_have_text("Question 1 of 2: 0 right")
    expect(page.locator('[data-mark="guess"]')).to_have_count(1)
    page.get_by_role("button", name=re.compile("^g4, your guess")).click()
    expect(page.locator(".ppnb-bubble")).to_contain_text("3 points: 2 × left turn 1")
    next_one.click()
    expect(page.locator('[data-mark="guess"]')).to_have_count(0)
    guess(page, "d4").click()
    expect(caption).to_contain_text("Right. He heads for the crowns cube")
    expect(count(page)).to_have_text("Question 2 of 2: 1 right")
    next_one.click()
    expect(caption).to_contain_text("No more questions. You predicted 1 of 2.")


def test_a_quiz_is_answered_by_key_and_by_touch(
    offline: Callable[..., Offline], quiz_file: Path
) -> None:
    phone = offline(width=360, height=740, reduced_motion="reduce", has_touch=True, is_mobile=True)
    page = phone.open(quiz_file)
    guess(page, "d4").tap()
    expect(count(page)).to_have_text("Question 1 of 2: 1 right")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = "all => all.filter(e => e.checkVisibility() && e.offsetHeight < 44).length"
    assert page.locator(".ppnb-button").evaluate_all(small) == 0
    assert page.locator(".ppnb-caption button").evaluate("chip => chip.offsetHeight") >= 24
    expect(page.locator(".ppnb-quiz-legend")).to_have_text("✓ the answer", use_inner_text=True)
    button(page, "Next question").tap()
    page.locator('[data-spot][tabindex="0"]').focus()
    page.keyboard.press("Control+Home")
    expect(guess(page, "a10")).to_be_focused()
    page.keyboard.press("Enter")
    expect(count(page)).to_have_text("Question 2 of 2: 1 right")
    expect(button(page, "Next question")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator(".ppnb-caption")).to_contain_text("You predicted 1 of 2.")


# --- as a cell's output -------------------------------------------------------------------------


@pytest.mark.parametrize("width", [400, 1000])
def test_in_a_frame_the_page_is_as_high_as_its_content(
    offline: Callable[..., Offline], replay: Replay, frames: tuple[Scene, ...], tmp_path: Path,
    width: int,
) -> None:  # fmt: skip
    host = tmp_path / "cell.html"
    cell = f"<!doctype html><meta charset=utf-8><body>{replay.page()._repr_html_()}<p>after</p>"
    host.write_text(cell, encoding="utf-8")
    page = offline(width=width, reduced_motion="reduce").open(host)
    inside = page.frame_locator("iframe")
    expect_caption(inside, frames[0])
    expect(inside.locator("footer")).to_be_visible()
    button(inside, "Next step").click()
    expect_caption(inside, frames[1])
    page.wait_for_function(
        "() => { const {contentDocument: d, clientHeight} = document.querySelector('iframe');"
        " return Math.abs(d.body.getBoundingClientRect().height - clientHeight) < 2; }"
    )
    assert page.evaluate(
        "() => { const d = document.querySelector('iframe').contentDocument.documentElement;"
        " return d.scrollHeight <= d.clientHeight + 1 && d.scrollWidth <= d.clientWidth; }"
    ), "nothing in the frame needs a scroll bar"
    if width > 640:  # where the trays stand beside it, the board is seen whole
        board = inside.locator(".ppnb-stage").bounding_box()
        assert board
        assert board["height"] < 900


def test_an_exported_notebook_plays_the_page(
    offline: Callable[..., Offline], replay: Replay, frames: tuple[Scene, ...], tmp_path: Path
) -> None:
    """nbconvert's own scripts come from elsewhere; the page needs none."""
    page = replay.page()
    data = {"text/html": page._repr_html_(), "text/plain": repr(page)}
    output = nbformat.v4.new_output("execute_result", data, execution_count=1)
    cell = nbformat.v4.new_code_cell("replay.page()", outputs=[output], execution_count=1)
    notebook = tmp_path / "game.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), notebook)
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--log-level=ERROR", notebook]
    subprocess.run(command, check=True, timeout=120)
    opened = offline(reduced_motion="reduce")
    inside = opened.open(notebook.with_suffix(".html")).frame_locator("iframe")
    expect_caption(inside, frames[0])
    button(inside, "Next step").click()
    expect_caption(inside, frames[1])
    assert all("cdnjs.cloudflare.com" in address for address in opened.requested), opened.requested
    opened.requested.clear()
    opened.errors.clear()
