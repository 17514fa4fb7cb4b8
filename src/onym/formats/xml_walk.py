"""Going through an XML file's bytes without building, fetching or defining anything.

Whoever declares entities (an "XML bomb" is made of them) or asks for another file is turned away.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from onym.errors import InputError

DEEPEST = 200
"""Elements nested deeper than this are nobody's."""

_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
_ATTRIBUTE = re.compile(rb"""\s+([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Text(NamedTuple):
    """A file's text in UTF-8, and how it was encoded."""

    data: bytes
    mark: bytes
    codec: str

    def restore(self, data: bytes) -> bytes:
        """Encode edited bytes as the file was; what it cannot hold becomes a reference."""
        if self.codec == "utf-8":
            return self.mark + data
        return self.mark + data.decode().encode(self.codec, "xmlcharrefreplace")


def decode(raw: bytes, where: str) -> Text:
    """Turn a file's bytes into UTF-8 so that nothing of them is lost."""
    mark, codec = next(((m, c) for m, c in _MARKS if raw.startswith(m)), (b"", ""))
    body = raw[len(mark) :]
    if not codec:
        declared = _DECLARED.match(body[:200].lstrip())
        codec = declared[1].decode("ascii").lower() if declared else "utf-8"
    if codec == "utf8" or (codec in ("us-ascii", "ascii") and not body.isascii()):
        codec = "utf-8"
    try:
        text = body.decode(codec)
        if text.encode(codec) != body:
            raise UnicodeDecodeError(codec, body, 0, 1, "not the same again")
        return Text(text.encode(), mark, codec)
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        raise InputError(
            f"{where} is broken {codec} at byte {at + len(mark)}; save it as UTF-8"
        ) from None
    except (LookupError, TypeError):
        raise InputError(f"{where} is in an encoding that is not known; save it as UTF-8") from None


class Walker:
    """Goes through a text and is told of whatever it meets; a kind of reader fills in the rest."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data, self.where = data, where
        self.depth = 0
        self.cdata = False
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.buffer_text = False
        parser.specified_attributes = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self.take
        parser.CommentHandler = self.comment
        parser.ProcessingInstructionHandler = lambda target, said: self.pause()
        parser.StartCdataSectionHandler = lambda: self._set_cdata(True)
        parser.EndCdataSectionHandler = lambda: self._set_cdata(False)
        parser.EntityDeclHandler = parser.ExternalEntityRefHandler = self._refuse

    def walk(self) -> None:
        """Go through all of it, or say in one line where it is no XML."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise InputError(
                f"{self.where} is broken XML at line {error.lineno}, column {error.offset + 1}"
                f" ({reason}); correct it or export it again"
            ) from None

    @property
    def at(self) -> int:
        """Where what was met begins."""
        return self.parser.CurrentByteIndex

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        """Meet a start tag."""

    def close(self) -> None:
        """Meet an end tag."""

    def take(self, text: str) -> None:
        """Meet characters."""

    def turn(self) -> None:
        """Meet a tag or a comment, which ends a stretch of characters."""

    def pause(self) -> None:
        """Meet something among characters that is none of them."""

    def comment(self, text: str) -> None:
        """Meet a comment."""
        self.turn()

    def spans(
        self, name: str, attributes: Mapping[str, str]
    ) -> Iterator[tuple[str, str, int, int]]:
        """Give the attributes of the tag just met, and from where to where their values stand."""
        at = self.at + 1 + len(name.encode())
        while found := _ATTRIBUTE.match(self.data, at):
            key = found[1].decode()
            yield key, attributes[key], found.start(2) + 1, found.end(2) - 1
            at = found.end()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.turn()
        self.depth += 1
        if self.depth > DEEPEST:
            raise InputError(
                f"{self.where}, line {self.parser.CurrentLineNumber}: nested more than "
                f"{DEEPEST} deep; this is nobody's file"
            )
        self.open(name, attributes)

    def _end(self, name: str) -> None:
        self.turn()
        self.close()
        self.depth -= 1

    def _set_cdata(self, inside: bool) -> None:
        self.pause()
        self.cdata = inside

    def _refuse(self, *declared: object) -> int:
        raise InputError(
            f"{self.where}, line {self.parser.CurrentLineNumber} declares an entity or asks for "
            "another file; put the text itself there"
        )
