"""Charts of findings, drawn by Altair where it is installed.

The static picture follows the reader's light or dark theme and has its figures as text.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import import_module
from math import isfinite
from textwrap import wrap
from typing import Any

from piecepack_nb.core.errors import BadInput, needs
from piecepack_nb.core.wording import visible
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.scene.svg import NOT_XML, clean

LONGEST = 90  # characters of a title or a name that fit
WIDTH, ROW, HIGH = 300, 30, 240
"""In CSS pixels: the width of the scale, the height of a row, and of a chart without rows."""
COLOURS = {"ink": "#2b2722", "soft": "#6b6258", "paper": "#fbf8f2", "accent": "#0b6b66"}
COLOURS |= {"mat-edge": "#ddd2bd", "hot": "#d1495b"}
"""Colours of the light theme, which stand for the properties of the same names."""


@dataclass(frozen=True)
class Chart:
    """A picture as data; see ``kinds`` for those that there are."""

    kind: str
    """"bars" and "dots" with intervals in rows, "curve" over numbers, "lines" by name, "heat" over
    two values, "map" of points by name: "tried", "today" and "best", which has its number."""
    title: str
    rows: tuple[dict[str, Any], ...]
    """"name" (of a bar, dot or line), "x" and "y" (of the others), "value", "low", "high" and
    "text", the figure in words."""
    value: str = ""
    """The title of the values."""
    x: str = ""
    y: str = ""
    share: bool = False
    """True for values from 0 to ``top``, printed as percentages."""
    top: float = 1
    """The end of the scale of shares, of bars and dots."""
    notes: tuple[str, ...] = ()
    """Sentences below the title."""

    def altair(self) -> Any:
        """Return the Altair chart; raise BadInput without the package."""
        try:
            alt: Any = import_module("altair")
        except ImportError:
            raise needs("a chart", "altair", "vl-convert-python") from None
        rows = [{name: _safe(value) for name, value in row.items()} for row in self.rows]
        layers = getattr(self, f"_{self.kind}")(alt, alt.Chart(alt.Data(values=rows)))
        high = ROW * len(self.rows) if self.kind in ("bars", "dots") else HIGH
        lines = [part for note in self.notes for part in wrap(str(_safe(note)), LONGEST)]
        title = (
            alt.TitleParams(shorten(self.title), subtitle=lines) if lines else shorten(self.title)
        )
        chart = layers.properties(width=WIDTH, height=high, title=title)
        ink, soft, line = COLOURS["ink"], COLOURS["soft"], COLOURS["mat-edge"]
        return (
            chart.configure(background=COLOURS["paper"], font="system-ui, DejaVu Sans, sans-serif")
            .configure_title(anchor="start", color=ink, fontSize=14, subtitleColor=soft)
            .configure_view(stroke=None)
            .configure_text(color=ink, fontSize=12)
            .configure_axis(
                labelColor=ink, titleColor=soft, gridColor=line, domainColor=soft,
                tickColor=soft, labelFontSize=12, labelLimit=240,
            )
            .configure_legend(labelColor=ink, titleColor=soft, labelFontSize=12)
        )  # fmt: skip

    def words(self) -> str:
        """Return the figures as one sentence, for readers who can't see the picture."""
        told = (row for row in self.rows if row["text"])
        figures = "; ".join(f"{_where(row)}: {row['text']}" for row in told)
        return ". ".join([figures, *self.notes])

    # --- kinds ----------------------------------------------------------------------------------

    def _axis(self, alt: Any) -> Any:
        return alt.Axis(format="%") if self.share else alt.Axis()

    def _rows(self, alt: Any, base: Any) -> tuple[Any, Any, Any]:
        """Return what is common to bars and dots: the rows, their intervals, their figures."""
        scale = alt.Scale(domain=[0, self.top]) if self.share else alt.Scale(zero=False)
        row = base.encode(y=alt.Y("name:N", sort=None, title=None))
        spread = alt.X(
            "low:Q", title=shorten(self.value) or None, scale=scale, axis=self._axis(alt)
        )
        halo = row.mark_rule(strokeWidth=6, color=COLOURS["paper"]).encode(x=spread, x2="high:Q")
        line = row.mark_rule(strokeWidth=2, color=COLOURS["ink"]).encode(x=spread, x2="high:Q")
        text = row.mark_text(align="left", dx=10).encode(x=alt.value("width"), text="text:N")
        return row, halo + line, text

    def _bars(self, alt: Any, base: Any) -> Any:
        row, spread, text = self._rows(alt, base)
        bar = row.mark_bar(color=COLOURS["accent"], size=18).encode(x="value:Q")
        return bar + spread + text

    def _dots(self, alt: Any, base: Any) -> Any:
        row, spread, text = self._rows(alt, base)
        none = alt.Chart(alt.Data(values=[{"at": 0}]))
        zero = none.mark_rule(strokeDash=[4, 3], color=COLOURS["soft"]).encode(x="at:Q")
        dot = row.mark_point(filled=True, size=90, opacity=1, color=COLOURS["accent"])
        return zero + spread + dot.encode(x="value:Q") + text

    def _curve(self, alt: Any, base: Any) -> Any:
        at = base.encode(x=alt.X("x:O", title=shorten(self.x), axis=alt.Axis(labelAngle=0)))
        scale = alt.Scale(zero=False)
        spread = alt.Y("low:Q", title=shorten(self.value), scale=scale, axis=self._axis(alt))
        line = at.mark_line(color=COLOURS["accent"]).encode(y="value:Q")
        rule = at.mark_rule(strokeWidth=2, color=COLOURS["ink"]).encode(y=spread, y2="high:Q")
        dot = at.mark_point(filled=True, size=80, opacity=1, color=COLOURS["accent"])
        return line + rule + dot.encode(y="value:Q")

    def _lines(self, alt: Any, base: Any) -> Any:
        return base.mark_line(strokeWidth=2).encode(
            x=alt.X("x:Q", title=shorten(self.x), axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("value:Q", title=shorten(self.value), axis=self._axis(alt)),
            color=alt.Color(
                "name:N",
                title=None,
                sort=None,
                scale=alt.Scale(range=[COLOURS[name] for name in ("accent", "hot", "ink", "soft")]),
                legend=alt.Legend(orient="bottom"),
            ),
            strokeDash=alt.StrokeDash("name:N", title=None, sort=None),
        )

    def _map(self, alt: Any, base: Any) -> Any:
        scale = alt.Scale(zero=False, padding=18, nice=True)
        at = base.encode(
            x=alt.X("x:Q", title=shorten(self.x), scale=scale),
            y=alt.Y("y:Q", title=shorten(self.y), scale=scale),
        )
        kinds = {
            name: at.transform_filter(f"datum.name == {name!r}")
            for name in ("tried", "today", "best")
        }
        tried = kinds["tried"].mark_circle(size=24, opacity=0.45, color=COLOURS["soft"])
        today = kinds["today"].mark_point(
            shape="diamond", size=160, strokeWidth=2, opacity=1, color=COLOURS["hot"]
        )
        best = kinds["best"].mark_circle(size=300, opacity=1, color=COLOURS["accent"])
        number = kinds["best"].mark_text(color=COLOURS["paper"], fontWeight="bold")
        return tried + today + best + number.encode(text="short:N")

    def _heat(self, alt: Any, base: Any) -> Any:
        shown = alt.Color("value:Q", title=shorten(self.value), scale=alt.Scale(scheme="viridis"))
        cell = base.encode(
            x=alt.X("x:O", sort=None, title=shorten(self.x), axis=alt.Axis(labelAngle=0)),
            y=alt.Y("y:O", sort=None, title=shorten(self.y)),
        )
        text = cell.mark_text(color=COLOURS["ink"], stroke=COLOURS["paper"], strokeWidth=3)
        figures = {"fontSize": 12, "color": COLOURS["ink"]}
        return (
            cell.mark_rect().encode(color=shown)
            + text.encode(text="short:N")
            + cell.mark_text(**figures).encode(text="short:N")
        )


def _safe(value: Any) -> Any:
    """Return a value that the picture's maker can read: some characters end its process."""
    if isinstance(value, float) and not isfinite(value):
        return None
    return visible(NOT_XML.sub("\ufffd", value)) if isinstance(value, str) else value


def _where(row: dict[str, Any]) -> str:
    return ", ".join(str(row[name]) for name in ("name", "x", "y") if name in row)


def shorten(text: str) -> str:
    """Return a title or a name that fits."""
    text = str(_safe(text))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def mimebundle(chart: Chart) -> dict[str, Any]:
    """Return the picture by its type: an SVG; without its maker, Vega-Lite; without Altair, {}."""
    try:
        drawn = chart.altair()
    except BadInput:
        return {}
    try:
        converter: Any = import_module("vl_convert")
    except ImportError:
        found: Any = drawn._repr_mimebundle_()
        return dict(found[0] if isinstance(found, tuple) else found)
    return {"image/svg+xml": _themed(converter.vegalite_to_svg(drawn.to_dict()), chart)}


def _themed(svg: str, chart: Chart) -> str:
    """Return Vega's SVG with colours of the reader's theme, and with its figures as text."""
    words = chart.words()
    id = "ppnb" + hashlib.sha256(f"{chart.title}{words}".encode(errors="replace")).hexdigest()[:8]
    dark = f"@media screen and (prefers-color-scheme:dark){{.ppnb-chart{{{DARK}}}}}"
    style = f".ppnb-chart{{{LIGHT}}}{dark}".replace("\n", "")
    for name, colour in COLOURS.items():
        for part in ("fill", "stroke"):
            style += f'.ppnb-chart [{part}="{colour}"]{{{part}:var(--ppnb-{name})}}'
    head = (
        f'<svg class="ppnb-chart" role="img" aria-labelledby="{id}-t {id}-d"{{}}>'
        f'<title id="{id}-t">{clean(chart.title)}</title>'
        f'<desc id="{id}-d">{clean(words)}</desc><style>'
    )
    plain = re.sub(r' (?:aria-[a-z]+|role)="[^"]*"', "", svg).replace(' class="marks"', "", 1)
    sizes, _, rest = plain.removeprefix("<svg").partition(">")
    first, _, last = head.partition("{}")
    return f"{first}{sizes}{last}{style}</style>{rest}"
