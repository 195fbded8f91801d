"""A small run of each campaign, in `make check` of some, and the frame that counts them."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.hosting.server import Server
from piecepack_nb.hosting.session import Session
from piecepack_nb.hosting.shared_table import SeatTable, SharedTable
from tests.conftest import PROFILE, sampled
from tests.soak.campaigns import Campaign, Different, Lost, Row, campaigns, table
from tests.soak.injection import no_markup

SMALL = 5 if PROFILE == "quick" else 20


@pytest.mark.thorough
@pytest.mark.parametrize("name", sampled(list(campaigns()), 3, 2))
def test_a_small_run_breaks_nothing(name: str) -> None:
    row = campaigns()[name].run(SMALL)
    assert row.tried
    failed = row.crashed + row.different + row.lost  # `make soak` counts the slow ones, too
    assert failed == 0, table([row])


def test_each_way_to_fail_is_counted_and_named() -> None:
    two_lines, raw = BadInput(""), BadInput("")
    two_lines.args, raw.args = ("two\nlines",), ("a raw \x7f",)  # as BadInput shows escapes

    def play(size: int, row: Row, _random: Random) -> None:
        errors = [
            BadInput("a plain line"), two_lines, raw,
            Different("another game"), Lost("a move"), KeyError("a bug"), None,
        ]  # fmt: skip
        for number in range(size):
            with row.attempt(f"number {number}"):
                if (error := errors[number % len(errors)]) is not None:
                    raise error
        with row.attempt("a nap", limit=0.01):
            time.sleep(0.02)

    row = Campaign("all of them", play, 0.1).run(70)
    assert (row.tried, row.refused, row.crashed) == (8, 3, 3)
    assert (row.different, row.slow, row.lost) == (1, 1, 1)
    text = table([row])
    assert "accepted but different" in text.splitlines()[0]
    assert "number 1, crashed: its error is no plain line" in text


@pytest.mark.parametrize(
    "markup",
    [
        "<script>hacked()</script>", "<p onclick='x'>", "<img src='x'>", "<p hacked=''>",
        "<a href='javascript:hacked'>", "<svg><title></title><iframe></iframe></svg>",
    ],
)  # fmt: skip
def test_markup_in_a_page_is_found(markup: str) -> None:
    no_markup("<p>&lt;script&gt;hacked()&lt;/script&gt;</p>")
    with pytest.raises(Different):
        no_markup(f"<p>{markup}</p>")


@pytest.mark.parametrize(
    ("holder", "name", "planted", "found"),
    [
        (SharedTable, "viewer", property(lambda _table: None), "tells the secret"),
        (SeatTable, "_commit", SharedTable._commit, "moved, by a device of"),
        (Server, "comes_from_own_page", lambda *_: True, "let in with"),
        (Session, "right_of", lambda *a, own=Session.right_of: own(*a) or "join", "let in by"),
    ],
    ids=["all is shown", "others' seats move", "other pages come in", "any token will do"],
)
def test_what_is_wrong_at_a_table_is_found(
    monkeypatch: pytest.MonkeyPatch, holder: type, name: str, planted: Any, found: str
) -> None:
    monkeypatch.setattr(holder, name, planted)
    row = Row("tables")
    for seed in range(12):
        campaigns()["tables"].play(3, row, Random(seed))
        if found in str(row.examples):
            return
    raise AssertionError(f"{found!r} in none of {row.examples}")
