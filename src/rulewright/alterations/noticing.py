"""Which alterations of printed words the checks notice, counted by kind."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.alterations.altered_game import TextHolders
from rulewright.alterations.counts import KindCount, WordMutant
from rulewright.alterations.kinds import KINDS, WordKind, sample
from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.book import Book, Citation
from rulewright.progress import Progress, no_progress


def alter_words(
    book: Book, progress: Progress = no_progress, kinds: Sequence[WordKind] = KINDS
) -> tuple[KindCount, ...]:
    """Alters the words of a game in each way, and counts what the checks of words notice."""
    holders = TextHolders(book.game)
    return tuple(_count(kind, book, holders, progress) for kind in kinds)


def _count(kind: WordKind, book: Book, holders: TextHolders, progress: Progress) -> KindCount:
    mutants = sample(kind.mutants(book))
    known = {place for check in kind.checks for place in _places(check.check(book))}
    unnoticed = []
    for at, mutant in enumerate(mutants):
        progress(f"altered words: {kind.name}", at, len(mutants))
        altered = _altered(book, mutant, holders)
        found = (place for check in kind.checks for place in _places(check.check(altered, {mutant.owner})))
        if all(place in known for place in found):
            unnoticed.append(mutant)
    return KindCount(kind.name, len(mutants), tuple(unnoticed))


def _altered(book: Book, mutant: WordMutant, holders: TextHolders) -> Book:
    """The book that prints the alteration; an altered link cites its new target instead of the old one."""
    game, targets = holders.replaced(mutant.replacements), {**book.targets, **mutant.targets}
    citations = book.citations
    if mutant.targets:
        kept = (each for each in citations if each.span != mutant.span)
        citations = (*kept, *(Citation(mutant.owner, each, mutant.span) for each in mutant.targets.values()))
    return replace(book, game=game, targets=targets, citations=citations)


def _places(findings: Iterable[Diagnostic]) -> Iterator[tuple[str, Span]]:
    """What is found where: the words of a finding may quote the altered ones."""
    return ((finding.name, finding.span) for finding in findings)
