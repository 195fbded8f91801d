"""The docstrings of the public names, as the reference pages list them."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import piecepack_nb
from piecepack_nb.design import Board

PAGES = sorted((Path(__file__).parents[1] / "docs").glob("reference*.md"))
DIRECTIVE = re.compile(r"^\.\. (currentmodule|auto\w+):: (\S+)\n((?:   .*\n)*)", re.MULTILINE)
MEMBERS = re.compile(r":members:(.*)")
UNITS = {
    "seconds": "second",
    "delay": "second",
    "speed": "times|speed",
    "width": "pixel|square",
    "height": "pixel|square",
    "angle": "degree",
    "points": "point",
    "places": "square|place",
}
"""What the name of a parameter measures, and the words of which its docstring has one."""


def listed() -> dict[str, Any]:
    """Return each public object of the reference pages by its full name."""
    found: dict[str, Any] = {}
    for page in PAGES:
        module = ""
        for directive, name, options in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            if directive == "currentmodule":
                module = name
            elif directive == "automodule":
                found |= dict(members_of(name, import_module(name), MEMBERS.search(options)[1]))
            else:
                full = name if name.startswith("piecepack_nb.") else f"{module}.{name}"
                found[full] = of(full)
                if members := MEMBERS.search(options):
                    found |= dict(members_of(full, found[full], members[1]))
    return found


def of(name: str) -> Any:
    """Return the object of a full name."""
    module, _, last = name.rpartition(".")
    try:
        return getattr(import_module(module), last)
    except ImportError:
        return getattr(of(module), last)


def members_of(name: str, owner: Any, names: str) -> Iterator[tuple[str, Any]]:
    """Yield the listed members of a class or module, or its own public functions and properties."""
    chosen = [each.strip() for each in names.split(",") if each.strip()]
    for each in chosen or [each for each in vars(owner) if not each.startswith("_")]:
        member = inspect.getattr_static(owner, each, None)
        elsewhere = inspect.ismodule(owner) and getattr(member, "__module__", "") != name
        if each in chosen or (not elsewhere and isinstance(member, FunctionType | property)):
            yield f"{name}.{each}", member


LISTED = listed()
MADE_BY = {
    f"Board.{name}": each.__func__
    for name, each in vars(Board).items()
    if isinstance(each, staticmethod) and not name.startswith("_")
}
"""What students call in a class of theirs: boards, piles and dice."""
FUNCTIONS = MADE_BY | {name: each for name, each in LISTED.items() if inspect.isfunction(each)}


def raised(function: Callable[..., Any]) -> bool:
    """Return True for a function whose own lines raise an error."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    return any(isinstance(node, ast.Raise) and node.exc is not None for node in ast.walk(tree))


def test_the_reference_pages_list_many_names() -> None:
    assert len(LISTED) > 200
    assert len(FUNCTIONS) > 120
    assert len(MADE_BY) > 10


@pytest.mark.parametrize("name", LISTED)
def test_a_public_name_has_a_docstring(name: str) -> None:
    assert inspect.getdoc(LISTED[name])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_parameter_with_a_unit_names_it(name: str) -> None:
    text = inspect.getdoc(FUNCTIONS[name]) or ""
    for parameter in inspect.signature(FUNCTIONS[name]).parameters:
        if parameter in UNITS:
            assert parameter in text, f"{name} says nothing of {parameter}"
            assert re.search(UNITS[parameter], text), f"{name} says no unit of {parameter}"


@pytest.mark.parametrize("name", [f"piecepack_nb.{name}" for name in piecepack_nb.__all__])
def test_a_name_of_the_package_speaks_of_each_parameter_but_the_first(name: str) -> None:
    function = of(name)
    if inspect.isfunction(function):
        plain = [
            each.name
            for each in inspect.signature(function).parameters.values()
            if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        ]
        text = inspect.getdoc(function) or ""
        assert [each for each in plain[1:] if not re.search(rf"\b{each}\b", text)] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_raises_says_so(name: str) -> None:
    text = inspect.getdoc(FUNCTIONS[name]) or ""
    assert not raised(FUNCTIONS[name]) or re.search("[Rr]aise|[Rr]efuse", text), name
