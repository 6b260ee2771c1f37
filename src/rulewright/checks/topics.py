"""What texts are about: the words they use and the things they link to, so that a rule can be held against them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rulewright.checks.reading import SMALL_WORDS
from rulewright.checks.vocabulary import WORD, stem
from rulewright.model.book import Book, Outline, Target, citation_target, printed_labels, table_texts
from rulewright.model.game import Rule
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import shown

COMMON = 4
"""What one rule of so many uses tells nothing of what a rule is about."""
FEWEST_RULES = 8
"""Rules below which nothing is common, for all may be about one thing."""

Topics = frozenset[str | Target]


def topics_of(texts: Iterable[Text], book: Book) -> Topics:
    """The significant words as stems, and what is linked to with the words of its names; rules aside."""
    found: set[str | Target] = set()
    for text in texts:
        found |= _stems(text.bare)
        for link in text.links:
            target = book.resolve(link)
            if target is not None and target.kind != "rule":
                names = book.terms[target.id].names if target.kind == "term" else ()
                found |= {citation_target(target), *_stems(shown(link, target, book)), *_stems(" ".join(names))}
    return frozenset(found)


def _stems(said: str) -> set[str]:
    return {stem(word) for word in WORD.findall(said.lower().replace("-", " ")) if word not in SMALL_WORDS}


def texts_in(table: Table) -> Iterator[Text]:
    """All that a table prints."""
    yield from (text for text in table_texts(table) if text is not None and text != table.rule)
    yield from printed_labels(table)
    yield from (text for axis in table.axes if (text := axis.domain.title) is not None)


class RuleTopics:
    """What each rule of a book is about."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def shared(self, topics: Topics, rule: Rule, without: Table | None = None) -> Topics:
        """What a rule, and those under it, share with a text, apart from what most rules have.

        A table is held against all that the rule says `without` it.
        """
        about = self._whole[rule.id]
        if without is not None and rule.id in self._outlines:
            found = (self._texts(below.rule, without) for below in self._outlines[rule.id].walk())
            about = topics_of((text for texts in found for text in texts), self.book)
        return topics & about - self._common

    def nearest(self, topics: Topics, other_than: Rule, *, least: int) -> Rule | None:
        """The rule that shares most with a text, and at least so much; the shortest of those that share as much."""
        shares = Counter(id_ for topic in topics for id_ in self._having.get(topic, ()) if id_ != other_than.id)
        most = max(((share, -len(self._own[id_]), id_) for id_, share in shares.items()), default=(0, 0, ""))
        return self.book.rules[most[2]] if most[0] >= least else None

    def is_silent(self, rule: Rule) -> bool:
        """Whether a rule and all under it have no more than titles: where its text will be, a dash stands."""
        outline = self._outlines.get(rule.id)
        texts = [text for below in outline.walk() for text in self._texts(below.rule)[1:]] if outline else []
        return outline is not None and not any(text.links or WORD.search(text.source) for text in texts)

    @cached_property
    def _outlines(self) -> Mapping[str, Outline]:
        return {below.rule.id: below for outline in self.book.outline for below in outline.walk()}

    def _texts(self, rule: Rule, without: Table | None = None) -> list[Text]:
        """What a rule says: its title, its prose, its throws and tables, its examples."""
        found = [rule.title, *rule.prose()]
        tables = (table for table in self.book.tables_of.get(rule.id, ()) if table is not without)
        found += (text for table in tables for text in texts_in(table))
        found += (text for example in self.book.examples_of.get(rule.id, ()) for text in example.prose())
        return found

    @cached_property
    def _own(self) -> Mapping[str, Topics]:
        return {rule.id: topics_of(self._texts(rule), self.book) for rule in self.book.game.rules}

    @cached_property
    def _having(self) -> Mapping[str | Target, list[str]]:
        """The rules that are about each thing, if not too many are."""
        found: dict[str | Target, list[str]] = {}
        for id_, own in self._own.items():
            for topic in own - self._common:
                found.setdefault(topic, []).append(id_)
        return found

    @cached_property
    def _whole(self) -> Mapping[str, Topics]:
        """With the rules under each."""
        found = dict(self._own)
        for id_, outline in self._outlines.items():
            found[id_] = frozenset().union(*(self._own[below.rule.id] for below in outline.walk()))
        return found

    @cached_property
    def _common(self) -> Topics:
        often = Counter(topic for own in self._own.values() for topic in own)
        rules = len(self._own)
        return frozenset(topic for topic, count in often.items() if rules >= FEWEST_RULES and count * COMMON > rules)
