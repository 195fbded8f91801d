"""Divergences under other rules, with the clause of the changed rule."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp

GAME = pp.game("paco", players=2)


def played() -> pp.Match:
    """Return a match: suns lifts a block and pushes it; moons, in its path, is stunned."""
    match = pp.Match(GAME, seed=7, position={"suns": "b3 E", "moons": "e3 N"})
    for order in ("suns lift", "moons left", "suns push", "moons forward"):
        match.play(order)
    return match


@pytest.mark.parametrize(
    ("change", "clause", "text"),
    [
        ({"survive_points": 0}, "PA-42", "Then here: Suns and Moons are on the board"),
        ({"cause_points": 0}, "PA-41", "here: Suns gains 1 point: Moons was stunned."),
        ({"stun_points": 0}, "PA-40", "here: Moons loses 1 point: they were stunned."),
        (
            {"stun_turns": 2},
            "PA-34",
            'stunned is 1 here, 2 there. The changed rule is "Turns lost by a stun: 1 → 2"',
        ),
        ({"cause_points": 0, "stun_points": 0}, "PA-40", "here: Moons loses 1 point"),
    ],
)
def test_the_divergence_cites_the_clause_of_the_changed_rule(
    change: dict[str, Any], clause: str, text: str
) -> None:
    found = played().under(**change).divergence
    assert found is not None
    assert found.clause == clause
    assert text in found.text
