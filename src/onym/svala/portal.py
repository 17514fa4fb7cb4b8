"""The SweLL portal's XML: students, tasks, and essays that are raw text or SVALA graphs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from onym.svala.graph import Graph

MOTHER_TONGUE = "Modersmal"


class Essay(NamedTuple):
    """An essay for the portal: who wrote it for which task, and its graph."""

    student: str
    task: str
    graph: Graph
    grade: str | None = None


def write_portal(essays: Iterable[Essay], languages: dict[str, list[str]]) -> str:
    """The XML of essays; languages are the students' mother tongues."""
    listed = list(essays)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<swell>", "  <meta>"]
    for student in dict.fromkeys(each.student for each in listed):
        spoken = languages.get(student, [])
        lines.append(f"    <student id={quoteattr(student)}" + (">" if spoken else "/>"))
        for language in spoken:
            said = f"<language situation={quoteattr(MOTHER_TONGUE)}>{escape(language)}</language>"
            lines.append(f"      {said}")
        lines += ["    </student>"] if spoken else []
    for task in dict.fromkeys(each.task for each in listed):
        lines.append(f'    <task id={quoteattr(task)} grading_scale="CEFR"/>')
    lines += ["  </meta>", "  <essays>", *(_essay(each) for each in listed), "  </essays>"]
    return "\n".join([*lines, "</swell>", ""])


def _essay(essay: Essay) -> str:
    attributes = {"student": essay.student, "task": essay.task, "grade": essay.grade}
    told = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items() if value)
    graph = escape(json.dumps(essay.graph, ensure_ascii=False))
    return f'    <essay{told}><content type="svala">{graph}</content></essay>'
