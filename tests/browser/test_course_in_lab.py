"""What the course's cells show in a real JupyterLab: light, dark, and as narrow as a phone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from piecepack_nb.lessons.asked import lesson_questions
from tests.browser.lab import Notebook, until

HILL = '''
from pathlib import Path
Path("hill.py").write_text("""
import piecepack_nb as pp
from piecepack_nb.design import Board, ready
@pp.register
class Hill(Board):
    places = Board.squares(3, 3)
    def why_not(self, table, place): return ready.on_empty(table, place)
    def move(self, table, place): table[place] = table.seat
    def winner(self, table): return ready.line_of(table, 3) or ready.full(table)
""")
import hill
'''
CELLS = [
    """
import os, tempfile
os.chdir(tempfile.mkdtemp())
import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, ready
@pp.register
class Penalty(Board):
    seats = ("kicker", "keeper")
    secret = True
    side = one_of("left", "right")
    def reveal(self, table, side):
        saved = side["kicker"] == side["keeper"]
        table.score["keeper" if saved else "kicker"] += 1 + (side["kicker"] == "left")
    def winner(self, table):
        return ready.most_points(table) if table.turn == 4 else None
pp.ask("better of two")
""",
    'pp.ask("bluff: against whom")',
    'pp.payoffs("penalty")',
    "table = pp.rule_cards(journal=False)\ntable",
    """
match = pp.Match("tic_tac_toe_cards")
match.play_all(["b2", "b1", "a1", "c3", "a3"])
pp.choices(match, playouts=4)
""",
    HILL + 'pp.diary("hill", "a try: <b>short</b> games")',
    """
Path("class").mkdir(exist_ok=True)
for name in "ann", "ben":
    pp.hand_in(name, games=["hill"]).rename(f"class/{name}.handin.json")
pp.class_report("class")
""",
]
SEEN = """each => [...each.querySelectorAll('input[type=radio]')].every(circle => {
  const [own, label] = [circle, circle.parentElement].map(part => part.getBoundingClientRect());
  return own.height && own.top >= label.top && own.bottom <= label.bottom;
})"""
FITS = "each => each.querySelector('button').getBoundingClientRect().right <= innerWidth"
NARROW = 360
"""The width of a phone's screen, in CSS pixels."""


def test_predictions_tables_and_cards_of_the_course(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook(CELLS, height=4600)
    page = notebook.page
    number, choice = (page.locator(".ppnb-ask").nth(n) for n in range(2))
    texts = lesson_questions()
    because = texts["better of two"].because
    expect(number).to_contain_text(texts["better of two"].text)
    assert because not in page.content(), "the answer isn't in the page before"
    number.get_by_role("button").click()
    expect(number).to_contain_text("Predict first")
    number.get_by_role("textbox").first.focus()
    for written in "about 4.5", "higher than 3.5":
        page.keyboard.type(written)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(number).to_contain_text("Sealed: about 4.5, because higher than 3.5.")
    expect(number).to_contain_text(because)
    expect(number.get_by_role("button")).to_be_disabled()
    choice.get_by_role("radio").nth(1).focus()
    for key in "x", "Space", "Tab", "Tab", "Tab", "Tab", "Enter":  # x would cut the cell
        page.keyboard.press(key)
    expect(choice).to_contain_text("It is otherwise.")
    assert notebook.kernel_eval("[each.right for each in pp.predictions().made]") == [True, False]
    notebook.wait_idle()
    for theme in "light", "dark":
        if theme == "dark":
            dark(page)
        for each in (number, choice):
            readable(each)
        shot(page, theme)
    page.evaluate("() => jupyterapp.shell.collapseLeft()")
    page.set_viewport_size({"width": NARROW, "height": 4600})
    shot(page, "narrow")
    for each in (number, choice):
        until(partial(each.evaluate, FITS), "the button to be in the window")
    until(lambda: choice.evaluate(SEEN), "a choice of two lines to show its circle")


def dark(page: Page) -> None:
    page.evaluate(
        "() => jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    page.locator('body[data-jp-theme-light="false"]').wait_for(state="attached")


def readable(each: Locator) -> None:
    """Wait until the words differ clearly from what is behind them."""
    until(lambda: contrast(each) > 300, "a theme in which the words can be read")


def contrast(each: Locator) -> int:
    """Return how much the words differ from what is behind them, up to 765."""
    colours = each.evaluate(
        """each => {
          const behind = element => {
            const colour = getComputedStyle(element).backgroundColor;
            const clear = colour === 'transparent' || colour.endsWith(', 0)');
            return clear && element.parentElement ? behind(element.parentElement) : colour;
          };
          const words = each.querySelector('.widget-html-content, label') ?? each;
          return [getComputedStyle(words).color, behind(words)];
        }"""
    )
    bright = [sum(map(int, re.findall(r"\d+", each)[:3])) for each in colours]
    return abs(bright[0] - bright[1])


def shot(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if folder := os.environ.get("PPNB_SHOTS"):
        page.screenshot(path=str(Path(folder, f"course_{name}.png")))
