"""Sentences divided so that each number keeps the words that it belongs to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.english import beside
from rulewright.checks.prose_numbers import QUOTES, TOKEN, ProseNumbers
from rulewright.checks.vocabulary import stem
from rulewright.markup.links import LINK
from rulewright.model.text import Text

ALONE = r"\s*[*_]*[-−+]?\d[\d.]*[*_]*\s*(?:[.;,]|$)"
"""A number with nothing beside it: after a colon it belongs to the words before, as in `Target in motion: +1`."""
SENTENCE = re.compile(rf"[.;!?](?=\s|$)|:(?=\s|$)(?!{ALONE})|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s")
CLAUSE = re.compile(r",\s|\s(?:and|or|but|while|whereas)\s|\s/\s")
"""Where a sentence with several numbers divides."""
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
PLAIN = re.compile(r"([-−+]?)(\d+(?:\.\d+)?)([^\W\d_]*)")
BETWEEN = re.compile(r"\s+(?:to|or|and)\s+[-−+]?\d")
"""What makes a number one end of a range, or one of two."""
Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as typed: `sign` is "+", "−" or empty, and `unit` is the signs or the word after it."""

    written: str
    value: Fraction
    sign: str
    unit: str
    at: int


@dataclass(frozen=True, slots=True)
class Clause:
    """The words around one number, as `stems`, and in order with their places in the text."""

    number: Number
    words: tuple[tuple[str, int], ...]
    stems: Words

    def distance(self, name: Words) -> int:
        """How many words separate the number from the nearest word of a name."""
        before = [word for word, at in self.words if at < self.number.at][::-1]
        after = [word for word, at in self.words if at > self.number.at]
        near = [at for side in (before, after) for at, word in enumerate(side) if word in name]
        return min(near, default=len(self.words))


class Clauses:
    """The clauses of one text that contain exactly one number."""

    def __init__(self, text: Text, numbers: ProseNumbers) -> None:
        self.text, self.book = text, numbers.book
        self.typed = numbers.typed(text)

    @cached_property
    def _words(self) -> list[tuple[str, int]]:
        """The words as stems, without stop words and with the words of links, each with its place."""
        shown = LINK.sub(self._shown, self.text.source)
        words = ((match[0].lower(), match.start()) for match in WORD.finditer(shown))
        return [(stem(word), at) for word, at in words if word not in STOP_WORDS]

    def _shown(self, link: re.Match[str]) -> str:
        """The words of a link at their places, and blanks for the rest of it."""
        target = self.book.targets.get(" ".join(link[1].split()))
        if target is not None and target.kind in QUOTES:
            return " " * len(link[0])
        group = 2 if link[2] else 1
        start = link.start(group) + (link[1].find(":") + 1 if group == 1 else 0) - link.start()
        return " " * start + link[0][start:-2] + "  "

    @cached_property
    def _quoted(self) -> list[int]:
        """The places of quoted numbers."""
        pairs = zip(self.text.links, LINK.finditer(self.text.source), strict=True)
        targets = ((self.book.resolve(link), match.start()) for link, match in pairs)
        return [at for target, at in targets if target is not None and target.kind in QUOTES]

    def __iter__(self) -> Iterator[Clause]:
        figures = [match for match in TOKEN.finditer(self.typed) if match[1]]
        for begin, end in self._divided(figures):
            inside = [match for match in figures if begin <= match.start() < end]
            quoted = any(begin <= at < end for at in self._quoted)
            if len(inside) == 1 and not quoted and (number := self._number(inside[0])) is not None:
                words = tuple((word, at) for word, at in self._words if begin <= at < end)
                yield Clause(number, words, frozenset(word for word, _ in words))

    def _divided(self, figures: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
        """The sentences, and the clauses of those with several numbers, typed or quoted."""
        numbers = [match.start() for match in figures] + self._quoted
        for begin, end in _parts(SENTENCE, self.text.source, 0, len(self.text.source)):
            divide = sum(begin <= at < end for at in numbers) > 1
            yield from _parts(CLAUSE, self.text.source, begin, end) if divide else [(begin, end)]

    def _number(self, token: re.Match[str]) -> Number | None:
        """The number, unless it is a range or one end of one."""
        match = PLAIN.fullmatch(token[1])
        before, after = beside(self.text.source, token.start(), token.end())
        if match is None or BETWEEN.match(after) or re.search(r"\d\s+(?:to|or|and)\s+$", before):
            return None
        signs = re.match(r"[″\"”'%°]", after)
        word = WORD.match(after.lstrip(" *_"))
        unit = match[3] or (signs[0] if signs else stem(word[0].lower()) if word else "")
        sign = "−" if match[1] in ("-", "−") else match[1]
        return Number(token[1], Fraction(match[2]), sign, unit, token.start())


def _parts(divider: re.Pattern[str], text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    for match in divider.finditer(text, begin, end):
        yield begin, match.start()
        begin = match.end()
    yield begin, end
