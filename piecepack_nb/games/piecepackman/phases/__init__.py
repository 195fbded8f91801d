"""The phases of Piecepackman's game: what may be done in each, and what then happens."""
