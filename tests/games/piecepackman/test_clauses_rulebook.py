"""The rulebook of Piecepackman: complete, plain, and of one mind with the rule options."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput


def test_an_unknown_clause_is_refused() -> None:
    rulebook = pp.game("piecepackman").rulebook
    with pytest.raises(BadInput, match="the clause is 'PM-99'; expected an id in the rulebook"):
        rulebook["PM-99"]
    assert str(rulebook["PM-23"]) == (
        "PM-23 Ghost house closed to him. He never enters the ghost house."
    )
