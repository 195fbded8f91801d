"""Saved matches of P.A.C.O.: equal when loaded, also in the middle of a secret; damaged refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import piecepack_nb as pp
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record

POSITION = {"suns": "c3 N", "moons": "d4 W", "crowns": "off, 2 points"}


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


def test_a_record_of_another_order_is_refused() -> None:
    match = pp.Match(pp.game("paco", players=3), seed=4, position=POSITION)
    match.play("moons forward")
    record = json.loads(json.dumps(to_record(match)))
    record["moves"][0]["move"] = "moons left"
    with pytest.raises(pp.BadInput):
        from_record(record)
