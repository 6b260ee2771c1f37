"""The numbers of headings: `4.3 Moving`, `Rule 4.`, `IV. Combat`, `A. Tables`.

A number without a sign behind it may belong to the words ("20 questions"): it counts where it goes on from the one
before it, or the one after goes on from it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rulewright.model.numbering import counted

NAMES = r"rule|section|chapter|part|article|case|§|regel|abschnitt|kapitel|teil|artikel|règle|chapitre|partie"
"""What a book may call what it numbers."""
FIGURES = r"[A-Z]{0,2}\d{1,4}(?:\.\d{1,4}){0,8}(?:\.?[a-z](?![a-zA-Z]))?"
NUMBER = rf"(?:{FIGURES}|[IVXLC]{{1,7}}(?:\.\d{{1,4}}){{0,8}}|[A-Z](?:\.\d{{1,4}}){{0,8}})"
HEADING = re.compile(
    rf"(?P<name>(?i:{NAMES})\s*)?(?P<number>{NUMBER})(?P<sign>\s*(?:[.):\]]|[–—-](?=\s)))?(?:\s+|$)(?P<title>.*)",
    re.DOTALL,
)
ROMAN = {counted(value, ("I",), 0): value for value in range(1, 90)}
MOST = 200
"""A chapter of a higher number is rather a year."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A heading with a number: what was read as number, the words behind it, and whether that is beyond doubt."""

    number: str
    title: str
    sure: bool

    @property
    def count(self) -> int | None:
        """What the number of a chapter counts."""
        if self.number.isdecimal():
            return int(self.number)
        return ROMAN.get(self.number) or (ord(self.number) - ord("A") + 1 if len(self.number) == 1 else None)


def read_number(heading: str) -> Numbered | None:
    """The number that a heading may begin with."""
    match = HEADING.fullmatch(heading)
    if match is None:
        return None
    number, named, sign = match["number"], bool(match["name"]), bool(match["sign"])
    if number.isalpha() and number not in ROMAN and not (named or sign):
        return None
    sure = named or "." in number or (sign and not (number.isdecimal() and int(number) > MOST))
    return Numbered(number, match["title"].strip(), sure)


def numbers(headings: Sequence[str]) -> list[Numbered | None]:
    """The numbers of the headings of a book in order; those in doubt only where they count on."""
    found = [read_number(heading) for heading in headings]
    doubtful = _doubtful([(at, each) for at, each in enumerate(found) if each and "." not in each.number])
    return [None if at in doubtful else each for at, each in enumerate(found)]


def _doubtful(chapters: Sequence[tuple[int, Numbered]]) -> set[int]:
    """The places of numbers that neither go on from the one before nor lead to the one after."""
    doubtful, before = set[int](), 0
    for (at, each), (_, after) in zip_longest(chapters, chapters[1:], fillvalue=(0, None)):
        count = each.count if each else None
        goes_on = count is not None and (before + 1 == count or (after and after.count == count + 1))
        if each and not (each.sure or goes_on):
            doubtful.add(at)
        else:
            before = count or before
    return doubtful
