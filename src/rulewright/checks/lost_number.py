"""An erratum in which a number changes along with the words, and nobody says why.

An erratum says what was printed and what is printed now. If only a number differs, the number is what it corrects. If
the words differ as well, they are what it corrects, and a number that comes or goes with them is a typing error, or a
second correction without its reason. So each number on one side must be on the other or in the reason. If neither the
other side nor the reason says any number, the corrected place itself must have it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import partial

from rulewright.checks.clauses import WORD
from rulewright.checks.english import NUMBERS
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.printed_at import numbers_in, outlines_by_rule, texts_at
from rulewright.checks.prose_numbers import ProseNumbers
from rulewright.checks.said_numbers import SaidNumber, said_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Outline, Target, citation_target
from rulewright.model.game import Erratum
from rulewright.model.text import Text
from rulewright.wording import plain

Numbers = frozenset[Fraction]
FINDING = FindingKind("lost-number", Severity.WARNING)
CHOICE = "or"
"""It goes with the number that goes: "4 or 5" is now "5"."""


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number on one side of an erratum that nothing else in it explains; `only` of these errata."""
    numbers, occurrences, outlines = ProseNumbers(book), Occurrences(), outlines_by_rule(book)
    for erratum in book.game.errata:
        owner, place = Target("erratum", erratum.id), book.target_of(erratum.where)
        if place is None or _only_numbers(erratum, book) or (only is not None and owner not in only):
            continue
        at_place = partial(_at_place, place, book, outlines)
        lost = _unexplained(erratum.printed, erratum.now, erratum, numbers, at_place)
        come = _unexplained(erratum.now, erratum.printed, erratum, numbers, at_place)
        if not lost and not numbers_in([erratum.printed], book):
            continue  # what was printed had no number at all
        for said in lost or come:
            yield _finding(said, erratum, occurrences.about(owner, said.written), was=bool(lost))


def _at_place(place: Target, book: Book, outlines: Mapping[str, Outline]) -> Numbers:
    return numbers_in(texts_at(citation_target(place), book, outlines), book)


def _unexplained(
    text: Text, other: Text, erratum: Erratum, numbers: ProseNumbers, at_place: Callable[[], Numbers]
) -> list[SaidNumber]:
    """The figures of one side that neither the other nor the reason has; the place is asked where these have none."""
    typed = [said for said in said_numbers(text, numbers) if not said.word and not said.fact]
    known = (numbers_in([other, erratum.why], numbers.book) or at_place()) if typed else frozenset()
    return [said for said in typed if said.value not in known]


def _only_numbers(erratum: Erratum, book: Book) -> bool:
    """Whether both sides have the same words, so that the correction is one of numbers."""
    printed, now = (
        [word for word in WORD.findall(plain(text, book).lower()) if word not in {*NUMBERS, CHOICE}]
        for text in (erratum.printed, erratum.now)
    )
    return printed == now


def _finding(said: SaidNumber, erratum: Erratum, about: str, *, was: bool) -> Diagnostic:
    hint = "correct the one that is wrong, or say under 'why' what became of the number"
    if was:
        text, other, label = erratum.printed, erratum.now, "what is printed now"
        message = (
            f"the erratum says that {said.written} was printed, but neither what is printed now "
            f"nor the reason says {said.written}"
        )
    else:
        text, other, label = erratum.now, erratum.printed, "what was printed"
        message = (
            f"the erratum says that {said.written} is printed now, but neither what was printed "
            f"nor the reason says {said.written}"
        )
    return FINDING.at(text.at(said.at, said.length), message, hint, (Label(other.span, label),), about=about)
