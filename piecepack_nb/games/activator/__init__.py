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
from piecepack_nb.games.activator import board, lessons
from piecepack_nb.games.activator.bots import BOTS
from piecepack_nb.games.activator.explanation import search_film
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.hints import hint
from piecepack_nb.games.activator.sprites import SHEET
from piecepack_nb.games.activator.state import State
from piecepack_nb.games.activator.thinking import lead
from piecepack_nb.scene import GameView

VIEW = GameView[Activator, State](
    scene=board.scene, locate=board.locate, score=board.score, numbers=board.numbers,
    tray_words=board.tray_words, prompt=board.prompt, marks=board.marks, spots=board.spots,
    pick=board.pick, step_back=board.step_back, quiz=lessons.QUIZ, puzzles=lessons.puzzles,
    first_game=lessons.FIRST_GAME, hint=hint, sheet=SHEET, trusted=True,
    nested_film=search_film,
)  # fmt: skip
register(Activator, view=VIEW, bots=BOTS, evaluate=lead)
