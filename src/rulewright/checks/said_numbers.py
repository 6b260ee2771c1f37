"""The numbers that a text says, typed, in words or quoted, and on which side of each it draws a line."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rulewright.checks.english import NEAR, NUMBERS, beside, cuts_above, is_english, number_words
from rulewright.checks.prose_numbers import DIGIT, TOKEN, ProseNumbers
from rulewright.markup.links import LINK
from rulewright.model.book import Book
from rulewright.model.once_per_book import once_per_book
from rulewright.model.text import Text
from rulewright.wording import number

FIGURES = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?")
UTMOST = re.compile(r"\bnever (?:\w+ ){0,3}[-−+]?$", re.IGNORECASE)
"""The words before a number beyond which nothing goes: never less than."""


class SaidNumber(NamedTuple):
    """A number without its sign as `written` at a place; `above`: its line is just above it, or None without a line.

    `fact` is the id of the fact that it quotes; `word`: it is a number word; `utmost`: nothing ever goes beyond it.
    """

    value: Fraction
    written: str
    at: int
    length: int
    above: bool | None
    fact: str = ""
    word: bool = False
    utmost: bool = False

    @property
    def reading(self) -> str:
        """What the text says with it, after its subject: `says 5`, `counts 16 with the larger numbers`."""
        shown = f"{number(self.value)} (the fact {self.fact!r})" if self.fact else self.written
        if self.above is None:
            return f"says {shown}"
        if self.above:
            return f"counts {shown} with the smaller numbers"
        return f"counts {shown} with the larger numbers"


def said_numbers(text: Text, numbers: ProseNumbers) -> Sequence[SaidNumber]:
    """Every number of a text: figures, number words and quoted facts."""
    known = _said_in(numbers.book)
    if text.source not in known:
        known[text.source] = tuple(_said_numbers(text, numbers))
    return known[text.source]


@once_per_book
def _said_in(_: Book) -> dict[str, Sequence[SaidNumber]]:
    """The numbers of the texts that were looked at: several checks ask for them."""
    return {}


def _said_numbers(text: Text, numbers: ProseNumbers) -> Iterator[SaidNumber]:
    typed = numbers.typed(text)
    never = "never" in text.source.lower()
    tokens = TOKEN.finditer(typed) if DIGIT.search(typed) else ()
    for match in (each for each in tokens if each[1]):
        for figures in FIGURES.finditer(match[1]):
            at = match.start() + figures.start()
            side = cuts_above(*beside(text.source, at, at + len(figures[0])))
            utmost = never and UTMOST.search(text.source, max(0, at - NEAR), at) is not None
            end = at + len(figures[0])
            value = _fraction(figures[0].replace(",", ""))
            yield SaidNumber(value, text.source[at:end], at, end - at, side, utmost=utmost)
    if is_english(numbers.book):
        for match in number_words(LINK.sub(lambda link: " " * len(link[0]), text.source)):
            side = cuts_above(*beside(text.source, match.start(), match.end()))
            value = _fraction(NUMBERS[match[0].lower()])
            yield SaidNumber(value, match[0], match.start(), len(match[0]), side, word=True)
    yield from quoted_facts(text, numbers.book)


@lru_cache(1 << 12)
def _fraction(written: str | int) -> Fraction:
    """The value of figures; most are small numbers that come again and again."""
    return Fraction(written)


def quoted_facts(text: Text, book: Book) -> Iterator[SaidNumber]:
    """The facts that a text quotes."""
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        value = book.facts[target.id].value if target is not None and target.kind == "fact" else None
        if target is not None and isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            side = cuts_above(*beside(text.source, match.start(), match.end()))
            yield SaidNumber(abs(Fraction(value)), match[0], match.start(), len(match[0]), side, target.id)
