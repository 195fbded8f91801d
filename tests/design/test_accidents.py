"""Accidents in a student's class: nonsense, loops without an end, sys.exit, and chance in moves.

Each is told in one line with the student's own line, and none ends or hangs the kernel.
"""

from __future__ import annotations

import random
import re
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board, BoardGame, hooks, ready
from piecepack_nb.scene import MakeMove
from piecepack_nb.scene.game_view import view_of
from tests.core.damage import one_line

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


class Row(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)


def made(design: type[Board]) -> BoardGame:
    return design.as_game()()


def line_of(text: str) -> int:
    """Return the number of the first line of this file with a text."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def told(error: Exception, *parts: str) -> None:
    """Check that an error is one line that has all parts."""
    one_line(error)
    assert all(part in str(error) for part in parts), str(error)


# --- nonsense -------------------------------------------------------------------------------------


class Nonsense(Row):
    value: Any = None

    def prompt(self, table, picks):  # the prompt's line
        return type(self).value


class BadLook(Row):
    value: Any = None

    def look(self, piece, place):  # the look's line
        return type(self).value


class BadWorth(Row):
    value: Any = None

    def evaluate(self, table, seat):  # the worth's line
        return type(self).value


class BadScore(Row):
    value: Any = None

    def score(self, table):  # the score's line
        return type(self).value


@pytest.mark.parametrize("value", [3, b"a1", ["a1"], "", "  ", object(), True, "RO-9 no such rule"])
def test_nonsense_from_prompt_names_its_line(monkeypatch, value) -> None:
    monkeypatch.setattr(Nonsense, "value", value)
    game = made(Nonsense)
    with pytest.raises(hooks.DesignError) as caught:
        view_of(game).prompt(game, game.initial_state(), ())
    line = line_of("# the prompt's line")
    told(caught.value, "Nonsense.prompt(table, ()) returned ", f"begins in line {line})")
    assert caught.value.line == line
    (problem,) = pp.check(Nonsense, games=2).problems
    assert problem.startswith("Nonsense.prompt(table, ()) returned ")


@pytest.mark.parametrize("value", [3, b"suns coin", ["suns"], object(), "suns lantern", True])
def test_nonsense_from_look_names_its_line(monkeypatch, value) -> None:
    monkeypatch.setattr(BadLook, "value", value)
    match = pp.Match(made(BadLook))
    match.play("a1")
    with pytest.raises(hooks.DesignError) as caught:
        view_of(match.game).scene(match.game, match.state)
    line = line_of("# the look's line")
    told(caught.value, "BadLook.look('suns', 'a1') returned ", f"begins in line {line})")
    (problem,) = pp.check(BadLook, games=2).problems
    assert problem.startswith("BadLook.look(")


@pytest.mark.parametrize("value", ["much", None, float("nan"), float("inf"), 1j, [1], 10**400, 1e3])
def test_nonsense_from_evaluate_names_its_line(monkeypatch, value) -> None:
    monkeypatch.setattr(BadWorth, "value", value)
    game = made(BadWorth)
    with pytest.raises(hooks.DesignError) as caught:
        game.evaluate(game.initial_state(), "suns")
    line = line_of("# the worth's line")
    told(caught.value, "BadWorth.evaluate(table, 'suns') returned ", f"begins in line {line})")
    with pytest.raises(pp.BadInput, match=r"^BadWorth\.evaluate\(table, '\w+'\) returned "):
        pp.Match(game, seed=1, seats=pp.bots.look_ahead()).run(1)
    (problem,) = pp.check(BadWorth, games=2).problems
    assert problem.startswith("BadWorth.evaluate(table, ")


@pytest.mark.parametrize("value", [3, {"suns": "three"}, {"suns": float("nan")}, ["suns"]])
def test_nonsense_from_score_is_found_by_the_check(monkeypatch, value) -> None:
    monkeypatch.setattr(BadScore, "value", value)
    (problem,) = pp.check(BadScore, games=2).problems
    line = line_of("# the score's line")
    assert problem.startswith("BadScore.score(table) returned ")
    assert problem.endswith(f"line {line}).")


@pytest.mark.parametrize(
    ("design", "value"),
    [(Nonsense, None), (Nonsense, "NO-0 choose"), (BadLook, "suns coin"), (BadLook, None),
     (BadLook, "stone x"), (BadWorth, 0.5), (BadWorth, True), (BadWorth, -999)],
)  # fmt: skip
def test_sense_passes_the_check(monkeypatch, design, value) -> None:
    monkeypatch.setattr(design, "value", value)
    assert pp.check(design, games=3), pp.check(design, games=3)


# --- loops without an end -------------------------------------------------------------------------


class EndlessMoves(Row):
    def moves(self, table):
        while True:
            yield "a1"  # of moves without an end


class EndlessMove(Row):
    def move(self, table, place):
        while True:
            yield place  # of a move without an end


class Counted(Board):
    places = Board.squares(3, 3)

    def moves(self, table):  # the line of the counter
        return count()

    def move(self, table, place):
        table[place] = table.seat


class Talkative(Row):
    def move(self, table, place):
        table[place] = table.seat
        while True:
            table.say("Again and again.")  # without an end


@pytest.mark.parametrize(
    ("design", "text", "said"),
    [
        (EndlessMoves, "# of moves without an end", "it yields more than 100000 items"),
        (EndlessMove, "# of a move without an end", "it yields more than 100000 items"),
        (Counted, "# the line of the counter", "it yields more than 100000 items"),
        (Talkative, '("Again and again.")', "table.say was called more than 1000 times"),
    ],
)
def test_a_generator_without_an_end_names_its_line(design, text, said) -> None:
    match = pp.Match(made(design), seed=1)
    with pytest.raises(pp.BadInput) as caught:
        match.play("a1")
    told(caught.value, f"{design.__name__}.move", f", line {line_of(text)}, '", said)
    (problem,) = pp.check(design, games=2).problems
    assert f"line {line_of(text)}" in problem


class Forever(Row):
    def move(self, table, place):
        table[place] = table.seat
        while table["c3"]:
            pass  # for ever


class ForeverWhy(Row):
    def why_not(self, table, place):
        while table["a3"] and table["c3"]:
            pass  # and why
        return ready.on_empty(table, place)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "SECONDS", 1)


def test_a_table_that_would_wait_for_a_loop_for_ever_names_it(impatient) -> None:
    """The move on a3 is made; what would follow the one on c3 can't be listed."""
    table = table_of(made(ForeverWhy))
    message = table.message_from(lambda: table._received(table, click(table, "a3"), []))
    assert table.match.state.pieces == {"a3": "suns"}
    assert re.match(r"ForeverWhy\.why_not\(table, '..'\), line \d+, ", message.text)
    assert message.text.endswith(": it doesn't end; which loop never stops?")


def test_a_move_that_never_ends_is_not_made(impatient) -> None:
    game = made(Forever)
    state = game.initial_state()
    with pytest.raises(hooks.EndlessError) as caught:
        game.rehearse(state, game.parse_move(state, "c3"))
    told(
        caught.value, "Forever.move(table, 'c3'), line ", "it doesn't end; which loop never stops?"
    )
    assert game.rehearse(state, game.parse_move(state, "a1")) is None
    with pytest.raises(pp.BadInput, match=r"^Forever\.move\(table, 'c3'\), line \d+, "):
        table_of(game)  # the board would try the move, to see what it captures


@pytest.mark.parametrize("design", [Forever, ForeverWhy])
def test_the_check_names_a_loop_without_an_end(impatient, design) -> None:
    found = pp.check(design, games=3)  # each game waits for the limit
    assert "it doesn't end; which loop never stops?" in found.problems[0]
    assert re.search(r", line \d+, '", found.problems[0])


# --- sys.exit -------------------------------------------------------------------------------------


class Quits(Row):
    def move(self, table, place):
        if place == "b2":
            sys.exit()  # ends Python
        table[place] = table.seat


def quits(_game, _state, _seat, _pick):
    sys.exit(3)


def table_of(game: BoardGame, **seats: Any) -> Any:
    return pp.play(game, journal=False, **seats)


def test_sys_exit_on_a_click_is_told() -> None:
    table = table_of(made(Quits))
    move = table.match.game.parse_move(table.match.state, "b2")
    told_ = table.message_from(lambda: table._received(table, click(table, "b2"), []))
    assert told_.text.startswith("Quits.move(table, 'b2'), line ")
    assert told_.text.endswith("it would end Python; expected table.end(…) to end a game")
    assert table.match.cursor == 0
    table._received(table, click(table, "a1"), [])
    assert table.match.state.pieces == {"a1": "suns"}
    with pytest.raises(pp.BadInput, match=f"line {line_of('# ends Python')}"):
        table.match.game.next_state(table.match.state, move)


def click(table: Any, spot: str) -> dict[str, Any]:
    return {
        "kind": "pick",
        "serial": table._serial,
        "spot": spot,
        "gesture": "click",
        "shift": False,
    }


def test_sys_exit_of_a_bot_on_a_click_is_told() -> None:
    table = table_of(made(Row), seats={"moons": quits})
    told_ = table.message_from(lambda: table._received(table, click(table, "a1"), []))
    assert told_.text == "SystemExit: 3"
    assert table.match.state.pieces == {"a1": "suns"}


# --- chance and time in moves ---------------------------------------------------------------------


class Chancy(Row):
    def move(self, table, place):
        table[place] = table.seat
        if table.empty and random.random() < 0.5:  # by chance
            table.lucky = place


class Timed(Row):
    def move(self, table, place):
        table[place] = table.seat
        now = time.perf_counter_ns()  # by the clock
        table.last = now


class Remembers(Row):
    log: list[str] = []  # noqa: RUF012 - the mistake itself

    def move(self, table, place):
        table[place] = table.seat
        self.log.append(place)
        table.number = len(self.log)  # by a list


class RollsItself(Row):
    dice = 1

    def rolled(self, table):
        table.luck = random.randrange(10**6)  # by a roll of its own


ACCIDENTS = [
    (Chancy, "Chancy.move", "# by chance"),
    (Timed, "Timed.move", "# by the clock"),
    (Remembers, "Remembers.move", "# by a list"),
    (RollsItself, "RollsItself.rolled", "# by a roll of its own"),
]


@pytest.mark.parametrize(("design", "function", "text"), ACCIDENTS)
def test_the_check_names_the_line_by_which_a_move_differs(design, function, text) -> None:
    random.seed(1)
    (problem,) = pp.check(design, games=20).problems
    assert "does two different things to the same table: " in problem
    assert f", by {function}, line {line_of(text)}, '" in problem
    assert problem.endswith("no random, no time, no list of the class.")
    assert "\n" not in problem


@pytest.mark.parametrize(("design", "function", "text"), ACCIDENTS)
def test_the_table_tells_that_a_move_differs(design, function, text) -> None:
    random.seed(1)
    table = table_of(made(design), seed=1)
    messages = []
    for place in ("a1", "b2", "c1", "a2"):
        if table.match.game.dice:
            messages.append(table.message_from(lambda: table.make(MakeMove(None))))
        move = table.match.game.parse_move(table.match.state, place)
        messages.append(table.message_from(lambda move=move: table.make(MakeMove(move))))
    found = [each for each in messages if each is not None]
    assert found
    for each in found:
        assert each.kind == "error"
        assert f", by {function}, line {line_of(text)}, '" in each.text
    assert len(table.match.state.pieces) == 4  # the moves are made all the same


def test_the_table_has_no_doubt_about_a_move_that_only_depends_on_the_table() -> None:
    table = table_of(made(Row))
    for place in ("a1", "b2", "c3"):
        move = table.match.game.parse_move(table.match.state, place)
        assert table.message_from(lambda move=move: table.make(MakeMove(move))) is None


def test_without_a_trace_the_difference_is_told_without_a_line(monkeypatch) -> None:
    """As while a debugger is tracing."""
    monkeypatch.setattr(sys, "gettrace", lambda: print)
    (problem,) = pp.check(Timed, games=2).problems
    assert "does two different things to the same table: notes is" in problem
    assert "line" not in problem
