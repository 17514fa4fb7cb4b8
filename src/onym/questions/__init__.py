"""What only a person can settle: the cases in doubt and what may be answered."""
