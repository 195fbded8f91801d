"""Saved matches of P.A.C.O.: equal when loaded, also in the middle of a secret; damaged refused."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from tests.core.damage import VALUES, refused_or_true, removed, replaced, spots

POSITION = {"suns": "c3 N", "moons": "d4 W", "crowns": "off, 2 points"}


def read(text: str) -> pp.Match:
    return from_record(parse(text, "the file"))


@cache
def records() -> tuple[dict[str, Any], ...]:
    """A match from its set-up, and one from a position that stops in the middle of a secret."""
    game = pp.game("paco", turn_limit=6)
    first = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "random"))
    first.run(40)
    second = pp.Match(pp.game("paco", players=3, follow=True), seed=4, position=POSITION)
    for text in ("moons forward", "suns forward", "roll 3 5", "crowns returns", "roll 4 5 N"):
        second.play(text)
    second.play("crowns lift")
    return to_record(first), to_record(second)


@pytest.mark.clause("PA-20")
def test_a_match_with_hidden_moves_is_saved_and_loaded(tmp_path: Path) -> None:
    match = pp.Match(pp.game("paco", players=3), seed=4, position=POSITION)
    match.play("moons lift")
    again = pp.load(match.save(tmp_path / "match.json"))
    assert again.state == match.state
    assert again.to_act == match.to_act
    assert to_record(again) == to_record(match)
    again.play("suns left")
    match.play("suns left")
    assert [str(step.event) for step in again.steps] == [str(step.event) for step in match.steps]


@pytest.mark.clause("PA-20", "PA-23")
def test_a_journal_is_resumed_between_orders_and_dice(tmp_path: Path) -> None:
    match = pp.Match(pp.game("paco", players=3), seed=4, position=POSITION)
    Journal(match, tmp_path / "journal")
    for text in ("moons forward", "suns forward"):
        match.play(text)
    assert match.state.phase == "dice"
    again = resume(tmp_path / "journal")
    assert again.state == match.state
    assert again.run() == match.run()


def test_under_other_rules_a_match_diverges_where_they_matter() -> None:
    match = pp.Match(pp.game("paco", players=3), seed=4,
                     position={"suns": "c3 N", "moons": "c4 E", "crowns": "f6 N"})  # fmt: skip
    for text in ("moons forward", "suns forward", "crowns left", "suns left"):
        match.play(text)
    other = match.under(follow=True)
    assert other.divergence is not None
    assert other.divergence.clause == "PA-22"
    assert other.state.players["suns"].square == "c4"


@settings(max_examples=60, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.data())
def test_a_damaged_record_is_refused_or_equal(data: Any) -> None:
    record = json.loads(json.dumps(data.draw(st.sampled_from(records()))))
    spot = data.draw(st.sampled_from([spot for spot in spots(record) if spot]))
    damaged = removed(record, spot) if data.draw(st.booleans()) else replaced(
        record, spot, data.draw(VALUES)
    )  # fmt: skip
    refused_or_true(read, damaged)


def test_a_record_of_another_order_is_refused() -> None:
    record = json.loads(json.dumps(records()[1]))
    record["moves"][0]["move"] = "moons left"
    with pytest.raises(pp.BadInput):
        from_record(record)
