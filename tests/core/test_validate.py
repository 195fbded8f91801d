"""Entries of plain data: what is right comes back as it is, anything else is said in one line."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.validate import all_entries, flag, mapping, one_of, sequence, whole_number

WORDS = ("", *"abcdefgh")


def test_valid_values_are_returned() -> None:
    assert mapping("it", {"a": 1}) == {"a": 1}
    assert all_entries("it", {"a": 1, "b": 2}, ["b", "a"]) == {"a": 1, "b": 2}
    assert one_of("it", "b", WORDS) == "b"
    assert whole_number("it", -1, -1, 0) == -1
    assert flag("it", False) is False
    assert sequence("it", ("a", 1), 2) == ["a", 1]


@pytest.mark.parametrize(
    ("check", "complaint"),
    [
        (lambda: mapping("it", [1]), "it is [1]; expected a mapping of its entries by name"),
        (lambda: mapping("it", {1: 1}), "it is {1: 1}; expected a mapping of its entries by name"),
        (lambda: all_entries("it", {"c": 1}, ["a", "b"]),
         "an entry of it is 'c'; expected one of a, b"),
        (lambda: all_entries("it", {"a": 1}, ["a", "b"]), "it has no entry 'b'"),
        (lambda: one_of("it", 1, WORDS[:3]), "it is 1; expected '', a, b"),
        (lambda: one_of("it", "z", WORDS, "a letter"), "it is 'z'; expected a letter"),
        (lambda: one_of("it", "z", WORDS),
         "it is 'z'; expected such as '', a, b, c, d, e, f, g"),
        (lambda: whole_number("it", True, 0, 1),
         "it is True; expected a whole number from 0 to 1"),
        (lambda: whole_number("it", 2, 0, 1), "it is 2; expected a whole number from 0 to 1"),
        (lambda: flag("it", 1), "it is 1; expected True or False"),
        (lambda: sequence("it", "ab", 2), "it is 'ab'; expected a list of at most 2"),
        (lambda: sequence("it", [1, 2], 1, "seats"),
         "it is [1, 2]; expected a list of at most 1 seats"),
    ],
)  # fmt: skip
def test_invalid_values_are_refused_with_the_reason(check: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        check()
    assert str(caught.value) == complaint
