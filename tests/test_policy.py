from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym import policy
from onym.errors import PolicyError
from onym.model import Homonyms, People, Places, Policy, Scope, Variants
from onym.names.styles import STYLES
from onym.policy import Settings
from onym.presets import ACTIONS, PRESETS

SMALL = """\
version = 1
method = "farrow"
[source]
path = "../forum.csv"
[columns]
text = "postBody"
[roster]
path = "../class.csv"
columns = { id = "userid" }
"""


def test_a_small_file_is_enough() -> None:
    assert policy.parse(SMALL) == Settings(
        policy=Policy(method="farrow"),
        source="../forum.csv",
        columns={"text": "postBody"},
        roster="../class.csv",
        roster_columns={"id": "userid"},
    )


def test_nothing_but_a_version_gives_the_defaults() -> None:
    assert policy.parse("version = 1") == Settings()


def test_the_written_file_explains_each_setting() -> None:
    text = policy.format(Settings(source="forum.csv"))
    assert text.startswith("# Settings of an Onym project.")
    for name in policy.COMMENTS:
        before, setting = text.split(f"\n{name} = ", 1)
        assert before.splitlines()[-1].startswith("# "), name
        assert setting
    assert "farrow+class-list" in text
    assert "seed" not in text


ERRORS = [
    (
        "scope = 'sesion'",
        "scope cannot be 'sesion'; did you mean session? allowed: session, thread",
    ),
    ("scope = 3", "scope cannot be 3; allowed: session, thread, corpus"),
    ("method = 'Farrow'", "method cannot be 'Farrow'; did you mean farrow? allowed: onym"),
    ("people = 'all'", "people cannot be 'all'; allowed: participants, private, everyone"),
    ("style = 'cod'", "style cannot be 'cod'; did you mean code?"),
    ("metod = 'onym'", "unknown setting metod; did you mean method? known: method, scope"),
    ("[source]\nfile = 'x'", "unknown setting source.file; known: path, format"),
    ("[roster]\ncolumn = 1", "unknown setting roster.column; did you mean columns?"),
    ("collapse = 'yes'", "collapse is either true or false"),
    ("languages = 'en'", 'languages is a list of texts: ["one", "two"]'),
    ("keep = [1]", "keep is a list of texts"),
    ("source = 'forum.csv'", "[source] is a table of settings"),
    ("[source]\npath = 1", "source.path is a text in quotes"),
    ("[columns]\ntext = 1", "columns.text is a text in quotes"),
    ("preset = 'forun'", "preset cannot be 'forun'; did you mean forum? allowed: forum, essay"),
    ("details = 1", "[details] is a table of settings"),
    ("[details]\nCITY = 'fixed'", "a category of details cannot be 'CITY'; did you mean city?"),
    ("[details]\ncity = 'hide'", "details.city cannot be 'hide'; allowed: pseudonym, fixed"),
    ("[details]\nfam = 'fixed'", "details.fam is never replaced; allowed: mark, keep"),
    ("[off]\ngenre = 'review'", 'off.genre is a list of texts: ["one", "two"]'),
    ("variants = 'two'", "variants cannot be 'two'; allowed: one, related"),
    ("homonyms = 'sam'", "homonyms cannot be 'sam'; did you mean same? allowed: apart, same"),
    ("seed = 4", "the seed is no setting; it lies in private/key.json"),
    ("scope = yes", "Invalid value (at line 2, column 9)"),
]


@pytest.mark.parametrize(("setting", "message"), ERRORS)
def test_errors_say_what_is_allowed(setting: str, message: str) -> None:
    with pytest.raises(PolicyError) as caught:
        policy.parse("version = 1\n" + setting)
    assert str(caught.value).startswith("onym.toml: " + message)
    assert "\n" not in str(caught.value)


def test_the_version_is_checked() -> None:
    with pytest.raises(PolicyError, match=r"^onym\.toml: written by a newer Onym \(version 2\)"):
        policy.parse("version = 2\nteleport = true")
    with pytest.raises(PolicyError, match=r"^onym\.toml: no version"):
        policy.parse("method = 'onym'")


def test_options_change_only_what_they_name() -> None:
    before = Settings(Policy(method="farrow", scope="thread"), source="a.csv", format="csv")
    after = policy.update(before, scope="corpus", method=None, source="b.csv", collapse=True)
    assert after.policy == Policy(method="farrow", scope="corpus", collapse=True)
    assert (after.source, after.format) == ("b.csv", "csv")
    with pytest.raises(PolicyError, match="scope cannot be 'all'"):
        policy.update(before, scope="all")
    with pytest.raises(PolicyError, match="the seed is a whole number"):
        policy.update(before, seed="x")


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("text=postBody", {"text": "postBody"}),
        ("text = post body, author=user,", {"text": "post body", "author": "user"}),
        ("parent=,text=a=b", {"parent": "", "text": "a=b"}),
    ],
)
def test_columns_on_the_command_line(text: str, columns: dict[str, str]) -> None:
    assert policy.parse_columns(text) == columns


@pytest.mark.parametrize("text", ["text", "=x", "text=a,b"])
def test_columns_that_are_not_understood(text: str) -> None:
    with pytest.raises(PolicyError, match="columns are written ours=theirs"):
        policy.parse_columns(text)


def test_a_preset_brings_its_style_unless_one_is_chosen() -> None:
    assert policy.parse("version = 1\npreset = 'essay'").policy.style == "name"
    assert policy.update(Settings(), preset="essay", style="code").policy.style == "code"
    assert policy.update(Settings(Policy(style="id")), preset="forum").policy.style == "id"


def test_a_file_is_saved_and_loaded(tmp_path: Path) -> None:
    settings = Settings(Policy(collapse=True, languages=("en", "sv")), keep=("reading.txt",))
    policy.save(settings, tmp_path / "onym.toml")
    assert policy.load(tmp_path / "onym.toml") == settings
    (tmp_path / "onym.toml").write_bytes(b"version = 1\n# caf\xe9\n")
    with pytest.raises(PolicyError, match=r"onym\.toml: not UTF-8"):
        policy.load(tmp_path / "onym.toml")


texts = st.text(max_size=8)
columns = st.dictionaries(texts, texts, max_size=3)


@given(
    st.builds(
        Settings,
        policy=st.builds(
            Policy,
            method=st.sampled_from(policy.METHODS),
            scope=st.sampled_from(get_args(Scope)),
            style=st.sampled_from(sorted(STYLES)),
            people=st.sampled_from(get_args(People)),
            seed=st.just(0),
            collapse=st.booleans(),
            languages=st.lists(texts, max_size=2).map(tuple),
            preset=st.sampled_from(sorted(PRESETS)),
            details=st.dictionaries(st.sampled_from(["EMAIL", "city"]), st.sampled_from(ACTIONS)),
            off=st.dictionaries(texts, st.lists(texts, max_size=2).map(tuple), max_size=2),
            variants=st.sampled_from(get_args(Variants)),
            homonyms=st.sampled_from(get_args(Homonyms)),
            places=st.sampled_from(get_args(Places)),
            profile=st.lists(texts, max_size=2).map(tuple),
        ),
        keep=st.lists(texts, max_size=2).map(tuple),
        source=st.none() | texts,
        format=st.none() | texts,
        columns=columns,
        roster=st.none() | texts,
        roster_columns=columns,
    )
)
def test_whatever_is_written_is_read_back(settings: Settings) -> None:
    text = policy.format(settings)
    assert policy.parse(text) == settings
    assert tomllib.loads(text)["version"] == policy.VERSION


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"unknown": "dorp"}, "unknown cannot be 'dorp'; did you mean drop? allowed: drop, keep"),
        ({"people": "all"}, "people cannot be 'all'; allowed: participants, private, everyone"),
        ({"scope": 3}, "scope cannot be 3; allowed: session, thread, corpus"),
        ({"seed": "7"}, "the seed is a whole number"),
        ({"preset": "forun"}, "preset cannot be 'forun'; did you mean forum?"),
        ({"details": {"EMAIL": "hide"}}, "details.EMAIL cannot be 'hide'; allowed: pseudonym"),
    ],
)
def test_a_policy_made_in_python_is_checked_too(given: dict[str, Any], told: str) -> None:
    with pytest.raises(PolicyError) as caught:
        policy.checked(Policy(**given))
    assert str(caught.value).startswith(told)


def test_the_usual_policy_is_as_it_should_be() -> None:
    assert policy.checked(None) == Policy()
