"""All that prints at a place which a source names: a rule with those below it, a table, a reference, a term."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from rulewright.checks.english import NUMBERS, number_words
from rulewright.checks.said_numbers import FIGURES
from rulewright.checks.topics import texts_in
from rulewright.model.book import Book, Outline, Target, items_below
from rulewright.model.game import Reference, Rule, Term
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import plain


def outlines_by_rule(book: Book) -> Mapping[str, Outline]:
    """Each rule with the rules below it."""
    return {below.rule.id: below for outline in book.outline for below in outline.walk()}


def texts_at(place: Target, book: Book, outlines: Mapping[str, Outline]) -> Iterator[Text]:
    """Everything that prints at a place."""
    match place.kind:
        case "rule" if place.id in outlines:
            for outline in outlines[place.id].walk():
                yield from _of_rule(outline.rule, book)
        case "table":
            yield from _of_table(book.tables[place.id])
        case "reference":
            yield from _of_reference(book.references[place.id], book)
        case "term":
            yield from _of_term(book.terms[place.id])


def _of_rule(rule: Rule, book: Book) -> Iterator[Text]:
    yield from (rule.title, *rule.prose())
    for table in book.tables_of.get(rule.id, ()):
        yield from _of_table(table)
    for example in book.examples_of.get(rule.id, ()):
        yield from example.prose()


def _of_table(table: Table) -> Iterator[Text]:
    yield from texts_in(table)
    yield from (case.value.label for case in (*table.cases, *table.cutoffs))
    yield from (key.label for case in (*table.cases, *table.cutoffs) for keys in case.conditions for key in keys)
    low, high = table.clamp
    yield Text(f"{low} {high}")


def _of_reference(reference: Reference, book: Book) -> Iterator[Text]:
    yield reference.title
    for item in items_below(reference.items):
        yield item.text
        if (target := book.target_of(item.table)) is not None:
            yield from _of_table(book.tables[target.id])


def _of_term(term: Term) -> Iterator[Text]:
    yield from (text for text in (Text(" ".join(term.names)), term.text, term.unexplained) if text is not None)


def numbers_in(texts: Iterable[Text], book: Book) -> frozenset[Fraction]:
    """All numbers of some texts as they print, figures and words."""
    printed = " ".join(plain(text, book) for text in texts)
    words = (Fraction(NUMBERS[match[0].lower()]) for match in number_words(printed))
    return frozenset({*(Fraction(figures) for figures in FIGURES.findall(printed)), *words})
