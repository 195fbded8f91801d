"""Your own game in one file: a class with places, pieces, dice, options, rules in words, and hooks.

>>> import piecepack_nb as pp
>>> from piecepack_nb.design import Board, ready
>>> @pp.register
... class TicTacToe(Board):
...     places = Board.squares(3, 3)
...     def why_not(self, table, place):
...         return ready.on_empty(table, place)
...     def move(self, table, place):
...         table[place] = table.seat
...     def winner(self, table):
...         return ready.line_of(table, 3) or ready.full(table)
>>> match = pp.Match(pp.game("tic_tac_toe"))
>>> match.play("b2"), match.refusal("b2")
([<Step Suns plays b2. [TTT-1]>], Refusal(clause='TTT-1', text='b2 is taken', squares=('b2',)))

:mod:`.board` lists what a class can have, :mod:`.table` what a function can do with the table,
:mod:`.ready` the ready-made rules. A Board becomes a Game, Rules and a GameView, each of which can
be replaced: see ``Board.make_game`` and ``Board.make_view``.
"""

from __future__ import annotations

from piecepack_nb.core.rules import option
from piecepack_nb.design import ready
from piecepack_nb.design.board import Board
from piecepack_nb.design.checking import check
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.moves import Move, one_of, perhaps
from piecepack_nb.design.piles import card_of
from piecepack_nb.design.places import Places
from piecepack_nb.design.table import State, Table
from piecepack_nb.design.tiles import Tile
from piecepack_nb.scene.first_game import FirstTask

__all__ = [
    "Board",
    "BoardGame",
    "FirstTask",
    "Move",
    "Places",
    "State",
    "Table",
    "Tile",
    "card_of",
    "check",
    "one_of",
    "option",
    "perhaps",
    "ready",
]
