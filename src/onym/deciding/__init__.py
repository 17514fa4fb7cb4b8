"""A person at work: questions, corrections and explanations, for terminal and browser alike."""
