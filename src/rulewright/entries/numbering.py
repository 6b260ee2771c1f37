"""Rule numbers: their order, the numbers above them, and ranges in links."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache

LONGEST_RANGE = 100
"""The most rules that one link can name. A longer range is treated as a mistake and has no target."""

RANGE = re.compile(r"(.*?)([0-9]{1,9}|[a-z])[-–]([0-9]{1,9}|[a-z])")
PARTS = re.compile(r"\d+|[^\W\d_]+")
CHAPTER = re.compile(r"[A-Za-z]*\d+")

SIGNS = ("1", "I", "i", "A", "a")
"""The ways to count a level, each by its first number: Arabic, Roman in either case, letters in either case."""
Count = tuple[str, ...]
"""The sign of each level; the last sign is for all levels below too. Empty if authors write the numbers."""
FIGURES: Count = ("1",)
LETTERED: Count = ("A", "1")
"""The numbering of appendices."""
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
"""The highest number that is read as a Roman numeral if authors write the numbers."""


def level_number(place: int, count: Count, level: int) -> str:
    """Return the number of the rule at a place (from 1) of a level (from 0)."""
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
    roman = ""
    for value, sign in ROMAN:
        times, number = divmod(number, value)
        roman += sign * times
    return roman


def _letters(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


OrderKey = tuple[tuple[int, int, str], ...]


class Numbering(Enum):
    """The meaning of figures after a dot.

    DOTTED: 4.3.10 is the tenth of its level. DECIMAL: each digit is a level, so 12.121 is below 12.12.
    """

    DOTTED = "dotted"
    DECIMAL = "decimal"

    def order(self, numbers: Iterable[str]) -> Callable[[str], OrderKey]:
        """Return a sort key for rule numbers: 4.3.2 before 4.3.10 (DOTTED), or 12.121 before 12.13 (DECIMAL).

        Roman numerals sort as numbers. Letters come after numbers, and rules without a number come last.
        """
        roman = _roman_figures(part for number in numbers for part in self._levels(number))
        return lambda number: tuple(_part(each, roman) for each in self._levels(number)) if number else ((2, 0, ""),)

    def _levels(self, number: str) -> list[str]:
        if self is Numbering.DOTTED:
            return PARTS.findall(number)
        whole, _, rest = number.partition(".")
        return [*PARTS.findall(whole), *re.findall(r"\d|[^\W\d_]+", rest)]

    def above(self, number: str) -> Iterator[str]:
        """Yield the numbers above a rule, the nearest first: for 12.121 these are 12.12, 12.1 and 12."""
        if self is Numbering.DOTTED:
            parts = number.split(".")
            yield from (".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1))
        elif chapter := CHAPTER.match(number):
            shorter = (number[:end] for end in range(len(number) - 1, chapter.end() - 1, -1))
            yield from (each for each in shorter if not each.endswith("."))

    def range(self, text: str) -> list[str]:
        """Return the rule numbers of a range such as `13.1.5–6`, `4.3.1.a–c` or `12.151–4`; [] if it is not a range."""
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
    """Return a decimal range. The end replaces as many digits as it has: 12.151–4 means 12.151 to 12.154.

    A longer end goes one level below the first number: 11.4–42 means 11.4, 11.41 and 11.42.
    """
    if len(last) > len(first):
        return [stem + first, *_counted_range(stem + first, 1, int(last[-1]))] if last[:-1] == first else []
    shared = len(first) - len(last)
    return _counted_range(stem + first[:shared], int(first[shared:]), int(last))


def _part(part: str, roman: Mapping[str, int]) -> tuple[int, int, str]:
    value = int(part) if part.isdecimal() else roman.get(part)
    return (1, 0, part) if value is None else (0, value, "")


def _roman_figures(parts: Iterable[str]) -> Mapping[str, int]:
    """Return the values of the Roman numerals among the parts of numbers, if one of them has several letters.

    Of single letters only I, V and X count as numerals, since an appendix C is more common than a hundredth chapter.
    """
    words, values = {part for part in parts if not part.isdecimal()}, dict[str, int]()
    if not words:
        return values
    for figures in (_figures(str.upper), _figures(str.lower)):
        own = {part: figures[part] for part in words & figures.keys() if len(part) > 1 or part in "IVXivx"}
        values |= own if any(len(part) > 1 for part in own) else {}
    return values


@cache
def _figures(case: Callable[[str], str]) -> Mapping[str, int]:
    return {case(_roman(value)): value for value in range(1, MOST_ROMAN + 1)}
