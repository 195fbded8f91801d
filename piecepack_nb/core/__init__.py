"""What every game shares: rules, dice, events, refusals, the match and its records.

Core knows no game and no notebook. A game is a :class:`~piecepack_nb.core.game.Game`.
"""
