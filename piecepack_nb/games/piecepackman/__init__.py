"""Piecepackman, by Dan Burkey (2018): ghosts against a Piecepackman who plays himself."""
