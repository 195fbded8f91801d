"""P.A.C.O. (Push Avoid Combat Oppose), by Mike Reddy (2012): orders written in secret.

``rules`` (the options), ``squares`` (the board's geometry), ``state`` (moves and the state),
``orders`` (which orders may be written, and their results), ``setup``, ``resolution`` (the orders
of a turn carried out), ``game`` (the class: who acts, legal moves, effects), ``notation`` (moves
and positions as text and JSON), ``payoffs`` (the points of each order against each), ``bots``,
``pieces``, ``explanation`` and ``board`` (the scene and picks on it), ``lessons`` (quiz,
puzzles), ``hints`` (in plain words).
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.paco import board, lessons
from piecepack_nb.games.paco.bots import lead, shrewd
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.hints import hint
from piecepack_nb.games.paco.sprites import SHEET
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import GameView, SecretKinds

VIEW = GameView[Paco, State](
    scene=board.scene, locate=board.locate, score=board.score, numbers=board.numbers,
    tray_words=board.tray_words, prompt=board.prompt, marks=board.marks, spots=board.spots,
    pick=board.pick, step_back=board.step_back, quiz=lessons.QUIZ, puzzles=lessons.puzzles,
    first_game=lessons.FIRST_GAME, hint=hint, sheet=SHEET, trusted=True,
    waiting=board.waiting_words, secret=SecretKinds("order written", "orders shown"),
)  # fmt: skip
register(Paco, view=VIEW, bots={"shrewd": shrewd}, evaluate=lead)
