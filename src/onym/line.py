"""The whole line over a project: read, find, link, replace, check, report.

    line = start("course", "forum.csv", {"roster": "class.csv"})
    line.find()
    line.apply()

The command line and Python programs go the same way. Steps that are only needed for others are
done when they are needed, once: `resume("course").report()` reads and replaces by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import replace as changed
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym.conversation.threads import stand_apart
from onym.disk.records import count_mentions
from onym.disk.whereabouts import relate
from onym.engine import Engine
from onym.errors import PolicyError, ProjectError
from onym.garbage import no_collection
from onym.matter import Matter, Tell, silent
from onym.methods import HERE, find, replace, settle, unite
from onym.model import Corpus, Evidence, Mapping, Question, Replaced
from onym.policy import update
from onym.project import earlier
from onym.project.decisions import Decision, one_person
from onym.project.project import Project

if TYPE_CHECKING:
    from onym.attack import Attack
    from onym.check import Examination, Finding
    from onym.questions.questions import Doubts

Options = Lookup[str, Any]


MANY = 30
"""So many open questions are worth asking the reader first."""
OWN = ("seed", "cores", "master", "tagger", "tagger_budget")
"""Options of a line that are no settings of its project."""


@no_collection()
def start(
    out: str | Path,
    source: str | Path,
    options: Lookup[str, Any] | None = None,
    tell: Tell = silent,
) -> Line:
    """Begin with a source and a folder for the project; the folder is made once it can be read.

    Options are settings by name: method, scope, style, people, collapse, seed, roster, columns,
    format, keep (files), cores and master (of a Spark cluster). One that is missing stays as the
    project has it.
    """
    project = Project.at(out)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    own = {name: given.pop(name, None) for name in OWN}
    if not (project.root / "onym.toml").is_file():
        given.setdefault("preset", "forum")
    paths: dict[str, Any] = {"source": relate(project.root, source)}
    if "roster" in given:
        paths["roster"] = relate(project.root, given.pop("roster"))
    if "keep" in given:
        paths["keep"] = tuple(relate(project.root, file) for file in given.pop("keep"))
    settings = update(project.settings, **paths, **given)
    line = Line(project, settings, tell, **own)
    # Nothing is made, and no setting changed, for files that cannot be read.
    with project.tentatively():
        if line.is_large:
            project.establish(settings)  # its messages are put there while they are read
        _ = line.reading_lists, line.corpus
    project.establish(settings)
    return line


def add(
    folder: str | Path,
    source: str | Path,
    options: Lookup[str, Any] | None = None,
    tell: Tell = silent,
) -> Line:
    """Let a new batch of messages join a project; those it has are not looked at again."""
    project = Project.open(folder)
    if (project.share / Path(source).name).exists():
        raise ProjectError(
            f"{project.share / Path(source).name} is there already; give the new file another name"
        )
    given = {name: value for name, value in (options or {}).items() if value is not None}
    own = {name: given.pop(name, None) for name in OWN}
    paths: dict[str, Any] = {"source": relate(project.root, source)}
    if "roster" in given:
        paths["roster"] = relate(project.root, given.pop("roster"))
    settings = update(project.settings, **paths, **given)
    line = Line(project, settings, tell, **own)
    read = line._read  # a file that cannot be read changes nothing
    with project.locked():
        earlier.retire(project, settings)
    line = Line(project, settings, tell, **own)
    line.__dict__["_read"] = read
    return line


def resume(folder: str | Path, options: Options | None = None, tell: Tell = silent) -> Line:
    """Go on with a project that is there."""
    project = Project.open(folder)
    given = {name: value for name, value in (options or {}).items() if value is not None}
    own = {name: given.pop(name, None) for name in OWN}
    method = given.get("method")
    if method is not None and method != project.settings.policy.method:
        raise PolicyError("another method finds other names: run onym find with it first")
    settings = update(project.settings, **given)
    project.establish(settings)
    return Line(project, settings, tell, **own)


class Line(Matter):
    """One pass along the line over a project."""

    @no_collection()
    def find(self) -> Mapping:
        """Find names, settle their owners, lay every decision over that and write mapping.txt."""
        from onym.reading_list import mark_cited, names_to_keep

        self.project.take_edits()
        self._begin("Finding names")
        policy = self.settings.policy
        found = find(self.corpus, policy.method, policy, self.engine)
        if self.tagger != "off":
            found = self._ask_reader(found)
        self.evidence = self._with_earlier(found)
        self.__dict__.pop("ledger", None)
        self._begin("Settling whose they are")
        ledger = self.ledger if policy.method == "onym" else None
        proposal = settle(self.evidence, self.corpus, policy, self.engine, ledger)
        if self._earlier:
            proposal = earlier.keep_names(proposal, self._earlier.mapping)
        if self.asked is not None:
            proposal = changed(proposal, readings=self.asked.readings)
        proposal = mark_cited(self.reading_lists, proposal)
        keep = names_to_keep(self.reading_lists, self.corpus, proposal)
        proposal = changed(proposal, keep=(*proposal.keep, *keep))
        for made_before in ("replaced", "doubts", "examination"):
            self.__dict__.pop(made_before, None)
        own = found.statistics if policy.method == "onym" else None
        also = partial(earlier.write_down, self.corpus, own, folder=self.project.private)
        self.mapping = self.project.propose(proposal, self.fingerprints(), also)
        return self.mapping

    def _ask_reader(self, found: Evidence) -> Evidence:
        """Let the optional reader add what it reads to the evidence."""
        from onym.tagger.budget import parse_budget
        from onym.tagger.votes import witness

        self._begin("Reading sentences")
        seconds = None if self.tagger == "all" else parse_budget(self.tagger_budget)
        policy = self.settings.policy
        witnessed, self.asked = witness(
            found, self.corpus, policy, seconds, self.cores, self._advance
        )
        return witnessed

    @no_collection()
    def apply(self) -> Replaced:
        """Replace the names and write what may be shared, and the key to it."""
        self.refuse_stale()
        return self._write(self.replaced, "applied")

    def rotate(self) -> Replaced:
        """Draw new pseudonyms for everybody and write all that may be shared anew."""
        if self.settings.policy.style == "id":
            raise PolicyError(
                "the style id shows the source's own ids; choose another with --style"
            )
        self.refuse_stale()
        # A masking name that stayed would tie the two outputs together.
        taken_back = [Decision("unmask", name, who) for who, name in self._masks().items()]
        self._key, self._unmasking = self._key.rotate(), True
        self.__dict__.pop("replaced", None)
        done = self._write(self.replaced, "rotated", taken_back)
        self._unmasking = False
        return done

    def check(self) -> tuple[Finding, ...]:
        """Look for every known name in what lies in share/, what is surely a leak first."""
        return self.examination.findings

    @cached_property
    def examination(self) -> Examination:
        """What could still be found in share/: leaks, suspects, rare details, an estimate."""
        from onym.check import crewed, examine

        self._begin("Checking")
        languages = self.settings.policy.settled(self.corpus).languages
        put_in, share = self.project.load_replacements(), self.project.share
        folder = self.project.work / "check"
        crew = crewed(self.corpus, folder, self.cores, self._begin, self._advance)
        with no_collection(), crew as run:
            found = examine(self.shared, self.corpus, self.mapping, languages, share, put_in, run)
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

    def report(self) -> Path:
        """Write report.html."""
        from onym.report import build, weigh, write_report

        replaced = changed(self.replaced, questions=self.questions)
        summary = build(self.corpus, self.mapping, replaced, self.settings.policy)
        summary = changed(summary, unasked=self.doubts.unasked, left=self.doubts.left)
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
            counted = count_mentions(self.replaced.mentions)
            counts["replaced"] = sum(count for (_, done), count in counted.items() if done)
            counts["questions"] = len(self.questions)
        return counts

    def tagger_would_help(self) -> bool:
        """Whether names were found with little to go by: no class list, or many open questions."""
        from onym.tagger import reads

        policy = self.settings.policy
        found = policy.method == "onym" and "mapping" in self.__dict__
        found = found and reads(policy.settled(self.corpus).languages)
        unsure = len(self.questions) > MANY if "replaced" in self.__dict__ else False
        return found and self.tagger == "off" and (self.settings.roster is None or unsure)

    def are_essays(self) -> bool:
        """Whether each text stands alone, and yet only what forums have is hidden."""
        alone = stand_apart(self.corpus) and self.corpus.messages["parent"].is_null().all()
        return self.settings.policy.preset == "forum" and alone

    @cached_property
    def replaced(self) -> Replaced:
        """The messages with the names replaced."""
        corpus, _ = self.corpus, self.mapping
        self._begin("Replacing")
        return self.replace_in(corpus, self.engine)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What only a person can settle, the most worthwhile first."""
        return self.doubts.asked

    @cached_property
    def doubts(self) -> Doubts:
        """What is not sure, asked or not."""
        from onym.questions.questions import consider

        return consider(self)

    def replace_in(self, corpus: Corpus, engine: Engine = HERE) -> Replaced:
        """Replace the names in the corpus, or in a copy of it with only some texts left."""
        key = self.key
        policy = changed(self.settings.policy, seed=key.seed)
        given = {**key.taken(policy.style), **self.pseudonyms}
        whole = unite(corpus, one_person(self.project.load_decisions()))
        return replace(whole, self.mapping, policy, given, key.details, engine)

    def adopt(self, other: Line) -> None:
        """Take over the key that a copy of this line has written."""
        self._key = other._key

    def promise(self, replaced: Replaced) -> None:
        """Let pseudonyms stand fast as soon as a person has seen them."""
        chosen = self._masks()
        drawn = {who: name for who, name in replaced.pseudonyms.items() if who not in chosen}
        key = self.key.give(self.settings.policy.style, drawn)
        key = changed(key, details={**key.details, **replaced.details})
        if key != self._key:
            self.project.save_key(key)
            self._key = key

    @no_collection()
    def _write(self, replaced: Replaced, event: str, made: Sequence[Decision] = ()) -> Replaced:
        """Write key, mentions, the shared file and the log, all of them or none."""
        key = self.key.give(self.settings.policy.style, replaced.pseudonyms, self._masks())
        key = key.know(self.corpus, self.mapping)
        key = changed(key, details=replaced.details)
        policy = changed(self.settings.policy, seed=key.seed)
        with self.project.change() as change:
            place = change.stage(self.shared_file)
            write = self.engine.write(self.corpus, replaced, place, policy)
            done = self._done(replaced)
            self.tell("Writing")
            self.project.save_key(key, change)
            self.project.save_mentions(self.corpus.messages["id"], replaced.mentions, change)
            write()
            self.project.log(change, event, done)
            self.project.write_decisions(change, made)
        self._key = key
        for read_before in ("examination", "shared"):
            self.__dict__.pop(read_before, None)
        return replaced

    def _done(self, replaced: Replaced) -> dict[str, Any]:
        """What was done, as the log tells it: counts and settings."""
        categories: Counter[str] = Counter()
        for (category, _), count in count_mentions(replaced.mentions).items():
            categories[category] += count
        return {
            "messages": self.corpus.messages.height,
            "participants": len(self.corpus.participants),
            "people": len(replaced.pseudonyms),
            "mentions": dict(categories),
            "questions": len(self.questions),
            "settings": self.project.said(),
        }
