"""The rulebook of Worm Derby: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import pytest

import piecepack_nb as pp

IDS = [1, 2, 3, 4, 5, 10, 11, 12, 13, 20, 21, 22, 30, 40, 41, 42, 43]


@pytest.fixture(scope="module")
def rulebook():
    return pp.game("worm_derby").rulebook


def test_every_clause_is_there_in_order(rulebook):
    assert list(rulebook.clauses) == [f"WD-{number}" for number in IDS]


def test_the_rulebook_names_the_authors_the_source_and_the_licence(rulebook):
    assert "Mark A. Biggar" in rulebook.author
    assert "Tim Schutz" in rulebook.author
    assert rulebook.source
    assert "GNU FDL" in rulebook.licence


@pytest.mark.parametrize("name", ["coin", "tile"])
def test_a_number_too_large_for_a_float_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(
        pp.BadInput, match=rf"^{name} is a whole number of 1329 bits; expected one of "
    ) as caught:
        pp.game("worm_derby", **{name: 10**400})
    assert len(str(caught.value)) < 200
