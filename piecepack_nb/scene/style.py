"""The styles of scenes as CSS, for static pictures and the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from piecepack_nb.core.errors import invalid

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
--ppnb-guess:#a3197f;--ppnb-moons-width:1.6;--ppnb-moons-opacity:.55;
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
--ppnb-guess:#ff8ad8;--ppnb-moons-width:2.8;--ppnb-moons-opacity:1;
"""
PLAIN = """
--ppnb-mat:#f4f3f0;--ppnb-mat-edge:#cfccc5;--ppnb-wood-1:#e9e7e2;--ppnb-wood-2:#e9e7e2;
--ppnb-wood-3:#e9e7e2;--ppnb-wood-edge:#98948b;--ppnb-grain:#e9e7e2;--ppnb-groove:#98948b;
--ppnb-groove-lit:#e9e7e2;--ppnb-board:#dcd9d2;--ppnb-stick:#4a4a4a;
--ppnb-stick-edge:#222222;--ppnb-stick-lit:#8a8a8a;--ppnb-head:#222222;
"""
PLAIN_DARK = """
--ppnb-mat:#262628;--ppnb-mat-edge:#3c3c40;--ppnb-wood-1:#414145;--ppnb-wood-2:#414145;
--ppnb-wood-3:#414145;--ppnb-wood-edge:#1c1c1e;--ppnb-grain:#414145;--ppnb-groove:#6a6a70;
--ppnb-groove-lit:#414145;--ppnb-board:#38383b;--ppnb-stick:#e6e6e6;
--ppnb-stick-edge:#111111;--ppnb-stick-lit:#ffffff;--ppnb-head:#bdbdbd;
"""
CONTRAST = """
--ppnb-ink:#000000;--ppnb-soft:#333333;--ppnb-paper:#ffffff;--ppnb-mat:#ffffff;
--ppnb-mat-edge:#000000;--ppnb-tray:#ffffff;--ppnb-wood-1:#ffffff;--ppnb-wood-2:#ffffff;
--ppnb-wood-3:#ffffff;--ppnb-wood-edge:#000000;--ppnb-grain:#ffffff;--ppnb-groove:#000000;
--ppnb-groove-lit:#ffffff;--ppnb-board:#ffffff;--ppnb-stick:#000000;
--ppnb-stick-edge:#000000;--ppnb-stick-lit:#000000;--ppnb-head:#000000;--ppnb-suns:#a80000;
--ppnb-moons:#000000;--ppnb-crowns:#005a1e;--ppnb-arms:#0037a6;--ppnb-stars:#7a3a00;
--ppnb-hands:#5a0090;--ppnb-accent:#00497a;--ppnb-danger:#a80000;--ppnb-edge:#000000;
--ppnb-edge-width:2.6;--ppnb-edge-opacity:1;--ppnb-moons-width:2.6;--ppnb-moons-opacity:1;
--ppnb-hot:#a80000;--ppnb-last:#4d5700;--ppnb-guess:#80005f;
"""
CONTRAST_DARK = """
--ppnb-ink:#ffffff;--ppnb-soft:#dddddd;--ppnb-paper:#000000;--ppnb-mat:#000000;
--ppnb-mat-edge:#ffffff;--ppnb-tray:#000000;--ppnb-wood-1:#000000;--ppnb-wood-2:#000000;
--ppnb-wood-3:#000000;--ppnb-wood-edge:#ffffff;--ppnb-grain:#000000;--ppnb-groove:#ffffff;
--ppnb-groove-lit:#000000;--ppnb-board:#000000;--ppnb-stick:#ffffff;
--ppnb-stick-edge:#ffffff;--ppnb-stick-lit:#ffffff;--ppnb-head:#ffffff;--ppnb-suns:#d93a30;
--ppnb-moons:#000000;--ppnb-crowns:#15803d;--ppnb-arms:#2f6fe0;--ppnb-accent:#6fe3ff;
--ppnb-accent-2:#000000;--ppnb-danger:#ff9a90;--ppnb-edge:#ffffff;--ppnb-edge-width:2.6;
--ppnb-edge-opacity:1;--ppnb-moons-width:3;--ppnb-moons-opacity:1;--ppnb-pit-rim:#ffffff;
--ppnb-last:#f2ff5a;
"""
BOARDS = {
    "wood": ("", ""),
    "plain": (PLAIN, PLAIN_DARK),
    "high contrast": (CONTRAST, CONTRAST_DARK),
}
"""The materials of boards: the properties that differ from LIGHT and from DARK."""
PIECES = {"usual": "", "large": "--ppnb-piece:1.16;"}
"""The sizes of pieces; those that are true to scale, such as worms and tiles, have only one."""
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


class BoardLook(NamedTuple):
    """A reader's choice for boards: one of BOARDS, and one of PIECES."""

    board: str = "wood"
    pieces: str = "usual"

    @property
    def properties(self) -> tuple[str, str]:
        """The custom properties that it changes in the light and in the dark theme."""
        light, dark = (theme.replace("\n", "") for theme in BOARDS[self.board])
        return light + PIECES[self.pieces], dark + PIECES[self.pieces]

    def css(self, inside: str = ".ppnb-root") -> str:
        """Return it as CSS for boards that match the selector; it wins over other styles."""
        light, dark = self.properties
        strong = f"{inside}.ppnb-root"
        return f'{strong}{{{light}}}{strong}[data-ppnb-theme="dark"]{{{dark}}}'


def look_of(board: object, pieces: object) -> BoardLook:
    """Return the look with these names; raise BadInput for one that isn't there."""
    for name, value, known in (("board", board, BOARDS), ("pieces", pieces, PIECES)):
        if value not in known:
            raise invalid(name, value, " or ".join(map(repr, known)))
    return BoardLook(str(board), str(pieces))


def looks_css() -> str:
    """Return the CSS of every look, chosen by the attributes of an element around boards."""
    other = (name for name in BOARDS if name != BoardLook().board)
    boards = (BoardLook(name).css(f'[data-ppnb-board="{name}"] .ppnb-root') for name in other)
    large = f'[data-ppnb-pieces="large"] .ppnb-root{{{PIECES["large"]}}}'
    return "".join(boards) + large


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
