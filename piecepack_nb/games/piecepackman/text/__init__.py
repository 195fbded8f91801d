"""Positions and moves in writing, and the words that sentences share."""
