"""What happens in each phase: the start, a turn's two moves, the privilege, the end.

Vocabulary
    settle  what follows by itself once a move is made: forced choices, pieces that can't move,
            whose turn it is, the end
"""
