"""What may be done in a turn, and what then happens."""
