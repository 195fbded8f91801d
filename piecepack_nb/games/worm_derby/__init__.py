"""Worm Derby by Mark Biggar: worms of touching discs race on a table without squares.

Besides the modules of every game:

    geometry    where a disc may lie: arcs of angles, and the things that forbid the others
    ruleset     the table under given rules: course, obstacles, start and finish
    moves       the moves as values, and a sample of the legal ones
    race_plan   the racer's chart of distances and its planning
    window      the table drawn: a window from near, all of it from far
    interaction drafts, picks and buttons
    hints       hints in plain words
    reach_map   where a worm can be after some steps, to be watched
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.worm_derby import board, interaction, lessons
from piecepack_nb.games.worm_derby.bots import lead, racer, random, wanderer
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.hints import hint
from piecepack_nb.games.worm_derby.reach_map import reach_problem
from piecepack_nb.games.worm_derby.sprites import SHEET
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import GameView

VIEW = GameView[WormDerby, State](
    scene=board.scene, locate=board.locate, score=board.score, numbers=board.numbers,
    tray_words=board.tray_words, prompt=interaction.prompt, marks=interaction.marks,
    spots=interaction.spots, pick=interaction.pick, step_back=interaction.step_back,
    quiz=lessons.QUIZ, puzzles=lessons.puzzles, first_game=lessons.FIRST_GAME, hint=hint,
    sheet=SHEET, trusted=True, nested_film=board.slide_film, watch=reach_problem,
    last_move=lambda _before, _after: (),  # the table scrolls, and a whole worm moves
)  # fmt: skip
BOTS = {"racer": racer, "wanderer": wanderer, "random": random}
register(WormDerby, view=VIEW, bots=BOTS, evaluate=lead)
