"""Linking: the ledger of evidence, and who owns which name."""
