"""Checks of the whole project: direction and cost of imports, and the files of the wheel."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.binder import needed, pins
from tests.conftest import QUICK, bad_clauses, fewer_examples

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "piecepack_nb"
HEAVY = {
    "gymnasium",
    "numpy",
    "pettingzoo",
    "pyspiel",
    "scipy",
    "altair",
    "loky",
    "pandas",
    "tqdm",
    "anywidget",
    "ipywidgets",
    "ipycanvas",
    "IPython",
    "traitlets",
    "PIL",
}
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOTEBOOKS = sorted([*ROOT.glob("notebooks/**/*.ipynb"), *ROOT.glob("examples/**/*.ipynb")])
MACHINE_PATHS = re.compile(r"/(?:work|root|home|Users|tmp/team)/\w")


def python(code: str) -> str:
    """Return the output of `code` in a new Python."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def committed() -> list[Path]:
    """Return the tracked files; in an unpacked sdist, all files."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    names = done.stdout.split("\0") if done.returncode == 0 else []
    files = [ROOT / name for name in names if name] or list(ROOT.rglob("*"))
    return [file for file in files if file.is_file()]


def test_imports_point_one_way() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def import_graph(folder: Path) -> networkx.DiGraph[str]:
    """Return the modules of a package, with an arrow for each import statement.

    Imports inside functions and under TYPE_CHECKING count too.
    """
    modules = {module_name(file, folder): file for file in folder.rglob("*.py")}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for module, file in modules.items():
        graph.add_node(module)
        for name in imported_names(ast.parse(file.read_text(encoding="utf-8"))):
            target = name if name in modules else name.rpartition(".")[0]
            if target in modules and target != module:
                graph.add_edge(module, target)
    return graph


def module_name(file: Path, folder: Path) -> str:
    """Return the dotted name of a file under a package's folder."""
    parts = file.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(tree: ast.Module) -> Iterator[str]:
    """Yield each imported name in full: "a.b" for ``import a.b`` and ``from a import b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def import_cycles(folder: Path) -> list[str]:
    """Return one line for each group of modules that import each other, with one ring of it."""
    graph = import_graph(folder)
    lines = []
    for group in networkx.strongly_connected_components(graph):
        if len(group) > 1:
            ring = [start for start, _ in networkx.find_cycle(graph.subgraph(group))]
            lines.append(f"{len(group)} modules: " + " -> ".join([*ring, ring[0]]))
    return sorted(lines)


def test_no_imports_form_a_cycle() -> None:
    cycles = import_cycles(PACKAGE)
    assert not cycles, "\n".join(cycles)


def test_a_cycle_of_any_kind_of_import_is_found(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    package.mkdir()
    files = {
        "__init__": "",
        "plain": "import json\nimport toy.lazy",
        "lazy": "def late():\n    from toy import typed",
        "typed": (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from toy.plain import Thing"
        ),
        "outside": "from toy.plain import Thing",
    }
    for name, text in files.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    (cycle,) = import_cycles(package)
    assert cycle.startswith("3 modules: ")
    assert {"toy.plain -> toy.lazy", "toy.lazy -> toy.typed", "toy.typed -> toy.plain"} >= {
        " -> ".join(pair) for pair in pairwise(cycle.removeprefix("3 modules: ").split(" -> "))
    }


def test_import_pulls_in_nothing_heavy() -> None:
    code = "import sys, json, piecepack_nb; print(json.dumps(sorted(sys.modules)))"
    tops = {name.partition(".")[0] for name in json.loads(python(code))}
    assert not tops & HEAVY


PURE = ("core", "search", "scene", "design", "games", "shelf", "bots", "lab", "mazes")
"""The parts that need only the standard library; import-linter reads the same list."""


def bare_python(code: str) -> str:
    """Return what a Python without any installed package prints for `code`."""
    code = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{code}"
    command = [sys.executable, "-I", "-S", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_all_but_the_widgets_imports_without_installed_packages() -> None:
    done = bare_python(f"""
import importlib, pkgutil
for part in {PURE}:
    package = importlib.import_module("piecepack_nb." + part)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
print("anywidget" in sys.modules, importlib.util.find_spec("anywidget"))
""")
    assert done == "False None\n"
    pure = next(c for c in PYPROJECT["tool"]["importlinter"]["contracts"] if c["id"] == "pure")
    assert pure["source_modules"] == [f"piecepack_nb.{part}" for part in PURE]


@pytest.mark.thorough
def test_all_but_the_widgets_works_without_installed_packages(tmp_path: Path) -> None:
    """A search, a game with bots, a picture, a saved game and a simulation."""
    done = bare_python(f"""
import piecepack_nb as pp
from piecepack_nb.lab import simulate
game = pp.game("piecepackman")
match = pp.Match(game, seed=7, seats={{"suns": "greedy"}})
match.run(60)
print(match.steps[3].event.why is not None)
print(pp.load(match.save({str(tmp_path / "match.json")!r})).state == match.state)
print(game.picture(match.state)[:4])
print(len(simulate(pp.game("activator"), games=2, seats={{"red": "quick", "blue": "quick"}})))
try:
    pp.play(match)
except ModuleNotFoundError as missing:
    print(missing.name in ("anywidget", "ipywidgets", "traitlets"))
""")
    assert done.splitlines() == ["True", "True", "<svg", "2", "True"]


def test_a_plain_install_brings_the_boards() -> None:
    brought = {re.match(r"[\w-]+", each)[0] for each in PYPROJECT["project"]["dependencies"]}  # type: ignore[index]
    assert brought == {"anywidget", "filelock", "ipywidgets"}


def test_notebooks_are_committed_clean() -> None:
    for path in NOTEBOOKS:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert "widgets" not in document["metadata"], f"{path}: GitHub refuses widget state"
        assert document["metadata"]["kernelspec"]["name"] == "python3", path
        assert "widget-view+json" not in json.dumps(document), f"{path}: a view of no model"


def test_the_page_sources_lock_file_names_no_host() -> None:
    for lock in PACKAGE.glob("widgets/frontend/package-lock.json"):
        assert '"resolved"' not in lock.read_text(encoding="utf-8")


def test_the_locked_environment_fits_the_package() -> None:
    """``make test`` installs requirements-dev.txt; ``make lock`` renews it."""
    text = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    assert "://" not in text
    pinned = pins(text)
    for name, requirement in needed("dev").items():
        assert pinned[name] in requirement.specifier, name


@pytest.mark.parametrize("extra", ["canvas", "lab", "measure"])
def test_no_major_release_breaks_an_install(extra: str) -> None:
    for requirement in needed(extra).values():
        assert {"<", ">="} == {each.operator for each in requirement.specifier}, requirement.name


def test_no_machine_paths_are_committed() -> None:
    found = []
    for file in committed():
        if file == Path(__file__) or file.suffix in {".png", ".gif", ".ico", ".woff2"}:
            continue
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        found += [f"{file}:{n}" for n, line in enumerate(lines, 1) if MACHINE_PATHS.search(line)]
    assert not found


def test_the_wheel_holds_the_data_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("piecepack_nb/")}
    shipped = {
        file.relative_to(ROOT).as_posix()
        for file in committed()
        if file.is_relative_to(PACKAGE) and "frontend" not in file.parts
    }
    assert shipped <= names
    junk = {n for n in names if "__pycache__" in n or "node_modules" in n or "/frontend/" in n}
    assert not junk


# Import time is measured by `make bench`; here only that nothing slow has crept in.
def test_import_is_not_slow() -> None:
    code = (
        "import sys; before = set(sys.modules); calls = [0]\n"
        "def watch(*_): calls[0] += 1\n"
        "sys.setprofile(watch); import piecepack_nb; sys.setprofile(None)\n"
        "print(calls[0], len(set(sys.modules) - before))"
    )
    calls, modules = map(int, python(code).split())
    assert 1000 < calls < 100_000
    assert modules < 100


ACCEPTED = "expected ids like 'PM-12'"


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        (pytest.mark.clause("PM-12"), None),
        (pytest.mark.clause("PM-12", "AC-3"), None),
        (pytest.mark.clause("pm-12"), f"clause 'pm-12' is no id; {ACCEPTED}"),
        (pytest.mark.clause("PM12"), f"clause 'PM12' is no id; {ACCEPTED}"),
        (pytest.mark.clause("XX-1"), f"clause 'XX-1' is no id; {ACCEPTED}"),
        (pytest.mark.clause("PM-01"), f"clause 'PM-01' is no id; {ACCEPTED}"),
        (pytest.mark.clause(12), f"clause 12 is no id; {ACCEPTED}"),
        (pytest.mark.clause(), f"clause '' is no id; {ACCEPTED}"),
        (pytest.mark.clause("PM-1", id="PM-2"), "the clause mark takes ids only, like 'PM-12'"),
    ],
)
def test_clause_marks_are_checked(mark: pytest.MarkDecorator, complaint: str | None) -> None:
    item = SimpleNamespace(nodeid="test_it", iter_markers=lambda _: [mark.mark])
    complaints = bad_clauses(cast(pytest.Item, item))
    assert complaints == ([] if complaint is None else [f"test_it: {complaint}"])


@pytest.fixture
def own_pytest(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Runs pytest with the settings of our tests, without the plugins that take seconds to load."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeconftest((ROOT / "tests/conftest.py").read_text(encoding="utf-8"))
    return pytester


def test_a_wrong_clause_mark_stops_the_run(own_pytest: pytest.Pytester) -> None:
    own_pytest.makepyprojecttoml((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own_pytest.makepyfile("import pytest\n@pytest.mark.clause('PM12')\ndef test_it(): pass")
    result = own_pytest.runpytest_subprocess("-p", "no:cacheprovider", own_pytest.path)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*clause 'PM12' is no id; expected ids like 'PM-12'"])


CLAUSES = """
import pytest

@pytest.mark.clause("PM-1")
def test_one(): pass

@pytest.mark.clause("PM-12", "PM-1")
def test_two(): pass

@pytest.mark.parametrize("n", [0, pytest.param(1, marks=pytest.mark.clause("PM-3"))])
def test_some(n): pass
"""


@pytest.mark.parametrize(
    ("clauses", "passed"), [(["PM-1"], 2), (["PM-12"], 1), (["PM-3", "PM-12"], 2)]
)
def test_pytest_runs_the_tests_of_a_clause(
    own_pytest: pytest.Pytester, clauses: list[str], passed: int
) -> None:
    own_pytest.makepyfile(CLAUSES)
    options = [f"--clause={clause}" for clause in clauses]
    result = own_pytest.runpytest_subprocess("-p", "no:cacheprovider", *options, own_pytest.path)
    result.assert_outcomes(passed=passed, deselected=4 - passed)


def test_a_clause_without_a_test_stops_the_run(own_pytest: pytest.Pytester) -> None:
    own_pytest.makepyfile(CLAUSES)
    options = ["--clause=PM-2", "--clause=PM-1", "-p", "no:cacheprovider"]
    result = own_pytest.runpytest_subprocess(*options, own_pytest.path)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no test here is marked with PM-2"])


@pytest.mark.parametrize("own", [settings(max_examples=5 * QUICK), lambda test: test])
def test_make_check_gives_a_property_few_examples(own: Any) -> None:
    tried = []
    probe = own(given(st.integers())(lambda number: tried.append(number)))
    fewer_examples(probe)
    probe()
    assert 0 < len(tried) <= QUICK


def test_make_check_and_make_test_share_their_commands() -> None:
    """The commands of `make check` are part of those of `make test`."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = {
        name: re.search(rf"^{name}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]  # type: ignore[index]
        for name in ("check", "test")
    }
    for recipe in recipes.values():
        assert re.search(r"\$\(MAKE\) --no-print-directory (-j 2 )?lint\b", recipe)
        assert re.search(r"\$\(PY\) -m pytest .* tests\b", recipe)
    assert "HYPOTHESIS_PROFILE" not in recipes["test"], "every example"
    assert " -m " not in recipes["test"].split("pytest")[1], "every test"


RULE_TERMS = {
    "Move", "Order", "Player", "Put", "Ruleset", "SetUp", "State", "Stay", "Tile", "Walk",
    "Weights",
}  # fmt: skip
"""Names that may recur, once in each game and in the layer for own games: terms of the rules, and
what every game has."""


def test_a_class_name_means_one_thing() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        owner = "/".join(parts[:2]) if parts[0] == "games" else parts[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(owner)
    assert len(found) > 300
    repeated = {name: owners for name, owners in found.items() if len(owners) > 1}
    assert sorted(repeated) == sorted(RULE_TERMS)
    for owners in repeated.values():
        assert len(set(owners)) == len(owners)
        assert all(owner == "design" or owner.startswith("games/") for owner in owners)


def test_a_game_joins_its_parts_and_sets_none_of_them_from_outside() -> None:
    for path in sorted((PACKAGE / "games").glob("*/__init__.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else ()
            set_here = [ast.unparse(each) for each in targets if isinstance(each, ast.Attribute)]
            assert set_here == [], path
