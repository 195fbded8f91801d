"""A game that the package doesn't know, played on its own board in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import GameTable, assert_accessible
from tests.core.pig_board import BoardPig


@pytest.fixture
def playing() -> PlayWidget:
    """A match of Pig under a low goal, with scripted dice."""
    game = pp.game("board_pig", goal=6)
    return PlayWidget(Match(game, seed=1, dice=["roll 4", "roll 3"]), view_of(game))


def click(shown: GameTable, spot: str) -> None:
    """Click a spot in the page, and hand its message to Python."""
    before = len(shown.blank.sent)
    shown.spot(spot).click()
    shown.page.wait_for_function(f"() => window.ppnb.model.sent.length > {before}")
    content = shown.blank.sent[-1]
    shown.board._received(shown.board, content, [])
    shown.carry()
    shown.blank.receive({"kind": "ack", "serial": shown.board.serial, "to": content["serial"]})


def test_a_registered_game_is_played_to_its_end_by_mouse(
    blank_page: Callable[..., BlankPage], playing: PlayWidget
) -> None:
    shown = GameTable(blank_page(width=600), playing)
    caption = shown.view.locator(".ppnb-caption")
    expect(caption).to_contain_text("ann: roll the die.")
    assert_accessible(shown.page)
    click(shown, "hold")
    expect(shown.view).to_contain_text("Ann has to roll the die first")
    for spot, text in (("roll", "ann: hold 4, or go on?"), ("go on", "ann: roll the die."),
                       ("roll", "ann: hold 7, or go on?"), ("hold", "ann wins.")):  # fmt: skip
        click(shown, spot)
        expect(caption).to_contain_text(text)
    assert playing.match.result is not None
    assert playing.match.result.winners == ("ann",)


def test_a_registered_game_has_every_feature_of_a_built_in_game(playing: PlayWidget) -> None:
    match = playing.match
    match.run()
    assert BoardPig.name in pp.games()
    assert "<svg" in str(pp.show(match)._repr_mimebundle_()[0]["image/svg+xml"])
    assert pp.replay(match).frames == len(match.steps) + 1
    assert pp.play("board_pig", seed=2, journal=False).match.game.title == "Pig"
    assert pp.compare(match, goal=4).divergence is None
    assert pp.explore(match, goal=4).rules.goal == 4
    with pytest.raises(BadInput, match="one with puzzles; Pig has none"):
        pp.puzzles("board_pig")
