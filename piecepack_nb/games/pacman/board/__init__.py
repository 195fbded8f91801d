"""How the table of the PAC-MAN board game looks, and what a pick on it comes to."""
