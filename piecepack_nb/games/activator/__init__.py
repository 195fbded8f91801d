"""Activator by Michael Schoessow: stacks of pyramids, and two activators that say what may act."""
