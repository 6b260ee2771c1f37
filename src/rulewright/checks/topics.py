"""The topics of texts and of rules: the words they use and the things they link to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

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
        self._silent: dict[str, bool] = {}

    def shared(self, topics: Topics, rule: Rule, without: Table | None = None) -> Topics:
        """The topics that a text shares with a rule and those under it, without common ones.

        A table is compared with everything that the rule says `without` the table itself.
        """
        parts, tables = self._parts_about[rule.id], self._tables_about[rule.id]
        excepted = self._of_tables[without.id] if without is not None and without.id in tables else frozenset()
        return frozenset(topic for topic in topics if parts[topic] > (topic in excepted)) - self._common

    def nearest(self, topics: Topics, other_than: Rule, *, least: int) -> Rule | None:
        """The rule that shares most topics, at least `least`; of several, the one with the fewest topics of its own."""
        shares = Counter(id_ for topic in topics for id_ in self._rules_by_topic.get(topic, ()) if id_ != other_than.id)
        most = max(((share, -len(self._own[id_]), id_) for id_, share in shares.items()), default=(0, 0, ""))
        return self.book.rules[most[2]] if most[0] >= least else None

    def is_silent(self, rule: Rule) -> bool:
        """Whether a rule and all under it have titles only; a dash may hold the place of a text."""
        if rule.id not in self._silent:
            self._silent[rule.id] = rule.id in self._outlines and not self._says(self._outlines[rule.id])
        return self._silent[rule.id]

    def _says(self, outline: Outline) -> bool:
        """Whether there is a word in the rules of an outline or in their tables."""
        rules = [below.rule for below in outline.walk()]
        texts = (text for each in rules for text in self._texts(each)[1:])
        tables = (table for each in rules for table in self.book.tables_of.get(each.id, ()))
        of_tables = chain.from_iterable(map(texts_in, tables))
        return any(text.links or WORD.search(text.source) for text in chain(texts, of_tables))

    @cached_property
    def _outlines(self) -> Mapping[str, Outline]:
        return {below.rule.id: below for outline in self.book.outline for below in outline.walk()}

    def _texts(self, rule: Rule) -> list[Text]:
        """The texts of a rule without those of its tables: its title, its prose, its examples."""
        examples = self.book.examples_of.get(rule.id, ())
        return [rule.title, *rule.prose(), *(text for example in examples for text in example.prose())]

    @cached_property
    def _of_tables(self) -> Mapping[str, Topics]:
        return {table.id: topics_of(texts_in(table), self.book) for table in self.book.game.tables}

    @cached_property
    def _parts(self) -> Mapping[str, Sequence[Topics]]:
        """The topics of each part of a rule: of its texts, and of each roll and table."""
        return {
            rule.id: (
                topics_of(self._texts(rule), self.book),
                *(self._of_tables[table.id] for table in self.book.tables_of.get(rule.id, ())),
            )
            for rule in self.book.game.rules
        }

    @cached_property
    def _own(self) -> Mapping[str, Topics]:
        return {id_: frozenset().union(*parts) for id_, parts in self._parts.items()}

    @cached_property
    def _rules_by_topic(self) -> Mapping[str | Target, list[str]]:
        """The rules about each topic that is not common."""
        rules: dict[str | Target, list[str]] = {}
        for id_, own in self._own.items():
            for topic in own - self._common:
                rules.setdefault(topic, []).append(id_)
        return rules

    @cached_property
    def _parts_about(self) -> Mapping[str, Counter[str | Target]]:
        """How many parts of a rule, and of the rules under it, have each topic."""
        counts = {id_: Counter(chain.from_iterable(parts)) for id_, parts in self._parts.items()}
        for id_, outline in self._outlines.items():
            below = (part for each in outline.walk() for part in self._parts[each.rule.id])
            counts[id_] = Counter(chain.from_iterable(below))
        return counts

    @cached_property
    def _tables_about(self) -> Mapping[str, frozenset[str]]:
        """The ids of the tables of a rule and of the rules under it."""
        tables = {id_: frozenset(table.id for table in self.book.tables_of.get(id_, ())) for id_ in self._parts}
        below = ((id_, (tables[each.rule.id] for each in outline.walk())) for id_, outline in self._outlines.items())
        return tables | {id_: frozenset().union(*each) for id_, each in below}

    @cached_property
    def _common(self) -> Topics:
        often = Counter(topic for own in self._own.values() for topic in own)
        rules = len(self._own)
        return frozenset(topic for topic, count in often.items() if rules >= FEWEST_RULES and count * COMMON > rules)
