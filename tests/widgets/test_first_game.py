"""First games: each task is solved by its solution; every other move is refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, ready
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.table import TableWidget
from tests.conftest import sampled

GAMES = ("activator", "paco", "pacman", "piecepackman", "worm_derby")
TASKS = [(name, task) for name in GAMES for task in view_of(pp.game(name)).first_game]


def ids(value: object) -> str:
    return value.title if isinstance(value, FirstTask) else str(value)


def table(name: str = "activator", **options: Any) -> TableWidget:
    return pp.play(name, journal=False, first_game=True, **options)


def solve(at: TableWidget) -> None:
    assert at._first is not None
    at.play(at._first.task.solution)


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_has_three_tasks_the_last_of_which_is_won(name: str) -> None:
    at = table(name)
    for number in (1, 2, 3):
        card = at.task_card
        assert (card["number"], card["of"], card["done"]) == (number, 3, False)
        assert len(card["text"].split()) <= 45
        assert at.message is not None
        assert at.message.text.startswith(f"Task {number} of 3.")
        assert any(mark.kind == "path" for mark in at.scene.marks) or name == "paco"
        solve(at)
        assert at.task_card["done"], at.message
        assert at.message.text.startswith("Done.")
        at.next_task()
    assert at.task_card == {}
    assert at.match.game.rules == pp.game(name).rules


@pytest.mark.parametrize(("name", "task"), TASKS, ids=ids)
def test_every_other_move_is_refused_with_the_clause(name: str, task: FirstTask) -> None:
    match = task.match(pp.game(name))
    solution = match.game.parse_move(match.state, task.solution)
    assert task.refusal(match, solution) is None
    wrong = 0
    for move in match.moves():
        if task.seat and getattr(move, "seat", task.seat) != task.seat:
            continue
        refused = task.refusal(match, move)
        if refused is not None:
            wrong += 1
            assert refused.clause in match.game.rulebook.clauses
            assert len(refused.text) > 20
    assert wrong


@pytest.mark.parametrize(("name", "task"), sampled(TASKS, 4), ids=ids)
def test_no_pick_but_the_solution_leaves_the_task(name: str, task: FirstTask) -> None:
    at = table(name)
    assert at._first is not None
    while at._first.task != task:
        solve(at)
        at.next_task()
    before = at.match.state
    for spot in at.scene.spots:
        if spot.role in ("why", "action"):
            continue
        if at.draft != at._first_draft:
            at._show_draft(at._first_draft)
        at.message = None
        at._picked(Pick(spot.id, "click"))
        if at.match.state is before or at.match.state == before:
            assert at.message is not None or at.draft != at._first_draft or spot.role == "select"
        else:
            assert at.task_card["done"]
            at.undo()
            assert not at.task_card["done"]


def test_a_wrong_move_says_what_the_task_is_and_changes_nothing() -> None:
    at = table()
    at.play("c1-d1")
    assert at.message is not None
    assert at.message.text.startswith("That makes no stack.")
    assert (at.message.clause, at.message.kind) == ("AC-14", "refusal")
    at.play("a1-a4")
    assert at.message.clause != "AC-14"  # the game's own rule comes first
    assert at.match.cursor == 0


def test_after_a_task_no_move_is_let_through_until_one_goes_on() -> None:
    at = table()
    at.next_task()
    assert "Solve this task first" in at.message.text  # type: ignore[union-attr]
    solve(at)
    at.play("b3-b2")
    assert "This task is done" in at.message.text  # type: ignore[union-attr]
    at.undo()
    assert not at.task_card["done"]


def test_the_tables_own_match_waits_and_is_saved(tmp_path: Path) -> None:
    journal = tmp_path / "mine.jsonl"
    at = pp.play("activator", journal=journal)
    at.play("b2-b3")
    own, saved = at.match, journal.read_bytes()
    at.first_game()
    solve(at)
    assert journal.read_bytes() == saved
    at._answer({"kind": "do", "name": "leave_first_game"})
    assert at.match is own
    assert at.task_card == {}
    at.play("b4-b3" if at.match.refusal("b4-b3") is None else next(map(str, at.match.moves())))
    assert len(at.match.record) == 2


@pytest.mark.parametrize("leave", ["new_game", "use"])
def test_another_match_leaves_the_first_game(leave: str) -> None:
    at = table()
    if leave == "new_game":
        at.new_game(3)
    else:
        at.use(pp.Match(pp.game("activator"), seed=3))
    assert at.task_card == {}
    assert at.match.seed == 3
    assert at.match.game.rules == pp.game("activator").rules


def test_the_rules_are_changed_in_a_real_game_only() -> None:
    at = table()
    at.continue_under(at.match.game.rules.but(single_reach=2))
    assert "Leave the first game" in at.message.text  # type: ignore[union-attr]
    assert at.task_card


def test_a_new_table_offers_it_and_one_in_play_does_not() -> None:
    at = pp.play("activator", journal=False)
    assert at.controls["first_game"]
    assert at.how_to_play["first_game"]
    at.play("b2-b3")
    assert not at.controls["first_game"]


def lines(first_game: tuple[FirstTask, ...] = ()) -> Any:
    """Return a game of a class of one's own, with or without a first game."""

    class Lines(Board):
        places = Board.squares(3, 3)

        def why_not(self, table: Any, place: Any) -> Any:
            return ready.on_empty(table, place)

        def move(self, table: Any, place: Any) -> None:
            table[place] = table.seat

        def winner(self, table: Any) -> Any:
            return ready.line_of(table, 3) or ready.full(table)

    Lines.first_game = first_game
    made = pp.register(Lines)
    return pp.game(made)


def test_games_without_one_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    with pytest.raises(BadInput, match="This game has no first game"):
        pp.play(lines(), journal=False, first_game=True)


def test_a_class_of_ones_own_can_have_a_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    asks = FirstTask(
        "Middle", "Put a piece on b2.", None, "b2", lambda steps: "b2" in str(steps[0].event.text),
        "The middle is yours.", "Put it on b2",
    )  # fmt: skip
    at = pp.play(lines((asks,)), journal=False, first_game=True)
    at.play("a1")
    assert at.message is not None
    assert at.message.text == "Put it on b2."
    solve(at)
    assert at.task_card["done"]
    assert at.task_card["last"]
