"""The game's own bot, and what it weighs."""
