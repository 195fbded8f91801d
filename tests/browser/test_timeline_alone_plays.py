"""The timeline alone in Chromium: playing, several views, new films, pages that are hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from piecepack_nb.scene import Film, Piece, pack
from tests.browser.blank import BlankPage
from tests.browser.board_table import LONG, small, stop_the_clock
from tests.browser.film_table import FRAMES, FilmOpener, FilmTable, film, film_opener, frame

CAPTIONS = """() => { const said = [], at = document.querySelector('.ppnb-caption');
  new MutationObserver(() => said.push(at.textContent)).observe(at, {childList: true});
  return said; }"""
HIDE = """value => { Object.defineProperty(document, 'hidden', {value, configurable: true});
  document.dispatchEvent(new Event('visibilitychange')); }"""


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> FilmOpener:
    return film_opener(blank_page)


def test_the_timeline_plays_every_frame_and_can_restart(table: FilmOpener) -> None:
    shown = table(at=6)
    shown.blank.update(speed=4)
    for first in (7, 1):
        captions = shown.page.evaluate_handle(CAPTIONS)
        names = shown.names_of(shown.button("Play"))
        shown.button("Play").click()
        shown.stands_at(FRAMES - 1)
        expect(shown.button("Play")).to_be_visible()
        assert names.json_value() == ["Pause", "Play"]
        frames = [text.removeprefix("PM-32 ") for text in captions.json_value()]
        assert frames[-(FRAMES - first) :] == [f"Frame {i}." for i in range(first, FRAMES)]
    assert shown.blank.sent == []
    shown.saved_at(FRAMES - 1)


def test_the_timeline_pauses_at_a_frame_that_is_being_shown(table: FilmOpener) -> None:
    shown = table(film(LONG))
    shown.whole.focus()
    shown.page.keyboard.press("Space")
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 1.")
    shown.page.keyboard.press("Space")
    shown.stands_at(1)
    expect(shown.button("Play")).to_be_visible()


def test_a_step_ends_playing(table: FilmOpener) -> None:
    shown = table(film(LONG))
    shown.button("Play").click()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 1.")
    shown.button("Next step").click()
    shown.stands_at(2)
    expect(shown.button("Play")).to_be_visible()


def test_a_click_on_the_board_pauses(table: FilmOpener) -> None:
    shown = table(film(LONG))
    shown.button("Play").click()
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.view.locator(".ppnb-stage svg").first.click(position={"x": 5, "y": 5})
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    expect(shown.button("Play")).to_be_visible()
    expect(shown.view.get_by_role("button", name="Skip")).to_be_hidden()


def test_with_reduced_motion_frames_are_shown_without_gliding(table: FilmOpener) -> None:
    shown = table(film(frames=4), reduced_motion="reduce")
    xs = shown.page.evaluate_handle(
        """() => { const seen = [], at = document.querySelector('[data-piece=pawn]');
        new MutationObserver(() => seen.push(+at.getAttribute('transform').match(/[\\d.]+/)[0]))
          .observe(at, {attributes: true, attributeFilter: ['transform']});
        return seen; }"""
    )
    shown.button("Next step").click()
    shown.stands_at(1)
    shown.button("Play").click()
    shown.stands_at(3)
    assert set(xs.json_value()) <= {150, 250, 350}


def test_two_views_scrub_independently_and_python_moves_both(table: FilmOpener) -> None:
    first = table()
    second = first.page.locator(first.blank.add_view())
    caption = second.locator(".ppnb-caption")
    expect(caption).to_contain_text("Frame 0.")
    first.button("Next turn").click()
    first.stands_at(1)
    first.saved_at(1)
    expect(caption).to_contain_text("Frame 0.")
    second.get_by_role("slider", name="Whole game").focus()
    first.page.keyboard.press("End")
    first.saved_at(FRAMES - 1)
    first.stands_at(1)
    first.hear()
    first.board.frame = 5
    first.carry()
    first.stands_at(5)
    expect(caption).to_contain_text("Frame 5.")
    ids = first.page.evaluate("[...document.querySelectorAll('#views [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def other(i: int) -> Any:
    return frame(i)._replace(caption=f"Frame {i}. Other rules.")


def replaced(shown: FilmTable, frames: int = FRAMES) -> None:
    """Send another film from Python, as after a change of rules."""
    new = Film("Other", tuple(other(i) for i in range(frames)), film().turns[:2])
    shown.hear()
    shown.board.set_trait("film", pack(new))
    shown.carry()


def test_a_new_film_replaces_the_old_one(table: FilmOpener) -> None:
    shown = table(at=7)
    shown.page.evaluate("window.kept = document.querySelector('[data-piece=pawn]')")
    gaps = shown.page.evaluate_handle(
        """() => { const gaps = [], at = document.querySelector('.ppnb-stage svg');
        const look = () => at.querySelector('[data-piece=pawn]') || gaps.push(1);
        new MutationObserver(look).observe(at, {childList: true, subtree: true});
        return gaps; }"""
    )
    replaced(shown)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 7. Other rules.")
    assert shown.page.evaluate("kept.isConnected")
    assert gaps.json_value() == []
    expect(shown.view.locator(".ppnb-bar .ppnb-progress")).to_have_text("Turn 1, step 7 of 11")


def test_a_new_film_keeps_a_frame_not_yet_sent_to_python(table: FilmOpener) -> None:
    shown = table(at=2)
    stop_the_clock(shown.page)  # else the page may send it just before the film comes
    shown.button("Next turn").click()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 6.")
    assert shown.blank.saved == []
    replaced(shown)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 6. Other rules.")


def test_a_new_film_that_is_shorter_shows_its_end(table: FilmOpener) -> None:
    shown = table(at=9)
    replaced(shown, 4)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 3. Other rules.")


def test_python_gives_a_film_and_a_frame_at_once(table: FilmOpener) -> None:
    shown = table(at=9)
    captions = shown.page.evaluate_handle(CAPTIONS)
    shown.board.run_film(film(title="Again")._replace(turns=film().turns[:3]), 4)
    shown.carry()
    shown.stands_at(4)
    assert [text.removeprefix("PM-32 ") for text in captions.json_value()] == ["Frame 4."]
    assert shown.blank.saved == []


def test_removing_the_film_shows_the_live_board(table: FilmOpener) -> None:
    shown = table(at=3)
    shown.board.show(small(2.5, caption="Live."))
    shown.board.set_trait("film", b"")
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Live.")
    expect(shown.whole).to_be_hidden()
    expect(shown.view.get_by_role("button", name="Animation speed")).to_be_visible()
    shown.spot("c1").click()
    assert [message["spot"] for message in shown.blank.sent] == ["c1"]


def test_a_damaged_film_is_reported(table: FilmOpener) -> None:
    shown = table()
    shown.board.set_trait("film", b"no film")
    shown.carry()
    expect(shown.view.locator(".ppnb-bubble")).to_contain_text("The timeline can't be read")
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 0.")


def test_a_view_that_is_taken_out_while_it_plays_pauses(table: FilmOpener) -> None:
    shown = table(film(0.2, frames=99))
    shown.button("Play").click()
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.evaluate("window.kept = document.querySelector('#view-0'); kept.remove()")
    shown.page.wait_for_function("!kept.querySelector('[data-playing]')")
    shown.page.evaluate("document.querySelector('#views').append(kept)")
    text = shown.view.locator(".ppnb-caption").text_content() or ""
    at = int(text.removesuffix(".").split()[-1])
    shown.button("Next step").click()
    shown.stands_at(at + 1)
    shown.button("Play").click()
    expect(shown.view.locator("[data-playing]")).to_have_count(1)


def test_a_hidden_page_pauses_and_resumes_at_its_frame(table: FilmOpener) -> None:
    shown = table(film(LONG))
    shown.button("Play").click()
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.evaluate(HIDE, True)
    shown.stands_at(1)
    shown.board.frame = 5
    shown.carry()
    shown.stands_at(5)
    shown.button("Play").click()
    expect(shown.button("Play")).to_be_visible()
    shown.page.evaluate(HIDE, False)
    shown.button("Next step").click()
    shown.stands_at(6)


def test_a_view_that_is_closed_while_it_plays_leaves_nothing_behind(table: FilmOpener) -> None:
    shown = table(film(0.2, frames=99))
    shown.button("Play").click()
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.evaluate(
        """() => { window.calls = 0;
        for (const name of ['setTimeout', 'requestAnimationFrame']) {
          const real = window[name];
          window[name] = (...given) => { window.calls++; return real(...given); };
        } }"""
    )
    shown.blank.remove_view()
    calls = shown.page.evaluate("calls")
    shown.page.evaluate("new Promise(done => { const end = performance.now() + 700;"
                        "const id = setInterval(() => performance.now() > end &&"
                        "(clearInterval(id), done()), 50); })")  # fmt: skip
    assert shown.page.evaluate("calls") == calls
    assert shown.blank.listening == 0
    assert shown.blank.saved == []


def test_a_film_for_a_closed_view_does_nothing(table: FilmOpener) -> None:
    shown = table()
    shown.page.evaluate(
        """packed => { const {film} = ppnb.buffers({film: packed});
        ppnb.model.update({film}); return ppnb.remove(0); }""",
        {"bytes": "eJyrBgABdQD5"},
    )
    assert shown.blank.listening == 0


def test_the_timeline_works_in_a_shadow_root(table: FilmOpener) -> None:
    shown = table(mounting={"shadow": True})
    shown.whole.focus()
    shown.page.keyboard.press("PageUp")
    shown.stands_at(1)


def many(count: int) -> Film:
    """Return a film as long as a long game, of a board as full as Piecepackman's."""
    cubes = tuple(Piece(f"cube-{n}", "cube", (n % 8) / 2, n / 30, scale=0.4, suit="suns")
                  for n in range(80))  # fmt: skip
    scenes = []
    for i in range(count):
        moved = cubes[i % 80]._replace(x=(i % 7) / 2)
        cubes = (*cubes[: i % 80], moved, *cubes[i % 80 + 1 :])
        scenes.append(small(0.5 + i % 4, caption=f"Frame {i}.", spots=())._replace(
            pieces=(*small(0.5 + i % 4).pieces, *cubes)))  # fmt: skip
    return film(frames=FRAMES)._replace(frames=tuple(scenes), nested={})


SCRUB = """async () => {
  const groove = document.querySelector('.ppnb-whole'), box = groove.getBoundingClientRect();
  const point = (kind, part) => groove.dispatchEvent(new PointerEvent(kind, {pointerId: 1,
    button: 0, buttons: 1, clientX: box.left + part * box.width, clientY: box.top + 9}));
  groove.setPointerCapture = () => {};
  point('pointerdown', 0);
  for (let i = 0; i <= 60; i++) {
    await new Promise(requestAnimationFrame);
    for (let n = 0; n < 3; n++) point('pointermove', (i + n / 3) / 61);
  }
  point('pointerup', 1);
}"""


def test_five_thousand_frames_open_and_scrub_to_the_end(table: FilmOpener) -> None:
    shown = table(many(5000))
    shown.page.evaluate(
        """async () => {
        ppnb.model.emit('change:film');
        await new Promise(done => new MutationObserver((_, seen) => { seen.disconnect(); done(); })
          .observe(document.querySelector('.ppnb-whole svg'), {childList: true})); }"""
    )
    shown.page.evaluate(SCRUB)  # bench/bench_page.py says how quickly
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Frame 4")
