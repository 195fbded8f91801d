"""Every example of docs/neighbours.md runs, and the page says what is true."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import piecepack_nb as pp
from piecepack_nb.interop.encoding import Encoding
from tests.interop.games import OWN
from tests.test_documents import PYPROJECT

PAGE = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = {name: BLOCK.findall(text) for name, text in SECTIONS.items()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_example_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "OpenSpiel" and sys.platform == "win32":
        pytest.skip("there is no open_spiel for Windows")
    (code,) = EXAMPLES[name]
    assert 3 <= len([line for line in code.splitlines() if line]) <= 9
    monkeypatch.chdir(tmp_path)
    exec(compile(code, name, "exec"), {"__name__": "__main__"})


def test_its_table_links_to_its_sections() -> None:
    anchors = re.findall(r"\]\(#([a-z-]+)\)", PAGE)
    assert anchors == [
        name.lower().replace(" ", "-") if name != "Saved games" else "saved-games"
        for name in ("PettingZoo", "OpenSpiel", "Portable Piecepack Notation", "pandas and Altair")
    ] + ["saved-games"]
    assert {name.lower().replace(" ", "-") for name in SECTIONS} >= set(anchors)


def test_its_extras_exist() -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    named = re.findall(r"\| `(\w+)` \|$", PAGE, re.MULTILINE)
    assert set(named) == {"pettingzoo", "open_spiel", "measure"}
    assert set(named) <= set(extras)


def test_it_is_true_that_a_game_has_about_a_hundred_actions() -> None:
    sizes = [len(Encoding(pp.game(name)).words) for name in OWN]
    assert max(sizes) <= 125
