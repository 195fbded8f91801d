"""A listener: it knows the table only from the sentences of finished moves.

A game's `Listener` has a pattern for each sentence, and a function that changes the table as the
sentence says. What no pattern reads, and what the table doesn't allow, raises `Wrong`; what a
sentence leaves out shows as a difference between the listener's table and the game's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.sentences.reader import Wrong

Table = dict[str, Any]
END = r"(?= |$)"


@dataclass
class Heard:
    """What a listener knows: the game with its rules, the table, and notes."""

    game: Any
    table: Table
    notes: dict[str, Any] = field(default_factory=dict)
    """What one sentence says and a later one of the same move needs."""

    def must(self, said: object, true: object) -> None:
        """Raise Wrong where a sentence says what isn't so."""
        if said != true:
            raise Wrong(f"says {said!r}; true is {true!r}")


@dataclass
class Listener:
    """The sentences of a game as changes of the table."""

    facts: Callable[[Any, Any], Table]
    """``facts(game, state)``: all that the sentences must give."""
    rules: list[tuple[re.Pattern[str], Callable[..., None]]] = field(default_factory=list)

    def hears(self, *texts: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Add the regular expressions of a sentence; named groups are the function's arguments."""

        def add(change: Callable[..., None]) -> Callable[..., None]:
            self.rules += [(re.compile(text + END), change) for text in texts]
            return change

        return add

    def listen(self, heard: Heard, text: str) -> None:
        """Change the table by all sentences of a text."""
        at = 0
        while at < len(text):
            found = ((rule.match(text, at), change) for rule, change in self.rules)
            match, change = next(((m, c) for m, c in found if m), (None, None))
            if match is None or change is None:
                raise Wrong(f"nothing reads {text[at:]!r}")
            change(heard, **match.groupdict())
            at = match.end() + 1

    def check(self, game: Any, before: Any, texts: list[str], after: Any) -> str:
        """Return what the sentences of a move leave out or say wrong; "" for nothing."""
        heard = Heard(game, deepcopy(self.facts(game, before)))
        try:
            for text in texts:
                self.listen(heard, text)
        except (Wrong, AttributeError, LookupError, ValueError) as error:
            return f"{error!r}"
        true = self.facts(game, after)
        return "; ".join(
            f"{name}: heard {heard.table.get(name)!r}, true is {true[name]!r}"
            for name in true
            if not same(heard.table.get(name), true[name])
        )


def same(one: Any, other: Any) -> bool:
    """Return True for equal data; numbers may differ by what sentences round off."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return bool(abs(one - other) < 0.02)
    return bool(one == other)


def squares_of(route: str, hop: str) -> list[str]:
    """Return the squares of a path in words: "from b5 via b3 to c3" passes b4.

    ``hop`` are the words before the square that a hop leads to.
    """
    found: list[str] = []
    for number, part in enumerate(route.split(f", {hop} to ")):
        run = re.findall(r"[a-z]\d+", part)
        found += _straight(run) if number == 0 or len(run) > 1 else run
    return found


def _straight(corners: list[str]) -> Iterator[str]:
    yield corners[0]
    for here, to in pairwise(corners):
        right, up = ord(to[0]) - ord(here[0]), int(to[1:]) - int(here[1:])
        if right and up:
            raise Wrong(f"{here} and {to} are in no line")
        length = max(abs(right), abs(up))
        for step in range(1, length + 1):
            x, y = ord(here[0]) + right * step // length, int(here[1:]) + up * step // length
            yield f"{chr(x)}{y}"
