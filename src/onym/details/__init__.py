"""Personal details beyond participants' names: what they are, and where they stand in a text."""

from __future__ import annotations

from onym.details.detector import Detector
from onym.details.model import CATEGORIES, LABELS, MARKED, Detail, Label, Part, svala_labels

__all__ = ["CATEGORIES", "LABELS", "MARKED", "Detail", "Detector", "Label", "Part", "svala_labels"]
