"""``binder/`` as repo2docker reads it; tests/browser/test_binder.py builds it and plays there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.binder import FOLDER, PROJECT, Plan, canonical, checkout, needed, pins, plan


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return plan(checkout(tmp_path_factory.mktemp("binder") / "repository"))


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def test_repo2docker_accepts_the_folder(planned: Plan) -> None:
    assert planned.commands == (
        '${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"',
        "chmod +x binder/postBuild",
        "./binder/postBuild",
    )
    assert "KERNEL_PYTHON_PREFIX=${NB_PYTHON_PREFIX}" in planned.dockerfile, "one environment"
    assert "unspecified" not in planned.log


def test_the_environment_does_not_depend_on_the_repository(planned: Plan) -> None:
    """So that Binder builds it once, and after a commit only copies files and runs postBuild."""
    before, _, _ = planned.dockerfile.partition("# Copy stuff.")
    assert planned.commands[0] in before


def test_the_python_version_is_pinned_and_supported(planned: Plan) -> None:
    assert text("runtime.txt") == f"python-{planned.python}\n"
    assert planned.base["python"].startswith(f"{planned.python}.")
    lowest = re.fullmatch(r">=3\.(\d+)", PROJECT["requires-python"])
    assert lowest
    assert int(planned.python.removeprefix("3.")) >= int(lowest[1])


def test_requirements_are_pinned_and_fit_the_package(planned: Plan) -> None:
    pinned, base = pins(text("requirements.txt")), planned.base
    for name, requirement in needed("canvas", "lab").items():
        version = pinned.get(name) or base.get(name)
        assert version, f"nothing brings {name}"
        assert version in requirement.specifier, name


def test_the_servers_own_widgets_are_kept(planned: Plan) -> None:
    """Another version would have to be built into the page, or be downloaded twice."""
    pinned = pins(text("requirements.txt"))
    base = {canonical(name): version for name, version in planned.base.items()}
    for name in ("ipywidgets", "jupyterlab-widgets"):
        assert pinned[name] == base[name], name


def test_no_development_tools_are_installed_and_nothing_is_compiled() -> None:
    extras = ("canvas", "handouts", "lab", "measure", "open_spiel", "pettingzoo", "play")
    tools = needed("dev").keys() - needed(*extras).keys()
    assert not pins(text("requirements.txt")).keys() & tools
    assert "--only-binary :all:" in text("requirements.txt").splitlines()


def test_post_build_stops_at_the_first_failure() -> None:
    lines = [line for line in text("postBuild").splitlines() if not line.startswith("#")]
    assert next(filter(None, lines)) == "set -euo pipefail"
    assert os.access(FOLDER / "postBuild", os.X_OK)


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.iterdir()))
def test_no_file_names_a_host(file: str) -> None:
    assert not re.search(r"https?://|index-url|find-links|localhost", text(file))


def test_pins_are_exact() -> None:
    exact = "A_b==1.2 \\\n    --hash=sha256:a1\n"
    assert pins(f"# a\n--only-binary :all:\n{exact}\n") == {"a-b": "1.2"}
    for loose in ("a>=1 --hash=sha256:a1", "a", "a==1.* --hash=sha256:a1", "a==1.2", "-e ."):
        with pytest.raises(AssertionError, match="is no exact version with a hash"):
            pins(loose)


def test_a_checkout_holds_the_files_that_git_tracks(tmp_path: Path) -> None:
    there = checkout(tmp_path / "repository")
    assert (there / "binder" / "postBuild").exists()
    assert (there / "piecepack_nb" / "widgets" / "static" / "widgets.js").exists()
    assert not (there / ".venv").exists()
