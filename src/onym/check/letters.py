"""Letters that look like others: Cyrillic and Greek twins, fancy alphabets, digits for letters."""

from __future__ import annotations

import unicodedata

_INVISIBLE = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),  # zero-width space and joiners, marks of direction
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE007F),
    (0xE0100, 0xE01EF),
)
HIDDEN = "[" + "".join(f"{chr(low)}-{chr(high)}" for low, high in _INVISIBLE) + "]"
"""A pattern for one invisible character."""
INVISIBLE: dict[int, None] = {
    point: None for low, high in _INVISIBLE for point in range(low, high + 1)
}
"""A table for str.translate that takes invisible characters away."""

_TWINS = (
    # Cyrillic
    ("аАвВсСԁеЕһНіІјЈкКӏмМпоОрРԛгѕЅтТѵԝхХуУүҮьЬӀ", "aAbBcCdeEhHiIjJkKlmMnoOpPqrsStTvwxXyYyYbbl"),
    # Greek
    ("αΑβΒεΕηΗιΙκΚΜνΝοΟρΡτΤυΥχΧΖγωϲϹ", "aAbBeEnHiIkKMvNoOpPtTuYxXZywcC"),
    # Armenian, Cherokee
    ("օսոհցՏԼ", "ounhgSL"),
    ("ᎪᏴᏟᎠᎬᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "ABCDEHiJKLMPRSTVWZ"),
    # small capitals and other phonetic letters
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ɑɡıȷɩƖſʟɴϳℓ", "agijilsLnjl"),
)
_LOOKS = str.maketrans(
    {twin: letter for twins, letters in _TWINS for twin, letter in zip(twins, letters, strict=True)}
    | {chr(start + n): chr(97 + n) for start in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)}
)
_TURNED = str.maketrans("ɐɔpǝɟƃɥᴉɾʞɯuodbɹsʇnʌʍʎ", "acdefghijkmnopqrstuvwy")
_TURNED_ONLY = frozenset("ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ")

DIGITS = str.maketrans("0134578@$!|+69", "oieastbasiltgg")
"""Signs that stand for letters in leetspeak."""


def look_plain(stretch: str) -> str:
    """A stretch in the Latin letters it looks like; whole words of another script stay."""
    plain = unicodedata.normalize("NFKC", stretch).translate(_LOOKS)
    if not _TURNED_ONLY.isdisjoint(stretch):
        plain += " " + stretch.translate(_TURNED)[::-1]
    return plain


def blurred(word: str) -> str:
    """A folded word in which i and l, which leetspeak writes alike, are one letter."""
    return word.replace("l", "i")


def leet(token: str) -> str:
    """A token of letters and signs as leetspeak reads it, blurred; empty if it is none."""
    if token.isalpha() or not token.isascii():
        return ""
    letters = sum(letter.isalpha() for letter in token)
    if letters < 2 or letters * 2 < len(token):
        return ""
    return blurred(token.lower().translate(DIGITS))
