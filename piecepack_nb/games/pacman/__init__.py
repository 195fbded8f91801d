"""The PAC-MAN board game (Milton Bradley, 1982): a die to gobble marbles, one to move a ghost.

``rules`` (the options), ``maze`` (the boards, read from drawings), ``state`` (the state and the
moves), ``ruleset`` (the board under the rules), ``walks`` (which walks are legal, and why others
are not), ``game`` (the class: who acts, legal moves, effects, refusals), ``notation`` (moves and
positions as text and JSON), ``prospects`` (the worth of a die), ``bots``, ``areas`` and ``sprites``
(how the table looks), ``layers`` (reasons and the worth of dice on the board), ``board`` (the scene
and picks on it), ``lessons`` (quiz, puzzles), ``hints`` (in plain words).
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.pacman import board, lessons
from piecepack_nb.games.pacman.bots import greedy, lead
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.hints import hint
from piecepack_nb.games.pacman.sprites import SHEET
from piecepack_nb.games.pacman.state import State
from piecepack_nb.scene import GameView

VIEW = GameView[PacMan, State](
    scene=board.scene, locate=board.locate, score=board.score, numbers=board.numbers,
    tray_words=board.tray_words, prompt=board.prompt, marks=board.marks, spots=board.spots,
    pick=board.pick, step_back=board.step_back, quiz=lessons.QUIZ, puzzles=lessons.puzzles,
    first_game=lessons.FIRST_GAME, hint=hint, sheet=SHEET, trusted=True,
)  # fmt: skip
register(PacMan, view=VIEW, bots={"greedy": greedy}, evaluate=lead)
