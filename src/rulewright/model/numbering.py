"""Rule numbers: their order, the numbers above them, and ranges in links."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache

LONGEST_RANGE = 100
"""Rules that one link may mean; a longer range is a slip and leads nowhere."""

RANGE = re.compile(r"(.*?)([0-9]{1,9}|[a-z])[-–]([0-9]{1,9}|[a-z])")
PARTS = re.compile(r"\d+|[^\W\d_]+")
CHAPTER = re.compile(r"[A-Za-z]*\d+")

SIGNS = ("1", "I", "i", "A", "a")
"""How a level may count, each by its first number: in figures, in roman figures, in letters."""
Count = tuple[str, ...]
"""The sign of each level; the last is that of all levels below. Nothing where authors write the numbers."""
FIGURES: Count = ("1",)
LETTERED: Count = ("A", "1")
"""How appendices count."""
ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


MOST_ROMAN = 200
"""The highest roman figure that is one where authors write the numbers."""


def counted(place: int, count: Count, level: int) -> str:
    """The number of the rule at a place, from 1, on a level, from 0."""
    match count[min(level, len(count) - 1)]:
        case "I":
            return _roman(place)
        case "i":
            return _roman(place).lower()
        case "A":
            return _letters(place)
        case "a":
            return _letters(place).lower()
    return str(place)


def _roman(number: int) -> str:
    written = ""
    for value, sign in ROMAN:
        times, number = divmod(number, value)
        written += sign * times
    return written


def _letters(number: int) -> str:
    """A to Z, then AA, AB and so on."""
    written = ""
    while number:
        number, letter = divmod(number - 1, 26)
        written = chr(ord("A") + letter) + written
    return written


OrderKey = tuple[tuple[int, int, str], ...]


class Numbering(Enum):
    """The meaning of figures after a dot: in 4.3.10 the tenth of its level, in 12.121 one level each."""

    DOTTED = "dotted"
    DECIMAL = "decimal"

    def order(self, numbers: Iterable[str]) -> Callable[[str], OrderKey]:
        """A key that sorts these numbers as readers count: 4.3.2 before 4.3.10, or 12.121 before 12.13.

        Roman figures count as figures. Letters come after figures, and rules without a number last.
        """
        roman = _roman_figures(part for number in numbers for part in self._levels(number))
        return lambda number: tuple(_part(each, roman) for each in self._levels(number)) if number else ((2, 0, ""),)

    def _levels(self, number: str) -> list[str]:
        if self is Numbering.DOTTED:
            return PARTS.findall(number)
        whole, _, rest = number.partition(".")
        return [*PARTS.findall(whole), *re.findall(r"\d|[^\W\d_]+", rest)]

    def above(self, number: str) -> Iterator[str]:
        """The numbers above a rule, the nearest first: for 12.121 these are 12.12, 12.1 and 12."""
        if self is Numbering.DOTTED:
            parts = number.split(".")
            yield from (".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1))
        elif chapter := CHAPTER.match(number):
            shorter = (number[:end] for end in range(len(number) - 1, chapter.end() - 1, -1))
            yield from (each for each in shorter if not each.endswith("."))

    def range(self, text: str) -> list[str]:
        """The rule numbers of a range: `13.1.5–6`, `4.3.1.a–c` or the decimal `12.151–4`; none if it is not a range."""
        match = RANGE.fullmatch(text)
        if match is None or match[2].isdecimal() != match[3].isdecimal():
            return []
        if not match[2].isdecimal():
            return [f"{match[1]}{chr(last)}" for last in range(ord(match[2]), ord(match[3]) + 1)]
        if self is Numbering.DECIMAL and "." in match[1]:
            return _decimal_range(match[1], match[2], match[3])
        return _counted_range(match[1], int(match[2]), int(match[3]))


def _counted_range(stem: str, first: int, last: int) -> list[str]:
    return [f"{stem}{number}" for number in range(first, last + 1)] if last - first < LONGEST_RANGE else []


def _decimal_range(stem: str, first: str, last: str) -> list[str]:
    """The end replaces as many figures as it has; a longer end goes a level below the first number: 11.4–42."""
    if len(last) > len(first):
        return [stem + first, *_counted_range(stem + first, 1, int(last[-1]))] if last[:-1] == first else []
    shared = len(first) - len(last)
    return _counted_range(stem + first[:shared], int(first[shared:]), int(last))


def _part(part: str, roman: Mapping[str, int]) -> tuple[int, int, str]:
    value = int(part) if part.isdecimal() else roman.get(part)
    return (1, 0, part) if value is None else (0, value, "")


def _roman_figures(parts: Iterable[str]) -> Mapping[str, int]:
    """The value of each roman figure among the parts of numbers, if one of them has several letters.

    Of one letter, I, V and X are figures: an appendix C is more common than a hundredth chapter.
    """
    written, found = {part for part in parts if not part.isdecimal()}, dict[str, int]()
    if not written:
        return found
    for figures in (_figures(str.upper), _figures(str.lower)):
        own = {part: figures[part] for part in written & figures.keys() if len(part) > 1 or part in "IVXivx"}
        found |= own if any(len(part) > 1 for part in own) else {}
    return found


@cache
def _figures(case: Callable[[str], str]) -> Mapping[str, int]:
    return {case(_roman(value)): value for value in range(1, MOST_ROMAN + 1)}
