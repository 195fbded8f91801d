"""Piecepackman, by Dan Burkey (2018): ghosts against a Piecepackman who moves by the rules.

rules       the options           rulebook.toml  the clauses
maze        squares, walls, matchsticks, and mazes as text (``mazes/``: those that come with it)
state       the state and the moves
ruleset     the rules applied to a maze: who is Dangerous, where a ghost can walk
decision    Piecepackman's aims, his choice among them, and its reasons
powers      the fourteen powers of the ghosts
runs        his moves where somebody plays him
walks       the ghosts' legal walks, and the refusals of others
movement    his turn and the ghosts' walks, step by step
notation    moves and positions as text and JSON
game        who acts, the legal moves, their effects and refusals
areas, layers, board    the scene: what stays put, a decision shown, pieces and picks
what_if, lessons        the answers of a reader who overlooks a rule; quiz and puzzles
hints       hints in plain words
bots        the bots of the ghosts and of Piecepackman
shrewd      a bot that plays Piecepackman by his chance to win
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.piecepackman import board, lessons
from piecepack_nb.games.piecepackman.areas import SHEET
from piecepack_nb.games.piecepackman.board_modes import step_back
from piecepack_nb.games.piecepackman.bots import greedy, lead
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.hints import hint
from piecepack_nb.games.piecepackman.layers import search_film, search_problem
from piecepack_nb.games.piecepackman.shrewd import shrewd
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import GameView

VIEW = GameView[Piecepackman, State](
    scene=board.scene, locate=board.locate, score=board.score, numbers=board.numbers,
    tray_words=board.tray_words, prompt=board.prompt, marks=board.marks, spots=board.spots,
    pick=board.pick, step_back=step_back, quiz=lessons.QUIZ, puzzles=lessons.puzzles,
    first_game=lessons.FIRST_GAME, hint=hint, sheet=SHEET, trusted=True,
    nested_film=search_film, watch=search_problem,
)  # fmt: skip
register(Piecepackman, view=VIEW, bots={"greedy": greedy, "shrewd": shrewd}, evaluate=lead)
