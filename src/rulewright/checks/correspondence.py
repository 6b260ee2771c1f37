"""Which names of two domains mean the same: they have the same words, or are names of the same term.

So the mg among the weapons of one table is the machine gun among the kinds of fire of another. Two names of one domain
with the same meaning have no partner, and a single name in common is no sign that two domains are of one kind. Once
they are of one kind, two names with the same id are the same if they speak of the same term.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from rulewright.checks.book_words import Words, normalised
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.text import Text
from rulewright.wording import plain

LEAST_SHARED = 2
"""Names that two domains must share to be of one kind."""


class Correspondence:
    """The meanings of the names of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._meanings: dict[str, Mapping[Words, int]] = {}

    @cached_property
    def terms(self) -> Mapping[Words, Words]:
        """The first name of each term by all its names."""
        return {normalised(name): normalised(term.name) for term in self.book.game.terms for name in term.names}

    def meaning(self, label: Text) -> Words:
        """The words of a name; of a name that only links a term, or is one of its names, the term's own words."""
        target = self.book.resolve(label.links[0]) if len(label.links) == 1 and not label.bare.strip() else None
        if target is not None and target.kind == "term":
            return normalised(self.book.terms[target.id].name)
        words = normalised(plain(label, self.book))
        return self.terms.get(words, words)

    def subject(self, label: Text) -> Words:
        """The first term that a name links, or the term that it names; else nothing."""
        targets = (self.book.resolve(link) for link in label.links)
        linked = (normalised(self.book.terms[each.id].name) for each in targets if each and each.kind == "term")
        return next(linked, self.terms.get(normalised(plain(label, self.book)), ()))

    def meanings(self, domain: Domain) -> Mapping[Words, int]:
        """The keys of the names of a domain, each by a meaning that no other name of it has."""
        if domain.id not in self._meanings or not domain.id:
            found = [self.meaning(name.label) for name in domain.names]
            once = {meaning for meaning, times in Counter(found).items() if times == 1}
            self._meanings[domain.id] = {meaning: key for key, meaning in enumerate(found) if meaning in once}
        return self._meanings[domain.id]

    def keys(self, domain: Domain, other: Domain) -> Mapping[int, int]:
        """The keys of a domain by those of another that mean the same; none unless the two are of one kind."""
        if not (domain.enumeration and other.enumeration) or domain.boolean or other.boolean:
            return {}
        own, its = self.meanings(domain), self.meanings(other)
        shared = {its[meaning]: key for meaning, key in own.items() if meaning in its}
        return self._same_ids(domain, other) | shared if len(shared) >= LEAST_SHARED else {}

    def _same_ids(self, domain: Domain, other: Domain) -> dict[int, int]:
        """The keys of names that have the same id and speak of the same term: direct HE, and an HE shell."""
        places = ((domain.position(name.id), at) for at, name in enumerate(other.names))
        subjects = [[self.subject(name.label) for name in each.names] for each in (domain, other)]
        return {at: key for key, at in places if key is not None and subjects[0][key] == subjects[1][at] != ()}


def mapped(keys: KeySet, by: Mapping[int, int]) -> KeySet:
    """The partners of some keys."""
    return KeySet.of(by[key] for key in keys if key in by)
