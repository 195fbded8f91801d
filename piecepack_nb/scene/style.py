"""The styles of scenes as CSS, for static pictures and the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

LIGHT = """
--ppnb-ink:#2b2722;--ppnb-soft:#6b6258;--ppnb-paper:#fbf8f2;--ppnb-mat:#efe8da;
--ppnb-mat-edge:#ddd2bd;--ppnb-tray:#f5f0e6;--ppnb-wood-1:#f1d9ae;--ppnb-wood-2:#e8cb9a;
--ppnb-wood-3:#dfbd87;--ppnb-wood-edge:#b48a55;--ppnb-grain:#b9874a;--ppnb-groove:#a67c49;
--ppnb-groove-lit:#fff0d2;--ppnb-stick:#6d4425;--ppnb-stick-edge:#46290f;--ppnb-stick-lit:#b98856;
--ppnb-head:#46290f;--ppnb-ivory-1:#fffdf6;--ppnb-ivory-2:#efe4cb;--ppnb-ivory-ink:#2b2722;
--ppnb-cast:#3a2409;--ppnb-suns:#c23b32;--ppnb-moons:#2c2b33;--ppnb-crowns:#2c7a4b;
--ppnb-arms:#2d5fae;--ppnb-accent:#0b6b66;--ppnb-accent-2:#ffffff;--ppnb-danger:#b3261e;
--ppnb-edge:#1c140a;--ppnb-hot:#d1495b;--ppnb-gold-1:#ffd84d;--ppnb-gold-2:#f0ac1c;
--ppnb-gold-edge:#8f5c06;--ppnb-stars:#9c5a00;--ppnb-hands:#7a3f9e;--ppnb-board:#cfae78;
--ppnb-pit-1:#000000;--ppnb-pit-2:#2b1c0d;--ppnb-pit-rim:#6f5129;--ppnb-last:#7d8f00;
--ppnb-guess:#a3197f;--ppnb-moons-rim:1.6;--ppnb-moons-rim-opacity:.55;
"""
DARK = """
--ppnb-ink:#f0e9dc;--ppnb-soft:#b5aa9a;--ppnb-paper:#1d1b19;--ppnb-mat:#2a2622;
--ppnb-mat-edge:#3d3731;--ppnb-tray:#25221f;--ppnb-wood-1:#7d6145;--ppnb-wood-2:#71563b;
--ppnb-wood-3:#664c33;--ppnb-wood-edge:#3a2a1a;--ppnb-grain:#402c18;--ppnb-groove:#49341f;
--ppnb-groove-lit:#93745a;--ppnb-stick:#ecd2a0;--ppnb-stick-edge:#2a1c0e;--ppnb-stick-lit:#fff3d6;
--ppnb-head:#c9a56c;--ppnb-ivory-1:#f7f0e0;--ppnb-ivory-2:#dccdae;--ppnb-ivory-ink:#2b2722;
--ppnb-cast:#000000;--ppnb-suns:#d2483d;--ppnb-moons:#1f1e26;--ppnb-crowns:#2f8a55;
--ppnb-arms:#3a70c6;--ppnb-accent:#5fd6c9;--ppnb-accent-2:#10201e;--ppnb-danger:#ff8a80;
--ppnb-edge:#f3e7d0;--ppnb-hot:#ff7b8b;--ppnb-gold-1:#ffdc5e;--ppnb-gold-2:#f2b02a;
--ppnb-gold-edge:#5c3a02;--ppnb-stars:#b87414;--ppnb-hands:#9460bd;--ppnb-board:#6b5138;
--ppnb-pit-1:#000000;--ppnb-pit-2:#190f06;--ppnb-pit-rim:#2f2113;--ppnb-last:#d6e25a;
--ppnb-guess:#ff8ad8;--ppnb-moons-rim:2.8;--ppnb-moons-rim-opacity:1;
"""
LOOKS = Path(__file__).with_name("looks.css").read_text(encoding="utf-8")
CLASS = re.compile(r"ppnb-[a-z0-9-]+")


class Styles(NamedTuple):
    """A game's own styles: custom properties for each theme, and CSS rules.

    Each rule is one line and selects classes that begin with ``ppnb-``.
    """

    light: str = ""
    dark: str = ""
    rules: str = ""


_added: list[Styles] = []


def add_styles(styles: Styles) -> None:
    """Add a game's styles to every later picture and board."""
    if styles not in _added:
        _added.append(styles)
        _rules.cache_clear()


def themes() -> tuple[str, str]:
    """Return the custom properties of the light and the dark theme, with those of all games."""
    light = "".join((LIGHT, *(each.light for each in _added)))
    dark = "".join((DARK, *(each.dark for each in _added)))
    return light.replace("\n", ""), dark.replace("\n", "")


def added_css() -> str:
    """Return the styles that games have added, as CSS for a page that has the other styles."""
    light, dark = (
        "".join(getattr(each, theme) for each in _added).replace("\n", "")
        for theme in ("light", "dark")
    )
    rules = "".join(each.rules for each in _added).replace("\n", "")
    return f'.ppnb-root{{{light}}}.ppnb-root[data-ppnb-theme="dark"]{{{dark}}}{rules}'


def rules_for(drawing: str) -> str:
    """Return the CSS rules for the classes in a drawing."""
    used = set(CLASS.findall(drawing))
    return "".join(line for line, parts in _rules() if any(part <= used for part in parts))


@cache
def _rules() -> list[tuple[str, list[set[str]]]]:
    """Return every rule, each with the classes of each of its selectors."""
    return [
        (line, [set(CLASS.findall(part)) for part in line.partition("{")[0].split(",")])
        for text in (LOOKS, *(each.rules for each in _added))
        for line in text.strip().splitlines()
    ]
