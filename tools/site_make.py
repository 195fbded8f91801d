"""The page of the site on which one writes a game: the folder ``make``.

The names that its editor completes, and the examples to begin from, are those of the package.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

from tools import site_run

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "docs/site/make"
POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; "
    "connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The page's policy; its frame can be no other page, and so can't leave for another site."""
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
    """Return the programs to begin from, by name: the title and the text."""
    found = {"blank": {"title": "A blank game", "text": BLANK}}
    for file in sorted((ROOT / "examples/games").glob("*.py")):
        title = file.stem.replace("_", " ").capitalize()
        found[file.stem] = {"title": title, "text": file.read_text(encoding="utf-8")}
    return found


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
