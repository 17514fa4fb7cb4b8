"""When messages were written: the years, and the shape of the activity without its dates."""

from __future__ import annotations

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


def moments(times: pl.Series) -> list[float]:
    """Seconds since 1970 of every time that can be read."""
    read = (_moment(time.strip()) for time in times.drop_nulls())
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


def _moment(time: str) -> float | None:
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
