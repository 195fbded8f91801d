"""Worm Derby by Mark Biggar: worms of touching discs race on a table without squares."""
