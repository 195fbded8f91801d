"""A bar chart of shares with their intervals, as one self-contained SVG."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from piecepack_nb.lab.interval import Interval
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.scene.svg import clean

Row = tuple[str, Interval]
"""A bar's name and its share."""

WIDTH, NAMES, FIGURES, LINE, TOP, BOTTOM = 640, 150, 224, 30, 40, 26
"""In CSS pixels: the picture's width, the columns of names and figures, a row, the margins."""
LONGEST = 20  # letters of a name that fit
WIDEST = 84  # letters of a title that fit


def bars(title: str, rows: Sequence[Row]) -> str:
    """Return the SVG of a bar for each share, 0 to 100 %, with a line for its interval."""
    high = TOP + LINE * len(rows) + BOTTOM
    words = "; ".join(f"{name} {share}" for name, share in rows)
    id = "ppnb" + hashlib.sha256(f"{title}{words}".encode(errors="replace")).hexdigest()[:8]
    body = "".join(part for number, row in enumerate(rows) for part in _row(number, row))
    style = (
        f".ppnb-chart{{{LIGHT}font-family:system-ui,'DejaVu Sans',sans-serif}}"
        f"@media(prefers-color-scheme:dark){{.ppnb-chart{{{DARK}}}}}"
        ".ppnb-chart text{fill:var(--ppnb-ink);font-size:13px}"
        ".ppnb-chart .ppnb-scale{fill:var(--ppnb-soft);font-size:11px}"
        ".ppnb-chart .ppnb-bar{fill:var(--ppnb-accent)}"
        ".ppnb-chart .ppnb-sure{stroke:var(--ppnb-ink);stroke-width:2;fill:none}"
        ".ppnb-chart .ppnb-halo{stroke:var(--ppnb-paper);stroke-width:5;fill:none}"
        ".ppnb-chart .ppnb-rule{stroke:var(--ppnb-mat-edge)}"
        ".ppnb-chart .ppnb-ground{fill:var(--ppnb-paper)}"
    ).replace("\n", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ppnb-chart" role="img" '
        f'aria-labelledby="{id}-t {id}-d" width="{WIDTH}" height="{high}" '
        f'viewBox="0 0 {WIDTH} {high}"><title id="{id}-t">{clean(title)}</title>'
        f'<desc id="{id}-d">{clean(words)}</desc><style>{style}</style>'
        f'<rect class="ppnb-ground" width="{WIDTH}" height="{high}" rx="8"/>'
        f'<text x="12" y="23" font-weight="600">{_fit(title, WIDEST)}</text>'
        f"{_scale(high)}{body}</svg>"
    )


def _fit(text: str, most: int) -> str:
    return clean(text if len(text) <= most else f"{text[: most - 1]}…")


def _x(share: float) -> float:
    return round(NAMES + share * (WIDTH - NAMES - FIGURES), 1)


def _scale(high: int) -> str:
    low = high - BOTTOM
    return "".join(
        f'<path class="ppnb-rule" d="M{_x(quarter / 4)} {TOP}V{low}"/>'
        f'<text class="ppnb-scale" text-anchor="middle" x="{_x(quarter / 4)}" y="{low + 16}">'
        f"{25 * quarter} %</text>"
        for quarter in range(5)
    )


def _row(number: int, row: Row) -> Iterator[str]:
    name, (share, low, high) = row[0], row[1]
    middle = TOP + LINE * number + LINE // 2
    whisker = f"M{_x(low)} {middle - 5}v10m0-5H{_x(high)}m0-5v10"
    yield f'<text text-anchor="end" x="{NAMES - 10}" y="{middle + 4}">{_fit(name, LONGEST)}</text>'
    yield (
        f'<rect class="ppnb-bar" x="{_x(0)}" y="{middle - 9}" '
        f'width="{_x(share) - _x(0):.1f}" height="18"/>'
        f'<path class="ppnb-halo" d="{whisker}"/><path class="ppnb-sure" d="{whisker}"/>'
        f'<text x="{_x(1) + 16}" y="{middle + 4}">{row[1]}</text>'
    )
