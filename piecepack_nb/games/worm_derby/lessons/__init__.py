"""Lessons on Worm Derby: where a worm can be after some steps, and what gaps are worth."""
