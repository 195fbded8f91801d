"""A student's class as a game: what it must have, what the layer makes of it, and its errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tqdm.std import tqdm

import piecepack_nb as pp
from piecepack_nb.bots import LEVELS
from piecepack_nb.core import progress, registry
from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, BoardGame, card_of, one_of, option, ready
from piecepack_nb.design.tray import tray_of
from piecepack_nb.lab import simulate
from piecepack_nb.scene.game_view import MakeMove, view_of
from piecepack_nb.search import Grid, SearchProblem, cheapest
from tests.design.examples import example_class

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


class Row(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)


def made(design: type[Board], **options: Any) -> BoardGame:
    return design.as_game()(None).under(**options)


def test_the_score_is_the_points_or_what_the_class_says() -> None:
    class Points(Row):
        def move(self, table, place):
            table[place] = table.seat
            table.score[table.seat] += 2

    class Own(Row):
        def score(self, table):
            return {"suns": table.count("suns"), "places left": (len(table.empty), 9)}

    class Wrong(Row):
        def score(self, table):
            return ["suns"]

    for design, expected in (
        (Row, []),
        (Points, [("Suns", 2, None, "suns"), ("Moons", 0, None, "moons")]),
        (Own, [("Suns", 1, None, "suns"), ("Places left", 8, 9, "")]),
    ):
        game = made(design)
        match = pp.Match(game)
        match.play("a1")
        scores = view_of(game).score(game, match.state)
        assert [(each.label, each.value, each.of, each.suit) for each in scores] == expected
    game = made(Wrong)
    with pytest.raises(pp.BadInput, match=r"Wrong\.score.* expected numbers by name"):
        view_of(game).score(game, game.initial_state())


def test_a_sentence_is_what_the_rules_say_of_a_move() -> None:
    game = example_class("mancala")(None)
    match = pp.Match(game)
    match.play("c1")
    line = match.record[0].sentence.text
    assert line.startswith("South sows c1; the last stone falls into")
    assert line.endswith(" South moves again.")
    row = pp.Match(made(Row))
    row.play("a1")
    assert row.record[0].sentence.text == "Suns puts a piece on a1."


def test_a_move_that_captures_is_marked_as_an_attack() -> None:
    class Rooks(Board):
        places = Board.squares(4, 4)

        def setup(self, table):
            table["a1"], table["a3"], table["c1"] = "suns", "moons", "moons"

        def why_not(self, table, start, end):
            return ready.slide(table, start, end)

        def move(self, table, start, end):
            table.carry(start, end)

    game = made(Rooks)
    spots = {each.id: each for each in view_of(game).spots(game, game.initial_state(), ("a1",))}
    risks = {id for id, spot in spots.items() if spot.risk == "attack"}
    assert risks == {"a3", "c1"}
    assert spots["a3"].tip == "Moons loses 1 piece."
    assert not spots["a2"].risk


def test_a_move_whose_function_fails_is_offered_all_the_same() -> None:
    """The board is drawn; the failure is reported when the move is played."""

    class Broken(Row):
        def move(self, table, place):
            table.nothing += 1

    game = made(Broken)
    spots = view_of(game).spots(game, game.initial_state(), ())
    assert {each.role for each in spots} == {"move"}
    with pytest.raises(pp.BadInput, match=r"Broken\.move"):
        pp.Match(game).play("a1")


def test_a_class_becomes_a_game_under_its_own_name() -> None:
    assert pp.register(Row) is Row
    game = pp.game("row")
    assert (game.title, game.seats) == ("Row", ("suns", "moons"))
    assert list(game.bots) == ["random", "look_ahead", "mcts", *LEVELS]
    assert list(game.rulebook.clauses) == ["RO-1", "RO-2", "RO-3", "RO-0"]
    assert game.rulebook["RO-2"].title == "Line"
    match = pp.Match(game)
    for move in ("a1", "b1", "a2", "b2"):
        match.play(move)
    assert str(match.refusal("a1")) == "a1 is taken [RO-1]"
    (played, ended) = match.play("a3")
    assert (str(played), ended.event.kind) == ("Suns plays a3. [RO-1]", "end")
    assert str(match.result) == "Suns has a1 a2 a3 in a line. [RO-2]"
    assert match.to_act is None
    assert "is over" in str(match.refusal("c3"))


def test_the_wish_for_a_game_in_one_page_works(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    registry._registered["skirmish"] = example_class("skirmish")
    game = pp.game("skirmish")
    found = simulate(game, 60, seats={"suns": "hungry", "moons": "random"})
    assert found.won_by("suns").low > 0.6
    assert found.mean("capture") > 2
    exact = simulate(game.under(exact=True), 20, seats="hungry")
    assert exact.turns > found.turns
    match = pp.Match(game, seed=5, seats={"suns": "hungry", "moons": "hungry"})
    match.run()
    assert match.result is not None
    pp.replay(match).to_html("skirmish.html")
    assert "SK-4" in Path("skirmish.html").read_text(encoding="utf-8")
    divergence = pp.compare(match, exact=True).divergence
    assert divergence is not None
    assert divergence.clause == "SK-3"
    assert pp.explore(match, goal=4).rules.goal == 4
    quiz = pp.predict(match, keep=False)
    assert quiz.guess("d4").right in (True, False)
    assert pp.load(match.save("skirmish.json")).state == match.state
    table = pp.play("skirmish", seats={"moons": "hungry"})
    assert table.match.game.rules.goal == 3


def test_options_are_rules_with_clauses_and_attributes() -> None:
    class Goal(Row):
        length = option(3, "How many in a line win.", "GO-2", low=2, high=3)

        def winner(self, table):
            assert self.length == table.rules.length
            return ready.line_of(table, self.length) or ready.full(table)

    game = made(Goal, length=2)
    match = pp.Match(game)
    for move in ("a1", "c3", "b2"):
        match.play(move)
    assert match.result is not None
    assert match.result.winners == ("suns",)
    with pytest.raises(pp.BadInput, match="length is 9; expected a whole number from 2 to 3"):
        made(Goal, length=9)


def test_a_listers_reasons_are_derived() -> None:
    class Walk(Board):
        places = Board.squares(3, 2)

        def setup(self, table):
            table["a1"], table["c1"] = "suns", "moons"

        def moves(self, table):
            return [(s, e) for s in table.own for e in table.next_to(s) if not table[e]]

        def move(self, table, start, end):
            table.carry(start, end)

    game = made(Walk)
    match = pp.Match(game)
    assert sorted(map(str, match.moves())) == ["a1-a2", "a1-b1"]
    assert match.refusal("a1-c2").text == "c2 is not possible after a1; possible: a2, b1"  # type: ignore[union-attr]
    assert match.refusal("c1-c2").text == "c1 has no piece of suns"  # type: ignore[union-attr]
    assert match.refusal("a1").text == "a1: a move has start and end"  # type: ignore[union-attr]
    view = view_of(game)
    said = view.pick(game, match.state, (), "c1", None, False)
    assert said.message.text == "c1 has no piece of suns"  # type: ignore[union-attr]
    assert view.pick(game, match.state, (), "a1", "b1", False).move == next(  # type: ignore[union-attr]
        move for move in match.moves() if str(move) == "a1-b1"
    )


def test_moves_may_be_listed_as_texts() -> None:
    class Texts(Board):
        places = Board.squares(3, 2)
        count = one_of(1, 2)

        def moves(self, table):
            return ["a1-b1 1", ("a1", "c1", 2)]

        def move(self, table, start, end, count):
            table[end] = table.seat

    assert [str(move) for move in made(Texts).moves(made(Texts).initial_state())] == [
        "a1-b1 1",
        "a1-c1 2",
    ]


def test_dice_come_before_each_move_and_who_cannot_move_passes() -> None:
    game = example_class("skirmish")()
    match = pp.Match(game, dice=["roll null", "roll 5"])
    assert isinstance(match.to_act, Chance)
    assert match.refusal("a1-a2").text == "suns has to roll the dice first"  # type: ignore[union-attr]
    steps = match.roll()
    assert [step.event.kind for step in steps] == ["roll", "pass"]
    assert steps[-1].event.clause == "SK-2"
    assert match.turn == 2
    match.roll()
    assert match.to_act == Seat("moons")
    assert match.play("a4-a1")[0].event.text == "Moons captures on a1: 1 so far."
    assert match.state.score == {"suns": 0, "moons": 1}


def test_a_move_that_cannot_be_read_or_lacks_a_part_is_answered_in_its_words() -> None:
    class Perhaps(Board):
        places = Board.squares(3, 2)
        how = one_of("charge")

        def setup(self, table):
            table["a1"] = "suns"

        def move(self, table, start, end, how=None):
            table.carry(start, end)

    match = pp.Match(made(Perhaps))
    assert match.refusal("a1").text == "a1: a move has start and end, perhaps how"  # type: ignore[union-attr]
    with pytest.raises(
        pp.BadInput,
        match="the move is 'a1-z9'; expected a place, card or word of the game in place of 'z9'",
    ):
        match.refusal("a1-z9")


def test_figures_of_a_seat_stand_in_a_table_and_fit() -> None:
    class Counts(Row):
        places = Board.squares(5, 2)  # low and wide: a tray with cells would be too high

        def setup(self, table):
            table.left = dict.fromkeys(self.seats, 1)
            table.captured = dict.fromkeys(self.seats, 12)

    game = made(Counts)
    scene = view_of(game).scene(game, game.initial_state())
    shown = {piece.id: piece for piece in scene.pieces}
    name, left, captured = (shown[f"{each}-suns"] for each in ("name", "left-of", "captured-of"))
    assert (left.label, captured.label) == ("1", "12")
    assert name.x < left.x < captured.x < tray_of(game).width
    assert name.y == left.y == captured.y


def test_secret_choices_are_hidden_and_then_revealed_at_once() -> None:
    game = example_class("rock_paper_scissors")()
    match = pp.Match(game)
    assert match.to_act == Simultaneous("choose", ("ann", "ben"), "RPS-1")
    (step,) = match.play("ben paper")
    assert "paper" not in str(step.event)
    assert "paper" not in json.dumps(dict(step.event.data))
    assert game.observation(match.state, "ann").chosen == {"ben": ("?",)}
    assert game.from_json(json.loads(json.dumps(game.to_json(match.state)))) == match.state
    shown = view_of(game).scene(game, match.state, step.event)
    assert "paper" not in f"{shown.alt}{shown.caption}{shown.pieces}"
    assert "has chosen already" in str(match.refusal("ben rock"))
    _chosen, reveal = match.play("ann scissors")
    assert reveal.event.text == "Ann shows scissors, Ben paper: Ann wins the round."
    assert match.state.score == {"ann": 1, "ben": 0}


def test_positions_are_written_as_a_map_or_as_some_entries() -> None:
    game = made(Row)
    state = game.position("""
        s m .
        . s .
        . . m
        """)
    assert state.pieces == {"a3": "suns", "b3": "moons", "b2": "suns", "c1": "moons"}
    assert game.position({"seat": "moons"}).seat == "moons"
    later = game.position("turn: 3\nseat: moons\ns m .\n. s .\n. . m\nscore: suns 2, moons -1")
    assert later == state._replace(turn=3, seat="moons", score={"suns": 2, "moons": -1})
    assert game.position({"pieces": "s m .\n. s .\n. . m"}) == state
    assert game.position("seat: moons") == game.position({"seat": "moons"})
    won = game.position({"pieces": {"a1": "suns", "b1": "suns", "c1": "suns"}})
    assert won.over is not None
    assert pp.Match(game, position=state).play("c2")


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"pieces": {"z1": "suns"}}, "a place of pieces is 'z1'"),
        ({"pieces": {"a1": {}}}, r"pieces.a1 is \{\}; expected a piece"),
        ({"seat": "red"}, "seat is 'red'; expected suns, moons"),
        ({"turn": -1}, "turn is -1"),
        ({"score": {"suns": 1}}, "score has no entry 'moons'"),
        ({"dice": ["6"]}, "dice is"),
        ({"chosen": {"suns": ["x"]}}, "chosen.suns is"),
        ({"over": {"winners": ["red"], "clause": "RO-1", "text": ""}}, "over.winners is 'red'"),
        ({"over": {"winners": [], "clause": "RO-9", "text": ""}}, "over.clause is 'RO-9'"),
        ({"foo": 1}, "an entry of the position is 'foo'"),
        ("seat: red\n. . .\n. . .\n. . .", "seat is 'red'; expected suns, moons"),
        ("seat: suns\nseat: moons", "the position has two lines for seat"),
        ("score: suns two, moons 1", "score.suns is 'two'; expected a whole number"),
        ("turn: soon", "turn is 'soon'; expected a whole number"),
        ("seat: moons\n. .", r"the map is '. .'; expected 3 lines of 3, 3, 3 words"),
    ],
)
def test_a_wrong_entry_of_a_position_is_named(entries: object, message: str) -> None:
    with pytest.raises(pp.BadInput, match=message):
        made(Row).position(entries)


def test_notes_keep_their_kind_and_stay_their_own_copy() -> None:
    class Notes(Row):
        def setup(self, table):
            table.seen, table.heap = [], 0

        def move(self, table, place):
            super().move(table, place)
            table.seen.append(place)
            table.heap += 1

    game = made(Notes)
    match = pp.Match(game)
    before = match.state
    match.play("a1")
    assert before.notes == {"seen": (), "heap": 0}
    assert match.state.notes == {"seen": ("a1",), "heap": 1}
    assert game.from_json(json.loads(json.dumps(game.to_json(match.state)))) == match.state
    data = game.to_json(match.state)
    with pytest.raises(pp.BadInput, match=r"notes\.heap is 'x'; expected a whole number"):
        game.from_json({**data, "notes": {"seen": [], "heap": "x"}})


# --- Errors in a student's code ------------------------------------------------------------------


class Typo(Row):
    def why_not(self, table, place):
        if table[plaec]:  # type: ignore[name-defined]  # noqa: F821
            return "taken"
        return None


class ReturnsFalse(Row):
    def why_not(self, table, place):
        return table[place] is not None


class NoSuchClause(Row):
    def why_not(self, table, place):
        return "NSC-9 taken" if table[place] else None


class OffTheBoard(Row):
    def move(self, table, place):
        table["d9"] = table.seat


class Unhashable(Row):
    def move(self, table, place):
        table[place] = {"seat": table.seat}


class KeepsASet(Row):
    def move(self, table, place):
        table.seen = {place}


class KeepsItself(Row):
    count = 0

    def move(self, table, place):
        self.count += 1


class NoWinner(Row):
    def winner(self, table):
        return True


class SetsTheSeat(Row):
    def move(self, table, place):
        table.seat = "moons"


class OffTheList(Row):
    def moves(self, table):
        return ["a1", "z9"]


class EndsForNobody(Board):
    places = Board.squares(3, 3)

    def move(self, table, place):
        table.end("sun")


class EndsUnderNoClause(EndsForNobody):
    def move(self, table, place):
        table.end("suns", "EUNC-9 suns wins.")


class AsksTheTable(Row):
    goal = option(3, "How many in a line win.", low=2, high=3)

    def winner(self, table):
        return ready.line_of(table, table.goal)


class MisspellsARule(Row):
    def why_not(self, table, place):
        return ready.on_emtpy(table, place)


class CountsOnAll(Row):
    def move(self, table, place):
        table.score += 1


class ComparesAll(Row):
    def winner(self, table):
        return table.seat if table.score >= 8 else None


class SetsTheScore(Row):
    def move(self, table, place):
        table.score = 8


SEEN: list[str] = []


class InPlace(Row):
    def move(self, table, place):
        SEEN.append(place)
        table[place] = self.seats[len(SEEN) % 2]


class Endless(Row):
    def why_not(self, table, place):
        return None

    def winner(self, table):
        return None


class EndsNowhere(Board):
    rulebook = "MI-1 Step. To a neighbour.\nMI-3 End. Who reaches the enemy's rank wins."
    places = Board.squares(4, 4)

    def setup(self, table):
        table["a1"], table["a4"] = "suns", "moons"

    def why_not(self, table, start, end):
        return ready.step(table, start, end) or ready.on_empty(table, end)

    def move(self, table, start, end):
        table.carry(start, end)


class EndsAtANumber(EndsNowhere):
    def move(self, table, start, end):
        table.carry(start, end)
        if end[1] == 4:
            table.end("suns")


class ReturnsTheWinner(EndsNowhere):
    def move(self, table, start, end):
        table.carry(start, end)
        return "suns"


class ListsTaken(Row):
    def moves(self, table):
        return list(table.places)


class ListsFew(Row):
    def moves(self, table):
        return table.empty[:2]


HERE = Path(__file__).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("design", "parts"),
    [
        (Typo, ("Typo.why_not(table, 'a3'), line ", "NameError: name 'plaec' is not defined")),
        (ReturnsFalse, ("ReturnsFalse.why_not(table, 'a3') returned ", "expected None for a leg")),
        (NoSuchClause, ("returned 'NSC-9 taken'; the rulebook has no clause NSC-9",)),
        (OffTheBoard, ("the place is 'd9'; expected a place from a1 to c3",)),
        (
            EndsForNobody,
            ("ForNobody.move(table, ", "the winner is 'sun'; expected a seat, several"),
        ),
        (EndsUnderNoClause, ("e.move(table, ", ", line ", "the rulebook has no clause EUNC-9")),
        (
            CountsOnAll,
            ("has the points of each seat, {'suns': 0, 'moons': 0}; expected one seat's",),
        ),
        (
            ComparesAll,
            (
                "ComparesAll.winner(table), line ",
                "expected one seat's: table.score[table",
            ),
        ),
        (SetsTheScore, ("table.score can't be set; expected table.score[seat] = a number",)),
        (Unhashable, ("Unhashable.move(table, ", "is {'seat': 'suns'}; expected a piece: a name")),
        (KeepsASet, ("table.seen is {", "expected a number, a text, None, a list, or a dict")),
        (KeepsItself, ("self.count is set; expected table.count",)),
        (
            NoWinner,
            ("NoWinner.winner(table) returned True; expected None", "; the seats are suns, moons"),
        ),
        (SetsTheSeat, ("table.seat can't be set; expected table.again() or",)),
        (AsksTheTable, ("the table has no 'goal'; expected self.goal, an option",)),
        (MisspellsARule, ("ready has no 'on_emtpy' (did you mean 'on_empty'?)",)),
        (OffTheList, ("OffTheList.moves(table) returned 'z9'; expected a place, one of",)),
        (InPlace, ("does two different things to the same table: pieces is",)),
        (
            Endless,
            ("A game isn't over after 300 moves; expected an end: the function winner has retu",),
        ),
        (
            EndsNowhere,
            ("EndsNowhere has no winner and never calls table.end: which ", " does MI-3?"),
        ),
        (EndsAtANumber, ("is the condition of table.end ever true?", "of 'a4', the rank is '4'")),
        (ReturnsTheWinner, ("inner.move(table, ", "returned 'suns'; expected nothing: table.end(")),
        (ListsTaken, ("is listed by moves, but refused: ",)),
        (ListsFew, ("is not listed by moves, but why_not has no reason against it",)),
    ],
)
def test_check_names_the_mistake_at_the_students_line(
    design: type[Board], parts: tuple[str, ...]
) -> None:
    found = pp.check(design, games=3, moves=300)
    assert not found
    (problem,) = found.problems
    assert "\n" not in problem
    for part in parts:
        assert part in problem
    if ", line " in problem:
        line = int(problem.split(", line ")[1].split(",")[0])
        assert HERE[line - 1].strip()[:15] in problem


def test_a_notebook_shows_a_students_error_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    registry._registered["typo"] = Typo.as_game()
    shell = InteractiveShell()
    shell.run_cell("import piecepack_nb as pp; pp.Match(pp.game('typo')).play('a1')")
    shown = capsys.readouterr()
    (line,) = (shown.out + shown.err).strip().splitlines()
    assert line.startswith("DesignError: Typo.why_not(table, 'a1'), line ")


def test_a_notebook_shows_the_readers_own_lines_and_the_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.run_cell("""import piecepack_nb as pp
def game(number):
    return pp.game("pacman", players=number)
game(9)""")
    shown = capsys.readouterr()
    *lines, message = (shown.out + shown.err).strip().splitlines()
    assert lines == ["line 4: game(9)", 'line 3: return pp.game("pacman", players=number)']
    assert message.startswith("BadInput: players is 9; expected ")


def test_check_praises_a_game_with_figures() -> None:
    found = pp.check(Row, games=40)
    assert found
    assert found.problems == ()
    assert sum(found.won.values()) == 40
    assert 5 <= found.moves <= 9
    assert str(found).startswith("Row: 40 random games, ")
    with pytest.raises(pp.BadInput, match="expected a class made from Board"):
        pp.check("row")
    with pytest.raises(pp.BadInput, match="faces is 6; expected digits such as '123456'"):
        Board.die(6)


def test_check_names_a_why_not_that_never_refuses() -> None:
    class Yes(Board):
        places = Board.squares(2, 2)

        def why_not(self, table, place):
            return None

        def move(self, table, place):
            table[place] = table.seat

        def winner(self, table):
            return "draw" if table.turn > 5 else None

    (problem,) = pp.check(Yes, games=5).problems
    assert problem.startswith("Yes.why_not refused none of the ")
    assert "moves that it was asked about; expected a sentence for each that can't" in problem
    assert pp.check(Row, games=2)


def test_check_shows_its_progress_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_is_watched", lambda: True)
    monkeypatch.setattr(progress, "FIRST", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    # As in a terminal, though other tests of this process have had kernels.
    monkeypatch.setattr("tqdm.auto.tqdm", tqdm)
    pp.check(Row, games=2)
    shown = capsys.readouterr().err
    assert "0/2 [" in shown
    assert "random games" in shown
    assert "\n" not in shown


def test_the_pace_counts_the_time_before_its_bar_was_shown() -> None:
    bar = progress._bar(10, "games", 500.0)
    bar.update(5)
    assert bar.format_dict["elapsed"] >= 500
    assert bar.format_dict["rate"] is None, "no moving average"
    bar.close()


def test_a_name_near_that_of_a_part_may_be_one_that_the_body_uses() -> None:
    class Named(Row):
        rulebook = "NA-1 Move. Put a pawn on an empty place."
        names = tuple("abc")
        places = Board.points("a b c", dict(zip(names, [(0, 0), (1, 0), (2, 0)], strict=True)))

    assert tuple(made(Named).design.places.names) == Named.names
    with pytest.raises(BadInput, match="a name in Wrong is 'names'; expected 'name', or a name"):
        wrong(names=("a",)).as_game()


def test_a_misspelt_board_gets_a_hint() -> None:
    hint = r"Board has no 'square' \(did you mean 'squares'\?\)"
    with pytest.raises(AttributeError, match=hint):
        Board.square  # noqa: B018
    assert not hasattr(Board, "winner")


def test_a_ready_made_rule_takes_no_number_that_the_class_uses() -> None:
    class Numbered(Board):
        places = Board.squares(2, 2)
        many = option(3, "How many.", "NU-3", low=1, high=9)
        rulebook = """
            NU-1 Placing. Put a stone on an empty square.
            NU-3 End. Many are enough.
            """

        def why_not(self, table, place):
            return ready.on_empty(table, place) or (place == "a1" and "NU-4 not on a1") or None

        def move(self, table, place):
            table[place] = table.seat

    game = Numbered.as_game()()
    assert sorted(game.rulebook.clauses) == ["NU-0", "NU-1", "NU-3", "NU-5"]
    with pytest.raises(pp.BadInput, match="the rulebook has no clause NU-4"):
        pp.Match(game).play("a1")


def test_check_stops_in_time_and_says_how_many_games_it_played() -> None:
    found = pp.check(Row, seconds=0)
    assert (found.games, found.planned, bool(found)) == (1, 100, True)
    assert str(found).startswith("Row: 1 of 100 random games, as time ran out, ")
    counted = pp.check(Row, total=30, seconds=inf)
    moves = round(counted.games * counted.moves)
    assert 30 <= moves < 30 + 9
    assert counted.games > 1
    assert f"{counted.games} of 100 random games, for these had {moves} moves, " in str(counted)

    class Interrupted(Row):
        def winner(self, table):
            asked.append(1)
            if len(asked) == 40:
                raise KeyboardInterrupt
            return super().winner(table)

    asked: list[int] = []
    found = pp.check(Interrupted)
    assert " of 100 random games, interrupted, " in str(found)
    assert sum(found.won.values()) == found.games > 0
    asked[:] = [1] * 39
    with pytest.raises(KeyboardInterrupt):
        pp.check(Interrupted)


def test_check_names_a_set_up_that_leaves_nobody_a_move() -> None:
    class Bare(Board):
        places = Board.squares(2, 2)

        def move(self, table, start, end):
            table.carry(start, end)

    (problem,) = pp.check(Bare).problems
    assert problem == (
        "Suns has no move at the start; expected one: does setup put pieces with that name on the "
        "table? A part that may be a place without one needs another name, such as place."
    )

    class Capital(Bare):
        def setup(self, table):
            table["a1"] = "Suns pawn"

    (problem,) = pp.check(Capital).problems
    assert problem.endswith("the piece 'Suns pawn' is nobody's; expected 'suns' in its name.")


def test_the_aim_of_a_new_game_is_who_wins() -> None:
    game = made(Row)
    aim = view_of(game).how_to_play(game).aim
    assert aim == "Enough pieces of one side in a line win."  # not where a piece is put, RO-1

    class Unsaid(Board):
        places = Board.squares(2, 2)

        def move(self, table, place):
            table.end(table.seat)

    game = made(Unsaid)
    assert not view_of(game).how_to_play(game).aim, "that they take turns is none"


@pytest.mark.parametrize("move", [5, ("a1",), None])
def test_what_is_no_move_is_refused_with_a_text_that_is_one(move: Any) -> None:
    refusal = pp.Match(made(Row)).refusal(move)
    assert refusal is not None
    expected = f"{move!r} is no move; expected a text such as 'a3', or one of match.moves()"
    assert (refusal.text, refusal.clause) == (expected, "RO-0")


def test_check_says_what_leaves_nobody_a_move_in_games_without_a_start() -> None:
    class Empty(Board):
        hand = Board.hand()
        deck = Board.deck("one two")
        card = card_of("hand")

        def move(self, table, card):
            table.hand[table.seat].remove(card)

    class Closed(Board):
        places = Board.squares(2, 2)

        def why_not(self, table, place):
            return "the gate is closed"

        def move(self, table, place):
            table[place] = table.seat

    class Unlisted(Board):
        places = Board.squares(2, 2)

        def move(self, table, *ends):
            table.end(table.seat)

    start = "Suns has no move at the start; expected one: "
    listed = "moves with any number of picks are those that the function moves lists."
    assert pp.check(Unlisted).problems == (start + listed,)
    assert pp.check(Empty).problems == (f"{start}is there a card for it in hand after setup?",)
    refused = "a2 is refused, for instance: the gate is closed."
    assert pp.check(Closed).problems == (start + refused,)


def test_a_registered_class_stands_for_its_game(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)

    class Mine(Row):
        length = option(3, "How many in a line win.", low=2, high=3)

    for use in (pp.game, pp.Match, pp.play, pp.predict):
        with pytest.raises(pp.BadInput) as error:
            use(Mine)  # type: ignore[operator]
        assert str(error.value) == (
            "the game is the class Mine; expected a registered one: write @pp.register above it, "
            "and run its cell again"
        )
    pp.register(Mine)
    pp.register(type("Mine", (Row,), {}))  # the next version takes its name
    assert pp.Match(Mine).game.design_class is Mine  # which is still the class that it was
    with pytest.raises(
        pp.BadInput, match=r"another class is registered as 'mine'.*name = 'mine_2'"
    ):
        pp.Match(type("Mine", (Row,), {}))
    pp.register(Mine)
    assert pp.game(Mine, length=2).rules.to_json()["length"] == 2
    assert pp.Match(Mine).game.name == pp.Match("mine").game.name == "mine"
    assert pp.play(Mine, length=2, journal=False).match.game.rules.to_json()["length"] == 2
    assert list(pp.Match(Mine).game.bots) == list(pp.game("mine").bots)
    with pytest.raises(pp.BadInput, match=r"the game is 'mime'; expected 'mine' or .*'mine'"):
        pp.game("mime")


def test_one_bot_plays_for_all_seats() -> None:
    pp.register(Row)
    match = pp.Match(Row, seed=1, seats="random")
    assert match.seats == {"suns": "random", "moons": "random"}
    match.run()
    assert match.result is not None
    with pytest.raises(pp.BadInput, match="seats is 'rondom'; expected a mapping from seat to"):
        pp.Match(Row, seats="rondom")


def test_a_simulation_says_how_many_games_were_drawn() -> None:
    class Short(Row):
        def winner(self, table):
            return "draw" if table.turn % 2 else table.seat if table.turn > 5 else None

    pp.register(Short)
    assert ", drawn 100.0 %" in repr(simulate(pp.game(Short), 3, seats="random"))
    registry._registered["nim"] = example_class("nim")
    assert "drawn" not in repr(simulate(pp.game("nim"), 3, seats="random"))


@pytest.mark.parametrize(
    ("hook", "moves", "asked"),
    [
        (lambda self, table, place: None, "a1", "Predict the move of Suns: pick a place."),
        (lambda self, table, how: None, "left", "Predict the move of Suns: pick a button."),
        (
            lambda self, table, place, end: None,
            "a1-b2",
            "Predict the move of Suns, which begins with a1: where does it end?",
        ),
    ],
)
def test_a_prediction_asks_for_the_last_pick(hook: Any, moves: str, asked: str) -> None:
    parts = {"places": Board.squares(2, 2), "move": hook}
    parts |= {"how": one_of("left", "right")} if moves == "left" else {}
    match = pp.Match(type("Asks", (Board,), parts).as_game()())
    match.play(moves)
    match.goto(0)
    assert pp.predict(match).scene.caption.startswith(asked)


def wrong(**parts: Any) -> type[Board]:
    return type("Wrong", (Row,), parts)


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (type("Idle", (Board,), {}), "Idle has no function move(self, table, …)"),
        (wrong(seats="suns moons"), "seats is 'suns moons'; expected 1 to 8 different names"),
        (wrong(places=3), "places is 3; expected a board such as Board.squares(4, 4)"),
        (wrong(dice="six"), "dice is 'six'; expected a number of dice"),
        (wrong(rulebook="just words"), "a rule is 'just words'; expected a title"),
        (wrong(goal=option(3, "x", "ZZ-1", low=1, high=4)), "the clause of the option goal is"),
        (wrong(move=lambda self, table: None), "move takes (table); expected (table, place)"),
        (wrong(move=lambda table, place: None), "(table, place); expected (self, table, …)"),
        (wrong(move=lambda self, place: None), "(self, place); expected (self, table, …)"),
        (wrong(winner=lambda self: None), "Wrong.winner takes (self); expected (self, table)"),
        (
            wrong(bot_x=lambda table, moves, pick: 0),
            "takes (table, moves, pick); expected (self, tab",
        ),
        (wrong(setup=3), "Wrong.setup is 3; expected a function"),
        (wrong(whynot=print), "a name in Wrong is 'whynot'; expected 'why_not', or a name that"),
        (wrong(Winner=print), "a name in Wrong is 'Winner'; expected 'winner', or a name that"),
        (wrong(set_up=print), "a name in Wrong is 'set_up'; expected 'setup', or a name that"),
        (wrong(rol=print), "a name in Wrong is 'rol'; expected 'rolled', or a name that"),
        (wrong(place=3), "a name in Wrong is 'place'; expected 'places', or a name that"),
        (
            wrong(count=one_of(1, 2)),
            "no parameter of Wrong.why_not; expected one of its parameters",
        ),
        (
            wrong(
                why_not=lambda self, table, place, how="step": None,
                move=lambda self, table, place, how="step": None,
                how=one_of("step", "charge"),
            ),
            "the default of how is 'step'; expected None, for it would be two moves",
        ),
        (wrong(pieces="pawns"), "is 'pawns'; expected one of pawn, coin, tile, die, matchstick, p"),
        (wrong(pieces=3), "pieces is 3; expected one of pawn, coin, tile, die, matchstick, pyrami"),
        (
            wrong(pieces={"hunter": "pwan arms"}),
            "the word 'pwan' in pieces['hunter'] is 'pwan arms'; expected a component, a suit",
        ),
        (wrong(pieces={"x": "stone amrs"}), "a label (did you mean 'arms'?)"),
        (wrong(pieces={"x": "coin lucky"}), "the word 'lucky' in pieces['x'] is 'coin lucky'"),
        (wrong(pieces={"suns": 3}), "pieces['suns'] is 3; expected a look such as 'suns coin 3'"),
        (wrong(setup=lambda self, table: 1 / 0), r"Wrong.setup\(table\), line \d+, .*ZeroDivision"),
    ],
)
def test_a_wrong_part_is_named_when_the_class_is_registered(
    design: type[Board], message: str
) -> None:
    with pytest.raises(pp.BadInput) as error:
        pp.register(design)
    assert re.search(message if "+" in message else re.escape(message), str(error.value))
    assert "\n" not in str(error.value)


def test_a_helper_with_a_name_like_a_hooks_is_no_mistake_if_a_function_uses_it() -> None:
    class Helped(Row):
        lines = 3

        def why_not(self, table, place):
            return next(filter(None, (self.whynot(table, each) for each in [place])), None)

        def whynot(self, table, place):
            return super().why_not(table, place)

    assert pp.check(Helped, games=2)


def test_a_bots_mistake_is_reported_in_the_students_words() -> None:
    class Lazy(Row):
        def bot_lazy(self, table, moves, pick):
            return pick([move for move in moves if move.strat == "a1"])

        def bot_idle(self, table, moves, pick):
            pass

    game = made(Lazy)
    for bot, message in (
        ("lazy", r"Lazy.bot_lazy\(table, moves, pick\), line .* no 'strat'; it has place"),
        ("idle", "returned None; expected one of the moves"),
    ):
        with pytest.raises(pp.BadInput, match=message):
            pp.Match(game, seed=1, seats={"suns": bot}).run()


# --- Clauses -------------------------------------------------------------------------------------


def test_clauses_without_ids_get_them_and_a_text_may_span_lines() -> None:
    class Told(Row):
        rulebook = """
            Set-up. The board is empty.
            Move. Put a pawn
                on an empty square.
            """

        def why_not(self, table, place):
            return "it is taken" if table[place] else None

    game = made(Told)
    assert [str(clause) for clause in list(game.rulebook)[:2]] == [
        "TO-1 Set-up. The board is empty.",
        "TO-2 Move. Put a pawn on an empty square.",
    ]
    match = pp.Match(game)
    match.play("a1")
    assert str(match.refusal("a1")) == "it is taken [TO-2]"


def test_docstrings_of_functions_are_clauses_where_no_text_is() -> None:
    class Spoken(Row):
        """Three in a row win."""

        def move(self, table, place):
            """A pawn is put there."""
            table[place] = table.seat
            table.say(f"{table.seat} puts a pawn on {place}.")

    game = made(Spoken)
    (step,) = pp.Match(game).play("b2")
    assert game.rulebook[step.event.clause].text == "A pawn is put there."
    assert step.event.kind == "effects"
    assert game.rulebook["SP-1"].text == "Three in a row win."


# --- Parts of one's own --------------------------------------------------------------------------


def test_each_part_can_be_replaced_down_to_the_bare_game_and_view() -> None:
    class Loud(BoardGame):
        def result(self, state):
            found = super().result(state)
            return found and found._replace(text=found.text.upper())

    class Own(Row):
        def prompt(self, table, picks):
            return f"RO-1 {table.seat}, your turn!" if not picks else None

        def look(self, piece, place):
            return "coin 3" if place == "b2" else None

        @classmethod
        def make_game(cls, **parts):
            return type("LoudRow", (Loud,), parts)

        @classmethod
        def make_view(cls):
            return replace(super().make_view(), locate=lambda game, squares: [])

    class Rowing(Own):
        rulebook = "RO-1 Move. Put a pawn on an empty square."

    game = made(Rowing)
    view = view_of(game)
    assert view.prompt(game, game.initial_state(), ()) == ("suns, your turn!", "RO-1")
    match = pp.Match(game)
    for move in ("b2", "a1", "b1", "a2", "b3"):
        match.play(move)
    assert match.result is not None
    assert match.result.text.startswith("SUNS HAS")
    assert {piece.sprite for piece in view.scene(game, match.state).pieces} >= {"coin-value"}
    assert view.locate(game, ("a1",)) == []


def test_the_end_of_the_only_chain_of_jumps_can_be_picked_at_once() -> None:
    game: Any = example_class("fox_and_geese")()
    view, geese = view_of(game), ("d4", "d6", "c3", "c7", "e7", "g5")
    pieces = {"d3": "fox", **dict.fromkeys(geese, "geese")}
    state = game.position({"seat": "fox", "pieces": pieces})
    spots = {spot.id: spot for spot in view.spots(game, state, ("d3",))}
    assert [spots[place].role for place in ("d5", "d7", "b3", "b5")] == [
        "move", "move", "move", "inert",
    ]  # fmt: skip
    assert not spots["d5"].preview, "it can be the end, or go on: the next pick says"
    chain = game.parse_move(state, "d3-d5-d7")
    assert [mark.points for mark in spots["d7"].preview] == [
        tuple(game.design.places.at[place] for place in ("d3", "d5", "d7"))
    ]
    assert view.pick(game, state, ("d3",), "d7", None, False) == MakeMove(chain)
    assert view.pick(game, state, (), "d3", "d7", False) == MakeMove(chain)
    tried = view.pick(game, state, ("d3",), "b5", None, False).move
    assert game.refusal(state, tried) is not None


def test_a_game_of_ones_own_has_a_search_to_watch_and_names_that_are_found() -> None:
    grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1", "E": "b2"}, "b2": {"W": "a2"}})

    class Searching(Row):
        rulebook = "RO-1 Move. Put a pawn on an empty square."

        @classmethod
        def make_view(cls):
            def watch(game, state, targets=None):
                search = cheapest(grid, "a1", "N", targets or ["b2"])
                return state, SearchProblem(search, cls.places.at)

            return replace(super().make_view(), watch=watch)

    game = made(Searching)
    match = pp.Match(game)
    assert pp.watch(match).problem.search.cost == 3
    assert pp.watch(match, targets=["a2"]).problem.goals == {"a2"}
    with pytest.raises(BadInput, match="there is no seat= here; expected targets"):
        pp.watch(match, seat="suns")
    match.play("b2")
    view, scene = view_of(game), view_of(game).scene(game, match.state)
    pawn = next(piece for piece in scene.pieces if piece.area == "board")
    shown = ("board", pawn.x, pawn.y)
    assert view.places(game, scene, ["b2", pawn.id, "nowhere"]) == [shown]
    with pytest.raises(BadInput, match=r"one with a search to watch; .* has none"):
        pp.watch(pp.Match(example_class("tic_tac_toe")()))


def test_an_overridden_function_keeps_the_clauses_of_the_rules_that_it_calls() -> None:
    class Fenced(Row):
        def why_not(self, table, place):
            return "no corners" if place == "a1" else super().why_not(table, place)

    match = pp.Match(made(Fenced))
    match.play("b2")
    assert match.refusal("b2").clause == "FE-1"  # type: ignore[union-attr]
    assert match.game.rulebook["FE-1"].title == "Place"


def test_the_step_of_a_roll_shows_its_dice_where_the_turn_ends_at_once() -> None:
    class Runs(Board):
        places = Board.track(10)
        dice = Board.die("123")

        def rolled(self, table):
            table[str(table.turn)] = table.seat
            if table.points == 3:
                table.again()

    match = pp.Match(made(Runs), dice=["roll 2", "roll 3"])
    roll, end = match.roll()
    assert (roll.state.dice, roll.state.seat, roll.state.pieces) == (("2",), "suns", {})
    assert str(end.sentence) == "Suns rolls 2. Suns ends the turn. [RU-0]"
    assert (end.state.dice, end.state.seat, end.state.pieces) == ((), "moons", {"1": "suns"})
    assert [str(step.event) for step in match.roll()][1] == "Moons has another turn. [RU-0]"


def test_dice_stay_on_the_table_where_the_same_seat_moves_again_without_a_roll() -> None:
    class Keeps(Board):
        dice = Board.die("123456", 2)
        keep = one_of("first", "second", "none")

        def setup(self, table):
            table.moves = 0

        def must_roll(self, table):
            return table.moves == 0

        def move(self, table, keep):
            table.moves = (table.moves + 1) % 2
            if table.moves:
                table.again()

    match = pp.Match(made(Keeps), dice=["roll 2 5", "roll 1 1"])
    match.roll()
    match.play("first")
    assert (match.state.seat, match.state.dice) == ("suns", ("2", "5"))
    match.play("none")
    assert (match.state.seat, match.state.dice) == ("moons", ())


def test_places_and_seats_may_depend_on_options() -> None:
    class Sized(Row):
        size = option(3, "How many files and ranks.", low=3, high=5)
        players = option(2, "How many play.", low=2, high=4)

        def places(self):
            return Board.squares(self.size, self.size)

        def seats(self):
            return ("suns", "moons", "crowns", "arms")[: self.players]

    assert len(made(Sized, size=5).design.places) == 25
    assert made(Sized, players=4).seats == ("suns", "moons", "crowns", "arms")


def test_only_ready_made_rules_without_a_clause_of_ones_own_join_the_rulebook() -> None:
    class Mixed(Row):
        rulebook = "MI-1 Move. Put a pawn on an empty square."

        def why_not(self, table, place):
            return ready.on_empty(table, place, clause="MI-1") or self.lonely(table, place)

        def lonely(self, table, place):
            step = table.next_to(place)  # no use of ready.step
            near = [ready.not_own(table, each) for each in step]
            return next(filter(None, near), None)

        def winner(self, table):
            return ready.line_of(table, 3, clause="MI-1") or ready.full(table)

    game = made(Mixed)
    assert {clause.id: clause.title for clause in game.rulebook} == {
        "MI-1": "Move",
        "MI-2": "Full board",
        "MI-3": "Free end",
        "MI-0": "Turns",
    }
    match = pp.Match(game)
    match.play("a1")
    match.play("c3")
    assert str(match.refusal("a2")) == "a1 has a piece of your own [MI-3]"
    assert str(match.refusal("a1")) == "a1 is taken [MI-1]"


def test_a_rule_called_with_a_list_of_arguments_and_a_clause_of_ones_own_adds_none() -> None:
    class Listed(Row):
        rulebook = "LI-1 Move. Put a pawn on an empty square."

        def why_not(self, table, place):
            parts = [place]
            return ready.on_empty(table, *parts, clause="LI-1") or ready.step(
                table, place, *parts, diagonal=None, clause="LI-1"
            )

        def winner(self, table):
            return ready.full(*[table])

    assert {clause.title for clause in made(Listed).rulebook} == {"Move", "Full board", "Turns"}


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("stolen_jewel", ""),  # a question or an accusation
        ("nine_mens_morris", ""),  # a man is put, or moves later
        ("activator_in_one_class", ""),
        ("sealed_bids", "SB-2"),
        ("skirmish", "SK-3"),
        ("corridors", "CO-1"),
        ("battleship", "BS-1"),
    ],
)
def test_a_prompt_cites_the_clause_on_all_moves_that_it_asks_for_or_none(
    name: str, clause: str
) -> None:
    match = pp.Match(example_class(name)(), seed=1)
    while isinstance(match.to_act, Chance):
        match.roll()
    draft = (match.to_act.seats[0],) if isinstance(match.to_act, Simultaneous) else ()
    assert view_of(match.game).prompt(match.game, match.state, draft)[1] == clause


def test_a_prompt_of_a_later_phase_cites_the_clause_of_that_phase() -> None:
    match = pp.Match(example_class("oh_hell")(), seed=1)
    while isinstance(match.to_act, Chance):
        match.roll()
    view, cited = view_of(match.game), []
    while match.state.phase == "bid" or not cited:
        cited.append(view.prompt(match.game, match.state, ())[1])
        match.play(next(iter(match.moves())))
        while isinstance(match.to_act, Chance):
            match.roll()
    assert view.prompt(match.game, match.state, ())[1] == "OH-3"
    assert {*cited} == {"OH-2"}


def test_check_plays_a_game_with_each_bot_of_the_class() -> None:
    class Dull(Row):
        def bot_lost(self, table: Any, moves: Any, pick: Any) -> Any:
            return table.nothing

        def bot_wild(self, table: Any, moves: Any, pick: Any) -> Any:
            return "z9"

    one, two = pp.check(Dull, games=2).problems
    assert one.startswith("Dull.bot_lost(table, moves, pick), line ")
    assert one.endswith("the table has no 'nothing'; if it is your own note, make it in setup.")
    assert two == "The bot wild: the move is 'z9'; expected a move such as 'a3'."


# --- Parts of the wrong kind, and parts of secret moves ------------------------------------------


def test_a_part_of_the_wrong_kind_is_named() -> None:
    class Secret(Row):
        def secret(self, table):
            return True

    class Dice(Row):
        def dice(self, table):
            return 1

    with pytest.raises(pp.BadInput, match=r"^Secret.secret is a function; expected a value"):
        made(Secret)
    with pytest.raises(pp.BadInput, match=r"^Dice.dice takes \(self, table\); expected \(self\)"):
        made(Dice)


def reveals(design: type[Board], *moves: str) -> str:
    """What ``reveal`` says of secret moves."""
    match = pp.Match(made(design))
    for move in moves:
        match.play(move)
    return next(step.event.text for step in match.steps if "Reveals" in step.event.text)


def test_a_secret_part_may_be_left_out_and_starred_ones_arrive() -> None:
    class Left(Board):
        secret = True
        hand, extra = one_of("rock", "paper"), one_of(1, 2)

        def reveal(self, table, hand, extra=None):
            table.say(f"reveals {hand['suns']} {extra['suns']} {extra['moons']}")
            table.end(None)

    class Starred(Board):
        secret = True
        places = Board.squares(2, 2)

        def moves(self, table):
            return ["a1", ("a1", "a2"), ("b1", "b1")]

        def reveal(self, table, *places):
            table.say(f"reveals {[each['suns'] for each in places]} {places[1]['moons']}")
            table.end(None)

    assert reveals(Left, "suns rock", "moons paper 2") == "Reveals rock None 2"
    assert reveals(Left, "suns rock", "moons paper") == "Reveals rock None None"
    assert reveals(Starred, "suns b1 b1", "moons a1") == "Reveals ['b1', 'b1'] None"


def test_the_clause_on_turns_speaks_of_what_the_game_has() -> None:
    class Words(Board):
        word = one_of("yes", "no")

        def move(self, table, word):
            table.end(None)

    class Secret(Words):
        secret = True

        def reveal(self, table, word):
            table.end(None)

    class Start(Row):
        def why_not(self, table, start, end):
            return None

        def move(self, table, start, end):
            table.carry(start, end)

    texts = [made(each).rulebook[made(each).clauses.turns].text for each in (Words, Row, Start)]
    assert ["place" in text for text in texts] == [False, True, True]
    assert ["starts with a piece" in text for text in texts] == [False, False, True]
    secret = made(Secret).rulebook
    assert secret["SE-0"].text == "All choose at once, in secret."


def test_a_bot_without_a_move_says_so() -> None:
    class Stuck(Row):
        def why_not(self, table, place):
            return "never"

    match = pp.Match(made(Stuck), seats={seat: lambda *_: None for seat in ("suns", "moons")})
    with pytest.raises(pp.BadInput, match="suns has no legal move here"):
        match.run()


def test_a_divergence_names_the_note_that_differs() -> None:
    class Kept(Row):
        size = option(3, "How many.", low=2, high=5)

        def setup(self, table):
            table.kept = {"size": 0}

        def move(self, table, place):
            super().move(table, place)
            table.kept["size"] = self.size

    match = pp.Match(made(Kept))
    match.play("a1")
    text = str(match.under(size=4).divergence)
    assert "notes.kept.size is 3 here, 4 there" in text


# --- The tray ------------------------------------------------------------------------------------


def test_many_words_stand_in_rows_beside_a_small_board_and_never_overlap() -> None:
    class Words(Board):
        places = Board.squares(2, 2)
        word = one_of("settle down", "build", "trade", "wait", "attack", "defend", "fortify",
                      "pass", "resign")  # fmt: skip

        def move(self, table, word):
            pass

    game = made(Words)
    tray = [spot for spot in view_of(game).spots(game, game.initial_state(), ())
            if spot.area == "tray"]  # fmt: skip
    assert len(tray) == 9
    assert len({spot.y for spot in tray}) == 5
    for row in {spot.y for spot in tray}:
        ends = [(spot.x - spot.w / 2, spot.x + spot.w / 2) for spot in tray if spot.y == row]
        assert all(end < start for (_, end), (start, _) in pairwise(ends))
        assert 0 < ends[0][0] < ends[-1][1] < 4.8


def test_a_large_face_of_a_die_is_drawn_as_large_as_others() -> None:
    class Nines(Row):
        dice = Board.die("789")

    game = made(Nines)
    state = game.next_state(game.initial_state(), game.parse_move(game.initial_state(), "roll 8"))
    die = next(piece for piece in view_of(game).scene(game, state).pieces if piece.id == "die-0")
    assert (die.sprite, die.label) == ("die-number", "8")
