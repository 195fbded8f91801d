"""What a reader can be asked about Activator, and what is said to the guess."""
