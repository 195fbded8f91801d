"""Sheets to print: a picture for each page, as one HTML document or as a PDF.

All measures are in millimetres. Every page is an SVG of its paper's size, so that both look alike.
"""

from __future__ import annotations

import copy
import html
import io
import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self
from xml.etree import ElementTree as ET

from piecepack_nb.core.errors import invalid, needs
from piecepack_nb.core.record import unwritable, write
from piecepack_nb.core.wording import count_noun, visible

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The width and height of each paper."""
INCH = 25.4
MARGIN = 12.0
LEAST = 2.5
"""The smallest text on a board: 7 points."""
SCALE = re.compile(r"scale\((-?[\d.]+)")
WIDTHS = {
    **dict.fromkeys("abdeghnopqu0123456789", 0.556), **dict.fromkeys("ckvsxyzJ", 0.5),
    **dict.fromkeys("ijl'’|", 0.23), **dict.fromkeys("ft .,:;!/[]I", 0.28),
    **dict.fromkeys("r()-·\"“”", 0.36), "m": 0.84, "w": 0.73,
}  # fmt: skip
"""The widths of letters in Helvetica, in sizes of the font; other letters are OTHER wide."""
OTHER = 0.72

LOOK = """
:root{color-scheme:light dark}
body{margin:0;background:Canvas;color:CanvasText;
font:15px/1.4 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
.ppnb-sheet{display:block;margin:12px auto;max-width:calc(100% - 16px);height:auto;background:#fff;
box-shadow:0 1px 6px #0006}
.ppnb-sheet text{font-family:Arial,Helvetica,"Liberation Sans","DejaVu Sans",sans-serif}
.ppnb-hint{max-width:700px;margin:12px auto 0;padding:0 12px}
@media print{.ppnb-hint{display:none}body{background:#fff}
.ppnb-sheet{margin:0;max-width:none;box-shadow:none;break-after:page}}
"""


class Sheet(str):
    """An HTML document to print, a picture for each page; a notebook shows it in a frame."""

    __slots__ = ("heading", "pages")
    heading: str
    pages: tuple[str, ...]
    """The SVG of each page."""

    def __new__(cls, text: str, heading: str, pages: tuple[str, ...]) -> Self:
        """Make a sheet; ``heading`` is its name for screen readers."""
        made = super().__new__(cls, text)
        made.heading, made.pages = heading, pages
        return made

    def to_html(self, path: str | Path) -> Path:
        """Write the sheet to an HTML file and return its path; raise BadInput if that fails."""
        return write(path, self)

    def to_pdf(self, path: str | Path) -> Path:
        """Write the sheet to a PDF file with text that can be selected; return its path.

        It needs the package fpdf2. Raises BadInput without it, and if the file can't be written.
        """
        content = _pdf(self.pages, self.heading)
        try:
            Path(path).write_bytes(content)
        except (OSError, ValueError) as error:
            raise unwritable(path, error) from None
        return Path(path)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.heading!r}: {count_noun(len(self.pages), 'page')}>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{html.escape(visible(self.heading))}" srcdoc="{html.escape(self)}" '
            f'style="display:block;width:100%;height:640px;border:0"></iframe>'
        )

    def _repr_svg_(self) -> str:
        return re.sub(r"([\d.]+)mm", _pixels, self.pages[0], count=2)


def _pixels(millimetres: re.Match[str]) -> str:
    """Return a length in CSS pixels, of which an inch has 96."""
    return f"{float(millimetres[1]) / INCH * 96:.0f}"


def paper_size(paper: str) -> tuple[float, float]:
    """Return the width and height of a paper; raise BadInput for an unknown one."""
    if paper not in PAPERS:
        raise invalid("paper", paper, " or ".join(PAPERS))
    return PAPERS[paper]


CSP = "default-src 'none';style-src 'unsafe-inline';img-src data:"
"""The content that a page without scripts may have, in HTML's words."""


def document(title: str, pages: Sequence[str], paper: str, hint: str = "Print this page.") -> str:
    """Return the HTML document of pages; those of the class ppnb-side lie on their sides."""
    wide, high = PAPERS[paper]
    # Each page names its own paper, as those in true size lie on their sides.
    paged = f"@page{{size:{wide}mm {high}mm;margin:0}}@page side{{size:{high}mm {wide}mm;margin:0}}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{html.escape(visible(title))}</title><link rel="icon" href="data:,">'
        f"<style>{LOOK}{paged}.ppnb-side{{page:side}}</style></head>"
        f'<body><p class="ppnb-hint">{hint}</p>{"".join(pages)}</body></html>'
    )


def page(title: str, about: str, drawn: str, size: tuple[float, float], look: str = "") -> str:
    """Return a page of this size as SVG; ``about`` is its description."""
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ppnb-sheet {look}" role="img" '
        f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
        f"<title>{html.escape(visible(title))}</title><desc>{html.escape(visible(about))}</desc>"
        f'<rect width="{wide}" height="{high}" fill="#fff"/>{drawn}</svg>'
    )


def text(
    text: str,
    x: float,
    y: float,
    size: float,
    anchor: str = "start",
    fill: str = "#111",
    weight: int = 400,
) -> str:
    """Return a line of text that begins, ends or is centred at ``x``."""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" text-anchor="{anchor}" '
        f'font-weight="{weight}" style="fill:{fill}">{html.escape(visible(text))}</text>'
    )


def wrap(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text in a font of this size, at most ``width`` wide where words fit."""
    lines: list[str] = []
    for part in text.splitlines():
        line, left = "", 0.0
        for word in part.split():
            wide = sum(WIDTHS.get(letter, OTHER) for letter in f" {word}") * size
            if line and wide <= left:
                line, left = f"{line} {word}", left - wide
                continue
            lines += [line] if line else []
            line, left = word, width - wide + WIDTHS[" "] * size
        lines += [line] if line else []
    return lines


def rule(x: float, y: float, width: float) -> str:
    """Return a line to write on."""
    return f'<path d="M{x:.2f} {y:.2f}h{width:.2f}" stroke="#888" stroke-width=".25" fill="none"/>'


# --- A board on a page ---------------------------------------------------------------------------

NS = "{http://www.w3.org/2000/svg}"
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)")
Declarations = dict[str, str]


class Drawing(NamedTuple):
    """The inside of an SVG without style sheets, and its size in its own units."""

    inside: str
    width: float
    height: float

    def placed(self, x: float, y: float, width: float, height: float) -> str:
        """Return the drawing, as large as fits, centred in a box."""
        scale = min(width / self.width, height / self.height)
        left, top = x + (width - scale * self.width) / 2, y + (height - scale * self.height) / 2
        inside = _legible(self.inside, scale)
        return f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.5f})">{inside}</g>'


def _legible(inside: str, scale: float) -> str:
    """Return a drawing in which no text is smaller than LEAST at this scale."""
    root = ET.fromstring(f"<g>{inside}</g>")  # noqa: S314 - our own picture
    _enlarge(root, scale)
    return "".join(ET.tostring(child, encoding="unicode") for child in root)


def _enlarge(element: Any, scale: float) -> None:
    """Make the text in an element at least LEAST high; it stays centred on its middle."""
    for factor in SCALE.findall(element.get("transform", "")):
        scale *= abs(float(factor))
    size = float(element.get("font-size", "0").removesuffix("px"))
    if 0 < size * scale < LEAST:
        element.set("font-size", f"{LEAST / scale:.2f}")
        element.set("y", f"{float(element.get('y', 0)) + (LEAST / scale - size) * 0.35:.2f}")
    for child in element:
        _enlarge(child, scale)


def drawing(svg: str) -> Drawing:
    """Return a picture of ``scene.svg`` with its light theme as attributes, for a printed page.

    A PDF library knows no style sheets, custom properties or elements that are used again.
    """
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    rules = list(_rules("".join(each.text or "" for each in root.iter(f"{NS}style"))))
    used = {f"#{each.get('id')}": copy.deepcopy(each) for each in root.iter() if each.get("id")}
    _flatten(root, {}, (), rules, used)
    for parent in list(root.iter()):
        for child in list(parent):
            unused = parent.tag == f"{NS}defs" and child.tag == f"{NS}g"
            if unused or child.tag in (f"{NS}style", f"{NS}title", f"{NS}desc"):
                parent.remove(child)
    ET.register_namespace("", NS[1:-1])
    inside = "".join(ET.tostring(child, encoding="unicode") for child in root)
    _, _, wide, high = map(float, (root.get("viewBox") or "0 0 1 1").split())
    return Drawing(inside.replace(f' xmlns="{NS[1:-1]}"', ""), wide, high)


def _rules(css: str) -> Iterator[tuple[list[str], Declarations]]:
    """Yield the classes of each selector, outermost first, with its declarations."""
    plain = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        for selector in selectors.split(","):
            yield [part.lstrip(".") for part in selector.split()], _declarations(body)


def _declarations(css: str) -> Declarations:
    pairs = (each.partition(":") for each in css.split(";") if ":" in each)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _flatten(
    element: Any,
    properties: Mapping[str, str],
    around: tuple[str, ...],
    rules: Sequence[tuple[list[str], Declarations]],
    used: Mapping[str, Any],
) -> None:
    """Turn the styles of an element and its children into attributes, uses into copies."""
    classes = (element.attrib.pop("class", "")).split()
    found: Declarations = {}
    for (*outer, own), declared in rules:
        if own in classes and set(outer) <= set(around):
            found |= declared
    found |= _declarations(element.attrib.pop("style", ""))
    values = {**properties}
    for name in sorted(found, key=lambda name: not name.startswith("--")):
        value = _substitute(found[name], values)
        if name.startswith("--") or name == "color":
            values[name] = value
        elif name == "transform":
            element.set(name, f"{element.get(name, '')} {value}".strip())
        elif not name.startswith("transform"):
            element.set(name, value)
    for name in ("fill", "stroke"):
        if element.get(name) == "currentColor":
            element.set(name, values.get("color", "#000"))
    if element.tag == f"{NS}use":
        element.tag = f"{NS}g"
        element.append(copy.deepcopy(used[element.attrib.pop("href")]))
        element[0].attrib.pop("id")
    for child in element:
        _flatten(child, values, (*around, *classes), rules, used)


def _substitute(value: str, properties: Mapping[str, str]) -> str:
    """Return a value with its custom properties filled in."""
    for _ in range(9):  # a property may name another one
        if "var(" not in value:
            break
        value = VARIABLE.sub(lambda each: properties.get(each[1], (each[2] or "").strip()), value)
    return value


# --- PDF -----------------------------------------------------------------------------------------

LATIN = {"→": "->", "←": "<-", "↑": "^", "↓": "v", "…": "...", "–": "-", "−": "-", "—": "-",
         "’": "'", "‘": "'", "“": '"', "”": '"', "•": "·", "✓": "+", "✗": "x"}  # fmt: skip
"""Letters that a PDF's own fonts lack, with others instead."""


def _pdf(pages: Sequence[str], title: str) -> bytes:
    """Return the PDF of pages; raise BadInput without fpdf2."""
    try:
        fpdf: Any = import_module("fpdf")
    except ImportError:
        raise needs("a PDF", "fpdf2") from None
    logging.getLogger("fpdf.svg").setLevel(logging.ERROR)
    made = fpdf.FPDF(unit="mm")
    made.set_title(title)
    made.set_creator("piecepack_nb")
    made.set_margin(0)
    made.set_auto_page_break(False)
    made.set_font("Helvetica", size=10)
    for each in pages:
        wide, high = map(float, re.findall(r'(?:width|height)="([\d.]+)mm"', each)[:2])
        made.add_page(format=(wide, high))
        picture = io.BytesIO(_page_drawing(each).encode())
        made.image(picture, x=0, y=0, w=wide, h=high)
    return bytes(made.output())


def _page_drawing(page: str) -> str:
    """Return a page for the PDF library: attributes only, and letters that its fonts have."""
    found = drawing(page)
    size = f'viewBox="0 0 {found.width} {found.height}"'
    return f'<svg xmlns="{NS[1:-1]}" {size}>{_latin(found.inside)}</svg>'


def _latin(text: str) -> str:
    """Return a text in Latin-1; what has no such letter becomes a question mark."""
    found = "".join(LATIN.get(letter, letter) for letter in text)
    plain = (
        letter if ord(letter) < 256 else unicodedata.normalize("NFKD", letter) for letter in found
    )
    return "".join(plain).encode("latin-1", "replace").decode("latin-1")
