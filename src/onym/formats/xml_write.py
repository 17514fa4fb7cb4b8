"""Writing an XML corpus back: only the stretches that change are touched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, chain
from pathlib import Path

from onym.disk.files import write_atomically
from onym.formats.edits import Edit, edit
from onym.formats.folders import copies, is_plain, number_names, write_folder
from onym.formats.format import Format
from onym.formats.markup import escape
from onym.formats.mask import Mask
from onym.formats.xml_corpus import Layout, bare, read, recognise, split_files
from onym.formats.xml_scan import Found, Run, Scan
from onym.model import Corpus, Mention, Policy, Replaced

Change = tuple[int, int, str]
"""From where to where in a text, in characters, and what stands there from now on."""

_NOT_IN_IDS = re.compile(r"[^\w.-]+")
_WORD = re.compile(r"\w+|\W")
_LONGEST = 20_000


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the file, or the folder of files."""
    layout: Layout = corpus.source.layout
    writer = _Writer(corpus, replaced, Mask(corpus, replaced, policy))
    written = (each.text.restore(writer.render(file)) for file, each in enumerate(layout.scans))
    if layout.names == (Path(),):
        write_atomically(path, next(written))
        return
    names = layout.names if writer.mask.idle else number_names(layout.names)
    source = corpus.source.path or Path()
    others = [] if writer.mask.drops(None) else split_files(source)[1]
    write_folder(path, chain(zip(names, written, strict=True), copies(source, others)))


def changes(old: str, new: str, mentions: Sequence[Mention] = ()) -> list[Change]:
    """Say where a text differs from what it was: by its mentions if they say it all."""
    if old == new:
        return []
    made = [(m.start, m.end, m.replacement) for m in mentions if m.replacement is not None]
    parts: list[str] = []
    at = 0
    for start, end, replacement in made:
        parts += (old[at:start], replacement)
        at = end
    if "".join((*parts, old[at:])) == new:
        return made
    return _compare(old, new)


def _compare(old: str, new: str) -> list[Change]:
    """Find word by word what has changed; long texts are taken whole."""
    if len(old) > _LONGEST:
        return [(0, len(old), new)]
    was, now = _WORD.findall(old), _WORD.findall(new)
    ends = list(accumulate(map(len, was), initial=0))
    return [
        (ends[i], ends[j], "".join(now[k:m]))
        for tag, i, j, k, m in SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def edit_runs(runs: Sequence[Run], made: Sequence[Change], kind: str) -> Iterator[Edit]:
    """Turn changes of characters into edits of the bytes they stand in.

    Where tags stand inside a name, its first part takes the pseudonym and the others go.
    """
    at = 0
    waiting = list(made)
    for run in runs:
        end = at + len(run.text)
        while waiting and waiting[0][0] < end:
            start, stop, new = waiting[0]
            yield _edit(run, max(start - at, 0), min(stop, end) - at, new, kind)
            if stop > end:
                waiting[0] = (end, stop, "")
                break
            waiting.pop(0)
        at = end


def _edit(run: Run, start: int, stop: int, new: str, kind: str) -> Edit:
    if not run.plain:
        before, behind = run.text[:start], run.text[stop:]
        return Edit(run.start, run.end, _escape(before + new + behind, run, kind))
    first = run.start + len(run.text[:start].encode())
    return Edit(first, first + len(run.text[start:stop].encode()), _escape(new, run, kind))


def _escape(text: str, run: Run, kind: str) -> bytes:
    if run.cdata:
        return text.replace("]]>", "]]]]><![CDATA[>").encode()
    if kind == "comment":
        return text.replace("--", "- -").encode()
    return escape(text, quotes=kind == "attribute").replace(b"'", b"&apos;")


class _Writer:
    """Knows what becomes of everything that was found."""

    def __init__(self, corpus: Corpus, replaced: Replaced, mask: Mask) -> None:
        self.corpus, self.replaced, self.mask = corpus, replaced, mask
        self.layout: Layout = corpus.source.layout
        self.authors = replaced.messages["author"].to_list()
        finds = (found for each in self.layout.scans for found in each.found)
        self.messages = {bare(found.value) for found in finds if found.column == "id"}
        self.mentions: dict[str, list[Mention]] = {}
        for mention in replaced.mentions:
            self.mentions.setdefault(mention.message, []).append(mention)

    def render(self, file: int) -> bytes:
        """Give a file's bytes in UTF-8, first the identifiers and then the texts edited."""
        each = self.layout.scans[file]
        edits = [*self._identifiers(file, each), *self._texts(file, each), *self._others(each)]
        return edit(each.text.data, edits)

    def _identifiers(self, file: int, each: Scan) -> Iterator[Edit]:
        for at, found in enumerate(each.found):
            texts = found.column in ("text", "subject", "time") or (file, at) in self.layout.rows
            if not self.mask.idle and not texts:
                yield from self._replace(found, found.value, self._who(found), ())

    def _who(self, found: Found) -> str:
        value = found.value.strip()
        if found.column.endswith("_email"):
            return self.mask.email(value)
        if found.column.endswith("_login"):
            return self.mask.handle(value)
        if found.column.endswith("_name"):
            return self.mask.name(value)
        if found.column in ("id", "parent", "thread", "session"):
            return ("#" if value.startswith("#") else "") + self._code(bare(value))
        signs = [(word[:1] if word[:1] == "#" else "", bare(word)) for word in value.split()]
        if len(signs) > 1 and all(sign for sign, _ in signs):
            return " ".join(sign + self._id(word) for sign, word in signs)
        return ("#" if value.startswith("#") else "") + self._id(bare(value))

    def _id(self, value: str) -> str:
        """Give an author's new identifier, in letters that identifiers may have."""
        if value in self.corpus.participants:
            return _NOT_IN_IDS.sub("-", self.mask.person(value))
        if value in self.layout.people:
            return self.authors[self.layout.people[value]] or ""
        return self.mask.owner(value) or self.mask.name(value)

    def _code(self, value: str) -> str:
        """Give a message's new identifier; one that tells of nobody stays."""
        if is_plain(value):
            return value
        code = self.mask.code("m", value)
        return code if code[0].isalpha() or not value[0].isalpha() else f"m{code}"

    def _texts(self, file: int, each: Scan) -> Iterator[Edit]:
        messages = self.replaced.messages
        ids = messages["id"]
        for at, found in enumerate(each.found):
            if (file, at) in self.layout.rows:
                column, row = self.layout.rows[file, at]
                said = self.mentions.get(ids[row], []) if column == "text" else []
                new = self.mask.links(messages[column][row] or "")
                yield from self._replace(found, found.value, new, said)

    def _others(self, each: Scan) -> Iterator[Edit]:
        for found in (*each.loose, *(f for f in each.found if f.column == "subject")):
            if found.value not in self.layout.asides or self.mask.idle:
                continue
            if found.kind == "attribute" and (new := self._pointers(found.value)) is not None:
                yield from self._replace(found, found.value, new, ())
                continue
            new = self.mask.text(self.layout.asides[found.value], found.value)
            yield from self._replace(found, found.value, new, ())

    def _pointers(self, value: str) -> str | None:
        """Lead pointers to people to where these now are; None where there are none."""
        words = value.split()
        if not words or not all(word.startswith("#") for word in words):
            return None
        return " ".join(f"#{self._lead(word[1:])}" for word in words)

    def _lead(self, value: str) -> str:
        if value in self.corpus.participants:
            return self._id(value)
        return self._code(value) if value in self.messages else value

    def _replace(
        self, found: Found, old: str, new: str, mentions: Sequence[Mention]
    ) -> Iterator[Edit]:
        yield from edit_runs(found.runs, changes(old, new, mentions), found.kind)


FORMAT = Format(
    recognise,
    read,
    write,
    "XML corpus, TEI among them",
    "whatever the paths in --columns lead to; persons listed in TEI",
)
