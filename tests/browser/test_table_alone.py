"""The whole table in a blank page: buttons, typed moves, log, result, dice, layout."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground, overflow
from tests.core.pig_board import BoardPig
from tests.games.piecepackman.helpers import NEARLY_OVER

SUITS = ("suns", "moons", "crowns", "arms")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def play(game: Any = "piecepackman", **options: Any) -> TableWidget:
    return pp.play(game, **{"seed": 7, "journal": False, **options})


Live = Callable[..., LiveTable]


@pytest.fixture
def live(blank_page: Callable[..., BlankPage]) -> Live:
    def opened(
        table: TableWidget | None = None, *, theme: str = "light", **options: Any
    ) -> LiveTable:
        table = table or play()
        return LiveTable(blank_page(**{"width": 1000, **options}), table, host=ground(theme))

    return opened


def line(shown: LiveTable, label: str = "Move") -> Locator:
    return shown.view.get_by_role("textbox", name=label, exact=True)


def enter(shown: LiveTable, text: str) -> None:
    line(shown).fill(text)
    line(shown).press("Enter")
    shown.relay()


def caption(shown: LiveTable) -> Locator:
    return shown.view.locator(".ppnb-caption")


def to_the_ghosts(shown: LiveTable) -> TableWidget:
    table = shown.board
    assert isinstance(table, TableWidget)
    table.play("roll")
    table.play("order suns moons crowns arms")
    table.play("roll")
    shown.carry()
    skip = shown.view.get_by_role("button", name="Skip")
    skip.evaluate_all("all => all.forEach((each) => each.click())")  # it may go meanwhile
    return table


# --- the input for moves -------------------------------------------------------------------------


def test_a_typed_move_is_played_and_the_line_cleared(live: Live) -> None:
    shown = live()
    expect(line(shown)).to_have_attribute("placeholder", "or type roll")
    enter(shown, "  roll ")
    assert shown.blank.sent == [{"kind": "do", "name": "move", "text": "roll"}]
    expect(line(shown)).to_have_value("")
    expect(line(shown)).to_have_attribute("placeholder", re.compile("order suns"))


def test_refused_text_stays_selected_with_its_reason_below(live: Live) -> None:
    shown = live()
    enter(shown, "suns <b>j1</b>")
    expect(line(shown)).to_have_value("suns <b>j1</b>")
    expect(line(shown)).to_have_attribute("aria-invalid", "true")
    expect(line(shown)).to_have_accessible_description(re.compile("The square is '<b'"))
    assert shown.page.evaluate("getSelection().toString()") == "suns <b>j1</b>"
    shown.page.keyboard.type("roll")
    line(shown).press("Enter")
    shown.relay()
    expect(line(shown)).to_have_value("")
    expect(line(shown)).not_to_have_attribute("aria-invalid", "true")


def test_the_arrow_keys_recall_earlier_text(live: Live) -> None:
    shown = live()
    for text in ("roll", "order suns moons crowns arms"):
        enter(shown, text)
    order = "order suns moons crowns arms"
    recalled = ("ArrowUp", order), ("ArrowUp", "roll"), ("ArrowDown", order), ("ArrowDown", "")
    for key, text in recalled:
        line(shown).press(key)
        expect(line(shown)).to_have_value(text)


def test_real_dice_are_entered_by_clicking_their_faces(live: Live) -> None:
    table = play(dice="typed")
    shown = live(table)
    shown.spot("dice").click()
    shown.relay()
    die = shown.view.get_by_role("group", name="The suns die")
    expect(die.get_by_role("button").first).to_be_focused()
    for suit, face in (("suns", "5"), ("moons", "ace"), ("crowns", "null"), ("arms", "2")):
        assert table.match.state.phase == "roll"
        group = shown.view.get_by_role("group", name=f"The {suit} die")
        group.get_by_role("button", name=face, exact=True).click()
        shown.relay()
    assert dict(table.match.state.dice) == {
        "suns": "5", "moons": "ace", "crowns": "null", "arms": "2",
    }  # fmt: skip
    expect(shown.view.locator(".ppnb-dice")).to_have_count(0)


# --- buttons -------------------------------------------------------------------------------------


def test_a_move_is_undone_and_redone(live: Live) -> None:
    shown = live()
    undo = shown.view.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    shown.choose("dice")
    expect(caption(shown)).to_contain_text("order")
    shown.press("Undo")
    expect(caption(shown)).to_contain_text("roll")
    shown.press("Redo")
    expect(caption(shown)).to_contain_text("order")


def test_a_draft_has_a_cancel_button(live: Live) -> None:
    shown = live()
    table = to_the_ghosts(shown)
    cancel = shown.view.get_by_role("button", name="Cancel")
    expect(cancel).to_be_hidden()
    via = next(spot.id for spot in table.scene.spots if spot.role == "via")
    shown.spot(via).click()
    shown.relay()
    expect(cancel).to_be_visible()
    shown.press("Cancel")
    assert table.draft == ()
    expect(cancel).to_be_hidden()


def test_a_hint_marks_the_squares_of_a_bots_move(live: Live) -> None:
    shown = live()
    to_the_ghosts(shown)
    shown.press("Hint")
    card = shown.view.get_by_role("region", name="Hint")
    expect(card).to_contain_text("Move the crowns ghost to ")
    expect(shown.view.locator(".ppnb-bubble")).to_be_hidden()
    expect(shown.view.locator('[data-mark="path"]')).not_to_have_count(0)
    expect(shown.view.locator(".ppnb-board [role=status]")).to_contain_text("Move the crowns ghost")
    numbers = card.get_by_text("The bot greedy chose it.")
    expect(numbers).to_be_hidden()
    card.get_by_text("Numbers").click()
    expect(numbers).to_be_visible()
    shown.press("Close the hint")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("width", [360, 768, 1366])
@pytest.mark.parametrize("name", ["activator", "pacman", "worm_derby"])
def test_a_hint_hides_none_of_the_squares_that_it_recommends(
    live: Live, name: str, width: int
) -> None:
    table = play(name)
    while isinstance(table.match.to_act, Chance):
        table.play("roll")
    shown = live(table, width=width, height=768)
    shown.press("Hint")
    assert table._hint is not None
    advised = shown.view.locator(".ppnb-stage [data-mark=path], .ppnb-stage [data-mark=trail]")
    expect(advised).not_to_have_count(0)
    card = box(shown.view.get_by_role("region", name="Hint"))
    for place in (*advised.all(), *shown.view.locator(".ppnb-spot[data-role=move]").all()):
        assert apart(card, box(place))
    assert card["y"] >= 0
    assert card["y"] + card["height"] <= 768


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two boxes have no point in common."""
    across = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    return (
        across or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    )


def test_a_new_game_and_the_previous_game_take_one_click_each(live: Live) -> None:
    shown = live()
    shown.choose("dice")
    back = shown.view.get_by_role("button", name="Previous game")
    expect(back).to_have_count(0)
    shown.press("New game")
    assert shown.board.match.seed != 7
    shown.press("Previous game")
    assert shown.board.match.seed == 7
    expect(back).to_have_count(0)


def test_keys_are_listed_by_the_question_mark(live: Live) -> None:
    shown = live()
    shown.spot("dice").focus()
    shown.page.keyboard.press("?")
    card = shown.view.get_by_role("dialog", name="Keys")
    expect(card).to_be_visible()
    for text in ("Enter", "Cancel", "R", "Roll", "Undo", "Shift+U", "Redo", "Previous sentence"):
        expect(card).to_contain_text(text)
    shown.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert shown.blank.sent == []


def test_a_clause_is_a_title_a_text_and_our_reading_apart_from_it(live: Live) -> None:
    shown = live()
    shown.view.locator(".ppnb-report .ppnb-chip").click()
    card = shown.view.get_by_role("dialog", name="PM-2")
    expect(card.get_by_role("heading")).to_have_css("font-weight", "600")
    expect(card.get_by_role("heading")).to_have_css("margin-bottom", "6px")
    reading = card.get_by_text("Our reading:")
    expect(reading).to_have_css("border-left-width", "3px")
    expect(reading).to_have_css("padding-left", "10px")


def test_a_clause_closes_once_its_sentence_is_gone(live: Live) -> None:
    shown = live()
    shown.view.locator(".ppnb-report .ppnb-chip").click()
    card = shown.view.get_by_role("dialog", name="PM-2")
    expect(card).to_be_visible()
    shown.page.evaluate("dispatchEvent(new Event('scroll'))")
    expect(card).to_be_visible()
    shown.board.play("roll")
    shown.carry()
    expect(shown.view.locator(".ppnb-report .ppnb-chip")).not_to_have_text("PM-2")
    shown.page.evaluate("dispatchEvent(new Event('scroll'))")
    expect(card).to_be_hidden()


def test_u_undoes_and_shift_u_redoes_but_not_in_the_input_for_moves(live: Live) -> None:
    shown = live()
    table = to_the_ghosts(shown)
    shown.spot("e4").focus()
    played = []
    for key in "u", "Shift+U":
        shown.page.keyboard.press(key)
        shown.relay()
        played.append(len(table.match.record))
    assert played[0] < played[1]
    line(shown).press("u")
    shown.relay()
    assert len(table.match.record) == played[1]
    expect(line(shown)).to_have_value("u")


def test_how_to_play_opens_and_closes(live: Live) -> None:
    shown = live()
    shown.press("How to play")
    dialog = shown.view.get_by_role("dialog", name="How to play")
    expect(dialog.get_by_role("heading")).to_have_text("How to play: Piecepackman")
    expect(dialog).to_contain_text("Aim.")
    assert_accessible(shown.page)
    shown.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    shown.press("How to play")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_full_window_is_left_with_escape_where_the_browser_has_none(live: Live) -> None:
    shown = live()
    shown.page.evaluate(
        "() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error()); }"
    )
    shown.view.get_by_role("button", name="Full window").click()
    parts = shown.view.locator(".ppnb-table-parts")
    expect(parts).to_have_css("position", "fixed")
    box = parts.bounding_box()
    assert box
    assert (box["width"], box["height"]) == (1000, 900)
    shown.page.keyboard.press("Escape")
    expect(parts).not_to_have_css("position", "fixed")


def test_the_full_window_is_the_browsers_own(live: Live) -> None:
    shown = live()
    shown.view.get_by_role("button", name="Full window").click()
    leave = shown.view.get_by_role("button", name="Leave full window")
    expect(leave).to_be_visible()
    assert shown.page.evaluate("document.fullscreenElement.className") == "ppnb-table-parts"
    leave.click()
    expect(shown.view.get_by_role("button", name="Full window", exact=True)).to_be_visible()


# --- scores and log ------------------------------------------------------------------------------


def test_scores_of_one_bar_are_its_parts(live: Live) -> None:
    shown = live()
    scores = [
        ["his cubes", 6, 24, "suns", "cubes", ""], ["the ghosts'", 12, 24, "arms", "cubes", ""],
        ["lives", 3, None, "", "", "3 left"],
    ]  # fmt: skip
    shown.blank.update(scores=scores)
    score = shown.view.locator(".ppnb-scores")
    expect(score).to_have_text("his cubes 6the ghosts' 12lives 3 left")
    parts = shown.view.locator(".ppnb-score-part")
    expect(parts).to_have_count(2)
    widths = [part.bounding_box() for part in parts.all()]
    assert widths[0]
    assert widths[1]
    assert widths[1]["width"] == pytest.approx(2 * widths[0]["width"], abs=1)
    assert_accessible(shown.page)


def test_the_log_shows_a_moment_without_undoing(live: Live) -> None:
    shown = live()
    table = to_the_ghosts(shown)
    log = shown.view.get_by_role("region", name="Log")
    newest = log.locator(".ppnb-log-line").first
    expect(newest).to_contain_text(table.match.record[-1].sentence.text)
    log.locator(".ppnb-log-toggle").nth(2).click()
    shown.relay()
    steps = log.locator(".ppnb-log-steps li")
    expect(steps.first).to_contain_text(table.match.record[1].steps[0].event.text)
    steps.first.get_by_role("button").click()
    shown.relay()
    report = shown.view.get_by_role("region", name="What just happened")
    expect(report).to_contain_text(table.match.record[1].steps[0].event.text)
    expect(log.locator("li[data-looking]")).to_have_count(1)
    cursor = table.match.cursor
    shown.press("Back to now")
    expect(caption(shown)).to_contain_text("destination")
    assert table.match.cursor == cursor
    expect(shown.view.get_by_role("button", name="Back to now")).to_have_count(0)


def test_back_at_the_newest_move_the_log_shows_it_again(live: Live) -> None:
    table = play(seats=dict.fromkeys(SUITS, "greedy"))
    table.match.run(40)
    shown = live(table)
    moves = shown.view.get_by_role("region", name="Log").locator(".ppnb-log-move:enabled")
    expect(moves.first).to_be_in_viewport()
    moves.nth(30).click()
    shown.relay()
    expect(moves.first).not_to_be_in_viewport()
    shown.press("Back to now")
    expect(moves.first).to_be_in_viewport()


def test_the_others_turn_is_summarised(live: Live) -> None:
    shown = live()
    summary = shown.view.locator(".ppnb-summary")
    expect(summary).to_have_count(0)
    shown.blank.update(summary="Moons: a5-a6 · Suns: b2-b3")
    expect(summary).to_have_text("Since your move: Moons: a5-a6 · Suns: b2-b3")


# --- the end -------------------------------------------------------------------------------------


def ended(live: Live) -> LiveTable:
    table = play(seats=dict.fromkeys(SUITS, "greedy"), position=NEARLY_OVER)
    shown = live(table)
    shown.press("Auto-roll")
    assert table.match.result is not None
    return shown


def test_the_result_card_leads_on(live: Live) -> None:
    shown = ended(live)
    table = shown.board
    card = shown.view.get_by_role("region", name="Result")
    assert table.match.result is not None
    expect(card).to_contain_text(table.match.result.text)
    expect(card).to_contain_text("1 turn, 1 move.")
    with shown.page.expect_download() as waiting:
        card.get_by_role("button", name="Download replay").click()
        shown.relay()
    page = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert waiting.value.suggested_filename == "piecepackman.html"
    assert page.startswith("<!doctype html>")
    shown.press("Replay")
    expect(shown.view.locator(".ppnb-board")).to_have_attribute("data-film", "yes")
    shown.press("Back to now")
    expect(shown.view.locator(".ppnb-board")).not_to_have_attribute("data-film", "yes")
    match = table.match
    shown.press("Play again")
    assert table.match is not match


def test_the_celebration_respects_reduced_motion(live: Live) -> None:
    for motion, animation in (("reduce", "none"), ("no-preference", "ppnb-fall")):
        table = play(seats=dict.fromkeys(SUITS, "greedy"), position=NEARLY_OVER)
        shown = live(table, reduced_motion=motion)
        shown.press("Auto-roll")
        shown.blank.update(ended=shown.blank.get("ended") | {"won": True})
        confetti = shown.view.locator(".ppnb-confetti i").first
        expect(confetti).to_have_css("animation-name", animation)


# --- panels --------------------------------------------------------------------------------------


def test_a_seat_is_given_to_a_bot_and_the_dice_to_the_players(live: Live) -> None:
    shown = live()
    table = shown.board
    shown.view.get_by_text("Players and dice").click()
    shown.view.get_by_role("combobox", name="suns").select_option("greedy")
    shown.relay()
    assert table.match.seats["suns"] == "greedy"
    shown.view.get_by_role("combobox", name="dice").select_option("real")
    shown.relay()
    assert table.dice_to_enter


def test_a_game_is_saved_loaded_downloaded_uploaded_and_linked(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIECEPACK_NB_SITE", "https://example.org/make/")
    shown = live()
    table = shown.board
    shown.choose("dice")
    shown.view.get_by_text("Save, load, link").click()
    shown.press("Save")
    expect(shown.view.locator(".ppnb-files-message")).to_have_text("Saved as piecepackman.json.")
    with shown.page.expect_download() as waiting:
        shown.press("Download a copy")
    copy = Path(waiting.value.path())
    state = table.match.state
    table.undo()
    with shown.page.expect_file_chooser() as choosing:
        shown.view.get_by_text("Upload a saved game").click()
    choosing.value.set_files(
        {"name": "mine.json", "mimeType": "application/json", "buffer": copy.read_bytes()}
    )
    shown.page.wait_for_function("() => ppnb.model.sent.at(-1).content.name === 'upload'")
    shown.relay()
    expect(shown.view.locator(".ppnb-files-message")).to_have_text("Loaded mine.json.")
    assert table.match.state == state
    shown.press("Make a link")
    part = shown.view.locator(".ppnb-link-part")
    expect(part.get_by_role("status")).to_have_text("The link opens this game, with all its moves.")
    code = part.get_by_alt_text("QR code of the link")
    assert code.evaluate("each => each.decode().then(() => each.naturalWidth)") > 50
    expect(part.get_by_role("button", name="Copy")).to_be_in_viewport()
    address = part.get_by_role("textbox", name="Address").input_value()
    part.get_by_role("button", name="Copy").click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    opened = pp.open(address)
    assert isinstance(opened, pp.Match)
    assert opened.state == state


# --- playing -------------------------------------------------------------------------------------


def test_a_click_anywhere_skips_an_animation(live: Live) -> None:
    shown = live()
    shown.spot("dice").click()
    shown.relay()
    board = shown.view.locator(".ppnb-board")
    expect(board).to_have_attribute("data-playing", "yes")
    shown.page.mouse.click(995, 890)
    expect(board).not_to_have_attribute("data-playing", "yes")
    assert len(shown.blank.sent) == 1


def test_the_speed_is_remembered(live: Live) -> None:
    shown = live()
    shown.view.get_by_role("button", name="Animation speed").click()
    assert shown.blank.get("speed") == 2
    page = shown.blank
    page.mount(*(page._files[name][1] for name in ("/widget.js", "/widget.css")),
               shown._state() | {"speed": 1})  # fmt: skip
    assert page.get("speed") == 2


# --- rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("anchor", ["auto", "none"])  # does the browser scroll along?
@pytest.mark.parametrize(("width", "height", "view"), [(1040, 620, "side"), (360, 740, "page")])
def test_the_effect_of_a_changed_rule_is_in_sight_beside_its_option(
    live: Live, width: int, height: int, view: str, anchor: str
) -> None:
    shown = live(width=width, height=height)
    shown.page.add_style_tag(content=f"html {{ overflow-anchor: {anchor} }}")
    shown.view.locator("summary", has_text=re.compile("^Rules")).press("Enter")
    shown.view.locator("summary", has_text="Piecepackman's turn").press("Enter")
    slider = shown.view.get_by_role("slider", name="What a quarter turn costs")
    slider.press("Home")
    shown.relay()
    number = slider.locator("xpath=following-sibling::*[1]").bounding_box()
    there = slider.bounding_box()
    assert there
    assert number
    assert 0 <= number["x"] - there["x"] - there["width"] < 10, "its number is beside it"
    message = shown.view.get_by_text("Not in force yet").locator("visible=true")
    button = shown.view.get_by_role("button", name="Continue with these rules")
    for part in (message, button):
        expect(part.last).to_be_in_viewport(ratio=1)
    if view == "side":
        side = shown.view.locator(".ppnb-table-side").bounding_box()
        above = message.bounding_box()
        assert side
        assert above
        assert side["y"] <= above["y"] < side["y"] + side["height"] / 3
    assert_accessible(shown.page)


def test_a_message_on_changed_rules_is_above_the_board(live: Live) -> None:
    table = play()
    shown = live(table, width=1150, height=620)
    table.continue_under(table.match.game.rules.but(quarter_turn_cost=0))
    shown.carry()
    expect(shown.view.locator(".ppnb-report-words")).to_contain_text("From now on")
    expect(shown.view.locator(".ppnb-bubble")).to_be_hidden()
    shown.view.get_by_role("button", name="Roll for Piecepackman").focus()
    shown.page.keyboard.press("Tab")
    shown.page.keyboard.press("Shift+Tab")
    ring = shown.view.locator('[data-role="action"]:focus-visible')
    expect(ring).not_to_have_css("box-shadow", re.compile("inset"))  # it would hide letters


# --- layout --------------------------------------------------------------------------------------

GAMES = ("piecepackman", "activator", "paco", "pacman", "worm_derby")


@pytest.mark.parametrize("game", GAMES)
def test_the_board_and_the_next_action_are_in_sight_in_a_laptops_notebook(
    live: Live, game: str
) -> None:
    shown = live(play(game), width=1040, height=620)  # what JupyterLab leaves of 1366 by 768
    for part in (".ppnb-stage", ".ppnb-caption", ".ppnb-table-bar", ".ppnb-log"):
        box = shown.view.locator(part).bounding_box()
        assert box
        assert 0 <= box["y"] < box["y"] + min(box["height"], 110) <= 620, part
    stage = shown.view.locator(".ppnb-stage").bounding_box()
    assert stage
    assert stage["y"] + stage["height"] <= 620
    assert overflow(shown) <= 0


def test_between_a_phones_sidebars_the_prompt_has_a_line_of_its_own(live: Live) -> None:
    """JupyterLab leaves 230 of 360 pixels."""
    shown = live(play("activator"), width=230, height=740)
    shown.choose("a2")  # the longest row of tools: Cancel, turn, speed, keys
    for part in (".ppnb-caption", ".ppnb-head .ppnb-tools"):
        box = shown.view.locator(part).bounding_box()
        assert box
        assert (box["x"] + box["width"] <= 230, box["height"] <= 110) == (True, True), part
    assert overflow(shown) <= 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_the_board_with_large_targets(live: Live, game: str, theme: str) -> None:
    shown = live(play(game), width=360, height=740, theme=theme)
    assert overflow(shown) <= 0
    board = shown.view.locator(".ppnb-stage").bounding_box()
    assert board
    assert board["y"] < 230
    buttons = shown.view.locator(".ppnb-button:visible").all()
    for box in filter(None, (button.bounding_box() for button in buttons)):
        assert min(box["width"], box["height"]) >= 44
    assert_accessible(shown.page, theme)


def test_the_table_works_in_a_shadow_root_and_leaves_no_listener(
    blank_page: Callable[..., BlankPage],
) -> None:
    shown = LiveTable(blank_page(width=1000), play(), shadow=True)
    shown.choose("dice")
    expect(caption(shown)).to_contain_text("order")
    button = shown.view.get_by_role("button", name="Undo")
    expect(button).to_have_css("cursor", "pointer")
    assert shown.blank.listening > 0
    shown.blank.remove_view()
    shown.page.wait_for_function("() => ppnb.model.listening() === 0")


def test_a_registered_game_has_the_whole_table(live: Live) -> None:
    shown = live(play(BoardPig))
    enter(shown, "roll")
    assert len(shown.board.match.record) == 1
    assert_accessible(shown.page)
