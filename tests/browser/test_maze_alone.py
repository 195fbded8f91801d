"""The maze workshop in a real browser: by mouse, touch and keys, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.blank import BlankPage
from tests.browser.board_table import assert_accessible, overflow
from tests.browser.maze_table import WorkshopPage

Opener = Callable[..., BlankPage]


def status(shop: WorkshopPage, text: str) -> None:
    """Expect a text in a status line of the panel."""
    expect(
        shop.view.locator('.ppnb-maze-side [role="status"]').filter(has_text=text)
    ).to_be_visible()


def left(shop: WorkshopPage) -> Locator:
    return shop.view.get_by_label("Sticks left in the box")


def test_sticks_are_laid_taken_and_undone_by_mouse(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=1100))
    expect(left(shop)).to_contain_text("Three-sticks left22 of 24")
    status(shop, "f4, facing west, to j10: cost 14")
    shop.spot("g4E").click()  # across the path
    shop.reply()
    expect(shop.piece("stick-three-g4E")).to_have_count(1)
    expect(left(shop)).to_contain_text("Three-sticks left21 of 24")
    expect(shop.view.locator(".ppnb-caption")).to_contain_text("Three-stick laid right of g4 g5.")
    status(shop, "Before: cost 14.")
    shop.press("Undo")
    expect(shop.piece("stick-three-g4E")).to_have_count(0)
    shop.press("Redo")
    shop.press("Ace-stick")
    shop.spot("g5E").click()  # the other end of the same stick
    shop.reply()
    expect(shop.piece("stick-three-g4E")).to_have_count(0)
    assert shop.board.maze.walls == shop.board._mazes[0].walls


def test_a_pointer_beside_an_edge_means_the_nearest_one(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=360))
    box = shop.spot("c4N").bounding_box()
    assert box
    shop.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 2)
    shop.reply()
    assert [stick.place for stick in shop.board.maze.sticks if "c4" in stick.place] == [
        "above c4 d4"
    ]


def test_a_piece_is_dragged_and_a_portal_is_closed(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=1100), "slip")
    shop.press("Pieces, portals")
    shop.spot("f4").drag_to(shop.spot("e3"))
    shop.reply()
    assert shop.board.maze.start == "e3"
    shop.spot("b5:W").click()
    shop.reply()
    assert ("i5", "E") not in shop.board.maze.portals
    expect(shop.view.locator(".ppnb-caption")).to_contain_text("Closed the portal of rank 5.")


def test_a_finding_shows_its_place(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=1100), "roundabout")
    expect(shop.view.get_by_text("The maze keeps every constraint.")).to_be_visible()
    shop.spot("c2N").click()
    shop.reply()
    finding = shop.view.get_by_title("Show where")
    expect(finding).to_contain_text("Open blocks of two by two squares")
    expect(finding).to_contain_text("PM-80")
    finding.click()
    shop.reply()
    expect(shop.view.locator(".ppnb-bubble")).to_contain_text("Open blocks")


def test_the_workshop_is_used_by_keys_alone(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=1100))
    keys = shop.page.keyboard
    shop.spot("c4N").focus()
    keys.press("Enter")
    shop.reply()
    assert [stick.place for stick in shop.board.maze.sticks if "c4" in stick.place] == [
        "above c4 d4"
    ]
    assert shop.focus == "c4N"
    keys.press("2")
    shop.reply()
    expect(shop.view.get_by_role("button", name="Ace-stick", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    keys.press("ArrowUp")
    assert shop.focus != "c4N"
    at = shop.focus
    keys.press("Enter")
    shop.reply()
    assert any(
        "ace" in stick.kind and at == "".join(stick.edges[0]) for stick in shop.board.maze.sticks
    )
    keys.press("z")
    shop.reply()
    keys.press("z")
    shop.reply()
    assert len(shop.board.maze.walls) == 6
    keys.press("y")
    shop.reply()
    assert len(shop.board.maze.walls) == 8


def test_letters_typed_in_a_field_are_no_shortcuts(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=1100))
    shop.spot("c4N").click()
    shop.reply()
    shop.view.get_by_text("Save, play, print").click()
    shop.view.get_by_label("File").fill("")
    shop.view.get_by_label("File").press_sequentially("zy1.txt")
    shop.reply()
    expect(shop.view.get_by_label("File")).to_have_value("zy1.txt")
    assert len(shop.board.maze.walls) == 8


def test_a_maze_is_made_typed_and_printed(
    blank_page: Opener, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    shop = WorkshopPage(blank_page(width=1100))
    shop.view.get_by_text("Start from").click()
    shop.view.get_by_label("Symmetry", exact=True).select_option("half-turn")
    shop.view.get_by_label("Seed").fill("7")
    shop.press("Make a maze")
    assert "generate(7, symmetry='half-turn')" in shop.board.maze.note
    shop.view.get_by_text("Text", exact=True).click()
    box = shop.view.get_by_label("The maze as text")
    expect(box).to_have_value(shop.board.text)
    box.fill(shop.board.text.replace("title: Maze 7, half-turn", "title: Mine"))
    shop.press("Use this text")
    assert shop.board.maze.title == "Mine"
    shop.view.get_by_text("Save, play, print").click()
    shop.press("Play in it")
    status(shop, "pp.play(maze=pp.mazes.load('my_maze.txt').text())")
    shop.view.get_by_label("Paper").select_option("Letter")
    shop.view.get_by_label("Add pages in true size").check()
    shop.press("Print")
    sheet = shop.page.frame_locator(".ppnb-maze-print")
    expect(sheet.locator("svg")).to_have_count(3)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(blank_page: Opener, theme: str) -> None:
    shop = WorkshopPage(blank_page(width=1100, color_scheme=theme), "slip", theme)
    for title in ("Start from", "Save, play, print", "Text"):
        shop.view.get_by_text(title, exact=True).click()
    for tool in ("Three-stick", "Pieces, portals"):
        shop.press(tool)
        assert_accessible(shop.page, theme)


def test_on_a_phone_sticks_are_laid_by_touch(blank_page: Opener) -> None:
    shop = WorkshopPage(blank_page(width=360, height=740, has_touch=True))
    assert overflow(shop) <= 0
    shop.page.set_viewport_size({"width": 230, "height": 740})  # between JupyterLab's sidebars
    menu = shop.view.get_by_label("Lay sticks in symmetry").bounding_box()
    assert menu
    assert menu["width"] > 100
    shop.page.set_viewport_size({"width": 360, "height": 740})
    shop.spot("c4N").tap()
    shop.reply()
    assert [stick.place for stick in shop.board.maze.sticks if "c4" in stick.place] == [
        "above c4 d4"
    ]
    shop.view.get_by_role("button", name="His path", exact=True).tap()
    shop.reply()
    for square in ("a1", "d1"):
        shop.spot(square).tap()
        shop.reply()
    status(shop, "a1, facing west, to d1: cost 5")
    for button in shop.view.locator(".ppnb-maze-side button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44, button.inner_text()
