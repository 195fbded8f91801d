"""The table without a page: picks, bots, undo, files, the journal."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from ipywidgets import Widget

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core import record
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.match import Match
from piecepack_nb.scene import MakeMove
from piecepack_nb.scene.numbers import TIP
from piecepack_nb.scene.style import PIECES, BoardLook
from piecepack_nb.widgets.table import TableWidget, table_for
from piecepack_nb.widgets.table_data import CHUNK, Entry, turning_point
from tests.design.examples import example_class
from tests.games.piecepackman.helpers import NEARLY_OVER

ORDER = {"suns", "moons", "crowns", "arms"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals and saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def table(**named: Any) -> TableWidget:
    return pp.play("piecepackman", **{"seed": 7, "journal": False, **named})


def pick(at: TableWidget, spot: str, to: str | None = None, shift: bool = False) -> None:
    """Send what a page would send for a pick."""
    message: dict[str, Any] = {
        "kind": "pick", "serial": at.serial, "spot": spot, "shift": shift,
        "gesture": "drag" if to else "click", **({"to": to} if to else {}),
    }  # fmt: skip
    at._received(at, message, [])
    assert not at.last_error, at.last_error


def message_of(at: TableWidget) -> dict[str, Any]:
    """Return the board's message for the current position, if any."""
    notice = dict(at.notice)
    return notice if notice.get("serial") == at.serial else {}


def ask(at: TableWidget, name: str, **fields: Any) -> dict[str, Any]:
    """Send what a page would send for a button or a field; return the answer, if any."""
    answers: list[Any] = []
    with mock.patch.object(at, "send", answers.append):
        at._received(at, {"kind": "do", "name": name, **fields}, [])
    assert not at.last_error, at.last_error
    return next((answer for answer in answers if answer["kind"] == "done"), {})


def enter(at: TableWidget, text: str) -> None:
    """Send what a page would send for a typed move."""
    ask(at, "move", text=text)


def reply(at: TableWidget) -> tuple[str, str, str]:
    """Return the reply below the input."""
    return tuple(at.reply[name] for name in ("kind", "clause", "text"))  # type: ignore[return-value]


def ends(at: TableWidget) -> list[str]:
    return [spot.id for spot in at.scene.spots if spot.role == "move"]


def to_the_ghosts(at: TableWidget) -> None:
    pick(at, "dice")
    pick(at, "dice")
    assert at.match.state.phase == "ghosts"


def test_a_turn_by_picks() -> None:
    at = table()
    assert at.scene.clause == "PM-10"
    pick(at, "dice")
    assert at.match.to_act.label == "order"
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
    selected = [mark.area for mark in at.scene.marks if mark.kind == "selected"]
    assert selected.count("order") == 1
    pick(at, "order:arms")
    assert at.draft == ("arms", "moons", "crowns", "suns")
    pick(at, "order:suns", to="order:arms")
    assert at.draft == ("suns", "arms", "moons", "crowns")
    coins = {piece.id: piece.x for piece in at.scene.pieces if piece.id.startswith("order-")}
    assert sorted(coins, key=coins.__getitem__) == [f"order-{suit}" for suit in at.draft]
    pick(at, "dice")
    assert at.match.state.order == ("suns", "arms", "moons", "crowns")


def test_an_illegal_square_shows_the_reason_at_the_square() -> None:
    at = table()
    to_the_ghosts(at)
    before = at.match.state
    walker = before.to_move[0]
    other = next(suit for suit in ORDER if suit != walker)
    pick(at, before.ghosts[other].square)
    notice = message_of(at)
    assert notice["kind"] == "refusal"
    assert notice["clause"] == "PM-30"
    assert walker in notice["text"]
    assert notice["at"]
    assert at.match.state is before


def test_every_illegal_square_gives_a_reason() -> None:
    at = table()
    to_the_ghosts(at)
    legal = set(ends(at))
    here = at.match.state.ghosts[at.match.state.to_move[0]].square
    for spot in at.scene.spots:
        if spot.role == "inert":
            pick(at, spot.id)
            notice = message_of(at)
            if spot.tip == TIP:
                assert notice["kind"] == "info"
                assert re.search(r": \d+(, as at the start| = .*in turn 1)", notice["text"])
                continue
            assert notice["clause"].startswith("PM-"), spot.id
            assert len(notice["text"]) > 20
            assert spot.id not in legal | {here}


def test_a_path_can_pass_chosen_squares() -> None:
    at = table()
    to_the_ghosts(at)
    via = next(spot.id for spot in at.scene.spots if spot.role == "via")
    pick(at, via)
    assert at.draft[-1] == via
    draft = at.draft
    pick(at, ends(at)[0])
    walk = at.match.record[-1].move
    assert walk.path[: len(draft)] == draft


def test_escape_cancels_a_draft() -> None:
    at = table()
    to_the_ghosts(at)
    pick(at, next(spot.id for spot in at.scene.spots if spot.role == "via"))
    at._received(at, {"kind": "cancel", "serial": at.serial}, [])
    assert at.draft == ()


def test_picks_of_another_position_are_refused() -> None:
    at = table()
    message = {"kind": "pick", "serial": at.serial - 1, "spot": "dice", "gesture": "click"}
    at._received(at, message, [])
    assert "has changed since you chose that" in at.notice["text"]
    assert at.match.state.phase == "roll"


def test_undo_and_redo_lead_to_the_same_table() -> None:
    at = table()
    pick(at, "dice")
    before = at.match.state
    pick(at, "dice")
    after = at.match.state
    ask(at, "undo")
    assert at.match.state == before
    ask(at, "redo")
    assert at.match.state == after


def test_undo_takes_back_the_picks_of_an_unfinished_move_first() -> None:
    at = pp.play("activator", journal=False)
    at.play("a2-b2")
    before = at.match.state
    for spot in ("c3", "b3"):
        pick(at, spot)
    assert at.draft[-1] == "b3"
    while at.draft:
        ask(at, "undo")
        assert "b3" not in at.draft
        assert at.match.state == before
    ask(at, "undo")
    assert at.match.cursor == 0
    assert at.controls["undo"] is False


def test_undo_is_offered_while_the_first_move_is_unfinished() -> None:
    at = pp.play("activator", journal=False)
    pick(at, "b2")
    assert at.controls["undo"]
    ask(at, "undo")
    assert (at.draft, at.controls["undo"]) == ((), False)


def test_undo_at_the_very_beginning_is_refused_in_words() -> None:
    at = table()
    at.match.goto(0)
    at.undo()
    assert "no move to undo" in at.notice["text"]


def test_a_move_can_be_typed() -> None:
    at = table()
    at.play("go north")
    assert at.notice["text"].endswith("or 'roll', to let the computer roll")
    at.play("roll suns 5 moons ace crowns null arms 2")
    assert dict(at.match.state.dice) == {"suns": "5", "moons": "ace", "crowns": "null", "arms": "2"}
    at.play("order hearts")
    assert "hearts" in at.notice["text"]


def test_real_dice_are_typed_in() -> None:
    at = table(dice="typed")
    assert "Enter the result, such as 'roll 5 4 3 2'" in at.scene.caption
    assert at.controls["label"] == "Dice"
    assert at.controls["placeholder"] == "type the result, such as roll 5 4 3 2"
    assert [spot.name for spot in at.scene.spots if spot.role == "action"] == ["Enter the dice"]
    pick(at, "dice")
    assert "such as 'roll 5 4 3 2' for suns, moons, crowns, arms" in message_of(at)["text"]
    enter(at, "roll s 5 m a c 0 a 2")
    assert at.match.state.phase == "order"
    pick(at, "dice")
    assert "roll 5 4 3 2" in at.scene.caption
    enter(at, "3 A n 2")
    assert at.match.state.phase == "ghosts"
    assert "roll" not in at.controls["placeholder"]


def test_real_dice_can_be_chosen_and_survive_a_restart() -> None:
    at = table(journal=True)
    pick(at, "dice")
    pick(at, "dice")
    at.match.undo()
    at.show()
    ask(at, "dice", real=True)
    assert "such as 'roll" not in at.scene.caption  # no dice are due while they agree
    pick(at, "dice")
    assert "such as 'roll" in at.scene.caption
    again = table(journal=True)
    assert again.players["dice"] == "real"
    assert again.dice_to_enter
    ask(again, "dice", real=False)
    assert not again.dice_to_enter
    pick(again, "dice")
    assert again.match.state.phase == "ghosts"


def test_bots_play_their_ghosts_and_the_dice_roll_automatically() -> None:
    at = table(seats=dict.fromkeys(ORDER, "random"))
    ask(at, "auto_roll", on=True)
    assert at.match.result is not None
    assert at.match.result.text in at.scene.caption


def test_the_end_shows_the_result() -> None:
    at = table(seats=dict.fromkeys(ORDER, "random"), position=NEARLY_OVER)
    ask(at, "auto_roll", on=True)
    result = at.match.result
    assert result is not None
    for _ in range(2):
        assert (at.ended["text"], at.ended["clause"]) == (result.text, result.clause)
        assert at.scene.caption.startswith("The game is over")
        assert result.text in at.scene.caption
        at.match.goto(at.match.record[-1].first)
        at.show()
        assert at.ended == {}
        at.match.goto(-1)
        at.show()
    for spot in ("a1", "dice", "order:suns"):
        pick(at, spot)
        assert message_of(at)["text"].startswith("The game is over: ")
        assert message_of(at)["clause"] == "PM-68"
    for text in ("roll", "roll 3 4 5 2", "suns f5-f6"):
        enter(at, text)
        assert "the game is over: " in at.reply["text"], text


def test_a_bots_dice_roll_by_themselves_and_a_persons_wait() -> None:
    at = pp.play("pacman", seed=3, journal=False, seats={"blue": "greedy"})
    while at.match.turn < 4:
        actor = at.match.to_act
        assert actor is not None
        assert not actor.seats or "red" in actor.seats, "a bot waits"
        enter(at, str(next(iter(at.match.moves()))) if actor.seats else "roll")
    makers = [each.actor.seats for each in at.match.record if not isinstance(each.actor, Chance)]
    assert ("red",) in makers
    assert ("blue",) in makers


def test_a_still_picture_says_so() -> None:
    at = table()
    picture = at._repr_mimebundle_()[0]["image/svg+xml"]
    assert "A still picture: run this cell to play." in picture
    assert "A still picture" not in at.scene.caption


def test_a_seat_given_to_a_bot_plays_at_once() -> None:
    at = table()
    to_the_ghosts(at)
    walker = at.match.state.to_move[0]
    ask(at, "seat", seat=walker, player="greedy")
    assert walker not in at.match.state.to_move


def test_a_bot_that_fails_is_shown_and_loses_nothing() -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no idea")

    at = table(seats={"arms": broken})
    pick(at, "dice")
    at.play("order arms moons crowns suns")
    at.play("roll suns 5 moons 2 crowns 2 arms 2")
    assert at.notice["kind"] == "error"
    assert "no idea" in message_of(at)["text"]
    assert at.match.state.phase == "ghosts"


def test_save_and_load() -> None:
    at = table()
    to_the_ghosts(at)
    assert ask(at, "save", file="mine.json")["message"] == "Saved as mine.json."
    state = at.match.state
    pick(at, ends(at)[0])
    assert ask(at, "load", file="mine.json")["message"] == "Loaded mine.json."
    assert at.match.state == state
    copy = ask(at, "download")
    assert copy["file"] == "piecepackman.json"
    pick(at, ends(at)[0])
    assert ask(at, "upload", file=copy["file"], text=copy["text"])["problem"] is False
    assert at.match.state == state
    assert pp.load("mine.json").state == state


def test_a_damaged_file_changes_nothing() -> None:
    at = table()
    Path("bad.json").write_text("{", encoding="utf-8")
    match = at.match
    answers = [ask(at, "load", file="bad.json"), ask(at, "upload", file="bad.json", text="{")]
    assert at.match is match
    assert {answer["message"] for answer in answers} == {"bad.json is not a saved game."}


def test_the_journal_continues_after_a_restart() -> None:
    at = table(journal=True)
    to_the_ghosts(at)
    state = at.match.state
    again = table(journal=True)
    assert again.match.state == state
    assert "Resumed" in again.notice["text"]
    with pytest.raises(pp.BadInput, match="another table"):
        at.match.play(next(iter(at.match.moves())))


def test_players_survive_a_restart() -> None:
    at = table(journal=True)
    pick(at, "dice")
    ask(at, "seat", seat="suns", player="greedy")
    assert at.journal is not None
    assert resume(at.journal.path).seats["suns"] == "greedy"
    assert table(journal=True).match.seats["suns"] == "greedy"


def test_an_unbegun_game_is_not_resumed() -> None:
    at = table(journal=True)
    assert isinstance(at.journal, Journal)
    again = table(journal=True)
    assert not message_of(again)
    ask(again, "new", seed="")
    assert not len(again.archive), "a table that was only set is not worth keeping"


@pytest.mark.parametrize("journal", [True, False])
def test_starting_a_new_game_keeps_the_old_one(journal: bool) -> None:
    at = table(journal=journal)
    assert not at.controls["previous"]
    games = []
    for seed in (7, 8, 9):
        if seed > 7:
            ask(at, "new", seed=str(seed))
            assert reply(at)[0] == "info"
            assert f"New game; its seed is {seed}." in message_of(at)["text"]
            assert "'Previous game' returns to it" in reply(at)[2]
        assert at.match.seed == seed
        pick(at, "dice")
        games.append(at.match.state)
    assert at.controls["previous"]
    for state in (games[1], games[0], games[2], games[1]):  # they come round
        ask(at, "previous")
        assert at.match.state == state
        assert "Previous game, at turn 1" in message_of(at)["text"]
    to_the_ghosts(at)  # and they can be played on
    again = at.match.state
    ask(at, "previous")
    ask(at, "previous")
    ask(at, "previous")
    assert at.match.state == again


def test_archived_games_are_there_after_a_restart() -> None:
    at = table(journal=True)
    to_the_ghosts(at)
    state = at.match.state
    ask(at, "new", seed="7")
    again = table(journal=True)
    assert again.match.state.phase == "roll"
    ask(again, "previous")
    assert again.match.state == state
    assert not again.controls["previous"], "the new one was not begun"


def test_loading_a_game_keeps_the_one_that_was_played() -> None:
    at = table()
    pick(at, "dice")
    state = at.match.state
    pp.Match(pp.game("piecepackman"), seed=3).save("other.json")
    ask(at, "load", file="other.json")
    assert at.match.seed == 3
    assert message_of(at)["text"].startswith("Loaded other.json. The previous game is kept")
    ask(at, "previous")
    assert at.match.state == state


def test_an_undone_game_is_kept_too() -> None:
    at = table()
    pick(at, "dice")
    state = at.match.state
    ask(at, "undo")
    ask(at, "new", seed="")
    ask(at, "previous")
    ask(at, "redo")
    assert at.match.state == state


def test_a_game_that_can_not_be_archived_stays_on_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = table(journal=True)
    pick(at, "dice")
    match = at.match

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fails)
        ask(at, "new", seed="")
    assert at.match is match
    assert "No space left" in message_of(at)["text"]
    pick(at, "dice")
    assert at.match.state.phase == "ghosts"


def test_a_chosen_seed_is_kept() -> None:
    at = table(journal=True)
    pick(at, "dice")
    ask(at, "new", seed="9")
    pick(at, "dice")
    nine = at.match.state
    again = table(journal=True)
    assert again.match.seed == 7
    assert "New game with seed 7. The previous one has seed 9: " in message_of(again)["text"]
    ask(again, "previous")
    assert again.match.state == nine
    free = table(journal=True, seed=None)
    pick(free, "dice")
    assert table(journal=True, seed=None).match.seed == free.match.seed


def test_a_game_that_is_over_is_kept_when_the_next_one_begins() -> None:
    at = table(journal=True, seats=dict.fromkeys(ORDER, "random"))
    ask(at, "auto_roll", on=True)
    while at.paused:
        at.advance()
    again = table(journal=True, seats=dict.fromkeys(ORDER, "random"))
    assert again.match.result is None
    assert "the previous one is over" in message_of(again)["text"]
    ask(again, "previous")
    assert again.match.result == at.match.result


@pytest.mark.parametrize("seed", ["1.5", "-3", "seven", "9" * 30])
def test_an_invalid_seed_is_refused_in_one_line(seed: str) -> None:
    at = table()
    pick(at, "dice")
    match = at.match
    ask(at, "new", seed=seed)
    assert at.match is match
    kind, _, text = reply(at)
    assert kind == "refusal"
    assert text.startswith(f"The next seed is '{seed}'; expected a whole number")
    ask(at, "new", seed="  ")
    assert at.match is not match
    assert at.players["seed"] == str(at.match.seed)


def test_git_ignores_the_journals() -> None:
    table(journal=True)
    assert Path(".piecepack_nb/.gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_refused_move_is_explained_below_the_input() -> None:
    at = table()
    to_the_ghosts(at)
    walker = at.match.state.to_move[0]
    enter(at, f"{walker} j1")
    kind, clause, text = reply(at)
    assert (kind, clause) == ("refusal", "PM-32")
    assert message_of(at)["text"] == text
    enter(at, "hello")
    assert reply(at)[0] == "refusal"
    assert "order" not in reply(at)[2], "only what fits the phase is listed"
    enter(at, at.controls["placeholder"].removeprefix("or type "))
    assert reply(at) == ("info", "", "")
    assert walker not in at.match.state.to_move


def test_a_reply_disappears_with_its_position() -> None:
    at = table()
    enter(at, "hello")
    assert reply(at)[0] == "refusal"
    pick(at, "dice")
    assert reply(at) == ("info", "", "")


def test_typing_roll_rolls_the_dice() -> None:
    at = table()
    assert at.controls["placeholder"] == "or type roll"
    enter(at, "Roll")
    assert at.match.state.phase == "order"
    assert at.controls["placeholder"].endswith("order suns moons crowns arms")
    enter(at, "roll")
    forms = "'order suns moons crowns arms', in the order that you agree on"
    assert reply(at)[2] == f"The move is 'roll'; expected {forms}"


def test_a_pick_that_is_not_due_shows_the_next_action() -> None:
    at = table()
    for spot in ("order:moons", "a1"):
        pick(at, spot)
        assert message_of(at)["clause"] == "PM-10"
        assert "Piecepackman's dice must be rolled" in message_of(at)["text"].replace(
            "first: p", "P"
        )
    pick(at, "dice")
    pick(at, "a1")
    assert (message_of(at)["clause"], message_of(at)["at"]) == ("PM-30", [["board", 1.12, 9.88]])
    pick(at, "dice")
    walker = at.match.state.to_move[0]
    pick(at, "dice")
    assert message_of(at)["clause"] == "PM-32"
    assert f"dice are rolled: the {walker} ghost must move" in message_of(at)["text"]
    pick(at, "order:moons")
    assert message_of(at)["clause"] == "PM-30"
    pick(at, at.match.state.ghosts[walker].square)
    assert message_of(at)["kind"] == "info"
    assert "choose a marked square" in message_of(at)["text"]
    keys = {spot.key for spot in at.scene.spots if spot.key}
    assert keys == {"r", "1", "2", "3", "4"}, "the keys answer in every phase"


def test_a_damaged_journal_is_kept() -> None:
    at = table(journal="game.jsonl")
    pick(at, "dice")
    with Path("game.jsonl").open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    again = table(journal="game.jsonl")
    assert "damaged" in again.notice["text"]
    assert Path("game.damaged1").read_text(encoding="utf-8").endswith("\nnonsense\n")


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
        (lambda: pp.play(pp.Match("piecepackman"), seed=3), "seed is given beside a match"),
        (lambda: pp.play(pp.Match("paco"), seats={"suns": "random"}), "seats is given beside a m"),
        (lambda: pp.play(pp.Match("paco"), players=3), "players is given beside a match, which"),
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


def test_the_log_has_a_line_for_each_move_and_its_steps_on_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("piecepack_nb.widgets.table.LOGGED", 2 * CHUNK)
    at = table(seats=dict.fromkeys(ORDER, "random"))
    ask(at, "auto_roll", on=True)
    lines = [*at.log_earlier, *at.log_recent]
    assert [line[0] for line in lines] == list(range(lines[0][0], len(at.match.record)))
    assert 2 * CHUNK < len(lines) <= 3 * CHUNK < len(at.match.record)
    number, turn, maker, text = lines[-1]
    assert turn == f"Turn {at.match.turn}"
    assert maker in ("bot", "dice")
    assert text == at.match.record[-1].sentence.text
    answer = ask(at, "steps", line=number)
    steps = at.match.record[-1].steps
    assert answer["steps"] == [(step.event.clause, step.event.text) for step in steps]


def test_lines_of_the_log_are_sent_again_in_chunks_only() -> None:
    at = table()
    sent: list[str] = []
    at.observe(lambda change: sent.append(change["name"]), ["log_earlier", "log_recent"])
    while len(at.match.record) <= CHUNK + 5:
        enter(at, "roll") if at.match.state.phase == "roll" else pick(at, "dice")
        while at.match.state.phase == "ghosts" and ends(at):
            pick(at, ends(at)[0])
    assert sent.count("log_earlier") == 1
    assert len(at.log_recent) <= CHUNK
    assert len(at.log_earlier) == CHUNK


def test_a_line_of_the_log_shows_its_moment_without_undoing() -> None:
    at = table()
    to_the_ghosts(at)
    match, now, cursor = at.match, at.scene, at.match.cursor
    ask(at, "look", line=1, step=0)
    assert at.scene.caption == match.record[1].steps[0].event.text
    assert {spot.role for spot in at.scene.spots} <= {"why"}
    assert at.controls["looking"] == [1, 0]
    assert (at.match, match.cursor) == (match, cursor)
    ask(at, "look", line=1, step=99)
    assert "expected a whole number from -1 to" in message_of(at)["text"]
    ask(at, "now")
    assert at.scene.spots == now.spots
    assert at.controls["looking"] is None
    ask(at, "look", line=0, step=-1)
    enter(at, at.controls["placeholder"].removeprefix("or type "))
    assert at.controls["looking"] is None
    assert match.cursor > cursor


def test_others_moves_are_summarised_in_one_line() -> None:
    at = table(seats={"suns": "greedy", "moons": "greedy"})
    to_the_ghosts(at)
    while at.match.to_act and at.match.to_act.label in ("crowns", "arms", "ghosts"):
        pick(at, ends(at)[0])
    bots = [each for each in at.match.record if set(each.actor.seats) & {"suns", "moons"}]
    assert bots
    last = at.match.record[-1]
    persons = set(last.actor.seats) & {"crowns", "arms"}
    assert bool(at.summary) == (not persons and last in bots)


def test_a_hint_is_a_bots_move_with_its_squares() -> None:
    at = table()
    to_the_ghosts(at)
    before = at.match.state
    ask(at, "hint")
    notice = message_of(at)
    assert notice["kind"] == "hint"
    assert notice["text"].startswith("Move the crowns ghost to ")
    assert at.scene.marks[-1].kind == "path"
    assert at.match.refusal(at.hint_card["move"]) is None
    assert at.match.state is before
    at.play(at.hint_card["move"])
    assert at.hint_card == {}


def test_the_guide_leads_through_one_turn_and_takes_leave() -> None:
    at = table(seats=dict.fromkeys(("moons", "crowns", "arms"), "greedy"))
    ask(at, "guide", on=True)
    assert at.controls["guide"]
    hints = 0
    while at.controls["guide"]:
        assert at.match.turn <= 1
        hints += 1
        if isinstance(at.match.to_act, Chance):
            assert "oll" in message_of(at)["text"]
            at.play("roll")
        else:
            assert "The bot greedy chose it." in at.hint_card["numbers"]
            at.play(at.hint_card["move"])
    assert hints > 2
    assert at.match.turn == 2
    assert message_of(at)["text"].startswith("That was a whole turn.")


def test_the_guide_can_be_left_at_any_time() -> None:
    at = table()
    ask(at, "guide", on=True)
    ask(at, "guide", on=False)
    number = at.notice["number"]
    at.play("roll")
    assert not at.controls["guide"]
    assert at.notice["number"] == number


def test_a_replay_opens_on_the_board_and_closes_again() -> None:
    at = table()
    to_the_ghosts(at)
    now = at.scene
    ask(at, "replay")
    assert at.film
    assert at.frame > 0
    ask(at, "now")
    assert not at.film
    assert at.scene.spots == now.spots
    ask(at, "replay")
    pick_text = at.controls["placeholder"].removeprefix("or type ")
    enter(at, pick_text)
    assert not at.film


def test_a_game_can_be_shared_as_one_page() -> None:
    at = table()
    pick(at, "dice")
    before = {id(each) for each in Widget.widgets.values()}
    answer = ask(at, "share")
    assert answer["file"] == "piecepackman.html"
    assert answer["text"].startswith("<!doctype html>")
    assert {id(each) for each in Widget.widgets.values()} <= before


def test_the_result_names_the_winner_the_length_and_where_the_game_turned() -> None:
    at = table(seats=dict.fromkeys(ORDER, "greedy"))
    assert at.ended == {}
    ask(at, "auto_roll", on=True)
    while at.paused:
        at.advance()
    result = at.match.result
    assert result is not None
    assert (at.ended["text"], at.ended["clause"]) == (result.text, result.clause)
    assert at.ended["length"] == f"{at.match.turn} turns, {len(at.match.record)} moves"
    assert at.ended["winners"] == list(result.winners)
    ask(at, "replay")
    assert at.film
    assert at.frame == 0, "its opening position: the end is known"


@pytest.mark.parametrize(
    ("leads", "winners", "turning"),
    [
        ([0, 1, -1, -2, 1, 2, 3, 1], ("a",), 4),  # b led, then a for good
        ([0, 1, 1, 2, 1], ("a",), None),  # a led all the time
        ([0, 1, 2, 1, -1], ("b",), 4),
        ([0, -1, 2, 1, 2], ("b",), None),  # only the end decided
    ],
)
def test_the_turning_point_is_the_move_after_which_the_winner_led(
    leads: list[int], winners: tuple[str, ...], turning: int | None
) -> None:
    class Duel:
        seats = ("a", "b")

        def evaluate(self, state: int, seat: str) -> float:
            return state if seat == "a" else -state

    match: Any = SimpleNamespace(game=Duel())
    played: list[Any] = [
        SimpleNamespace(steps=[SimpleNamespace(state=lead)], turn=1) for lead in leads
    ]
    assert turning_point([Entry(match, each) for each in played], winners) == turning
    for each in played:  # a lead that the set-up gave is no turning point
        each.turn = 0
    assert turning_point([Entry(match, each) for each in played], winners) is None


def test_page_requests_are_checked() -> None:
    at = table()
    to_the_ghosts(at)
    before = at.match.state
    wrong: list[dict[str, Any]] = [
        {"name": "fly"}, {"name": ["undo"]}, {"name": "undo", "more": 1}, {"name": "move"},
        {"name": "move", "text": 5}, {"name": "move", "text": "x" * 4001},
        {"name": "seat", "seat": "suns", "player": "nobody"}, {"name": "auto_roll", "on": 1},
        {"name": "seat", "seat": "hearts", "player": "greedy"}, {"name": "steps", "line": 99},
        {"name": "steps", "line": True}, {"name": "look", "line": -1, "step": 0},
        {"name": "upload", "file": "a.json", "text": "x" * 4_000_001}, {},
    ]  # fmt: skip
    for fields in wrong:
        at._received(at, {"kind": "do", **fields}, [])
        assert message_of(at)["kind"] == "refusal", fields
        assert "expected" in message_of(at)["text"], fields
        assert not at.last_error
    assert at.match.state is before


def test_a_table_is_one_widget_and_its_layout() -> None:
    before = set(Widget.widgets)
    at = table()
    made = [Widget.widgets[id] for id in set(Widget.widgets) - before]
    assert sorted(type(each).__name__ for each in made) == ["Layout", "TableWidget"]
    at.close()
    assert set(Widget.widgets) <= before


def test_a_server_of_one_folder_saves_and_loads_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "_ONLY", [])
    at, outside = table(), tmp_path.with_name(f"{tmp_path.name} outside")
    outside.mkdir()
    Path("link").symlink_to(outside)
    Path("loop").symlink_to("loop")
    free = outside / "free.json"
    assert ask(at, "save", file=str(free))["message"] == f"Saved as {free}.", "in a notebook"
    record.keep_files_in(".")
    names = (
        "../up.json",
        str(free),
        "link/x.json",
        "x/../../y.json",
        "loop",
        "\0",
        "~/../../etc/x",
    )
    for name in names:
        for act in ("save", "load"):
            assert ask(at, act, file=name)["problem"], (act, name)
    assert [*outside.iterdir()] == [free]
    assert not (tmp_path.parent / "up.json").exists()
    for name in ("in.json", str(tmp_path / "in.json")):
        assert not ask(at, "save", file=name)["problem"]
        assert not ask(at, "load", file=name)["problem"]


def test_no_character_of_a_text_reorders_the_others_in_the_page() -> None:
    at = table()
    at.say("he is \u202eon e4\u2069 and \\\u202e")
    sent = at.get_state()["notice"]
    assert sent["text"] == r"he is \u202eon e4\u2069 and \\u202e"
    at.say("\u05e9\u05dc\u05d5\u05dd")
    assert at.get_state()["notice"]["text"] == "\u05e9\u05dc\u05d5\u05dd", "needs none of them"


def test_saving_never_overwrites_other_files() -> None:
    at = table()
    Path("precious.ipynb").write_text('{"cells": []}', encoding="utf-8")
    Path("notes.json").write_text("not JSON", encoding="utf-8")
    Path("package.json").write_text("{}", encoding="utf-8")
    message_of = {
        "precious.ipynb": "precious.ipynb exists and is not a saved game. Enter another name.",
        "notes.json": "notes.json exists and is not a saved game. Enter another name.",
        "package.json": "package.json exists and is not a saved game. Enter another name.",
        "": "Enter a file name, such as mine.json.",
        ".": ". is a folder. Enter a file name, such as mine.json.",
    }
    for name, text in message_of.items():
        assert ask(at, "save", file=name)["message"] == text
    assert Path("precious.ipynb").read_text(encoding="utf-8") == '{"cells": []}'
    for _ in range(2):
        assert "Saved" in ask(at, "save", file="mine.json")["message"]


def test_undo_is_disabled_before_the_first_roll() -> None:
    at = table()
    assert at.controls["undo"] is False
    pick(at, "dice")
    assert at.controls["undo"]


def test_a_game_without_dice_offers_none() -> None:
    shown = [
        (game, at.controls["auto_roll"], at.players["rolls"])
        for game in ("piecepackman", "activator")
        for at in [pp.play(game, journal=False)]
    ]
    assert shown == [("piecepackman", False, True), ("activator", None, False)]


def test_a_bots_reasons_stay_until_the_next_decision() -> None:
    at = pp.play("activator", journal=False, seats={"blue": "quick"})
    assert "What the bot weighed" not in [listing.title for listing in at.scene.listings]
    at.play("b2-b3")
    assert at.match.to_act.name == "red"
    (weighed,) = [each for each in at.scene.listings if each.title == "What the bot weighed"]
    assert any(str(at.match.record[-1].move) in cell for row in weighed.rows for cell in row)
    at.undo()
    assert "What the bot weighed" not in [listing.title for listing in at.scene.listings]
    at.redo()
    assert weighed in at.scene.listings


# --- Moves that a cell plays on the match itself --------------------------------------------------


def in_a_kernel(cell: Any) -> None:
    """Run a cell in an event loop, as a kernel does, and then what it has put off."""

    async def run() -> None:
        cell()
        await asyncio.sleep(0)

    asyncio.run(run())


def test_a_table_catches_up_with_what_a_cell_plays_on_the_match() -> None:
    match = Match(example_class("tic_tac_toe")(bots=GENERAL), seed=1, seats={"moons": "random"})
    table = table_for(match, journal=False)
    in_a_kernel(lambda: table.match.play("b2"))
    assert len(match.record) == 2  # and the bot answers, as on the board
    on_board = [piece for piece in table.scene.pieces if piece.area == "board"]
    assert len(on_board) == 2
    assert len(table.log_recent) == 2
    scene = table.scene
    in_a_kernel(lambda: table.play("a9"))  # refused: nothing changes
    assert table.scene.pieces == scene.pieces
    in_a_kernel(match.undo)
    assert not [piece for piece in table.scene.pieces if piece.area == "board"]
    free = [str(move) for move in match.moves()]
    in_a_kernel(lambda: table.play(free[0]))
    assert len(match.record) == 2


def test_a_table_catches_up_once_after_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(example_class("tic_tac_toe")(bots=GENERAL), seed=1)
    table = table_for(match, journal=False)
    shown = list[str]()
    monkeypatch.setattr(table, "position_shown", lambda: shown.append("shown"))
    in_a_kernel(lambda: match.play_all(["b2", "a1", "c2"]))
    assert shown == ["shown"]
    match.play("a2")  # without a kernel there is no page
    assert shown == ["shown"]


def test_the_die_of_a_bot_rolls_by_itself_and_a_persons_waits() -> None:
    """Also where the first face, a null, would end the bot's turn."""
    table = pp.play("worm_derby", seed=7, journal=False, seats={"moons": "racer"})
    rolled = set()
    while table.match.turn < 3:
        actor = table.match.to_act
        if isinstance(actor, Chance):
            rolled |= {die.name for die in actor.dice}
            table.advance(table.match.roll())
        else:
            table.make(MakeMove(next(iter(table.match.moves()))))
    assert rolled == {"suns"}
    assert any(each.sentence.text.startswith("The moons worm") for each in table.match.record)


def test_a_table_keeps_the_readers_look_in_its_pictures_and_pages() -> None:
    table = pp.play("activator", seed=7, journal=False)
    table.set_state({"board_look": "high contrast", "piece_size": "large"})
    assert table.chosen_look == ("high contrast", "large")
    picture = table._repr_mimebundle_()[0]["image/svg+xml"]
    assert PIECES["large"] in picture
    assert BoardLook("high contrast").properties[1] in table.share()["text"]
    table.set_state({"board_look": "iron"})
    assert table.message is not None
    assert "iron" in table.message.text
    assert table.chosen_look == ("high contrast", "large")
