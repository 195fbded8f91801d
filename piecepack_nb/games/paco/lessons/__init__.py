"""What a reader can be asked about P.A.C.O., and what is said to the guess."""
