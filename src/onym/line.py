"""The whole line over a project: read, find, link, replace, check, report.

    line = start("course", "forum.csv", {"roster": "class.csv"})
    line.find()
    line.apply()

The command line and Python programs go the same way. Steps that are only needed for others are
done when they are needed, once: `resume("course").report()` reads and replaces by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Lookup
from dataclasses import replace as changed
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym.decisions import one_person
from onym.errors import InputError, PolicyError, ProjectError
from onym.model import Corpus, Evidence, Mapping, Policy, Replaced
from onym.policy import Settings, choose, update
from onym.project import Project, fingerprint, relate
from onym.records import Key

if TYPE_CHECKING:
    from onym.check import Finding
    from onym.reading_list import ReadingList

Tell = Callable[[str], None]
"""Hears what is being done."""
Options = Lookup[str, Any]


def silent(step: str) -> None:
    """Tell nobody."""


def _find_onym(corpus: Corpus, policy: Policy) -> Evidence:
    from onym.find.gather import gather

    return gather(corpus, policy)


def _find_farrow(corpus: Corpus, policy: Policy) -> Evidence:
    from onym.find.farrow import farrow

    return farrow(corpus)


def _find_class_list(corpus: Corpus, policy: Policy) -> Evidence:
    from onym.find.farrow import class_list

    return class_list(corpus)


def _find_both(corpus: Corpus, policy: Policy) -> Evidence:
    from onym.find.farrow import farrow_and_class_list

    return farrow_and_class_list(corpus)


FINDERS: dict[str, Callable[[Corpus, Policy], Evidence]] = {
    "onym": _find_onym,
    "farrow": _find_farrow,
    "class-list": _find_class_list,
    "farrow+class-list": _find_both,
}
"""The name of a method and what gathers its evidence."""


def find(corpus: Corpus, method: str = "onym", policy: Policy | None = None) -> Evidence:
    """Gather the evidence for who goes by which name, with one of the methods."""
    choose("method", method, FINDERS)
    return FINDERS[method](corpus, changed(policy or Policy(), method=method))


def propose(corpus: Corpus, policy: Policy, method: str | None = None) -> Mapping:
    """Find names and settle who owns them, as the policy or the given method says."""
    from onym.link import link

    chosen = changed(policy, method=method or policy.method)
    return link(find(corpus, chosen.method, chosen), corpus, chosen)


def replace(
    corpus: Corpus,
    mapping: Mapping,
    policy: Policy | None = None,
    pseudonyms: Lookup[str, str] | None = None,
) -> Replaced:
    """Put pseudonyms in place of the names; Onym's own method reads each in its context."""
    from onym.replace import replace as put
    from onym.resolve import Resolver

    chosen = (policy or Policy()).settled(corpus)
    in_context = chosen.method == "onym" and mapping.case == "smart"
    reader = Resolver(corpus, mapping, chosen).read if in_context else None
    return put(corpus, mapping, chosen, pseudonyms, reader)


METHODS: dict[str, Callable[[Corpus, Policy], Mapping]] = {
    name: partial(propose, method=name) for name in FINDERS
}
"""The name of a method and what makes its mapping."""


def unite(replaced: Replaced, one: Lookup[str, str]) -> Replaced:
    """Write one pseudonym in the author columns for ids that a person said are one person."""
    given = replaced.pseudonyms
    known_as = {
        given[who]: given[first] for who, first in one.items() if {who, first} <= set(given)
    }
    if not known_as:
        return replaced
    columns = [replaced.messages[name].replace(known_as) for name in ("author", "parent_author")]
    return changed(replaced, messages=replaced.messages.with_columns(columns))


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
        from onym.reading_list import names_to_keep

        self.project.take_edits()
        self.tell("Finding names")
        proposal = propose(self.corpus, self.settings.policy)
        keep = names_to_keep(self.reading_lists, self.corpus, proposal)
        proposal = changed(proposal, keep=(*proposal.keep, *keep))
        self.__dict__.pop("replaced", None)
        self.mapping = self.project.propose(proposal, self._fingerprints())
        return self.mapping

    def apply(self) -> Replaced:
        """Replace the names and write what may be shared, and the key to it."""
        self._refuse_stale()
        replaced = self.replaced
        self.tell("Writing")
        from onym import formats

        self._key = self._key.give(self.settings.policy.style, replaced.pseudonyms)
        self.project.save_key(self._key)
        self.project.save_mentions(self.corpus.messages["id"], replaced.mentions)
        formats.write(self.corpus, replaced, self.shared_file)
        return replaced

    def check(self) -> tuple[Finding, ...]:
        """Look for every known name in what lies in share/."""
        from onym import formats
        from onym.check import check, check_files, names_to_seek

        if not self.shared_file.exists():
            raise ProjectError(f"nothing to check in {self.project.share}: run onym apply first")
        self.tell("Checking")
        columns = self.settings.columns
        shared = formats.read(self.shared_file, columns=columns, format=self.corpus.source.format)
        if shared.messages.height != self.corpus.messages.height:
            raise ProjectError("share/ does not fit the source any more: run onym apply again")
        pseudonyms = self._key.given(self.settings.policy.style)
        result = Replaced(shared.messages, (), pseudonyms)
        languages = self.settings.policy.settled(self.corpus).languages
        found = check(result, self.corpus, self.mapping, languages)
        seen = {finding.name for finding in found} | set(pseudonyms.values())
        rest = [name for name in names_to_seek(self.corpus, self.mapping) if name not in seen]
        return (*found, *check_files(self.project.share, rest, self.mapping.keep, languages))

    def report(self) -> Path:
        """Write report.html."""
        from onym.report import build, write_report

        summary = build(self.corpus, self.mapping, self.replaced, self.settings.policy)
        self.tell("Reporting")
        write_report(summary, self.project.report_file)
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
        """What was read."""
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
        corpus, mapping = self.corpus, self.mapping
        self.tell("Replacing")
        policy = changed(self.settings.policy, seed=self._key.seed)
        done = replace(corpus, mapping, policy, self._key.given(policy.style))
        return unite(done, one_person(self.project.load_decisions()))

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
        if self.project.share.resolve() in source.resolve().parents:
            raise InputError(f"{source} is a result of Onym; give the original file")
        return source

    def _fingerprints(self) -> dict[str, str]:
        roster = self.settings.roster
        files = {"source": self._source}
        if roster is not None:
            files["roster"] = self.project.place(roster)
        return {name: fingerprint(file) for name, file in files.items()}

    def _refuse_stale(self) -> None:
        """Names that came with a later version of the source have not been looked for."""
        known = self.project.load_proposal().sources
        if known and known != self._fingerprints():
            raise ProjectError("the source or roster has changed: run onym run or onym find again")
