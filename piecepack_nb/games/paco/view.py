"""P.A.C.O. as it is seen and touched; ``board`` draws it, ``lessons`` asks."""

from __future__ import annotations

from piecepack_nb.games.paco.board.furniture import at
from piecepack_nb.games.paco.board.picking import marks, pick, spots
from piecepack_nb.games.paco.board.saying import prompt
from piecepack_nb.games.paco.board.table import scene
from piecepack_nb.games.paco.board.thoughts import retold
from piecepack_nb.games.paco.lessons.asking import ASKING
from piecepack_nb.games.paco.play import Paco
from piecepack_nb.games.paco.puzzles import puzzles
from piecepack_nb.games.paco.sprites import SHEET
from piecepack_nb.games.paco.squares import SQUARES
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import GameView


def places(game: Paco, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    return [("board", *at(square)) for square in squares if square in SQUARES]


VIEW = GameView[Paco, State](
    scene,
    spots,
    pick,
    places,
    marks,
    prompt,
    quiz=ASKING,
    shown_steps=retold,
    puzzles=puzzles,
    sheet=SHEET,
    trusted=True,
)
