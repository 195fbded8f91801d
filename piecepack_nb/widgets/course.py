"""The course of a game, move by move, so that two of them can be held side by side.

Vocabulary
    stretch  one move: the game it was made in, the table before it, its steps
    place    what names a move whatever the rules: its turn, and who acted in it
    spot     a place, and a number of steps into that move: what a reader looks at
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import Recorded
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.timeline import Played
from piecepack_nb.scene import NOTHING, Film, Scene, Turn, View, Within

__all__ = ["Course", "Spot", "Stretch", "again", "beside", "course_of"]

AnyGame = Game[Any, Any, Any]
Place = tuple[int, str]
BACK = "Back in the game as it was played. "


class Stretch(NamedTuple):
    """A move as it was made."""

    game: AnyGame
    place: Place
    before: Any
    steps: tuple[Step, ...]

    @property
    def after(self) -> Any:
        """The table at its end."""
        return self.steps[-1].state if self.steps else self.before


class Spot(NamedTuple):
    """A place in a game; ``into`` counts the steps, 0 for the table before the first move."""

    place: Place
    into: int
    kind: str = ""
    """What happened in that step, such as a decision; ``nth`` of its kind in the move."""
    nth: int = 0


class Course:
    """A game from its start: frame 0 shows that, frame i the table after step i."""

    def __init__(self, game: AnyGame, start: Any, stretches: Iterable[Stretch]) -> None:
        self.game, self.start = game, start
        self.stretches = [each for each in stretches if each.steps]
        self.ends = list(accumulate((len(each.steps) for each in self.stretches), initial=0))[1:]
        self.numbers = {each.place: number for number, each in enumerate(self.stretches)}

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return self.ends[-1] if self.ends else 0

    def number(self, frame: int) -> int:
        """The number of the stretch that a frame shows; the first one for the start."""
        return bisect_left(self.ends, frame) if frame else 0

    def spot(self, frame: int) -> Spot:
        """What a frame shows, whatever the rules."""
        if not self.stretches:
            return Spot((0, ""), 0)
        number = self.number(frame)
        each = self.stretches[number]
        into = frame - self.ends[number] + len(each.steps)
        kinds = [step.event.kind for step in each.steps[:into]]
        return (
            Spot(each.place, into, kinds[-1], kinds.count(kinds[-1]))
            if into
            else Spot(each.place, 0)
        )

    def span(self, place: Place) -> range:
        """The frames of the move at a place; none where there is no such move."""
        number = self.numbers.get(place)
        if number is None:
            return range(0)
        end = self.ends[number]
        return range(end - len(self.stretches[number].steps) + 1, end + 1)

    def frame(self, spot: Spot) -> int:
        """The frame that shows a spot: what happened there, if it does here too, else its step.

        Where the game has no such move, what comes nearest before it.
        """
        number = self.numbers.get(spot.place)
        if number is None:
            turns = [each.place[0] for each in self.stretches]
            before = [index for index, turn in enumerate(turns) if turn <= spot.place[0]]
            return self.ends[before[-1]] if before else 0
        steps = self.stretches[number].steps
        alike = [into for into, step in enumerate(steps, 1) if step.event.kind == spot.kind]
        into = alike[spot.nth - 1] if 0 < spot.nth <= len(alike) else min(spot.into, len(steps))
        return self.ends[number] - len(steps) + into

    # --- as scenes -------------------------------------------------------------------------------

    def frames(self, view: View, known: Sequence[Scene] = ()) -> tuple[Scene, ...]:
        """A scene for each frame; the first ones may be ``known`` already."""
        made = list(known)
        if not made:
            caption, clause = view.prompt(self.game, self.start, NOTHING)
            made = [view.scene(self.game, self.start)._replace(caption=caption, clause=clause)]
        for number, step, game in self._steps():
            if number >= len(made):
                made.append(view.scene(game, step.state, step.event, made[-1]))
        return tuple(self._joined(made))

    def _steps(self) -> Iterator[tuple[int, Step, AnyGame]]:
        steps = ((step, each.game) for each in self.stretches for step in each.steps)
        for number, (step, game) in enumerate(steps, start=1):
            yield number, step, game

    def _joined(self, frames: list[Scene]) -> list[Scene]:
        """Says so where a move begins at another table than the one before it ended with."""
        after = self.start
        for each, end in zip(self.stretches, self.ends, strict=True):
            if each.before != after:
                first = end - len(each.steps) + 1
                if not frames[first].caption.startswith(BACK):
                    frames[first] = frames[first]._replace(caption=BACK + frames[first].caption)
            after = each.after
        return frames

    def film(
        self, view: View, frames: tuple[Scene, ...], finer: Collection[int] | None = None
    ) -> Film:
        """The film of the frames; searches are in it for the stretches of these numbers, or all."""
        inner: dict[int, Within] = {}
        for number, each in enumerate(self.stretches):
            if finer is None or number in finer:
                inner.update(self._searches(view, frames, number, each))
        return Film(self.game.title, frames, tuple(self.turns()), inner)

    def _searches(
        self, view: View, frames: tuple[Scene, ...], number: int, each: Stretch
    ) -> Iterator[tuple[int, Within]]:
        before, at = each.before, self.ends[number] - len(each.steps)
        for step in each.steps:
            at += 1
            found = view.within(each.game, before, step, frames[at])
            if found is not None:
                yield at, found
            before = step.state

    def turns(self) -> Iterator[Turn]:
        """Where each turn begins; a step belongs to the turn in which it was made."""
        yield Turn(_title(self.game.turn(self.start)), 0)
        shown = self.game.turn(self.start)
        for each, end in zip(self.stretches, self.ends, strict=True):
            turn = each.game.turn(each.before)
            if turn != shown:
                yield Turn(_title(turn), end - len(each.steps) + 1)
            shown = turn


def beside(one: Course, two: Course) -> list[tuple[int, int]]:
    """Which frame of the one is shown beside which of the other: move by move, by their place.

    Where one of them has no such move, or a shorter one, it waits.
    """
    shown = [(0, 0)]
    for place in _places(one, two):
        i, j = shown[-1]
        ours, theirs = one.span(place), two.span(place)
        for into in range(max(len(ours), len(theirs))):
            i = ours[min(into, len(ours) - 1)] if ours else i
            j = theirs[min(into, len(theirs) - 1)] if theirs else j
            shown.append((i, j))
    return shown


def _places(one: Course, two: Course) -> list[Place]:
    """The places of both, each in the order in which it comes there; turn by turn."""
    places: list[Place] = []
    for each in one.stretches:
        if each.place in two.numbers:
            number = two.numbers[each.place]
            fresh = (other.place for other in two.stretches[:number])
            places += [place for place in fresh if place not in one.numbers and place not in places]
        places.append(each.place)
    places += [each.place for each in two.stretches if each.place not in places]
    return sorted(places, key=lambda place: place[0])


def _title(turn: int) -> str:
    return f"Turn {turn}" if turn else "Set-up"


def course_of(match: Match) -> Course:
    """The whole course of a match, from the start of the first one that it goes on from."""
    first = match.parts[0]
    stretches = (each for part in match.parts for each in _stretches(part))
    return Course(first.game, first.start, stretches)


def _stretches(match: Match) -> Iterator[Stretch]:
    before = match.start
    for played in match.record:
        yield Stretch(match.game, played.place, before, played.steps)
        before = played.steps[-1].state


def again(stretch: Stretch, played: Played, game: AnyGame, dice: Any) -> Stretch:
    """A move of the record, made again in ``game`` from the table before it.

    It has no steps where another move is due there. Raises BadInput where that table can't be in
    this game, IllegalMove where the move is refused.
    """
    begins = stretch.before == stretch.game.start()
    state = game.start() if begins else game.position(stretch.game.to_json(stretch.before))
    actor, move = game.to_act(state), played.move
    if actor is None or actor.place != played.actor.place:
        return Stretch(game, stretch.place, state, ())
    if isinstance(actor, Chance):
        turn, purpose = played.place
        rolled = Recorded([(turn, purpose, move)], dice)
        numbered = actor._replace(purpose=purpose, turn=turn)
        move = rolled.draw(game, state, numbered, max(played.rolls - 1, 0))
    steps = () if move is None else tuple(game.play(state, move))
    return Stretch(game, stretch.place, state, steps)
