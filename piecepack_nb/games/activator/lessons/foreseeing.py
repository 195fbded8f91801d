"""Predict a bot's move: which piece or stack it picks, and what another one could have done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.activator.board.thought import why
from piecepack_nb.games.activator.bot.thinking import Line, Thought, Tree, points
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.lessons.judging import NONE, Verdict, most_telling
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.state import State, other
from piecepack_nb.search.alphabeta import alphabeta

if TYPE_CHECKING:
    from piecepack_nb.games.activator.play import Activator

AHEAD = 2


def foreseen(thought: Thought, guess: str) -> Verdict:
    """The verdict on a guess at the square that a bot's piece or stack goes from."""
    if guess == thought.move.start:
        return Verdict(True, f"Right. {why(thought)}", "", thought.move)
    told = f"No: {why(thought)}"
    found = None if guess == NONE else best_from(thought, guess)
    if found is None:
        text = "There is always one" if guess == NONE else capitalise(_refused(thought, guess))
        return Verdict(False, f"{told} {text}.", "")
    best = best_from(thought, thought.move.start) or thought.lines[0]
    first, *answers = found.moves
    then = f", since {other(thought.seat).title()} answers {answers[0]}" if answers else ""
    text = f"From {guess} the best is {first}: {points(found.value)}{then}"
    text += f"; its own move, as far ahead, {points(best.value)}"
    return Verdict(False, f"{told} {text}.", "", first)


def best_from(thought: Thought, square: str) -> Line | None:
    """The best move from a square, two moves ahead, and its answer; None where there is none."""
    tree: Tree = thought.tree
    root = tree.of(thought.state)
    lines = []
    for leap in tree.fast.moves(root):
        move = tree.fast.move(leap)
        if move.start == square:
            lines.append(_valued(tree, tree.after(root, leap), move))
    return max(lines, key=lambda line: line.value, default=None)


def _valued(tree: Tree, board: Any, move: Move) -> Line:
    ended = tree.final(board)
    if ended is not None:
        return Line(-ended - 1 if ended < 0 else 1 - ended, (move,))
    found = alphabeta(tree, board, AHEAD - 1)
    return Line(-found.value, (move, tree.fast.move(found.move)))


def _refused(thought: Thought, square: str) -> str:
    """Why nothing goes from there."""
    ends = [end for end in SQUARES if end != square]
    return most_telling(thought.game, thought.state, square, ends).text


def by_itself(game: Activator, state: State) -> Sequence[Step]:
    """What the bot that looks two moves ahead does in a state, with its reason."""
    if state.outcome is not None:
        return ()
    thought = game.think(state, depth=AHEAD)
    first, *rest = game.play(state, thought.move)
    return (first._replace(event=first.event._replace(why=thought)), *rest)
