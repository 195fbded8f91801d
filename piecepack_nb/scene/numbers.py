"""Numbers beside the board: where each comes from, by the steps of the match that changed it.

A view names its numbers with their values in a state. What changed one is read from the states
before and after each step, so a game doesn't declare which of its events count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Event, Refusal, Step, cited
from piecepack_nb.core.wording import capitalise, full_stop, join_list
from piecepack_nb.scene.model import Scene

MOST = 4
"""The changes of a number that are listed; those before them are added up."""
ONLY = "number:"
"""The beginning of the ids of spots that only explain a number."""
TIP = "Pick this to see which moves led to its numbers."


class Number(NamedTuple):
    """A number that a spot beside the board shows."""

    name: str
    """What it counts, such as "Red's white marbles"."""
    value: int | str | None
    """None where it isn't known; a text for a face of a die."""
    replaced: bool = False
    """Its last change alone explains it, as of a die, and not what it was before."""


Numbers = Mapping[str, tuple[Number, ...]]
"""The numbers of each spot, by the spot's id."""


class Change(NamedTuple):
    """The steps in a row that changed a number in one turn by one clause."""

    turn: int
    clause: str
    by: int
    places: tuple[str, ...]


class Past(NamedTuple):
    """The states of a match as its reader sees them, up to the one that is shown."""

    numbers: Callable[[Any], Numbers]
    turn: Callable[[Any], int]
    is_place: Callable[[str], bool]
    initial_state: Any
    steps: Sequence[Step]

    def explain(self, spot: str) -> Refusal | None:
        """Return where the numbers of a spot come from; None for a spot without numbers."""
        states = [self.initial_state, *(step.state for step in self.steps)]
        shown = self.numbers(states[-1]).get(spot, ())
        if not shown:
            return None
        seen = [*(self.numbers(state).get(spot, ()) for state in states[:-1]), shown]
        past = {each: [_value(numbers, each.name) for numbers in seen] for each in shown}
        counted = [each for each in past if any(past[each])] or list(past)[:1]
        found = [self._explain(each, past[each], states) for each in counted]
        texts = [text for text, _, _ in found]
        last = found[0][1] if len(found) == 1 else ""
        clause = next((clause for _, _, clause in found if clause), "")
        return Refusal(clause, " ".join(filter(None, (*texts, last))))

    def _explain(
        self, number: Number, values: Sequence[int | str | None], states: Sequence[Any]
    ) -> tuple[str, str, str]:
        """Return where a number comes from, its last change as a sentence, and the clause."""
        changed = [at for at in range(1, len(values)) if values[at] != values[at - 1]]
        head = f"{number.name}: {'not known' if number.value is None else _signed(number.value)}"
        if not changed:
            return f"{head}, as at the start.", "", ""
        event = self.steps[changed[-1] - 1].event
        last = full_stop(cited(capitalise(event.text).rstrip("."), event.clause))
        if number.replaced or not all(isinstance(each, int) for each in values):
            return f"{head}. {last}", "", event.clause
        changes = list(self._changes(changed, values, states))
        first = values[0]
        assert isinstance(first, int)
        earlier = first + sum(change.by for change in changes[:-MOST])
        more = len(changes) > MOST
        start = f"up to turn {changes[-MOST - 1].turn}" if more else "at the start"
        parts = [f"{_signed(earlier)} {start}"] if earlier or more else []
        parts += map(_words, changes[-MOST:])
        return f"{head} = {', '.join(parts)}.", f"Last: {last}", event.clause

    def _changes(
        self, changed: Sequence[int], values: Sequence[Any], states: Sequence[Any]
    ) -> Iterator[Change]:
        """Yield what changed a number, with steps of the same turn and clause taken together."""
        open_ = None
        for at in changed:
            event, turn = self.steps[at - 1].event, self.turn(states[at - 1])
            change = Change(turn, event.clause, values[at] - values[at - 1], self._places(event))
            if open_ is not None and open_[:2] == change[:2]:
                places = tuple(dict.fromkeys((*open_.places, *change.places)))
                open_ = open_._replace(by=open_.by + change.by, places=places)
                continue
            if open_ is not None:
                yield open_
            open_ = change
        if open_ is not None:
            yield open_

    def _places(self, event: Event) -> tuple[str, ...]:
        """Return the square that an event happened on, if it names one."""
        for key in ("to", "square"):
            name = event.data.get(key)
            if isinstance(name, str) and self.is_place(name):
                return (name,)
        return ()


def still_picture(scene: Scene) -> Scene:
    """Return the scene without what only a pick explains, for a picture that nobody picks in."""
    kept = (spot for spot in scene.spots if not spot.id.startswith(ONLY))
    return scene._replace(
        spots=tuple(spot._replace(tip="") if spot.tip == TIP else spot for spot in kept)
    )


def _value(numbers: Sequence[Number], name: str) -> int | str | None:
    """Return the value of a number by its name; a spot that lacks it shows none, which is 0."""
    return next((each.value for each in numbers if each.name == name), 0)


def _signed(value: int | str) -> str:
    """Return a value as it is written: a number below 0 with a minus sign, not a hyphen."""
    return f"\u2212{-value}" if isinstance(value, int) and value < 0 else str(value)


def _words(change: Change) -> str:
    """Return a change in a few words: "+2 in turn 3 (b5 and c5) [PC-10]"."""
    by = _signed(change.by) if change.by < 0 else f"+{change.by}"
    when = f"in turn {change.turn}" if change.turn else "before turn 1"
    places = f" ({join_list(change.places)})" if change.places else ""
    return cited(f"{by} {when}{places}", change.clause)
