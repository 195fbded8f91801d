"""Questions before the reveal, about what a die can do and what it is worth."""
