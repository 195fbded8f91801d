"""Faults that readers of the page found in games of their own: none comes back."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator

import pytest

import piecepack_nb as pp
from piecepack_nb.__main__ import main
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, one_of, option, ready
from piecepack_nb.scene.game_view import MakeMove, view_of
from tests.design.examples import FOLDER

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def test_a_match_by_name_needs_no_call_of_game_before_it() -> None:
    code = (
        "import runpy, piecepack_nb as pp\n"
        f"runpy.run_path({str(FOLDER / 'tic_tac_toe.py')!r}, run_name='example')\n"
        "match = pp.Match('tic_tac_toe', seats='random')\n"
        "match.run()\n"
        "print(match.result is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


# --- Secret choices ------------------------------------------------------------------------------


def test_a_secret_choice_may_leave_a_part_out() -> None:
    class Bids(Board):
        secret = True
        bid = one_of(1, 2)
        how = one_of("open", "closed")

        def reveal(self, table, bid, how=None):
            table.bids, table.hows = bid, how
            table.end("suns")

    for moves, hows in (
        (("suns 1", "moons 2 closed"), {"suns": None, "moons": "closed"}),
        (("suns 1", "moons 2"), {"suns": None, "moons": None}),
        (("suns 1 open", "moons 2 closed"), {"suns": "open", "moons": "closed"}),
    ):
        match = pp.Match(Bids.as_game()())
        for move in moves:
            match.play(move)
        assert match.state.notes["hows"] == hows
        assert match.state.notes["bids"] == {"suns": 1, "moons": 2}


def test_starred_secret_picks_arrive() -> None:
    class Walks(Board):
        secret = True
        places = Board.squares(3, 1)

        def moves(self, table):
            return [("a1",), ("a1", "b1"), ("a1", "b1", "c1")]

        def reveal(self, table, start, *ends):
            table.ends = [*ends]
            table.end("suns")

    match = pp.Match(Walks.as_game()())
    match.play("suns a1-b1-c1")
    match.play("moons a1-b1")
    assert match.state.notes["ends"] == (
        {"suns": "b1", "moons": "b1"},
        {"suns": "c1", "moons": None},
    )


@pytest.mark.parametrize("secret", [False, True])
def test_the_same_place_may_be_picked_twice(secret) -> None:
    class Twice(Board):
        places = Board.squares(2, 2)

        def why_not(self, table, one, two):
            return None if one == "a1" else "only from a1"

        def move(self, table, one, two):
            table.end("suns", f"{one} and {two}")

        def reveal(self, table, one, two):
            table.end("suns", f"{one} and {two}")

    if secret:
        del Twice.move
    else:
        del Twice.reveal
    Twice.secret = secret
    game = Twice.as_game()()
    view, state = view_of(game), game.initial_state()
    draft = view.pick(game, state, (), "seat suns", None, False) if secret else ()
    draft = view.pick(game, state, draft, "a1", None, False)
    made = view.pick(game, state, draft, "a1", None, False)
    assert isinstance(made, MakeMove)
    assert made.move.picks == ("a1", "a1")
    again = view.pick(game, state, draft, "b1", None, False)
    assert isinstance(again, MakeMove)


def test_a_pick_that_no_move_has_twice_is_taken_back_by_picking_it_again() -> None:
    class Step(Board):
        places = Board.squares(2, 2)

        def setup(self, table):
            table["a1"] = "suns"

        def move(self, table, start, end):
            table.carry(start, end)

    game = Step.as_game()()
    view, state = view_of(game), game.initial_state()
    draft = view.pick(game, state, (), "a1", None, False)
    assert draft == ("a1",)
    assert view.pick(game, state, draft, "a1", None, False) == ()


# --- Dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_why_not_is_asked_after_the_roll_only(moves) -> None:
    class Rolled(Board):
        places = Board.squares(2, 2)
        dice = 1

        def why_not(self, table, place):
            return "a null" if table.dice[0] == 0 else ready.on_empty(table, place)

        def move(self, table, place):
            table[place] = table.seat

        def winner(self, table):
            return ready.full(table)

    match = pp.Match(pp.register(Rolled), seed=1, seats="random")
    match.run(moves)
    assert "Predict" in str(pp.handout(match))
    pp.show(match)
    pp.predict(match, keep=False)


def test_the_check_says_that_nobody_can_ever_move() -> None:
    class Stuck(Board):
        places = Board.squares(2, 2)

        def why_not(self, table, place):
            return "never"

        def move(self, table, place):
            pass

    assert "Suns has no move at the start" in str(pp.check(Stuck, games=2))
    match = pp.Match(pp.register(Stuck), seats="random")
    with pytest.raises(BadInput, match="suns has no legal move here"):
        match.run()

    class StuckDice(Stuck):
        dice = 1

    found = pp.check(StuckDice, games=2, moves=50)
    assert "Nobody has had a legal move after any of 50 rolls" in str(found)


def test_the_check_says_that_why_not_is_asked_too_often() -> None:
    class Slow(Board):
        places = Board.squares(8, 8)
        last = 2

        def setup(self, table):
            table["a1"], table["h8"] = "suns", "moons"

        def why_not(self, table, place, end):
            return ready.on_empty(table, end) or (None if place == "a1" else "from a1")

        def move(self, table, place, end):
            table[end] = table.seat

        def winner(self, table):
            return "draw" if table.turn == self.last else None

    found = pp.check(Slow, games=1)
    assert found  # slow is not wrong
    said = "  slow: Slow.why_not is asked about 4096 moves in a state, of which 62 are legal"
    assert said in str(found)

    class Quick(Slow):
        def tries(self, table):
            return [("a1", end) for end in table.places]

    assert pp.check(Quick, games=1).advice == ""


# --- Words ---------------------------------------------------------------------------------------


def test_a_move_that_a_new_version_cannot_read_has_no_empty_brackets() -> None:
    class Rolls(Board):
        what = one_of("reroll 1", "keep")

        def move(self, table, what):
            table.last = what

    class Fewer(Rolls):
        name = "rolls"
        what = one_of("reroll 1", "stop")

    match = pp.Match(Rolls.as_game()())
    match.play("keep")
    text = str(match.under(Fewer.as_game()).divergence)
    assert text == "step 1 (turn 1): the move is 'keep'; expected a move such as 'reroll 1'"


@pytest.mark.parametrize("name", ["secret", "cooperative", "dice", "seats"])
def test_a_part_that_is_a_function_of_the_table_says_what_is_expected(name) -> None:
    class Wrong(Board):
        def move(self, table):
            pass

    setattr(Wrong, name, lambda self, table: 1)
    with pytest.raises(BadInput, match=rf"Wrong\.{name} (is a f|takes \(self, table\); e)"):
        Wrong.as_game()


class Words(Board):
    count = one_of(1, 2)

    def move(self, table, count):
        table.end("suns")


class OnBoard(Words):
    places = Board.squares(2, 2)


class Placed(Board):
    places = Board.squares(2, 2)
    count = one_of(1, 2)

    def move(self, table, count, place):
        table.end("suns")


class Rolling(Board):
    dice = 1

    def rolled(self, table):
        table.end("suns")


@pytest.mark.parametrize(
    ("design", "places", "moves"),
    [(Words, False, True), (OnBoard, False, True), (Placed, True, True), (Rolling, False, False)],
)
def test_the_clause_on_turns_speaks_of_places_and_moves_where_there_are_some(
    design, places, moves
) -> None:
    clauses = design.as_game().clauses
    text = clauses.by_id[clauses.turns].text
    assert ("A move names places" in text) == places
    assert ("no legal move passes" in text) == moves


class Heap(Board):
    """The goal is kept in a note; with more than 4 each move takes two."""

    places = Board.squares(3, 3)
    goal = option(3, "The goal.", low=1, high=9)

    def setup(self, table):
        table.goal = self.goal
        table.taken = {"all": 0}

    def move(self, table, place):
        table.taken["all"] += 2 if table.goal > 4 else 1
        table[place] = table.seat


def test_a_note_that_keeps_an_option_makes_no_difference_of_its_own() -> None:
    match = pp.Match(Heap.as_game()(), seed=1)
    for move in ("a1", "b2", "c3"):
        match.play(move)
    assert match.under(goal=4).divergence is None
    found = match.under(goal=5).divergence
    assert found.step == 1
    assert "Then the tables differ: notes.taken.all is 1 here, 2 there" in found.text
    assert "no divergence" in str(pp.compare(match, goal=4))


def test_docs_knows_a_board_and_suggests_it(capsys) -> None:
    assert main(["docs", "Board"]) == 0
    assert "A game in one class" in capsys.readouterr().out
    assert main(["docs", "board"]) != 0
    assert "did you mean 'Board'?" in capsys.readouterr().err


# --- Scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("table.score['sun'] += 1", "a seat in table.score is 'sun'; .*did you mean 'suns'"),
        ("table.score['sun'] = 1", "a seat in table.score is 'sun'; .*did you mean 'suns'"),
        ("table.score = {'sun': 1}", "a seat in table.score is 'sun'; .*did you mean 'suns'"),
        ("table.score['suns'] = 'x'", r"table\.score\['suns'\] is 'x'; expected a whole number"),
    ],
)
def test_a_wrong_entry_of_the_score_names_the_function_and_the_line(wrong: str, said: str) -> None:
    made: dict[str, object] = {}
    exec(f"def move(self, table, place):\n    {wrong}\n", made)
    body = {"places": Board.squares(2, 2), "move": made["move"]}
    pp.register(type("Points", (Board,), body))
    match = pp.Match(pp.game("points"), seed=1)
    with pytest.raises(BadInput, match=rf"Points\.move\(table, '\w+'\), line 2.*: {said}"):
        match.play(match.moves()[0])


def test_a_score_can_be_cleared_copied_and_made_anew() -> None:
    class Anew(Board):
        places = Board.squares(2, 2)

        def move(self, table, place):
            kept = copy.deepcopy(table.score)
            kept["nobody"] = 1
            table.score.clear()
            table.score["suns"] = 2

    pp.register(Anew)
    match = pp.Match(pp.game("anew"), seed=1)
    match.play(match.moves()[0])
    assert match.state.score == {"suns": 2, "moons": 0}
