"""What a thing is spoken of together with: the evidence for a link in a sentence.

A term, a fact or a rule has a profile: its names, its definition, its rule, and all that other sentences say beside a
link to it. A sentence fits it as far as they have words and links in common; rare ones count more, as in searching.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log, sqrt

from rulewright.checks.passages import (
    Features,
    Linked,
    Passage,
    feature_of,
    features_of,
    passages,
    stems,
    table_passages,
)
from rulewright.model.book import Book, Target
from rulewright.model.game import Rule
from rulewright.wording import plain

BESIDE = 0.1
"""The weight of what stands beside a sentence in the same text."""
COMMON = 200
"""A feature of more things tells nothing of which of them is meant."""
NEARLY = 1 - 1e-9
"""Sums of fractions differ a little with their order."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a thing of one kind in a sentence: the weights of features, the heaviest first.

    What the sentence itself says is no evidence for what it links to: `own` are its features, and `spoken_of` counts
    the things. `homes` are what it is part of.
    """

    kind: str
    weights: Mapping[str, float]
    own: Features
    spoken_of: Mapping[str, int]
    homes: frozenset[str]

    def times(self, thing: str) -> int:
        """How often the sentence speaks of a thing."""
        return self.spoken_of.get(thing, 0)


class Associations:
    """The profiles of the terms, facts and rules of a book; each is a feature itself, such as `term:fire`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.passages: Sequence[Passage] = tuple(passages(book))
        self._owners: dict[Target, Features] = {}

    def evidence(self, passage: Passage, linked: Linked) -> Evidence:
        """What speaks for a target of a link in its sentence, without the link."""
        owner = self._owner_features(passage.owner)
        said = passage.features(without=linked) | owner | (linked.features if linked.link.shown else frozenset())
        said -= {linked.thing}
        weights = {each: self._rarity(each) for each in said}
        weights |= {each: BESIDE * self._rarity(each) for each in passage.around - said}
        known = self._things_by_feature[linked.target.kind]
        heavy = sorted((each for each in weights if each in known), key=lambda each: (-weights[each], each))
        return Evidence(
            linked.target.kind,
            {each: weights[each] for each in heavy},
            passage.features() | owner,
            Counter(self._spoken_of(passage)),
            self._homes(passage.owner),
        )

    def fit(self, thing: str, evidence: Evidence) -> float | None:
        """How well a thing fits a sentence; None if a link there cannot mean it: a rule does not link to itself."""
        size = self._sizes[evidence.kind].get(thing)
        if size is None or thing in evidence.homes:
            return None
        return self._shared(thing, evidence, evidence.weights) / size

    def _shared(self, thing: str, evidence: Evidence, weights: Mapping[str, float]) -> float:
        """The weight of what a thing and a sentence have in common; what only this sentence says does not count."""
        known, own, here, total = self._things_by_feature[evidence.kind], evidence.own, evidence.times(thing), 0.0
        for feature, weight in weights.items():
            times = known[feature].get(thing, 0)
            if times > here or (times and feature not in own):
                total += weight
        return total

    def best(self, evidence: Evidence, other_than: str, least: float) -> str | None:
        """The other thing that fits a sentence best, if that is at least so well.

        Most things share only what is common: these are not looked at, nor those that cannot win, so the time hardly
        grows with the book.
        """
        left_out = evidence.homes | {other_than}
        shares, others = self._rare_shares(evidence, left_out, least)
        sizes, rest = self._sizes[evidence.kind], sum(others.values())
        hopes = (((share + rest) / sizes[each], each) for each, share in shares.items() if each not in left_out)
        found: tuple[float, str | None] = (least, None)
        for most, thing in sorted(hopes, reverse=True):
            if most < NEARLY * found[0]:
                break
            fit = (shares[thing] + self._shared(thing, evidence, others)) / sizes[thing]
            if fit >= found[0]:
                found = fit, thing
        return found[1]

    def _rare_shares(
        self, evidence: Evidence, left_out: Collection[str], least: float
    ) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """The weight of the rare features of a sentence that each thing shares; and the weights of the others."""
        known, sizes = self._things_by_feature[evidence.kind], self._sizes[evidence.kind]
        others, rest, highest = dict(evidence.weights), sum(evidence.weights.values()), 0.0
        shares: dict[str, float] = {}
        for feature, weight in evidence.weights.items():
            if rest < NEARLY * least * self._smallest[evidence.kind]:
                break
            if len(known[feature]) > COMMON:
                continue
            for thing, times in known[feature].items():
                if times > evidence.times(thing) or feature not in evidence.own:
                    shares[thing] = share = shares.get(thing, 0) + weight
                    if share > highest and thing not in left_out:
                        highest, least = share, max(least, share / sizes[thing])
            rest -= others.pop(feature)
        return shares, others

    def is_unnamed(self, passage: Passage, linked: Linked) -> bool:
        """Whether a sentence has no word of the title of a rule that is elsewhere in the outline than its owner's."""
        rule, own = self.book.rules[linked.target.id], self._rule_of(passage.owner)
        if own is not None and self._family(own.id) & self._family(rule.id):
            return False
        return not stems(rule.title.bare) & (passage.features(without=linked) | passage.around)

    def is_below(self, rule: str, other: str) -> bool:
        """Whether a rule is somewhere below another one in the outline."""
        above = self._parents.get(rule)
        return above is not None and (above == other or self.is_below(above, other))

    def _family(self, rule: str) -> frozenset[str]:
        """A rule and the one above it."""
        return frozenset({rule, self._parents.get(rule, rule)})

    def shared_words(self, passage: Passage, linked: Linked, thing: str) -> list[str]:
        """The words, as written, that a sentence has in common with a thing, the rarest first."""
        said, known = passage.features(without=linked), self._things_by_feature[linked.target.kind]
        shared = {feature for feature in said if thing in known.get(feature, {})}
        words = {next(iter(stems(word)), ""): word for word in re.findall(r"\w+", plain(passage.text, self.book))}
        return [words[each] for each in sorted(shared & words.keys(), key=lambda each: (-self._rarity(each), each))]

    def _spoken_of(self, passage: Passage) -> Iterator[str]:
        """The things that a sentence links to, and the terms that it names without a link."""
        linked = [each.thing for each in passage.links if each.thing in self._profiles]
        yield from linked
        for first in passage.bare & self._names_by_word.keys():
            for term, name in self._names_by_word[first]:
                if name <= passage.bare and term not in linked:
                    yield term

    @cached_property
    def _names_by_word(self) -> Mapping[str, Sequence[tuple[str, Features]]]:
        """The terms and the words of their names, each under one of these words."""
        names: dict[str, list[tuple[str, Features]]] = {}
        for term in self.book.game.terms:
            for words in {stems(name) for name in term.names} - {frozenset()}:
                names.setdefault(min(words), []).append((f"term:{term.id}", words))
        return names

    def _owner_features(self, owner: Target) -> Features:
        """What every sentence of a text is about: its owner, with its title, and the rule of that."""
        if owner not in self._owners:
            rule = self._rule_of(owner)
            about = self._about_rule(rule) if rule is not None else frozenset()
            self._owners[owner] = stems(self._title_of(owner)) | {feature_of(owner)} | about
        return self._owners[owner]

    def _title_of(self, owner: Target) -> str:
        match owner.kind:
            case "reference":
                return self.book.references[owner.id].title.bare
            case "table":
                return self.book.tables[owner.id].title.bare
            case "term":
                return self.book.terms[owner.id].name
        return ""

    def _rule_of(self, owner: Target) -> Rule | None:
        match owner.kind:
            case "rule":
                return self.book.rules[owner.id]
            case "reference":
                return self.book.rule_of(self.book.references[owner.id].rule)
            case "table":
                return self.book.rule_of(self.book.tables[owner.id].rule)
            case "term":
                return self.book.rule_of(self.book.terms[owner.id].rule)
            case "example":
                return self.book.rule_of(self.book.examples[owner.id].rule)
        return None

    def _homes(self, owner: Target) -> frozenset[str]:
        rule = self._rule_of(owner)
        return frozenset({feature_of(owner), f"rule:{rule.id}" if rule and owner.kind == "reference" else ""})

    def _about_rule(self, rule: Rule) -> Features:
        parent = self._parents.get(rule.id)
        return stems(rule.title.bare) | {f"rule:{rule.id}", *([f"rule:{parent}"] if parent else [])}

    @cached_property
    def _parents(self) -> Mapping[str, str]:
        outlines = (each for top in self.book.outline for each in top.walk())
        return {below.rule.id: each.rule.id for each in outlines for below in each.below}

    @cached_property
    def _profiles(self) -> Mapping[str, Features]:
        """What is said of each thing where it is declared."""
        return {thing: frozenset().union(*parts) for thing, parts in self._declared()}

    def _declared(self) -> Iterator[tuple[str, Iterable[Features]]]:
        book = self.book
        terms: dict[str, set[str]] = {}
        for term in book.game.terms:
            thing, rule = f"term:{term.id}", book.rule_of(term.rule)
            text = features_of(term.text, book) if term.text is not None else frozenset()
            yield thing, (stems(" ".join(term.names)), text, self._home(rule))
            if rule is not None:
                terms.setdefault(rule.id, set()).update({thing, *stems(term.name)})
        for fact in book.game.facts:
            yield f"fact:{fact.id}", (stems(f"{fact.id} {fact.unit}"), self._home(book.rule_of(fact.rule)))
        for rule in book.game.rules:
            texts = (features_of(text, book) for text in rule.prose())
            tables = (stems(table.title.bare) | {f"table:{table.id}"} for table in book.tables_of.get(rule.id, ()))
            own = self._about_rule(rule) | stems(rule.id) | terms.get(rule.id, set())
            if not rule.external:
                yield f"rule:{rule.id}", (own, *texts, *tables)

    def _home(self, rule: Rule | None) -> Features:
        return self._about_rule(rule) if rule is not None else frozenset()

    @cached_property
    def _things_by_feature(self) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
        """For each kind the things by feature: how often beside a link to it; always, where its declaration says it."""
        things: dict[str, dict[str, dict[str, float]]] = {"term": {}, "fact": {}, "rule": {}}
        for passage in (*self.passages, *table_passages(self.book)):
            if spoken_of := list(self._spoken_of(passage)):
                said = passage.features() | self._owner_features(passage.owner)
                for thing in spoken_of:
                    of_kind = things[thing.partition(":")[0]]
                    for feature in said:
                        counts = of_kind.setdefault(feature, {})
                        counts[thing] = counts.get(thing, 0) + 1
        for thing, profile in self._profiles.items():
            of_kind = things[thing.partition(":")[0]]
            for feature in profile:
                of_kind.setdefault(feature, {})[thing] = inf
            of_kind.get(thing, {}).pop(thing, None)
        return things

    @cached_property
    def _frequency(self) -> Counter[str]:
        frequency: Counter[str] = Counter()
        for each in self.passages:
            frequency.update(each.features() | self._owner_features(each.owner))
        return frequency

    def _rarity(self, feature: str) -> float:
        if feature not in self._rarities:
            self._rarities[feature] = log((len(self.passages) + 1) / (self._frequency[feature] + 1))
        return self._rarities[feature]

    @cached_property
    def _rarities(self) -> dict[str, float]:
        return {}

    @cached_property
    def _smallest(self) -> Mapping[str, float]:
        return {kind: min(sizes.values(), default=1) for kind, sizes in self._sizes.items()}

    @cached_property
    def _sizes(self) -> Mapping[str, Mapping[str, float]]:
        """The size of each thing's profile, by kind: larger profiles share more with any sentence."""
        sizes: dict[str, dict[str, float]] = {"term": {}, "fact": {}, "rule": {}}
        for thing, profile in self._profiles.items():
            sizes[thing.partition(":")[0]][thing] = sqrt(1 + sum(map(self._rarity, profile)))
        return sizes
