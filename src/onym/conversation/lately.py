"""Who wrote last, whatever the thread: a message that opens one often answers somebody.

Mail programs lose what a message answers, and people begin anew where they should reply. Whom
such a message greets has then mostly written shortly before, in the same course or on the list.
"""

from __future__ import annotations

from itertools import islice

import polars as pl

WRITERS = 12
"""How many of them are remembered."""
DATE = (
    r"^\s*(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)[T ]*"
    r"(?:(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(?:Z|UTC|([+-])(\d\d):?(\d\d))?)?\s*$"
)
"""Year first, as exports write it; with the time of day and how far that is from Greenwich's."""
SECONDS = r"^\s*(1\d{9})(?:\d{3})?(?:\.\d+)?\s*$"
"""Seconds since 1970, or thousands of a second."""


def moments(times: pl.Series) -> pl.Series:
    """Times as seconds, null where it is not clear which."""
    parts = pl.col("time").str.extract_groups(DATE).struct
    said = [parts.field(str(number)) for number in range(1, 4)]
    said += [parts.field(str(number)).fill_null("00") for number in range(4, 7)]
    dated = pl.concat_str(said, separator=" ").str.to_datetime("%Y %m %d %H %M %S", strict=False)
    hours, minutes = (parts.field(name).cast(pl.Int64).fill_null(0) for name in "89")
    away = (hours * 60 + minutes) * pl.when(parts.field("7") == "-").then(-60).otherwise(60)
    counted = pl.col("time").str.extract(SECONDS).cast(pl.Int64)
    seconds = pl.coalesce(dated.dt.epoch("s") - away, counted)
    return times.alias("time").to_frame().select(seconds.alias("time"))["time"]


def last_writers(messages: pl.DataFrame) -> list[tuple[str, ...]]:
    """Who else wrote before each message that answers none, the latest first."""
    found: list[tuple[str, ...]] = [()] * len(messages)
    if "time" not in messages.columns:
        return found
    rows = messages.select(
        pl.int_range(pl.len()).alias("row"),
        "author",
        "session",
        pl.col("parent_author").is_null().alias("alone"),
    )
    rows = rows.with_columns(moments(messages["time"])).drop_nulls(["time", "author"])
    recent: dict[str | None, dict[str, None]] = {}
    for row, author, session, alone, _ in rows.sort("time", maintain_order=True).iter_rows():
        known = recent.setdefault(session, {})
        known.pop(author, None)
        if alone:
            found[row] = tuple(islice(reversed(known), WRITERS))
        known[author] = None
    return found
