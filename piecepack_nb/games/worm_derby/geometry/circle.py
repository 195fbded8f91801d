"""Sets of angles: arcs of a circle, joined, cut and complemented.

Vocabulary
    angle  in degrees, anticlockwise; any number, counted modulo 360
    span   one arc, from its start anticlockwise to its end; 0 <= start < 360, and the end may lie
           beyond 360 where the arc goes through 0
    arcs   a set of angles: spans that don't touch, in order. A single angle is no arc: sets that
           differ by single angles alone are one and the same here
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FULL = 360.0
HAIR = 1e-9
"""Degrees: what is no wider is rounding, not an arc, and not a gap between two."""
Span = tuple[float, float]


def turned(angle: float) -> float:
    """The angle from 0 up to 360.

    >>> turned(-90), turned(720.5), turned(-1e-20)
    (270.0, 0.5, 0.0)
    """
    turned = angle % FULL
    return 0.0 if turned >= FULL else turned + 0.0


@dataclass(frozen=True)
class Arcs:
    """A set of angles. Equal sets have equal spans.

    >>> Arcs.of((-30, 30)) | Arcs.of((20, 90))
    Arcs(spans=((330.0, 450.0),))
    >>> ~Arcs.of((-30, 90))
    Arcs(spans=((90.0, 330.0),))
    """

    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, *spans: Span) -> Arcs:
        """The angles of all ``spans``, each from a start anticlockwise to an end not below it."""
        return cls(_round(_joined(piece for span in spans for piece in _pieces(*span))))

    @classmethod
    def about(cls, middle: float, half: float) -> Arcs:
        """The angles that are at most ``half`` from ``middle``.

        >>> Arcs.about(0, 10)
        Arcs(spans=((350.0, 370.0),))
        """
        return cls.of((middle - half, middle + half))

    @property
    def width(self) -> float:
        """How many degrees it has in all."""
        return sum(end - start for start, end in self.spans)

    @property
    def middles(self) -> tuple[float, ...]:
        """The middle of each span."""
        return tuple(turned((start + end) / 2) for start, end in self.spans)

    def __contains__(self, angle: float) -> bool:
        angle = turned(angle)
        return any(start <= angle <= end or angle + FULL <= end for start, end in self.spans)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)

    def __or__(self, other: Arcs) -> Arcs:
        """The angles that are in one or the other."""
        if not (self.spans and other.spans):
            return self if self.spans else other
        return Arcs(_round(_joined((*self._line(), *other._line()))))

    def __and__(self, other: Arcs) -> Arcs:
        """The angles that are in both."""
        if not (self.spans and other.spans):
            return NONE
        both = [
            (max(start, other_start), min(end, other_end))
            for start, end in self._line()
            for other_start, other_end in other._line()
        ]
        return Arcs(_round(_joined(both)))

    def __invert__(self) -> Arcs:
        """The angles that are not in it."""
        line = _joined(self._line())
        ends = [0.0, *(end for _, end in line)]
        starts = [*(start for start, _ in line), FULL]
        return Arcs(_round(_joined(zip(ends, starts, strict=True))))

    def __sub__(self, other: Arcs) -> Arcs:
        """The angles that are in this one and not in the other."""
        return self & ~other if self.spans and other.spans else self

    def nearest(self, angle: float) -> float:
        """The angle of the set that is nearest to ``angle``; the set must not be empty."""
        if angle in self:
            return turned(angle)
        ends = [turned(end) for span in self.spans for end in span]
        return min(ends, key=lambda end: (abs((end - angle + 180) % FULL - 180), end))

    def _line(self) -> Iterator[Span]:
        """The spans, cut at 0."""
        for start, end in self.spans:
            yield from _pieces(start, end)


def _pieces(start: float, end: float) -> tuple[Span, ...]:
    """A span cut at 0, each piece from 0 to 360."""
    wide = end - start
    if wide >= FULL:
        return ((0.0, FULL),)
    start = turned(start)
    # where it was cut it must end exactly there, whatever rounding does
    end = end if end - start == wide else start + wide
    return ((start, end),) if end <= FULL else ((start, FULL), (0.0, end - FULL))


def _joined(pieces: Iterable[Span]) -> list[Span]:
    """Pieces from 0 to 360 in order, joined where they meet; those without width are left out."""
    joined: list[Span] = []
    for start, end in sorted(piece for piece in pieces if piece[1] - piece[0] > HAIR):
        if joined and start - joined[-1][1] <= HAIR:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _round(line: list[Span]) -> tuple[Span, ...]:
    """Joined pieces as spans of a circle: the last goes on with the first where they meet at 0."""
    if len(line) > 1 and line[0][0] == 0.0 and line[-1][1] == FULL:
        first, *middle, last = line
        return (*middle, (last[0], FULL + first[1]))
    return tuple(line)


NONE = Arcs()
ALL = Arcs(((0.0, FULL),))
