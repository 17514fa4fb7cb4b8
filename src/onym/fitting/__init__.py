"""Pseudonyms that fit what they stand for."""

from __future__ import annotations

from onym.fitting.fitter import Fitter, parts_of

__all__ = ["Fitter", "parts_of"]
