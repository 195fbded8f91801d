"""The options of Worm Derby."""

from __future__ import annotations

import pytest

import piecepack_nb as pp


@pytest.mark.parametrize("name", ["coin", "tile"])
def test_a_number_too_large_for_a_float_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(
        pp.BadInput, match=rf"^{name} is a whole number of 1329 bits; expected one of "
    ) as caught:
        pp.game("worm_derby", **{name: 10**400})
    assert len(str(caught.value)) < 200
