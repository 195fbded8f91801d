"""The table without a page: what picks come to, bots, undo, files, the journal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.api import make
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.widgets.table import Table

ORDER = {"suns", "moons", "crowns", "arms"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals and saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def table(**named: Any) -> Table:
    return pp.play("piecepackman", **{"seed": 7, "journal": False, **named})


def pick(at: Table, spot: str, to: str | None = None, shift: bool = False) -> None:
    """What a page would send, checked as the board checks it."""
    message: dict[str, Any] = {
        "kind": "pick", "serial": at.board.serial, "spot": spot, "shift": shift,
        "gesture": "drag" if to else "click", **({"to": to} if to else {}),
    }  # fmt: skip
    at.board._received(at.board, message, [])
    assert not at.board.last_error, at.board.last_error


def said(at: Table) -> dict[str, Any]:
    """What the board says now; nothing where the position has moved on since."""
    notice = dict(at.board.notice)
    return notice if notice.get("serial") == at.board.serial else {}


def ends(at: Table) -> list[str]:
    return [spot.id for spot in at.board.scene.spots if spot.role == "move"]


def to_the_ghosts(at: Table) -> None:
    pick(at, "dice")
    pick(at, "dice")
    assert at.match.state.phase == "ghosts"


def test_a_turn_by_picks() -> None:
    at = table()
    assert at.board.scene.clause == "PM-10"
    pick(at, "dice")
    assert at.match.to_act.place == "order"
    pick(at, "dice")
    while at.match.turn == 1:
        pick(at, ends(at)[0])
    assert at.match.turn == 2
    assert at.match.state.phase == "roll"
    assert [type(played.move).__name__ for played in at.match.record][:4] == [
        "SetUp", "Roll", "Order", "Roll",
    ]  # fmt: skip


def test_two_coins_picked_are_swapped_and_a_coin_dragged_moves_up() -> None:
    at = table()
    pick(at, "dice")
    pick(at, "order:suns")
    assert [mark.kind for mark in at.board.scene.marks if mark.kind == "selected"] == ["selected"]
    pick(at, "order:arms")
    assert at.draft == ("arms", "moons", "crowns", "suns")
    pick(at, "order:suns", to="order:arms")
    assert at.draft == ("suns", "arms", "moons", "crowns")
    coins = {piece.id: piece.x for piece in at.board.scene.pieces if piece.id.startswith("order-")}
    assert sorted(coins, key=coins.__getitem__) == [f"order-{suit}" for suit in at.draft]
    pick(at, "dice")
    assert at.match.state.order == ("suns", "arms", "moons", "crowns")


def test_an_illegal_square_says_why_and_points_at_it() -> None:
    at = table()
    to_the_ghosts(at)
    before = at.match.state
    walker = before.to_move[0]
    other = next(suit for suit in ORDER if suit != walker)
    pick(at, before.ghosts[other].square)
    notice = said(at)
    assert notice["kind"] == "refusal"
    assert notice["clause"] == "PM-30"
    assert walker in notice["text"]
    assert notice["at"]
    assert at.match.state is before


def test_every_square_may_be_tried_and_gets_a_reason() -> None:
    at = table()
    to_the_ghosts(at)
    legal = set(ends(at))
    here = at.match.state.ghosts[at.match.state.to_move[0]].square
    for spot in at.board.scene.spots:
        if spot.role == "inert":
            pick(at, spot.id)
            notice = said(at)
            assert notice["clause"].startswith("PM-"), spot.id
            assert len(notice["text"]) > 20
            assert spot.id not in legal | {here}


def test_a_way_can_be_led_over_chosen_squares() -> None:
    at = table()
    to_the_ghosts(at)
    via = next(spot.id for spot in at.board.scene.spots if spot.role == "via")
    pick(at, via)
    assert at.draft[-1] == via
    draft = at.draft
    pick(at, ends(at)[0])
    walk = at.match.record[-1].move
    assert walk.path[: len(draft)] == draft


def test_escape_takes_a_draft_back() -> None:
    at = table()
    to_the_ghosts(at)
    pick(at, next(spot.id for spot in at.board.scene.spots if spot.role == "via"))
    at.board._received(at.board, {"kind": "cancel", "serial": at.board.serial}, [])
    assert at.draft == ()


def test_picks_of_another_position_are_refused() -> None:
    at = table()
    message = {"kind": "pick", "serial": at.board.serial - 1, "spot": "dice", "gesture": "click"}
    at.board._received(at.board, message, [])
    assert "moved on" in at.board.notice["text"]
    assert at.match.state.phase == "roll"


def test_undo_and_redo_lead_to_the_same_table() -> None:
    at = table()
    pick(at, "dice")
    before = at.match.state
    pick(at, "dice")
    after = at.match.state
    at.controls.undo.click()
    assert at.match.state == before
    at.controls.redo.click()
    assert at.match.state == after


def test_undo_at_the_very_beginning_is_refused_in_words() -> None:
    at = table()
    at.match.goto(0)
    at.undo()
    assert "no move to undo" in at.board.notice["text"]


def test_a_move_can_be_written() -> None:
    at = table()
    at.play("roll suns 5 moons ace crowns null arms 2")
    assert dict(at.match.state.dice) == {"suns": "5", "moons": "ace", "crowns": "null", "arms": "2"}
    at.play("order hearts")
    assert "hearts" in at.board.notice["text"]


def test_real_dice_wait_to_be_typed() -> None:
    at = table(dice="typed")
    pick(at, "dice")
    assert "real dice" in said(at)["text"]
    at.play("roll s 5 m a c 0 a 2")
    assert at.match.state.phase == "order"


def test_bots_play_their_ghosts_and_the_dice_fall_by_themselves() -> None:
    at = table(seats=dict.fromkeys(ORDER, "random"))
    at.controls.by_itself.value = True
    assert at.match.result is not None
    assert at.board.scene.spots == ()
    assert at.match.result.text in at.board.scene.caption


def test_a_seat_given_to_a_bot_plays_at_once() -> None:
    at = table()
    to_the_ghosts(at)
    walker = at.match.state.to_move[0]
    at.controls.seats[walker].value = "greedy"
    assert walker not in at.match.state.to_move


def test_a_bot_that_fails_is_shown_and_loses_nothing() -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no idea")

    at = table(seats={"arms": broken})
    pick(at, "dice")
    at.play("order arms moons crowns suns")
    at.play("roll suns 5 moons 2 crowns 2 arms 2")
    assert at.board.notice["kind"] == "error"
    assert "no idea" in said(at)["text"]
    assert at.match.state.phase == "ghosts"


def test_save_and_load() -> None:
    at = table()
    to_the_ghosts(at)
    at.controls.file.value = "mine.json"
    at.controls._save()
    state = at.match.state
    assert "Download" in at.controls.saved.value
    pick(at, ends(at)[0])
    at.controls._load()
    assert at.match.state == state
    assert pp.load("mine.json").state == state


def test_a_damaged_file_changes_nothing() -> None:
    at = table()
    Path("bad.json").write_text("{", encoding="utf-8")
    at.controls.file.value = "bad.json"
    match = at.match
    at.controls._load()
    assert at.match is match
    assert "no saved match" in at.controls.saved.value


def test_the_journal_goes_on_after_a_restart() -> None:
    at = table(journal=True)
    to_the_ghosts(at)
    state = at.match.state
    again = table(journal=True)
    assert again.match.state == state
    assert "Resumed" in again.board.notice["text"]
    with pytest.raises(pp.BadInput, match="another table"):
        at.match.play(next(iter(at.match.moves())))


def test_who_plays_what_is_remembered_after_a_restart() -> None:
    at = table(journal=True)
    pick(at, "dice")
    at.controls.seats["suns"].value = "greedy"
    assert at.journal is not None
    assert resume(at.journal.path, make).seats["suns"] == "greedy"
    assert table(journal=True).match.seats["suns"] == "greedy"


def test_an_unbegun_game_is_not_resumed_and_a_new_one_keeps_the_old_journal() -> None:
    at = table(journal=True)
    assert isinstance(at.journal, Journal)
    again = table(journal=True)
    assert not said(again)
    pick(again, "dice")
    assert again.journal is not None
    again.controls.new.click()
    assert again.match.turn == 1
    kept = again.journal.path.with_suffix(".before").read_text(encoding="utf-8")
    assert "roll" in kept
    head = json.loads(kept.splitlines()[0])
    assert head["game"] == "piecepackman"


def test_a_damaged_journal_is_kept_aside() -> None:
    at = table(journal="game.jsonl")
    pick(at, "dice")
    Path("game.jsonl").write_text("nonsense\n", encoding="utf-8")
    again = table(journal="game.jsonl")
    assert "damaged" in again.board.notice["text"]
    assert Path("game.damaged").read_text(encoding="utf-8") == "nonsense\n"


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (lambda: pp.play("go"), "piecepackman"),
        (lambda: pp.play(3), "a game's name"),
        (lambda: pp.play("piecepackman", quarter_turn_costs=2), "did you mean"),
        (lambda: pp.play("piecepackman", seed=-1), "seed is -1"),
        (lambda: pp.play("piecepackman", seats={"hearts": "greedy"}), "hearts"),
        (lambda: pp.play("piecepackman", dice="loaded"), "typed"),
        (lambda: pp.play(pp.game("piecepackman"), step_cost=2), "game.under"),
        (lambda: pp.play(pp.Match(pp.game("piecepackman")), seed=3), "nothing beside it"),
        (lambda: pp.show("nonsense"), "a match"),
    ],
)
def test_bad_input_is_one_line(call: Any, wrong: str) -> None:
    with pytest.raises(pp.BadInput, match=wrong) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_show_has_no_controls() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    match.run()
    board = pp.show(match)
    assert board.scene.spots == ()
    assert pp.show(match.state, of=match.game).scene.pieces == board.scene.pieces


def test_the_log_tells_the_last_turn_first_and_clauses_as_text() -> None:
    at = table(seats=dict.fromkeys(ORDER, "random"))
    at.controls.by_itself.value = True
    log = at.controls.log.value
    last = at.match.turn
    assert log.startswith(f"<h4>Turn {last}</h4>")
    assert "<b>PM-" in log
    assert "see match.steps" in log
    assert len(log) < 60_000


def test_nothing_in_the_log_is_markup() -> None:
    at = table()
    pick(at, "dice")
    played = at.match.record[-1]
    hostile = played.steps[0].event._replace(template="<script>alert(1)</script>", data={})
    at.match._timeline.moves[-1] = played._replace(
        steps=(played.steps[0]._replace(event=hostile), *played.steps[1:])
    )
    at.controls.refresh()
    assert "<script>" not in at.controls.log.value
    assert "&lt;script&gt;" in at.controls.log.value


def test_saving_never_overwrites_what_is_no_saved_match() -> None:
    at = table()
    Path("precious.ipynb").write_text('{"cells": []}', encoding="utf-8")
    Path("notes.json").write_text("not JSON", encoding="utf-8")
    Path("package.json").write_text("{}", encoding="utf-8")
    for name in ("precious.ipynb", "notes.json", "package.json", "", "."):
        at.controls.file.value = name
        at.controls._save()
        assert "accepted:" in at.controls.saved.value, name
    assert Path("precious.ipynb").read_text(encoding="utf-8") == '{"cells": []}'
    at.controls.file.value = "mine.json"
    at.controls._save()
    at.controls._save()
    assert "Saved" in at.controls.saved.value


def test_there_is_nothing_to_undo_before_the_first_roll() -> None:
    at = table()
    assert at.controls.undo.disabled
    pick(at, "dice")
    assert not at.controls.undo.disabled
