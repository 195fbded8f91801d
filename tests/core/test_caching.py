"""Methods that keep their results, an object each."""

from __future__ import annotations

import gc
import weakref

from piecepack_nb.core.caching import cached_method


class Squares:
    def __init__(self, factor: int) -> None:
        self.factor = factor
        self.computed: list[int] = []

    @cached_method(2)
    def times(self, number: int) -> int:
        """Return the product."""
        self.computed.append(number)
        return self.factor * number


def test_each_object_keeps_its_latest_results() -> None:
    two, three = Squares(2), Squares(3)
    assert [two.times(5), two.times(5), three.times(5)] == [10, 10, 15]
    assert (two.computed, three.computed) == ([5], [5])
    assert [two.times(number) for number in (6, 7, 5)] == [12, 14, 10]
    assert two.computed == [5, 6, 7, 5]  # it keeps two
    two.times.cache_clear()
    assert (two.times(5), two.computed[-2:]) == (10, [5, 5])


def test_the_results_go_with_their_object() -> None:
    squares = Squares(2)
    squares.times(5)
    gone = weakref.ref(squares)
    del squares
    gc.collect()
    assert gone() is None
