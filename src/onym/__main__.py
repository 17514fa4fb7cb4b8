"""Runs the command line with `python -m onym`."""

from onym.cli import main

main()
