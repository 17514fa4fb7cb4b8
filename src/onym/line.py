"""The whole line over a project: read, find, link, replace, check, report.

    line = start("course", "forum.csv", {"roster": "class.csv"})
    line.find()
    line.apply()

The command line and Python programs go the same way. Steps that are only needed for others are
done when they are needed, once: `resume("course").report()` reads and replaces by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Mapping as Lookup
from dataclasses import replace as changed
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym.actors import fill_forms, masks
from onym.decisions import one_person
from onym.errors import PolicyError, ProjectError
from onym.methods import find, propose, replace, unite
from onym.model import Corpus, Evidence, Mapping, Replaced
from onym.policy import Settings, update
from onym.project import Project, fingerprint, relate
from onym.records import Key
from onym.whereabouts import refuse_own

if TYPE_CHECKING:
    from onym.attack import Attack
    from onym.check import Examination, Finding
    from onym.ledger import Ledger
    from onym.reading_list import ReadingList

Tell = Callable[[str], None]
"""Hears what is being done."""
Options = Lookup[str, Any]


def silent(step: str) -> None:
    """Tell nobody."""


def start(
    out: str | Path,
    source: str | Path,
    options: Lookup[str, Any] | None = None,
    tell: Tell = silent,
) -> Line:
    """Begin with a source and a folder for the project; the folder is made once it can be read.

    Options are settings by name: method, scope, style, people, collapse, seed, roster, columns,
    format and keep (files). One that is missing stays as the project has it.
    """
    project = Project.at(out)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    seed = given.pop("seed", None)
    if not (project.root / "onym.toml").is_file():
        given.setdefault("preset", "forum")
    paths: dict[str, Any] = {"source": relate(project.root, source)}
    if "roster" in given:
        paths["roster"] = relate(project.root, given.pop("roster"))
    if "keep" in given:
        paths["keep"] = tuple(relate(project.root, file) for file in given.pop("keep"))
    settings = update(project.settings, **paths, **given)
    line = Line(project, settings, tell, seed)
    # Nothing is made, and no setting changed, for files that cannot be read.
    _ = line.reading_lists, line.corpus
    project.establish(settings)
    return line


def resume(folder: str | Path, options: Options | None = None, tell: Tell = silent) -> Line:
    """Go on with a project that is there."""
    project = Project.open(folder)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    seed = given.pop("seed", None)
    method = given.get("method")
    if method is not None and method != project.settings.policy.method:
        raise PolicyError("another method finds other names: run onym find with it first")
    settings = update(project.settings, **given)
    project.establish(settings)
    return Line(project, settings, tell, seed)


class Line:
    """One pass along the line over a project."""

    def __init__(
        self, project: Project, settings: Settings, tell: Tell = silent, seed: int | None = None
    ) -> None:
        self.project = project
        self.settings = settings
        self.tell = tell
        self.seed = seed

    def find(self) -> Mapping:
        """Find names, settle their owners, lay every decision over that and write mapping.txt."""
        from onym.reading_list import mark_cited, names_to_keep

        self.project.take_edits()
        self.tell("Finding names")
        proposal = propose(self.corpus, self.settings.policy)
        proposal = mark_cited(self.reading_lists, proposal)
        keep = names_to_keep(self.reading_lists, self.corpus, proposal)
        proposal = changed(proposal, keep=(*proposal.keep, *keep))
        self.__dict__.pop("replaced", None)
        self.__dict__.pop("examination", None)
        self.mapping = self.project.propose(proposal, self.fingerprints())
        return self.mapping

    def apply(self) -> Replaced:
        """Replace the names and write what may be shared, and the key to it."""
        self._refuse_stale()
        return self._write(self.replaced, "applied")

    def rotate(self) -> Replaced:
        """Draw new pseudonyms for everybody and write all that may be shared anew."""
        if self.settings.policy.style == "id":
            raise PolicyError(
                "the style id shows the source's own ids; choose another with --style"
            )
        self._refuse_stale()
        self._key = self._key.rotate()
        self.__dict__.pop("replaced", None)
        return self._write(self.replaced, "rotated")

    def check(self) -> tuple[Finding, ...]:
        """Look for every known name in what lies in share/, what is surely a leak first."""
        return self.examination.findings

    @cached_property
    def examination(self) -> Examination:
        """What could still be found in share/: leaks, suspects, rare details, an estimate."""
        from onym.check import examine

        self.tell("Checking")
        languages = self.settings.policy.settled(self.corpus).languages
        put_in = self.project.load_replacements()
        found = examine(
            self.shared, self.corpus, self.mapping, languages, self.project.share, put_in
        )
        counts = {"names still to be seen": found.leaks, "estimated at most": found.estimate.high}
        self.project.note("checked", counts)
        return found

    def attack(self) -> Attack:
        """Play the reader with the class list on what lies in share/."""
        self.tell("Attacking")
        found = self._attacked()
        if found is None:
            raise ProjectError("fewer than two people wrote: there is nobody to tell apart")
        return found

    def _attacked(self) -> Attack | None:
        from onym.attack import attack

        languages = self.settings.policy.settled(self.corpus).languages
        return attack(self.shared, self.corpus, languages)

    @property
    def shared(self) -> Replaced:
        """What lies in share/, read anew as anybody would read it."""
        from onym import formats

        if not self.shared_file.exists():
            raise ProjectError(f"nothing to check in {self.project.share}: run onym apply first")
        columns = self.settings.columns
        shared = formats.read(self.shared_file, columns=columns, format=self.corpus.source.format)
        if shared.messages.height != self.corpus.messages.height:
            raise ProjectError("share/ does not fit the source any more: run onym apply again")
        pseudonyms = self._key.given(self.settings.policy.style)
        return Replaced(shared.messages, (), pseudonyms, asides=shared.asides)

    def report(self) -> Path:
        """Write report.html."""
        from onym.report import build, weigh, write_report

        summary = build(self.corpus, self.mapping, self.replaced, self.settings.policy)
        if self.shared_file.exists():
            summary = changed(summary, risk=weigh(self.examination, self._attacked()))
        self.tell("Reporting")
        write_report(summary, self.project.report_file)
        self.project.note("reported", {})
        return self.project.report_file

    def figures(self) -> dict[str, int]:
        """Count what has been done so far."""
        made = self.__dict__
        counts = {}
        if "corpus" in made:
            counts["messages"] = self.corpus.messages.height
            counts["participants"] = len(self.corpus.participants)
        if "mapping" in made:
            counts["names"] = len(self.mapping.entries)
            counts["people"] = len(self.mapping.names())
        if "replaced" in made:
            mentions = self.replaced.mentions
            counts["replaced"] = sum(1 for each in mentions if each.replacement is not None)
            counts["questions"] = len(self.replaced.questions)
        return counts

    @cached_property
    def corpus(self) -> Corpus:
        """What was read, with what a person wrote into the participants' forms."""
        read = self._read
        people = fill_forms(read.participants, self.project.load_decisions())
        return changed(read, participants=people)

    @cached_property
    def _read(self) -> Corpus:
        from onym import formats

        self.tell("Reading")
        roster = self.settings.roster
        return formats.read(
            self._source,
            None if roster is None else self.project.place(roster),
            columns=self.settings.columns or None,
            format=self.settings.format,
            roster_columns=self.settings.roster_columns or None,
        )

    @cached_property
    def reading_lists(self) -> tuple[ReadingList, ...]:
        """Names to leave alone, from the files the settings name."""
        from onym.reading_list import load

        return tuple(load(self.project.place(file)) for file in self.settings.keep)

    @cached_property
    def mapping(self) -> Mapping:
        """The mapping as it stands, with everything a person has decided."""
        return self.project.load_mapping()

    @cached_property
    def replaced(self) -> Replaced:
        """The messages with the names replaced."""
        corpus, _ = self.corpus, self.mapping
        self.tell("Replacing")
        return unite(self.replace_in(corpus), one_person(self.project.load_decisions()))

    def replace_in(self, corpus: Corpus) -> Replaced:
        """Replace the names in the corpus, or in a copy of it with only some texts left."""
        policy = changed(self.settings.policy, seed=self._key.seed)
        taken = self._key.taken(policy.style)
        given = {**taken, **self.pseudonyms}
        return replace(corpus, self.mapping, policy, given, self._key.details)

    @property
    def pseudonyms(self) -> dict[str, str]:
        """The pseudonyms that stand fast: given before, or chosen by a person."""
        given = self._key.given(self.settings.policy.style)
        return {**given, **masks(self.project.load_decisions())}

    def promise(self, replaced: Replaced) -> None:
        """Let pseudonyms stand fast as soon as a person has seen them."""
        chosen = masks(self.project.load_decisions())
        drawn = {who: name for who, name in replaced.pseudonyms.items() if who not in chosen}
        key = self._key.give(self.settings.policy.style, drawn)
        key = changed(key, details={**key.details, **replaced.details})
        if key != self._key:
            self.project.save_key(key)
            self._key = key

    @cached_property
    def evidence(self) -> Evidence:
        """What was found, whatever was decided about it."""
        return find(self.corpus, self.settings.policy.method, self.settings.policy)

    @cached_property
    def ledger(self) -> Ledger:
        """The sums of evidence that Onym's own method comes to."""
        from onym.link import link_names

        return link_names(self.evidence, self.corpus, self.settings.policy)

    @property
    def shared_file(self) -> Path:
        """Where the pseudonymised source goes."""
        return self.project.share / self._source.name

    @cached_property
    def _key(self) -> Key:
        return self.project.load_key(self.seed)

    @property
    def _source(self) -> Path:
        if self.settings.source is None:
            raise ProjectError(
                "onym.toml names no source; run onym find SOURCE --out with this folder"
            )
        source = self.project.place(self.settings.source)
        refuse_own(source, self.project.root)
        return source

    def _write(self, replaced: Replaced, event: str) -> Replaced:
        """Write key, mentions, the shared file and the log, all of them or none."""
        from onym import formats

        self.tell("Writing")
        chosen = masks(self.project.load_decisions())
        key = self._key.give(self.settings.policy.style, replaced.pseudonyms, chosen)
        key = key.know(self.corpus, self.mapping)
        key = changed(key, details=replaced.details)
        policy = changed(self.settings.policy, seed=key.seed)
        with self.project.change() as change:
            self.project.save_key(key, change)
            self.project.save_mentions(self.corpus.messages["id"], replaced.mentions, change)
            formats.write(self.corpus, replaced, change.stage(self.shared_file), policy)
            self.project.log(change, event, self._done(replaced))
        self._key = key
        self.__dict__.pop("examination", None)
        return replaced

    def _done(self, replaced: Replaced) -> dict[str, Any]:
        """What was done, as the log tells it: counts and settings."""
        categories = Counter(each.category for each in replaced.mentions)
        return {
            "messages": self.corpus.messages.height,
            "participants": len(self.corpus.participants),
            "people": len(replaced.pseudonyms),
            "mentions": dict(categories),
            "questions": len(replaced.questions),
            "settings": self.project.said(),
        }

    def fingerprints(self) -> dict[str, str]:
        """Give the fingerprints of the files the names come from."""
        roster = self.settings.roster
        files = {"source": self._source}
        if roster is not None:
            files["roster"] = self.project.place(roster)
        return {name: fingerprint(file) for name, file in files.items()}

    def _refuse_stale(self) -> None:
        """Names that came with a later version of the source have not been looked for."""
        known = self.project.load_proposal().sources
        if known and known != self.fingerprints():
            raise ProjectError("the source or roster has changed: run onym run or onym find again")
