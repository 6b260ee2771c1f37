"""A number that an erratum says is printed now, though what it corrects has no such number.

A player who reads errata to learn which number holds must not learn a third one. The check looks for each number that
stands under `now` in what `where` names: its texts, its tables with their keys, values and cut-offs, the rules below a
rule. A number that the reason or the earlier print has too may be there to explain the change.
"""

from collections.abc import Collection, Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.printed_at import numbers_in, outlines_by_rule, texts_at
from rulewright.checks.prose_numbers import ProseNumbers
from rulewright.checks.said_numbers import said_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target, citation_target

FINDING = FindingKind("erratum-differs", Severity.WARNING)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number that an erratum gives as the present one and its place does not have; `only` of these errata."""
    numbers, occurrences = ProseNumbers(book), Occurrences()
    outlines = outlines_by_rule(book)
    for erratum in book.game.errata:
        owner = Target("erratum", erratum.id)
        place = book.target_of(erratum.where)
        if place is None or (only is not None and owner not in only):
            continue
        typed = [said for said in said_numbers(erratum.now, numbers) if not said.fact and not said.word]
        printed = numbers_in(texts_at(citation_target(place), book, outlines), book) if typed else frozenset()
        for said in typed if printed else ():
            if said.value not in printed:
                where = f"{place.kind} {place.id!r}"
                message = f"the erratum says that {said.written} is printed now, but {where} has no {said.written}"
                hint = "correct the one that is wrong, or let 'where' name what has the number"
                label = Label(erratum.where.span, "what it corrects")
                about = occurrences.about(owner, said.written)
                yield FINDING.at(erratum.now.at(said.at, said.length), message, hint, (label,), about=about)
