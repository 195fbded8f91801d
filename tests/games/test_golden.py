"""Golden playthroughs: whole games, line by line as they stand in ``GAME/golden/``.

``python -m tests.golden`` writes them anew after a change that is meant.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import piecepack_nb as pp
from piecepack_nb.core.record import save, to_record
from piecepack_nb.core.registry import find
from tests import golden
from tests.conftest import GAMES
from tests.transcript import transcript

ROOT = Path(__file__).parents[2]
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "piecepack_nb/core/save.schema.json").read_text("utf-8"))
)
SCRIPT = "from tests import golden; print(golden.text('{}'), end='')"


def test_every_game_has_playthroughs() -> None:
    assert sorted(GAMES) == sorted(golden.GAMES)


@pytest.mark.parametrize("name", golden.names())
def test_a_golden_game_is_unchanged(name: str) -> None:
    text = golden.path(name).read_text("utf-8")
    assert golden.text(name).splitlines() == text.splitlines(), (
        f"{name} is played otherwise now; if that is meant: python -m tests.golden"
    )


@pytest.mark.parametrize("name", golden.names())
def test_a_saved_golden_game_fits_the_published_schema(name: str) -> None:
    record = json.loads(json.dumps(to_record(golden.played(name))))
    assert list(SCHEMA.iter_errors(record)) == []
    record["rules"]["no such option"] = 1
    assert not SCHEMA.is_valid(record)


@pytest.mark.parametrize("game", golden.GAMES)
def test_golden_games_do_not_depend_on_set_order(game: str) -> None:
    """Sets of texts are ordered otherwise in every process; the game must not be."""
    name = f"{game}/{next(iter(golden.of(game).PLAYTHROUGHS))}"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.decode("utf-8") == golden.path(name).read_text("utf-8")


@pytest.mark.parametrize("game", golden.GAMES)
def test_each_kind_of_event_that_happens_is_declared(game: str) -> None:
    """Here, where the games are played, since each process would play them anew."""
    games = [golden.played(each) for each in golden.names() if each.startswith(f"{game}/")]
    happened = {step.event.kind for match in games for step in match.steps}
    assert happened - set(find(game).event_kinds) == set()
    assert len(happened) > len(find(game).event_kinds) / 2


@pytest.mark.parametrize("game", golden.GAMES)
def test_golden_games_cover_their_clauses(game: str) -> None:
    names = [name for name in golden.names() if name.startswith(f"{game}/")]
    texts = "".join(golden.path(name).read_text("utf-8") for name in names)
    prefix = next(iter(pp.game(game).rulebook.clauses)).partition("-")[0]
    missing = [number for number in golden.of(game).CLAUSES if f"[{prefix}-{number}]" not in texts]
    assert not missing


@pytest.mark.parametrize("name", golden.names())
def test_a_golden_game_is_the_same_after_save_and_load(name: str, tmp_path: Path) -> None:
    match = golden.played(name)
    again = pp.load(save(match, tmp_path / "match.json"))
    assert transcript(again).splitlines()[4:] == transcript(match).splitlines()[4:]
    assert [step.state for step in again.steps] == [step.state for step in match.steps]
    assert str(again.result) == str(match.result)
