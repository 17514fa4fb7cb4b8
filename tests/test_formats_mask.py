"""What stands in place of names, addresses, numbers and links, and that it always is the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import formats
from onym.formats.fields import Fields, Role
from onym.formats.mask import Mask
from onym.model import Corpus, Policy, Replaced

FORUM = pl.DataFrame(
    {
        "id": ["1", "2"],
        "author": ["12", "13"],
        "author_name": ["Zoe Poe", "Robert Hood"],
        "author_login": ["zoe.p", "rhood"],
        "author_email": ["zoe@poe.example", "rob@hood.example"],
        "text": ["Hi", "Ho"],
    }
)


def read() -> Corpus:
    return formats.read(FORUM)


def mask(corpus: Corpus | None = None, **policy: str) -> Mask:
    corpus = corpus or read()
    given = {"12": "P07", "13": "P08"}
    authors = corpus.messages.with_columns(pl.col("author").replace(given))
    return Mask(corpus, Replaced(authors, (), given), Policy(seed=5, **policy))  # type: ignore[arg-type]


# Role, what stood there, and what stands there now.
BEFORE_AND_AFTER: list[tuple[Role, str, str]] = [
    ("name", "Zoe Poe", "P07"),
    ("name", "Poe, Zoe", "P07"),
    ("name", "Somebody Else", "person"),
    ("handle", "zoe.p", "P07"),
    ("handle", "@ZOE.P", "@P07"),
    ("email", "Zoe@Poe.example", "P07@example.invalid"),
    ("person", "12", "10007"),
    ("person", "0", "0"),
    ("ip", "192.0.2.7", "0.0.0.0"),
    ("ip", "2001:db8::7", "::"),
    ("profile", "Utrecht", ""),
    ("id", "12", "12"),
    ("time", "1700000000", "1700000000"),
    ("filename", ".", "."),
    ("name", "", ""),
]


@pytest.mark.parametrize(("role", "before", "after"), BEFORE_AND_AFTER)
def test_before_and_after(role: Role, before: str, after: str) -> None:
    assert mask().put(role, before) == after


# A text with links and what becomes of it.
LINKS = [
    ('<a href="/user/view.php?id=12&amp;course=3">x</a>', "/user/view.php?id=10007&amp;course=3"),
    ('<a href="/courses/7/users/13">x</a>', "/courses/7/users/10008"),
    ('<a class="mention" href="/u/rhood">@rhood</a>', 'href="/u/P08">@P08<'),
    ('<a href="mailto:zoe@poe.example">x</a>', "mailto:P07@example.invalid"),
    ('<a href="https://uni.example/~poe/">x</a>', "https://uni.example/~user-"),
    ('<a href="https://uni.example/zoe-poe">x</a>', "https://example.invalid/link-"),
    ("[x](https://uni.example/staff/zoe_poe)", "](https://example.invalid/link-"),
    ("Hi @[P07], @[x] and @rhood", "Hi @P07, @[x] and @P08"),
    ('<span data-user-id="13">x</span>', 'data-user-id="10008"'),
    ('<p class="rhood">a < b</p>', '<p class="rhood">a < b</p>'),
    ("mail rhood@other.example", "mail rhood@other.example"),
]


@pytest.mark.parametrize(("before", "part"), LINKS)
def test_links_that_tell_of_people(before: str, part: str) -> None:
    after = mask().links(before)
    assert part in after
    assert "zoe" not in after.lower()


def test_all_links_go_where_links_are_hidden() -> None:
    text = '<a href="https://blog.example/me">my page</a> <img src="@@PLUGINFILE@@/me.png">'
    assert mask().links(text).startswith('<a href="https://blog.example/me">')
    hidden = mask(preset="forum").links(text)
    assert "blog.example" not in hidden and "@@PLUGINFILE@@/file-" in hidden


@pytest.mark.parametrize("shared", ["student", "R7"])
def test_people_who_share_a_pseudonym_stay_apart(shared: str) -> None:
    corpus = read()
    given = dict.fromkeys(("12", "13"), shared)
    authors = corpus.messages.with_columns(pl.col("author").replace(given))
    here = Mask(corpus, Replaced(authors, (), given), Policy(seed=5))
    assert here.name("Zoe Poe") == here.name("Robert Hood") == shared
    for role, one, other in (
        ("person", "12", "13"),
        ("handle", "zoe.p", "rhood"),
        ("email", "zoe@poe.example", "rob@hood.example"),
    ):
        assert here.put(role, one) != here.put(role, other)  # type: ignore[arg-type]
    assert here.put("handle", "zoe.p") == here.put("handle", "any", "12")
    assert here.put("email", "zoe@poe.example").split("@")[0] == here.put("handle", "zoe.p")


def test_a_file_has_one_name_wherever_it_stands() -> None:
    here = mask()
    name = here.filename("Zoe Poe.PDF")
    assert name.startswith("file-") and name.endswith(".pdf")
    assert name in here.links('<a href="@@PLUGINFILE@@/Zoe%20Poe.PDF">x</a>')


def test_nothing_is_masked_where_nobody_has_a_pseudonym() -> None:
    corpus = read()
    idle = Mask(corpus, Replaced(corpus.messages, (), {}), Policy(unknown="keep"))
    for role, before, _ in BEFORE_AND_AFTER:
        assert idle.put(role, before) == before
    assert idle.links(LINKS[0][0]) == LINKS[0][0]
    assert not idle.drops(None) and not idle.drops("drop")


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(min_size=1).filter(str.strip), unique=True, max_size=30))
def test_codes_keep_apart_what_was_apart(values: list[str]) -> None:
    here = mask()
    codes = [here.code("file", value) for value in values]
    assert len(set(codes)) == len(values)
    assert codes == [mask().code("file", value) for value in values]
    assert all(code != value for code, value in zip(codes, values, strict=True))


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 10**12))
def test_a_number_stays_a_number(value: int) -> None:
    assert mask().code("user", str(value)).isdigit()
    assert mask().person(str(value)).isdigit()


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("users[].name", "users.[].name", True),
        ("users[].name", "users.name", False),
        ("**.name", "name", True),
        ("**.name", "a.b.[].name", True),
        ("**.name", "a.surname", False),
        ("*_user_id", "quill_user_id", True),
        ("a.*.c", "a.b.c", True),
        ("a.*.c", "a.b.b.c", False),
    ],
)
def test_paths_of_fields(pattern: str, path: str, fits: bool) -> None:
    assert (Fields({pattern: "name"}).role(path) == "name") == fits


def test_a_table_cannot_keep_what_it_does_not_name() -> None:
    with pytest.raises(ValueError, match="name each field"):
        Fields({"user.*": "keep"})
    with pytest.raises(ValueError, match="there is no role nam"):
        Fields({"user.name": "nam"})


def test_every_table_of_fields_can_be_read() -> None:
    import tomllib

    from onym.formats import fields

    folder = Path(fields.__file__).parent
    for file in folder.glob("*.toml"):
        for table in tomllib.loads(file.read_text(encoding="utf-8")):
            assert fields.load(file.stem, table)
