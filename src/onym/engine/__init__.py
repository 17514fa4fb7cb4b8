"""Engines: where the passes over the messages are made, whatever the size of a corpus.

    gather   evidence for who goes by which name
    count    the names of a mapping as they are written
    replace  pseudonyms in place of the names
    write    the source again with them

An engine gives the same answers as every other. `Here` takes a corpus whole, in this process;
`processes.Processes` takes it in parts, on every core; `spark.Spark` on a cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Mapping as Lookup
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from onym.model import Corpus, Mapping, Policy, Replaced

if TYPE_CHECKING:
    from onym.find.gather import Tally


def reads_context(policy: Policy, mapping: Mapping) -> bool:
    """Whether each name is judged where it stands, as Onym's own method does."""
    return policy.method == "onym" and mapping.case == "smart"


class Engine(Protocol):
    """Makes the passes over the messages of a corpus; the policy is settled."""

    def gather(self, corpus: Corpus, policy: Policy) -> Tally:
        """Count the claims that names belong to people, and the vocabulary."""
        ...

    def close(self) -> None:
        """Let go of everything that was needed on the way."""
        ...

    def count(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> Counter[tuple[str, str]]:
        """How often each participant is meant by each way of writing."""
        ...

    def replace(
        self,
        corpus: Corpus,
        mapping: Mapping,
        policy: Policy,
        given: Lookup[str, str],
        details: Lookup[str, str],
    ) -> Replaced:
        """Put pseudonyms in place of the names in the messages."""
        ...

    def write(
        self, corpus: Corpus, replaced: Replaced, path: Path, policy: Policy
    ) -> Callable[[], None]:
        """Begin to write the source with what was replaced; calling what it gives ends that."""
        ...


class Here:
    """Takes a corpus whole, in this process."""

    def close(self) -> None:
        """Let go of nothing."""

    def gather(self, corpus: Corpus, policy: Policy) -> Tally:
        """Count the claims that names belong to people, and the vocabulary."""
        from onym.find.gather import gather_tally

        return gather_tally(corpus, policy)

    def count(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> Counter[tuple[str, str]]:
        """How often each participant is meant by each way of writing."""
        from onym.replace.observe import count_names

        return count_names(corpus, mapping, policy)

    def replace(
        self,
        corpus: Corpus,
        mapping: Mapping,
        policy: Policy,
        given: Lookup[str, str],
        details: Lookup[str, str],
    ) -> Replaced:
        """Put pseudonyms in place of the names in the messages."""
        from onym.replace.replace import Replacer
        from onym.resolve.resolve import Resolver

        chosen = reads_context(policy, mapping)
        reader = Resolver(corpus, mapping, policy).read if chosen else None
        return Replacer(corpus, mapping, policy, given, reader, None, details).put(corpus)

    def write(
        self, corpus: Corpus, replaced: Replaced, path: Path, policy: Policy
    ) -> Callable[[], None]:
        """Begin with nothing: all of it is done in the end."""
        from onym import formats

        return partial(formats.write, corpus, replaced, path, policy)
