"""SVALA graphs and the SweLL portal's XML: built from spans, checked by one checker, read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym import formats
from onym.errors import InputError
from onym.formats.svala import dump
from onym.model import Mapping, Mention, Policy
from onym.replace.replace import replace, rewrite
from onym.svala import build, check, labels_of, read_text, spans, veil
from onym.svala.graph import tokenise
from onym.svala.inline import mark_up, write_inline
from onym.svala.portal import Essay, write_portal

TEXT = "Mary Jane bor i Göteborgs centrum.Anna,Erik och Anna  Berg\n"


def mention(
    piece: str,
    label: str | None,
    new: str | None,
    value: str | None = None,
    form: str | None = None,
    who: str | None = None,
    words: tuple[str, ...] = (),
    text: str = TEXT,
) -> Mention:
    at = text.index(piece)
    parts = tuple(
        (at + piece.index(word), at + piece.index(word) + len(word), kind)
        for word, kind in zip(piece.split(), words, strict=False)
    )
    category = "PLACE" if label == "city" else "NAME"
    return Mention("1", at, at + len(piece), category, who, new, 1.0, "", label, form, value, parts)


MENTIONS = [
    mention("Mary Jane", None, "Sarah", who="U1"),
    mention("Göteborgs", "city", "Utrechts", "goteborg", "genitive"),
    mention("Anna", "firstname_female", "Maria", "anna"),
    mention("Erik", "firstname_male", "Johan", "erik"),
    mention(
        "Anna  Berg", "fullname", "Maria  Lund", "anna berg", None, None,
        ("firstname_female", "surname"),
    ),
]  # fmt: skip


def edges(mentions: list[Mention], text: str = TEXT) -> dict[str, list[str]]:
    graph = build(text, mentions)
    assert check(graph) == []
    return {name: edge["labels"] for name, edge in graph["edges"].items() if edge["labels"]}


def test_edges_come_from_the_spans() -> None:
    assert edges(MENTIONS) == {
        # two words and their one pseudonym
        "e-s0-s1-t0": ["firstname_female", "1"],
        "e-s4-t3": ["city", "2", "gen"],
        # two names without a space between them are one token
        "e-s5-t4": ["firstname_female", "3", "firstname_male", "4"],
        # Anna has her number, whether alone or with her surname
        "e-s7-t6": ["firstname_female", "3"],
        "e-s8-t7": ["surname", "3"],
    }


def test_a_graph_holds_both_texts() -> None:
    graph = build(TEXT, MENTIONS)
    assert read_text(graph) == TEXT
    assert read_text(graph, "target") == rewrite(TEXT, MENTIONS)
    manual = {edge["manual"] for edge in graph["edges"].values() if edge["labels"]}
    assert manual == {True}


def test_what_is_only_marked_has_a_label_and_no_number() -> None:
    text = "min bror"
    brother = mention("bror", "fam", None, "bror", text=text)
    assert edges([brother], text) == {"e-s1-t1": ["fam"]}


def test_what_is_deleted_has_an_edge_without_a_target() -> None:
    text = "Hej Berg hej"
    assert edges([mention("Berg", "surname", "", "berg", text=text)], text) == {
        "e-s1": ["surname", "1"]
    }


def test_a_veiled_graph_has_nothing_of_the_original() -> None:
    graph = veil(build(TEXT, MENTIONS))
    assert check(graph) == []
    assert read_text(graph) == read_text(graph, "target") == rewrite(TEXT, MENTIONS)
    assert not any(word in json.dumps(graph) for word in ("Mary", "Anna", "Erik", "Berg"))
    labels = [edge["labels"] for edge in graph["edges"].values() if edge["labels"]]
    assert labels == list(edges(MENTIONS).values())


def test_labelled_stretches_are_read_back() -> None:
    found = spans(build(TEXT, MENTIONS))
    assert [(TEXT[each.start : each.end], each.label, each.number) for each in found] == [
        ("Mary Jane", "firstname_female", "1"),
        ("Göteborgs", "city", "2"),
        ("centrum.Anna,Erik", "firstname_female", "3"),
        ("Anna", "firstname_female", "3"),
        ("Berg", "surname", "3"),
    ]
    assert found[1].form == "genitive"
    assert found[0].replacement == "Sarah"


def broken() -> dict[str, object]:
    graph = build("a b", [])
    first, second = graph["edges"]
    return {
        "two tokens have one id": graph | {"source": graph["source"] * 2},
        "token s0: its text": graph | {"source": [{"id": "s0", "text": "a"}, graph["source"][1]]},
        "not every token": graph | {"edges": {first: graph["edges"][first]}},
        f"edge {second}: its key": graph
        | {"edges": {first: graph["edges"][first], second: {**graph["edges"][second], "id": "x"}}},
        f"edge {first}: a label": graph
        | {
            "edges": {
                first: {**graph["edges"][first], "labels": ["city", "city"]},
                second: graph["edges"][second],
            }
        },
        "it has not the shape": {"source": 1},
    }


@pytest.mark.parametrize(("fault", "graph"), broken().items())
def test_the_checker_sees_what_breaks_the_rules(fault: str, graph: object) -> None:
    assert any(found.startswith(fault) for found in check(graph))


letters = st.text("aB ,.\n\t-é", max_size=40)


@given(letters, st.data())
def test_every_graph_keeps_the_rules_and_the_texts(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True).map(sorted))
    mentions = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        if not text[start:end].strip():
            continue
        new = data.draw(st.sampled_from(["X", "X Y", "", None, "[city_1]"]))
        label = data.draw(st.sampled_from(["city", "surname", "email"]))
        mentions.append(
            Mention("1", start, end, "PLACE", None, new, 1.0, "", label, None, text[start:end])
        )
    graph = build(text, mentions)
    assert check(graph) == []
    assert check(veil(graph)) == []
    assert read_text(graph).split() == text.split()
    assert "".join(read_text(graph, "target").split()) == "".join(rewrite(text, mentions).split())
    assert graph["source"] == [
        {"id": f"s{n}", "text": token} for n, token in enumerate(tokenise(text))
    ]


def test_inline_xml_marks_what_was_done() -> None:
    text = 'Anna & min bror i "Göteborg"'
    done = labels_of(
        text,
        [
            mention("Anna", "firstname_female", "Maria", "anna", text=text),
            mention("bror", "fam", None, text=text),
            mention("Göteborg", "city", "Utrecht", "goteborg", text=text),
        ],
    )
    assert mark_up(text, done) == (
        '<pseudonym label="firstname_female" nr="1">Maria</pseudonym> &amp; min '
        '<marked label="fam">bror</marked> i '
        '"<pseudonym label="city" nr="2">Utrecht</pseudonym>"'
    )
    assert 'original="Anna"' in mark_up(text, done, originals=True)
    assert '<essay id="1">x</essay>' in write_inline([("1", "x")])


# -- files ----------------------------------------------------------------------------------------


def test_a_folder_of_graphs_is_read_and_written_without_the_originals(tmp_path: Path) -> None:
    folder = tmp_path / "graphs"
    folder.mkdir()
    for name, text in (("one", "I live in Leeds now"), ("two", "My mail is a@b.org")):
        (folder / f"{name}.json").write_bytes(dump(build(text, [])))
    corpus = formats.read(folder)
    assert corpus.source.format == "svala"
    assert corpus.messages["id"].to_list() == ["one", "two"]
    assert corpus.messages["text"].to_list() == ["I live in Leeds now ", "My mail is a@b.org "]
    done = replace(corpus, Mapping(), Policy(preset="essay", seed=1))
    formats.write(corpus, done, tmp_path / "out", Policy())
    again = formats.read(tmp_path / "out")
    assert again.messages["text"].to_list() == done.messages["text"].to_list()
    written = "".join(path.read_text("utf-8") for path in (tmp_path / "out").iterdir())
    assert "Leeds" not in written
    assert "a@b.org" not in written


def test_a_graph_that_breaks_the_rules_is_refused_in_one_line(tmp_path: Path) -> None:
    graph = build("a b", [])
    graph["source"][0]["text"] = "a"
    (tmp_path / "x.json").write_text(json.dumps(graph))
    with pytest.raises(InputError, match=r"x\.json: no graph of SVALA's: token s0"):
        formats.read(tmp_path / "x.json")


PORTAL = """<?xml version="1.0" encoding="UTF-8"?>
<swell><meta>
<student id="S12"><language situation="Modersmal">Arabiska</language></student>
<task id="T1" grading_scale="CEFR"/></meta>
<essays>
<essay student="S12" task="T1" grade="B2"><content type="raw">Jag bor i Göteborg.</content></essay>
<essay student="S12" task="T1" grade="A1"><content type="svala">{graph}</content></essay>
</essays></swell>
"""


def test_the_portals_xml_is_read_and_written_back(tmp_path: Path) -> None:
    graph = json.dumps(build("Min mejl: anna@skola.se", []))
    (tmp_path / "essays.xml").write_text(PORTAL.replace("{graph}", graph), "utf-8")
    corpus = formats.read(tmp_path / "essays.xml")
    assert corpus.source.format == "swell-xml"
    assert corpus.messages["text"].to_list() == ["Jag bor i Göteborg.", "Min mejl: anna@skola.se "]
    assert corpus.messages["author"].to_list() == ["S12", "S12"]
    assert corpus.participants["S12"].profile == {"mother tongue": "Arabiska"}
    done = replace(corpus, Mapping(), Policy(preset="essay", seed=1, languages=("sv",)))
    formats.write(corpus, done, tmp_path / "out.xml", Policy(seed=1))
    written = (tmp_path / "out.xml").read_text("utf-8")
    assert "Göteborg" not in written
    assert "anna@" not in written
    assert "S12" not in written
    assert '<language situation="Modersmal">Arabiska</language>' in written
    again = formats.read(tmp_path / "out.xml")
    assert again.messages["text"].to_list() == done.messages["text"].to_list()


def test_keeping_everything_keeps_every_byte(tmp_path: Path) -> None:
    source = tmp_path / "essays.xml"
    source.write_text(PORTAL.replace("{graph}", json.dumps(build("a b", []))), "utf-8")
    corpus = formats.read(source)
    done = replace(corpus, Mapping(), Policy(style="id"))
    formats.write(corpus, done, tmp_path / "out.xml", Policy(unknown="keep"))
    assert formats.read(tmp_path / "out.xml").messages.equals(corpus.messages)


GOLDEN = Path(__file__).parent / "golden"


def test_the_portals_xml_as_we_write_it() -> None:
    essay = Essay("P01", "1", build(TEXT, MENTIONS))
    written = write_portal([essay], {"P01": ["Arabiska", "Engelska"]})
    assert written == (GOLDEN / "essays.swell.xml").read_text("utf-8")


def test_the_graph_as_we_write_it() -> None:
    assert dump(build(TEXT, MENTIONS)).decode() == (GOLDEN / "essay.svala.json").read_text("utf-8")
