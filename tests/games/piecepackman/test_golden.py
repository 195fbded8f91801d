"""Golden playthroughs: whole games, line by line as they stand in ``golden/``.

``python -m tests.golden`` writes them anew after a change that is meant.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from piecepack_nb.core.record import load, save
from piecepack_nb.core.transcript import transcript
from tests import golden

ROOT = Path(__file__).parents[3]
SCRIPT = (
    "from tests import golden; import sys; print(golden.transcript(golden.played('{}')), end='')"
)


@pytest.mark.parametrize("name", golden.GAMES)
def test_a_golden_game_is_played_as_ever(name: str) -> None:
    text = golden.path(name).read_text("utf-8")
    assert transcript(golden.played(name)).splitlines() == text.splitlines(), (
        f"{name} is played otherwise now; if that is meant: python -m tests.golden"
    )


@pytest.mark.parametrize("name", ["plain", "three_players"])
@pytest.mark.parametrize("hashes", ["1", "77"])
def test_the_order_of_sets_has_no_part_in_it(name: str, hashes: str) -> None:
    """Sets of texts are ordered otherwise in every process; the game must not be."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.decode("utf-8") == golden.path(name).read_text("utf-8")


def test_the_golden_games_meet_nearly_every_clause() -> None:
    """They are worth comparing: hunger, attacks, portals, immunity, wild cubes, the ends."""
    texts = "".join(golden.path(name).read_text("utf-8") for name in golden.GAMES)
    for number in (
        2, 4, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 24, 30, 31, 32, 34, 35, 37, 38,
        40, 41, 42, 60, 61, 62, 63, 64, 65, 66, 67, 69, 70, 71,
    ):  # fmt: skip
        assert f"[PM-{number}]" in texts, number


def test_a_golden_game_is_the_same_after_save_and_load(tmp_path: Path) -> None:
    import piecepack_nb as pp

    match = golden.played("three_players")
    again = pp.load(save(match, tmp_path / "match.json"))
    assert transcript(again).splitlines()[4:] == transcript(match).splitlines()[4:]
    assert [step.state for step in again.steps] == [step.state for step in match.steps]
    assert load(tmp_path / "match.json", lambda _, rules: pp.game("piecepackman", **rules)).result
    assert str(again.result) == str(match.result)
