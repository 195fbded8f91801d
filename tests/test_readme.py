"""The examples of the README, of each game's page, of the how-tos and of the docstrings."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import piecepack_nb as pp
from piecepack_nb.__main__ import main
from piecepack_nb.core import registry
from piecepack_nb.core.progress import QUIET
from tests.conftest import GAMES

DOTALL = re.MULTILINE | re.DOTALL
ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
HOW_TOS = ("maze", "bot", "lesson", "experiment")  # tests/design/test_page.py has that of a game


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """Forget the games that examples register, but none of the shelf, which register only once."""
    for name in registry.shelf():
        registry.find(name)
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show no progress, which a busy machine is slow enough for: it would be in the outputs."""
    monkeypatch.setenv(QUIET, "1")


def page(game: str) -> Path:
    """Return the page of a game."""
    return ROOT / "piecepack_nb" / "games" / game / "README.md"


def tried(path: Path) -> int:
    """Return the number of examples of a page; all must pass."""
    failed, number = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert not failed
    return number


def test_the_examples_of_the_readme_run() -> None:
    assert tried(README) > 5


def test_its_shortest_game_is_the_first_of_the_page_for_students() -> None:
    """tests/design/test_page.py runs it."""
    code = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), DOTALL)
    game = next(each for each in code if "(Board)" in each)
    assert game.count("\n") <= 15
    assert f"```python\n{game}" in (ROOT / "docs/your_own_game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_of_each_games_readme_run(game: str) -> None:
    assert tried(page(game)) > 2


@pytest.mark.parametrize("thing", HOW_TOS)
def test_the_examples_of_each_how_to_run(thing: str) -> None:
    assert tried(ROOT / f"docs/your_own_{thing}.md") > 4


def test_the_examples_of_all_docstrings_run() -> None:
    found = walk_packages(pp.__path__, "piecepack_nb.")
    missing = "open_spiel_game" if sys.platform == "win32" else "__main__"  # no OpenSpiel there
    names = [each.name for each in found if not each.name.endswith(("__main__", missing))]
    modules = [import_module(name) for name in names]
    results = [
        doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        for module in (pp, *modules)
    ]
    assert sum(each.failed for each in results) == 0
    assert sum(each.attempted for each in results) > 100


@pytest.mark.parametrize("game", GAMES)
def test_each_games_readme_has_the_table_of_options(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a change: python -m tools.options."""
    assert main(["options", "--markdown", game]) == 0
    table = capsys.readouterr().out
    assert len(table.splitlines()) > 8
    assert table in page(game).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_links_to_every_game(game: str) -> None:
    link = page(game).relative_to(ROOT).as_posix()
    assert f"[{pp.game(game).title}]({link})" in README.read_text(encoding="utf-8")
