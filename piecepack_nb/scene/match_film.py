"""A match, filmed: its course move by move, and every step of it as the game's view shows it.

Vocabulary
    course   a game from its start, one stretch after the other
    stretch  one move: the game it was made in, the table before it, its steps
    frame    what is seen: frame 0 is the start, frame i the table after step i
    place    what names a move whatever the rules: its turn, and who acted in it
    spot     a place, and a number of steps into that move: what a reader looks at
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.game import Game
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.steps import Step
from piecepack_nb.scene.film import Film, NestedFilm, TurnStart
from piecepack_nb.scene.game_view import AnyView
from piecepack_nb.scene.model import Scene

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match


AnyGame = Game[Any, Any, Any]
MoveKey = tuple[int, str]
BACK = "Back in the game as it was played. "


def film_match(match: Match, view: AnyView, *, searches: bool = True) -> Film:
    """The whole course of a match, undone steps included.

    Without ``searches`` the finer timelines (searches) are left out: quicker, and smaller.
    """
    course = match_film(match, undone=True)
    return course.film(view, course.frames(view), None if searches else ())


def match_film(match: Match, *, undone: bool = False) -> MatchFilm:
    """The whole course of a match, from the start of the first one that it goes on from.

    Moves that can be redone are in it where ``undone`` says so.
    """
    with match.locked():
        first, *_ = parts = match.parts
        stretches = [each for part in parts for each in _stretches(part, undone)]
    return MatchFilm(first.game, first.initial_state, stretches)


def _stretches(match: MatchBase, undone: bool) -> Iterator[FilmedMove]:
    before = match.initial_state
    for played in (*match.record, *match.undone) if undone else match.record:
        yield FilmedMove(match.game, played.move_key, before, played.steps)
        before = played.steps[-1].state


def turn_title(turn: int) -> str:
    """What a timeline calls a turn."""
    return f"Turn {turn}" if turn else "Set-up"


class FilmedMove(NamedTuple):
    """A move as it was made."""

    game: AnyGame
    move_key: MoveKey
    before: Any
    steps: tuple[Step, ...]

    @property
    def after(self) -> Any:
        """The table at its end."""
        return self.steps[-1].state if self.steps else self.before


class StepRef(NamedTuple):
    """A place in a game; ``into`` counts the steps, 0 for the table before the first move."""

    move_key: MoveKey
    into: int
    kind: str = ""
    """What happened in that step, such as a decision; ``nth`` of its kind in the move."""
    nth: int = 0


class MatchFilm:
    """A game from its start: frame 0 shows that, frame i the table after step i."""

    def __init__(self, game: AnyGame, start: Any, stretches: Iterable[FilmedMove]) -> None:
        self.game, self.start = game, start
        self.moves = [each for each in stretches if each.steps]
        self.ends = list(accumulate((len(each.steps) for each in self.moves), initial=0))[1:]
        self.numbers = {each.move_key: number for number, each in enumerate(self.moves)}

    @property
    def steps(self) -> list[Step]:
        """Every step of it."""
        return [step for each in self.moves for step in each.steps]

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return self.ends[-1] if self.ends else 0

    def number(self, frame: int) -> int:
        """The number of the stretch that a frame shows; the first one for the start."""
        return bisect_left(self.ends, frame) if frame else 0

    def turn(self, frame: int) -> int:
        """The turn that a frame belongs to."""
        if frame:
            return self.moves[self.number(frame)].move_key[0]
        return self.game.turn(self.start)

    def _ended(self) -> Iterator[tuple[FilmedMove, int]]:
        """Each stretch with its last frame."""
        return zip(self.moves, self.ends, strict=True)

    def ref(self, frame: int) -> StepRef:
        """What a frame shows, whatever the rules."""
        if not self.moves:
            return StepRef((0, ""), 0)
        number = self.number(frame)
        each = self.moves[number]
        into = frame - self.ends[number] + len(each.steps)
        if not into:
            return StepRef(each.move_key, 0)
        kinds = [step.event.kind for step in each.steps[:into]]
        return StepRef(each.move_key, into, kinds[-1], kinds.count(kinds[-1]))

    def span(self, place: MoveKey) -> range:
        """The frames of the move at a place; none where there is no such move."""
        number = self.numbers.get(place)
        if number is None:
            return range(0)
        end = self.ends[number]
        return range(end - len(self.moves[number].steps) + 1, end + 1)

    def frame(self, spot: StepRef) -> int:
        """The frame that shows a spot: what happened there, if it does here too, else its step.

        Where the game has no such move, what comes nearest before it.
        """
        number = self.numbers.get(spot.move_key)
        if number is None:
            turns = [each.move_key[0] for each in self.moves]
            before = [index for index, turn in enumerate(turns) if turn <= spot.move_key[0]]
            return self.ends[before[-1]] if before else 0
        steps = self.moves[number].steps
        alike = [into for into, step in enumerate(steps, 1) if step.event.kind == spot.kind]
        into = alike[spot.nth - 1] if 0 < spot.nth <= len(alike) else min(spot.into, len(steps))
        return self.ends[number] - len(steps) + into

    # --- as scenes -------------------------------------------------------------------------------

    def frames(self, view: AnyView, known: Sequence[Scene] = ()) -> tuple[Scene, ...]:
        """A scene for each frame; the first ones may be ``known`` already."""
        made = list(known) or [view.idle_scene(self.game, self.start)]
        games = [each.game for each in self.moves for _ in each.steps]
        told = zip(games, view.shown_steps(self.game, self.steps), strict=True)
        for game, step in list(told)[len(made) - 1 :]:
            made.append(view.scene(game, step.state, step.event, made[-1]))
        return tuple(self._joined(made))

    def _joined(self, frames: list[Scene]) -> list[Scene]:
        """Says so where a move begins at another table than the one before it ended with."""
        after = self.start
        for each, end in self._ended():
            if each.before != after:
                first = end - len(each.steps) + 1
                if not frames[first].caption.startswith(BACK):
                    frames[first] = frames[first]._replace(caption=BACK + frames[first].caption)
            after = each.after
        return frames

    def film(
        self, view: AnyView, frames: tuple[Scene, ...], finer: Collection[int] | None = None
    ) -> Film:
        """The film of the frames; searches are in it for the stretches of these numbers, or all."""
        inner: dict[int, NestedFilm] = {}
        for number, each in enumerate(self.moves):
            if finer is None or number in finer:
                inner.update(self._searches(view, frames, number, each))
        return Film(self.game.title, frames, tuple(self.turns()), inner)

    def _searches(
        self, view: AnyView, frames: tuple[Scene, ...], number: int, each: FilmedMove
    ) -> Iterator[tuple[int, NestedFilm]]:
        before, at = each.before, self.ends[number] - len(each.steps)
        for step in each.steps:
            at += 1
            found = view.nested_film(each.game, before, step, frames[at])
            if found is not None:
                yield at, found
            before = step.state

    def turns(self) -> Iterator[TurnStart]:
        """Where each turn begins; a step belongs to the turn in which its move was made."""
        shown: int | None = None
        starts = [0, *(end - len(each.steps) + 1 for each, end in self._ended())]
        for frame in starts:
            turn = self.turn(frame)
            if turn != shown:
                yield TurnStart(turn_title(turn), frame)
            shown = turn
