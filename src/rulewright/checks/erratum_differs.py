"""A number that an erratum says is printed now, though what it corrects has no such number.

A player who reads errata to learn which number holds must not learn a third one. The check looks for each number that
stands under `now` in what `where` names: its texts, its tables with their keys, values and cut-offs, the rules below a
rule. A number that the reason or the earlier print has too may be there to explain the change.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from rulewright.checks.english import NUMBERS, number_words
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import ProseNumbers
from rulewright.checks.said_numbers import FIGURES, said_numbers
from rulewright.checks.topics import texts_in
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Outline, Target, citation_target, items_below
from rulewright.model.game import Reference, Rule, Term
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import plain

FINDING = FindingKind("erratum-differs", Severity.WARNING)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number that an erratum gives as the present one and its place does not have; `only` of these errata."""
    numbers, occurrences = ProseNumbers(book), Occurrences()
    outlines = {below.rule.id: below for outline in book.outline for below in outline.walk()}
    for erratum in book.game.errata:
        owner = Target("erratum", erratum.id)
        place = book.target_of(erratum.where)
        if place is None or (only is not None and owner not in only):
            continue
        printed = _numbers(_texts(citation_target(place), book, outlines), book)
        for said in said_numbers(erratum.now, numbers) if printed else ():
            if not said.fact and not said.word and said.value not in printed:
                where = f"{place.kind} {place.id!r}"
                message = f"the erratum says that {said.written} is printed now, but {where} has no {said.written}"
                hint = "correct the one that is wrong, or let 'where' name what has the number"
                label = Label(erratum.where.span, "what it corrects")
                about = occurrences.about(owner, said.written)
                yield FINDING.at(erratum.now.at(said.at, said.length), message, hint, (label,), about=about)


def _texts(place: Target, book: Book, outlines: Mapping[str, Outline]) -> Iterator[Text]:
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


def _numbers(texts: Iterable[Text], book: Book) -> frozenset[Fraction]:
    """All numbers of some texts as they print, figures and words."""
    printed = " ".join(plain(text, book) for text in texts)
    words = (Fraction(NUMBERS[match[0].lower()]) for match in number_words(printed))
    return frozenset({*(Fraction(figures) for figures in FIGURES.findall(printed)), *words})
