"""What a thing is spoken of together with: the evidence for a link in a sentence.

A term, a fact or a rule has a profile: its names, its definition, its rule, and all that other sentences say beside a
link to it. A sentence fits it as far as they have words and links in common; rare ones count more, as in searching.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import log, sqrt

from rulewright.checks.passages import Feature, Features, Linked, Passage, features_of, passages, stems, table_passages
from rulewright.model.book import Book, Target
from rulewright.model.game import Rule

BESIDE = 0.1
"""The weight of what stands beside a sentence in the same text."""


class Associations:
    """The profiles of the terms, facts and rules of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.passages: Sequence[Passage] = tuple(passages(book))

    def fits(self, passage: Passage, linked: Linked) -> Mapping[Target, float]:
        """How well each thing of the kind of a link's target fits the sentence without the link.

        A rule does not link to itself.
        """
        owner, kind = self._owner_features(passage.owner), linked.target.kind
        said = passage.features(without=linked) | owner | (linked.features if linked.link.shown else frozenset())
        said -= {linked.target}
        counted, own = Counter(self._spoken_of(passage)), passage.features() | owner
        weights: Counter[Target] = Counter()
        for features, weight in ((said, 1.0), (passage.around - said, BESIDE)):
            for feature in features:
                for thing, times in self._things_by_feature.get(feature, {}).items():
                    if thing.kind == kind and times > (counted[thing] if feature in own else 0):
                        weights[thing] += weight * self._rarity(feature)
        homes = self._homes(passage.owner)
        things = (thing for thing in self._profiles if thing.kind == kind and thing not in homes)
        return {thing: weights[thing] / self._size(thing) for thing in things}

    def shared_words(self, passage: Passage, linked: Linked, thing: Target) -> list[str]:
        """The words that a sentence has in common with a thing, the rarest first."""
        said = (each for each in passage.features(without=linked) if isinstance(each, str))
        shared = (word for word in said if thing in self._things_by_feature.get(word, {}))
        return sorted(shared, key=lambda word: (-self._rarity(word), word))

    def _spoken_of(self, passage: Passage) -> Iterator[Target]:
        """The things that a sentence links to, and the terms that it names without a link."""
        linked = [each.target for each in passage.links if each.target in self._profiles]
        yield from linked
        for first in passage.bare:
            for term, name in self._names_by_word.get(first, ()):
                if name <= passage.bare and term not in linked:
                    yield term

    @cached_property
    def _names_by_word(self) -> Mapping[Feature, Sequence[tuple[Target, Features]]]:
        """The terms and the words of their names, each under one of these words."""
        names: dict[Feature, list[tuple[Target, Features]]] = {}
        for term in self.book.game.terms:
            for words in {stems(name) for name in term.names} - {frozenset()}:
                names.setdefault(min(words, key=str), []).append((Target("term", term.id), words))
        return names

    def _owner_features(self, owner: Target) -> Features:
        """What every sentence of a text is about: its owner, with its title, and the rule of that."""
        game, rule = self.book, self._rule_of(owner)
        title: Features = frozenset()
        if owner.kind == "reference":
            title = stems(game.references[owner.id].title.bare)
        if owner.kind == "table":
            title = stems(game.tables[owner.id].title.bare)
        if owner.kind == "term":
            title = stems(game.terms[owner.id].name)
        return title | {owner} | (self._about_rule(rule) if rule else frozenset())

    def _rule_of(self, owner: Target) -> Rule | None:
        if owner.kind == "rule":
            return self.book.rules[owner.id]
        named = {
            "reference": self.book.references, "table": self.book.tables, "term": self.book.terms,
            "example": self.book.examples,
        }.get(owner.kind, {})  # fmt: skip
        return self.book.rule_of(named[owner.id].rule) if owner.id in named else None

    def _homes(self, owner: Target) -> frozenset[Target]:
        rule = self._rule_of(owner)
        return frozenset({owner, Target("rule", rule.id)} if rule and owner.kind in ("rule", "reference") else {owner})

    def _about_rule(self, rule: Rule) -> Features:
        parent = self._parents.get(rule.id)
        return stems(rule.title.bare) | {Target("rule", rule.id)} | ({Target("rule", parent)} if parent else set())

    @cached_property
    def _parents(self) -> Mapping[str, str]:
        outlines = (each for top in self.book.outline for each in top.walk())
        return {below.rule.id: each.rule.id for each in outlines for below in each.below}

    @cached_property
    def _profiles(self) -> Mapping[Target, Features]:
        """What is said of each thing where it is declared."""
        return {thing: frozenset().union(*parts) for thing, parts in self._declared()}

    def _declared(self) -> Iterator[tuple[Target, Iterable[Features]]]:
        book = self.book
        terms: dict[str, set[Feature]] = {}
        for term in book.game.terms:
            target, rule = Target("term", term.id), book.rule_of(term.rule)
            names = stems(" ".join(term.names))
            yield target, (names, features_of(term.text, book) if term.text else (), self._home(rule))
            if rule is not None:
                terms.setdefault(rule.id, set()).update({target, *stems(term.name)})
        for fact in book.game.facts:
            words = stems(f"{fact.id} {fact.unit}")
            yield Target("fact", fact.id), (words, self._home(book.rule_of(fact.rule)))
        for rule in book.game.rules:
            texts = (features_of(text, book) for text in rule.prose())
            tables = (stems(table.title.bare) | {Target("table", table.id)} for table in book.tables_of.get(rule.id, ()))
            own = self._about_rule(rule) | stems(rule.id) | terms.get(rule.id, set())
            if not rule.external:
                yield Target("rule", rule.id), (own, *texts, *tables)

    def _home(self, rule: Rule | None) -> Features:
        return self._about_rule(rule) if rule is not None else frozenset()

    @cached_property
    def _things_by_feature(self) -> Mapping[Feature, Mapping[Target, float]]:
        """The things by each feature: how often beside a link to it; always, where its declaration says it."""
        things: dict[Feature, dict[Target, float]] = {}
        for passage in (*self.passages, *table_passages(self.book)):
            spoken = passage.features() | self._owner_features(passage.owner)
            for thing in self._spoken_of(passage):
                for feature in spoken - {thing}:
                    counts = things.setdefault(feature, {})
                    counts[thing] = counts.get(thing, 0) + 1
        for thing, profile in self._profiles.items():
            for feature in profile - {thing}:
                things.setdefault(feature, {})[thing] = float("inf")
        return things

    @cached_property
    def _frequency(self) -> Counter[Feature]:
        return Counter(
            feature for each in self.passages for feature in each.features() | self._owner_features(each.owner)
        )

    def _rarity(self, feature: Feature) -> float:
        return log((len(self.passages) + 1) / (self._frequency[feature] + 1))

    def _size(self, thing: Target) -> float:
        """Larger profiles share more with any sentence."""
        return sqrt(1 + sum(map(self._rarity, self._profiles[thing])))
