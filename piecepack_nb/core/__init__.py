"""The engine that all games share: rules, dice, steps, refusals, matches and saved matches.

Core is independent of games, boards and notebooks; a game subclasses
:class:`~piecepack_nb.core.game.Game`.
"""
