"""A finished move in sentences; the resolution of a turn has one for each order carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.steps import Event, Sentence, Step
from piecepack_nb.core.wording import capitalise, full_stop

OPENS = (
    "orders shown", "turns", "moves", "lands", "jumps", "lifts", "lifts too", "pushes",
    "order fails", "die", "resolution",
)  # fmt: skip
"""The kinds of the events with which another order begins, or the points."""
UNSAID = ("resolution",)
"""The kinds that only sum up what other sentences have said."""


def sentences(steps: Sequence[Step]) -> tuple[Sentence, ...]:
    """Return the sentences of a move: one, or those of the resolution."""
    return tuple(_joined(group, into) for group, into in _groups(steps))


def _groups(steps: Sequence[Step]) -> Iterator[tuple[list[Event], int]]:
    """Yield the events of each part of a move, and the steps up to its end."""
    group: list[Event] = []
    for into, (event, _state) in enumerate(steps):
        if group and _opens(event, group):
            yield group, into
            group = []
        group.append(event)
    if all(event.kind in UNSAID for event in group):  # nobody has gained or lost a point
        group.append(group[-1]._replace(kind="no points", template="Nobody gains a point."))
    yield group, len(steps)


def _opens(event: Event, group: list[Event]) -> bool:
    """Return True for the first event of another part; a fall begins one, but for a push's."""
    if event.kind == "die":
        return group[-1].kind != "die"
    if event.kind == "falls":
        return group[0].kind != "pushes"
    return event.kind in OPENS


def _joined(group: list[Event], into: int) -> Sentence:
    """Return the events of a part in a sentence."""
    said = [event for event in group if event.kind not in UNSAID]
    if group[0].kind == "pushes":
        first, *rest = (_words(event).rstrip(".") for event in said)
        text = f"{first}{': ' if rest else ''}{'; '.join(map(_lower, rest))}."
    else:
        text = " ".join(full_stop(_words(event)) for event in said)
    return Sentence(text, said[0].clause, into)


def _words(event: Event) -> str:
    """Return an event in words, with its headings in full; who comes back faces somewhere."""
    data = {name: _heading(value) for name, value in event.data.items()}
    text = event._replace(data=data).text
    if event.kind == "returns" and data["heading"]:
        return f"{text.rstrip('.')}, facing {data['heading']}."
    return capitalise(text)


def _heading(value: object) -> object:
    """Return a heading in full, "east" for "E"; any other value as it is."""
    return HEADING_NAMES.get(value, value) if isinstance(value, str) else value


def _lower(text: str) -> str:
    """Return what a block does with a small letter; players keep their capitals."""
    return text[0].lower() + text[1:] if text.startswith("The ") else text
