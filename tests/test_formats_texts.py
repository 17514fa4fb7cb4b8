"""Folders of text files: an essay each, and who wrote it where the names say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports import COURSE, copy, leaks, tell_story
from exports_mail import essays
from onym import formats
from onym.errors import InputError, OnymError
from onym.formats.folders import number_names
from onym.formats.texts import find_authors
from onym.methods import replace
from onym.model import Entry, Mapping, Policy

SLOW = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def folder(path: Path, texts: dict[str, bytes]) -> Path:
    for name, data in texts.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def test_essays_are_told_without_a_name(tmp_path: Path) -> None:
    line, again = tell_story(essays(COURSE, tmp_path / "essays"))
    assert line.corpus.source.format == "texts"
    assert line.check() == ()
    assert len(line.corpus.participants) == len(COURSE.people)
    pseudonyms = set(line.replaced.pseudonyms.values())
    names = [Path(name).stem.partition("_") for name in files(line.shared_file)]
    assert sorted(number for number, _, _ in names) == [*"1234567"]
    assert {who for _, _, who in names} == pseudonyms
    assert again.messages.height == line.corpus.messages.height


def test_nothing_replaced_is_byte_for_byte_the_same(tmp_path: Path) -> None:
    path = essays(COURSE, tmp_path / "essays")
    (path / "picture.png").write_bytes(b"\x89PNG")
    assert files(copy(path)) == files(path)


@SLOW
@given(
    st.lists(
        st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace"))
        | st.sampled_from(
            [b"h\xe9", b"\xff\xfeZ\0", b"\xef\xbb\xbfZoe", b"a\r\nb\r", b"", "é".encode()]
        ),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_is_written_in_them_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, texts: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("any") / "essays"
    folder(path, {f"essay{number}.txt": text for number, text in enumerate(texts)})
    try:
        assert files(copy(path)) == files(path)
    except OnymError as error:
        assert "essays/essay" in str(error)


ENCODINGS = {
    "UTF-8": ("I am Zoé.\n".encode(), b"I am [z1].\n"),
    "Windows-1252": (b"I am Zo\xe9 \x80\r\n", b"I am [z1] \x80\r\n"),
    "UTF-16": ("\ufeffI am Zoé.".encode("utf-16-le"), "\ufeffI am [z1].".encode("utf-16-le")),
    "with a mark": (b"\xef\xbb\xbfI am Zo\xc3\xa9.", b"\xef\xbb\xbfI am [z1]."),
}


@pytest.mark.parametrize(("before", "after"), ENCODINGS.values(), ids=ENCODINGS)
def test_a_text_comes_back_as_it_was_encoded(tmp_path: Path, before: bytes, after: bytes) -> None:
    path = folder(tmp_path / "essays", {"z1_essay1.txt": before})
    corpus = formats.read(path)
    policy = Policy(method="farrow", style="id")
    replaced = replace(corpus, Mapping((Entry("z1", "Zoé"),)), policy)
    formats.write(corpus, replaced, tmp_path / "out", policy)
    assert files(tmp_path / "out") == {"1_z1.txt": after}


AUTHORS = [
    (["U12_essay1", "U12_essay2", "U07_essay1"], ["U12", "U12", "U07"]),
    (["poe_zoe_1", "hood_rob_1"], ["poe zoe", "hood rob"]),
    (["poe-zoe-1", "hood-rob-1"], ["poe zoe", "hood rob"]),
    (["student07-week2", "student08-week2"], ["student07", "student08"]),
    (["17_essay1", "17_essay2", "18_essay1"], ["17", "17", "18"]),
    (["17_1", "17_2", "18_1"], None),
    (["001_P07", "002_P08"], ["P07", "P08"]),
    (["essay1", "essay2"], None),
    (["essay_1", "essay_2"], None),
    (["zoe", "rob"], None),
    (["poe_zoe_1", "hood_1"], None),
    (["1_1", "2_2"], None),
]


@pytest.mark.parametrize(("stems", "authors"), AUTHORS)
def test_who_wrote_it_by_the_name_of_the_file(stems: list[str], authors: list[str] | None) -> None:
    assert find_authors(stems) == authors


def test_which_part_is_the_author_can_be_said() -> None:
    stems = ["a_poe_zoe_x", "b_hood_rob_y"]
    assert find_authors(stems, "2-3") == ["poe zoe", "hood rob"]
    assert find_authors(stems, "1") == ["a", "b"]
    assert find_authors(stems, "") is None
    with pytest.raises(InputError, match="has no part 7"):
        find_authors(stems, "7")
    with pytest.raises(InputError, match="give its place: author=1, or 1-2"):
        find_authors(stems, "who")


NAMES = [
    (["essay1.txt", "essay2.txt"], ["essay1.txt", "essay2.txt"]),
    (["0007.txt", "0009.TXT"], ["0007.txt", "0009.TXT"]),
    (["Poe Zoe.txt", "hood.TXT"], ["1.txt", "2.txt"]),
    (["Poe/1.txt", "Poe/2.txt", "Zed/1.txt"], ["1/1.txt", "1/2.txt", "2/1.txt"]),
]


@pytest.mark.parametrize(("before", "after"), NAMES)
def test_names_of_files_that_tell_of_somebody(before: list[str], after: list[str]) -> None:
    assert number_names([Path(name) for name in before]) == [Path(name) for name in after]


@given(st.sets(st.text("abé12_ ", min_size=1, max_size=6), min_size=1, max_size=20))
def test_new_names_sort_as_the_old_ones(stems: set[str]) -> None:
    paths = sorted(Path(f"{stem}.txt") for stem in stems)
    new = number_names(paths)
    assert len(set(new)) == len(paths)
    assert new == sorted(new)


def test_folders_in_the_folder_and_links_out_of_it(tmp_path: Path) -> None:
    path = folder(tmp_path / "essays", {"a/1.txt": b"one", "b/1.txt": b"two", "b/.hidden": b""})
    secret = tmp_path / "secret.txt"
    secret.write_text("Zoe", encoding="utf-8")
    (path / "link.txt").symlink_to(secret)
    assert formats.read(path).messages["text"].to_list() == ["one", "two"]


def test_what_is_no_text_is_told_with_its_file(tmp_path: Path) -> None:
    path = folder(tmp_path / "essays", {"1.txt": b"fine", "2.txt": b"Zoe\n\0\1\2"})
    with pytest.raises(InputError, match=r"2\.txt holds a NUL byte at line 2") as caught:
        formats.read(path)
    assert "Zoe" not in str(caught.value)


def test_other_files_are_left_out(tmp_path: Path) -> None:
    path = essays(COURSE, tmp_path / "essays")
    (path / "Oxbarrow.doc").write_bytes(b"Oxbarrow")
    corpus = formats.read(path)
    assert '1 other file: left out unless unknown = "keep"' in corpus.notes
    line, _ = tell_story(path)
    assert leaks(line.project.share) == []
