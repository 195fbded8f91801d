"""Questions to answer before the reveal, what a wrong guess overlooks, and puzzles.

The answers are the engine's own: the moves it lists, and its refusals.

Vocabulary
    question   "frozen", "immune", "capture" or "home" about the state as it is; "move" about a bot
    answer     a square that is right; there may be several, or none
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from piecepack_nb.core.steps import Refusal, Step, with_reason
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.activator.board import state_text
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.geometry import SQUARES, steps_between
from piecepack_nb.games.activator.layers import (
    BUTTONS,
    READING_ORDER,
    TRAY,
    at,
    effects_overlay,
    facts,
    spot_name,
    why_spots,
)
from piecepack_nb.games.activator.movement import (
    frozen_refusal,
    frozen_squares,
    immune_squares,
    move_of,
)
from piecepack_nb.games.activator.state import HOMES, Move, State, other
from piecepack_nb.games.activator.thinking import Node, SearchTree, Thought, value_text
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import GUESS, PuzzleKind, PuzzleSearch
from piecepack_nb.search.alphabeta import Variation, alphabeta

# --- Grading a guess about the state ------------------------------------------------------------

QUESTIONS: Mapping[str, str] = {
    "frozen": "What is frozen?",
    "immune": "What can't be captured?",
    "capture": "What can capture?",
    "home": "What wins the home?",
    "move": "What does the bot move?",
}
NONE = "none"
"""The guess that there is no such square."""
CLAUSES: Mapping[str, str] = {
    "frozen": "AC-24",
    "immune": "AC-25",
    "capture": "AC-16",
    "home": "AC-30",
}
"""The clause of each question."""
REFUSAL_ORDER = ("AC-25", "AC-24", "AC-23", "AC-12", "AC-10")
"""The clauses of refusals, first the one that says most about an impossible capture."""


class Grade(NamedTuple):
    """The grade of a guess."""

    right: bool
    text: str
    clause: str
    move: Move | None = None
    """A legal move that proves it."""


def answers(game: Activator, state: State, question: str) -> tuple[str, ...]:
    """Return the squares that are right, in the order of the board."""
    return tuple(sorted(_ANSWERS[question](game, state)))


def grade_guess(game: Activator, state: State, question: str, guess: str) -> Grade:
    """Return the grade of a guess: a square, or NONE."""
    right = answers(game, state, question)
    if guess == NONE and right:
        grade = _GRADERS[question](game, state, right[0], right)
        return grade._replace(right=False, text=f"There is one. {grade.text}")
    if guess == NONE:
        return Grade(True, f"Right: {_none_text(question, state)}.", CLAUSES[question])
    return _GRADERS[question](game, state, guess, right)


def _none_text(question: str, state: State) -> str:
    who = state.to_move.title()
    return {
        "frozen": "the squares where the lines cross are empty",
        "immune": "no activator is there",
        "capture": f"{who} can't capture anything now",
        "home": f"no move of {who}'s takes the home for good",
    }[question]


def _enemies(state: State) -> list[str]:
    return state.held(other(state.to_move))


# --- Grading: frozen and immune (AC-24, AC-25) --------------------------------------------------


def _frozen_stacks(game: Activator, state: State) -> Iterable[str]:
    """Return what is frozen: the stacks where the activators' lines cross (AC-24)."""
    return {each for each in frozen_squares(game.rules, state) if each in state.squares}


def _grade_frozen(game: Activator, state: State, guess: str, right: Collection[str]) -> Grade:
    refusal = frozen_refusal(game.rules, state, guess)
    if refusal is not None and guess in right:
        return Grade(True, f"Right: {refusal.text}.", refusal.clause)
    if refusal is not None:
        return Grade(False, f"{guess} is frozen, but empty.", "AC-24")
    red, blue = state.activators["red"], state.activators["blue"]
    where = join_list(frozen_squares(game.rules, state))
    text = f"No: the lines of Red's activator on {red} and Blue's on {blue} cross on {where}"
    if guess in (red, blue):
        text += f"; the activator on {guess} doesn't freeze its carrier"
    return Grade(False, f"{text}.", "AC-24")


def _immune_enemies(game: Activator, state: State) -> Iterable[str]:
    """Return what the seat to move can't capture, wherever it attacks from (AC-25)."""
    return {each for each in immune_squares(game.rules, state) if each in _enemies(state)}


def _grade_immune(game: Activator, state: State, guess: str, right: Collection[str]) -> Grade:
    who = state.to_move.title()
    if guess in right:
        return Grade(True, f"Right: {who}'s own activator is on {guess} and protects it.", "AC-25")
    where = join_list(right) if right else "no square"
    text = f"No: only a stack that carries an activator can't be captured, here on {where}"
    if guess in state.held(state.to_move):
        text += f"; and {guess} is {who}'s own"
    elif guess in _frozen_stacks(game, state):
        text += f"; the stack on {guess} is frozen, so it can't even move away"
    return Grade(False, f"{text}.", "AC-25")


# --- Grading: capture in one (AC-16) ------------------------------------------------------------


def _captures(game: Activator, state: State) -> Iterator[Move]:
    enemies = set(_enemies(state))
    return (move for move in game.moves(state) if move.end in enemies)


def _capturers(game: Activator, state: State) -> Iterable[str]:
    """Return the squares that a capture can start from."""
    return {move.start for move in _captures(game, state)}


def _grade_capture(game: Activator, state: State, guess: str, right: Collection[str]) -> Grade:
    found = next((move for move in _captures(game, state) if move.start == guess), None)
    if found is not None:
        own = state.activators[state.to_move]
        text = f"Right: {found.start} captures {state.squares[found.end].name} on {found.end}, "
        text += f"from a line of their activator on {own}."
        return Grade(True, text, "AC-16", found)
    refusal = clearest_refusal(game, state, guess, _enemies(state))
    return Grade(False, f"No: {refusal.text}.", refusal.clause)


def clearest_refusal(game: Activator, state: State, start: str, ends: Iterable[str]) -> Refusal:
    """Return the refusal that says most about why nothing can move from ``start`` to ``ends``."""
    stack = state.squares.get(start)
    parts = range(stack.height if stack else 1)
    nearest = sorted(ends, key=lambda end: steps_between(start, end))
    attempts = (game.refusal(state, Move(start, end, part)) for end in nearest for part in parts)
    refusals = [refusal for refusal in attempts if refusal is not None]
    ranks = {clause: rank for rank, clause in enumerate(REFUSAL_ORDER)}
    return min(refusals, key=lambda refusal: ranks.get(refusal.clause, len(REFUSAL_ORDER)))


# --- Grading: the home, for good (AC-30) --------------------------------------------------------


def winning_move(game: Activator, state: State, start: str) -> Move | None:
    """Return a move from ``start`` that takes the home so that it can't be captured (AC-30)."""
    home = HOMES[other(state.to_move)]
    for move in game.moves(state):
        if (move.start, move.end) == (start, home) and _spoiler(game, state, move) is None:
            return move
    return None


def _spoiler(game: Activator, state: State, move: Move) -> Move | None:
    """Return the opponent's move that captures what moved to its home, or None."""
    *_, last = game.play(state, move)
    after: State = last.state
    if after.outcome is not None:
        return None
    return next((reply for reply in game.moves(after) if reply.end == move.end), None)


def _winners(game: Activator, state: State) -> Iterable[str]:
    """Return the squares from which the home can be taken for good."""
    return {start for start in state.held(state.to_move) if winning_move(game, state, start)}


def _grade_home(game: Activator, state: State, guess: str, right: Collection[str]) -> Grade:
    rival = other(state.to_move).title()
    home = HOMES[other(state.to_move)]
    found = winning_move(game, state, guess)
    if found is not None:
        text = f"Right: after {found} {rival} can't capture on {home}."
        return Grade(True, text, "AC-30", found)
    tries = [move for move in game.moves(state) if (move.start, move.end) == (guess, home)]
    if tries:
        spoiler = _spoiler(game, state, tries[-1])
        text = f"No: after {tries[-1]} {rival} captures on {home} with {spoiler}"
        return Grade(False, f"{text}; wherever the activator goes, there is a capture.", "AC-30")
    refusal = clearest_refusal(game, state, guess, [home])
    return Grade(False, f"No: {refusal.text}.", refusal.clause)


_ANSWERS: Mapping[str, Callable[[Activator, State], Iterable[str]]] = {
    "frozen": _frozen_stacks,
    "immune": _immune_enemies,
    "capture": _capturers,
    "home": _winners,
}
_GRADERS: Mapping[str, Callable[[Activator, State, str, Collection[str]], Grade]] = {
    "frozen": _grade_frozen,
    "immune": _grade_immune,
    "capture": _grade_capture,
    "home": _grade_home,
}


# --- Grading a guess at a bot's move ------------------------------------------------------------

AHEAD = 2


def grade_prediction(game: Activator, thought: Thought, guess: str) -> Grade:
    """Return the grade of a guess at the square that a bot moves from."""
    if guess == thought.move.start:
        return Grade(True, f"Right. {thought.choice}", "", thought.move)
    no = f"No: {thought.choice}"
    if guess == NONE:
        return Grade(False, f"{no} There is always one.", "")
    found = best_from(thought, guess)
    if found is None:
        ends = [end for end in SQUARES if end != guess]
        refusal = clearest_refusal(game, thought.state, guess, ends)
        return Grade(False, f"{no} {capitalise(refusal.text)}.", "")
    best = best_from(thought, thought.move.start) or thought.lines[0]
    first, *replies = found.moves
    then = f", since {other(thought.seat).title()} answers {replies[0]}" if replies else ""
    text = f"From {guess} the best is {first}: {value_text(found.value)}{then}"
    text += f"; the bot's move, as far ahead, {value_text(best.value)}"
    return Grade(False, f"{no} {text}.", "", first)


def best_from(thought: Thought, square: str) -> Variation[Move] | None:
    """Return the best move from a square, two moves ahead, with its answer; None without one."""
    tree = thought.tree
    root = tree.of(thought.state)
    lines = [
        _variation(tree, tree.after(root, leap), move_of(leap))
        for leap in tree.moves(root)
        if SQUARES[leap[0]] == square
    ]
    return max(lines, key=lambda line: line.value, default=None)


def _variation(tree: SearchTree, node: Node, move: Move) -> Variation[Move]:
    """Return a move with its best answer, from the position after it."""
    ended = tree.final(node)
    if ended is not None:
        return Variation(-ended - 1 if ended < 0 else 1 - ended, (move,))
    found = alphabeta(tree, node, AHEAD - 1)
    return Variation(-found.value, (move, move_of(found.move)))


def automatic_steps(game: Activator, state: State) -> Sequence[Step]:
    """Return the steps of a bot that looks two moves ahead, with its thought."""
    if state.outcome is not None:
        return ()
    thought = game.think(state, depth=AHEAD)
    return with_reason(tuple(game.play(state, thought.move)), thought)


# --- The quiz -----------------------------------------------------------------------------------

VISIBLE = ("frozen", "immune")
"""The questions whose answers are shown by layers, which are hidden until then."""
BUTTON_PLACE = (TRAY / 2, BUTTONS, "red", TRAY - 0.6, 0.78)


def question_text(state: State, question: str) -> str:
    """Return the question in words."""
    who, rival = state.to_move.title(), other(state.to_move).title()
    red, blue = state.activators["red"], state.activators["blue"]
    lines = f"Red's activator is on {red}, Blue's on {blue}"
    return {
        "frozen": f"{lines}. What is frozen?",
        "immune": f"{who} to move. Which of {rival}'s pieces or stacks can't be captured?",
        "capture": f"{who} to move. {lines}. Which piece or stack can capture something?",
        "home": f"{who} to move. What can take {rival}'s home {HOMES[other(state.to_move)]} "
        "so that it can't be captured there?",
        "move": f"{who} is a bot, and to move. Which piece or stack will it pick?",
    }[question]


def ask(
    game: Activator, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """Return a question about the state, or a bot's move, where a turn begins; None for none."""
    if state.outcome is not None or state.earlier[-1:] not in ((), (state.position,)):
        return None  # the game is over, or a move is under way
    key: State | Thought = state
    length = 0
    if question == "move":
        thought = steps[0].event.why if steps else None
        if not isinstance(thought, Thought):
            return None
        ends = (at for at, step in enumerate(steps, start=1) if step.state.turn > state.turn)
        key, length = thought, next(ends, len(steps))
    elif not answers(game, state, question):
        return None
    return Question(question, key, _question_scene(game, question, state, scene), length)


def _question_scene(game: Activator, question: str, state: State, scene: Scene) -> Scene:
    """Return the table with the question, and every square to guess."""
    none = () if question == "move" else (Spot(NONE, *BUTTON_PLACE, "There is none", "action"),)
    shown = scene._replace(
        caption=question_text(state, question),
        clause=CLAUSES.get(question, ""),
        spots=(*_square_spots(game, state, question), *none),
    )
    if question in VISIBLE:
        plain = tuple(mark for mark in shown.marks if not mark.layer)
        words = state_text(game, state, ice=False)
        return shown._replace(marks=plain, layers=(), listings=(), alt=words)
    if question == "move":  # without an earlier thought of the bot
        marks, _, layers, listings = effects_overlay(game.rules, state)
        return shown._replace(marks=marks, layers=layers, listings=listings)
    return shown


def _square_spots(game: Activator, state: State, question: str) -> Iterator[Spot]:
    """Yield every square to guess, without facts that are the answer."""
    for square in READING_ORDER:
        found = [] if question in VISIBLE else facts(game.rules, state, square)
        yield Spot(square, *at(square), name=spot_name(state, square, found), role="select")


def grade(game: Activator, asked: Question, guess: str) -> Feedback:
    """Return the grade of a guess, with the effects of activators, and the move that proves it."""
    if asked.question == "move":
        found = grade_prediction(game, asked.key, guess)
        move = None if found.right else found.move
        answer = (asked.key.move.start,)
        return Feedback(found.right, found.text, found.clause, _move_marks(move), answer=answer)
    state: State = asked.key
    found = grade_guess(game, state, asked.question, guess)
    right = tuple(answers(game, state, asked.question))
    wrong = right and not found.right
    marks = _move_marks(found.move)
    text = f"{found.text} Right is {join_list(right, 'or')}." if wrong else found.text
    layers: tuple[Layer, ...] = ()
    if asked.question in VISIBLE:
        effects = effects_overlay(game.rules, state)
        marks, layers = (*marks, *effects.marks), effects.layers
    spots = tuple(why_spots(game.rules, state))
    return Feedback(found.right, text, found.clause, marks, layers, spots, answer=right)


def _move_marks(move: Move | None) -> tuple[Mark, ...]:
    if move is None:
        return ()
    return (Mark("path", points=(at(move.start), at(move.end)), layer=GUESS.id),)


QUIZ = QuizSpec(QUESTIONS, ask, grade, automatic_steps)


# --- Puzzles ------------------------------------------------------------------------------------


def _is_frozen_puzzle(game: Activator, state: State) -> bool:
    """Tell if something is frozen that carries no activator."""
    found = answers(game, state, "frozen")
    return any(square not in state.activators.values() for square in found)


def _is_capture_puzzle(game: Activator, state: State) -> bool:
    """Tell if one stack may capture, and another could, but is in no line to attack."""
    found = answers(game, state, "capture")
    return len(found) == 1 and any(
        clause == "AC-23" for start, clause in _refused_captures(game, state) if start != found[0]
    )


def _is_immune_puzzle(game: Activator, state: State) -> bool:
    """Tell if a capture is refused only because its victim carries an activator."""
    return any(clause == "AC-25" for _, clause in _refused_captures(game, state))


def _is_home_puzzle(game: Activator, state: State) -> bool:
    """Tell if one stack can take the home for good, and none is there yet."""
    return state.to_move not in state.occupied and len(answers(game, state, "home")) == 1


def _refused_captures(game: Activator, state: State) -> Iterator[tuple[str, str]]:
    """Yield the refused captures, each by its start and the clause."""
    for start in state.held(state.to_move):
        for end in _enemies(state):
            refusal = game.refusal(state, Move(start, end))
            if refusal is not None:
                yield start, refusal.clause


KINDS: Mapping[str, PuzzleKind[Activator, State]] = {
    "frozen": PuzzleKind(
        "A piece is where the activators' lines cross.", "frozen", _is_frozen_puzzle
    ),
    "capture": PuzzleKind(
        "One piece can capture; others are near enough, but may not.",
        "capture", _is_capture_puzzle,
    ),
    "immune": PuzzleKind(
        "A capture fails only because its victim carries an activator.",
        "immune", _is_immune_puzzle,
    ),
    "home": PuzzleKind(
        "The opponent's home can be taken for good.", "home", _is_home_puzzle
    ),
}  # fmt: skip
"""Each kind has a right answer, and something beside it that looks like one."""
puzzles = PuzzleSearch(KINDS, question_text, first_turn=5)
