"""Strategies and checks shared by the tests of every game."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.rules import Option, Rules
from tests.core.damage import one_line

SEEDS = st.integers(0, 2**31)
Drawn = TypeVar("Drawn")


def changes(rules: type[Rules], **values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Any changes of the printed rules, and often none; ``values`` are those of some options."""
    drawn = {
        option.name: values.get(option.name, option_values(option)) for option in rules.options()
    }
    return st.just({}) | st.fixed_dictionaries({}, optional=drawn)


def option_values(option: Option) -> st.SearchStrategy[Any]:
    """Any value of an option; True or False where it has neither choices nor a range."""
    if option.choices:
        return st.sampled_from(option.choices)
    return st.booleans() if option.low is None else st.integers(option.low, option.high)


def some_of(strategy: st.SearchStrategy[Drawn], number: int) -> tuple[Drawn, ...]:
    """Return so many examples, for tests that do no more than read them."""
    found: list[Drawn] = []

    @settings(max_examples=number, database=None)
    @given(strategy)
    def find(example: Drawn) -> None:
        found.append(example)

    find()
    return tuple(found)


def can_be_read(match: pp.Match) -> None:
    """Assert that each step has a clause, a sentence, and data that JSON can hold."""
    for step in match.steps:
        assert match.game.rulebook[step.event.clause]
        assert step.event.text
        assert "{" not in step.event.text
        json.dumps(dict(step.event.data))
        if step.event.why is not None:
            json.dumps(step.event.why.to_json())


def read_or_refused(match: pp.Match, text: str) -> None:
    """Assert that a text is a move, or is refused in one line with nothing changed."""
    before = (match.state, match.cursor, match.steps)
    try:
        match.play(text)
    except pp.BadInput as error:
        one_line(error)
        assert (match.state, match.cursor, match.steps) == before
