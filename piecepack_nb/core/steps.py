"""What a move does, told step by step, and why a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.wording import capitalise


class Refusal(NamedTuple):
    """Why a move may not be made: the clause, one plain sentence, and the places it is about."""

    clause: str
    text: str
    squares: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


def echoed(refusal: Refusal, move: object, written: object) -> Refusal:
    """Return the refusal with the move as the player wrote it, where its sentence quotes it."""
    if not isinstance(written, str):
        return refusal
    return refusal._replace(text=refusal.text.replace(shorten(str(move)), shorten(written)))


class IllegalMove(BadInput):
    """A refused move was played; ``refusal`` says which rule refuses it."""

    def __init__(self, move: object, refusal: Refusal) -> None:
        self.move = move
        self.refusal = refusal
        echo = shorten(str(move))
        said = "" if refusal.text.startswith(echo) else f"{echo}: "
        super().__init__(f"{said}{refusal.text} ({refusal.clause})")


class Reason(Protocol):
    """A decision that the game made by itself: its candidates, costs and the clause that chose."""

    @property
    def text(self) -> str:
        """The decision in a sentence or two."""

    def to_json(self) -> dict[str, Any]:
        """The decision as plain data."""


class _Words(dict[str, Any]):
    """The data of an event for its sentence; ``{Seat}`` is ``{seat}`` with a capital."""

    def __missing__(self, name: str) -> str:
        if name == name.lower():
            raise KeyError(name)
        return capitalise(str(self[name.lower()]))


class Event(NamedTuple):
    """One thing that happened on the table, and the clause by which it did.

    The sentence is made from ``template`` and ``data`` (and the decision's own words, as "why")
    only when somebody reads it, so that games that nobody watches are not slowed down by words.
    A name with a capital in the template takes its data with a capital.

    >>> print(Event("PA-12", "moves", "{Seat} moves to {to}.", {"seat": "suns", "to": "c4"}))
    Suns moves to c4. [PA-12]
    """

    clause: str
    kind: str
    template: str
    data: Mapping[str, Any]
    why: Reason | None = None

    @property
    def text(self) -> str:
        """What happened, in one sentence."""
        words = _Words(self.data)
        if self.why is not None:
            words["why"] = self.why.text
        return self.template.format_map(words)

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


class Step(NamedTuple):
    """An event and the state of the table after it."""

    event: Event
    state: Any

    def __str__(self) -> str:
        return str(self.event)

    def __repr__(self) -> str:
        return f"<Step {self.event}>"


def reasoned(steps: tuple[Step, ...], why: Reason | None) -> tuple[Step, ...]:
    """The steps, the first of them with the reason for the move, unless it has one of its own."""
    first, *rest = steps
    if why is None or first.event.why is not None:
        return steps
    return (first._replace(event=first.event._replace(why=why)), *rest)


class Result(NamedTuple):
    """How a game ended: who won (nobody in a draw or a common loss), and by which clause."""

    winners: tuple[str, ...]
    clause: str
    text: str
    scores: Mapping[str, int]

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


class Term(NamedTuple):
    """One reason, and what it counts.

    >>> str(Term("near cubes", 1.5))
    'near cubes +1.5'
    """

    name: str
    points: float

    def __str__(self) -> str:
        return f"{self.name} {self.points:+.1f}"


Terms = tuple[Term, ...]
