"""What was written is opened by the programs that people open such exports with."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pandas as pd

import exports
import exports_mail
from exports import CANARIES, COURSE, tell_story


def test_slack_export_viewer_shows_a_workspace(tmp_path: Path) -> None:
    from slackviewer.reader import Reader  # type: ignore[import-untyped,unused-ignore]

    line, again = tell_story(exports_mail.slack_folder(COURSE, tmp_path / "export"))
    wanted = SimpleNamespace(
        archive=str(line.shared_file),
        since=None,
        hide_channels=[],
        filter_user=None,
        skip_channel_member_change=False,
        thread_note=True,
        show_dms=False,
        debug=False,
    )
    reader = Reader(wanted)
    shown = [message for channel in reader.compile_channels().values() for message in channel]
    said = " ".join(f"{message.username} {message.msg}" for message in shown)
    assert len(shown) >= again.messages.height
    assert {line.replaced.pseudonyms[who] for who in line.corpus.messages["author"]} <= {
        message.username for message in shown
    }
    assert not any(canary in said for canary in CANARIES)


def test_odfpy_opens_a_workbook(tmp_path: Path) -> None:
    from odf.opendocument import load  # type: ignore[import-untyped,unused-ignore]
    from odf.table import TableCell, TableRow  # type: ignore[import-untyped,unused-ignore]
    from odf.teletype import extractText  # type: ignore[import-untyped,unused-ignore]

    line, again = tell_story(exports.moodle_ods(COURSE, tmp_path / "posts.ods"))
    book = load(str(line.shared_file))
    rows = [
        [extractText(cell) for cell in row.getElementsByType(TableCell)]
        for row in book.getElementsByType(TableRow)
    ]
    texts = [row[rows[0].index("message")] for row in rows[1:]]
    assert texts == again.messages["text"].to_list()


def test_pandas_opens_a_dump(tmp_path: Path) -> None:
    roster = exports.class_list(COURSE, tmp_path / "class.csv")
    line, again = tell_story(exports.edx_mongo(COURSE, tmp_path / "forum.mongo"), roster=roster)
    frame = pd.read_json(line.shared_file, lines=True, dtype=False)
    assert frame["body"].tolist() == again.messages["text"].to_list()
    assert frame["author_id"].nunique() == again.messages["author"].n_unique()
