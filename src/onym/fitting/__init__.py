"""Pseudonyms that fit what they stand for."""

from __future__ import annotations

from onym.fitting.fitter import Fitter, parts_of
from onym.fitting.notes import OPEN, Call, Notes, draw, fill, guard

__all__ = ["OPEN", "Call", "Fitter", "Notes", "draw", "fill", "guard", "parts_of"]
