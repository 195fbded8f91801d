"""Questions that a reader answers before the game shows the answer, and puzzles.

Vocabulary
    question  something to predict, such as where a movement ends
    guess     the spot that the reader picked as the answer
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.model import Layer, Mark, Scene, Spot

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")

GUESS = Layer("guess", "Guess and answer")
"""The layer of the marks for a guess; ``QuizSpec.feedback`` adds it."""


class Question(NamedTuple):
    """A question, asked on a scene."""

    question: str
    key: Any
    """The game's own data for grading a guess."""
    scene: Scene
    """The position to ask about: the caption asks, every spot is a possible guess."""
    steps: int
    """The number of coming steps that show the answer; 0 for a question about the position."""
    state: Any = None
    """The state that the scene shows; None for the one in which it is asked."""


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
    answer: tuple[str, ...] = ()
    """The spots of the question that are right."""

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
    """``grade(game, question, guess)``: the feedback for any spot of the question, but without the
    mark of the guess itself."""
    automatic_steps: Callable[[G, S], Sequence[Step]]
    """``automatic_steps(game, state)``: the steps that follow a state without a decision."""

    def feedback(self, game: G, asked: Question, guess: str) -> Feedback:
        """Return the feedback for any spot of the question, with guess and answer on the board."""
        found = self.grade(game, asked, guess)
        places = {spot.id: spot for spot in asked.scene.spots if spot.area == "board"}
        if not places:  # only buttons can be guessed
            return found
        right = [places[each] for each in found.answer if each in places]
        marks = [Mark("answer", spot.x, spot.y, layer=GUESS.id) for spot in right]
        if guess in places and guess not in found.answer:
            marks.append(Mark("guess", places[guess].x, places[guess].y, layer=GUESS.id))
        proof = (
            mark._replace(suit=mark.suit or "guess") if mark.layer == GUESS.id else mark
            for mark in found.marks
        )
        return found._replace(marks=(*proof, *marks), layers=(GUESS, *found.layers))


def bot_steps(game: Game[Any, Any, Any], state: Any, bot: Bot) -> Sequence[Step]:
    """Return the steps of a bot's move with its reason; of equal moves it takes the first."""
    chosen = bot(game, state, state.to_move, lambda _name, options: options[0])
    first, *rest = game.play(state, chosen.move)
    return (first._replace(event=first.event._replace(why=chosen.why)), *rest)


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


class PuzzleKind(NamedTuple, Generic[G, S]):
    """A kind of puzzle: a rule that misleads."""

    title: str
    """The rule, or where it misleads, in a sentence."""
    question: str
    """The kind of question that it asks, as in ``pp.predict``."""
    misleads: Callable[[G, S], bool]
    """``misleads(game, state)``: True if the rule misleads there."""


@dataclass(frozen=True)
class PuzzleSearch(Generic[G, S]):
    """A search for puzzles in seeded games of bots, after each move: a view's ``puzzles``."""

    kinds: Mapping[str, PuzzleKind[G, S]]
    """The kinds of puzzles by name; a state is of the first kind that fits."""
    text: Callable[[S, str], str]
    """``text(state, question)``: the question in words."""
    fits: Callable[[S], bool] = lambda _state: True
    """``fits(state)``: True if anything can be asked there."""
    bots: tuple[str, ...] = ("random",)
    """The bots' names; the games take turns with them."""
    games: int = 40
    moves: int = 60
    """The most games that are played, and the most moves of each."""
    first_turn: int = 0
    """The first turn to look at, in some games up to four turns later, since all begin alike; 0
    for any turn."""

    def __call__(
        self,
        game: G,
        kind: str | None = None,
        count: int = 5,
        seed: int = 0,
        question: str | None = None,
    ) -> list[Puzzle]:
        """Return ``count`` puzzles of one kind, or of all kinds in turn; a seed repeats them.

        ``question`` restricts them to the kinds that ask it; it may also name a kind. Raises
        BadInput for an unknown kind, for a count that is no positive number, and if no such state
        is found.
        """
        kinds = self.kinds
        if kind is None and question is not None:
            asking = {name: each for name, each in kinds.items() if each.question == question}
            kinds, kind = (asking, None) if asking else (kinds, question)
        return found_by_playing(
            kinds, kind, count, seed, self.games, lambda seed, due: self._in_a_game(game, seed, due)
        )

    def _in_a_game(self, game: G, seed: int, due: set[str]) -> Iterator[Puzzle]:
        """Yield at most one puzzle of each kind from a game, so that they differ."""
        bot = self.bots[seed % len(self.bots)]
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, bot))
        first_turn = self.first_turn and self.first_turn + seed % 5
        for _ in range(self.moves):
            if not due or not match.run(1) or match.result is not None:
                return
            state = match.state
            if match.turn < first_turn or not self.fits(state):
                continue
            left = (name for name in self.kinds if name in due)
            kind = next((name for name in left if self.kinds[name].misleads(game, state)), None)
            if kind is not None:
                due = due - {kind}
                asked = self.kinds[kind].question
                text = f"Turn {match.turn}: {self.text(state, asked)}"
                yield Puzzle(kind, match.branch(match.cursor), text, asked)


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
