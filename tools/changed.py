"""Print the tests of what was changed, for `make quick`: tests/ mirrors piecepack_nb/.

    python -m tools.changed             since the last commit, or in it where nothing is changed
    python -m tools.changed REVISION    since a revision

A changed file is tested by the file of tests with its name, or else by the folder of its part; a
game also by the golden games. A tool may have a file of tests.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = ("tests/test_house.py",)
PAGES = ("tests/test_documents.py", "tests/test_readme.py")
GOLDEN = "tests/games/test_golden.py"


def changed_files(since: str = "") -> list[str]:
    """Return the files that differ from a revision, by default the last commit or its parent."""
    new = _git("ls-files", "--others", "--exclude-standard")
    if since:
        return [*_git("diff", "--name-only", since), *new]
    return [*_git("diff", "--name-only", "HEAD"), *new] or _git("diff", "--name-only", "HEAD~1")


def _git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")[:-1]


def chosen_for(files: Iterable[str]) -> list[str]:
    """Return the files and folders of tests for changed files, each once.

    A folder that was renamed has no tests of its old name.
    """
    found = dict.fromkeys([*ALWAYS, *(each for file in files for each in _chosen_for(file))])
    found = {each: None for each in found if (ROOT / each).exists()}
    folders = {each for each in found if not each.endswith(".py")}
    return [each for each in found if folders.isdisjoint(map(str, PurePosixPath(each).parents))]


def _chosen_for(file: str) -> Iterator[str]:
    path = PurePosixPath(file)
    parts = path.parts
    if parts[:1] == ("tests",):
        yield from _of_a_test(path)
    elif parts[:2] == ("piecepack_nb", "games") and len(parts) > 3:
        yield f"tests/games/{parts[2]}"
        yield GOLDEN
    elif parts[:1] == ("piecepack_nb",) and path.suffix == ".py":
        own = Path("tests", *parts[1:-1], f"test_{path.name}")
        folder = own.parent.as_posix()
        yield (
            own.as_posix() if (ROOT / own).exists() else folder if len(parts) > 2 else "tests/core"
        )
    elif parts[:1] == ("tools",):
        yield from (each for each in (f"tests/test_{path.name}",) if (ROOT / each).exists())
    elif path.suffix in (".md", ".toml"):
        yield from PAGES
    elif path.suffix == ".ipynb":
        yield "tests/lessons/test_copies.py"


def _of_a_test(path: PurePosixPath) -> Iterator[str]:
    """Yield a file of tests; of a helper, the folder that it helps."""
    if path.parts[1:2] == ("browser",) or path.suffix != ".py":
        return
    if path.name.startswith("test_"):
        if (ROOT / path).exists():
            yield str(path)
    elif len(path.parts) > 2:
        yield path.parent.as_posix()


if __name__ == "__main__":
    print("\n".join(chosen_for(changed_files(*sys.argv[1:2]))))
