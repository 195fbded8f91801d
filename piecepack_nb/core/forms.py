"""Positions as plain JSON, declared entry by entry: one declaration reads, checks and writes.

A ``Form`` says how a kind of value is written; small forms make up larger ones, up to a game's
whole state::

    square = forms.word(SQUARES, "a square from a1 to h8")
    player = forms.record(Player, square=forms.optional(square), points=forms.whole(-99, 99))
    players = forms.table(dict.fromkeys(SEATS, player), every=True)
    state = forms.record(State, turn=forms.whole(1, 999), players=players)

    state.read(POSITION, {"turn": 1, "players": {"suns": {"square": "c9", …}}})
    # BadInput: players.suns.square is 'c9'; expected a square from a1 to h8

Vocabulary
    what     an entry's name in errors, such as "players.suns.square"
    by hand  as a person writes a value: text such as "c3, 2 points", or values shorter than JSON
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import (
    all_entries,
    flag,
    known_entries,
    mapping,
    one_of,
    sequence,
    whole_number,
)

T = TypeVar("T")
POSITION = "the position"
"""The name of a whole state in errors; its entries are named alone."""
REQUIRED = object()


def _same(value: Any) -> Any:
    return value


def _no_other_way(_what: str, value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Form(Generic[T]):
    """The way a kind of value is written."""

    read: Callable[[str, Any], T]
    """Return the value of an entry's name and JSON; raise BadInput naming the entry."""
    write: Callable[[T], Any] = _same
    """Return the JSON of a value."""
    expand: Callable[[str, Any], Any] = _no_other_way
    """Return the JSON of an entry's name and what is written by hand, as yet unchecked."""
    usual: Any = REQUIRED
    """The value that a record's JSON leaves out."""
    missing: Any = REQUIRED
    """The JSON of an entry that a record's JSON leaves out."""

    def by_hand(self, expand: Callable[[str, Any], Any]) -> Form[T]:
        """Return this form with one more way to write its values by hand, which is tried first."""
        return replace(self, expand=lambda what, value: self.expand(what, expand(what, value)))

    def by_text(self, parse: Callable[[str], Any]) -> Form[T]:
        """Return this form with a text to write its values by hand."""
        return self.by_hand(lambda _, value: parse(value) if isinstance(value, str) else value)

    def filled(self, usual: Mapping[str, Any]) -> Form[T]:
        """Return this form of a mapping, in which entries may be left out by hand."""
        return self.by_hand(
            lambda _, value: {**usual, **value} if isinstance(value, Mapping) else value
        )

    def checked(self, *checks: Callable[[T], None]) -> Form[T]:
        """Return this form, which reads only what passes the checks; they raise BadInput."""

        def read(what: str, value: Any) -> T:
            found = self.read(what, value)
            for check in checks:
                check(found)
            return found

        return replace(self, read=read)

    def unless(self, usual: T, missing: Any = None) -> Form[T]:
        """Return this form for an entry that a record's JSON leaves out where it is as usual.

        Read back, it is as ``missing`` says: as usual, if that is None.
        """
        return replace(self, usual=usual, missing=usual if missing is None else missing)


def within(what: str, name: str) -> str:
    """Return the name in errors of an entry.

    >>> within("players.suns", "square"), within(POSITION, "turn")
    ('players.suns.square', 'turn')
    """
    return name if what == POSITION else f"{what}.{name}"


# --- Single values --------------------------------------------------------------------------------


def word(accepted: Sequence[str], else_: str = "") -> Form[str]:
    """Return the form of one of the accepted words; ``else_`` describes many of them."""
    return Form(lambda what, value: one_of(what, value, accepted, else_))


def whole(low: int, high: int) -> Form[int]:
    """Return the form of a whole number from ``low`` to ``high``."""
    return Form(lambda what, value: whole_number(what, value, low, high))


FLAG = Form(flag)
"""True or False."""
ANYTHING: Form[Any] = Form(lambda _what, value: value)
"""A value that is checked elsewhere."""


def optional(form: Form[T]) -> Form[T | None]:
    """Return the form of a value, or of None."""
    return Form(
        lambda what, value: None if value is None else form.read(what, value),
        lambda value: None if value is None else form.write(value),
        lambda what, value: None if value is None else form.expand(what, value),
    )


# --- Lists ----------------------------------------------------------------------------------------


def items(
    form: Form[Any],
    most: int,
    of: str = "",
    *,
    each: str = "{what}[{at}]",
    once: str = "",
    into: Callable[[list[Any]], Any] = tuple,
) -> Form[Any]:
    """Return the form of a list of at most ``most`` values, which ``into`` makes of them.

    ``of`` names the items in errors, and ``each`` one of them. With ``once``, which says so, no
    value may be there twice.
    """

    def name(what: str, at: int) -> str:
        return each.format(what=what, at=at)

    def read(what: str, value: Any) -> Any:
        given = sequence(what, value, most, of)
        found = [form.read(name(what, at), one) for at, one in enumerate(given)]
        if once and len(set(found)) < len(found):
            raise invalid(what, value, once)
        return into(found)

    def expand(what: str, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return [form.expand(name(what, at), one) for at, one in enumerate(value)]

    return Form(read, lambda value: list(map(form.write, value)), expand)


def in_order(names: Iterable[str]) -> Callable[[Collection[str]], tuple[str, ...]]:
    """Return a function that puts words in the order of ``names``."""
    return lambda given: tuple(name for name in names if name in given)


# --- Mappings -------------------------------------------------------------------------------------


def table(
    forms: Mapping[str, Form[T]],
    key: str = "",
    else_: str = "",
    *,
    every: bool = False,
    sort: bool = False,
) -> Form[FrozenDict[str, T]]:
    """Return the form of values by name, each of its own form: of some names, or of ``every`` one.

    ``key`` is a name in errors, ``else_`` describes many names. The order is that of ``forms`` with
    ``every``, of the alphabet with ``sort``, or else as given.
    """
    names = tuple(forms)

    def read(what: str, value: Any) -> FrozenDict[str, T]:
        given = mapping(what, value)
        found: Iterable[str] = sorted(given) if sort else given
        for name in found if key else ():
            if name not in forms:
                one_of(key.format(what=what), name, names, else_)
        if every:
            all_entries(what, given, names)
            found = names
        return FrozenDict(
            (name, forms[name].read(within(what, name), given[name])) for name in found
        )

    # A state of other rules may have names that these don't: reading it back names them.
    some = next(iter(forms.values())).write if forms else _same
    alike = all(form.write is some for form in forms.values())

    def write(value: Mapping[str, T]) -> dict[str, Any]:
        ordered = sorted(value) if sort else value
        if alike and some is _same:
            return {name: value[name] for name in ordered}
        if alike:
            return {name: some(value[name]) for name in ordered}
        return {
            name: (forms[name].write if name in forms else some)(value[name]) for name in ordered
        }

    return Form(read, write, partial(_expand_entries, forms))


def _expand_entries(forms: Mapping[str, Form[Any]], what: str, value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {
        name: forms[name].expand(within(what, name), one) if name in forms else one
        for name, one in value.items()
    }


def entries(**forms: Form[Any]) -> Form[dict[str, Any]]:
    """Return the form of a mapping with an entry of each name, each of its own form."""
    usual = {name: form.missing for name, form in forms.items() if form.missing is not REQUIRED}

    def read(what: str, value: Any) -> dict[str, Any]:
        given = all_entries(what, {**usual, **mapping(what, value)}, forms)
        return {name: form.read(within(what, name), given[name]) for name, form in forms.items()}

    def write(value: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: form.write(value[name])
            for name, form in forms.items()
            if form.usual is REQUIRED or value[name] != form.usual
        }

    def expand(what: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            known_entries(what, value, forms)  # a misspelt name is what people look for first
        return _expand_entries(forms, what, value)

    return Form(read, write, expand)


def record(made: type[T], **forms: Form[Any]) -> Form[T]:
    """Return the form of a named tuple with an entry for each of its fields.

    Raises TypeError for other entries than its fields, so that a new field is never forgotten.
    """
    fields: tuple[str, ...] = made._fields  # type: ignore[attr-defined]
    if tuple(forms) != fields:
        raise TypeError(f"{made.__name__} has the fields {fields}; the entries are {(*forms,)}")
    form = entries(**forms)
    return Form(
        lambda what, value: made(**form.read(what, value)),
        lambda value: form.write(value._asdict()),  # type: ignore[attr-defined]
        form.expand,
    )
