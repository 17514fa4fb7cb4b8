"""Whether a line is a name and nothing else, as people sign and as fields are filled."""

from __future__ import annotations

import re

from onym.find.anatomy import is_code
from onym.find.lexicon import NO_NAME, Lexicon
from onym.find.names import WORD, bare
from onym.language import is_place, surnames
from onym.names.forms import names_organisation
from onym.text.text import fold

RUN = re.compile(r"(.{1,3}?)\1+")
DASH = re.compile(r"\s+[-–—]+\s+")
NOT_IN_NAME = re.compile(
    r"[\d@(){}\[\]=<>$%^+:;/\\\t]|\.\.|(?<![\w'])(?:and|und|och|et)(?!\w)|\s-\w|\b\w[ \t]{3,}\w\b"
)
FILE_NAME = re.compile(
    r"\.(?:bin|bz2|cc?|cfg|com|conf|cpp|csv|dat|docx?|edu|exe|gz|hp?p?|html?|jpe?g|json|log|md|net"
    r"|org|pdf|png|py|rar|Rda?|Rdata|sav|sh|svg|tar|te?xt?|tiff?|toml|tsv|xlsx?|xml|ya?ml|zip)$"
)
"""What ends the name of a file or of a host."""
CAMEL_CASE = re.compile(
    r"[^\W\d_a-z]{2,}[a-z]+[^\W\d_a-z]{2}|(?:[^\W\d_a-z]+[a-z]+){2}[^\W\d_a-z]{2}"
    r"|(?:[^\W\d_a-z][a-z]+){4}"
)
"""Words run together: VTKImageIO."""
NICKED = re.compile(r"(?<=\w)[ \t]+[(\"“‘']([^\W\d_]+)[)\"”’'](?=[ \t]+[^\W\d_])")
"""The brackets of a nickname in the middle of a name: Robert (Bob) Poe."""
SHORTENED = re.compile(r"(?![AEIOUYÀ-Ý])[A-Z][^\W\d_aeiouyà-ÿ]{1,2}\.(?=[ \t][^\W\d_a-z])")
"""A first name of which its first consonants are left: "Ph. Poe", "Chr. Poe"."""
LOST = re.compile(r"(?<=[^\W\d_] )\?(?=[a-zß-ÿ]{2})")
"""The first letter of a family name that an archive has lost: "In?s ?berg"."""


def is_name_line(body: str, words: Lexicon) -> bool:
    """Whether a short line is a name and nothing else."""
    body = NICKED.sub(r" \1", body)
    if (short := SHORTENED.match(body)) and not words.is_title(short[0][:-1]):
        body = f"{body[0]}.{body[short.end() :]}"
    if "?" in body:
        body = LOST.sub("X", body)
    if any(map(is_place, DASH.split(body.casefold())[1:])):
        return False  # "Uppsala - Sweden"
    family, comma, given = body.casefold().partition(", ")
    if comma and is_place(given) and family not in surnames():
        return False  # "Frobnix Labs, Uppsala"
    if NOT_IN_NAME.search(body) or "\n" in body or is_code(body) or FILE_NAME.search(body):
        return False
    found = [bare(token) for token in WORD.findall(body)]
    initials = len(found) == 1 and len(found[0]) < 4  # "kg" is no firm
    if not initials and names_organisation(found, words.organisations):
        return False
    first = found[0].casefold() if len(found) > 1 else ""
    if first in words.closing and first not in words.small:
        return False  # "Hi Mary" signs nothing
    if not 1 <= len(found) <= 5 or (" " in body and len(body) / len(found) > 16):
        return False
    if len("".join(found)) < len(re.sub(r"[\s.,'’`?\"“”-]", "", body)):
        return False
    if "." in body and body.replace(".", "").casefold() in words.suffixes:
        return False  # B.Math
    full = [word for word in found if len(word) > 1]
    if any(CAMEL_CASE.match(word) or words.is_elided(word) for word in full):
        return False
    if not full:
        return len(found) <= 3 and "".join(found).isupper()
    if len(full) > 1 and all(word.isupper() and len(word) < 4 for word in full):
        return False
    capital = all(is_capital(w) or fold(w) in words.particles for w in full)
    if len(full) == 2 and full[0].istitle() and words.nameable(full[0]):
        # "Mary poe": one that is known as a name carries the other
        last = full[1].capitalize()
        known = words.given(full[0]) or words.given(last) or full[1] in surnames()
        capital = capital or (known and words.nameable(last))
    small = len(full) <= 2 and all(w.islower() for w in full) and "  " not in body
    small = small and not any(
        len(w) == 1 and w.casefold() in words.small for w in found
    )  # "I will"
    # Swedish "per" is a name and a word
    small = small and not (len(full) > 1 and any(map(words.ordinary, full)))
    if not (capital or small):
        return False
    able = [words.nameable(word) for word in full]
    if len(full) == 1 and capital:
        return may_be_alone(full[0], words)
    if full[0].isupper() and len(full[0]) < 4 and len(full) == 2 and not small:
        able[0] = able[0] or full[1].casefold() in surnames()  # "RG Poe"
    if not small and len(full) < 4 and all(w.casefold() in surnames() for w in full):
        return True  # Fang Chun Gong: each is a word too, but all are family names
    return all(able) if small else able[0] or sum(able) * 2 >= len(able)


def may_be_alone(word: str, words: Lexicon) -> bool:
    """Whether a capitalised word may sign alone, an ordinary one too.

    The ledger will want to see that more than once.
    """
    only = word.casefold()
    if word.isupper() and len(only) < 4 and only in words.small:
        return True  # the initials of somebody, AM, and no word
    if word.isupper() and len(only) > 3 and not (words.nameable(word) and words.nameable(only)):
        return False  # what a program prints: DONE, FIRST-NAME
    if NO_NAME.search(only) and len(RUN.sub(r"\1", only)) * 2 <= len(only):
        return False  # "Aaaargh!", but "Arthurrr" is a slip
    short = len(only) < 5  # "Dec" may be short for a month, or for Declan
    return only not in words.closing and (short or only not in words.dates or words.given(word))


def is_capital(word: str) -> bool:
    """Whether a word has a capital first, or is of a script that has none."""
    return word[0].isupper() or word[0].lower() == word[0].upper()
