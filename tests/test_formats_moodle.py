"""Moodle: a forum's export in its four kinds of file."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from exports import (
    COURSE,
    NAMESPACES,
    ODS,
    Course,
    copy,
    members,
    moodle_csv,
    moodle_json,
    moodle_ods,
    moodle_rows,
    moodle_tar,
    moodle_xlsx,
    moodle_zip,
    tell_story,
)
from onym import formats
from onym.model import Policy
from rewriting import renamed

BUILDERS: dict[str, Callable[[Course, Path], Path]] = {
    "posts.csv": moodle_csv,
    "posts.json": moodle_json,
    "posts.xlsx": moodle_xlsx,
    "posts.ods": moodle_ods,
}


@pytest.mark.parametrize("name", BUILDERS)
def test_the_story_of_a_forum(name: str, tmp_path: Path) -> None:
    line, again = tell_story(BUILDERS[name](COURSE, tmp_path / name))
    assert line.corpus.source.format == "moodle-forum"
    assert (
        again.messages["subject"].to_list()[-1] == f"Thanks to [{line.replaced.pseudonyms['13']}]"
    )


@pytest.mark.parametrize("name", BUILDERS)
def test_nothing_replaced_is_nothing_changed(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](COURSE, tmp_path / name)
    assert copy(path).read_bytes() == path.read_bytes()


BACKUPS = {"zip": moodle_zip, "tar": moodle_tar}


FORUM_FILES = ("forum", "module", "inforef", "roles", "grades")
"""What Moodle looks for in the folder of a forum that it restores."""


def restorable(found: dict[str, bytes]) -> list[str]:
    """What Moodle would miss in a backup: files, users, posts, or a file with another content."""
    trees = {name: ElementTree.fromstring(data) for name, data in found.items() if ".xml" in name}
    missing = []
    for activity in trees["/moodle_backup.xml"].iterfind(
        "information/contents/activities/activity"
    ):
        folder = activity.findtext("directory")
        missing += [n for n in FORUM_FILES if f"/{folder}/{n}.xml" not in found]
    included = {each.text for each in trees["/moodle_backup.xml"].iter("directory")}
    folders = {name.rpartition("/")[0].strip("/") for name in found if "/activities/" in name}
    missing += sorted(folders - included)
    users = {each.get("id") for each in trees["/users.xml"].iter("user")}
    for tree in trees.values():
        named = [*tree.iter("userid"), *tree.iterfind("userref/user/id")]
        missing += [f"user {each.text}" for each in named if each.text not in users]
    forum = trees["/activities/forum_9/forum.xml"]
    posts = {each.get("id") for each in forum.iter("post")} | {"0"}
    asked = [*forum.iter("parent"), *forum.iter("firstpost")]
    missing += [f"post {each.text}" for each in asked if each.text not in posts]
    for record in trees["/files.xml"].iter("file"):
        key, size = record.findtext("contenthash", ""), record.findtext("filesize")
        content = found.get(f"/files/{key[:2]}/{key}")
        if content is not None and (len(content), sha1(content).hexdigest()) != (
            int(size or 0),
            key,
        ):
            missing.append(f"file {key}")
    return missing


def test_a_backup_with_everything_kept_has_its_files_still(tmp_path: Path) -> None:
    path = moodle_tar(COURSE, tmp_path / "course.mbz")
    corpus = formats.read(path)
    given = {who: f"P{place}" for place, who in enumerate(corpus.participants, 1)}
    new = renamed(corpus, given)
    formats.write(corpus, new, tmp_path / "new.mbz", Policy(unknown="keep"))
    before, after = members(path), members(tmp_path / "new.mbz")
    assert set(after) == set(before) and restorable(after) == restorable(before)
    (content,) = (name for name in after if name.startswith("/files/"))
    assert any(each.startswith("file ") for each in restorable({**after, content: b"other"}))


@pytest.mark.parametrize("kind", BACKUPS)
def test_the_story_of_a_backup(kind: str, tmp_path: Path) -> None:
    line, _ = tell_story(BACKUPS[kind](COURSE, tmp_path / "course.mbz"))
    assert line.corpus.source.format == "moodle-backup"
    written = members(line.shared_file)
    assert set(written) == {
        *("/moodle_backup.xml", "/users.xml", "/files.xml"),
        *(f"/activities/forum_9/{each}.xml" for each in FORUM_FILES),
        "/completion.xml",
    }
    assert written["/completion.xml"].endswith(b"<course_completion>\n</course_completion>")
    assert restorable(written) == []


@pytest.mark.parametrize("kind", BACKUPS)
def test_a_backup_is_copied_member_for_member(kind: str, tmp_path: Path) -> None:
    path = BACKUPS[kind](COURSE, tmp_path / "course.mbz")
    assert members(copy(path)) == members(path)


def test_ids_and_file_names_in_a_backup_still_fit_each_other(tmp_path: Path) -> None:
    line, _ = tell_story(moodle_zip(COURSE, tmp_path / "course.mbz"))
    written = {name: data.decode() for name, data in members(line.shared_file).items()}
    users = set(re.findall(r'<user id="(\d+)"', written["/users.xml"]))
    told = set(re.findall(r"<userid>(\d+)<", "".join(written.values())))
    assert len(users) == len(COURSE.people) and told <= users
    (named,) = set(re.findall(r"<filename>(file-\w+\.pdf)<", written["/files.xml"]))
    assert f"@@PLUGINFILE@@/{named}" in written["/activities/forum_9/forum.xml"]


def test_the_tables_open_in_other_programs(tmp_path: Path) -> None:
    """Excel's and OpenDocument's readers of another make see what Onym wrote."""
    loads: dict[str, Callable[[Path], pl.DataFrame]] = {
        "posts.ods": pl.read_ods,
        "posts.xlsx": pl.read_excel,
    }
    for name, load in loads.items():
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        line, again = tell_story(BUILDERS[name](COURSE, folder / name))
        frame = load(line.shared_file)
        assert frame.columns == list(moodle_rows(COURSE)[0])
        assert frame["message"].to_list() == again.messages["text"].to_list()
        assert frame["id"].cast(pl.Int64).to_list() == [each.id for each in COURSE.messages]


ODS_CELLS = """
<table:table-row><table:table-cell><text:p>id</text:p></table:table-cell><table:table-cell>
<text:p>author</text:p></table:table-cell><table:table-cell><text:p>author_name</text:p>
</table:table-cell><table:table-cell><text:p>text</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="2" office:value-type="float"
 office:value="12"><text:p>12</text:p></table:table-cell><table:table-cell><text:p>Zoe Poe</text:p>
</table:table-cell><table:table-cell><text:p>Two<text:s text:c="2"/>spaces</text:p><text:p>and
<text:span>a</text:span><text:tab/>tab</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048574"><table:table-cell
 table:number-columns-repeated="1024"/></table:table-row>
""".replace("\n", "")


def test_a_workbook_as_libreoffice_writes_it(tmp_path: Path) -> None:
    """Cells that are alike stand as one, and spaces as elements."""
    body = f'<table:table table:name="a">{ODS_CELLS}</table:table>'
    content = (
        f"<office:document-content {NAMESPACES}><office:body><office:spreadsheet>{body}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    path = tmp_path / "forum.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
        archive.writestr("Thumbnails/thumbnail.png", "a picture of names")
    corpus = formats.read(path)
    assert corpus.messages["text"].to_list() == ["Two  spaces\nanda\ttab"]
    assert (corpus.messages["id"][0], corpus.messages["author"][0]) == ("12", "12")
    target = tmp_path / "new.ods"
    formats.write(corpus, renamed(corpus, {"12": "P1"}, {"spaces": " x "}), target)
    again = formats.read(target)
    assert again.messages["text"].to_list() == ["Two   x \nanda\ttab"]
    assert (again.messages["id"][0], again.messages["author"][0]) == ("12", "P1")
    assert set(members(target)) == {"/mimetype", "/content.xml"}


def test_nothing_but_the_cells_of_an_opendocument_sheet_is_shared(tmp_path: Path) -> None:
    path, target = moodle_ods(COURSE, tmp_path / "posts.ods"), tmp_path / "new.ods"
    held = members(path)
    beside = (
        '<table:desc>Zebulon</table:desc><table:scenario table:comment="Zebulon"/>'
        '<table:table-row><table:table-cell table:formula="of:=IF(&quot;Zebulon&quot;)"'
        ' office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>'
        "<table:table-cell/></table:table-row></table:table>"
        '<table:data-pilot-tables><x table:name="Zebulon"/></table:data-pilot-tables>'
    )
    content = held["/content.xml"].replace(b'table:name="posts"', b'table:name="Zebulon"')
    content = content.replace(b"</table:table>", beside.encode())
    linked = b'<text:p><text:a xlink:href="mailto:zebulon@example.org">Question</text:a>'
    content = content.replace(b"<text:p>Question", linked, 1)
    assert b"mailto:zebulon" in content
    margin = (
        f"<a {NAMESPACES} xmlns:style='s'><style:header><text:p>Zebulon</text:p></style:header></a>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", margin)
        archive.writestr("settings.xml", "<a>Zebulon's printer</a>")
        archive.writestr("meta.xml", held["/meta.xml"].replace(b"initial-creator", b"publisher"))
    corpus = formats.read(path)
    texts = corpus.messages["text"].to_list()
    formats.write(corpus, renamed(corpus, {"11": "P1"}, {}), target)
    assert not [name for name, data in members(target).items() if b"zebulon" in data.lower()]
    assert b"Quennell Oxbarrow" not in members(target)["/meta.xml"]
    assert [*formats.read(target).messages["text"], ""] == texts  # of the formula nothing is left
