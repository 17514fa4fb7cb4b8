"""What may still leak: an attack on one's own output, independent of what made it."""

from __future__ import annotations

from onym.check.estimate import Estimate
from onym.check.examination import Examination, examine
from onym.check.finding import Finding, Place, leaks
from onym.check.known import check, check_files, names_to_seek
from onym.check.telling import as_dict, describe, refuse

__all__ = [
    "Estimate",
    "Examination",
    "Finding",
    "Place",
    "as_dict",
    "check",
    "check_files",
    "describe",
    "examine",
    "leaks",
    "names_to_seek",
    "refuse",
]
