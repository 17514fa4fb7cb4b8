"""Who is meant: every occurrence of an accepted name is judged where it stands.

A name in a mapping may belong to several people, be a cited author's here and a participant's
there, or be an ordinary word. `Resolver.read` looks at the hits in one message with the people
around it and says for each: this participant, one of several, or (by silence) leave it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import overload

from onym.conversation.threads import Setting, membership, settings
from onym.find.gather import SELF
from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.names import WORD, Slot, bare
from onym.model import Corpus, Mapping, Policy
from onym.names.kinship import registered_words
from onym.names.matcher import Hit
from onym.resolve.bearers import Bearers, join_words
from onym.resolve.choosing import Chooser
from onym.resolve.extent import whole, with_particles
from onym.resolve.reading import Placed, Reading
from onym.resolve.strangers import after_strangers
from onym.resolve.surroundings import ARTICLES, Surroundings
from onym.resolve.verdicts import (
    Found,
    Stand,
    Verdict,
    is_barred,
    is_quoted,
    is_several,
    named_in_full,
    non_overlapping,
    signs_apart,
    with_tags,
)
from onym.resolve.weighing import Weigher
from onym.text.credits import speaker, speakers
from onym.text.text import Stretch, fold

NEGATED = ("'t", "’t", "?t")
"""Don't is nobody, nor with a broken apostrophe."""
BROKEN = re.compile(r"[ \t]\?[a-zß-ÿ]{2,}(?![\w?])")
"""A family name whose first letter an archive has lost: "In?s ?berg"."""
ACCOUNT = re.compile(r"(?:[_.-]?[^\W_]+)+")
"""What a user name has behind a name."""
WHOLE = frozenset(
    {"signed", "signature", "attributed", "requoted", "relayed", "greeted", "thanksigned"}
    | {"forwarding", "listed"}
)
"""Slots that are hidden whole once a part of them is known."""
FAR = 24
"""Letters between two words that nothing makes one name: `joins` looks no further."""


class Resolver:
    """Judges occurrences of the names in a mapping."""

    def __init__(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> None:
        self.bearers = bearers = Bearers(corpus, mapping)
        self.people = bearers.people
        self.chooser = Chooser(bearers.forms, bearers.people, policy.scope)
        self.words = lexicon(policy.languages, registered_words(corpus.participants))
        self.habits = habits(policy.languages)
        self.is_dull = lru_cache(1 << 16)(self._is_dull)
        self.is_idle = lru_cache(1 << 16)(self._is_idle)
        everyone = policy.people == "everyone"
        self.weigher = Weigher(bearers, self.chooser, self.words, everyone)
        self.enter(corpus)

    def enter(self, corpus: Corpus) -> None:
        """Turn to a corpus, or to another part of it."""
        self.chooser.enter(membership(corpus))
        self.settings = list(settings(corpus.messages))
        self.reading = Reading(corpus.messages["text"], self.words, self.habits)

    def read(self, index: int, text: str, hits: list[Hit]) -> list[Verdict]:
        """The verdicts on the hits in one message, in the order of the text."""
        setting = self.settings[index]
        layout, slots = self.reading.read(index, text)
        if not layout.edits:
            verdicts = self.judge_all(text, hits, slots, setting)
            return non_overlapping(with_tags(verdicts, layout.tags))
        seen = [_move(hit, place) for hit in hits if (place := layout.see(hit.start, hit.end))]
        judged = self.judge_all(layout.text, seen, slots, setting)
        verdicts = [_move(verdict, layout.source(*verdict[:2])) for verdict in judged]
        for start, end in layout.asides:
            # what people read in a tag, such as the description of a picture
            inside = [hit for hit in hits if start <= hit.start and hit.end <= end]
            here = [_move(hit, (hit.start - start, hit.end - start)) for hit in inside]
            for verdict in self.judge_all(text[start:end], here, (), setting):
                verdicts.append(_move(verdict, (verdict.start + start, verdict.end + start)))
        for start, end in layout.margins:
            inside = [hit for hit in hits if (hit.start, hit.end) == (start, end)]
            here = [_move(hit, (0, end - start)) for hit in inside]
            name = Slot("credited", 0, end - start, text[start:end])
            for verdict in self.judge_all(text[start:end], here, (name,), setting):
                verdicts.append(_move(verdict, (start, end)))
        return non_overlapping(with_tags(verdicts, layout.tags))

    def judge_all(
        self, text: str, hits: list[Hit], slots: tuple[Slot, ...], setting: Setting
    ) -> list[Verdict]:
        """The verdicts on hits in a text as it is seen."""
        verdicts: list[Verdict] = []
        if not hits:
            return verdicts
        known = speakers(text, setting.credited) if setting.credited else {}
        placed = Placed(slots)
        hits = hits if known else self.without_idle(text, hits, placed)
        runs = join_words(text, self.words_of(text, hits), self.bearers)
        if len(runs) > 1 and (named := named_in_full(runs)):
            setting = setting._replace(named=named)
        if len(runs) > 1:
            runs = after_strangers(text, runs, self.bearers, self.words)
        for run in runs:
            start, end = run.start, run.end
            here = placed.at(start, end)
            if not here and not known and self.is_small_word(text, run):
                continue
            around = Surroundings(text, start, end, self.words)
            if who := speaker(text, start, known) if known else None:
                # quoted words are read as in the message that they are taken from
                here = [_own(slot) for slot in here]
                verdict = self.judge(text, run, here, setting._replace(author=who), around)
            elif not here and self.is_ordinary(text, run, setting, around):
                continue
            else:
                writer = setting.author
                if writer is not None and len(run.owners) > 1 and writer in run.owners:
                    above = [slot.end for slot in slots if slot.kind in ("attributed", "credited")]
                    run = run._replace(quoted=is_quoted(text, start, above))
                    presents = not here and any(slot.kind in SELF for slot in slots)
                    run = tell_apart(run, setting, around, presents)
                verdict = self.judge(text, run, here, setting, around)
            verdicts += [verdict] if verdict else []
        return verdicts

    def without_idle(self, text: str, hits: list[Hit], placed: Placed) -> list[Hit]:
        """The hits without small ordinary words that stand far from all others and from slots.

        `is_small_word` would tell the same of each; in a large corpus most hits are such words.
        """
        told = []
        nexts = [*(hit.start for hit in hits[1:]), len(text) + FAR]
        before = -FAR
        for hit, after in zip(hits, nexts, strict=True):
            start, end = hit.start, hit.end
            if not (
                (start - before >= FAR <= after - end)
                and self.is_idle(text[start:end], hit.names)
                and not text.startswith("!", end)
                and not placed.at(start, end)
            ):
                told.append(hit)
            before = end
        return told

    def _is_idle(self, word: str, names: tuple[str, ...]) -> bool:
        """Whether a word is small and ordinary, whoever is called so."""
        if not (word.islower() or word in ARTICLES):
            return False
        key, owners = self.bearers.known(names)
        return " " not in key and self.is_dull(word, (key,), owners)

    def words_of(self, text: str, hits: list[Hit]) -> list[Found]:
        """The hits outside addresses and links, with their owners."""
        found = []
        for hit in hits:
            if is_barred(text, hit.start, hit.end) or text[hit.end : hit.end + 2] in NEGATED:
                continue
            key, owners = self.bearers.known(hit.names)
            if owners:
                found.append(Found(hit.start, hit.end, (key,), owners))
        return found

    def judge(
        self, text: str, found: Found, slots: list[Slot], setting: Setting, around: Surroundings
    ) -> Verdict | None:
        """Decide on one occurrence; None leaves it as it is."""
        if found.end - found.start == 1 and slots and all(" " in slot.name for slot in slots):
            return None  # an initial: "J C Poe"
        kinds = {slot.kind for slot in slots} or signs_apart(text, found, setting, around)
        account = "credited" in kinds  # whatever it looks like
        small = around.word[1:].islower()
        if not account and (
            around.listed
            or (around.word.islower() and self.is_phrase(found.keys[0]))
            or (small and len(found.keys) > 1 and self.are_words(found.keys))
        ):
            return None
        if account:
            stand: Stand | None = Stand(found.start, found.end, found.owners)
        elif len(found.keys) > 1 or is_several(found.keys[0]):
            stand = whole(self.bearers, found, around)
        else:
            stand = self.weigher.stands(found, around, kinds, setting)
        if stand is None:
            return None
        choose = self.chooser.choose
        owners, score = choose(stand.owners, kinds, setting, found.keys, found.quoted)
        particles = self.words.particles
        start = with_particles(self.bearers, text, stand.start, stand.owners, particles)
        end = stand.end
        glued = start > 0 and text[start - 1].isalpha()
        for slot in slots:
            if slot.kind in WHOLE and len(slot.name) < 45 and not glued:
                if self.is_name(text[slot.start : start]):
                    start = min(start, slot.start)
                if self.is_name(text[end : slot.end]):
                    end = max(end, slot.end)
                if broken := BROKEN.match(text, end):
                    end = broken.end()
        if text[start - 1 : start] == "@" and (rest := ACCOUNT.match(text, end)):
            end = rest.end()  # @mary_p
        return Verdict(start, end, owners, score, "+".join(sorted(kinds)) or "name")

    def is_small_word(self, text: str, found: Found) -> bool:
        """Whether a word outside all slots is told by itself: small, ordinary and not called out.

        Most of what is written like a name is that, so it is asked before anything else.
        """
        word = text[found.start : found.end]
        if not (word.islower() or word in ARTICLES) or text.startswith("!", found.end):
            return False
        return self.is_dull(word, found.keys, found.owners)

    def _is_dull(self, word: str, keys: tuple[str, ...], owners: frozenset[str]) -> bool:
        """Whether a small word is ordinary, whoever is called so; a user name may be spoken to."""
        if len(keys) > 1 or keys[0] in self.bearers.added:
            return False
        if len(word) == 1:
            return True  # nobody's but where somebody signs
        traits = self.bearers.traits_of(keys[0], owners)
        return traits.word and not traits.handle and self.words.ordinary(word)

    def is_ordinary(self, text: str, found: Found, setting: Setting, around: Surroundings) -> bool:
        """Whether a word outside all slots is told at once: small, or opening a sentence as others.

        The second only where it is a name in other courses, as most words are of some people.
        """
        key, word = found.keys[0], around.word
        known = len(found.keys) > 1 or key in self.bearers.added
        traits = self.bearers.traits_of(key, found.owners)
        if known or not traits.word:
            return False
        if len(word) > 1 and word.islower() and self.words.ordinary(word):
            return not (around.after.startswith("!") or (traits.handle and around.hailed))
        if not word[0].isupper() or not self.chooser.is_elsewhere(found.owners, setting):
            return False
        if not around.opens_sentence:
            return False
        beside = around.title or around.acts or around.other_after
        return not (beside or around.letter or around.initials)

    def is_phrase(self, key: str) -> bool:
        """Whether a name in small letters would be a piece of a sentence: "so, pip"."""
        words = key.replace(",", " ").split()
        return len(words) > 1 and not self.words.small.isdisjoint(words)

    def are_words(self, keys: tuple[str, ...]) -> bool:
        """Whether names in a row are rather ordinary words in a row: "old hand", "Old hand"."""
        return not any(self.words.given(key.capitalize()) for key in keys) and all(
            map(self.words.ordinary, keys)
        )

    def is_name(self, stretch: str) -> bool:
        """Whether what surrounds a name in its slot is more of the name: no ordinary word."""
        if not stretch:
            return True
        words = [bare(word) for word in WORD.findall(stretch)]
        return all(
            len(word) == 1 or self.words.nameable(word) or fold(word) in self.words.particles
            for word in words
        )


def tell_apart(found: Found, setting: Setting, around: Surroundings, presents: bool) -> Found:
    """Who is meant where the writer is called so, too, and says who they are or speaks of another.

    "I am Mary, but call me May, there is a Mary already", "the other Mary", "I'm the other Mary".
    """
    writer = frozenset({setting.author or ""})
    others = found.owners - writer
    if around.other:
        return found._replace(owners=writer if around.is_self else others)
    met = (setting.answered, *setting.earlier)
    return found._replace(owners=writer) if presents and others.isdisjoint(met) else found


def _own(slot: Slot) -> Slot:
    """A sign-off in quoted words, as in the message that they are taken from."""
    return slot._replace(kind="signed") if slot.kind == "relayed" else slot


@overload
def _move(found: Hit, place: Stretch) -> Hit: ...
@overload
def _move(found: Verdict, place: Stretch) -> Verdict: ...
def _move(found: Hit | Verdict, place: Stretch) -> Hit | Verdict:
    return found._replace(start=place[0], end=place[1])
