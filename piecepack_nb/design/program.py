"""The program of a game of a reader's own: its class, with all that the class needs, as one text.

A class is written in a file or in notebook cells, among other things. ``program_of`` collects the
class, the functions, classes and values of the reader's that it uses, and their imports, so that
the text runs by itself. ``Program`` is such a text, perhaps a stranger's: what can be known of it
without running it, and a way to run it.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import inspect
import linecache
import symtable
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.registry import registered
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design.board import name_of_class

CELLS = ("<ipython-input-", "ipykernel_", "<cell ")
"""Parts of the names under which Python keeps the text of a notebook's cells."""
MODULE = "piecepack_nb_program_{}"
"""The name of the module in which a program runs."""
MAX_PROGRAM = 100_000
"""The most characters of a program."""
Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign
_numbers = count(1)


# --- A class as a program ------------------------------------------------------------------------


def program_of(game: type) -> str:
    """Return the program of a class written in a file or in notebook cells, ready to run alone.

    It has the imports that are used, then the definitions, each after those that it uses, and
    registers the game. Raises BadInput where the text of the class, or of something that it uses,
    isn't known.
    """
    return _program(game.__name__, _Collected(vars(sys.modules[game.__module__]), _texts(game)))


def program_in(name: str, sources: Iterable[str]) -> str:
    """Return the program of a class that is written in one of the texts; nothing runs.

    The first text that defines a name counts. Raises BadInput where a name that the class uses is
    in none.
    """
    parsed = [_Text(ast.parse(each), each.splitlines(keepends=True)) for each in sources]
    return _program(name, _Collected({}, parsed))


def _program(name: str, collected: _Collected) -> str:
    collected.add(name)
    *others, last = collected.definitions
    if "register" not in last.partition("class ")[0]:
        collected.imports.add("from piecepack_nb import register")
        last += f"\n\n\nregister({name})"
    imports = "\n".join(sorted(collected.imports, key=_import_order))
    return "\n\n\n".join([imports, *others, last]) + "\n"


def _import_order(line: str) -> tuple[bool, str]:
    """Return a key that puts ``import`` before ``from``, as is usual."""
    return line.startswith("from"), line


class _Text(NamedTuple):
    """A file or a cell, parsed, and its lines."""

    tree: ast.Module
    lines: list[str]

    def source(self, node: Definition) -> str:
        """Return a definition as it is written, with its decorators."""
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(each.lineno for each in decorators)])
        return "".join(self.lines[first - 1 : node.end_lineno]).rstrip()


def _texts(game: type) -> list[_Text]:
    """Return the file of a class; or the notebook's cells, the one that made it before the others.

    Of the others, the newest is first.
    """
    file = getattr(sys.modules[game.__module__], "__file__", None)
    if file and linecache.getlines(file):
        return list(_parsed([file]))
    codes = (each.__code__ for each in vars(game).values() if isinstance(each, FunctionType))
    own = {code.co_filename for code in codes}
    cells = [name for name in linecache.cache if any(part in name for part in CELLS)]
    newest_first = cells[::-1]
    return list(_parsed(sorted(newest_first, key=lambda name: name not in own)))


def _parsed(names: Iterable[str]) -> Iterator[_Text]:
    for name in names:
        lines = linecache.getlines(name)
        with suppress(SyntaxError):  # a cell with magics, or one that failed
            yield _Text(ast.parse("".join(lines)), lines)


@dataclass
class _Collected:
    """The definitions and imports found so far, in the order in which they must run."""

    namespace: Mapping[str, Any]
    """The values of the names where the class was made."""
    texts: list[_Text]
    definitions: list[str] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def add(self, name: str) -> None:
        """Add the definition of a name after those that it uses; raise BadInput for none."""
        if name in self.seen or hasattr(builtins, name):
            return
        self.seen.add(name)
        for text in self.texts:
            for node in reversed(text.tree.body):
                if isinstance(node, ast.Import | ast.ImportFrom) and (line := _import(node, name)):
                    self.imports.add(line)
                    return
                if isinstance(node, Definition) and name in _defined(node):
                    self._add_definition(text.source(node))
                    return
        self._add_value(name)

    def _add_definition(self, source: str) -> None:
        for used in _used(source):
            self.add(used)
        self.definitions.append(source)

    def _add_value(self, name: str) -> None:
        """Add a name that no text defines, as after ``from piecepack_nb.design import *``."""
        value = self.namespace.get(name)
        made_in = getattr(value, "__module__", None)
        there = vars(sys.modules[made_in]) if made_in in sys.modules else {}
        if isinstance(value, ModuleType):
            self.imports.add(f"import {value.__name__} as {name}")
        elif name in there and there[name] is value and there is not self.namespace:
            self.imports.add(f"from {made_in} import {name}")
        else:
            raise BadInput(
                f"the program of {name} isn't known; expected it in the file of the class, "
                "or in a cell of this notebook that was run"
            )


def _defined(node: Definition) -> set[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}


def _import(node: ast.Import | ast.ImportFrom, name: str) -> str:
    """Return the import of one name out of a statement; "" if it imports others."""
    for alias in node.names:
        if name == (alias.asname or alias.name.partition(".")[0]):
            if isinstance(node, ast.Import):
                return ast.unparse(ast.Import([alias]))
            return ast.unparse(ast.ImportFrom(node.module, [alias], node.level))
    return ""


def _used(source: str) -> list[str]:
    """Return the names that a definition takes from outside, in the order of the alphabet."""
    top = symtable.symtable(source, "program", "exec")
    names = {each.get_name() for each in top.get_symbols() if not each.is_assigned()}
    waiting = list(top.get_children())
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        names |= {each.get_name() for each in table.get_symbols() if each.is_global()}
    return sorted(names)


# --- A program, perhaps a stranger's -------------------------------------------------------------


@dataclass(frozen=True)
class Program:
    """The text of a game's program; nothing of it runs before ``run``."""

    text: str

    def __post_init__(self) -> None:
        """Raise BadInput for a text that is no program, or one without a class."""
        if len(self.text) > MAX_PROGRAM:
            raise BadInput(
                f"the program has {len(self.text)} characters; expected at most {MAX_PROGRAM}"
            )
        if not self._classes:
            raise BadInput("the program has no class; expected a game's class")

    @cached_property
    def _classes(self) -> list[ast.ClassDef]:
        try:
            tree = ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            why = shorten(str(error)) or "nested too deep"
            raise BadInput(f"the program is no Python: {why}") from None
        return [node for node in tree.body if isinstance(node, ast.ClassDef)]

    @property
    def name(self) -> str:
        """The game's name, as its last class claims."""
        return self._claimed("name") or name_of_class(self._classes[-1].name)

    @property
    def title(self) -> str:
        """The game's title, as its last class claims."""
        return self._claimed("title") or capitalise(self.name.replace("_", " "))

    @property
    def author(self) -> str:
        """The author whom the program claims; "" for none."""
        return self._claimed("author")

    @property
    def rules(self) -> str:
        """The rules in words: the rulebook of the class, or else its first docstring."""
        text = self._claimed("rulebook") or ast.get_docstring(self._classes[-1]) or ""
        return inspect.cleandoc(text)

    @property
    def word(self) -> str:
        """Six letters and digits, which only who has seen this program knows."""
        return hashlib.blake2b(self.text.encode(), digest_size=3).hexdigest()

    def _claimed(self, name: str) -> str:
        """Return the text of an entry of the last class; "" for none, or one that is computed."""
        for node in reversed(self._classes[-1].body):
            if isinstance(node, ast.Assign) and name in _defined(node):
                value = node.value.value if isinstance(node.value, ast.Constant) else ""
                return value if isinstance(value, str) else ""
        return ""

    def run(self) -> type:
        """Run the program in a module of its own; return the class of the game that it registers.

        Raises BadInput where it registers none, and whatever the program raises.
        """
        module = ModuleType(MODULE.format(next(_numbers)))
        module.__file__ = f"{module.__name__}.py"
        lines = self.text.splitlines(keepends=True)
        linecache.cache[module.__file__] = len(self.text), None, lines, module.__file__
        sys.modules[module.__name__] = module
        exec(compile(self.text, module.__file__, "exec"), vars(module))  # noqa: S102 - asked for
        own = [each for each in vars(module).values() if isinstance(each, type)]
        games = [each for each in own if each.__module__ == module.__name__ and registered(each)]
        if not games:
            raise BadInput("the program registers no game; expected @pp.register above its class")
        return games[-1]
