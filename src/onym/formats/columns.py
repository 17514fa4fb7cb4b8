"""Which column of a table is what: recognised by its name, or as the user maps it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import normalize

from onym.errors import InputError

Aliases = Mapping[str, tuple[str, ...]]

MESSAGES: Aliases = {
    "id": (
        *("id", "postid", "messageid", "msgid", "commentid", "entryid"),
        *("essayid", "documentid", "docid", "textid", "responseid", "rowid"),
        *("nr", "beitragsid", "nachrichtid", "inläggsid"),
    ),
    "parent": (
        *("parent", "parentid", "postparentid", "parentpostid", "parentmessageid"),
        *("parentcommentid", "inreplyto", "inreplytoid", "replyto", "replytoid"),
        *("antwortauf", "svarpå", "réponseà"),
    ),
    "thread": (
        *("thread", "threadid", "topicid", "topic", "discussion", "discussionid"),
        *("conversation", "conversationid"),
        *("diskussion", "diskussionsid", "thema", "tråd"),
    ),
    "session": (
        *("session", "sessionid", "coursecategoryid", "course", "courseid"),
        *("courserun", "presentation", "semester", "forum", "forumid", "channel"),
        *("kurs", "cours"),
    ),
    "author": (
        *("author", "authorid", "userid", "postuserid", "posterid", "senderid", "studentid"),
        *("learnerid", "participantid", "memberid", "writerid", "user", "poster", "sender"),
        *("from", "student", "learner", "participant", "member", "writer"),
        *("autor", "autorin", "verfasser", "verfasserin", "absender", "teilnehmer"),
        *("författare", "avsändare", "deltagare", "auteur", "auteure", "expéditeur"),
    ),
    "author_name": (
        *("authorname", "userfullname", "fullname", "displayname", "name", "realname"),
        *("postername", "sendername", "studentname", "learnername", "postusername"),
        *("senderfullname", "authorfullname", "authordisplayname", "senderdisplayname", "fromname"),
        *("vollständigername", "anzeigename", "namn", "visningsnamn", "nomcomplet"),
    ),
    "author_first": (
        *("authorfirst", "firstname", "givenname", "forename"),
        *("vorname", "förnamn", "prénom"),
    ),
    "author_last": (
        *("authorlast", "lastname", "surname", "familyname"),
        *("nachname", "familienname", "efternamn", "nom", "nomdefamille"),
    ),
    "author_email": (
        *("authoremail", "email", "emailaddress", "mail", "useremail", "senderemail", "fromemail"),
        *("emailadresse", "mailadresse", "epost", "epostadress", "courriel", "adressedecourriel"),
    ),
    "author_login": (
        *("authorlogin", "username", "login", "loginid", "authorusername", "handle"),
        *("screenname", "nickname", "nick"),
        *("benutzername", "anmeldename", "användarnamn", "nomdutilisateur", "pseudo"),
    ),
    "author_pseudonym": ("authorpseudonym", "postuserpseudonym", "userpseudonym", "pseudonym"),
    "author_ip": ("authorip", "ip", "ipaddress", "lastip", "userip"),
    "parent_author": (
        *("parentauthor", "parentauthorid", "parentuserid", "parentpostuserid"),
        *("replytouserid", "inreplytouserid", "privatereplyto"),
    ),
    "parent_author_name": (
        *("parentauthorname", "parentuserfullname", "parentfullname"),
        *("replytoname", "privatereplytofullname"),
    ),
    "time": (
        *("time", "date", "datetime", "created", "createdat", "timestamp"),
        *("postcreationtime", "creationtime", "posted", "postedat", "sent", "sentat"),
        *("datum", "zeit", "zeitpunkt", "erstellt", "erstelltam", "tid", "skapad", "heure"),
    ),
    "text": (
        *("text", "body", "message", "postbody", "messagebody", "content", "posttext"),
        *("messagetext", "comment", "essay", "post", "answer", "response"),
        *("beitrag", "nachricht", "kommentar", "antwort", "inhalt", "aufsatz"),
        *("inlägg", "meddelande", "svar", "innehåll", "uppsats"),
        *("texte", "contenu", "commentaire", "réponse", "rédaction"),
    ),
    "subject": (
        *("subject", "title", "postsubject", "messagesubject", "headline"),
        *("betreff", "titel", "überschrift", "ämne", "rubrik", "objet", "sujet", "titre"),
    ),
}
"""Our column names for a table of messages, and the names others give them, folded."""

ROSTER: Aliases = {
    "id": (
        *("id", "userid", "participantid", "studentid", "learnerid", "memberid", "authorid"),
        *("author", "uid", "idnumber", "sisuserid", "studentnumber", "matriculationnumber"),
        *("idnummer", "matrikelnummer", "studierendennummer", "numérodétudiant"),
    ),
    "name": (
        *("name", "fullname", "displayname", "realname", "userfullname", "studentname"),
        *("participantname", "authorname", "student", "students", "participant"),
        *("participants", "names", "vollständigername", "namn", "nomcomplet", "étudiant"),
        *("teilnehmer", "studierende", "deltagare"),
    ),
    "first": (
        *("first", "firstname", "firstnames", "givenname", "givennames", "given", "forename"),
        *("vorname", "vornamen", "förnamn", "prénom", "prénoms"),
    ),
    "middle": ("middle", "middlename", "middlenames"),
    "last": (
        *("last", "lastname", "surname", "familyname", "family"),
        *("nachname", "familienname", "efternamn", "nom", "nomdefamille"),
    ),
    "preferred": (
        *("preferredname", "preferred", "nickname", "alias", "knownas"),
        *("callname", "preferredfirstname", "alternatename"),
        *("rufname", "spitzname", "tilltalsnamn", "smeknamn", "surnom"),
    ),
    "email": (
        *("email", "emailaddress", "mail", "mailaddress", "useremail"),
        *("emailadresse", "mailadresse", "epost", "epostadress", "courriel", "adressedecourriel"),
    ),
    "login": (
        *("login", "username", "loginid", "sisloginid", "handle", "account", "screenname"),
        *("user", "accountname"),
        *("benutzername", "anmeldename", "användarnamn", "nomdutilisateur"),
    ),
    "role": ("role", "roles", "rolle", "rollen", "roll", "roller", "rôle", "rôles"),
    "gender": ("gender", "sex", "geschlecht", "kön", "sexe"),
}
"""Our column names for a roster, and the names others give them, folded."""

WIDEST = 16_384
"""No table has more columns; it is what Excel can hold."""

_PROSE = re.compile(r"[\s<>!?%{}]|^[^\W\d_][a-z]+$|^[A-Z]")
_NOT_A_NAME = re.compile(r"^$|^[\d\s.,:/+-]+$|[@\n]|^.{61}")


def fold(name: str) -> str:
    """Reduce a column's name to what counts when names are compared."""
    return re.sub(r"[\s_.'’-]+|\(\d+\)$", "", normalize("NFC", name)).casefold()


def recognise(
    names: Sequence[str], aliases: Aliases, mapped: Mapping[str, str] | None = None
) -> dict[str, list[str]]:
    """Give each of our columns the source's that may serve it, the best first."""
    if len(names) > WIDEST:
        raise InputError(f"the table has {len(names):,} columns; give one of {WIDEST:,} at most")
    folded = {name: fold(name) for name in names}
    found = {ours: [theirs] for ours, theirs in _check(names, aliases, mapped or {}).items()}
    taken = {theirs for choices in found.values() for theirs in choices}
    for ours in (ours for ours in aliases if ours not in (mapped or {})):
        known = {alias: place for place, alias in enumerate(aliases[ours])}
        choices = [name for name in names if name not in taken and folded[name] in known]
        choices.sort(key=lambda name: (name != ours, known[folded[name]]))
        if choices:
            found[ours] = choices
    return {ours: found[ours] for ours in aliases if ours in found}


def score(names: Sequence[str], aliases: Aliases, mapped: Mapping[str, str]) -> int:
    """Count the columns that are known, a text above all: which row or sheet is the header?"""
    known = {alias for folded in aliases.values() for alias in folded}
    known |= {fold(theirs) for theirs in mapped.values()}
    texts = {*aliases.get("text", ()), fold(mapped.get("text", ""))}
    folded = [fold(name) for name in names if name]
    return sum(name in known for name in folded) + 100 * any(name in texts for name in folded)


def show(names: Sequence[str]) -> str:
    """List columns for an error, unless the first row looks like data and not like names."""
    strange = any(_NOT_A_NAME.search(name) for name in names)
    known = any(fold(name) in aliases for name in names for aliases in _all_aliases())
    # Prose has no column that is known, and must not be quoted in an error.
    if strange or (not known and any(_PROSE.search(name) for name in names)):
        return "no column name that Onym knows stands in its first row"
    return "found: " + ", ".join(names[:30]) + (", ..." if len(names) > 30 else "")


def _all_aliases() -> Iterator[tuple[str, ...]]:
    for table in (MESSAGES, ROSTER):
        yield from table.values()


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """Number empty and repeated column names so that each stands for one column."""
    used: set[str] = set()
    counts: dict[str, int] = {}
    result = []
    for place, name in enumerate(names, 1):
        fresh, base = name or f"column {place}", name or "column"
        while fresh in used:
            counts[base] = counts.get(base, 1) + 1
            fresh = f"{base} ({counts[base]})"
        used.add(fresh)
        result.append(fresh)
    return tuple(result)


def _check(names: Sequence[str], aliases: Aliases, mapped: Mapping[str, str]) -> dict[str, str]:
    checked = {}
    for ours, theirs in mapped.items():
        if ours not in aliases:
            also = ", keep, text_2" if "text" in aliases else ""
            raise InputError(
                f"no column is called {ours} here; use one of: {', '.join(aliases)}{also}"
            )
        if theirs == "":
            continue  # The user says that the table has no such column.
        checked[ours] = pick(names, theirs, ours)
    for ours, theirs in checked.items():
        twice = [name for name, column in checked.items() if column == theirs]
        if ours == "text" and len(twice) > 1:
            raise InputError(f"column {theirs} cannot be both {' and '.join(twice)}; name another")
    return checked


def pick(names: Sequence[str], theirs: str, ours: str) -> str:
    """Find the column that the user means."""
    fits = [name for name in names if name == theirs] or [
        name for name in names if fold(name) == fold(theirs)
    ]
    if not fits:
        raise InputError(f"there is no column {theirs} for {ours}; {show(names)}")
    return fits[0]
