"""The PAC-MAN board game (Milton Bradley, 1982): marbles to gobble, and ghosts that all may move.

What every game has stands at the top: ``rules``, ``state``, ``moves``, ``play``. The rest:

    mazes       the boards, and how they are read from drawings
    table       the board under these rules: who may go where (``ways``)
    phases      what may be done in each phase of a turn, and what then happens
    text        positions and moves in writing
    bot         the game's own bot
    prospects   what a die is worth: the marbles to be expected, exactly
"""
