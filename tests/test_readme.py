"""What the README shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from piecepack_nb.__main__ import main

README = Path(__file__).parents[1] / "README.md"


def test_its_examples() -> None:
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried > 5
    assert not failed


def test_its_table_of_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "piecepackman"]) == 0
    table = capsys.readouterr().out
    assert len(table.splitlines()) > 20
    assert table in README.read_text(encoding="utf-8")


def test_the_files_that_it_names() -> None:
    text = README.read_text(encoding="utf-8")
    named = ["notebooks/00_start_here.ipynb", "tests/browser/lab.py", "tests/core/tiny.py"]
    for name in [*named, "CREDITS.md", "LICENSE", "tests/browser/blank.py"]:
        assert name in text
        assert (README.parent / name).is_file(), name
