"""Bridges to other tools: PettingZoo, OpenSpiel, and Portable Piecepack Notation.

Each module imports its tool when it is used, so that none is needed to play.
"""
