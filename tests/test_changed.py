"""The tests that `make quick` chooses for a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.changed import ALWAYS, GOLDEN, PAGES, changed_files, chosen_for

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("file", "chosen"),
    [
        ("piecepack_nb/core/dice.py", ["tests/core/test_dice.py"]),
        ("piecepack_nb/core/steps.py", ["tests/core"]),
        ("piecepack_nb/api.py", ["tests/core"]),
        ("piecepack_nb/games/paco/resolution.py", ["tests/games/paco", GOLDEN]),
        ("piecepack_nb/games/worm_derby/geometry/ring.py", ["tests/games/worm_derby", GOLDEN]),
        ("piecepack_nb/widgets/frontend/src/board.js", []),
        ("tests/core/test_dice.py", ["tests/core/test_dice.py"]),
        ("tests/core/test_that_was_removed.py", []),
        ("tests/games/activator/reference.py", ["tests/games/activator"]),
        ("tests/browser/test_axe.py", []),
        ("tools/mutants.py", ["tests/test_mutants.py"]),
        ("tools/shots.py", []),
        ("docs/your_own_game.md", list(PAGES)),
        ("notebooks/00_start_here.ipynb", ["tests/lessons/test_copies.py"]),
    ],
)
def test_a_changed_file_has_its_tests(file: str, chosen: list[str]) -> None:
    assert chosen_for([file]) == [*ALWAYS, *chosen]


def test_a_folder_takes_in_its_files_and_nothing_stands_twice() -> None:
    files = ["piecepack_nb/core/dice.py", "piecepack_nb/core/steps.py", "piecepack_nb/core/game.py"]
    assert chosen_for(files) == [*ALWAYS, "tests/core"]


def test_what_it_chooses_exists() -> None:
    for file in changed_files("HEAD~1"):
        assert all((ROOT / each).exists() for each in chosen_for([file])), file


def test_a_renamed_folder_chooses_no_tests_of_its_old_name() -> None:
    assert chosen_for(["piecepack_nb/old/page.py", "tests/old/helper.py"]) == chosen_for([])
