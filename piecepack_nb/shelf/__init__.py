"""The piecepack shelf: games of others whose rules are published under open licences.

A file is a game, one class with its rules in our own words, registered when its name is asked for.
Copy one into a cell, with ``@pp.register`` above the class, to try rules of your own.
"""
