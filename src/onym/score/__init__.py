"""How good it is: the measures of the papers, against a gold standard."""
