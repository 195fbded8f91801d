"""Positions and moves of P.A.C.O. in writing."""
