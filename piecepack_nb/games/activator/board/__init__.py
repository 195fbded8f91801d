"""How Activator's table looks, and what a pick on it comes to."""
