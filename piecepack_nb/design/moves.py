"""Moves of a student's game: one or several picks, and their text both ways."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid

Pick = str | int
"""A part of a move: a place, a word or a whole number."""


FEW, MOST_LISTED = 4, 8
"""The numbers of a range, and the values of a part of a move or places, that a reason names."""


class Word(str):
    """A word of a move that is no place."""

    __slots__ = ()


class Choice(tuple[Pick, ...]):
    """The words or numbers that a part of a move can be."""

    __slots__ = ()


def one_of(*values: Pick) -> Any:
    """Declare a part of a move that is one of some words or whole numbers, on buttons.

    Name it like the parameter: ``count = one_of(1, 2, 3)`` for ``why_not(self, table, count)``.
    Raises BadInput for no values, and for anything else.
    """
    for value in values:
        if isinstance(value, range | list | tuple):
            raise invalid("a choice", value, f"its values, as in one_of(*{value!r})")
        if type(value) is not int and not (isinstance(value, str) and _is_word(value)):
            raise invalid("a choice", value, "a word without a hyphen, or a whole number")
    if not values:
        raise BadInput("one_of() has no values; expected words or whole numbers")
    return Choice(Word(value) if isinstance(value, str) else value for value in values)


def expected_of(kind: Sequence[Pick]) -> str:
    """Return what a part of a move can be in words: its values, or a whole number of a range.

    >>> expected_of(one_of(*range(13))), expected_of(one_of("high", "low"))
    ('a whole number from 0 to 12', 'one of high, low')
    """
    first = kind[0]
    if type(first) is int and len(kind) > FEW and [*kind] == [*range(first, first + len(kind))]:
        return f"a whole number from {kind[0]} to {kind[-1]}"
    some = ", ".join(map(str, kind[:MOST_LISTED]))
    return f"one of {some}{' …' if len(kind) > MOST_LISTED else ''}"


def _is_word(value: str) -> bool:
    return bool(re.fullmatch(r"[^\s\-]+( [^\s\-]+)*", value)) and len(value) <= 40


class Perhaps(NamedTuple):
    """The kind of a part of a move that may be left out, wherever it stands."""

    kind: Any = None
    """Its kind if it is given: words, a card of a pile, or (None) a place."""


def perhaps(kind: Any = None) -> Any:
    """Declare a part of a move that may be left out; it is None then.

    ``via = perhaps()`` is a place, ``bonus = perhaps(one_of("double"))`` a word, and
    ``card = perhaps(card_of("hand"))`` a card. A part at the end may have a default instead.
    """
    return Perhaps(kind)


def kind_of(design: Any, part: str) -> Any:
    """Return what a class declares for a part of a move: a Choice or a pile; None for neither."""
    found = getattr(design, part, None)
    return found.kind if isinstance(found, Perhaps) else found


class Move(NamedTuple):
    """A move: its picks, which are also its attributes under the names of the parameters."""

    picks: tuple[Any, ...]
    """Each part's pick; None for one that is left out before another."""
    names: tuple[str, ...] = ()
    seat: str = ""
    """The seat of a secret move; "" for others."""

    def __getattr__(self, name: str) -> Any:
        """Return the pick of a name; None for a later one that this move hasn't."""
        if name in self.names:
            place = self.names.index(name)
            return self.picks[place] if place < len(self.picks) else None
        known = ", ".join(self.names) or "picks"
        raise AttributeError(f"a move has no {name!r}; it has {known}", name=name, obj=self)

    def without(self, parts: Collection[int]) -> Move:
        """Return the move with "?" for the picks with these numbers."""
        picks = tuple("?" if n in parts else pick for n, pick in enumerate(self.picks))
        return self._replace(picks=picks)

    @property
    def given(self) -> tuple[Pick, ...]:
        """The picks without the parts that are left out."""
        return tuple(pick for pick in self.picks if pick is not None)

    # A part may have the name of a tuple's method, such as count in nim.

    @property
    def count(self) -> Any:
        """The pick of this name."""
        return self.__getattr__("count")

    @property
    def index(self) -> Any:
        """The pick of this name."""
        return self.__getattr__("index")

    def __str__(self) -> str:
        given = self.given
        text = str(given[0]) if given else "nothing"
        for before, pick in pairwise(given):
            text += ("-" if type(before) is type(pick) is str else " ") + str(pick)
        return f"{self.seat} {text}" if self.seat else text

    def __repr__(self) -> str:
        return f"<Move {self}>"


class MoveShape(NamedTuple):
    """The parts of a game's moves: the names of the picks, and which of them a move must have."""

    names: tuple[str, ...]
    least: int
    """The number of parts up to the last one that a move must have."""
    more: bool
    """True if a move may have any number of further picks."""
    free: frozenset[int] = frozenset()
    """The numbers of the parts before that one that may be left out."""

    def may_lack(self, place: int) -> bool:
        """Return True for the number of a part that may be left out."""
        return place >= self.least or place in self.free

    def fitted(self, picks: Sequence[Pick], kinds: Sequence[Collection[Pick]]) -> tuple[Any, ...]:
        """Return the picks in the places of their parts, with None for each part left out.

        ``kinds`` has what each part can be; where several ways fit, early parts are given. A pick
        that no part can be stays where it is.
        """
        found = self._fit(tuple(picks), kinds, 0)
        if found is None:
            found = self._as_far_as_it_fits(picks, kinds)
        while found[-1:] == (None,) and len(found) > self.least:
            found = found[:-1]
        return found

    def _fit(
        self, left: tuple[Pick, ...], kinds: Sequence[Collection[Pick]], place: int
    ) -> tuple[Any, ...] | None:
        """Return the picks that are left, fitted to the parts from a number on; None if they can't.

        A game has few parts, so that each way can be tried.
        """
        if place == len(kinds):
            return left if self.more or not left else None
        if left and left[0] in kinds[place]:
            rest = self._fit(left[1:], kinds, place + 1)
            if rest is not None:
                return left[0], *rest
        if not self.may_lack(place):
            return None
        rest = self._fit(left, kinds, place + 1)
        return None if rest is None else (None, *rest)

    def _as_far_as_it_fits(
        self, picks: Sequence[Pick], kinds: Sequence[Collection[Pick]]
    ) -> tuple[Any, ...]:
        left, fitted = list(picks), []
        for place, kind in enumerate(kinds):
            if not left:
                break
            skip = self.may_lack(place) and left[0] not in kind and any(
                left[0] in later for later in kinds[place + 1 :]
            )  # fmt: skip
            fitted.append(None if skip else left.pop(0))
        return (*fitted, *left)

    def all_picks(
        self, kinds: Sequence[Sequence[Pick]], parts: Sequence[Sequence[Pick]]
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the picks of all moves of this shape, those that read as they are written.

        ``kinds`` has what each part can be, ``parts`` what it can be now. Where a part may be left
        out before another of the same kind, a pick is that of the first.
        """
        for given in _given_parts(self):
            taken = [part if there else (None,) for part, there in zip(parts, given, strict=False)]
            if all(given):
                yield from product(*taken)
                continue
            for picks in product(*taken):
                if self.fitted([pick for pick in picks if pick is not None], kinds) == picks:
                    yield picks

    def refuses(self, picks: Sequence[Any]) -> bool:
        """Return True for picks that lack a part, or are too many."""
        lack = any(pick is None and not self.may_lack(n) for n, pick in enumerate(picks))
        return lack or len(picks) < self.least or (len(picks) > len(self.names) and not self.more)

    @property
    def words(self) -> str:
        """The parts in words: "start and end, perhaps how"."""
        needed = [name for n, name in enumerate(self.names) if not self.may_lack(n)]
        rest = [name for name in self.names if name not in needed]
        words = [" and ".join(needed)] if needed else []
        words += [f"perhaps {' and '.join(rest)}"] if rest else []
        return ", ".join(words) or "one or more places"


@lru_cache(maxsize=256)  # it is asked for at every move
def _given_parts(shape: MoveShape) -> tuple[tuple[bool, ...], ...]:
    """Return which parts a move can have: the fewest first, without gaps before others."""
    whole = range(len(shape.names))
    most = [size for size in whole if size + 1 >= max(1, shape.least)]
    found = {
        (*given, True)
        for size in most
        for given in product((True, False), repeat=size)
        if all(there or shape.may_lack(place) for place, there in enumerate(given))
    }
    plain = sorted((each for each in found if all(each)), key=len)
    return (*plain, *sorted(found.difference(plain), key=lambda each: (len(each), each)))


def shape_of(function: Callable[..., Any], skip: int = 1, design: Any = None) -> MoveShape:
    """Return the shape of the moves that a hook takes, after its ``skip`` first parameters.

    Parts with a default may be left out, and those that ``design`` declares with ``perhaps``.
    """
    parameters = list(inspect.signature(function).parameters.values())[skip:]
    plain = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    free = {
        n
        for n, each in enumerate(plain)
        if each.default is not each.empty or isinstance(getattr(design, each.name, None), Perhaps)
    }
    more = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    least = max((n + 1 for n in range(len(plain)) if n not in free), default=0)
    names = tuple(each.name for each in plain)
    least = max(least, 1 if more else 0)
    return MoveShape(names, least, more, frozenset(n for n in free if n < least))


def parse_picks(
    text: str, places: Collection[str], words: Iterable[Pick], example: Callable[[], str]
) -> tuple[Pick, ...]:
    """Return the picks of a text such as "a1-a3" or "B 2"; ``example`` makes one for the error.

    Raises BadInput for a text with anything but places, the game's words, and numbers.
    """
    known: dict[str, Pick] = {str(each): each for each in (*places, *words)}
    lower = {name.lower(): pick for name, pick in known.items()}
    parts = re.split(r"\s+|(?<=\w)-(?=\w|-\d)", " ".join(text.split()))
    picks: list[Pick] = []
    while parts and parts != [""]:
        for size in range(len(parts), 0, -1):
            name = " ".join(parts[:size])
            if name in known or name.lower() in lower:
                picks.append(known[name] if name in known else lower[name.lower()])
                del parts[:size]
                break
        else:
            known_one = f"a place, card or word of the game in place of {parts[0]!r}, in "
            only = len(parts) == 1 and not picks
            hint = did_you_mean(" ".join(parts), known)
            raise invalid(
                "the move", text, f"{'' if only else known_one}a move such as {example()!r}{hint}"
            )
    if not picks:
        raise invalid("the move", text, f"a move such as {example()!r}")
    return tuple(picks)
