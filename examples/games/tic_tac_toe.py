"""Tic-tac-toe: three in a line win."""

import piecepack_nb as pp
from piecepack_nb.design import Board, ready


@pp.register
class TicTacToe(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)
