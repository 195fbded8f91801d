"""Matches of Activator in time and on disk: undo, branches, saves, other rules; hostile files."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from tests.core.damage import one_line, refused_or_true, replaced
from tests.games.activator.random_play import RULES, matches

ATTACK = """
4  e    .    .    dA
3  .    .    .    .
2  .    .    f    CB
1  Fa   D    .    .
red to move
"""


def read(text: str) -> pp.Match:
    return from_record(parse(text, "the file"))


@settings(max_examples=30)
@given(matches(rules=st.just({})), RULES)
def test_the_rules_can_change_in_the_middle(match: pp.Match, rules: Any) -> None:
    if not match.record:  # then it begins anew
        return
    try:
        other = match.onward(match.cursor, **rules)
    except BadInput as error:
        one_line(error)
    else:
        same = match.state._replace(earlier=(), outcome=None)
        assert other.state._replace(earlier=(), outcome=None) == same


@pytest.mark.clause("AC-23", "AC-25", "AC-31")
def test_live_changes_of_one_rule() -> None:
    match = pp.Match(pp.game("activator"), seed=1, position=ATTACK)
    match.play("d2-c2 A-a4")
    for rules, clause in [({"double_reach": 1}, None), ({"reduced_to": 2}, "AC-31")]:
        parting = match.under(**rules).divergence
        assert (parting and parting.clause) == clause
    assert match.under(stacking="any").divergence is None
    with pytest.raises(BadInput, match="stack_height is 9; expected a whole number from 2 to 5"):
        match.under(stack_height=9)
    other = pp.Match(pp.game("activator", stack_height=4), seed=1, position=ATTACK.replace(
        "CB", "FEDC"))  # fmt: skip
    with pytest.raises(BadInput, match="d2 is 'FEDC'; expected a stack of at most 3 pieces"):
        other.under(stack_height=3)


@pytest.mark.clause("AC-32")
def test_repeated_positions_are_counted_from_the_change_of_the_rule() -> None:
    match = pp.Match(pp.game("activator", repetition=0), seed=1)
    for move in 3 * ("c1-c2", "b4-b3", "c2-c1", "b3-b4"):
        match.play(move)
    other = match.onward(match.cursor, repetition=2)
    assert len(other.state.earlier) == 1
    for move in ("c1-c2", "b4-b3", "c2-c1", "b3-b4"):
        assert other.result is None
        other.play(move)
    assert other.result.clause == "AC-32"
    back = other.onward(2, repetition=0)
    assert back.state.earlier == ()


# --- files from anywhere ------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["squares", "activators", "earlier", "occupied"])
def test_a_position_that_was_tampered_with_is_refused(place: str) -> None:
    match = pp.Match(pp.game("activator", turns_to_survive=2), seed=4, position=ATTACK)
    match.play("d2-c2 A-a4")
    record = to_record(match)
    assert refused_or_true(read, record) is not None
    for value in (None, [], {}, "x", 10**30, {"a1": "red B"}, [[]]):
        assert refused_or_true(read, replaced(record, ("start", place), value)) is None or (
            value == record["start"][place]
        )
