"""What a reader is asked before Piecepackman moves, and what a wrong answer overlooks."""
