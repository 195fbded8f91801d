"""The games: one folder each; they know core and search, never each other."""
