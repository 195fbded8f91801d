"""The rulebook of Activator: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import re

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator.rules import ActivatorRules

BUILT = [1, 2, 3, 4, *range(10, 17), *range(20, 28), 30, 31, 32]


@pytest.fixture(scope="module")
def rulebook():
    return pp.game("activator").rulebook


def test_every_clause_is_there_in_order(rulebook):
    assert list(rulebook.clauses) == [f"AC-{number}" for number in BUILT]


def test_it_names_the_author_and_the_source(rulebook):
    assert "Michael Schoessow" in rulebook.author
    assert rulebook.source
    assert "credited" in rulebook.licence


def test_each_clause_is_a_title_and_a_few_sentences(rulebook):
    for clause in rulebook:
        assert re.fullmatch(r"[A-Z].*[^.]", clause.title), clause.id
        for text in filter(None, (clause.text, clause.reading)):
            assert re.match(r"[A-Z0-9]", text), clause.id
            assert text.endswith("."), clause.id
            assert len(text) <= 420, clause.id
        named = set(re.findall(r"AC-\d+", clause.text + clause.reading))
        assert named <= set(rulebook.clauses) - {clause.id}, clause.id


def test_options_and_clauses_name_each_other(rulebook):
    by_option = {(each.name, id) for each in ActivatorRules.options() for id in each.clauses}
    by_clause = {(name, clause.id) for clause in rulebook for name in clause.options}
    assert by_option == by_clause


def test_an_option_that_is_our_reading_has_a_reading(rulebook):
    for option in ActivatorRules.options():
        if option.reading:
            assert any(rulebook[id].reading for id in option.clauses), option.name
