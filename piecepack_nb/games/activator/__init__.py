"""Activator, by Michael Schoessow (2003-2004): stacks of pyramids on sixteen squares.

rules        the options; rulebook.toml: the clauses
geometry     the squares; state: states and moves as values
movement     legal moves, positions after them, ends and refusals; game: turns step by step
notation     moves and positions as text and JSON
thinking     the evaluation and the search; bots
layers       areas, pieces and effects as drawn; explanation: thoughts and searches as drawn
board        the board to play on; lessons: questions and puzzles about it
hints        hints in plain words
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.activator.board import (
    locate,
    marks,
    pick,
    prompt,
    scene,
    score,
    spots,
    step_back,
    tray_words,
)
from piecepack_nb.games.activator.bots import BOTS
from piecepack_nb.games.activator.explanation import search_film
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.hints import hint
from piecepack_nb.games.activator.lessons import FIRST_GAME, QUIZ, puzzles
from piecepack_nb.games.activator.sprites import SHEET
from piecepack_nb.games.activator.state import State
from piecepack_nb.games.activator.thinking import lead
from piecepack_nb.scene import GameView

VIEW = GameView[Activator, State](
    scene,
    spots,
    pick,
    locate,
    marks,
    prompt,
    search_film,
    score,
    quiz=QUIZ,
    step_back=step_back,
    puzzles=puzzles,
    sheet=SHEET,
    tray_words=tray_words,
    trusted=True,
    hint=hint,
    first_game=FIRST_GAME,
)
register(Activator, view=VIEW, bots=BOTS, evaluate=lead)
