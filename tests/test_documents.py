"""README, CONTRIBUTING and ARCHITECTURE name only things that exist.

Each link leads to a file. A link such as ``[`Match.play`](piecepack_nb/core/match.py)`` names a
definition in that file. Each other piece of code is a path, a command, a Python expression or a
name, and is looked up as such.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
import piecepack_nb.__main__ as own_command
import tools.clauses
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.registry import GROUP
from tests.conftest import GAMES

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md")
LINKED = (
    *DOCUMENTS,
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
)
"""Those whose links are checked; tests/browser/test_site.py checks them in the site, too."""
SITE = [each for each in LINKED if each not in {"README.md", "SECURITY.md"}]
"""Those that are pages of the site, or are in one."""
CONF = ast.parse((ROOT / "docs/conf.py").read_text(encoding="utf-8"))
INSTEAD = next(
    ast.literal_eval(each.value)
    for each in CONF.body
    if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "INSTEAD"
)
"""What docs/conf.py puts in place of some links."""
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
FRONTEND = ROOT / "piecepack_nb/widgets/frontend"
MADE = {".venv", ".piecepack_nb/", "build/course", "build/dist", "build/handouts",
        "build/shots/index.html", "build/slides", "build/site", "build/site/docs"}  # fmt: skip
"""What a document names and a command makes."""
ROOTS: dict[str, Any] = {"pp": pp, "match": Match, "game": Game, "Match": Match, "Game": Game}
"""What the names at the head of an expression mean."""

FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\[\]]+)\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
COMMAND_LINE = re.compile(r"(?<=\n\n)    (\w.*)$", re.MULTILINE)


@cache
def whole(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def prose(document: str) -> str:
    """Return a document without its fenced blocks."""
    return FENCE.sub("", whole(document))


def fenced(document: str, language: str) -> list[str]:
    """Return a document's fenced blocks of a language."""
    return [text for found, text in FENCE.findall(whole(document)) if found == language]


def links(document: str) -> list[tuple[str, str]]:
    """Return the links into the repository: the label and the target."""
    text = re.sub(r"\[!\[.*?\]\(.*?\)\]\(.*?\)", "", prose(document))  # badges
    return [(label, to) for _, label, to in LINK.findall(text) if "://" not in to]


def code(document: str) -> list[str]:
    """Return the pieces of code outside links, and the commands on lines of their own."""
    text = prose(document)
    found = CODE.findall(LINK.sub("", text)) + COMMAND_LINE.findall(text)
    return [" ".join(each.split()) for each in found]


# --- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", LINKED)
def test_links_of_documents_lead_to_existing_targets(document: str) -> None:
    assert not [to for _, to in links(document) if not leads_somewhere(document, to)]


def leads_somewhere(document: str, to: str) -> bool:
    """Return True for a link to a file, and in a document to one of its headings."""
    path, _, heading = to.partition("#")
    file = (ROOT / document).parent / path if path else ROOT / document
    return file.exists() and (not heading or heading in headings(file))


@pytest.mark.parametrize("document", SITE)
def test_pages_of_the_site_link_to_its_pages_and_to_files(document: str) -> None:
    """Any other link, as to a folder, ends the building of the site."""
    targets = [to for _, to in links(document) if f"]({to})" not in INSTEAD]
    assert not [to for to in targets if not site_has(document, to)]


def site_has(document: str, to: str) -> bool:
    """Return True for a link to a page of the site, or to a file, which is put into it."""
    file = (ROOT / document).parent / to.partition("#")[0] if to[0] != "#" else ROOT / document
    path = file.resolve().relative_to(ROOT).as_posix()
    return path in SITE if path.endswith(".md") else file.is_file()


def headings(file: Path) -> set[str]:
    """Return the anchors that GitHub gives a document's headings."""
    titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_file_of_a_link_defines_the_name_on_it(document: str) -> None:
    named = [(label.strip("`"), to) for label, to in links(document) if label.startswith("`")]
    assert not [f"{name} is not in {to}" for name, to in named if not defines(ROOT / to, name)]


def defines(file: Path, name: str) -> bool:
    """Return True if a file has this name, or defines it."""
    text = file.read_text(encoding="utf-8")
    if name in (file.name, file.stem):
        return True
    if file.suffix == ".py":
        return name in set(definitions(ast.parse(text)))
    if file.suffix == ".js":
        return bool(re.search(rf"\b(?:function|const|class) {re.escape(name)}\b", text))
    return name in text


def definitions(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """Yield every function, class, constant and field, as "Class.name" in a class."""
    for node in getattr(tree, "body", []):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield inside + node.name
            if isinstance(node, ast.ClassDef):
                yield from definitions(node, f"{inside}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (inside + each.id for each in targets if isinstance(each, ast.Name))


# --- code ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS)
def test_code_in_documents_names_existing_things(document: str) -> None:
    wrong = [f"{each}: {trouble}" for each in code(document) if (trouble := fault(each))]
    assert not wrong, "\n".join(wrong)


def fault(text: str) -> str:
    """Return what is wrong with a piece of code; "" for nothing."""
    first, *rest = shlex.split(text) if text.count("'") % 2 == 0 else text.split()
    if first in COMMANDS:
        return COMMANDS[first](rest)
    if text in MADE:
        return ""
    if re.fullmatch(r"[\w.-]*/[\w./-]*|[\w./-]+\.(?:py|toml|md|ipynb|js|css)", text):
        return path_fault(text)
    if extra := re.fullmatch(r"piecepack-nb(?:\[(\w+)\])?", text):
        return "" if extra[1] in (None, *extras()) else "no such extra"
    return name_fault(text) if re.fullmatch(r"\w+", text) else expression_fault(text)


def path_fault(path: str) -> str:
    """Return what is wrong with a path, or with a file's name alone; GAME is every game."""
    if "/" not in path:
        return "" if path in file_names() else "no file has this name"
    named = [path.replace("GAME", game) for game in GAMES] if "GAME" in path else [path]
    return ", ".join(f"there is no {each}" for each in named if not (ROOT / each).exists())


@cache
def file_names() -> frozenset[str]:
    """Return the names of the files that a reader may look for."""
    folders = ("piecepack_nb", "tests", "tools", "examples", "notebooks")
    found = {file.name for folder in folders for file in (ROOT / folder).rglob("*.*")}
    return frozenset(found | {file.name for file in ROOT.glob("*.*")})


def extras() -> set[str]:
    return set(PYPROJECT["project"]["optional-dependencies"])


def make_fault(words: list[str]) -> str:
    wrong = [word for word in words if "=" not in word and word not in TARGETS]
    wrong += [
        word for word in words if "=" in word and f"$({word.partition('=')[0]})" not in MAKEFILE
    ]
    return f"no target or variable {wrong}" if wrong else ""


def python_fault(words: list[str]) -> str:
    if words[0] != "-m":
        return path_fault(words[0])
    if find_spec(words[1]) is None:
        return f"no module {words[1]}"
    parsers = {"piecepack_nb": own_command._parser, "tools.clauses": tools.clauses._parser}
    if words[1] in parsers:
        try:
            parsers[words[1]]().parse_args(words[2:])
        except SystemExit:
            return "wrong arguments"
    if words[1:3] == ["piecepack_nb", "docs"]:
        names = [word for word in words[3:] if not word.startswith("-")]
        return "" if own_command.main(["docs", *names]) == 0 else f"no name {names}"
    if words[1:3] == ["piecepack_nb", "check"]:
        return ""  # a folder of the reader's
    rest = words[3:] if words[1:3] == ["piecepack_nb", "host"] else words[2:]
    named = [word for word in rest if not word.startswith("-") and word != "my_game.py"]
    return ", ".join(f"no game {word}" for word in named if word not in (*GAMES, *OWN))


OWN = ("check", "docs", "games", "options", "play", "rules", "schema")
"""The commands of ``python -m piecepack_nb``."""


def pytest_fault(words: list[str]) -> str:
    wrong = [word for word in words if "/" in word and not (ROOT / word).exists()]
    clauses = {id for game in GAMES for id in pp.game(game).rulebook.clauses}
    wrong += [id for option, id in pairwise(words) if option == "--clause" and id not in clauses]
    wrong += [word for word in words if word.startswith("-") and word not in ("-k", "--clause")]
    return f"there is no {', '.join(wrong)}" if wrong else ""


def npm_fault(words: list[str]) -> str:
    scripts = json.loads((FRONTEND / "package.json").read_text(encoding="utf-8"))["scripts"]
    return "" if words[-1] in scripts else f"no script {words[-1]}"


def pip_fault(words: list[str]) -> str:
    packages = [word for word in words if not word.startswith("-")]
    assert packages.pop(0) == "install"
    extras = PYPROJECT["project"]["optional-dependencies"]
    for package in packages:
        name, _, chosen = package.rstrip("]").partition("[")
        if name not in (".", "piecepack-nb") or set(filter(None, chosen.split(","))) - set(extras):
            return f"no package {package}"
    return ""


COMMANDS: dict[str, Callable[[list[str]], str]] = {
    "make": make_fault,
    "npm": npm_fault,
    "pip": pip_fault,
    "pytest": pytest_fault,
    "python": python_fault,
    "source": lambda words: "" if words == [".venv/bin/activate"] else "no such script",
}


def expression_fault(text: str) -> str:
    """Return the names of a Python expression that don't exist."""
    try:
        tree = ast.parse(text.lstrip("@"))
    except SyntaxError:
        return "" if text in other_text() else "neither Python nor in a tool"
    wrong = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            wrong += [attribute_fault(node)]
        elif isinstance(node, ast.Call):
            wrong += [keyword_fault(node, word.arg) for word in node.keywords if word.arg]
    return ", ".join(filter(None, wrong))


def attribute_fault(node: ast.Attribute) -> str:
    """Look an attribute up in what its head means, or else in every definition."""
    head = node.value.id if isinstance(node.value, ast.Name) else ""
    if head == "pytest":
        return ""
    if head in ROOTS:
        fields = getattr(ROOTS[head], "__annotations__", {})
        known = hasattr(ROOTS[head], node.attr) or node.attr in fields
        return "" if known else f"{head} has no {node.attr}"
    return name_fault(node.attr)


def keyword_fault(call: ast.Call, keyword: str) -> str:
    """Look a keyword up in the function's parameters, or else in the rule options."""
    known = {each.name for game in GAMES for each in pp.game(game).rules.options()}
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        owner = ROOTS.get(call.func.value.id)
        function = getattr(owner, call.func.attr, None)
        known |= set(inspect.signature(function).parameters) if function else set()
    else:
        known |= defined_names()
    return "" if keyword in known else f"no parameter {keyword}"


def name_fault(name: str) -> str:
    known = name in defined_names() or re.search(rf"\b{name}\b", other_text())
    return "" if known else f"{name} is not defined anywhere"


@cache
def defined_names() -> frozenset[str]:
    """Return the functions, classes, parameters, fields and variables of the package."""
    return frozenset(
        name
        for file in (ROOT / "piecepack_nb").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (name := defined_name(node))
    )


def defined_name(node: ast.AST) -> str:
    """Return the name that a syntax node defines, or ""."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return name
        case ast.Name(id=name, ctx=ast.Store()):
            return name
    return ""


@cache
def other_text() -> str:
    """Return the text of the tools, the Makefile and pyproject.toml."""
    files = [*ROOT.glob("tools/*.py"), ROOT / "Makefile", ROOT / "pyproject.toml"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("piecepack_nb/core/nowhere.py", "there is no piecepack_nb/core/nowhere.py"),
        ("nowhere.py", "no file has this name"),
        ("make cake", "no target or variable ['cake']"),
        ("make test CAKE=1", "no target or variable ['CAKE=1']"),
        ("python -m tools.cake", "no module tools.cake"),
        ("python -m piecepack_nb rule pacman", "wrong arguments"),
        ("python -m tests.golden chess", "no game chess"),
        ("python tools/cake.py", "there is no tools/cake.py"),
        ("pytest tests/cake --clause PM-999", "there is no tests/cake, PM-999"),
        ("npm run cake", "no script cake"),
        ("piecepack-nb[cake]", "no such extra"),
        ("pp.cake(match)", "pp has no cake"),
        ("pp.play(cake=1)", "no parameter cake"),
        ("pp.Match(game, seats={}).cake()", "cake is not defined anywhere"),
        ("match.undoing()", "match has no undoing"),
        ("Game.carry_out_a_move", "Game has no carry_out_a_move"),
        ("carry_out_a_move", "carry_out_a_move is not defined anywhere"),
    ],
)
def test_a_fault_in_a_document_is_found(
    text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault(text) == complaint


# --- what a document must have in full -----------------------------------------------------------


def test_the_make_targets_are_those_of_the_makefile() -> None:
    rows = re.findall(r"^\| `make ([\w-]+)` \|", whole("CONTRIBUTING.md"), re.MULTILINE)
    assert sorted(rows) == sorted(TARGETS - {"help"})


def files_of(game: str) -> set[str]:
    """Return the names of the files and folders of a game."""
    found = (ROOT / "piecepack_nb/games" / game).iterdir()
    return {each.name for each in found if each.name != "__pycache__"}


def test_contributing_names_the_files_of_the_games() -> None:
    section = whole("CONTRIBUTING.md").partition("## Change a game")[2].partition("###")[0]
    every, _, some = section.partition("Some games have more files")
    common = set(re.findall(r"^\| `([\w.]+)` \|", every, re.MULTILINE))
    more = {*re.findall(r"`(\w+\.py)`", some), *re.findall(r"folders (\w+) and (\w+)", some)[0]}
    assert len(common) == 13
    assert {game: common - files_of(game) for game in GAMES if common - files_of(game)} == {}
    present = set().union(*map(files_of, GAMES)) - common
    assert present - more == set(), "CONTRIBUTING doesn't say why these files are there"
    assert more - present - {"game.py"} == set(), "CONTRIBUTING names files that no game has"


def test_the_entry_point_is_that_of_the_registry() -> None:
    (example,) = fenced("CONTRIBUTING.md", "toml")
    entry_points = tomllib.loads(re.sub("^ +", "", example, flags=re.MULTILINE))
    assert list(entry_points["project"]["entry-points"]) == [GROUP]


def test_the_picture_has_the_layers_of_the_contract() -> None:
    (picture,) = fenced("ARCHITECTURE.md", "mermaid")
    contracts = PYPROJECT["tool"]["importlinter"]["contracts"]
    contract = next(each for each in contracts if each["id"] == "layers")
    layers = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    arrows = re.findall(r'^ *(\w+)(?:\[".*?"\])? --> (\w+)', picture, re.MULTILINE)
    assert set(arrows) == {arrow for pair in pairwise(layers) for arrow in product(*pair)}
    titles = dict(re.findall(r'(\w+)\["(\w+): ', picture))
    assert titles == {part: part for layer in layers for part in layer}
    parts = {each.stem for each in (ROOT / "piecepack_nb").iterdir() if each.stem[0] != "_"}
    assert set(titles) == parts
