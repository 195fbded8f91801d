"""What happens in each phase: the table is set, then a die is rolled and a worm makes its steps."""
