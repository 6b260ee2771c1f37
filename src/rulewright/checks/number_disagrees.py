"""A number before a noun in the singular: "2 unit".

A fact that was 1 and is now 2 changes everywhere at once, and the sentences around it do not: "the squad goes back 2
hex". Such a sentence also betrays a misprinted number. The check looks at English texts only, and knows a noun by its
plural and by the articles before it elsewhere in the book.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice, pairwise

from rulewright.checks.english import (
    NOUN,
    beside,
    counted_words,
    folded,
    is_english,
    is_plural,
    plurals,
    singular_nouns,
)
from rulewright.checks.english_words import usual
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import DICE, ProseNumbers, prose
from rulewright.checks.said_numbers import SaidNumber, said_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target
from rulewright.model.text import Text
from rulewright.wording import plain

MOST_WORDS = 3
"""Words after the number of which one may be the noun."""

FINDING = FindingKind("number-disagrees", Severity.WARNING)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number other than one whose noun is in the singular; `only` in texts of these owners."""
    if not is_english(book):
        return
    nouns, numbers, occurrences = _nouns(book), ProseNumbers(book), Occurrences()
    several = frozenset(plural for noun in nouns for plural in plurals(noun))
    for owner, text in prose(book, only) if nouns else ():
        for said in said_numbers(text, numbers):
            several_things = said.value.denominator == 1 != said.value.numerator
            noun = _singular(said, text, nouns, several) if several_things else None
            if noun is not None:
                shown = said.value if said.fact else said.written
                message = f"the text says “{shown} {noun}”: the number is not one, but the noun is in the singular"
                hint = "correct the number or the noun"
                about = occurrences.about(owner, f"{said.written} {noun}")
                yield FINDING.at(text.at(said.at, said.length), message, hint, about=about)


def _nouns(book: Book) -> Mapping[str, bool]:
    """The words after an article somewhere that have a plural, and whether the book has it or only English."""
    printed = [plain(text, book) for _, text in prose(book)]
    words = {folded(word) for word in {word for text in printed for word in NOUN.findall(text)}}
    return {
        noun: any(plural in words for plural in plurals(noun))
        for noun in {noun for text in printed for noun in singular_nouns(text)}
        if any(plural in words or usual(plural) for plural in plurals(noun))
    }


def _singular(said: SaidNumber, text: Text, nouns: Mapping[str, bool], several: frozenset[str]) -> str | None:
    """The noun that the number counts, if it is in the singular; words before the noun may describe it.

    `several` are the plurals of the nouns. Where a noun follows another in the plural, the first describes the second:
    two enemy units.
    """
    _, after = beside(text.source, said.at, said.at + said.length)
    shown = LINK.sub(lambda link: link[2] or ("|" if ":" in link[1] else link[1]), after) if text.links else after
    words = list(islice(counted_words(shown), MOST_WORDS))
    if nouns.keys().isdisjoint(map(folded, words)):
        return None
    for word, following in pairwise([*words, ""]):
        if is_plural(word):
            return None
        notation = DICE.fullmatch(word) and not said.word  # 2 D10 is what 2D10 is
        described = not nouns.get(folded(word)) and any(map(is_plural, words))
        if described or notation:
            continue
        if folded(word) in nouns and not (folded(following) in nouns or folded(following) in several):
            return word
    return None
