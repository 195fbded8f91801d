"""The settings of a game that a search tries: its options, versions, and alternatives of its class.

Vocabulary
    setting  a game under one choice of all that may be changed
    part     what may be changed: an option, a function of the class, or the version
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.registry import new_version

VERSION = "version"
MOST_SETTINGS = 5000
TRIES = 20
"""The random settings that are made for each that is wanted: some are impossible."""

Point = tuple[int, ...]
"""A setting as the places of its values in the parts."""


class DesignSetting(NamedTuple):
    """A game, and how it differs from today's rules."""

    label: str
    """The changes in short: "length 4, width 3"; "today's rules" for none."""
    game: AnyGame
    differs: tuple[str, ...]
    """A line for each change, with its clauses."""
    point: Point


class Part(NamedTuple):
    """The part that may be changed, and the values that are tried; the first one is today's."""

    name: str
    values: Sequence[Any]
    kind: str
    """"option", "alternative" or "version"."""


class Space:
    """All settings of a game; each is made when it is asked for."""

    def __init__(
        self, game: AnyGame, options: Mapping[str, Any], versions: Mapping[str, object]
    ) -> None:
        self.game = game
        self.versions = dict(versions)
        self.alternatives: Mapping[str, Mapping[str, Any]] = getattr(
            getattr(game, "design_class", None), "alternatives", {}
        )
        self.parts = [
            *_of_options(game, options),
            *(Part(n, ["", *found], "alternative") for n, found in self.alternatives.items()),
            *([Part(VERSION, ["", *versions], "version")] if versions else []),
        ]
        if not self.parts:
            raise BadInput(
                f"{game.name} has nothing to search: no rule options, no versions= and no "
                "alternatives in its class"
            )

    @property
    def size(self) -> int:
        """The number of settings, impossible ones included."""
        return prod(len(part.values) for part in self.parts)

    @cached_property
    def today(self) -> DesignSetting:
        """Today's rules."""
        return DesignSetting("today's rules", self.game, (), (0,) * len(self.parts))

    def settings(self, most: int, seed: int) -> Iterator[DesignSetting]:
        """Yield today's rules, then all other settings, or so many of them drawn at random."""
        yield self.today
        known = {self.today.point}
        for point in self._points(most, seed):
            if point not in known and (made := self.at(point)) is not None:
                yield made
            known.add(point)
            if len(known) > most and self.size > most:
                return

    def _points(self, most: int, seed: int) -> Iterator[Point]:
        if self.size <= most:
            yield from product(*(range(len(part.values)) for part in self.parts))
            return
        random = Random(seed)
        for _ in range(TRIES * most):
            yield tuple(random.randrange(len(part.values)) for part in self.parts)

    def neighbour(self, point: Point, random: Random) -> Point:
        """Return a point that differs in one part."""
        place = random.choice([n for n, part in enumerate(self.parts) if len(part.values) > 1])
        others = [n for n in range(len(self.parts[place].values)) if n != point[place]]
        return (*point[:place], random.choice(others), *point[place + 1 :])

    def at(self, point: Point) -> DesignSetting | None:
        """Return the setting of a point; None for one that is impossible."""
        if not any(point):
            return self.today
        chosen = [(part, part.values[n]) for part, n in zip(self.parts, point, strict=True)]
        changed = [(part, value) for (part, value), n in zip(chosen, point, strict=True) if n]
        try:
            game = self._game(changed)
        except BadInput:
            return None
        label = ", ".join(value if part.kind == VERSION else f"{part.name} {value}"
                          for part, value in changed)  # fmt: skip
        return DesignSetting(label, game, tuple(self._differs(game, changed)), point)

    def _game(self, changed: Sequence[tuple[Part, Any]]) -> AnyGame:
        by_kind = {kind: {p.name: value for p, value in changed if p.kind == kind}
                   for kind in ("option", "alternative", VERSION)}  # fmt: skip
        game = self.game
        if version := by_kind[VERSION].get(VERSION):
            game = new_version(game, self.versions[version])
        if alternatives := by_kind["alternative"]:
            design: Any = getattr(game, "design_class", None)
            parts = {name: self.alternatives[name][label] for name, label in alternatives.items()}
            game = new_version(game, design.with_parts(game.name, parts))
        return game.under(**by_kind["option"]) if by_kind["option"] else game

    def _differs(self, game: AnyGame, changed: Sequence[tuple[Part, Any]]) -> Iterator[str]:
        rules = game.rules.in_words(self.game.rules)
        for part, value in changed:
            if part.kind == "option":
                yield rules.get(part.name, f"{part.name} {value}")
            elif part.kind == VERSION:
                yield f"the version {value}"
            else:
                clauses: Any = getattr(game, "clauses", None)
                yield f"{part.name}: {value} ({clauses.of(part.name)})"


def _of_options(game: AnyGame, options: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the options with the values that are given, or all options with all their values."""
    known = {each.name: each for each in game.rules.options()}
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known)
            expected = ", ".join(known) or "none, for the game has no options"
            raise BadInput(f"there is no rule option {name!r}{hint}; expected {expected}")
    for name, option in known.items():
        if options and name not in options:
            continue
        values = options.get(name, option.values)
        if isinstance(values, str) or not hasattr(values, "__iter__"):
            raise invalid(name, values, f"several values, each {option.accepted}")
        given = list(values)
        for value in given:
            option.refuse(value)
        today = getattr(game.rules, name)
        yield Part(name, list(dict.fromkeys([today, *given])), "option")


def versions_of(game: AnyGame, versions: object) -> dict[str, object]:
    """Return versions of a game's class by their names; raise BadInput for a wrong one."""
    if versions is None:
        return {}
    if isinstance(versions, Mapping):
        named = dict(versions)
    elif isinstance(versions, Sequence) and not isinstance(versions, str):
        named = {getattr(each, "__name__", repr(each)): each for each in versions}
    else:
        raise invalid(
            "versions", versions, "classes of versions of the game, or a mapping from names to them"
        )
    for name, version in named.items():
        if not isinstance(name, str):
            raise invalid("the name of a version", name, "a text")
        new_version(game, version)
    return named
