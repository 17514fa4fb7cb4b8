"""What only a person can settle: two calls, for the command line and the browser alike.

    for question in questions(line):
        decide(line, question, "always U12")

The questions come from one pass over the corpus; the answers are decisions in the project's log,
so they outlive every new run. Several questions take one answer together, "likely" for what is
most likely right for each, or "leave" to have them stay open. `undo` takes an answer back by
further decisions, and `reopen` asks again what was left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from onym.model import Evidence, Question
from onym.project.decisions import Decision, identities, left_open, one_person
from onym.project.project import Project
from onym.project.replay import revert
from onym.questions.answers import Answer, made
from onym.questions.together import worth

if TYPE_CHECKING:
    from onym.line import Line
    from onym.questions.doubts import Case, Claim
    from onym.questions.sightings import Sightings


_Found = TypeVar("_Found")


class Doubts(NamedTuple):
    """What is not sure in a project."""

    asked: tuple[Question, ...]
    unasked: int
    """Mentions that stay open without a question, since nobody could say who is meant."""
    left: int
    """Mentions that stay open, or as they are, because a person left them so."""


def questions(where: Project | Line) -> tuple[Question, ...]:
    """Give what is open in a project, the most worthwhile first, a question for each case."""
    return consider(where).asked


def consider(where: Project | Line, pause: Callable[[], None] = lambda: None) -> Doubts:
    """Give what is open in a project, and what of it is not asked.

    `pause` is called again and again, for whoever has something better to do meanwhile.
    """
    from onym.questions.doubts import cases, doubtful_claims, open_cases, rejected_claims
    from onym.questions.identities import same_cases, split_cases, stranger_claims
    from onym.questions.merging import merged
    from onym.questions.sightings import Sightings
    from onym.questions.sparing import Sparing

    def paced(found: Iterable[_Found]) -> Iterator[_Found]:
        for each in found:
            pause()
            yield each

    line = _line(where)
    log = line.project.load_decisions()
    seen = Sightings(line, pause)
    line.tell("Looking for questions")
    claims = [*paced(doubtful_claims(seen)), *paced(stranger_claims(line.corpus, line.mapping))]
    people = [*paced(same_cases(line.corpus, line.mapping))]
    if evidence := _evidence(line):
        claims += paced(rejected_claims(line.ledger, seen))
        people += paced(split_cases(evidence, line.corpus))
    said = _said(log, seen)
    names = [*paced(cases(_unsaid(claims, said, seen), seen))]
    found = [*paced(open_cases(line.replaced, seen)), *names, *people]
    sparing = Sparing(_once(found, said, log, seen), seen)
    wanted, left = _parted(sparing.asked(), log, seen)
    asked = sorted(merged(wanted, seen), key=_rank)
    return Doubts(tuple(asked), _mentions(sparing.left()), _mentions(left))


def decide(
    where: Project | Line, question: Question | Sequence[Question], answer: Answer
) -> tuple[Decision, ...]:
    """Write down what an answer decides, and give the decisions as they stand in the log."""
    project = _project(where)
    mapping = project.load_mapping()
    before = len(project.load_decisions())
    several = (question,) if isinstance(question, Question) else question
    if fresh := [decision for each in several for decision in made(each, answer, mapping)]:
        project.decide(fresh)
        _forget(where)
    return tuple(project.load_decisions()[before:])


def undo(
    where: Project | Line, answered: Iterable[Decision], undone: Iterable[Decision] = ()
) -> tuple[Decision, ...]:
    """Take back what `decide` wrote down: decisions that restore what stood before.

    To take back several, one after the other, `undone` has what was taken back before and what
    that gave: neither counts any more.
    """
    project = _project(where)
    log = project.take_edits()
    inverse = revert(project.load_proposal().mapping, log, (*answered, *undone))
    if inverse:
        project.decide(inverse)
        _forget(where)
    return tuple(project.load_decisions()[len(log) :])


def reopen(where: Project | Line) -> tuple[Decision, ...]:
    """Ask again about everything that was left open."""
    project = _project(where)
    log = project.take_edits()
    if again := [Decision("unleave", *pair) for pair in left_open(log)]:
        project.decide(again)
        _forget(where)
    return tuple(project.load_decisions()[len(log) :])


def identify(question: Question) -> str:
    """Give a short id that stays the same as long as the question does."""
    whole = "\0".join((question.kind, question.name, *sorted(question.participants)))
    return sha256(whole.encode()).hexdigest()[:12]


def identify_all(several: Iterable[Question]) -> str:
    """Give a short id to questions that are answered together."""
    return sha256(" ".join(sorted(map(identify, several))).encode()).hexdigest()[:12]


def to_dict(question: Question) -> dict[str, Any]:
    """Write a question for other programs; nothing of it is the text of a message."""
    fields = ("kind", "name", "participants", "count", "score", "reasons", "messages")
    return {"id": identify(question), **{field: getattr(question, field) for field in fields}}


def _rank(question: Question) -> tuple[float, int, str, str]:
    return -worth(question), -question.count, question.kind, question.name


def _line(where: Project | Line) -> Line:
    from onym.line import Line

    return Line(where, where.settings) if isinstance(where, Project) else where


def _project(where: Project | Line) -> Project:
    return where if isinstance(where, Project) else where.project


def _forget(where: Project | Line) -> None:
    """Let a line work out anew what rests on the decisions."""
    if not isinstance(where, Project):
        for made_before in ("mapping", "replaced", "doubts"):
            where.__dict__.pop(made_before, None)


def _evidence(line: Line) -> Evidence | None:
    """What Onym's own method knows beyond the mapping; the papers' methods know no more."""
    return line.evidence if line.settings.policy.method == "onym" else None


Pairs = set[tuple[str, str]]
"""Names, as they are compared, with participants."""


def _said(log: list[Decision], seen: Sightings) -> Pairs:
    """What people have said of a participant and a name, in a mapping or in the log."""
    said: Pairs = set()
    for decision in log:
        pair = seen.key(decision.name), decision.participant or ""
        if decision.action in ("add", "reject"):
            said.add(pair)
        elif decision.action == "forget":
            said.discard(pair)
    return said


def _unsaid(claims: Iterable[Claim], said: Pairs, seen: Sightings) -> list[Claim]:
    """The claims that nobody has decided on."""
    lists = (seen.mapping.keep, seen.mapping.hidden, seen.mapping.rejected, seen.mapping.composites)
    listed = {seen.key(name) for names in lists for name in names}
    keys = ((claim, seen.key(claim.name)) for claim in claims)
    return [
        claim for claim, key in keys if key not in listed and (key, claim.participant) not in said
    ]


def _once(found: list[Case], said: Pairs, log: list[Decision], seen: Sightings) -> list[Case]:
    """The cases without those that are settled, or that another one settles as well."""

    def pairs(case: Case) -> Pairs:
        key = seen.key(case.name)
        return {(key, who) for who in case.participants}

    of_names = set().union(*(pairs(case) for case in found if case.kind in ("owner", "name")))
    wider = set().union(*(pairs(case) for case in found if case.kind in ("shared", "split")))
    settled = {"outside": of_names, "owner": wider, "name": wider, "split": said}
    paired = identities(log)
    return [
        case
        for case in found
        if not pairs(case) <= settled.get(case.kind, set())
        and not (case.kind == "same" and _is_said(case, paired))
    ]


def _parted(
    found: list[Case], log: list[Decision], seen: Sightings
) -> tuple[list[Case], list[Case]]:
    """What is still asked, and what a person wants to be asked about no more."""
    pairs, known_as = left_open(log), one_person(log)
    left = {(seen.key(name), known_as.get(who, who)) for name, who in pairs}

    def is_left(case: Case) -> bool:
        if case.kind == "same":
            first, *others = case.participants
            return all({(other, first), (first, other)} & pairs.keys() for other in others)
        return all((seen.key(case.name), who) in left for who in case.participants)

    return [each for each in found if not is_left(each)], [each for each in found if is_left(each)]


def _mentions(cases: Iterable[Case]) -> int:
    return sum(case.count for case in cases)


def _is_said(case: Case, paired: dict[tuple[str, str], Decision]) -> bool:
    first, *others = case.participants
    return all(tuple(sorted((first, other))) in paired for other in others)
