"""Positions and moves in writing."""
