"""The rulebook of P.A.C.O.: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import re

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.rulebook import Rulebook
from piecepack_nb.games.paco.rules import PacoRules

NUMBERS = [*range(1, 5), *range(10, 17), *range(20, 28), *range(30, 36), *range(40, 45)]


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return pp.game("paco").rulebook


def test_every_clause_is_there_in_order(rulebook: Rulebook) -> None:
    assert list(rulebook.clauses) == [f"PA-{number}" for number in NUMBERS]


def test_it_names_the_author_the_source_and_the_licence(rulebook: Rulebook) -> None:
    assert rulebook.title == "P.A.C.O."
    assert "Mike Reddy" in rulebook.author
    assert "G*M*S Magazine" in rulebook.source
    assert rulebook.licence


def test_each_clause_is_a_title_and_a_few_sentences(rulebook: Rulebook) -> None:
    for clause in rulebook:
        assert re.fullmatch(r"[A-Z].*[^.]", clause.title), clause.id
        for text in filter(None, (clause.text, clause.reading)):
            assert re.match(r"[A-Z0-9]", text), clause.id
            assert text.endswith("."), clause.id
            assert len(text) <= 420, clause.id
        assert clause.text, clause.id


def test_clauses_name_only_clauses_that_there_are(rulebook: Rulebook) -> None:
    for clause in rulebook:
        named = set(re.findall(r"PA-\d+", clause.text + clause.reading))
        assert named <= set(rulebook.clauses) - {clause.id}, clause.id


def test_options_and_clauses_name_each_other(rulebook: Rulebook) -> None:
    by_option = {(each.name, id) for each in PacoRules.options() for id in each.clauses}
    by_clause = {(name, clause.id) for clause in rulebook for name in clause.options}
    assert by_option == by_clause


def test_what_is_our_reading_is_marked_in_rules_and_rulebook(rulebook: Rulebook) -> None:
    for option in PacoRules.options():
        if option.reading:
            assert any(rulebook[id].reading for id in option.clauses), option.name


@pytest.mark.clause("PA-20")
@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("players", 7, "a whole number from 2 to 6"),
        ("players", 1, "a whole number from 2 to 6"),
        ("holes", -2, "a whole number from -1 to 12"),
        ("holes", 13, "a whole number from -1 to 12"),
        ("start", "anywhere", "one of 'rolled', 'figure'"),
        ("headings", "N", "one of 'rolled', 'chosen'"),
        ("priority", "moves, turns", "turns, moves, jumps, lifts, pushes, in any order"),
        ("priority", 3, "or a text of one's own"),
        ("stun_turns", 4, "a whole number from 0 to 3"),
        ("turn_limit", 0, "a whole number from 1 to 200"),
        ("follow", 1, "True or False"),
    ],
)
def test_options_out_of_range_are_refused(name: str, value: object, accepted: str) -> None:
    with pytest.raises(BadInput, match=name) as caught:
        pp.game("paco", **{name: value})
    assert accepted in str(caught.value)
