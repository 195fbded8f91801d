"""Confidence intervals of counted shares."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from piecepack_nb.core.errors import invalid

Z95 = 1.959964  # 95 % of a normal distribution is within so many standard deviations


class Interval(NamedTuple):
    """A counted share between 0 and 1, with the bounds of the true one."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % (95 %: {100 * self.low:.1f} to {100 * self.high:.1f})"


def wilson(hits: int, of: int) -> Interval:
    """Return the 95 % Wilson interval of ``hits`` out of ``of``.

    Unlike the normal approximation it stays between 0 and 1, and has a width even if all or none
    are hits. Raises BadInput unless 0 <= hits <= of and of >= 1.

    >>> print(wilson(30, 100))
    30.0 % (95 %: 21.9 to 39.6)
    """
    if type(of) is not int or of < 1:
        raise invalid("of", of, "a whole number, at least 1")
    if type(hits) is not int or not 0 <= hits <= of:
        raise invalid("hits", hits, f"a whole number from 0 to {of}")
    share, spread = hits / of, Z95 * Z95 / of
    middle = share + spread / 2
    margin = Z95 * sqrt(share * (1 - share) / of + spread / of / 4)
    low, high = (middle - margin) / (1 + spread), (middle + margin) / (1 + spread)
    # Rounding must not leave a counted 0 or 1 outside its own interval.
    return Interval(share, min(share, max(0.0, low)), max(share, min(1.0, high)))
