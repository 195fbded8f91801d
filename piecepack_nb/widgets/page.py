"""Shared parts of the widgets: their built files, styles and buttons."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from piecepack_nb.scene.style import DARK, LIGHT, LOOKS, looks_css

STATIC = Path(__file__).with_name("static")
"""The folder of the built page sources."""
KINDS = ("refusal", "info", "error", "hint")
"""The kinds of message to the reader; a "hint" is only announced, its card shows it."""


class Button(NamedTuple):
    """A button in a panel; ``help`` is its tip."""

    id: str
    title: str
    help: str = ""


def page_source(file: str) -> str:
    """Return a built file as text: of a path, anywidget would keep every widget for ever."""
    return (STATIC / file).read_text(encoding="utf-8")


def themed_css(root: str, file: str, rules: str = "") -> str:
    """Return a widget's CSS from ``file``, with both themes' colours for the class ``root``."""
    themes = f'.{root}{{{LIGHT}}}.{root}[data-ppnb-theme="dark"]{{{DARK}}}'
    return themes.replace("\n", "") + rules.replace("\n", "") + looks_css() + page_source(file)


MODULE = page_source("widgets.js")
"""The module of all widgets; the trait ``_view`` of a widget says which of them it is."""
STYLES = themed_css("ppnb-root", "widgets.css", LOOKS)
"""The styles of all widgets."""
