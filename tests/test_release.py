"""The distributions, and the files that a release and its users need."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import piecepack_nb as pp
from tests.test_documents import TARGETS
from tools import site

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.thorough
def test_the_distributions_pass_the_check_of_the_package_index(dist: Path) -> None:
    files = sorted(map(str, dist.iterdir()))
    check = [sys.executable, "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == len(files) == 2


def test_the_version_is_that_of_the_package(dist: Path) -> None:
    names = {each.name for each in dist.iterdir()}
    stem = f"piecepack_nb-{pp.__version__}"
    assert names == {f"{stem}.tar.gz", f"{stem}-py3-none-any.whl"}


def test_the_wheel_plays_without_anything_else_installed(dist: Path, tmp_path: Path) -> None:
    """The engine, scenes and saves need only the standard library."""
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        "import piecepack_nb as pp; match = pp.Match(pp.game('pacman'), seed=1, seats='random')\n"
        "match.run(); match.save('saved.json'); assert pp.load('saved.json').state == match.state"
    )
    run = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}]\n{code}",
    ]
    subprocess.run(run, cwd=tmp_path, check=True)


def test_the_source_archive_has_what_its_documents_link_to(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "SECURITY.md"} <= names
    assert {"notebooks/00_start_here.ipynb", "examples/games/nim.py", "Makefile"} <= names
    assert {".github/workflows/test.yml", "requirements-dev.txt"} <= names, "make test needs them"
    assert [name for name in names if "node_modules" in name or "__pycache__" in name] == []


def jobs(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"])


def commands(path: Path) -> list[list[str]]:
    """Return the words of each command that a workflow runs."""
    steps = [step for job in jobs(path).values() for step in job["steps"]]
    return [shlex.split(line) for step in steps for line in step.get("run", "").splitlines()]


def fault(words: list[str]) -> str:
    """Return what a command names that doesn't exist."""
    if words[0] == "make":
        wrong = [word for word in words[1:] if "=" not in word and word not in TARGETS]
        return f"no target {wrong}" if wrong else ""
    if words[0] == "bash":
        return "" if (ROOT / words[1]).is_file() else f"no file {words[1]}"
    return f"unknown command {words[0]}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_commands_of_the_workflows_exist(path: Path) -> None:
    assert [found for words in commands(path) if (found := fault(words))] == []
    assert commands(path), "a workflow without a command of ours would pass any change"


def test_the_site_that_is_published_is_the_one_that_make_builds() -> None:
    path = ROOT / ".github/workflows/site.yml"
    assert ["make", "site"] in commands(path)
    steps = jobs(path)["publish"]["steps"]
    (upload,) = (step for step in steps if "upload-pages" in step.get("uses", ""))
    assert ROOT / upload["with"]["path"] == site.SITE


def test_the_workflows_test_three_systems() -> None:
    matrix = jobs(ROOT / ".github/workflows/test.yml")["check"]["strategy"]["matrix"]
    assert {system.partition("-")[0] for system in matrix["os"]} == {"ubuntu", "windows", "macos"}


def test_the_citation_has_the_required_entries() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["license"] == "MIT"
    assert "version" not in citation, "the version is in one place"
