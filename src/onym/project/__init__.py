"""The project folder: settings, decisions, the log, and what is private."""
