"""What Worm Derby looks like: its table from near and from far, and what can be picked."""
