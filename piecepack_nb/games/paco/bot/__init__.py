"""The bot of P.A.C.O., and what it reckons with."""
