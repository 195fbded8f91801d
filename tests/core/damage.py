"""Ways to damage a saved match, and what must come of it: BadInput in one line, or a true match."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record

Spot = tuple[str | int, ...]
"""Where in a JSON document something stands: the keys that lead there."""

WORDS = ("", "suns", "f4", "order", "hold", "roll die 4", "roll suns 5", "person", "a\nb", "\ud800")
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**30, -1, 0, 1, 2**63, 1e308, -0.0, 1.0, float("inf"), float("nan")])
    | st.sampled_from(WORDS)
    | st.text(max_size=8)
)
VALUES = st.recursive(
    LEAVES,
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=4), inside, max_size=4)
    ),
    max_leaves=8,
)
"""Any JSON value, and NaN and infinity, which Python's own writer lets through."""


def spots(data: Any, here: Spot = ()) -> Iterator[Spot]:
    """Yield every place in a JSON document, the document itself first."""
    yield here
    if isinstance(data, dict | list):
        keys = data if isinstance(data, dict) else range(len(data))
        for key in keys:
            yield from spots(data[key], (*here, key))


def replaced(data: Any, spot: Spot, value: Any) -> Any:
    """Return the document with something else in one place."""
    if not spot:
        return value
    data = copy.deepcopy(data)
    inside = data
    for key in spot[:-1]:
        inside = inside[key]
    inside[spot[-1]] = value
    return data


def removed(data: Any, spot: Spot) -> Any:
    """Return the document without the entry at one place."""
    data = copy.deepcopy(data)
    inside = data
    for key in spot[:-1]:
        inside = inside[key]
    del inside[spot[-1]]
    return data


def refused_or_true(load: Callable[[str], Match], data: Any) -> Match | None:
    """Return the match that a document gives, or None if it raises a one-line BadInput."""
    text = data if isinstance(data, str) else json.dumps(data)
    try:
        match = load(text)
    except BadInput as error:
        one_line(error)
        return None
    says_the_same(json.loads(text), to_record(match))
    return match


def says_the_same(written: dict[str, Any], again: dict[str, Any]) -> None:
    """Return True if both records mean the same match."""
    for name, value in written.items():
        if name == "rules":  # those that aren't named are as printed
            assert {**again["rules"], **value} == again["rules"]
        elif name == "changed":  # an option may be set as it is printed
            assert {*again[name]} <= {*value}
        elif name == "seats":
            assert {**again["seats"], **value} == again["seats"]
        elif name == "moves":  # a move may be written in more than one way
            checks = [(each["turn"], each["check"]) for each in value]
            assert checks == [(each["turn"], each["check"]) for each in again["moves"]]
        elif name == "earlier":
            for one, other in zip(value, again[name], strict=True):
                says_the_same(one, other)
        else:
            assert again[name] == value, name
            assert type(again[name]) is type(value), name


def one_line(error: Exception) -> None:
    message = str(error)
    assert message
    assert len(message.splitlines()) == 1, message[:500]
    assert len(message) < 600, message[:500]
