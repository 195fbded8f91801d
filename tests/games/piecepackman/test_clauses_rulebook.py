"""The rulebook of Piecepackman: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput

BUILT = [
    *(1, 2, 3, 4, 5, 6, 7),
    *range(10, 25),
    *range(30, 39),
    *(40, 41, 42, 50, 51),
    *range(60, 70),
    *(70, 71, 72, 73, *(f"73{letter}" for letter in "abcdefghijklmn"), 74, 75),
    *(80, 81),
]
"""The clauses that are built."""


@pytest.fixture(scope="module")
def rulebook():
    return pp.game("piecepackman").rulebook


def test_every_clause_that_is_built_is_there_in_order(rulebook):
    assert list(rulebook.clauses) == [f"PM-{number}" for number in BUILT]


def test_the_rulebook_names_the_author_the_source_and_the_licence(rulebook):
    assert rulebook.title == "Piecepackman"
    assert "Dan Burkey" in rulebook.author
    assert rulebook.source
    assert "CC BY-SA 4.0" in rulebook.licence


def test_an_unknown_clause_is_refused(rulebook):
    with pytest.raises(BadInput, match="the clause is 'PM-99'; expected an id in the rulebook"):
        rulebook["PM-99"]
    assert str(rulebook["PM-23"]) == (
        "PM-23 Ghost house closed to him. He never enters the ghost house."
    )
