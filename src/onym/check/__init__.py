"""What may still leak: an attack on one's own output, independent of what made it."""

from __future__ import annotations

from onym.check.cases import count_cases
from onym.check.estimate import Estimate
from onym.check.examination import Examination, check, check_files, examine, settle
from onym.check.finding import Finding, Place, leaks
from onym.check.known import Known, doubtful, informed, names_to_seek, prepare
from onym.check.named import WHY, Named, count_kinds
from onym.check.passes import Crew, crewed
from onym.check.survey import Survey, Surveyor
from onym.check.telling import as_dict, describe, refuse

__all__ = [
    "WHY",
    "Crew",
    "Estimate",
    "Examination",
    "Finding",
    "Known",
    "Named",
    "Place",
    "Survey",
    "Surveyor",
    "as_dict",
    "check",
    "check_files",
    "count_cases",
    "count_kinds",
    "crewed",
    "describe",
    "doubtful",
    "examine",
    "informed",
    "leaks",
    "names_to_seek",
    "prepare",
    "refuse",
    "settle",
]
