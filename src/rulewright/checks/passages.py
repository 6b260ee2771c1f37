"""The sentences of a book with what each speaks of: its words, and the things that it links to."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.prose_numbers import prose
from rulewright.checks.topics import texts_in
from rulewright.checks.vocabulary import WORD, stem
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.item import Item
from rulewright.model.text import Link, Text
from rulewright.wording import link_text

END = re.compile(r"(?<=[.;!?])\s+|\n\s*\n\s*|\n\s*(?:[-*+]|\d+[.)])\s+")
"""Where a sentence, a paragraph or an item of a list ends."""

Features = frozenset[str]
"""Stems of words, and the things of links as `kind:id`."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A link in a passage: its position in the text, its target, and what its own words say."""

    at: int
    link: Link
    target: Target
    features: Features

    @property
    def thing(self) -> str:
        return feature_of(self.target)


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence: whose it is, the features of its unlinked words, its links, and the features around it."""

    owner: Target
    text: Text
    bare: Features
    links: tuple[Linked, ...]
    around: Features

    def features(self, without: Linked | None = None) -> Features:
        """All that the sentence speaks of, perhaps without what one of its links says."""
        return self.bare.union(*(each.features for each in self.links if each is not without))


def feature_of(target: Target) -> str:
    """The feature that a link adds: the thing that it cites."""
    thing = citation_target(target)
    return f"{thing.kind}:{thing.id}"


def passages(book: Book) -> Iterator[Passage]:
    """The sentences of all prose."""
    above = _bullets_around(book)
    for owner, text in prose(book):
        linked = tuple(_linked(text, book))
        around = frozenset().union(*(features_of(each, book) for each in above.get(id(text), ())), stems(text.bare))
        for begin, end, bare in sentences(text.source):
            inside = tuple(each for each in linked if begin <= each.at < end)
            beside = around.union(*(each.features for each in linked if each not in inside)) if linked else around
            yield Passage(owner, text, bare, inside, beside)


def table_passages(book: Book) -> Iterator[Passage]:
    """What a table prints, each text a sentence; no check looks at these, but they show what belongs together."""
    for table in book.game.tables:
        for text in dict.fromkeys(texts_in(table)):
            links = tuple(_linked(text, book)) if text.links else ()
            yield Passage(Target("table", table.id), text, stems(text.bare), links, frozenset())


def features_of(text: Text, book: Book) -> Features:
    """What a whole text speaks of."""
    return stems(text.bare).union(*(each.features for each in _linked(text, book)))


@lru_cache(1 << 16)
def stems(words: str) -> Features:
    """The stems of words without stop words."""
    return frozenset(
        stem(stem(word)) for word in WORD.findall(words.lower().replace("-", " ")) if word not in STOP_WORDS
    )


def _linked(text: Text, book: Book) -> Iterator[Linked]:
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        if target is not None:
            title = book.rules[target.id].title.bare if target.kind == "rule" else ""
            words = stems(f"{link_text(link, target, book)} {title}")
            yield Linked(match.start(), link, target, words | {feature_of(target)})


@lru_cache(1 << 16)
def sentences(source: str) -> tuple[tuple[int, int, Features], ...]:
    """Where each sentence begins and ends, and what its unlinked words say."""
    ends = [match.span() for match in END.finditer(source)]
    begins, stops = [0, *(end for _, end in ends)], [*(begin for begin, _ in ends), len(source)]
    return tuple(
        (begin, stop, stems(LINK.sub(" ", source[begin:stop]))) for begin, stop in zip(begins, stops, strict=True)
    )


def _bullets_around(book: Book) -> Mapping[int, tuple[Text, ...]]:
    """For the text of each bullet those above it and right below it, which complete its sentence."""
    around: dict[int, tuple[Text, ...]] = {}

    def visit(items: tuple[Item, ...], above: tuple[Text, ...]) -> None:
        for item in items:
            around[id(item.text)] = (*above, *(below.text for below in item.items))
            visit(item.items, (*above, item.text))

    for reference in book.game.references:
        visit(reference.items, ())
    return around
