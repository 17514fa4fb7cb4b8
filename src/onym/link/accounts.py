"""User names: whom a forum quotes, and whom @ calls in a corpus where it calls people.

On a forum "@marypoe" is somebody, whether they write there or not. On a list where people talk of
programs "@coefs" is a part of one. How the corpus uses the sign tells the two apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Set

from onym.find.gather import Tally
from onym.find.lexicon import Lexicon
from onym.find.vocabulary import Vocabulary
from onym.language import is_technology
from onym.names.forms import handle_words
from onym.names.kinship import Person
from onym.text.text import fold

SHOWN = frozenset(
    {"answered", "attributed", "quoted", "greeted", "thanked", "addressed", "signed", "signature"}
)
"""Slots that show a name to be somebody's."""
PINGS = 3
"""How often a user name begins a message at least, and how often it is used for each time."""
CHATTY = 200
"""Words of a chat for each message at most that begins with a user name."""
KNOWN = 1 / 3
"""How much of what @ calls is known otherwise, where it calls people."""


def find_accounts(
    tally: Tally, people: Collection[Person], words: Lexicon
) -> tuple[frozenset[str], Counter[str]]:
    """The folded names of accounts: that a forum quotes, that @ calls if it calls people at all.

    Beside them, how often they and registered user names are used.
    """
    called: Counter[str] = Counter()
    pinged: Counter[str] = Counter()
    odd: set[str] = set()
    spelt: set[str] = set()
    shown: set[str] = set()
    credited: set[str] = set()
    for (kind, name, _), count in tally.claims.items():
        if kind == "handle":
            called[fold(name)] += count
            if any(words.given(word) for word in handle_words(name)):
                spelt.add(fold(name))
        elif kind == "pinged":
            pinged[fold(name)] += count
            if ends_in_word(name, words):
                odd.add(fold(name))
        elif kind in SHOWN:
            shown.update((fold(name), *(word for word in fold(name).split() if len(word) > 4)))
        elif kind == "credited":
            credited.add(fold(name))
    known = credited.union(fold(handle) for person in people for handle in person.handles)
    uses = count_uses(tally.vocabulary, known | called.keys() | pinged.keys())
    known = known.union(shown, *(person.words for person in people))
    accounts = {
        name: count
        for name, count in called.items()
        # @rpath is nobody where people talk of rpath
        if name in known or (uses[name] <= 2 * count and is_telling(name, words))
    }
    credited |= accounts_of_chat(tally, pinged, uses, words) - odd
    # where nobody is known by an id, user names that spell a first name tell it: @MaryPoe
    known = known if people else known | spelt
    # who is called first thing in a message is spoken to, unlike "@param"
    known = known.union(called.keys() & pinged.keys())
    if sum(accounts[name] for name in accounts if name in known) < KNOWN * sum(accounts.values()):
        return frozenset(credited), uses
    return frozenset(credited | accounts.keys()), uses


def accounts_of_chat(
    tally: Tally, pinged: Counter[str], uses: Counter[str], words: Lexicon
) -> set[str]:
    """The user names with which messages of a chat begin; elsewhere "NameError:" is nobody."""
    found = {
        name
        for name, count in pinged.items()
        if count >= PINGS and uses[name] <= PINGS * count and is_telling(name, words)
    }
    often = sum(pinged[name] for name in found) * CHATTY > tally.vocabulary.words.total()
    return found if often else set()


def ends_in_word(name: str, words: Lexicon) -> bool:
    """Whether the last of several words in one is no name: NameError, team-everyone."""
    *first, last = handle_words(name) or ("",)
    return bool(first) and (last in words.never or words.ordinary(last))


def count_uses(vocabulary: Vocabulary, names: Set[str]) -> Counter[str]:
    """How often folded names are written, in whatever case."""
    uses: Counter[str] = Counter()
    for counted in (vocabulary.words, vocabulary.coded) if names else ():
        for word, count in counted.items():
            if (folded := fold(word)) in names:
                uses[folded] += count
    return uses


def is_telling(name: str, words: Lexicon) -> bool:
    """Whether a name that nothing else shows is somebody's: no word, and no @everyone."""
    if name in words.never or is_technology(name):
        return False
    return words.given(name) or not words.ordinary(name)
