"""When messages were written: the years, and the shape of the activity without its dates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import polars as pl

from onym.report.summary import Activity

MOST_BARS = 60
KNOWN_SHARE = 0.9
"""Below this share of readable times a picture over time would mislead."""

_DAY = 86_400.0
_YEAR_2100 = 4_102_444_800
_UNITS = (("day", _DAY), ("week", 7 * _DAY), ("month", 365.25 / 12 * _DAY))


_WRITTEN = re.compile(
    r"\[?(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d\d)(?:,?\s(\d{1,2}):(\d\d)(?::\d\d)?\s?([AP]M)?)?\]?",
    re.IGNORECASE,
)
"""As people and their programs write it: 09.10.2025 08:53, 10/9/25, 8:53 AM."""


def moments(times: pl.Series) -> list[float]:
    """Seconds since 1970 of every time that can be read."""
    known = [time.strip() for time in times.drop_nulls()]
    day_first = _is_day_first(known)
    read = (_moment(time, day_first) for time in known)
    return [moment for moment in read if moment is not None and 0 < moment < _YEAR_2100]


def years(known: Sequence[float]) -> tuple[int, int] | None:
    """First and last year, or None without times."""
    return (_year(min(known)), _year(max(known))) if known else None


def activity(known: Sequence[float], messages: int) -> Activity | None:
    """Messages a week, counted from the first message, in coarser or finer steps where needed."""
    if not known or len(known) < KNOWN_SHARE * messages:
        return None
    first = min(known)
    unit, step = _unit(max(known) - first)
    bins = Counter(int((moment - first) // step) for moment in known)
    return Activity(unit, tuple(bins[number] for number in range(max(bins) + 1)))


def _unit(span: float) -> tuple[str, float]:
    """Weeks, unless the whole is shorter than three of them or longer than the paper is wide."""
    if span < 21 * _DAY:
        return _UNITS[0]
    for unit in _UNITS[1:]:
        if span / unit[1] < MOST_BARS:
            return unit
    return "year", 365.25 * _DAY


def _year(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).year


def _is_day_first(times: Sequence[str]) -> bool | None:
    """Whether 9/10 is in October, as other times of the same source tell; None if none does."""
    slashed = [found for time in times if (found := _WRITTEN.match(time)) and found[2] == "/"]
    if any(int(found[1]) > 12 for found in slashed):
        return True
    return False if any(int(found[3]) > 12 for found in slashed) else None


def _moment(time: str, day_first: bool | None) -> float | None:
    if written := _WRITTEN.fullmatch(time):
        return _as_written(written, True if written[2] == "." else day_first)
    if time.replace(".", "", 1).isdecimal() and len(time) >= 9:
        seconds = float(time)
        return seconds / 1000 if seconds > 1e11 else seconds
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = parse(time)
        except (ValueError, TypeError, OverflowError):
            continue
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return None


def _as_written(found: re.Match[str], day_first: bool | None) -> float | None:
    if day_first is None:
        return None
    one, two, year, hour, minute = (int(found[at] or 0) for at in (1, 3, 4, 5, 6))
    day, month = (one, two) if day_first else (two, one)
    if found[7]:
        hour = hour % 12 + 12 * (found[7].upper() == "PM")
    try:
        moment = datetime(year + 2000 * (year < 100), month, day, hour, minute, tzinfo=UTC)
    except ValueError:
        return None
    return moment.timestamp()
