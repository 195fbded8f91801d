"""The ghosts' own bot, and what it reckons with."""
