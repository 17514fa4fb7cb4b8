"""Finding what may be a name, and the evidence for whose it is."""

from __future__ import annotations

from onym.model import Corpus, Evidence, Policy


def find(corpus: Corpus, policy: Policy) -> Evidence:
    """Gather evidence from the conversation itself: Onym's own method."""
    from onym.find.gather import gather

    return gather(corpus, policy)
