"""The conversion table as the page shows it: who goes by which names, and under which mask."""

from __future__ import annotations

from collections import Counter
from typing import Any

from onym.deciding.live import Live
from onym.mapping import doubles, homonyms
from onym.model import Entry, Participant
from onym.names.names import is_third
from onym.project.actors import FIELDS, forms
from onym.project.decisions import one_person

Row = dict[str, Any]


def person(live: Live, who: str) -> Row:
    """Somebody as a label shows them."""
    return {"id": who, "name": called(live, who), "mask": live.pseudonyms.get(who)}


def called(live: Live, who: str) -> str | None:
    """What somebody is called: by the class list, else by the name used most."""
    registered = live.line.corpus.participants.get(who, Participant(who)).names
    if registered:
        return registered[0]
    mapping, named = live.named
    if mapping is not live.line.mapping:
        names = live.line.mapping.names().items()
        named = {one: max(own, key=lambda name: own[name]) for one, own in names}
        live.named = live.line.mapping, named
    return named.get(who)


def table(live: Live) -> Row:
    """Everybody with their names, forms and masks; what is kept; what to be warned of."""
    line = live.line
    log = line.project.load_decisions()
    merged = one_person(log)
    entries: dict[str, list[Entry]] = {}
    for entry in line.mapping.entries:
        entries.setdefault(entry.participant, []).append(entry)
    written: Counter[str] = Counter()
    for who, number in Counter(line.corpus.messages["author"].drop_nulls()).items():
        written[merged.get(who, who)] += number
    everybody = dict.fromkeys((*line.corpus.participants, *entries))
    typed = {who for who, _ in forms(log)}
    rows = [
        _row(live, who, entries.get(who, []), written[who], who in typed)
        for who in everybody
        if who not in merged
    ]
    for row in rows:
        row["also"] = [other for other, first in merged.items() if first == row["id"]]
    mapping = line.mapping
    return {
        "people": rows,
        "keep": list(mapping.keep),
        "reject": list(mapping.rejected),
        "hide": list(mapping.hidden),
        "homonyms": [
            {"name": name, "people": list(owners)} for name, owners in homonyms(mapping).items()
        ],
        "doubles": [
            {"mask": name, "people": list(owners)}
            for name, owners in doubles(_shown(live, everybody, merged)).items()
        ],
        "fields": list(FIELDS),
    }


def _shown(live: Live, everybody: dict[str, None], merged: dict[str, str]) -> dict[str, str]:
    """Whom a mask is shown for; ids that are one person share theirs rightly."""
    masks = live.pseudonyms
    return {who: masks[who] for who in everybody if who in masks and who not in merged}


def _row(live: Live, who: str, entries: list[Entry], written: int, typed: bool) -> Row:
    corpus = live.line.corpus
    known = corpus.participants.get(who, Participant(who))
    ranked = sorted(entries, key=lambda entry: (-entry.count, entry.name))
    return {
        **person(live, who),
        "registered": list(known.names),
        "handles": list(known.handles),
        "form": _form(known),
        "typed": typed,
        "written": written,
        "mentions": sum(entry.count for entry in entries),
        "origin": _origin(known, is_third(who, corpus)),
        "names": [_name(entry) for entry in ranked],
    }


def _form(known: Participant) -> dict[str, str]:
    first = {"role": known.role, "gender": known.gender}
    return {name: value for name, value in {**first, **known.profile}.items() if value}


def _origin(known: Participant, third: bool) -> str:
    if third:
        return "mentioned"
    return "listed" if known.names else "writes"


def _name(entry: Entry) -> Row:
    return {
        "name": entry.name,
        "count": entry.count,
        "score": entry.score,
        "reasons": list(entry.reasons),
        "decision": entry.decision,
        "traits": list(entry.traits),
    }
