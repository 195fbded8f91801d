"""The rulebook of Piecepackman: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import re

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from tests.games.piecepackman.desk import SUITS

BUILT = [
    *(1, 2, 3, 4, 5, 6, 7),
    *range(10, 25),
    *range(30, 39),
    *(40, 41, 42, 50, 51),
    *range(60, 70),
    *(70, 71, 72, 80, 81),
]
"""The clauses that are built; PM-73 to PM-75 are not."""


@pytest.fixture(scope="module")
def rulebook():
    return pp.game("piecepackman").rulebook


def test_every_clause_that_is_built_is_there_in_order(rulebook):
    assert list(rulebook.clauses) == [f"PM-{number}" for number in BUILT]


def test_it_names_the_author_the_source_and_the_licence(rulebook):
    assert rulebook.title == "Piecepackman"
    assert "Dan Burkey" in rulebook.author
    assert rulebook.source
    assert "CC BY-SA 4.0" in rulebook.licence


def test_each_clause_is_a_title_and_a_few_sentences(rulebook):
    for clause in rulebook:
        assert re.fullmatch(r"[A-Z].*[^.]", clause.title), clause.id
        for text in filter(None, (clause.text, clause.reading)):
            assert re.match(r"[A-Z0-9]", text), clause.id
            assert text.endswith("."), clause.id
            assert len(text) <= 420, clause.id
        assert clause.text, clause.id


def test_clauses_name_only_clauses_that_there_are(rulebook):
    for clause in rulebook:
        named = set(re.findall(r"PM-\d+", clause.text + clause.reading))
        assert named <= set(rulebook.clauses) - {clause.id}, clause.id


def test_options_and_clauses_name_each_other(rulebook):
    by_option = {(each.name, id) for each in PiecepackmanRules.options() for id in each.clauses}
    by_clause = {(name, clause.id) for clause in rulebook for name in clause.options}
    assert by_option == by_clause


def test_an_option_that_is_our_reading_has_a_reading(rulebook):
    for option in PiecepackmanRules.options():
        if option.reading:
            assert any(rulebook[id].reading for id in option.clauses), option.name


def test_everything_that_is_told_goes_by_a_clause_of_the_rulebook(rulebook):
    for seed in range(3):
        match = pp.Match(pp.game("piecepackman"), seed=seed, seats=dict.fromkeys(SUITS, "random"))
        match.run(400)
        assert {step.event.clause for step in match.steps} <= set(rulebook.clauses)


def test_a_clause_that_is_not_there_is_refused(rulebook):
    with pytest.raises(BadInput, match="the clause is 'PM-99'; accepted: an id in the rulebook"):
        rulebook["PM-99"]
    assert str(rulebook["PM-23"]) == (
        "PM-23 Ghost house closed to him. He never enters the ghost house."
    )
