"""The board alone in Chromium: several views, themes, access for all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from piecepack_nb.scene import Area, use
from piecepack_nb.scene.sprites import SPRITES
from tests.browser.blank import BlankPage
from tests.browser.board_table import Opener, assert_accessible, ground, opener, picks, play, small
from tests.scene.showcase import SQUARES, at, showcase


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def test_two_views_of_one_model_show_the_same_and_share_no_id(table: Opener) -> None:
    shown = table()
    second = shown.page.locator(shown.blank.add_view())
    ids = shown.page.evaluate("[...document.querySelectorAll('#views [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    shown.board.show(small(3.5, caption="Both."))
    shown.carry()
    for view in (shown.view, second):
        expect(view.locator(".ppnb-caption")).to_contain_text("Both.")
    second.locator('[data-spot="c1"]').click()
    assert len(picks(shown)) == 1


def test_a_closed_view_leaves_nothing_behind(table: Opener) -> None:
    shown = table()
    shown.blank.add_view()
    play(shown, 1.5, 2.5)
    shown.blank.remove_view(0)
    shown.blank.remove_view(1)
    assert shown.blank.listening == 0
    assert shown.page.locator(".ppnb-board").count() == 0
    shown.board.show(small(3.5))
    shown.carry()


def test_a_view_that_is_removed_and_put_back_resumes(table: Opener) -> None:
    shown = table()
    shown.page.evaluate("window.kept = document.querySelector('#view-0'); kept.remove()")
    shown.board.show(small(3.5, caption="Meanwhile."))
    shown.carry()
    shown.page.evaluate("document.querySelector('#views').append(kept)")
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Meanwhile.")
    assert shown.where("pawn") == (3.5, 0.5)
    shown.spot("c1").click()
    assert len(picks(shown)) == 1


def test_the_board_works_in_a_shadow_root(table: Opener) -> None:
    shown = table(mounting={"shadow": True})
    shown.spot("a1").focus()
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("Enter")
    assert [pick["spot"] for pick in picks(shown)] == ["b1"]


THEMES = [
    ({"data-jp-theme-light": "false"}, "light", "dark"),
    ({"data-jp-theme-light": "true"}, "dark", "light"),
    ({"data-theme": "dark"}, "light", "dark"),
    ({"data-theme": "light"}, "dark", "light"),
    ({"style": "color-scheme: dark"}, "light", "dark"),
    ({"style": "background: #111"}, "light", "dark"),
    ({}, "dark", "light"),
    ({"style": "color-scheme: light dark"}, "dark", "dark"),
    ({"style": "color-scheme: light dark"}, "light", "light"),
]


@pytest.mark.parametrize(("host", "system", "theme"), THEMES)
def test_the_theme_is_that_of_the_notebook(
    table: Opener, host: dict[str, str], system: str, theme: str
) -> None:
    shown = table(mounting={"host": host}, color_scheme=system)
    expect(shown.view.locator(".ppnb-board")).to_have_attribute("data-ppnb-theme", theme)


@pytest.mark.parametrize("shadow", [False, True])
def test_the_theme_changes_while_the_board_is_open(table: Opener, shadow: bool) -> None:
    shown = table(mounting={"host": {"data-jp-theme-light": "true"}, "shadow": shadow})
    board = shown.view.locator(".ppnb-board")
    expect(board).to_have_attribute("data-ppnb-theme", "light")
    light = board.evaluate("el => getComputedStyle(el).color")
    shown.page.evaluate("document.body.setAttribute('data-jp-theme-light', 'false')")
    expect(board).to_have_attribute("data-ppnb-theme", "dark")
    assert board.evaluate("el => getComputedStyle(el).color") != light


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1200, "light")])
def test_axe_finds_nothing(table: Opener, width: int, theme: str) -> None:
    shown = table(showcase(), width=width, mounting={"host": ground(theme)})
    shown.board.say("The blue ghost stands on c5.", "PM-33", [("board", *at("c5"))])
    shown.carry()
    shown.spot("c4").focus()
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()
    assert_accessible(shown.page)


def test_everything_that_takes_the_focus_has_a_name(table: Opener) -> None:
    shown = table(showcase())
    names = shown.page.evaluate(
        """() => [...document.querySelectorAll('#views button, #views [tabindex]')]
        .filter(e => e.checkVisibility())
        .map(e => (e.getAttribute('aria-label') || e.textContent || '').trim())"""
    )
    assert len(names) > len(SQUARES)
    assert all(names)
    expect(shown.view.get_by_role("group", name="Test board")).to_have_accessible_description(
        showcase().alt
    )
    expect(shown.view.get_by_role("button", name="c4, legal", exact=False)).to_have_count(1)
    expect(shown.view.locator(".ppnb-stage svg")).to_have_attribute("aria-hidden", "true")


def test_the_focus_can_be_seen(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("ArrowRight")
    style = shown.spot("b1").evaluate(
        "el => [getComputedStyle(el).outlineStyle, getComputedStyle(el).outlineWidth]"
    )
    assert style == ["solid", "3px"]


def test_every_focusable_element_blocks_jupyterlabs_shortcuts(table: Opener) -> None:
    shown = table(showcase())
    shown.board.say("No.")
    shown.carry()
    open_to_shortcuts = shown.view.locator(
        ':is(button, [tabindex], a, input):not([data-lm-suppress-shortcuts="true"])'
    )
    expect(shown.view.get_by_role("button", name="Close")).to_be_visible()
    expect(open_to_shortcuts).to_have_count(0)


def test_every_sprite_is_built_in_the_page(table: Opener) -> None:
    drawn = tuple(use(name, 100, 100, suit="arms", face="3", label="7") for name in SPRITES)
    shown = table(small(areas=(Area("board", 4, 3, "", drawn),)))
    empty = shown.view.locator(".ppnb-stage svg > g").first.evaluate(
        "ground => [...ground.firstElementChild.children].filter("
        "g => !g.querySelector('path,rect,circle,ellipse,polygon,text')).length"
    )
    assert empty == 0


def test_a_view_that_comes_into_sight_is_styled_anew(table: Opener) -> None:
    """JupyterLab leaves out cells that are out of sight; what changes there can lose its styles."""
    shown = table()
    shown.page.evaluate("document.querySelector('#views').style.paddingTop = '5000px'")
    seen = "(view) => Number(view.style.getPropertyValue('--ppnb-seen'))"
    shown.view.evaluate("(view) => view.scrollIntoView()")
    expect(shown.view.locator(".ppnb-stage")).to_be_in_viewport()
    shown.page.wait_for_function(f"() => ({seen})(document.querySelector('#view-0')) > 0")
    before = shown.view.evaluate(seen)
    shown.page.evaluate("scrollTo(0, 0)")
    expect(shown.view).not_to_be_in_viewport()
    shown.view.evaluate("(view) => view.scrollIntoView()")
    shown.page.wait_for_function(f"() => ({seen})(document.querySelector('#view-0')) > {before}")
