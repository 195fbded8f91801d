"""A match as a film: its moves, and a frame for each step.

Vocabulary
    frame     a scene of the film: frame 0 is the start, frame i the state after step i
    move key  a move's turn and who acted in it, the same under any rules
    step ref  a move key and a number of steps into that move
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import MatchBase, MoveKey
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import Sentence, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.film import Film, NestedFilm, TurnStart
from piecepack_nb.scene.game_view import AnyView
from piecepack_nb.scene.model import Scene

if TYPE_CHECKING:
    pass


BACK = "Back to the game as played. "
MAX_STEPS = 20_000
"""The most steps of a film."""
MAX_NESTED = 5_000_000
"""The most marks in all nested films of a film; a frame counts as FRAME_MARKS more."""
FRAME_MARKS = 100
TOO_MANY = "From here on the film has no searches: there are too many."


def film_match(match: MatchBase, view: AnyView, *, searches: bool = True) -> Film:
    """Return the film of a whole match, undone steps included.

    Without ``searches`` it is smaller and made faster, but has no nested films.
    """
    moves = match_film(match, undone=True)
    return moves.film(view, moves.frames(view), None if searches else ())


def match_film(match: MatchBase, *, undone: bool = False) -> MatchFilm:
    """Return the moves of a match, from the start of the first match that it continues.

    ``undone`` includes the moves that can be redone. Moves after MAX_STEPS steps are left out.
    """
    with match.locked():
        first, *_ = parts = match.parts
        moves = [move for part in parts for move in _filmed_moves(part, undone)]
    ends = list(accumulate(len(move.steps) for move in moves))
    kept = bisect_right(ends, MAX_STEPS)
    left_out = ends[-1] - ends[kept - 1] if kept < len(moves) else 0
    return MatchFilm(first.game, first.initial_state, moves[:kept], left_out)


def _filmed_moves(match: MatchBase, undone: bool) -> Iterator[FilmedMove]:
    before = match.initial_state
    for played in (*match.record, *match.undone) if undone else match.record:
        yield FilmedMove(match.game, played.move_key, before, played.steps)
        before = played.steps[-1].state


def _with_note(frame: Scene, note: str) -> Scene:
    """Return the frame with a note after its caption."""
    return frame._replace(caption=f"{frame.caption} {note}".strip())


def turn_title(turn: int) -> str:
    """Return a turn's title on a timeline."""
    return f"Turn {turn}" if turn else "Set-up"


class FilmedMove(NamedTuple):
    """A move: the game it was made in, the state before it, and its steps."""

    game: AnyGame
    move_key: MoveKey
    before: Any
    steps: tuple[Step, ...]

    @property
    def after(self) -> Any:
        """The state after the move."""
        return self.steps[-1].state if self.steps else self.before


class StepRef(NamedTuple):
    """A step of a move; ``into`` counts the move's steps from 1, 0 is the state before it."""

    move_key: MoveKey
    into: int
    kind: str = ""
    """The kind of the step's event; the step is the ``nth`` of its kind in the move."""
    nth: int = 0


class MatchFilm:
    """The moves of a match; frame 0 shows the initial state, frame i the state after step i."""

    def __init__(
        self, game: AnyGame, initial_state: Any, moves: Iterable[FilmedMove], left_out: int = 0
    ) -> None:
        self.game, self.initial_state = game, initial_state
        self.left_out = left_out
        """The number of steps after the last frame."""
        self.moves = [move for move in moves if move.steps]
        self.ends = list(accumulate((len(move.steps) for move in self.moves), initial=0))[1:]
        """The last frame of each move."""
        self.numbers = {move.move_key: number for number, move in enumerate(self.moves)}
        """The number of each move in ``moves``."""

    @property
    def steps(self) -> list[Step]:
        """All steps, in order."""
        return [step for move in self.moves for step in move.steps]

    def sentences(self) -> list[tuple[int, Sentence]]:
        """Return the sentences of the moves, each with the frame in which it is finished."""
        steps = enumerate(self.steps, 1)
        return [(frame, step.sentence) for frame, step in steps if step.sentence is not None]

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return self.ends[-1] if self.ends else 0

    def number(self, frame: int) -> int:
        """Return the number of the move that a frame belongs to; the first move for frame 0."""
        return bisect_left(self.ends, frame) if frame else 0

    def turn(self, frame: int) -> int:
        """Return the turn that a frame belongs to."""
        if frame:
            return self.moves[self.number(frame)].move_key[0]
        return self.game.turn(self.initial_state)

    def _ended(self) -> Iterator[tuple[FilmedMove, int]]:
        """Yield each move with its last frame."""
        return zip(self.moves, self.ends, strict=True)

    def ref(self, frame: int) -> StepRef:
        """Return the reference to a frame's step, which holds under any rules."""
        if not self.moves:
            return StepRef((0, ""), 0)
        number = self.number(frame)
        move = self.moves[number]
        into = frame - self.ends[number] + len(move.steps)
        if not into:
            return StepRef(move.move_key, 0)
        kinds = [step.event.kind for step in move.steps[:into]]
        return StepRef(move.move_key, into, kinds[-1], kinds.count(kinds[-1]))

    def span(self, key: MoveKey) -> range:
        """Return the frames of a move; none if there is no such move."""
        number = self.numbers.get(key)
        if number is None:
            return range(0)
        end = self.ends[number]
        return range(end - len(self.moves[number].steps) + 1, end + 1)

    def frame(self, ref: StepRef) -> int:
        """Return the frame for ``ref``, or the nearest one before it.

        In the move it is the step with the same event, if there is one, or else the same step.
        """
        number = self.numbers.get(ref.move_key)
        if number is None:
            turns = [move.move_key[0] for move in self.moves]
            before = [index for index, turn in enumerate(turns) if turn <= ref.move_key[0]]
            return self.ends[before[-1]] if before else 0
        steps = self.moves[number].steps
        alike = [into for into, step in enumerate(steps, 1) if step.event.kind == ref.kind]
        into = alike[ref.nth - 1] if 0 < ref.nth <= len(alike) else min(ref.into, len(steps))
        return self.ends[number] - len(steps) + into

    # --- as scenes -------------------------------------------------------------------------------

    def frames(self, view: AnyView, known: Sequence[Scene] = ()) -> tuple[Scene, ...]:
        """Return a scene for each frame; ``known`` are the first ones, if made already."""
        frames = list(known) or [view.idle_scene(self.game, self.initial_state)]
        games = [move.game for move in self.moves for _ in move.steps]
        steps = list(zip(games, view.shown_steps(self.steps), strict=True))
        for number in counted(len(steps), "steps drawn"):
            if number >= len(frames) - 1:
                game, step = steps[number]
                frames.append(view.draw(game, step.state, step.event, frames[-1]))
        self._note_jumps(frames)
        if self.left_out:
            more = (
                f"The film ends here: {count_noun(self.left_out, 'more step')} would be too many."
            )
            frames[-1] = _with_note(frames[-1], more)
        return tuple(frames)

    def _note_jumps(self, frames: list[Scene]) -> None:
        """Note in the caption where a move begins in another state than the last one ended."""
        after = self.initial_state
        for move, end in self._ended():
            first = end - len(move.steps) + 1
            if move.before != after and not frames[first].caption.startswith(BACK):
                frames[first] = frames[first]._replace(caption=BACK + frames[first].caption)
            after = move.after

    def film(
        self, view: AnyView, frames: tuple[Scene, ...], searched: Collection[int] | None = None
    ) -> Film:
        """Return the film of the frames, with nested films for the ``searched`` moves, or all.

        A caption says from where on nested films are left out, where they would be too many.
        """
        nested: dict[int, NestedFilm] = {}
        numbers = range(len(self.moves)) if searched is None else tuple(searched)
        marks = 0
        for done in counted(len(numbers), "moves searched"):
            for at, inner in self._nested_films(view, frames, numbers[done]):
                marks += sum(len(frame.marks) + FRAME_MARKS for frame in inner.frames)
                if marks > MAX_NESTED:
                    noted = _with_note(frames[at], TOO_MANY)
                    frames = (*frames[:at], noted, *frames[at + 1 :])
                    return Film(self.game.title, frames, tuple(self.turns()), nested)
                nested[at] = inner
        return Film(self.game.title, frames, tuple(self.turns()), nested)

    def _nested_films(
        self, view: AnyView, frames: tuple[Scene, ...], number: int
    ) -> Iterator[tuple[int, NestedFilm]]:
        move = self.moves[number]
        before = move.before
        for at, step in zip(self.span(move.move_key), move.steps, strict=True):
            found = view.nested_film(move.game, before, step, frames[at])
            if found is not None:
                yield at, found
            before = step.state

    def turns(self) -> Iterator[TurnStart]:
        """Yield the start of each turn; a step belongs to the turn in which its move was made."""
        shown: int | None = None
        starts = [0, *(end - len(move.steps) + 1 for move, end in self._ended())]
        for frame in starts:
            turn = self.turn(frame)
            if turn != shown:
                yield TurnStart(turn_title(turn), frame)
            shown = turn
