"""The geometry of worms: ``plane`` (points, tiles, arcs), ``winding``, ``ring``, ``reach``."""
