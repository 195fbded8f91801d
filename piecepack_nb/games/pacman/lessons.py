"""Questions before the reveal, the grades of guesses, and puzzles found by playing.

The answers are the engine's own: its walks, its refusals, its counts of marbles.

Vocabulary
    end    a space where the Pac-Man can end its move by the larger die
    best   the die that is worth more to the Pac-Man, marbles now and to be expected together
    bot    the die that a bot uses for its Pac-Man
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.areas import (
    BUTTONS,
    HIGH,
    TRAY,
    at,
    button_place,
    path_marks,
    reading_order,
    space_words,
)
from piecepack_nb.games.pacman.bots import BotReason, greedy
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.layers import WORTH, dice_worth, worth_overlay, worth_sentence
from piecepack_nb.games.pacman.maze import Path, has_hop
from piecepack_nb.games.pacman.prospects import Prospects, marbles_brought, most_marbles
from piecepack_nb.games.pacman.state import State, Stay, Walk, format_path, seat_name
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import GUESS, PuzzleKind, PuzzleSearch, bot_steps

QUESTIONS: Mapping[str, str] = {
    "end": "Where can this die lead?",
    "best": "Which die is worth more?",
    "bot": "Which die does the bot move its Pac-Man by?",
}
NONE = "none"
"""The guess that the Pac-Man can't move."""
PLACE = (TRAY / 2, BUTTONS[0], "dice", TRAY - 0.6, HIGH)
ENDS = Layer("ends", "Where it can end")


# --- questions ------------------------------------------------------------------------------------


def turn_begins(state: State) -> bool:
    """Return whether both dice still have to be used."""
    return state.phase == "move" and state.due == ("pac", "ghost")


def asked_die(state: State) -> int:
    """Return the die that "end" asks about: the larger one."""
    return max(state.dice)


def question_text(state: State, question: str) -> str:
    """Return the question in words."""
    who, dice = seat_name(state.to_move), " and ".join(map(str, state.dice))
    head = f"{who} has rolled {dice}."
    return {
        "end": f"{head} Pick a space where their Pac-Man can end by the {asked_die(state)}.",
        "best": f"{head} Which die is worth more to their Pac-Man: marbles now, and those to be "
        "expected next turn?",
        "bot": f"{head} {who} is a bot. Which die will it move its Pac-Man by?",
    }[question]


def ask(
    game: PacMan, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """Return the question where a turn begins, if it has an answer."""
    if not turn_begins(state):
        return None
    shown = scene._replace(
        caption=question_text(state, question), clause="PC-3" if question != "end" else "PC-5",
        spots=tuple(_space_spots(game, state) if question == "end" else _die_spots(state)),
        marks=(Mark("here", *at(game.board, state.square_of("pac")), suit=state.to_move),),
        layers=(), listings=(),
    )  # fmt: skip
    if question == "bot":
        why = steps[0].event.why if steps else None
        if not isinstance(why, BotReason) or len(set(state.dice)) < 2 or not bot_die(state, why):
            return None
        ahead = (at for at, step in enumerate(steps) if at and _begins_move(step))
        return Question("bot", (state, why), shown, next(ahead, len(steps)))
    if question == "best":
        found = dice_worth(game.situation(state))
        if found is None or len({each.total for each in found.dice}) < 2:
            return None
    return Question(question, state, shown, 0)


def _begins_move(step: Step) -> bool:
    return isinstance(step.event.why, BotReason) or step.event.kind == "roll"


def _space_spots(game: PacMan, state: State) -> Iterator[Spot]:
    for square in reading_order(game.board):
        name = f"{square}: {space_words(game.board, state, square)}"
        yield Spot(square, *at(game.board, square), name=name, role="select")
    yield Spot(NONE, *PLACE, "It can't move", "action", key="0")


def _die_spots(state: State) -> Iterator[Spot]:
    for number, die in enumerate(state.dice):
        place = button_place(number, 2, 0)
        yield Spot(str(die), *place, f"The {die}", "action", key=str(die))


# --- grades ---------------------------------------------------------------------------------------


class Grade(NamedTuple):
    """The grade of a guess."""

    right: bool
    text: str
    clause: str
    path: Path = ()
    """A path that proves it: a legal one, or the one that was tried."""


def grade(game: PacMan, asked: Question, guess: str) -> Feedback:
    """Return the grade of a guess, with its proof on the board."""
    if asked.question == "bot":
        state, why = asked.key
        found = grade_bot(state, why, guess)
        return Feedback(found.right, found.text, found.clause)
    state = asked.key
    if asked.question == "best":
        worth = dice_worth(game.situation(state))
        assert worth is not None
        found, overlay = grade_best(worth, guess), worth_overlay(game.situation(state))
        layers = (WORTH._replace(on=True),)
        return Feedback(found.right, found.text, found.clause, overlay.marks, layers, overlay.spots)
    found = grade_end(game, state, guess)
    marks = tuple(_end_marks(game, state, guess, found))
    answer = (guess,) if found.right else tuple(ends(game, state))
    return Feedback(found.right, found.text, found.clause, marks, (ENDS,), answer=answer)


def _end_marks(game: PacMan, state: State, guess: str, found: Grade) -> Iterator[Mark]:
    """Yield the path that proves the grade, and every end."""
    if found.path:
        kind = "path" if found.right or guess == NONE else "lost"
        yield from path_marks(game.board, found.path, kind, layer=GUESS.id)
    for square in ends(game, state):
        yield Mark("target", *at(game.board, square), layer=ENDS.id)


def ends(game: PacMan, state: State) -> dict[str, Path]:
    """Return the ends that the die asked about reaches, each with the path that gobbles most."""

    def marbles(path: Path) -> int:
        return marbles_brought(game.situation(state), state.to_move, path)

    found: dict[str, Path] = {}
    for path in game.situation(state).pac_paths(asked_die(state)):
        best = found.get(path[-1])
        if best is None or marbles(path) > marbles(best):
            found[path[-1]] = path
    return found


def grade_end(game: PacMan, state: State, guess: str) -> Grade:
    """Grade a space: it is an end, or the game refuses the walk there."""
    die, right = asked_die(state), ends(game, state)
    if guess == NONE and not right:
        return Grade(True, f"Right: no path takes the full {die}, so it stays.", "PC-5")
    if guess == NONE:
        end, path = next(iter(right.items()))
        return Grade(False, f"There is a path: {format_path(path)} ends on {end}.", "PC-5", path)
    if guess in right:
        path = right[guess]
        hops = has_hop(path)
        more = ", off the board at one arrow and on again at another" if hops else ""
        text = f"Right: {format_path(path)} takes {die}{more}."
        return Grade(True, text, "PC-9" if hops else "PC-5", path)
    if guess == state.square_of("pac"):
        text = f"No: it is on {guess} now, and no path of {die} leads back there."
        return Grade(False, text, "PC-5")
    walk = game.situation(state).attempt("pac", [die], guess)
    refused = game.refusal(state, walk)
    assert refused is not None  # every legal end was found above
    return Grade(False, f"No: {refused.text}.", refused.clause, walk.path)


def grade_best(found: Prospects, guess: str) -> Grade:
    """Grade a die by what it is worth."""
    right = guess == str(found.best.die)
    by_worth = sorted(found.dice, key=lambda each: -each.total)
    text = f"{'Right' if right else 'No'}. {' '.join(map(worth_sentence, by_worth))}"
    return Grade(right, text, "PC-3", found.best.path)


def bot_die(state: State, why: BotReason) -> int | None:
    """Return the die of a bot's Pac-Man by its first move, or None if that uses no die."""
    move = why.chosen.move
    if not turn_begins(state) or not isinstance(move, Walk | Stay):
        return None
    if move.piece == "pac":
        return move.die
    left = list(state.dice)
    left.remove(move.die)
    return left[0]


def grade_bot(state: State, why: BotReason, guess: str) -> Grade:
    """Grade the die that a bot uses for its Pac-Man, with its reason."""
    die, move = bot_die(state, why), why.chosen.move
    path = move.path if isinstance(move, Walk) else ()
    first = "first" if getattr(move, "piece", "") == "pac" else "after the ghost"
    text = f"its Pac-Man moves by the {die}, {first}. {why.text}"
    if guess not in map(str, state.dice):
        dice = join_list(map(str, sorted(set(state.dice))), "or")
        return Grade(False, f"No: the dice show {dice}; {text}", "PC-3", path)
    right = guess == str(die)
    return Grade(right, f"{'Right' if right else 'No'}: {text}", "PC-3", path)


def automatic_steps(game: PacMan, state: State) -> Sequence[Step]:
    """Return the steps of the game's own bot in a state, with its reason."""
    if state.phase != "move" or not state.due:
        return ()
    return bot_steps(game, state, greedy)


QUIZ = QuizSpec(QUESTIONS, ask, grade, automatic_steps)


# --- puzzles --------------------------------------------------------------------------------------


def _is_arrow(game: PacMan, state: State) -> bool:
    """Return whether some end is reached by the arrows alone."""
    by_end: dict[str, list[bool]] = {}
    for path in game.situation(state).pac_paths(asked_die(state)):
        by_end.setdefault(path[-1], []).append(has_hop(path))
    return any(all(each) for each in by_end.values())


def _refusing_clauses(game: PacMan, state: State) -> Iterator[str]:
    """Yield the clauses that refuse full-number walks to other spaces, where there is an end."""
    found, die = ends(game, state), asked_die(state)
    for square in game.board.squares if found else ():
        if square not in found:
            walk = game.situation(state).attempt("pac", [die], square)
            refusal = game.refusal(state, walk) if len(walk.path) == die + 1 else None
            if refusal is not None:
                yield refusal.clause


def _is_blocked(game: PacMan, state: State) -> bool:
    return "PC-8" in _refusing_clauses(game, state)


def _is_home(game: PacMan, state: State) -> bool:
    return "PC-6" in _refusing_clauses(game, state)


def _is_later(game: PacMan, state: State) -> bool:
    """Return whether the best die is not the one with most marbles now."""
    now = {most_marbles(game.situation(state), state.to_move, die) for die in state.dice}
    found = dice_worth(game.situation(state)) if len(now) > 1 else None  # the quick test first
    if found is None:
        return False
    less, more = sorted(found.dice, key=lambda each: each.total)
    return more.total > less.total and more.now < less.now


KINDS: Mapping[str, PuzzleKind[PacMan, State]] = {
    "arrow": PuzzleKind(
        "An end is reached only off the board at one arrow and on again at another.",
        "end", _is_arrow,
    ),
    "blocked": PuzzleKind(
        "A Pac-Man or a ghost is in the way of a path that would take the full number.",
        "end", _is_blocked,
    ),
    "home": PuzzleKind(
        "A path that takes the full number would end on another's home.", "end", _is_home
    ),
    "later": PuzzleKind(
        "The die that brings fewer marbles now is worth more in the end.", "best", _is_later
    ),
}  # fmt: skip
puzzles = PuzzleSearch(
    KINDS, question_text, turn_begins, bots=("greedy", "random"), moves=120, first_turn=3
)
