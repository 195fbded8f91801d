"""Piecepackman's table as it is seen and touched, and his decisions drawn on it."""
