"""A Pac-Man player that weighs what each move brings."""
