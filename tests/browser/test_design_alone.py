"""Games of examples/games, played on their boards in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.match import Match
from piecepack_nb.design.tray import LINES
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.numbers import ONLY
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import GameTable, assert_accessible, overflow
from tests.design.examples import NAMES, example_class

PLAYED: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "tic_tac_toe": ([], [("b2", "Moons"), ("b2", "b2 is taken"), ("a1", "Suns")]),
    "skirmish": (
        ["roll 2"],
        [("roll", "choose a piece"), ("a1", "a1: choose where it goes"), ("b2", "never round"),
         ("a3", "Moons: roll the die")],
    ),
    "connect_four": ([], [("c6", "falls to c1"), ("c1", "Moons")]),
    "activator_in_one_class": (
        [], [("a4", "no piece of red"), ("c1", "choose where"), ("c2", "or Done"),
             ("done", "Blue: choose")],
    ),
    "corridors": (
        [], [("e5", "no step leads"), ("d1|d2", "Moons: choose"), ("d6", "Suns: choose")],
    ),
    "steep": (
        ["roll 1 2 3 4"],
        [("roll", "choose climb"), ("climb", "choose"), ("3", "choose"), ("7", "push or rest")],
    ),
    "nim": ([], [("a1", "a1: choose a count"), ("4", "has only 3"), ("2", "Ben: choose a heap")]),
    "hare_and_hounds": (
        [], [("e2", "e2 has no piece of hounds"), ("a2", "choose where"), ("b2", "Hare: choose")]
    ),
    "reversi": ([], [("a1", "a1 encloses no enemy"), ("c4", "Choose"), ("d3", "Suns")]),
    "fox_and_geese": ([], [("c7", "can't"), ("c5", "choose"), ("c4", "Fox: choose")]),
    "pig": (["roll 5"], [("roll", "choose go on or hold"), ("hold", "Ben: roll")]),
    "snakes_and_ladders": (["roll 2"], [("roll", "Moons: roll the die")]),
    "mancala": ([], [("a2", "not a pit of south"), ("c1", "South: choose"), ("a1", "North")]),
    "rock_paper_scissors": (
        [],
        [("rock", "choose first whose"), ("seat ann", "Ann: choose rock"), ("rock", "Ben chooses"),
         ("seat ben", "Ben: choose"), ("paper", "In secret")],
    ),
    "nine_mens_morris": ([], [("a1", "Moons"), ("a1", "a1 is not possible"), ("d1", "Suns")]),
    "ur": (["roll 1 1 0 0"], [("roll", "choose"), ("a1", "has no piece"), ("e1", "Moons: roll")]),
    "hex": ([], [("d4", "Moons"), ("d4", "d4 is taken"), ("a1", "Suns")]),
    "kuhn_poker": (
        [],
        [("take", "Ann: choose check or bet"), ("call", "Without a bet"),
         ("bet", "Hand the device"),
         ("take", "Ben: choose call or fold"), ("call", "Hand the device to Ann")],
    ),
    "roads": (
        [], [("0,1", "choose 0,1 again to lay it"), ("1,0", "choose 1,0 again to lay it"),
             ("claim", "Moons: choose a place")],
    ),
    "battleship": (
        [], [("seat ann", "Ann: choose a bow"), ("ann a1", "choose a stern"),
             ("ann a3", "Ben chooses")],
    ),
    "hamlet": (
        [], [("forest", "Ben: choose"), ("forest", "A worker of ann"), ("site", "Name a plan")],
    ),
    "memory": (
        [], [("a1", "turns over"), ("a1", "You have turned a1 over"), ("b1", "Ben: choose")],
    ),
    "oh_hell": (
        [], [("take", "Ann: choose a bid"), ("8", "cards in a hand: 4"), ("2", "device to Ben")],
    ),
    "picnic": (
        ["draw " + ", ".join(["bread", "cake", "apple", "cheese"] * 6)],
        [("seat ann", "Ann: choose a card"), ("bread", "Ben, Cat or Dan chooses")],
    ),
    "sealed_bids": (
        [], [("seat ann", "Ann: choose a bid"), ("20", "at most 15"), ("3", "Ben or Cat chooses")],
    ),
    "stolen_jewel": ([], [("take", "Ann: choose"), ("red", "Hand the device to Ben")]),
    "maze_chase": (
        [], [("a1", "choose where"), ("a2", "Moons"), ("b1", "b1: choose"), ("d1", "no step")],
    ),
}  # fmt: skip
"""The dice and picks of each game, with a part of what the board then says."""


def click(shown: GameTable, spot: str) -> None:
    """Click a spot in the page, and hand its message to Python."""
    before = len(shown.blank.sent)
    shown.spot(spot).click()
    shown.page.wait_for_function(f"() => window.ppnb.model.sent.length > {before}")
    content = shown.blank.sent[-1]
    shown.board._received(shown.board, content, [])
    shown.carry()
    shown.blank.receive({"kind": "ack", "serial": shown.board.serial, "to": content["serial"]})


@pytest.mark.parametrize(
    ("name", "dice", "keys", "moves"),
    [
        ("tic_tac_toe", None, ["Enter", "ArrowRight", "Enter"], 2),
        ("skirmish", ["roll 2"], ["r", "n", "Enter", "ArrowUp", "ArrowUp", "Enter"], 2),
        ("pig", ["roll 5"], ["r", "h"], 2),
        ("roads", None, ["ArrowUp", "Enter", "r", "Enter"], 3),
    ],
)
def test_a_whole_turn_by_keyboard(
    blank_page: Callable[..., BlankPage], name: str, dice: list[str] | None, keys: list[str],
    moves: int,
) -> None:  # fmt: skip
    game = example_class(name)()
    playing = PlayWidget(Match(game, seed=1, dice=dice), view_of(game))
    shown = GameTable(blank_page(width=600, reduced_motion="reduce"), playing)
    while not shown.focus:
        shown.page.keyboard.press("Tab")
    shown.press(*keys)
    assert len(playing.match.record) == moves, playing.notice
    assert shown.focus


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_a_phone_and_is_played_by_mouse(
    blank_page: Callable[..., BlankPage], name: str
) -> None:
    game = example_class(name)()
    dice, picks = PLAYED[name]
    playing = PlayWidget(Match(game, seed=1, dice=dice or None), view_of(game))
    shown = GameTable(blank_page(width=320), playing)
    assert overflow(shown) <= 0
    least = {"corridors": 11}.get(name, 24)  # of edges a pointer means the nearest
    assert min(shown.targets("[data-spot]")) >= least
    shown.page.set_viewport_size({"width": 600, "height": 900})
    assert_accessible(shown.page)
    for spot, says in picks:
        click(shown, spot)
        expect(shown.view).to_contain_text(says, ignore_case=True)
    assert playing.match.record


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_row_of_the_tray_is_asked_by_mouse_and_by_keyboard(
    blank_page: Callable[..., BlankPage], theme: str
) -> None:
    """It says which moves led to its numbers, and the draft of a move stays as it is."""
    match = Match(example_class("sealed_bids")(), seed=3)
    while match.turn < 2:
        if isinstance(match.to_act, Chance):
            match.roll()
        else:
            seat = match.to_act.seats[0]  # type: ignore[union-attr]
            match.play(f"{seat} {3 if seat == 'ben' else 1}")
    playing = PlayWidget(match, view_of(match.game))
    shown = GameTable(blank_page(width=760), playing, theme)
    bubble = shown.view.locator(".ppnb-bubble")
    click(shown, f"{ONLY}ben")
    expect(bubble).to_contain_text("Coins of Ben: 12 = 15 at the start, −3 in turn 1 [SB-3]")
    assert_accessible(shown.page, theme)
    assert shown.focus == f"{ONLY}ben"
    shown.press("ArrowDown")
    assert shown.focus == f"{ONLY}cat"
    shown.press("Enter")
    expect(bubble).to_contain_text("Coins of Cat: 15, as at the start.")
    shown.press("ArrowDown")
    assert shown.focus == f"{ONLY}{LINES}"
    shown.press("Enter")
    expect(bubble).to_contain_text("Sold: 1 = +1 in turn 1 [SB-3].")
    assert not playing.draft
