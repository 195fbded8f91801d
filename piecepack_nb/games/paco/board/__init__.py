"""How P.A.C.O.'s table looks, and what a pick on it comes to."""
