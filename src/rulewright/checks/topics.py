"""The topics of texts and of rules: the words they use and the things they link to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.vocabulary import WORD, stem
from rulewright.model.book import Book, Outline, Target, citation_target, printed_labels, table_texts
from rulewright.model.game import Rule
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import link_text

COMMON = 4
"""A topic of more than one rule in so many is common: it does not distinguish rules."""
FEWEST_RULES = 8
"""With fewer rules no topic is common, because all of them may be about one thing."""

Topics = frozenset[str | Target]


def topics_of(texts: Iterable[Text], book: Book) -> Topics:
    """The stems of the words without stop words, and all that the texts link to except rules, with its names."""
    topics: set[str | Target] = set()
    for text in texts:
        topics |= _stems(text.bare)
        for link in text.links:
            target = book.resolve(link)
            if target is not None and target.kind != "rule":
                names = book.terms[target.id].names if target.kind == "term" else ()
                topics |= {citation_target(target), *_stems(link_text(link, target, book)), *_stems(" ".join(names))}
    return frozenset(topics)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(text.lower().replace("-", " ")) if word not in STOP_WORDS}


def texts_in(table: Table) -> Iterator[Text]:
    """All texts that a table prints."""
    yield from (text for text in table_texts(table) if text is not None and text != table.rule)
    yield from printed_labels(table)
    yield from (text for axis in table.axes if (text := axis.domain.title) is not None)


class RuleTopics:
    """The topics of each rule of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def shared(self, topics: Topics, rule: Rule, without: Table | None = None) -> Topics:
        """The topics that a text shares with a rule and those under it, without common ones.

        A table is compared with everything that the rule says `without` the table itself.
        """
        about = self._whole[rule.id]
        if without is not None and rule.id in self._outlines:
            parts = (self._texts(below.rule, without) for below in self._outlines[rule.id].walk())
            about = topics_of((text for texts in parts for text in texts), self.book)
        return topics & about - self._common

    def nearest(self, topics: Topics, other_than: Rule, *, least: int) -> Rule | None:
        """The rule that shares most topics, at least `least`; of several, the one with the fewest topics of its own."""
        shares = Counter(id_ for topic in topics for id_ in self._rules_by_topic.get(topic, ()) if id_ != other_than.id)
        most = max(((share, -len(self._own[id_]), id_) for id_, share in shares.items()), default=(0, 0, ""))
        return self.book.rules[most[2]] if most[0] >= least else None

    def is_silent(self, rule: Rule) -> bool:
        """Whether a rule and all under it have titles only; a dash may hold the place of a text."""
        outline = self._outlines.get(rule.id)
        texts = [text for below in outline.walk() for text in self._texts(below.rule)[1:]] if outline else []
        return outline is not None and not any(text.links or WORD.search(text.source) for text in texts)

    @cached_property
    def _outlines(self) -> Mapping[str, Outline]:
        return {below.rule.id: below for outline in self.book.outline for below in outline.walk()}

    def _texts(self, rule: Rule, without: Table | None = None) -> list[Text]:
        """The texts of a rule: its title, its prose, its rolls and tables, its examples."""
        own = [rule.title, *rule.prose()]
        tables = (table for table in self.book.tables_of.get(rule.id, ()) if table is not without)
        own += (text for table in tables for text in texts_in(table))
        own += (text for example in self.book.examples_of.get(rule.id, ()) for text in example.prose())
        return own

    @cached_property
    def _own(self) -> Mapping[str, Topics]:
        return {rule.id: topics_of(self._texts(rule), self.book) for rule in self.book.game.rules}

    @cached_property
    def _rules_by_topic(self) -> Mapping[str | Target, list[str]]:
        """The rules about each topic that is not common."""
        rules: dict[str | Target, list[str]] = {}
        for id_, own in self._own.items():
            for topic in own - self._common:
                rules.setdefault(topic, []).append(id_)
        return rules

    @cached_property
    def _whole(self) -> Mapping[str, Topics]:
        """The topics of each rule together with the rules under it."""
        whole = dict(self._own)
        for id_, outline in self._outlines.items():
            whole[id_] = frozenset().union(*(self._own[below.rule.id] for below in outline.walk()))
        return whole

    @cached_property
    def _common(self) -> Topics:
        often = Counter(topic for own in self._own.values() for topic in own)
        rules = len(self._own)
        return frozenset(topic for topic, count in often.items() if rules >= FEWEST_RULES and count * COMMON > rules)
