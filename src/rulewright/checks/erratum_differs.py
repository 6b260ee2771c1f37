"""A number that an erratum says is printed now, though what it corrects has no such number.

A player who reads errata to learn which number holds must not learn a third one. The check looks for each number that
stands under `now` in what `where` names: its texts, its tables with their keys, values and cut-offs, the rules below a
rule. A number that the reason or the earlier print has too may be there to explain the change.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import TOKEN, ProseNumbers
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.markup.english import NUMBERS, number_words
from rulewright.model.book import Book, Outline, Target, citation_target, items_below, printed_labels, table_texts
from rulewright.model.game import Reference, Rule, Term
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import plain

FINDING = FindingKind("erratum-differs", Severity.WARNING)

FIGURES = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?")


def check(book: Book) -> Iterator[Finding]:
    """Each number that an erratum gives as the present one and its place does not have."""
    numbers, occurrences = ProseNumbers(book), Occurrences()
    outlines = {below.rule.id: below for outline in book.outline for below in outline.walk()}
    for erratum in book.game.errata:
        place = book.target_of(erratum.where)
        if place is None:
            continue
        typed = list(_typed(numbers.typed(erratum.now)))
        printed = _numbers_in(_texts_at(citation_target(place), book, outlines), book) if typed else frozenset()
        for at, figures in typed if printed else ():
            if _value(figures) not in printed:
                written = erratum.now.source[at : at + len(figures)]
                where = f"{place.kind} {place.id!r}"
                message = f"the erratum says that {written} is printed now, but {where} has no {written}"
                hint = "correct the one that is wrong, or correct 'where'"
                label = Label(erratum.where.span, "what it corrects")
                about = occurrences.about(Target("erratum", erratum.id), written)
                yield FINDING.at(erratum.now.at(at, len(figures)), message, hint, (label,), about=about)


def _typed(text: str) -> Iterator[tuple[int, str]]:
    """The figures of a text and their places."""
    for match in TOKEN.finditer(text):
        yield from ((match.start() + each.start(), each[0]) for each in FIGURES.finditer(match[1] or ""))


def _value(figures: str) -> Fraction:
    return Fraction(figures.replace(",", ""))


def _numbers_in(texts: Iterable[Text], book: Book) -> frozenset[Fraction]:
    """All numbers of some texts as they print, figures and words."""
    printed = " ".join(plain(text, book) for text in texts)
    words = (Fraction(NUMBERS[match[0].lower()]) for match in number_words(printed))
    return frozenset({*map(_value, FIGURES.findall(printed)), *words})


def _texts_at(place: Target, book: Book, outlines: Mapping[str, Outline]) -> Iterator[Text]:
    """All that prints at a place which a source names: a rule with those below it, a table, a reference, a term."""
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
    yield from (text for text in table_texts(table) if text is not None and text != table.rule)
    yield from printed_labels(table)
    yield from (text for axis in table.axes if (text := axis.domain.title) is not None)
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
