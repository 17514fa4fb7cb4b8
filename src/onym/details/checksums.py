"""Whether digits are what their shape promises: checksums, valid days, lengths, neighbours.

Every function takes the found stretch, the text and where it ends, and says yes or no.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from onym.details.places import find_place
from onym.language import fold, is_ordinary

Check = Callable[[str, str, int], bool]


def _digits(piece: str) -> str:
    return "".join(letter for letter in piece if letter.isdigit())


def _luhn(digits: str) -> bool:
    doubled = [int(d) * (2 if at % 2 else 1) for at, d in enumerate(reversed(digits))]
    return sum(value // 10 + value % 10 for value in doubled) % 10 == 0


def is_swedish_id(piece: str, text: str, end: int) -> bool:
    """A personal or coordination number: a day of birth and Luhn's digit."""
    digits = _digits(piece)[-10:]
    return len(digits) == 10 and _is_day(digits[2:4], digits[4:6]) and _luhn(digits)


def _is_day(month: str, day: str) -> bool:
    number = int(day) - 60 if int(day) > 60 else int(day)
    try:
        date(2000, int(month), number)
    except ValueError:
        return False
    return True


def is_social_security(piece: str, text: str, end: int) -> bool:
    """A number that the USA's social security can have given."""
    area, group, serial = piece.split("-")
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def is_french_id(piece: str, text: str, end: int) -> bool:
    """A NIR with its key of two digits."""
    digits = re.sub(r"\s", "", piece).replace("2A", "19").replace("2B", "18")
    return len(digits) == 15 and 97 - int(digits[:13]) % 97 == int(digits[13:])


def is_german_tax_id(piece: str, text: str, end: int) -> bool:
    """A Steuer-ID: eleven digits, the last by ISO 7064."""
    digits = _digits(piece)
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return len(digits) == 11 and digits[0] != "0" and (11 - product) % 10 == int(digits[10])


def is_iban(piece: str, text: str, end: int) -> bool:
    """An IBAN by its remainder of one."""
    plain = piece.replace(" ", "")
    turned = plain[4:] + plain[:4]
    if not 15 <= len(plain) <= 34 or not turned.isalnum() or not turned.isascii():
        return False
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


def is_card(piece: str, text: str, end: int) -> bool:
    """A payment card by Luhn's digit."""
    return piece[0] in "3456" and _luhn(_digits(piece))


def is_day_and_month(piece: str, text: str, end: int) -> bool:
    """Two numbers of which one can be a month and the other its day."""
    first, second = (int(number) for number in re.findall(r"\d+", piece)[:2])
    if min(first, second) > 12 or (piece.count("-") == 2 and len(piece) == 8 and first > 31):
        return False
    if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{1,2}", piece):
        return len(piece) == 8
    return text[max(0, end - len(piece) - 1) : end - len(piece)] not in ("$", "£", "€", ".")


def is_phone_length(piece: str, text: str, end: int) -> bool:
    """As many digits as a telephone number has."""
    return 8 <= len(_digits(piece)) <= 15


def has_five_digits(piece: str, text: str, end: int) -> bool:
    """Long enough to stand for one person or case."""
    return len(_digits(piece)) >= 5


def is_no_amount(piece: str, text: str, end: int) -> bool:
    """A long number that is neither round nor money nor a count of things."""
    after = re.match(r"\s?([^\W\d_]+|[%$€£])", text[end : end + 20])
    before = text[max(0, end - len(piece) - 2) : end - len(piece)]
    money = after is not None and after[1].lower() in ("kr", "kronor", "sek", "euro", "eur", "usd")
    return not (piece.endswith("0000") or money or before.strip()[-1:] in ("$", "€", "£", ".", ","))


def is_before_a_town(piece: str, text: str, end: int) -> bool:
    """A postal code with the town behind it."""
    town = re.match(r",?\s+([^\W\d_][\w-]+)", text[end : end + 40])
    if town is None:
        return False
    return find_place(town[1]) is not None and (town[1][0].isupper() or not is_ordinary(town[1]))


def is_line_of_a_town(piece: str, text: str, end: int) -> bool:
    """A postal code that begins a line or follows a comma, with its town behind it."""
    before = text[max(0, end - len(piece) - 2) : end - len(piece)]
    opens = end == len(piece) or before.endswith("\n") or before in (", ", ",\n")
    return opens and is_before_a_town(piece, text, end)


STATES = frozenset(
    [
        "AL",
        "AK",
        "AZ",
        "AR",
        "CA",
        "CO",
        "CT",
        "DE",
        "DC",
        "FL",
        "GA",
        "HI",
        "ID",
        "IL",
        "IN",
        "IA",
        "KS",
        "KY",
        "LA",
        "ME",
        "MD",
        "MA",
        "MI",
        "MN",
        "MS",
        "MO",
        "MT",
        "NE",
        "NV",
        "NH",
        "NJ",
        "NM",
        "NY",
        "NC",
        "ND",
        "OH",
        "OK",
        "OR",
        "PA",
        "RI",
        "SC",
        "SD",
        "TN",
        "TX",
        "UT",
        "VT",
        "VA",
        "WA",
        "WV",
        "WI",
        "WY",
        "PR",
    ]
)


def is_after_a_state(piece: str, text: str, end: int) -> bool:
    """A ZIP code with a state before it."""
    start = end - len(piece)
    before = re.search(r"([A-Za-z][A-Za-z.]+)[,?]?\s+$", text[max(0, start - 24) : start])
    if before is None:
        return False
    word = before[1].replace(".", "")
    place = find_place(word)
    return word in STATES or (place is not None and place.kind == "region" and word[0].isupper())


def is_disguised_address(piece: str, text: str, end: int) -> bool:
    """Not "look at host.org": the name before "at" is no word, or the rest is spelt out."""
    name, _, rest = piece.partition(" ")
    if text[end - len(piece) - 1 : end - len(piece)] == "<":
        return True
    spelt_out = re.search(r" dot ", rest, re.IGNORECASE) is not None
    marked = bool(set(name) & set("._+-0123456789"))
    host = rest.partition(" ")[2]
    if host.startswith("www."):
        return False
    return marked or spelt_out or not (is_ordinary(name) or name.lower() in ("me", "us"))


_FILES = frozenset(
    [
        "zip",
        "txt",
        "pdf",
        "doc",
        "docx",
        "csv",
        "py",
        "js",
        "md",
        "rs",
        "java",
        "html",
        "htm",
        "php",
        "exe",
        "png",
        "jpg",
    ]
)


def is_domain(piece: str, text: str, end: int) -> bool:
    """A host and not two sentences without a space between them."""
    host = piece.partition("/")[0]
    name, _, top = host.rpartition(".")
    if "/" in piece or top in ("com", "org", "net", "edu", "gov", "info", "blog", "io", "dev"):
        return len(name) > 1
    if host.count(".") > 1 and name.rpartition(".")[2] not in _FILES:
        return True
    return fold(top) in ("se", "nu", "eu", "uk", "de", "fr", "tv", "ly", "nl", "dk", "fi") and (
        not is_ordinary(top, ("sv", "fr", "de", "en")) or not is_ordinary(name, ("sv", "en"))
    )


_NOBODYS = frozenset(
    {"user", "users", "username", "yourname", "yourusername", "you", "me", "myname", "name"}
    | {"public", "default", "shared", "all users", "admin", "administrator", "root", "guest"}
    | {"ubuntu", "pi", "runner", "travis", "vagrant", "jovyan", "docker", "student", "...", "xxx"}
)


def is_home(piece: str, text: str, end: int) -> bool:
    """Somebody's own folder and not everybody's: /home/mary/ but not /home/user/."""
    return piece.casefold().strip("<>[]{}$%") not in _NOBODYS


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        is_swedish_id,
        is_social_security,
        is_french_id,
        is_german_tax_id,
        is_iban,
        is_card,
        is_day_and_month,
        is_phone_length,
        has_five_digits,
        is_no_amount,
        is_before_a_town,
        is_after_a_state,
        is_line_of_a_town,
        is_disguised_address,
        is_domain,
        is_home,
    )
}
"""Checks by the names that patterns.toml gives them."""
