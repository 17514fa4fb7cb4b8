"""Names of people: the forms they take, finding many at once, and what a pseudonym looks like."""
