"""Exports of any size, read and written again: how fast, and in how much memory.

    python bench/sources.py --messages 100000 --out forum.mongo
    python bench/sources.py --messages 100000 --out list.mbox

The messages are those of corpus.py, as an edX dump, a mailbox or a table. Everybody gets a
pseudonym and the texts stay, so nothing but reading and writing is measured.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import corpus as courses
import polars as pl

from onym import formats
from onym.disk.spool import mapped, relax, spooling
from onym.model import Corpus, Policy, Replaced


def mongo(row: courses.Row) -> str:
    """A message as a line of an edX dump."""
    session, thread, id, parent, author, when, text = row
    record: dict[str, Any] = {
        "_id": {"$oid": f"{int(id):024x}"},
        "_type": "Comment" if parent != "0" else "CommentThread",
        "abuse_flaggers": [],
        "anonymous": False,
        "anonymous_to_peers": False,
        "at_position_list": [],
        "author_id": author[1:],
        "author_username": f"user{author[1:]}",
        "body": text,
        "comment_thread_id": {"$oid": f"{int(thread.rpartition('-')[2]):024x}"},
        "course_id": f"course-v1:Demo+{session}",
        "created_at": {"$date": when},
        "endorsed": False,
        "updated_at": {"$date": when},
        "visible": True,
        "votes": {"up": [], "down": [], "up_count": 0, "down_count": 0, "count": 0, "point": 0},
    }
    if parent != "0":
        record["parent_id"] = {"$oid": f"{int(parent):024x}"}
    else:
        record["title"] = "A question"
    return json.dumps(record) + "\n"


def mbox(row: courses.Row) -> str:
    """A message as a mailing list's archive has it."""
    _, thread, id, parent, author, _, text = row
    sender = f"user{author[1:]}@quillmere.example"
    answers = f"In-Reply-To: <{parent}@quillmere.example>\n" if parent != "0" else ""
    body = "\n".join(f">{line}" if line.startswith("From ") else line for line in text.split("\n"))
    return (
        f"From {sender} Thu Jan  2 10:11:11 2020\n"
        "Received: from mx1.quillmere.example by lists.quillmere.example; Thu, 2 Jan 2020\n"
        f"From: User {author[1:]} <{sender}>\nTo: course@lists.quillmere.example\n"
        f"Date: Thu, 2 Jan 2020 10:11:11 +0100\nSubject: Re: question {thread}\n"
        f"Message-ID: <{id}@quillmere.example>\n{answers}"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: 8bit\n\n{body}\n\n"
    )


FORMS: dict[str, Callable[[courses.Row], str]] = {".mongo": mongo, ".mbox": mbox}


def write(messages: int, out: Path) -> None:
    """Write so many messages in the form that the file's name ends in."""
    if out.suffix not in FORMS:
        courses.write(messages, out)
        return
    with out.open("w", encoding="utf-8", newline="") as file:
        file.writelines(map(FORMS[out.suffix], courses.rows(messages)))


def measure(source: Path, folder: Path) -> Iterator[tuple[str, float, tuple[int, int]]]:
    """Read, replace and write; give each step, its seconds of processor time and its memory."""
    watch = Watch()
    began = time.process_time()
    corpus = formats.read(source, spool=folder)
    yield "read", time.process_time() - began, watch.peak()
    replaced = rename(corpus, folder / "replaced.arrow")
    watch.peak()
    began = time.process_time()
    formats.write(corpus, replaced, folder / f"out{source.suffix}", Policy(seed=3))
    yield "write", time.process_time() - began, watch.peak()


def rename(corpus: Corpus, file: Path) -> Replaced:
    """Give everybody a pseudonym and leave the texts, piece by piece."""
    given = {who: f"P{place}" for place, who in enumerate(corpus.participants, 1)}
    old = pl.DataFrame({"who": list(given), "now": list(given.values())})
    with spooling(file) as add:
        for part in corpus.messages.iter_slices(5000):
            for column in ("author", "parent_author"):
                new = part.join(
                    old, left_on=column, right_on="who", how="left", maintain_order="left"
                )
                part = part.with_columns(new["now"].alias(column))
            add(part)
            relax()
    return Replaced(mapped(file), (), given, asides=corpus.asides)


class Watch:
    """Looks ten times a second how much memory this process holds."""

    def __init__(self) -> None:
        self._most = (0, 0)
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            self._note()
            time.sleep(0.1)

    def peak(self) -> tuple[int, int]:
        """Most megabytes of its own, and most with mapped files, since the last call."""
        self._note()
        most, self._most = self._most, (0, 0)
        return most

    def _note(self) -> None:
        own, whole = memory()
        self._most = max(self._most[0], own), max(self._most[1], whole)


def memory() -> tuple[int, int]:
    """Megabytes of memory that are this process's own, and those with mapped files."""
    status = Path("/proc/self/status").read_text()
    own, files = (
        int(status.partition(f"{name}:")[2].split()[0]) for name in ("RssAnon", "RssFile")
    )
    return own >> 10, (own + files) >> 10


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--out", type=Path, required=True, help=".mongo, .mbox, .csv or .jsonl")
    given = parser.parse_args()
    if not given.out.exists():
        write(given.messages, given.out)
    size = given.out.stat().st_size / 1e6
    with TemporaryDirectory(dir=given.out.parent) as folder:
        for step, seconds, (own, whole) in measure(given.out, Path(folder)):
            print(
                f"{step}: {size:,.0f} MB in {seconds:.1f} s of processor time,"
                f" {size / seconds:.1f} MB/s; memory {own:,} MB, with mapped files {whole:,} MB",
                flush=True,
            )
