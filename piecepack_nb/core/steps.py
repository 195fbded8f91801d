"""Events, steps, refusals and results: the values that a move produces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import capitalise, full_stop, visible


class Refusal(NamedTuple):
    """The reason that a move is illegal: the clause, one sentence, and the squares concerned."""

    clause: str
    text: str
    squares: tuple[str, ...] = ()

    def __str__(self) -> str:
        return cited(self.text, self.clause)


def cited(text: str, clause: str) -> str:
    """Return a sentence with its clause in brackets; "" has none."""
    return f"{text} [{clause}]" if clause else text


def as_written(refusal: Refusal, move: object, written: object) -> Refusal:
    """Return the refusal quoting the move in the words of the player."""
    if not isinstance(written, str):
        return refusal
    return refusal._replace(text=refusal.text.replace(shorten(str(move)), shorten(written)))


def must_wait(move: object, kinds: Any, due: Refusal) -> Refusal:
    """Return the refusal of a move of another kind than the one that is due, which it names.

    ``kinds`` are the types of the game's moves, as for ``isinstance``.
    """
    if isinstance(move, kinds):
        return due._replace(text=f"{shorten(str(move))} must wait: {due.text}")
    return due._replace(text=f"{brief_repr(move)} is no move of this game: {due.text}")


class IllegalMove(BadInput):
    """The error of playing an illegal move; ``refusal`` names the rule.

    ``bot`` is the seat whose bot chose the move; "" for a person's move.
    """

    def __init__(self, move: object, refusal: Refusal, bot: str = "") -> None:
        self.move = move
        self.refusal = refusal
        quoted = shorten(str(move))
        prefix = "" if refusal.text.startswith(quoted) else f"{quoted}: "
        whose = f"the bot of {bot} chose an illegal move, " if bot else ""
        super().__init__(f"{whose}{prefix}{refusal.text} ({refusal.clause})")


class Reason(Protocol):
    """A decision of the game or of a bot: its candidates, their costs, and what decided."""

    @property
    def text(self) -> str:
        """The decision in a sentence or two."""

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data."""


class _Words(dict[str, Any]):
    """The values for an event's template; ``{Seat}`` is ``{seat}`` with a capital."""

    def __missing__(self, name: str) -> str:
        if name == name.lower():
            raise KeyError(name)
        return capitalise(str(self[name.lower()]))


class Event(NamedTuple):
    """One thing that happened, and the clause it happened under.

    ``text`` fills ``template`` with ``data`` (and ``why.text``, as "why") only when it is read, so
    that simulations spend no time on sentences. ``{Seat}`` is ``data["seat"]`` with a capital.

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
        """The event in one sentence."""
        words = _Words(self.data)
        if self.why is not None:
            words["why"] = self.why.text
        return visible(self.template.format_map(words))

    def __str__(self) -> str:
        return cited(self.text, self.clause)


class Sentence(NamedTuple):
    """A finished move, or a part of one that is read by itself, in words.

    >>> print(Sentence("Suns rolls a 4.", "PIG-2", 1))
    Suns rolls a 4. [PIG-2]
    """

    text: str
    clause: str
    """The clause that explains it best; "" for none."""
    into: int
    """The number of the move's steps after which it is finished, from 1."""

    def __str__(self) -> str:
        return cited(self.text, self.clause)


class Step(NamedTuple):
    """An event and the state after it."""

    event: Event
    state: Any

    def __str__(self) -> str:
        """Return the sentence that the step finishes, or else the event, with its clause."""
        return str(self.event if self.sentence is None else self.sentence)

    def __repr__(self) -> str:
        return f"<Step {self.event}>"

    @property
    def sentence(self) -> Sentence | None:
        """The sentence that this step finishes; None in the middle of one, and outside a move."""
        return None


class SentenceMaker(Protocol):
    """The part of a game that puts the steps of a move in sentences."""

    def sentences(self, before: Any, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentences of a move made in the state ``before``."""

    def result(self, state: Any) -> Result | None:
        """Return how the game ended; None while it continues."""


class MoveWords:
    """The sentences of a move, made when one is first read."""

    def __init__(self, game: SentenceMaker, before: Any, steps: Sequence[Step]) -> None:
        self.game, self.before, self.steps = game, before, steps

    @cached_property
    def by_step(self) -> Mapping[int, Sentence]:
        """Each sentence, by the number of the step that finishes it; the last says the end."""
        *first, last = self.game.sentences(self.before, self.steps)
        result = self.game.result(self.steps[-1].state)
        if result is not None and result.text.rstrip(".") not in last.text:
            last = last._replace(text=f"{last.text} {full_stop(result.text)}")
        return {each.into: each for each in (*first, last)}

    def unsaid(self, into: int) -> str:
        """Return a step's sentence without its beginning that earlier steps' events have said."""
        sentence, event = self.by_step[into], self.steps[into - 1].event
        begun = max((each for each in self.by_step if each < into), default=0)
        text = sentence.text
        for step in self.steps[begun : into - 1]:
            text = text.removeprefix(full_stop(step.event.text)).lstrip()
        if not text or text == sentence.text:
            return str(sentence)
        clause = event.clause if text == full_stop(event.text) else sentence.clause
        return cited(text, clause)


class PlayedStep(Step):
    """A step of a played move, which knows the sentence that it finishes."""

    words: MoveWords | None = None
    into: int = 0

    def __str__(self) -> str:
        """Return what the step's sentence adds to the move's steps before it, with its clause."""
        return super().__str__() if self.words is None or self.sentence is None else (
            self.words.unsaid(self.into))  # fmt: skip

    @property
    def sentence(self) -> Sentence | None:
        """The sentence that this step finishes; None in the middle of one."""
        return None if self.words is None else self.words.by_step.get(self.into)


def with_sentences(game: SentenceMaker, before: Any, steps: Sequence[Step]) -> list[Step]:
    """Return the steps of a move that was made in the state ``before``, with its sentences."""
    words = MoveWords(game, before, steps)
    return [_played(step, words, into) for into, step in enumerate(steps, 1)]


def _played(step: Step, words: MoveWords | None, into: int) -> PlayedStep:
    played = PlayedStep(*step)
    played.words, played.into = words, into
    return played


def with_reason(steps: tuple[Step, ...], why: Reason | None) -> tuple[Step, ...]:
    """Return the steps, the first one with a bot's reason unless it has its own."""
    first, *rest = steps
    if why is None or first.event.why is not None:
        return steps
    return (with_event(first, first.event._replace(why=why)), *rest)


def with_event(step: Step, event: Event) -> Step:
    """Return the step with another event, and the sentence that it finishes."""
    changed = step._replace(event=event)
    return _played(changed, step.words, step.into) if isinstance(step, PlayedStep) else changed


def whole_sentence(steps: Sequence[Step]) -> Sentence:
    """Return all sentences of a played move in one, with the clause of the last."""
    made = [step.sentence for step in steps if step.sentence is not None]
    text = " ".join(each.text for each in made)
    return Sentence(text, made[-1].clause if made else "", len(steps))


def joined_events(steps: Sequence[Step]) -> Sentence:
    """Return the events of a move as one sentence, each in its own words."""
    texts = dict.fromkeys(full_stop(step.event.text) for step in steps if step.event.text)
    return Sentence(" ".join(texts), steps[0].event.clause, len(steps))


def telling_clause(events: Iterable[Event], kinds: Sequence[str]) -> str:
    """Return the clause of the event of the first of these kinds, or else of the first event."""
    found: dict[str, str] = {event.kind: event.clause for event in reversed(list(events))}
    first = next(reversed(found.values()))
    return next((found[kind] for kind in kinds if kind in found), first)


# --- The log of a move ---------------------------------------------------------------------------

NO_DATA: Mapping[str, Any] = FrozenDict()


class WorkingCopy:
    """A copy of a state that a move changes in place, where a new state for each step is slow."""

    __slots__ = ()

    def frozen(self) -> Any:
        """Return the state as it is now."""
        raise NotImplementedError


K_contra = TypeVar("K_contra", contravariant=True)


class EventLog(Protocol[K_contra]):
    """Receives the events of a move as they happen, each with the state after it.

    ``EventLog[EventKind]`` takes a game's own kinds of event: a type checker finds a misspelt one.
    """

    def add(
        self,
        state: object,
        clause: str,
        kind: K_contra,
        template: str,
        data: Mapping[str, Any] = NO_DATA,
        why: Reason | None = None,
    ) -> None:
        """Add an event, with the state after it or the working copy of it."""


MoveLog = EventLog[str]
"""A log of any kinds of event."""


class StepLog(list[Step]):
    """A log that makes a step of every event."""

    def add(
        self,
        state: object,
        clause: str,
        kind: str,
        template: str,
        data: Mapping[str, Any] = NO_DATA,
        why: Reason | None = None,
    ) -> None:
        """Add the step: the event, and the state as it is now."""
        now = state.frozen() if isinstance(state, WorkingCopy) else state
        event = tuple.__new__(Event, (clause, kind, template, data, why))  # half of Event(…)'s time
        self.append(tuple.__new__(Step, (event, now)))


class EventCounts(Counter[str]):
    """A log that only counts events by kind, for simulations."""

    def add(self, _state: object, _clause: str, kind: str, *_: object) -> None:
        """Count the event."""
        self[kind] += 1


class Result(NamedTuple):
    """The end of a game: its winners (none in a draw or a common loss) and the clause."""

    winners: tuple[str, ...]
    clause: str
    text: str
    scores: Mapping[str, int]

    @property
    def refusal(self) -> Refusal:
        """The refusal of any move after the end."""
        return Refusal(self.clause, f"the game is over: {self.text.rstrip('.')}")

    def __str__(self) -> str:
        return cited(self.text, self.clause)


class Term(NamedTuple):
    """One term of an evaluation, with its points.

    >>> str(Term("near cubes", 1.5))
    'near cubes +1.5'
    """

    name: str
    points: float

    def __str__(self) -> str:
        return f"{self.name} {self.points:+.1f}"


Terms = tuple[Term, ...]
