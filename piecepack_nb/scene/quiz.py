"""Questions that a reader answers before the game shows the answer, and puzzles.

Vocabulary
    question  something to predict, such as where a movement ends
    guess     the spot that the reader picked as the answer
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.model import Layer, Mark, Scene, Spot

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")


class Question(NamedTuple):
    """A question, asked on a scene."""

    question: str
    key: Any
    """The game's own data for grading a guess."""
    scene: Scene
    """The position to ask about: the caption asks, every spot is a possible guess."""
    steps: int
    """The number of coming steps that show the answer; 0 for a question about the position."""


class Feedback(NamedTuple):
    """The grade of a guess, with its reason."""

    right: bool
    text: str
    clause: str
    marks: tuple[Mark, ...] = ()
    """Marks for the guess."""
    layers: tuple[Layer, ...] = ()
    """The layers of these marks."""
    spots: tuple[Spot, ...] = ()
    """Spots that explain the guess."""
    quiet: tuple[str, ...] = ()
    """The ids of layers that are hidden at first."""

    def __repr__(self) -> str:
        return f"<{'right' if self.right else 'wrong'}: {self.text} [{self.clause}]>"


class QuizSpec(NamedTuple, Generic[G, S]):
    """The questions of a game ``G`` with states ``S``."""

    questions: Mapping[str, str]
    """The kinds of question, each with its title."""
    ask: Callable[[G, str, S, Scene, Sequence[Step]], Question | None]
    """``ask(game, question, state, scene, steps)``: the question to ask in ``state``, which
    ``scene`` shows, before ``steps`` follow; None if there is nothing to ask."""
    grade: Callable[[G, Question, str], Feedback]
    """``grade(game, question, guess)``: the feedback for any spot of the question."""
    automatic_steps: Callable[[G, S], Sequence[Step]]
    """``automatic_steps(game, state)``: the steps that follow a state without a decision."""
    button: Spot
    """The button for the next question."""


# --- Puzzles -------------------------------------------------------------------------------------


class Puzzle(NamedTuple):
    """A position to ask about: the current one of ``match``, which may hold the moves after it."""

    kind: str
    match: Match
    text: str
    question: str = ""
    """The kind of question, as in ``pp.predict``; "" for the game's first kind."""

    def __repr__(self) -> str:
        return f"<Puzzle {self.kind!r}: {self.text}>"


def found_by_playing(
    kinds: Collection[str],
    kind: str | None,
    count: int,
    seed: int,
    games: int,
    in_a_game: Callable[[int, set[str]], Iterable[Puzzle]],
) -> list[Puzzle]:
    """Return ``count`` puzzles of one of these kinds, or of all kinds in turn.

    ``in_a_game(seed, due)`` yields the puzzles of one seeded game, at most one of each kind still
    due; it is called up to ``games`` times. Raises BadInput for an invalid kind, count or seed,
    and if no such position comes up.
    """
    if kind is not None and kind not in kinds:
        raise invalid("kind", kind, " or ".join(map(repr, kinds)) + ", or None for all")
    if type(count) is not int or not 1 <= count <= 100:
        raise invalid("count", count, "a whole number from 1 to 100")
    if type(seed) is not int or not 0 <= seed < 2**31:
        raise invalid("seed", seed, "a whole number from 0 to 2147483647")
    wanted = [kind] if kind else list(kinds)
    quota = -(-count // len(wanted))
    found: dict[str, list[Puzzle]] = {each: [] for each in wanted}
    for number in range(games):
        due = {each for each in wanted if len(found[each]) < quota}
        if not due:
            break
        for puzzle in in_a_game(seed + number, due):
            found[puzzle.kind].append(puzzle)
    chosen = _in_turn(found)[:count]
    if not chosen:
        what = f"of the kind {kind!r}" if kind else "that misleads"
        raise BadInput(
            f"no position {what} came up in {count_noun(games, 'game')} under these rules"
        )
    return chosen


def _in_turn(found: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """Return the first puzzle of each kind, then the second of each, and so on."""
    most = max(map(len, found.values()))
    return [puzzles[n] for n in range(most) for puzzles in found.values() if n < len(puzzles)]
