"""The README's badges lead to the start notebook on Binder, wherever the repository is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.badges import BLOCK, START, address, badges, binder, written

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_readmes_badges_use_the_address_in_pyproject() -> None:
    (found,) = BLOCK.findall(README)
    assert found[1] == badges(address(PYPROJECT)), "run 'python tools/badges.py'"
    assert (ROOT / START).is_file()


def test_without_an_address_nothing_points_nowhere() -> None:
    assert badges(None) == ""
    placeholder = "OWNER"
    named = [path for path in ROOT.glob("*.md") if placeholder in path.read_text(encoding="utf-8")]
    named += [
        path
        for path in (ROOT / "notebooks").rglob("*.ipynb")
        if "mybinder" in path.read_text(encoding="utf-8")
    ]
    assert named == []


def test_badges_change_with_the_address() -> None:
    named = '[project]\nname = "a"\n[project.urls]\nRepository = "https://github.com/we/game"\n'
    assert address(named) == "https://github.com/we/game"
    *_, lab, voila = badges(address(named)).splitlines()
    page = "notebooks%2F00_start_here.ipynb"
    assert lab.endswith(f"(https://mybinder.org/v2/gh/we/game/HEAD?urlpath=lab%2Ftree%2F{page})")
    assert voila.endswith(f"v2/gh/we/game/HEAD?urlpath=voila%2Frender%2F{page})")
    again = written(README, address(named))
    assert badges(address(named)) in again
    assert written(again, address(PYPROJECT)) == README


@pytest.mark.parametrize(
    ("repository", "served"),
    [
        ("https://github.com/we/game.git", "gh/we/game"),
        ("https://gitlab.com/we/all/game", "gl/we%2Fall%2Fgame"),
        ("https://example.org/we/game", "git/https%3A%2F%2Fexample.org%2Fwe%2Fgame"),
    ],
)
def test_binder_knows_each_host(repository: str, served: str) -> None:
    assert binder(repository) == f"https://mybinder.org/v2/{served}/HEAD"


@pytest.mark.parametrize("wrong", ["git@github.com:we/game.git", "https://github.com/we", "game"])
def test_an_invalid_address_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="expected https://host/owner/name"):
        binder(wrong)
