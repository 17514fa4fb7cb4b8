"""Replacing: what becomes of every name and detail of a message, in one pass."""
