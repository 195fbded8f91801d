"""Piecepackman, by Dan Burkey: a disc that moves by itself, and the ghosts who chase it."""
