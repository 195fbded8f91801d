"""Where pieces may go: the ways, the moves that come of them, and why a piece may not or stays.

ways       walks of a given length in a lane, and the stops where there is none
listing    the moves of the dice that are left
attempts   a way that somebody may have meant, for the game to say what is wrong with it
astray     the first rule that a way breaks
stuck      every way that a piece could begin, and what stops each of them
"""
