"""The alterations of printed words, by kind.

Each is what a typing error, a copied line or a careless revision leaves behind: a number one more, a negation turned
round, another link, two names exchanged.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from zlib import crc32

from rulewright.alterations.counts import WordMutant
from rulewright.checks import (
    WordCheck,
    broken_phrase,
    bullet_differs,
    condition_differs,
    dice_differ,
    doubtful_link,
    erratum_differs,
    exchanged_names,
    heading_differs,
    lost_number,
    miscounted_list,
    number_differs,
    number_disagrees,
    quote_differs,
    repeated_link,
    unit_differs,
    unmatched_number,
    unsupported_citation,
    unused_rule,
)
from rulewright.checks.english import NUMBERS, OPPOSITES, SYMMETRIC, is_english, number_words
from rulewright.checks.printed_names import columns
from rulewright.checks.prose_numbers import TOKEN, ProseNumbers, prose
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, items_below
from rulewright.model.table import Modifiers
from rulewright.model.text import Link, Text
from rulewright.wording import plain

MOST_OF_A_KIND = 60
"""Alterations of one kind that are tried: with more, every n-th of them."""


Mutants = Iterator[WordMutant]


def bullet_numbers(book: Book) -> Mutants:
    """A figure one more in a bullet that has a claim."""
    numbers = ProseNumbers(book)
    for owner, text in _claimed_bullets(book):
        yield from _figures(owner, text, numbers.typed(text))


def number_word(book: Book) -> Mutants:
    """A number word, one more; also one in which a quote shows its number."""
    words = list(NUMBERS)
    for owner, text in _rules(book) if is_english(book) else ():
        for match in number_words(_outside_links(text, but=_quotes(text, book))):
            other = words[NUMBERS[match[0].lower()] % len(words)]
            yield _edit(owner, text, match.start(), match[0], other)


def negation(book: Book) -> Mutants:
    """A comparison or a condition turned into its opposite."""
    pairs = dict([*OPPOSITES, *(pair[::-1] for pair in OPPOSITES[:SYMMETRIC])])
    pattern = re.compile("|".join(rf"(?<!\w){each}(?!\w)" for each in sorted(pairs, key=len, reverse=True)))
    for owner, text in _rules(book) if is_english(book) else ():
        for match in pattern.finditer(_outside_links(text)):
            yield _edit(owner, text, match.start(), match[0], pairs[match[0]])


def fact_quoted(book: Book) -> Mutants:
    """Another fact quoted, of another value."""
    for owner, text, at, target in _links(book, "fact"):
        value = book.facts[target.id].value
        others = [fact.id for fact in book.game.facts if fact.value != value]
        if others:
            other = _any(others, owner, at)
            yield _relink(owner, text, at, f"fact:{other}", Target("fact", other))


def prose_number(book: Book) -> Mutants:
    """A figure one more in a sentence without a claim."""
    numbers = ProseNumbers(book)
    claimed = {text.span for _, text in _claimed_bullets(book)}
    for owner, text in _rules(book):
        if text.span not in claimed:
            yield from _figures(owner, text, numbers.typed(text))


def other_dice(book: Book) -> Mutants:
    """A D6 that becomes a D10, and any other die a D6."""
    for owner, text in _rules(book):
        for match in dice_differ.dice_in(text):
            faces = re.search(r"\d+(?=s?$)", match[0])
            if faces is not None:
                other = "10" if faces[0] == "6" else "6"
                yield _edit(owner, text, match.start() + faces.start(), faces[0], other)


def term_linked(book: Book) -> Mutants:
    """A link to another term, with the words of that term where the link has none of its own."""
    for owner, text, at, target in _links(book, "term"):
        others = {term.name: term.id for term in book.game.terms if term.id != target.id}
        if others:
            other = _any(list(others), owner, at)
            yield _relink(owner, text, at, other, Target("term", others[other]))


def rule_linked(book: Book) -> Mutants:
    """A link to another rule."""
    for owner, text, at, target in _links(book, "rule"):
        others = [rule.id for rule in book.game.rules if rule.id != target.id and not rule.external]
        if others and not book.game.numbering.range(text.links[at].target.removeprefix("rule:")):
            other = _any(others, owner, at)
            yield _relink(owner, text, at, f"rule:{other}", Target("rule", other))


def names_exchanged(book: Book) -> Mutants:
    """Two neighbouring names of a domain, labels of lines or titles exchanged."""
    for owner, labels in _neighbours(book):
        for one, other in pairwise(labels):
            if one.source != other.source:
                yield _exchange(owner, one, other, book)


def headings_exchanged(book: Book) -> Mutants:
    """The headings of two neighbouring columns of a table exchanged."""
    return (_exchange(owner, one, other, book) for owner, one, other in _neighbouring_headings(book))


def heading_copied(book: Book) -> Mutants:
    """The heading of the column beside it."""
    return (_replace(owner, one, other) for owner, one, other in _neighbouring_headings(book))


def _neighbouring_headings(book: Book) -> Iterator[tuple[Target, Text, Text]]:
    for table in book.game.tables:
        headings = [column.heading.text for column in columns(table, book) if column.heading.text.source]
        yield from ((Target("table", table.id), one, other) for one, other in pairwise(headings))


def block_titles(book: Book) -> Mutants:
    """The title of a block of a card over another table."""
    for card in book.game.cards:
        own = [heading for block in card.all_blocks() if (heading := block.shown.heading) and heading.own]
        titled = [(h.own, target) for h in own if (target := book.target_of(h.reference)) and target.kind == "table"]
        for text, target in titled:
            others = [table.title for table in book.game.tables if table.id != target.id]
            if text is not None and others:
                title = others[crc32(text.source.encode()) % len(others)]
                yield _replace(Target("card", card.id), text, title)


def erratum_numbers(book: Book) -> Mutants:
    """A figure one more in what an erratum says was printed, or is printed now."""
    numbers = ProseNumbers(book)
    for erratum in book.game.errata:
        for text in (erratum.printed, erratum.now):
            yield from _figures(Target("erratum", erratum.id), text, numbers.typed(text))


@dataclass(frozen=True, slots=True)
class WordKind:
    """A kind of alteration, and the checks that look at such words."""

    name: str
    mutants: Callable[[Book], Mutants]
    checks: tuple[WordCheck, ...]


NUMBER_CHECKS = (bullet_differs, unmatched_number, number_differs, number_disagrees, miscounted_list, quote_differs)
KINDS = (
    WordKind("number in a bullet with a claim", bullet_numbers, NUMBER_CHECKS),
    WordKind("number word", number_word, NUMBER_CHECKS),
    WordKind("negation or comparison", negation, (bullet_differs, condition_differs, unmatched_number, broken_phrase)),
    WordKind("another fact quoted", fact_quoted, (*NUMBER_CHECKS, unit_differs, doubtful_link)),
    WordKind("number in prose", prose_number, NUMBER_CHECKS),
    WordKind("other dice", other_dice, (dice_differ,)),
    WordKind("link to another term", term_linked, (bullet_differs, doubtful_link)),
    WordKind("link to another rule", rule_linked, (doubtful_link, repeated_link, unsupported_citation, unused_rule)),
    WordKind("printed names exchanged", names_exchanged, (exchanged_names,)),
    WordKind("headings of columns exchanged", headings_exchanged, (exchanged_names, heading_differs)),
    WordKind("heading of the column beside it", heading_copied, (exchanged_names, heading_differs)),
    WordKind("title of a block over another table", block_titles, (exchanged_names,)),
    WordKind("number in an erratum", erratum_numbers, (erratum_differs, lost_number)),
)


def sample(mutants: Mutants) -> list[WordMutant]:
    """At most so many of a kind, evenly spread over the source."""
    every = list(mutants)
    if len(every) <= MOST_OF_A_KIND:
        return every
    return [every[at * len(every) // MOST_OF_A_KIND] for at in range(MOST_OF_A_KIND)]


def _rules(book: Book) -> Iterator[tuple[Target, Text]]:
    """The prose that binds a player: not notes, questions and what a source leaves out."""
    unsettled = {
        text.span for rule in book.game.rules for text in (*rule.notes, *rule.questions, rule.incomplete) if text
    }
    unsettled |= {term.unexplained.span for term in book.game.terms if term.unexplained is not None}
    return ((owner, text) for owner, text in prose(book) if text.span not in unsettled)


def _claimed_bullets(book: Book) -> Iterator[tuple[Target, Text]]:
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.claim is not None:
                yield Target("reference", reference.id), item.text


def _figures(owner: Target, text: Text, typed: str) -> Mutants:
    """Each typed number with its last figures one more."""
    for match in TOKEN.finditer(typed):
        figures = re.search(r"\d+(?=\D*$)", match[1] or "")
        if figures is not None:
            other = str(int(figures[0]) + 1)
            yield _edit(owner, text, match.start() + figures.start(), figures[0], other)


def _outside_links(text: Text, but: Collection[str] = ()) -> str:
    """The text with blanks in place of its links, except for the words that those of these targets show."""

    def blank(link: re.Match[str]) -> str:
        shown = link[2] if link[2] and link[1] in but else ""
        return f"{shown:>{len(link[0]) - 2}}  " if shown else " " * len(link[0])

    return LINK.sub(blank, text.source)


def _quotes(text: Text, book: Book) -> set[str]:
    """The targets of the links that quote a number."""
    targets = ((link.target, book.resolve(link)) for link in text.links)
    return {written for written, target in targets if target is not None and target.kind in ("fact", "cell")}


def _edit(owner: Target, text: Text, start: int, old: str, new: str) -> WordMutant:
    source = text.source[:start] + new + text.source[start + len(old) :]
    pairs = zip(text.links, LINK.finditer(source), strict=True)
    links = tuple(replace(link, shown=" ".join((match[2] or "").split())) for link, match in pairs)
    altered = Text(source, links, text.span, source)
    return WordMutant(owner, f"{old!r} altered to {new!r}", text.at(start, len(old)), ((text, altered),))


def _links(book: Book, kind: str) -> Iterator[tuple[Target, Text, int, Target]]:
    """The links of one kind in prose, by their positions in the text."""
    for owner, text in prose(book):
        for at, link in enumerate(text.links):
            target = book.resolve(link)
            if target is not None and target.kind == kind:
                yield owner, text, at, target


def _any(names: list[str], owner: Target, at: int) -> str:
    """One of the names, always the same one at the same place."""
    return names[crc32(f"{owner.id} {at}".encode()) % len(names)]


def _relink(owner: Target, text: Text, at: int, name: str, target: Target) -> WordMutant:
    match = list(LINK.finditer(text.source))[at]
    shown = text.links[at].shown
    written = f"[[{name}|{match[2]}]]" if match[2] else f"[[{name}]]"
    links = (*text.links[:at], Link(name, shown, text.links[at].span), *text.links[at + 1 :])
    source = text.source[: match.start()] + written + text.source[match.end() :]
    altered = Text(source, links, text.span, source)
    return WordMutant(
        owner, f"{match[0]} altered to {written}", text.links[at].span, ((text, altered),), {name: target}
    )


def _neighbours(book: Book) -> Iterator[tuple[Target, list[Text]]]:
    game = book.game
    for domain in game.domains:
        yield Target("domain", domain.id), [name.label for name in domain.names]
    for table in game.tables:
        if isinstance(table.layout, Modifiers):
            yield Target("table", table.id), [line.label for line in table.layout.lines]
    yield Target("table", "titles"), [table.title for table in game.tables]
    yield Target("rule", "titles"), [rule.title for rule in game.rules if not rule.external]
    yield Target("reference", "titles"), [reference.title for reference in game.references]


def _exchange(owner: Target, one: Text, other: Text, book: Book) -> WordMutant:
    words = f"{plain(one, book)!r} exchanged with {plain(other, book)!r}"
    return WordMutant(owner, words, one.span, ((one, _at(other, one)), (other, _at(one, other))))


def _replace(owner: Target, text: Text, other: Text) -> WordMutant:
    return WordMutant(owner, f"{text.words!r} altered to {other.words!r}", text.span, ((text, _at(other, text)),))


def _at(text: Text, place: Text) -> Text:
    """A text printed at the place of another."""
    return Text(text.source, text.links, place.span, text.raw)
