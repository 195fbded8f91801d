"""Players of Worm Derby."""
