"""The rulebook of Activator: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import pytest

import piecepack_nb as pp

BUILT = [1, 2, 3, 4, *range(10, 17), *range(20, 28), 30, 31, 32]


@pytest.fixture(scope="module")
def rulebook():
    return pp.game("activator").rulebook


def test_every_clause_is_there_in_order(rulebook):
    assert list(rulebook.clauses) == [f"AC-{number}" for number in BUILT]


def test_the_rulebook_names_the_author_and_the_source(rulebook):
    assert "Michael Schoessow" in rulebook.author
    assert rulebook.source
    assert "credited" in rulebook.licence
