"""Questions that a reader answers before the answer is shown, and puzzles that ask them.

Vocabulary
    question  one thing to predict, such as where a movement ends
    guess     the id of a spot
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
    """Something to predict before it is shown."""

    question: str
    key: Any
    """What the game needs to judge a guess; nobody else looks into it."""
    scene: Scene
    """The table when it is asked: its caption asks, its spots are what can be guessed."""
    steps: int
    """How many of the steps to come are the answer; 0 for a question about the table as it is."""


class Feedback(NamedTuple):
    """What comes of a guess."""

    right: bool
    text: str
    clause: str
    marks: tuple[Mark, ...] = ()
    """The guess on the board."""
    layers: tuple[Layer, ...] = ()
    """Those that the marks belong to."""
    spots: tuple[Spot, ...] = ()
    """Where the guess, too, can be asked why."""
    quiet: tuple[str, ...] = ()
    """The ids of layers that are off at first beside this guess."""

    def __repr__(self) -> str:
        return f"<{'right' if self.right else 'wrong'}: {self.text} [{self.clause}]>"


class QuizSpec(NamedTuple, Generic[G, S]):
    """The questions of a game ``G`` with states ``S``."""

    questions: Mapping[str, str]
    """What can be asked, each with its title."""
    ask: Callable[[G, str, S, Scene, Sequence[Step]], Question | None]
    """``ask(game, question, state, scene, steps)``: what can be asked before these steps, with the
    table in ``state`` as ``scene`` shows it; None where there is nothing to ask."""
    grade: Callable[[G, Question, str], Feedback]
    """``grade(game, asked, guess)``: the verdict; whatever can be picked can be guessed."""
    automatic_steps: Callable[[G, S], Sequence[Step]]
    """``automatic_steps(game, state)``: the steps that the game makes by itself in a state."""
    button: Spot
    """The place on the table for what goes on to the next question."""


# --- Puzzles -------------------------------------------------------------------------------------


class Puzzle(NamedTuple):
    """A position to ask about; ``match`` stands there, and may know what follows."""

    kind: str
    match: Match
    text: str
    question: str = ""
    """What is asked there, as in ``pp.predict``; "" for the game's first question."""

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
    """``count`` puzzles of one of these kinds, or of all of them in turn.

    ``in_a_game(seed, due)`` gives the puzzles of a seeded game, at most one of each kind that is
    still due; it is asked ``games`` times at most. Raises BadInput for an unknown kind, for a count
    or seed that is none, and where no such position comes up.
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
    """The first of each kind, then the second of each ..."""
    most = max(map(len, found.values()))
    return [puzzles[n] for n in range(most) for puzzles in found.values() if n < len(puzzles)]
