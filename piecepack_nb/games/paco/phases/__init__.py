"""The phases of a turn of P.A.C.O.: what may be done in each, and what then happens."""
