"""The rulebook of P.A.C.O.: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.rulebook import Rulebook
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.rules import PacoRules

NUMBERS = [*range(1, 5), *range(10, 17), *range(20, 28), *range(30, 36), *range(40, 45)]


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return pp.game("paco").rulebook


def test_every_clause_is_there_in_order(rulebook: Rulebook) -> None:
    assert list(rulebook.clauses) == [f"PA-{number}" for number in NUMBERS]


def test_the_rulebook_names_the_author_the_source_and_the_licence(rulebook: Rulebook) -> None:
    assert rulebook.title == "P.A.C.O."
    assert "Mike Reddy" in rulebook.author
    assert "G*M*S Magazine" in rulebook.source
    assert rulebook.licence


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
        ("priority", 3, "or your own text"),
        ("stun_turns", 4, "a whole number from 0 to 3"),
        ("turn_limit", 0, "a whole number from 1 to 200"),
        ("follow", 1, "True or False"),
    ],
)
def test_options_out_of_range_are_refused(name: str, value: object, accepted: str) -> None:
    with pytest.raises(BadInput, match=name) as caught:
        pp.game("paco", **{name: value})
    assert accepted in str(caught.value)


def test_help_is_complete_without_other_modules() -> None:
    """No reader of ``help(game.position)`` is sent to a module of the package."""
    for method in (Paco.position, Paco.payoffs, Paco.observation):
        text = method.__doc__ or ""
        assert "see ``" not in text
        assert "Raises BadInput" in text
    assert "holes and clear_of_holes" in next(
        each.help for each in PacoRules.options() if each.name == "start"
    )
