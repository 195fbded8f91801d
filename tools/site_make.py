"""The page of the site on which one writes a game: the folder ``make``.

The names that its editor completes, and the examples to begin from, are those of the package.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

from piecepack_nb.design.program import Program
from tools import lessons, site_run

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site/make"
POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; "
    "connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The page's policy; its frame can be no other page, and so can't leave for another site."""
FOLDERS = {
    "examples/games": "Examples",
    "piecepack_nb/shelf": "From the piecepack shelf",
}
"""The folders of programs to begin from, each with its group in the list."""
HOOK = re.compile(r"^    ([a-z_]+)\((table[^)]*|piece, place)\)\s+(.+)$", re.MULTILINE)
BLANK = '''"""A game of mine."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready


@pp.register
class MyGame(Board):
    """Say here what the aim is."""

    places = Board.squares(4, 4)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)
'''


def write(folder: Path, scripts: str) -> None:
    """Write the folder; ``scripts`` are those that the frame needs."""
    folder.mkdir(parents=True)
    page = Template((SOURCE / "index.html").read_text(encoding="utf-8"))
    policy = POLICY.format(scripts=scripts)
    (folder / "index.html").write_text(page.substitute(policy=policy), encoding="utf-8")
    shutil.copy(SOURCE / "make.css", folder)
    (folder / "make.js").write_text(site_run.bundle("make.js"), encoding="utf-8")
    for name, content in (("names.json", names()), ("examples.json", examples())):
        (folder / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def examples() -> dict[str, dict[str, str]]:
    """Return the programs to begin from, by name: the title, the text, and its group."""
    found = {"blank": {"title": "A blank game", "text": BLANK, "group": "Examples"}}
    for folder, group in FOLDERS.items():
        for file in sorted((ROOT / folder).glob("[a-z]*.py")):
            text = file.read_text(encoding="utf-8")
            found[file.stem] = {"title": Program(text).title, "text": text, "group": group}
    return found | {name: {**each, "group": "Lessons"} for name, each in of_lessons().items()}


def of_lessons() -> dict[str, dict[str, str]]:
    """Return the programs of the lessons' own games, by name: the title and the text."""
    found = {}
    for file in (*lessons.lessons(), *lessons.course()):
        heading = file.stem[3:].replace("_", " ").capitalize()
        about = f"{'Course' if file.parent.name == 'course' else 'Notebook'} {int(file.stem[:2])}"
        for name, text in _games(json.loads(file.read_text(encoding="utf-8"))):
            title = f"{about}, {heading}: {Program(text).title}"
            key = f"{about}_{name}".lower().replace(" ", "_")
            found[key] = {
                "title": title,
                "text": f'"""From {about.lower()}, {heading}."""\n\n{text}',
            }
    return found


def _games(notebook: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the program of each class of a notebook that is a game by itself."""
    imports: dict[str, None] = {}
    seen = set()
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        for node in _parsed(source).body:
            text = ast.get_source_segment(source, node) or ""
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports[text] = None
            elif isinstance(node, ast.ClassDef) and _is_game(node) and node.name not in seen:
                seen.add(node.name)
                yield node.name, "\n".join((*imports, "", "", "@pp.register", text, ""))


def _parsed(source: str) -> ast.Module:
    """Return a cell's program; an empty one for a cell with magics."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.parse("")


def _is_game(node: ast.ClassDef) -> bool:
    return [ast.unparse(base) for base in node.bases] == ["Board"]


# --- names that the editor completes -------------------------------------------------------------


def names() -> dict[str, list[dict[str, str]]]:
    """Return the names that a game's program uses, each with its parameters and a sentence."""
    from piecepack_nb.design import board, ready
    from piecepack_nb.design.table import Table

    parts = [name for name in vars(board.Board)["__annotations__"] if not name.startswith("_")]
    return {
        "hooks": list(_hooks(inspect.getdoc(board) or "")),
        "table": list(_members(vars(Table))),
        "ready": list(_members({n: v for n, v in vars(ready).items() if _is_of(v, ready)})),
        "board": [
            *_members({n: getattr(board.Board, n) for n in vars(board.Board) if _made(board, n)}),
            *({"label": name, "apply": f"{name} = ${{}}"} for name in parts),
        ],
    }


def _hooks(text: str) -> Iterator[dict[str, str]]:
    """Yield the functions of a class, as the documentation of its module lists them."""
    for name, given, about in HOOK.findall(text):
        plain = given.replace(", …", ", place").replace("…", "place")
        apply = f"{name}(self, {plain}):\n    ${{}}"
        yield {"label": name, "detail": f"({given})", "info": about, "apply": apply}


def _is_of(value: Any, module: Any) -> bool:
    return inspect.isfunction(value) and value.__module__ == module.__name__


def _made(board: Any, name: str) -> bool:
    """Return True for what makes a part of a game, such as ``Board.squares``."""
    return isinstance(vars(board.Board)[name], staticmethod)


def _members(found: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for name, value in found.items():
        if name.startswith("_") or not (callable(value) or isinstance(value, property)):
            continue
        about = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
        given = f"({', '.join(_parameters(value))})" if callable(value) else ""
        yield {"label": name, "detail": given, "info": about.replace("``", "")}


def _parameters(function: Any) -> list[str]:
    """Return the parameters of a function but ``self``, those that may be left out in brackets."""
    given = inspect.signature(function).parameters.values()
    empty = inspect.Parameter.empty
    named = ((each.name, each.default is not empty) for each in given if each.name != "self")
    return [f"[{name}]" if may_miss else name for name, may_miss in named]
