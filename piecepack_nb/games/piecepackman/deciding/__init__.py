"""How Piecepackman decides by himself, and a decision of his in words."""
