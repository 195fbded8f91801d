"""A link *Try it* beside each game in the documentation: the site opens it where games are written.

The link holds the game's program: the class with all that it uses from the code above it, so that
nothing is written twice. A fragment that says ``# in the class Name`` is tried in that class.
"""

from __future__ import annotations

import ast
import doctest
import html
import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.design.program import Program, program_in
from piecepack_nb.interop.link import link_of_program

USUAL = "import piecepack_nb as pp\nfrom piecepack_nb.design import Board, one_of, option, ready\n"
"""The imports that a page may leave out."""
BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
FRAGMENT = re.compile(r"# in the class (\w+)")


class Try(NamedTuple):
    """A game of a page, and where its code ends there."""

    program: Program
    end: int

    def link(self, up: str) -> str:
        """Return the link to try it as HTML; ``up`` leads to the site's first page."""
        address = html.escape(link_of_program(self.program, f"{up}make/"))
        title = html.escape(self.program.title)
        return f'<p class="try"><a href="{address}">Try it: {title}</a></p>'


def with_links(text: str, up: str) -> str:
    """Return a page with a link after each piece of code that is a game."""
    parts, last = [], 0
    for each in tries(text):
        parts += [text[last : each.end], f"\n{each.link(up)}\n"]
        last = each.end
    return "".join([*parts, text[last:]])


def tries(text: str) -> Iterator[Try]:
    """Yield the games of a page, in the order of their code."""
    sources = [USUAL]  # the last first, since it may write a name again
    games = {"Board"}
    for block in BLOCK.finditer(text):
        source = _plain(block[1])
        if inside := FRAGMENT.search(source):
            source = _completed(inside[1], source, sources)
        sources.insert(0, source)
        for name in _games(source, games):
            games.add(name)
            yield Try(Program(program_in(name, sources)), block.end())


def _plain(code: str) -> str:
    """Return code without prompts and results."""
    if not code.startswith(">>>"):
        return code
    return "".join(each.source for each in doctest.DocTestParser().get_examples(code))


def _games(source: str, games: set[str]) -> list[str]:
    """Return the names of the classes that are boards, or made from one of ``games``."""
    classes = [each for each in ast.parse(source).body if isinstance(each, ast.ClassDef)]
    return [each.name for each in classes if games & {ast.unparse(base) for base in each.bases}]


def _completed(name: str, fragment: str, sources: list[str]) -> str:
    """Return the last class of this name with the fragment in it, below the fragment's imports."""
    lines = fragment.splitlines(keepends=True)
    first = next(
        each.lineno for each in ast.parse(fragment).body if not isinstance(each, ast.ImportFrom)
    )
    head = re.compile(rf"^(@.*\n)*class {name}\b.*:\n", re.MULTILINE)
    whole = next(each for each in sources if head.search(each))
    found = head.search(whole)
    assert found is not None
    body = textwrap.indent("".join(lines[first - 1 :]), "    ")
    rest = re.split(r"^(?=\S)", whole[found.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    return "".join([*lines[: first - 1], "\n", found[0], body, rest])
