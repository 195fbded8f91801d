"""The picture of a review: each side's chances by turn as SVG, and all of it as HTML."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

from piecepack_nb.lab.interval import Estimate
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.scene.svg import clean, number

WIDE, HIGH = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 30, 34
"""The room around the curves, in CSS pixels."""
COLOURS = ("accent", "hot", "arms", "gold-edge", "crowns", "hands")
DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3", "12 5")
"""By side: a colour and the dashes of its line, as no meaning depends on colour alone."""
TITLES = 12
"""The most turns that have their titles below."""


class ReviewGraph(Protocol):
    """The parts of a review that are drawn."""

    title: str
    sides: list[str]
    seats_of_sides: tuple[tuple[str, ...], ...]
    unit: str
    chances: Any
    worst: Any
    method: str

    def rows(self) -> list[tuple[str, str]]:
        """Return each turn with its figures."""

    def verdict(self) -> str:
        """Return a sentence on the worst moves."""


def drawn_sides(names: Sequence[str], unit: str) -> int:
    """Return how many sides have a curve: of two rivals one, as the other has the rest."""
    return 1 if len(names) == 2 and unit == "%" else len(names)


def span(review: ReviewGraph) -> tuple[float, float]:
    """Return the least and the greatest value of the scale."""
    if review.unit == "%":
        return 0.0, 1.0
    values = [each for point in review.chances for side in point.sides for each in side.figures]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def picture(review: ReviewGraph) -> str:
    """Return the graph as SVG text, with its figures for readers who can't see it."""
    words = "; ".join(f"{title}: {figures}" for title, figures in review.rows())
    id = "ppnb" + hashlib.sha256(words.encode()).hexdigest()[:8]
    curves = "".join(_curve(review, n) for n in range(drawn_sides(review.sides, review.unit)))
    dark = f"@media screen and (prefers-color-scheme:dark){{.ppnb-review{{{DARK}}}}}"
    style = f".ppnb-review{{{LIGHT}}}{dark}".replace("\n", "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ppnb-review" role="img" '
        f'aria-labelledby="{id}-t {id}-d" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" '
        f'height="{HIGH}" font-family="system-ui, DejaVu Sans, sans-serif" font-size="12">'
        f'<title id="{id}-t">{clean(review.title)}</title><desc id="{id}-d">{clean(words)}</desc>'
        f'<style>{style}</style><rect width="{WIDE}" height="{HIGH}" fill="var(--ppnb-paper)"/>'
        f"{_axes(review)}{curves}{_worst(review)}{_legend(review)}</svg>"
    )


def _x(review: ReviewGraph, at: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * at / max(1, len(review.chances) - 1)


def _y(review: ReviewGraph, value: float) -> float:
    low, high = span(review)
    return HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * (value - low) / (high - low)


def _axes(review: ReviewGraph) -> str:
    low, high = span(review)
    parts = []
    for value in (low, (low + high) / 2, high):
        y = number(_y(review, value))
        text = f"{100 * value:.0f} %" if review.unit == "%" else f"{value:.3g}"
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y}" y2="{y}" '
            f'stroke="var(--ppnb-mat-edge)"/>{_text(LEFT - 6, float(y) + 4, text, "end")}'
        )
    every = -(-len(review.chances) // TITLES)
    for at, point in enumerate(review.chances):
        if at % every == 0:
            title = point.title.removeprefix("Turn ")
            parts.append(_text(_x(review, at), HIGH - BOTTOM + 16, title, "middle"))
    parts.append(_text(WIDE - RIGHT, HIGH - 4, "turn", "end"))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str, colour: str = "soft") -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" '
        f'fill="var(--ppnb-{colour})">{clean(text)}</text>'
    )


def _curve(review: ReviewGraph, side: int) -> str:
    """Return a side's band and line."""
    colour = f"var(--ppnb-{COLOURS[side % len(COLOURS)]})"

    def line(of: int) -> list[str]:
        points = enumerate(review.chances)
        return [
            f"{number(_x(review, at))},{number(_y(review, point.sides[side].figures[of]))}"
            for at, point in points
        ]

    band = " ".join(line(1) + line(2)[::-1])
    dash = DASHES[side % len(DASHES)]
    return (
        f'<polygon points="{band}" fill="{colour}" opacity="0.18"/>'
        f'<polyline points="{" ".join(line(0))}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/>'
    )


def _worst(review: ReviewGraph) -> str:
    """Return a ring at each move that cost much, on the curve of its side or of the only one."""
    found = []
    for worst in review.worst:
        at = next((n for n, each in enumerate(review.chances) if each.number >= worst.number), 0)
        sides = review.chances[at].sides
        side = next((n for n, seats in enumerate(review.seats_of_sides) if worst.seat in seats), 0)
        shown: Estimate = sides[side if side < drawn_sides(review.sides, review.unit) else 0]
        x, y = number(_x(review, at)), number(_y(review, shown.value))
        found.append(
            f'<circle cx="{x}" cy="{y}" r="5" fill="var(--ppnb-paper)" '
            f'stroke="var(--ppnb-danger)" stroke-width="2.5"/>'
        )
    return "".join(found)


def _legend(review: ReviewGraph) -> str:
    """Return the names of the curves, each beside a piece of its line."""
    parts, x = [], float(LEFT)
    for side, name in enumerate(review.sides[: drawn_sides(review.sides, review.unit)]):
        colour = COLOURS[side % len(COLOURS)]
        rest = drawn_sides(review.sides, review.unit) < len(review.sides)
        text = f"{name} (the rest: {review.sides[1]})" if rest else name
        parts.append(
            f'<line x1="{number(x)}" x2="{number(x + 22)}" y1="14" y2="14" stroke-width="2" '
            f'stroke="var(--ppnb-{colour})" stroke-dasharray="{DASHES[side % len(DASHES)]}"/>'
            f"{_text(x + 28, 18, text, 'start', 'ink')}"
        )
        x += 46 + 7 * len(text)
    if review.worst:
        parts.append(
            f'<circle cx="{number(x + 6)}" cy="14" r="5" fill="var(--ppnb-paper)" '
            f'stroke="var(--ppnb-danger)" stroke-width="2.5"/>'
            f"{_text(x + 17, 18, 'a move that cost much', 'start', 'ink')}"
        )
    return "".join(parts)


def html(review: ReviewGraph) -> str:
    """Return the graph and the worst moves as HTML."""
    moves = "".join(f"<li>{clean(str(each))}</li>" for each in review.worst)
    listed = f"<ol>{moves}</ol>" if moves else ""
    return (
        f"<div><p><b>{clean(review.title)}</b></p>{picture(review)}"
        f"<p>{clean(review.verdict())}</p>{listed}<p><small>{clean(review.method)}</small></p></div>"
    )
