"""How works are cited: what stands around an author's name in a text or a list of works."""

from __future__ import annotations

import re

YEAR = r"\(?\[?(?:1[89]|20)\d\d[a-z]?\b"
CITED_AFTER = re.compile(
    rf"(?:'s|’s)?\s*,?\s*(?:et\s+al|{YEAR}"
    rf"|(?:&|and\b|und\b|et\b|och\b|,)\s*(?:[A-Z]\.\s*)*[A-ZÀ-Þ][\w'’-]+"
    rf"(?:,|\s|\.|and|&|[A-Z]\b){{0,12}}(?:{YEAR}|et\s+al|\())"
    r"|\s*&\s*[A-Z]|\s+[A-Z]{1,3}(?:,|\s+\(|\s+and)"
)
WORK_AFTER = re.compile(
    rf"(?:'s|’s)?,?\s*(?:et\.?\s+al\.?,?\s*)?{YEAR}(?![-/]\d)"
    rf"|\s*(?:&|and\b|und\b|et\b|och\b)\s*(?:[A-Z]\.\s*)*[A-ZÀ-Þ][\w'’-]+,?\s*{YEAR}(?![-/]\d)"
    r"|\s*,\s*(?:[A-Z]\.[ -]?){1,3}\s*(?:,|\(|and\b|&|[12]\d\d\d)"
    r"|\s\d{1,3}\.\d{1,3}(?!\d|\s?(?:am|pm|h|Uhr)\b)"
)
CITED_BEFORE = re.compile(
    r"(?:[A-ZÀ-Þ][\w'’?-]+,?\s*(?:&|\band|\bund|\bet|\boch)\s*(?:[A-Z]\.\s*)*"
    r"|\b(?:see|cf\.?|e\.g\.,?)\s|@\w+\{)\Z"
)
BIBLIOGRAPHY = re.compile(r"(?:author|editor)s?\s*=\s*[{\"][^}\"\n]*\Z", re.IGNORECASE)
LAST_FIRST = re.compile(r"(?:(?:^|\n)[ \t>*\[(\d.\]-]*|[\"”],[ \t])([A-ZÀ-Þ][\w'’?-]+),[ \t]\Z")
LISTED_AFTER = re.compile(
    r",?[ \t][A-ZÀ-Þ](?:\.|[,;:)]|[ \t]?[A-ZÀ-Þ]\b)|[ \t]et[ \t]al|[ \t]\([A-ZÀ-Þ]"
)
LISTED_BEFORE = re.compile(r"([A-ZÀ-Þ][\w'’?-]+),\s\Z")
"""What stands around a name in a list of works: "Poe, Holger", "Holger, A.", "Holger AB"."""
