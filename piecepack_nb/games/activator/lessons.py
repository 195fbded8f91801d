"""Questions to answer before the reveal, what a wrong guess overlooks, and puzzles.

The answers are the engine's own: the moves it lists, and its refusals. Four questions are about the
state as it is, "move" is about a bot's thought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from piecepack_nb.core.steps import Refusal, Step, with_reason
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.activator.board import state_text
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.geometry import SQUARES, steps_between
from piecepack_nb.games.activator.layers import (
    CHOICE,
    READING_ORDER,
    TRAY,
    at,
    effects_overlay,
    facts,
    spot_name,
    why_spots,
)
from piecepack_nb.games.activator.movement import (
    frozen_squares,
    immune_squares,
    move_of,
)
from piecepack_nb.games.activator.state import HOMES, Move, State, other
from piecepack_nb.games.activator.thinking import (
    SearchNode,
    SearchTree,
    Thought,
    is_variant,
    value_text,
)
from piecepack_nb.scene import Feedback, Mark, Overlay, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.quiz import (
    GUESS,
    Moment,
    PuzzleKind,
    PuzzleSearch,
    reason_of,
    steps_of_turn,
    without_layers,
)
from piecepack_nb.search.alphabeta import Variation, alphabeta

NONE = "none"
"""The guess that there is no such square."""
REFUSAL_ORDER = ("AC-25", "AC-24", "AC-23", "AC-12", "AC-10")
"""The clauses of refusals, first the one that says most about an impossible capture."""


# --- What is frozen, and immune (AC-24, AC-25) ----------------------------------------------------


def _enemies(state: State) -> list[str]:
    return state.held(other(state.to_move))


def _frozen_stacks(game: Activator, state: State) -> list[str]:
    """Return what is frozen: the stacks where the activators' lines cross (AC-24)."""
    return [square for square in state.squares if _frozen(game, state, square)]


def _frozen(game: Activator, state: State, square: str) -> Refusal | None:
    """Return why the stack on a square can't leave it in its owner's turn, if it is frozen."""
    asked = state.with_turn_of(state.squares[square].owner)
    end = next(each for each in SQUARES if each != square)
    refusal = game.refusal(asked, Move(square, end))
    return refusal if refusal is not None and refusal.clause == "AC-24" else None


def _grade_frozen(game: Activator, state: State, guess: str) -> Feedback:
    refusal = _frozen(game, state, guess) if guess in state.squares else None
    if refusal is not None:
        return Feedback(f"Right: {refusal.text}.", refusal.clause)
    if guess not in state.squares and guess in frozen_squares(game.rules, state):
        return Feedback(f"{guess} is frozen, but empty.", "AC-24")
    red, blue = state.activators["red"], state.activators["blue"]
    where = join_list(frozen_squares(game.rules, state))
    text = f"No: the lines of Red's activator on {red} and Blue's on {blue} cross on {where}"
    if guess in (red, blue):
        text += f"; the activator on {guess} doesn't freeze its carrier"
    return Feedback(f"{text}.", "AC-24")


def _immune_enemies(game: Activator, state: State) -> list[str]:
    """Return what the seat to move can't capture, wherever it attacks from (AC-25).

    None of a variant: its moves don't show what could be captured from elsewhere.
    """
    immune = () if is_variant(game) else immune_squares(game.rules, state)
    return [each for each in immune if each in _enemies(state)]


def _grade_immune(game: Activator, state: State, guess: str) -> Feedback:
    who, right = state.to_move.title(), _immune_enemies(game, state)
    if guess in right:
        return Feedback(f"Right: {who}'s own activator is on {guess} and protects it.", "AC-25")
    where = join_list(right) if right else "no square"
    text = f"No: only a stack that carries an activator can't be captured, here on {where}"
    if guess in state.held(state.to_move):
        text += f"; and {guess} is {who}'s own"
    elif guess in _frozen_stacks(game, state):
        text += f"; the stack on {guess} is frozen, so it can't even move away"
    return Feedback(f"{text}.", "AC-25")


# --- Capture in one (AC-16) -----------------------------------------------------------------------


def _captures(game: Activator, state: State) -> Iterator[Move]:
    enemies = set(_enemies(state))
    return (move for move in game.moves(state) if move.end in enemies)


def _capturers(game: Activator, state: State) -> set[str]:
    """Return the squares that a capture can start from."""
    return {move.start for move in _captures(game, state)}


def _grade_capture(game: Activator, state: State, guess: str) -> Feedback:
    found = next((move for move in _captures(game, state) if move.start == guess), None)
    if found is not None:
        own = state.activators[state.to_move]
        text = f"Right: {found.start} captures {state.squares[found.end].name} on {found.end}, "
        text += f"from a line of their activator on {own}."
        return Feedback(text, "AC-16", _move_marks(found))
    refusal = clearest_refusal(game, state, guess, _enemies(state))
    return Feedback(f"No: {refusal.text}.", refusal.clause)


def clearest_refusal(game: Activator, state: State, start: str, ends: Iterable[str]) -> Refusal:
    """Return the refusal that says most about why nothing can move from ``start`` to ``ends``."""
    stack = state.squares.get(start)
    parts = range(stack.height if stack else 1)
    nearest = sorted(ends, key=lambda end: steps_between(start, end))
    attempts = (game.refusal(state, Move(start, end, part)) for end in nearest for part in parts)
    refusals = [refusal for refusal in attempts if refusal is not None]
    ranks = {clause: rank for rank, clause in enumerate(REFUSAL_ORDER)}
    return min(refusals, key=lambda refusal: ranks.get(refusal.clause, len(REFUSAL_ORDER)))


# --- The home, for good (AC-30) -------------------------------------------------------------------


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
    if game.result(after) is not None:
        return None
    return next((reply for reply in game.moves(after) if reply.end == move.end), None)


def _winners(game: Activator, state: State) -> list[str]:
    """Return the squares from which the home can be taken for good."""
    return [start for start in state.held(state.to_move) if winning_move(game, state, start)]


def _grade_home(game: Activator, state: State, guess: str) -> Feedback:
    rival = other(state.to_move).title()
    home = HOMES[other(state.to_move)]
    found = winning_move(game, state, guess)
    if found is not None:
        text = f"Right: after {found} {rival} can't capture on {home}."
        return Feedback(text, "AC-30", _move_marks(found))
    tries = [move for move in game.moves(state) if (move.start, move.end) == (guess, home)]
    if tries:
        spoiler = _spoiler(game, state, tries[-1])
        text = f"No: after {tries[-1]} {rival} captures on {home} with {spoiler}"
        return Feedback(f"{text}; wherever the activator goes, there is a capture.", "AC-30")
    refusal = clearest_refusal(game, state, guess, [home])
    return Feedback(f"No: {refusal.text}.", refusal.clause)


# --- A bot's move ---------------------------------------------------------------------------------

AHEAD = 2


def grade_prediction(game: Activator, thought: Thought, guess: str) -> Feedback:
    """Return the grade of a guess at the square that a bot moves from."""
    if guess == thought.move.start:
        return Feedback(f"Right. {thought.choice}", "")
    no = f"No: {thought.choice}"
    found = best_from(thought, guess)
    if found is None:
        ends = [end for end in SQUARES if end != guess]
        refusal = clearest_refusal(game, thought.state, guess, ends)
        return Feedback(f"{no} {capitalise(refusal.text)}.", "")
    best = best_from(thought, thought.move.start) or thought.lines[0]
    first, *replies = found.moves
    then = f", since {other(thought.seat).title()} answers {replies[0]}" if replies else ""
    text = f"From {guess} the best is {first}: {value_text(found.value)}{then}"
    text += f"; the bot's move, as far ahead, {value_text(best.value)}"
    return Feedback(f"{no} {text}.", "", _move_marks(first))


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


def _variation(tree: SearchTree, node: SearchNode, move: Move) -> Variation[Move]:
    """Return a move with its best answer, from the position after it."""
    ended = tree.final(node)
    if ended is not None:
        return Variation(-ended - 1 if ended < 0 else 1 - ended, (move,))
    found = alphabeta(tree, node, AHEAD - 1)
    return Variation(-found.value, (move, move_of(found.move)))


def automatic_steps(game: Activator, state: State) -> Sequence[Step]:
    """Return the steps of a bot that looks two moves ahead, with its thought."""
    if game.result(state) is not None:
        return ()
    thought = game.think(state, depth=AHEAD)
    return with_reason(tuple(game.play(state, thought.move)), thought)


# --- The quiz -------------------------------------------------------------------------------------

BUTTON_PLACE = (TRAY / 2, CHOICE.height / 2, CHOICE.id, TRAY - 0.6, 0.78)


def _words(_game: Activator, state: State) -> dict[str, str]:
    rival = other(state.to_move)
    return {
        "who": state.to_move.title(), "rival": rival.title(), "home": HOMES[rival],
        **state.activators,
    }  # fmt: skip


def _begins_turn(game: Activator, state: State) -> bool:
    """Return False if the game is over, or a move is under way."""
    return game.result(state) is None and state.earlier[-1:] in ((), (state.position,))


def _about_state(
    title: str,
    clause: str,
    text: str,
    right: Callable[[Activator, State], Iterable[str]],
    grade: Callable[[Activator, State, str], Feedback],
    *,
    drawn: bool = False,
) -> QuestionKind[Activator, State, State]:
    """Return a question about the state, asked where it has an answer.

    With ``drawn`` layers show the answer, and are hidden until then.
    """

    def case(game: Activator, moment: Moment[State]) -> State | None:
        state = moment.state
        return state if _begins_turn(game, state) and any(right(game, state)) else None

    def graded(game: Activator, state: State, guess: str) -> Feedback:
        there = sorted(right(game, state))
        found = grade(game, state, there[0] if guess == NONE else guess)
        head = "There is one. " if guess == NONE else ""
        wrong = there and guess not in there
        rest = f" Right is {join_list(there, 'or')}." if wrong else ""
        effects = effects_overlay(game.rules, state) if drawn else Overlay()
        return found._replace(
            text=f"{head}{found.text}{rest}", marks=(*found.marks, *effects.marks),
            layers=effects.layers, spots=tuple(why_spots(game.rules, state)), answer=tuple(there),
        )  # fmt: skip

    return QuestionKind(
        title, clause, text, case, partial(_square_spots, drawn),
        lambda game, state: sorted(right(game, state)), graded, _words, NONE,
        partial(_picture, drawn),
    )  # fmt: skip


def _picture(drawn: bool, game: Activator, state: State, scene: Scene) -> Scene:
    """Return the table without effects, if these are the answer."""
    if not drawn:
        return scene
    return without_layers(game, state, scene)._replace(alt=state_text(game, state, ice=False))


def _square_spots(drawn: bool, game: Activator, state: State) -> Iterator[Spot]:
    """Yield every square to guess, without facts if they are the answer; and the button "none"."""
    for square in READING_ORDER:
        found = [] if drawn else facts(game.rules, state, square)
        yield Spot(square, *at(square), name=spot_name(state, square, found), role="select")
    yield Spot(NONE, *BUTTON_PLACE, "There is none", "action")


def _thought(game: Activator, moment: Moment[State]) -> Thought | None:
    return reason_of(Thought, moment) if _begins_turn(game, moment.state) else None


def _without_thought(game: Activator, thought: Thought, scene: Scene) -> Scene:
    """Return the table without an earlier thought of the bot."""
    marks, _, layers, listings = effects_overlay(game.rules, thought.state)
    return scene._replace(marks=marks, layers=layers, listings=listings)


def _move_marks(move: Move) -> tuple[Mark, ...]:
    return (Mark("path", points=(at(move.start), at(move.end)), layer=GUESS.id),)


QUIZ = QuizSpec({
    "frozen": _about_state(
        "What is frozen?", "AC-24",
        "Red's activator is on {red}, Blue's on {blue}. What is frozen?",
        _frozen_stacks, _grade_frozen, drawn=True,
    ),
    "immune": _about_state(
        "What can't be captured?", "AC-25",
        "{who} to move. Which of {rival}'s pieces or stacks can't be captured?",
        _immune_enemies, _grade_immune, drawn=True,
    ),
    "capture": _about_state(
        "What can capture?", "AC-16",
        "{who} to move. Red's activator is on {red}, Blue's on {blue}. Which piece or stack can "
        "capture something?",
        _capturers, _grade_capture,
    ),
    "home": _about_state(
        "What wins the home?", "AC-30",
        "{who} to move. What can take {rival}'s home {home} so that it can't be captured there?",
        _winners, _grade_home,
    ),
    "move": QuestionKind(
        "What does the bot move?", "",
        "{who} is a bot, and to move. Which piece or stack will it pick?",
        _thought, lambda game, thought: tuple(_square_spots(False, game, thought.state))[:-1],
        lambda _game, thought: (thought.move.start,), grade_prediction,
        lambda game, thought: _words(game, thought.state), picture=_without_thought,
        steps=lambda _game, thought, steps: steps_of_turn(thought.state, steps),
    ),
}, automatic_steps)  # fmt: skip


# --- Puzzles --------------------------------------------------------------------------------------


def _is_frozen_puzzle(game: Activator, state: State) -> bool:
    """Return True if something is frozen that carries no activator."""
    return any(each not in state.activators.values() for each in _frozen_stacks(game, state))


def _is_capture_puzzle(game: Activator, state: State) -> bool:
    """Return True if one stack may capture, and another could, but is in no line to attack."""
    found = _capturers(game, state)
    return len(found) == 1 and any(
        clause == "AC-23" for start, clause in _refused_captures(game, state) if start not in found
    )


def _is_immune_puzzle(game: Activator, state: State) -> bool:
    """Return True if a capture is refused only because its victim carries an activator."""
    return any(clause == "AC-25" for _, clause in _refused_captures(game, state))


def _is_home_puzzle(game: Activator, state: State) -> bool:
    """Return True if one stack can take the home for good, and none is there yet."""
    return state.to_move not in state.occupied and len(_winners(game, state)) == 1


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
puzzles = PuzzleSearch(QUIZ, KINDS, first_turn=5)


# --- The first game ------------------------------------------------------------------------------

FIRST_GAME = (
    FirstTask(
        "Move and stack",
        "You are Red. Choose your D on c1, then your E on b1: a smaller piece may stand on a "
        "larger one. Then leave your activator.",
        """
        4  .    .    .    fdA
        3  .    e    .    .
        2  .    .    .    .
        1  FBa  E    D    .
        red to move
        """,
        "c1-b1",
        "stack",
        "D and E are a double now. A double moves up to 2 squares, a triple up to 3.",
        "That makes no stack. Put the D on the larger E",
        "AC-14",
    ),
    FirstTask(
        "Take a piece",
        "Your activator stands on Blue's e on b3. Pieces on its rank or file may take others: take "
        "Blue's c on c2 with your D on b2.",
        """
        4  .    .    .    fd
        3  .    eA   .    .
        2  .    D    c    .
        1  Fa   E    .    .
        red to move
        """,
        "b2-c2",
        "capture",
        "Your D began on file b, in line with your activator, so it may capture.",
        "That takes nothing. Your D on b2 is in line with your activator: take the c on c2",
        "AC-16",
    ),
    FirstTask(
        "Win",
        "Blue has two pieces left. Take one of them, and Blue has lost: your D on d1 is on the "
        "file of your activator.",
        """
        4  .    .    .    eA
        3  .    .    .    .
        2  .    Ea   .    d
        1  F    .    .    D
        red to move
        """,
        "d1-d2",
        "reduced",
        "Blue is left with a single piece: you win. You also win on Blue's home, d4.",
        "Blue still has two pieces then. Take the d on d2",
        "AC-31",
    ),
)
"""Three tasks for somebody who has never played."""
