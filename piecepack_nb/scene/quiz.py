"""Questions that a reader answers before the game shows the answer, and puzzles.

A game declares its kinds of question, each with what it is about, its right answers and the
sentence for each guess; and its kinds of puzzle, each a rule that misleads about such a question.
What is the same for every game is here: asking, marking the guess and the answer on the board, and
finding puzzles by playing.

Vocabulary
    question  something to predict, such as where a movement ends
    case      what a question is about: a state, a bot's thought, a turn with its results
    guess     the spot that the reader picked as the answer
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Generic, NamedTuple, TypeVar

from piecepack_nb.core.errors import BadInput, invalid, join_names
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step, with_event
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.model import Layer, Mark, Scene, Spot, is_board

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")
C = TypeVar("C")

GUESS = Layer("guess", "Guess and answer")
"""The layer of the marks for a guess; ``QuizSpec.feedback`` adds it."""


class Moment(NamedTuple, Generic[S]):
    """A state, the steps that are known to follow, and the scene if the state is shown."""

    state: S
    steps: Sequence[Step] = ()
    scene: Scene | None = None


class Question(NamedTuple):
    """A question, asked on a scene."""

    question: str
    """The kind of question."""
    key: Any
    """The case that it is about."""
    scene: Scene
    """The position to ask about: the caption asks, every spot is a possible guess."""
    steps: int
    """The number of coming steps that show the answer; 0 for a question about the position."""
    state: Any = None
    """The state that the scene shows; None for the one in which it is asked."""
    right: tuple[str, ...] = ()
    """The spots that are right."""


class Feedback(NamedTuple):
    """The grade of a guess, with its reason."""

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
    answer: tuple[str, ...] | None = None
    """The right spots to mark on the board; None for a right guess alone, after a wrong one all."""
    right: bool = False
    """True if the guess is right; ``QuizSpec.grade`` fills it in."""

    def __repr__(self) -> str:
        return f"<{'right' if self.right else 'wrong'}: {self.text} [{self.clause}]>"


@dataclass(frozen=True)
class QuestionKind(Generic[G, S, C]):
    """A kind of question of a game ``G`` with states ``S``, on cases ``C``."""

    title: str
    """The question in general, such as "Where does he end?"."""
    clause: str
    """The clause that answers it; may have fields for ``words``."""
    text: str
    """The question in words, with fields for ``words``: "{who} to move. What can capture?"."""
    case: Callable[[G, Moment[S]], C | None]
    """``case(game, moment)``: what is asked about there; None if there is nothing to ask."""
    spots: Callable[[G, C], Iterable[Spot]]
    """``spots(game, case)``: everything that can be guessed."""
    right: Callable[[G, C], Iterable[str]]
    """``right(game, case)``: the ids of the spots that are right; without one, ``none`` is."""
    grade: Callable[[G, C, str], Feedback]
    """``grade(game, case, guess)``: the sentence for a guess, its clause, and what proves it."""
    words: Callable[[G, C], Mapping[str, object]] = lambda _game, _case: {}
    """``words(game, case)``: what the fields of the text stand for."""
    none: str = ""
    """The id of the spot for the guess that nothing is right; "" for no such spot."""
    picture: Callable[[G, C, Scene], Scene] = lambda _game, _case, scene: scene
    """``picture(game, case, scene)``: the board to ask on, from the one shown."""
    steps: Callable[[G, C, Sequence[Step]], int] = lambda _game, _case, _steps: 0
    """``steps(game, case, steps)``: how many of the coming steps show the answer."""
    state: Callable[[C], S | None] = lambda _case: None
    """``state(case)``: the state that the picture shows, if it isn't the one asked in."""

    def in_words(self, game: G, case: C) -> tuple[str, str]:
        """Return the question about a case, and its clause."""
        words = self.words(game, case)
        return self.text.format_map(words), self.clause.format_map(words)


@dataclass(frozen=True)
class QuizSpec(Generic[G, S]):
    """The questions of a game ``G`` with states ``S``."""

    kinds: Mapping[str, QuestionKind[G, S, Any]]
    """The kinds of question by name; the first one is the usual one."""
    automatic_steps: Callable[[G, S], Sequence[Step]] = lambda _game, _state: ()
    """``automatic_steps(game, state)``: the steps that follow a state without a decision."""

    @property
    def questions(self) -> dict[str, str]:
        """The kinds of question, each with its title."""
        return {name: kind.title for name, kind in self.kinds.items()}

    def ask(
        self, game: G, question: str, state: S, scene: Scene, steps: Sequence[Step]
    ) -> Question | None:
        """Return the question to ask in ``state``, which ``scene`` shows, before ``steps`` follow.

        None if there is nothing to ask.
        """
        kind = self.kinds[question]
        case = kind.case(game, Moment(state, steps, scene))
        if case is None:
            return None
        text, clause = kind.in_words(game, case)
        shown = kind.picture(game, case, scene)._replace(
            caption=text, clause=clause, spots=tuple(kind.spots(game, case))
        )
        length, right = kind.steps(game, case, steps), tuple(kind.right(game, case))
        return Question(question, case, shown, length, kind.state(case), right)

    def grade(self, game: G, asked: Question, guess: str) -> Feedback:
        """Return the grade of any spot of the question, without the mark of the guess itself."""
        kind = self.kinds[asked.question]
        found = kind.grade(game, asked.key, guess)
        right = guess in (asked.right or (kind.none,))
        answer = (guess,) if right else asked.right
        return found._replace(right=right, answer=answer if found.answer is None else found.answer)

    def feedback(self, game: G, asked: Question, guess: str) -> Feedback:
        """Return the feedback for any spot of the question, with guess and answer on the board."""
        found = self.grade(game, asked, guess)
        places = {spot.id: spot for spot in asked.scene.spots if is_board(spot.area)}
        if not places:  # only buttons can be guessed
            return found
        answer = found.answer or ()
        right = [places[each] for each in answer if each in places]
        marks = [Mark("answer", spot.x, spot.y, spot.area, layer=GUESS.id) for spot in right]
        if guess in places and guess not in answer:
            spot = places[guess]
            marks.append(Mark("guess", spot.x, spot.y, spot.area, layer=GUESS.id))
        proof = (
            mark._replace(suit=mark.suit or "guess") if mark.layer == GUESS.id else mark
            for mark in found.marks
        )
        return found._replace(marks=(*proof, *marks), layers=(GUESS, *found.layers))


# --- Parts of questions ---------------------------------------------------------------------------


def without_layers(_game: object, _case: object, scene: Scene) -> Scene:
    """Return the board without what explains the last move."""
    plain = tuple(mark for mark in scene.marks if not mark.layer)
    return scene._replace(marks=plain, layers=(), listings=())


def steps_of_turn(state: Any, steps: Sequence[Step]) -> int:
    """Return the number of steps up to the first in a later turn, with it; or else of all."""
    later = (n for n, step in enumerate(steps, start=1) if step.state.turn > state.turn)
    return next(later, len(steps))


def reason_of(kind: type[C], moment: Moment[Any]) -> C | None:
    """Return the reason of the step that follows, if it is of this kind."""
    why = moment.steps[0].event.why if moment.steps else None
    return why if isinstance(why, kind) else None


def bot_steps(game: Game[Any, Any, Any], state: Any, bot: Bot) -> Sequence[Step]:
    """Return the steps of a bot's move with its reason; of equal moves it takes the first."""
    chosen = bot(game, state, state.to_move, lambda _name, options: options[0])
    first, *rest = game.play(state, chosen.move)
    return (with_event(first, first.event._replace(why=chosen.why)), *rest)


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


class PuzzleKind(NamedTuple, Generic[G, C]):
    """A kind of puzzle: a rule that misleads about a question."""

    title: str
    """The rule, or where it misleads, in a sentence."""
    question: str
    """The kind of question that it asks, as in ``pp.predict``."""
    misleads: Callable[[G, C], bool]
    """``misleads(game, case)``: True if the rule misleads about this case of the question."""
    others: tuple[str, ...] = ()
    """The other kinds of question that it can ask if wanted."""

    def asks(self, wanted: str | None) -> str | None:
        """Return the kind of question that it asks; None if it can't ask the one wanted."""
        if wanted is None or wanted == self.question:
            return self.question
        return wanted if wanted in self.others else None


def _in_words(match: Match, kind: QuestionKind[Any, Any, C], case: C) -> str:
    return f"Turn {match.turn}: {kind.in_words(match.game, case)[0]}"


@dataclass(frozen=True)
class PuzzleSearch(Generic[G, S]):
    """A search for puzzles in seeded games of bots: a view's ``puzzles``."""

    quiz: QuizSpec[G, S]
    """The game's questions."""
    kinds: Mapping[str, PuzzleKind[G, Any]]
    """The kinds of puzzles by name; a position is of the first kind that fits."""
    text: Callable[[Match, QuestionKind[G, S, Any], Any], str] = field(default=_in_words)
    """``text(match, kind of question, case)``: the puzzle in words."""
    bots: tuple[str, ...] = ("random",)
    """The bots' names; the games take turns with them."""
    games: int = 40
    moves: int = 60
    """The most games that are played, and the most moves of each."""
    by_steps: int = 0
    """The moves played between two looks at each of their steps, with the steps after it;
    0 to look only at the state after each move."""
    first_turn: int = 0
    """The first turn to look at, in some games up to four times ``apart`` later, since all begin
    alike; 0 for any turn."""
    apart: int = 1

    def __call__(
        self,
        game: G,
        kind: str | None = None,
        count: int = 5,
        seed: int = 0,
        question: str | None = None,
    ) -> list[Puzzle]:
        """Return ``count`` puzzles of one kind, or of all kinds in turn; a seed repeats them.

        ``question`` restricts them to the kinds that can ask it. Raises BadInput for an unknown
        kind or question, for a count that is no positive number, and if no such state is found.
        """
        asking = {name: asks for name, each in self.kinds.items() if (asks := each.asks(question))}
        if not asking:
            known = (name for each in self.kinds.values() for name in (each.question, *each.others))
            raise invalid("question", question, join_names(dict.fromkeys(known)))
        if kind is not None and kind not in asking:
            raise invalid("kind", kind, f"{join_names(asking)}, or None for all")
        wanted = [kind] if kind else list(asking)
        return self._find(game, {name: asking[name] for name in wanted}, count, seed)

    def _find(self, game: G, asking: Mapping[str, str], count: int, seed: int) -> list[Puzzle]:
        """Return puzzles of the kinds in turn; ``asking`` has the question of each."""
        if type(count) is not int or not 1 <= count <= 100:
            raise invalid("count", count, "a whole number from 1 to 100")
        if type(seed) is not int or not 0 <= seed < 2**31:
            raise invalid("seed", seed, "a whole number from 0 to 2147483647")
        found: dict[str, list[Puzzle]] = {each: [] for each in asking}
        for number in range(self.games):
            due = {each for each in found if len(found[each]) * len(found) < count}
            if not due:
                break
            for puzzle in self._in_a_game(game, seed + number, due, asking):
                found[puzzle.kind].append(puzzle)
        chosen = _in_turn(found)[:count]
        if not chosen:
            what = f"of the kind {next(iter(found))!r}" if len(found) == 1 else "that misleads"
            raise BadInput(
                f"no position {what} came up in {count_noun(self.games, 'game')} under these rules"
            )
        return chosen

    def _in_a_game(
        self, game: G, seed: int, due: set[str], asking: Mapping[str, str]
    ) -> Iterator[Puzzle]:
        """Yield at most one puzzle of each kind from a game, so that they differ."""
        bot = self.bots[seed % len(self.bots)]
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, bot))
        first_turn = self.first_turn and self.first_turn + self.apart * (seed % 5)
        for number, moment in self._moments(match):
            if game.turn(moment.state) < first_turn:
                continue
            case_of = lru_cache(partial(self._case, game, moment))
            for name in (each for each in self.kinds if each in due):
                case = case_of(asking[name])
                if case is not None and self.kinds[name].misleads(game, case):
                    due = due - {name}
                    yield self._puzzle(match, number, name, asking[name], case)
                    break
            if not due:
                return

    def _case(self, game: G, moment: Moment[S], question: str) -> Any:
        return self.quiz.kinds[question].case(game, moment)

    def _moments(self, match: Match) -> Iterator[tuple[int, Moment[S]]]:
        """Yield the moments to look at, each with the number of steps before it."""
        seen, state = 0, match.initial_state
        for _ in range(self.moves // (self.by_steps or 1)):
            steps = match.run(self.by_steps or 1)
            if not steps or (match.result is not None and not self.by_steps):
                return
            if not self.by_steps:
                yield match.cursor, Moment(match.state)
                continue
            for number, step in enumerate(steps):
                yield seen + number, Moment(state, steps[number:])
                state = step.state
            seen += len(steps)

    def _puzzle(self, match: Match, number: int, kind: str, question: str, case: Any) -> Puzzle:
        copy = match.branch(-1)
        copy.goto(number)
        return Puzzle(kind, copy, self.text(copy, self.quiz.kinds[question], case), question)


def _in_turn(found: dict[str, list[Puzzle]]) -> list[Puzzle]:
    """Return the first puzzle of each kind, then the second of each, and so on."""
    most = max(map(len, found.values()))
    return [puzzles[n] for n in range(most) for puzzles in found.values() if n < len(puzzles)]
