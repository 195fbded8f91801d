"""Rule options: one frozen value per game, each option with its help, range and clauses.

The rule panel, the README's table, saved matches and the lab are built from these options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from piecepack_nb.core.errors import BadInput, brief_repr, did_you_mean, invalid

LONG = 200  # characters of the options' names in an error
BRIEF = 24  # characters of a value that a difference shows


class Option(NamedTuple):
    """One rule that a player can change."""

    name: str
    default: Any
    help: str
    clauses: tuple[str, ...]
    reading: bool = False
    """True where the rule document is silent and the default is ours."""
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    check: Callable[[Any], None] | None = None
    """A check for values that no list or range describes; it raises BadInput."""
    suggestions: tuple[Any, ...] = ()
    """Examples of values, for an option with too many to list."""
    words: str = ""
    """The option's name in words, such as "What a quarter turn costs"; "" for none."""

    @property
    def title(self) -> str:
        """The option's name in words, or else its code name with spaces.

        >>> Option("quarter_turn_cost", 1, "", ()).title
        'Quarter turn cost'
        """
        return self.words or self.name.replace("_", " ").capitalize()

    @property
    def accepted(self) -> str:
        """The allowed values in words."""
        if isinstance(self.default, bool):
            return "True or False"
        if self.choices:
            return "one of " + ", ".join(repr(choice) for choice in self.choices)
        if self.low is not None:
            return f"a whole number from {self.low} to {self.high}"
        if self.suggestions:
            return ", ".join(map(repr, self.suggestions)) + ", or your own text"
        return "a text"

    @property
    def values(self) -> tuple[Any, ...]:
        """All allowed values; of a text with too many to list, the default and the suggestions."""
        if isinstance(self.default, bool):
            return (False, True)
        if self.low is not None and self.high is not None:
            return tuple(range(self.low, self.high + 1))
        return self.choices or (self.default, *self.suggestions)

    def refuse(self, value: object) -> None:
        """Raise BadInput unless ``value`` is allowed."""
        if type(value) is not type(self.default) and (type(value), None) != (str, self.default):
            fits = value is None and None in self.choices
        elif self.choices:
            fits = value in self.choices
        else:
            fits = self.low is None or self.low <= value <= self.high  # type: ignore[operator]
        if not fits:
            raise invalid(self.name, value, self.accepted)
        if self.check is not None:
            self.check(value)


def option(
    default: Any,
    help: str = "",
    *clauses: str,
    reading: bool = False,
    choices: tuple[Any, ...] = (),
    low: int | None = None,
    high: int | None = None,
    check: Callable[[Any], None] | None = None,
    suggestions: tuple[Any, ...] = (),
    words: str = "",
) -> Any:
    """Declare a rule option: its default, its ``help`` as a sentence, and the ids of its clauses.

    ``choices`` lists the allowed values, or ``low`` and ``high`` bound a whole number; a bool needs
    neither. A text may have a ``check`` and ``suggestions``. ``reading`` marks a default that is
    our interpretation, not the rule document's. ``words`` names the option for players. Raises
    BadInput without ``help``, and for one of ``low`` and ``high`` without the other.
    """
    if not help.strip():
        raise invalid(f"the help of option({default!r})", help, "a sentence for players")
    if (low is None) != (high is None):
        lacking = "low" if low is None else "high"
        raise BadInput(f"option({default!r}, {help!r}) has no {lacking}; expected low and high")
    described = Option(
        "", default, help, clauses, reading, choices, low, high, check, suggestions, words
    )
    return field(default=default, metadata={"option": described})


@dataclass(frozen=True)
class Rules:
    """The rules of a game; each game's subclass declares the options.

    Raises BadInput for a value that an option doesn't allow.
    """

    def __post_init__(self) -> None:
        for described in self.options():
            described.refuse(getattr(self, described.name))

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return all options, in the order of declaration."""
        return _declared(cls)  # type: ignore[arg-type]  # mypy looks at the hash of its values

    @classmethod
    def make(cls, changes: Mapping[str, Any]) -> Self:
        """Return the printed rules with ``changes`` by option name.

        Raises BadInput for an unknown option or a value that it doesn't allow.
        """
        cls._check_names(changes)
        return cls(**changes)

    @classmethod
    def _check_names(cls, changes: Iterable[str]) -> None:
        names = [each.name for each in cls.options()]
        for name in changes:
            if name not in names:
                raise BadInput(_unknown(name, names))

    def but(self, **changes: Any) -> Self:
        """Return these rules with ``changes``; raise BadInput as ``make`` does."""
        self._check_names(changes)
        return replace(self, **changes)

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from the printed rules, with their values."""
        return {
            each.name: getattr(self, each.name)
            for each in self.options()
            if getattr(self, each.name) != each.default
        }

    def differences(self, since: Rules | None = None) -> dict[str, str]:
        """Return a line for each option that differs from the printed rules, or from ``since``.

        Rules of another version of the game count as the printed ones. A line such as
        "quarter_turn_cost 1 → 0 (PM-15)" has the value there, the value here and the clauses.
        """
        return {
            each.name: f"{each.name} {_brief(before)} → {_brief(after)}{_cited(each)}"
            for each, before, after in self._changes(since)
        }

    def in_words(self, since: Rules | None = None) -> dict[str, str]:
        """Return the ``differences`` as a player reads them, with the options' titles.

        A line is such as "What a quarter turn costs: 1 → 0 (PM-15)".
        """
        return {
            each.name: f"{self.change_in_words(each, since)}{_cited(each)}"
            for each, _, _ in self._changes(since)
        }

    def change_in_words(self, option: Option, since: Rules | None = None) -> str:
        """Return one option's title and its values, such as "How many worms race: 2 → 3"."""
        before = self._earlier(since)[option.name]
        return f"{option.title}: {_worded(before)} → {_worded(getattr(self, option.name))}"

    def value_in_words(self, option: Option) -> str:
        """Return one option's title, its value and, where it is changed, the printed one."""
        value, printed = getattr(self, option.name), option.default
        now, was = (
            each if isinstance(each, str) and "\n" not in each else _worded(each)
            for each in (value, printed)
        )
        return f"{option.title}: {now}{'' if value == printed else f', not {was}'}"

    def _changes(self, since: Rules | None) -> Iterator[tuple[Option, Any, Any]]:
        """Yield each option that differs, with the value there and here."""
        before = self._earlier(since)
        for each in self.options():
            if (value := getattr(self, each.name)) != before[each.name]:
                yield each, before[each.name], value

    def _earlier(self, since: Rules | None) -> dict[str, Any]:
        """Return the values to compare with: those of ``since``, or the printed ones."""
        return self.printed() if type(since) is not type(self) else since.to_json()

    @classmethod
    def printed(cls) -> dict[str, Any]:
        """Return every option with its printed value."""
        return {each.name: each.default for each in cls.options()}

    def to_json(self) -> dict[str, Any]:
        """Return every option with its value."""
        return {each.name: getattr(self, each.name) for each in self.options()}


@lru_cache(maxsize=256)
def _declared(rules: type[Rules]) -> tuple[Option, ...]:
    """Return the options of a class, which are asked for often: kept here, beside its code."""
    return tuple(
        each.metadata["option"]._replace(name=each.name)
        for each in fields(rules)
        if "option" in each.metadata
    )


def _brief(value: object) -> str:
    """Return a value in a word or two; of several lines, only their number."""
    text = str(value)
    if len(text.splitlines()) > 1:
        return f"a text of {len(text.splitlines())} lines"
    return text if len(text) <= BRIEF else text[: BRIEF - 1] + "…"


def _worded(value: object) -> str:
    """Return a value in a word or two, as the rules panel shows it."""
    if value is None:
        return "none"
    return ("no", "yes")[value] if isinstance(value, bool) else _brief(value)


def _cited(option: Option) -> str:
    return f" ({', '.join(option.clauses)})" if option.clauses else ""


def _unknown(name: object, names: list[str]) -> str:
    """Return the error for an unknown option, with all that there are, if they fit into a line."""
    hint = did_you_mean(name, names)
    expected = f"expected {', '.join(names) or 'none'}"
    if hint and len(expected) > LONG:
        expected = "game.rules shows all"
    return f"there is no rule option {brief_repr(name)}{hint}; {expected}"
