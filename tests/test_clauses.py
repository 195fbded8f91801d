"""The report on a rulebook: the functions and the tests of each clause."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.rulebook import Clause, Rulebook
from tests.conftest import GAMES
from tools.clauses import cited, ids_in, main, marked, report

ROOT = Path(__file__).parents[1]

RULEBOOK = Rulebook(
    "Tiny",
    "Somebody",
    "a napkin",
    "none",
    {
        "TN-1": Clause("TN-1", "Start", "All begin."),
        "TN-2": Clause("TN-2", "End", "All end.", "After ten turns."),
        "TN-10": Clause("TN-10", "Middle", "All go on."),
    },
)

CODE = {
    "play.py": '''
        """Everything from TN-1 on; a module's own docstring carries nothing."""

        class Game:
            """A class carries nothing either (TN-2)."""

            def start(self):
                """All begin (TN-1)."""

                def inner():
                    """Here as well (TN-1)."""

        async def later():
            """TN-2."""

        def unsaid():
            return 1
    ''',
    "parts/__init__.py": '''
        def middle():
            """From TN-1 to TN-2."""
    ''',
    "parts/deep.py": '''
        def go_on():
            """Go on (TN-10)."""
    ''',
}

TESTS = {
    "test_play.py": """
        import pytest

        @pytest.mark.clause("TN-1", "TN-2")
        def test_both(): ...

        @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("TN-2"))])
        def test_some(n): ...

        @pytest.mark.parametrize("mark", [pytest.mark.clause("TN-99")])
        def test_about_marks(mark): ...

        class TestAll:
            @pytest.mark.clause("TN-1")
            def test_in_class(self): ...
    """,
    "sub/test_whole.py": """
        import pytest

        pytestmark = [pytest.mark.slow, pytest.mark.clause("TN-10")]
    """,
    "helper.py": """
        import pytest

        @pytest.mark.clause("TN-77")
        def test_not_a_test_file(): ...
    """,
}


@pytest.fixture
def folders(tmp_path):
    """A game's folder and its tests, as files that nobody imports."""

    def write(name: str, files: dict[str, str]) -> Path:
        for path, text in files.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), encoding="utf-8")
        return tmp_path / name

    return write


def test_the_functions_that_cite_a_clause_are_found(folders):
    assert cited(folders("game", CODE)) == {
        "TN-1": ("parts:middle", "play:Game.start", "play:Game.start.inner"),
        "TN-2": ("parts:middle", "play:later"),
        "TN-10": ("parts.deep:go_on",),
    }


def test_the_tests_that_are_marked_with_a_clause_are_found(folders):
    assert marked(folders("tests", TESTS)) == {
        "TN-1": ("test_play.py::test_both", "test_play.py::TestAll::test_in_class"),
        "TN-2": ("test_play.py::test_both", "test_play.py::test_some"),
        "TN-10": ("sub/test_whole.py",),
    }


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", []),
        ("TN-1, TN-2 and XX-3", ["TN-1", "TN-2", "XX-3"]),
        ("(TN-1 to TN-4)", ["TN-1", "TN-2", "TN-3", "TN-4"]),
        ("TN-1 to XX-3", ["TN-1", "XX-3"]),
        ("TN-01, tn-1, ATN-1-, T-1", ["ATN-1"]),
    ],
)
def test_ids_in_a_text(text, ids):
    assert ids_in(text) == ids


def test_a_report_without_gaps(folders):
    made = report(RULEBOOK, folders("game", CODE), folders("tests", TESTS))
    assert made.gaps == ()
    assert [row.kind for row in made.rows] == ["clause", "clause, with our reading", "clause"]
    assert str(made) == dedent("""\
        Tiny, by Somebody
        Source: a napkin. none.

        TN-1   Start (clause)
               code  parts:middle
                     play:Game.start
                     play:Game.start.inner
               tests test_play.py::test_both
                     test_play.py::TestAll::test_in_class

        TN-2   End (clause, with our reading)
               code  parts:middle
                     play:later
               tests test_play.py::test_both
                     test_play.py::test_some

        TN-10  Middle (clause)
               code  parts.deep:go_on
               tests sub/test_whole.py

        3 clauses, 1 of them with our reading. Each has a function and a test.""")


def test_every_gap_is_named(folders):
    code = CODE | {
        "parts/deep.py": '''
            def go_on():
                """Go on (TN-11), as in another game (PM-1)."""
                return refusal("TN-12", "no")
        '''
    }
    tests = TESTS | {
        "sub/test_whole.py": """
            import pytest

            @pytest.mark.clause("TN-8", "PM-2", "TN-x")
            def test_it(): ...
        """
    }
    made = report(RULEBOOK, folders("game", code), folders("tests", tests))
    assert made.gaps == (
        "TN-10 Middle: no function's docstring cites it",
        "TN-10 Middle: no test is marked with it",
        "parts.deep names TN-11, which is not in the rulebook",
        "parts.deep names TN-12, which is not in the rulebook",
        "sub/test_whole.py::test_it is marked with TN-8, which is not in the rulebook",
        "sub/test_whole.py::test_it is marked with TN-x, which is not in the rulebook",
    )
    assert made.summary == "3 clauses, 1 of them with our reading. Gaps: 6."
    assert str(made).endswith("\n  " + made.gaps[-1])


def test_without_tests_only_the_code_counts(folders):
    made = report(RULEBOOK, folders("game", CODE), None)
    assert made.gaps == ()
    assert made.summary.endswith("Each has a function; no tests were read.")


def test_unreadable_input_is_refused_in_one_line(folders, tmp_path):
    with pytest.raises(BadInput, match="there is no folder"):
        report(RULEBOOK, tmp_path / "nowhere", None)
    code = folders("game", {"play.py": "def ("})
    with pytest.raises(BadInput, match=r"play\.py is not Python") as caught:
        report(RULEBOOK, code, None)
    assert "\n" not in str(caught.value)


# --- the command ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_every_game_has_a_function_and_a_test(game, capsys):
    assert main([game, "--tests", str(ROOT / "tests/games" / game)]) == 0, capsys.readouterr().out
    assert "Each has a function and a test." in capsys.readouterr().out


def test_the_command_prints_places(capsys):
    main(["piecepackman", "--tests", str(ROOT / "tests")])
    out = capsys.readouterr().out
    assert re.search(r"\nPM-12  Objective \(clause\)\n       code  [\w.]+:[\w.]+\n", out)


def test_a_gap_makes_the_command_fail(folders, capsys):
    tests = folders("tests", {"test_it.py": "def test_it(): ..."})
    assert main(["piecepackman", "--tests", str(tests)]) == 1
    assert "\n  PM-1 Board: no test is marked with it\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["chess"], "tools.clauses: the game is 'chess'; expected "),
        (["Worm Derby"], "tools.clauses: the game is 'Worm Derby'; expected "),
        (["piecepackman", "--tests", "nowhere"], "tools.clauses: there is no folder nowhere"),
    ],
)
def test_wrong_arguments_get_one_line(arguments, line, capsys):
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(line)
    assert shown.err.count("\n") == 1


def test_the_clause_report_runs_without_tests(tmp_path):
    command = [sys.executable, "-m", "tools.clauses", "piecepackman"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("no tests were read.")
