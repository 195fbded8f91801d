"""Moves of a student's game: one or several picks, and their text both ways."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid

Pick = str | int
"""A part of a move: a place, a word or a whole number."""


class Word(str):
    """A word of a move that is no place."""

    __slots__ = ()


class Choice(tuple[Pick, ...]):
    """The words or numbers that a part of a move can be."""

    __slots__ = ()


def one_of(*values: Pick) -> Any:
    """Return the choices for a part of a move that is no place: words or whole numbers.

    Name it like the parameter: ``count = one_of(1, 2, 3)`` for ``why_not(self, table, count)``.
    Raises BadInput for no values, and for anything else.
    """
    for value in values:
        if type(value) is not int and not (isinstance(value, str) and _is_word(value)):
            raise invalid("a choice", value, "a word without a hyphen, or a whole number")
    if not values:
        raise BadInput("one_of() has no values; expected words or whole numbers")
    return Choice(Word(value) if isinstance(value, str) else value for value in values)


def _is_word(value: str) -> bool:
    return bool(re.fullmatch(r"[^\s\-]+( [^\s\-]+)*", value)) and len(value) <= 40


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
        raise AttributeError(f"a move has no {name!r}; it has {known}")

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
    """The parts of a game's moves: the names of the picks, and how many a move has at least."""

    names: tuple[str, ...]
    least: int
    more: bool
    """True if a move may have any number of further picks."""

    def fitted(self, picks: Sequence[Pick], kinds: Sequence[Collection[Pick]]) -> tuple[Any, ...]:
        """Return the picks in the places of their parts, with None for each part left out.

        ``kinds`` has what each part can be. A pick that no part can be stays where it is.
        """
        left, fitted = list(picks), []
        for place, kind in enumerate(kinds):
            if not left:
                break
            skip = place >= self.least and left[0] not in kind and any(
                left[0] in later for later in kinds[place + 1 :]
            )  # fmt: skip
            fitted.append(None if skip else left.pop(0))
        return (*fitted, *left)

    def refuses(self, count: int) -> bool:
        """Return True for a number of picks that no move has."""
        return count < self.least or (count > len(self.names) and not self.more)

    @property
    def words(self) -> str:
        """The parts in words: "start and end, perhaps how"."""
        needed, rest = self.names[: self.least], self.names[self.least :]
        words = [" and ".join(needed)] if needed else []
        words += [f"perhaps {' and '.join(rest)}"] if rest else []
        return ", ".join(words) or "one or more places"


def shape_of(function: Callable[..., Any], skip: int = 1) -> MoveShape:
    """Return the shape of the moves that a hook takes, after its ``skip`` first parameters."""
    parameters = list(inspect.signature(function).parameters.values())[skip:]
    plain = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    least = sum(each.default is each.empty for each in plain)
    more = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    return MoveShape(tuple(each.name for each in plain), max(least, 1 if more else 0), more)


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
            unknown = f"without {parts[0]!r}, " if len(parts) > 1 or picks else ""
            raise invalid("the move", text, f"{unknown}a move such as {example()!r}")
    if not picks:
        raise invalid("the move", text, f"a move such as {example()!r}")
    return tuple(picks)
