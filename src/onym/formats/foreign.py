"""Files that people try and that are no conversation: said what they are, and what helps."""

from __future__ import annotations

from pathlib import Path

from onym.errors import InputError

_TEXT = "save its text as .txt; a folder of such files is one corpus"
_KINDS = (
    (b"%PDF", b"", "a PDF", _TEXT),
    (b"{\\rtf", b"", "a text with formatting (RTF)", _TEXT),
    (b"PK\x03\x04", b"word/document.xml", "a Word document", _TEXT),
    (b"PK\x03\x04", b"opendocument.text", "an OpenDocument text", _TEXT),
    (b"\xd0\xcf\x11\xe0", b"", "a file of an old Office program", "save it as .xlsx or .txt"),
    (b"\x89PNG", b"", "a picture", "give the text itself"),
    (b"\xff\xd8\xff", b"", "a picture", "give the text itself"),
)
"""What such a file begins with and holds near its beginning, what it is, and what to do."""


def refuse_foreign(path: Path, head: bytes) -> None:
    """Refuse a file that no format of ours can be, by how it begins."""
    for start, within, what, instead in _KINDS:
        if head.startswith(start) and within in head:
            raise InputError(f"{path} is {what}, which Onym does not read; {instead}")
