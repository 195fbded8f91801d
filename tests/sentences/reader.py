"""A reader of the games' sentences: it turns each into facts and compares them with the states.

A game's `Grammar` has a pattern for each sentence, and a function that says what must be true:

    @GRAMMAR.event("paid", "PC-13", "{who} gives {n:#marble} to {to}[{all~: all they have}].")
    def _(c, who, n, to, all):
        yield n, c.before.players[who].tray - c.after.players[who].tray

Every yielded pair is a fact of the sentence and the same fact of the states. In a pattern, `[...]`
is optional; `{who}` is a slot of the grammar, `{to:who}` the same slot by another name,
`{n:#marble}` a count with its noun, which must agree, and `{all~...}` a regular expression.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

Check = Callable[..., Iterator[tuple[Any, Any]] | None]
Convert = Callable[[str], Any]
REFUSAL = "refusal"
"""The kind of the sentences of refusals."""


class Wrong(Exception):
    """A sentence that no pattern knows, or that says what isn't so."""


class Pattern(NamedTuple):
    """A sentence with slots, the clauses it may cite, and the check of its facts."""

    kind: str
    clauses: frozenset[str]
    text: str
    regex: re.Pattern[str]
    slots: Mapping[str, Convert]
    check: Check

    def facts(self, match: re.Match[str]) -> dict[str, Any]:
        """Return the facts of a matched sentence; raise Wrong where a count and its noun differ."""
        said = match.groupdict()
        return {
            name: None if said[name] is None else convert(said[name])
            for name, convert in self.slots.items()
        }


class Pick(NamedTuple):
    """A pick on the board that was refused without a move."""

    start: str
    to: str | None


@dataclass
class Case:
    """A sentence's place: game, states before and after (the same for a refusal), and move.

    ``earlier`` has the states before the earlier events of the same move, with kinds and sentences.
    """

    grammar: Grammar
    game: Any
    before: Any
    after: Any
    move: Any = None
    clause: str = ""
    earlier: list[tuple[Any, str, str]] = field(default_factory=list)

    @property
    def rules(self) -> Any:
        return self.game.rules

    def but(self, **changes: Any) -> Case:
        return replace(self, **changes)

    def part(self, kind: str, text: str) -> Iterator[tuple[Any, Any]]:
        """Yield the facts of a part of a sentence, by the patterns of this kind."""
        self.grammar.read(self, kind, text)
        yield from ()


@dataclass
class Grammar:
    """The sentences of a game. Each slot is a regular expression, and what makes a fact"
    " of its text."""

    game: str
    slots: dict[str, tuple[str, Convert]]
    patterns: dict[str, list[Pattern]] = field(default_factory=dict)
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)

    def event(self, kind: str, clauses: str, *texts: str) -> Callable[[Check], Check]:
        """Add the sentences of an event, or of a part of one; ``clauses`` "" for any clause."""

        def add(check: Check) -> Check:
            for text in texts:
                regex, slots = self._compile(text)
                pattern = Pattern(kind, frozenset(clauses.split()), text, regex, slots, check)
                self.patterns.setdefault(kind, []).append(pattern)
            return check

        return add

    def refusal(self, clauses: str, *texts: str) -> Callable[[Check], Check]:
        """Add the sentences of a refusal."""
        return self.event(REFUSAL, clauses, *texts)

    def _compile(self, text: str) -> tuple[re.Pattern[str], dict[str, Convert]]:
        regex, slots = "", {}
        for part in re.split(r"(\{[^{}]*\}|\[|\])", text):
            if part.startswith("{"):
                name, how, kind = re.fullmatch(r"(\w+)([:~]?)(.*)", part[1:-1]).groups()  # type: ignore[union-attr]
                inner, convert = (kind, str) if how == "~" else self._slot(kind or name)
                regex += f"(?P<{name}>{inner})" if name not in slots else f"(?P={name})"
                slots[name] = convert
            else:
                regex += {"[": "(?:", "]": ")?"}.get(part, re.escape(part))
        return re.compile(regex, re.DOTALL), slots

    def _slot(self, kind: str) -> tuple[str, Convert]:
        if kind.startswith("#"):
            noun = kind[1:]
            return rf"[-−]?[\d.]+ {noun}s?", lambda text: counted(text, noun)
        return self.slots[kind]

    def read(self, case: Case, kind: str, text: str) -> None:
        """Check a sentence; raise Wrong for an unknown or a false one."""
        known = [each for each in self.patterns.get(kind, ()) if each.regex.fullmatch(text)]
        if not known:
            raise Wrong(f"no pattern of {kind!r} reads {text!r}")
        fit = [each for each in known if not each.clauses or case.clause in each.clauses]
        if not fit:
            clauses = sorted(clause for each in known for clause in each.clauses)
            raise Wrong(f"{text!r} cites {case.clause}, not one of {clauses}")
        pattern = fit[0]
        match = pattern.regex.fullmatch(text)
        assert match
        self.seen[kind, pattern.text] += 1
        for number, (said, true) in enumerate(pattern.check(case, **pattern.facts(match)) or ()):
            if said != true:
                raise Wrong(f"{text!r} ({kind}, fact {number}) says {said!r}; true is {true!r}")

    def begins(self, kind: str, text: str) -> Iterator[tuple[Pattern, re.Match[str], str]]:
        """Yield each pattern that reads the beginning of a text, with the rest."""
        for pattern in self.patterns[kind]:
            if match := pattern.regex.match(text):
                yield pattern, match, text[match.end() :]

    @property
    def all_patterns(self) -> list[Pattern]:
        """All patterns, of every kind."""
        return [each for patterns in self.patterns.values() for each in patterns]

    def unseen(self) -> list[str]:
        """Return the sentences that were never read."""
        never = (each for each in self.all_patterns if not self.seen[each.kind, each.text])
        return [f"{each.kind}: {each.text}" for each in never]


def counted(text: str, noun: str) -> float:
    """Return the number of a count; raise Wrong where its noun doesn't agree."""
    number = numeral(text.split(maxsplit=1)[0])
    if (abs(number) == 1) != text.endswith(noun):
        raise Wrong(f"{text!r}: number and noun don't agree")
    return number


def numeral(text: str) -> float:
    """Return a number as written, with a true minus sign or a hyphen."""
    value = float(text.replace("−", "-"))
    return int(value) if value == int(value) else value


def names_in(text: str, last: str = "and") -> list[str]:
    """Return the names of a list in words: "a, b and c"."""
    *most, final = text.rsplit(f" {last} ", 1)
    return [*(most[0].split(", ") if most else []), final]


def listing(regex: str, last: str = "and") -> str:
    """Return the regular expression of a list in words."""
    return rf"(?:{regex})(?:, (?:{regex}))*(?: {last} (?:{regex}))?"


NUMBER = (r"[-−]?\d+(?:\.\d+)?", numeral)
ANY: tuple[str, Convert] = (".*?", str)


def read_rolls(grammar: Grammar) -> None:
    """Add the refusals of rolls, which all games share."""

    @grammar.refusal(
        "",
        "the {name~.*} die is missing from this roll; its dice are {dice~.*}",
        "there is no {extra~.*} die in this roll; its dice are {dice~.*}",
    )
    def _(c: Case, dice: str, name: str = "", extra: str = "") -> Iterator[tuple[Any, Any]]:
        yield dice.split(", "), [die.name for die in c.game.to_act(c.before).dice]
        yield (name or extra) in c.move.faces, bool(extra)
        yield (name or extra) in dice.split(", "), bool(name)

    @grammar.refusal("", "the {name~.*} die has no face '{face~.*}'; it shows one of {faces~.*}")
    def _(c: Case, name: str, face: str, faces: str) -> Iterator[tuple[Any, Any]]:
        die = next(die for die in c.game.to_act(c.before).dice if die.name == name)
        yield face, c.move.faces[name]
        yield face in die.faces, False
        yield faces in (", ".join(die.faces), "the faces it has"), True
