"""Score the invented conversations in four languages and write the figures into docs/accuracy.md.

python tools/accuracy_of_languages.py            a quarter of a minute
python tools/accuracy_of_languages.py --print    writes nothing
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from accuracy import markdown, put_into  # noqa: E402
from onym.tables import Cell, Table  # noqa: E402
from thread_gold import SETS, measure, read_threads  # noqa: E402

LANGUAGES = {"en": "English", "de": "German", "fr": "French", "sv": "Swedish"}
LANGUAGES |= {"weeks": "English, the first weeks of courses", "chats": "English, students' chats"}


def row(name: str, listed: bool) -> tuple[Cell, ...]:
    """One set with its class list, or without."""
    score = measure(name, listed)
    language = LANGUAGES[name.removeprefix("hard_")]
    title = f"{language}, written to be hard" if name.startswith("hard_") else language
    return (
        f"{title}: {read_threads(name).messages.height} messages" if listed else "",
        "yes" if listed else "none",
        score.participants,
        f"{score.found / score.participants:.1%}",
        f"{score.right / score.participants:.1%}",
        score.wrong,
        score.outside,
        f"{score.hidden}/{score.thirds}",
        f"{score.touched}/{score.kept}",
        f"{score.precision:.1%}",
    )


HEADER = (
    *("set", "class list", "names", "found", "right person", "another's", "as an outsider's"),
    *("private people hidden", "authors and eponyms replaced", "precision"),
)


def main() -> None:
    """Score, print and write."""
    rows = tuple(row(name, listed) for name in SETS for listed in (True, False))
    text = markdown(Table("Invented conversations", HEADER, rows))
    print(text)
    if "--print" not in sys.argv[1:]:
        put_into(ROOT / "docs" / "accuracy.md", "languages", text)


if __name__ == "__main__":
    main()
