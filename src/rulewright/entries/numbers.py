"""Numbers as rulebooks write them: whole and decimal ones, fractions, minus signs."""

import math
import re
import unicodedata
from fractions import Fraction

from rulewright.base.messages.messages import Message, joined, tell

Plain = int | float | str | bool | Fraction | tuple[int, int] | None
"""A value as rules code sees it: the name of an enumeration value, ∞ as a float, a range as its two ends."""

Number = int | float

NUMBER = r"[-−+]?[0-9]{1,15}"
DECIMAL = r"[-−+]?[0-9]{1,15}(?:\.[0-9]{1,6})?"


def whole(text: str) -> int:
    """Return a whole number; its sign may be a hyphen or a minus sign."""
    return int(text.replace("−", "-"))


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun: `1 cell`, `2 cells`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def decimal(text: str) -> Fraction:
    """Return a number with or without decimal places, exactly."""
    return Fraction(text.replace("−", "-"))


UNREADABLE = 10**40


def minus(number: Number) -> str:
    """Return a number with a true minus sign, or ∞ for infinity. Numbers from 10^40 print as a rounded power of ten."""
    if isinstance(number, float) and math.isinf(number):
        return "∞" if number > 0 else "−∞"
    if abs(number) >= UNREADABLE:
        power = f"{'−' if number < 0 else ''}10^{math.log10(abs(number)):.0f}"
        return tell("{number} or so", number=power)
    figures = f"{number:.6f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
    return decimal_text(figures) if "." in figures else figures.replace("-", "−")


def decimal_text(figures: str) -> Message:
    """Return a decimal number as a message, so that each language prints its own decimal sign."""
    whole, _, part = figures.lstrip("-").partition(".")
    sign = "−" if figures.startswith("-") else ""
    return tell(f"{sign}{{number:.{len(part)}f}}", number=float(f"{whole}.{part}"))


def interval_text(low: Number, high: Number) -> str:
    """Return an interval as it prints: `4`, `4–5`, `7 or more`, `2 or less`."""
    if low == high:
        return minus(low)
    if high == math.inf:
        return tell("any") if low == -math.inf else tell("{low}{unit} or more", low=minus(low), unit="")
    if low == -math.inf:
        return tell("{high} or less", high=minus(high))
    ends = {"low": minus(low), "high": minus(high)}
    return joined(ends.values(), "–") if low >= 0 else tell("{low} to {high}", **ends)


def signed(number: Number) -> str:
    """Return a number with its sign, as modifiers print it: +2, −1, 0."""
    return joined(("+", minus(number)), "") if number > 0 else minus(number)


# Exact numbers, with fractions as rulebooks write them

SIGNS = {sign: Fraction(unicodedata.numeric(sign)).limit_denominator(8) for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
"""The fractions with a Unicode character of their own that the fonts contain."""
BY_VALUE = {value: sign for sign, value in SIGNS.items()}
WRITTEN = re.compile(
    rf"([-−+])?(?:(\d{{1,15}}(?:\.\d{{1,6}})?)|(\d{{1,15}})?\s?([{''.join(SIGNS)}])|(?:(\d{{1,15}})\s)?(\d{{1,9}})/(\d{{1,9}}))"
)


def read_exact(text: str) -> int | Fraction | None:
    """Read a number such as 4, −1.5, 1½, 3/4 or 1 5/12. None if the text is not a number."""
    match = WRITTEN.fullmatch(text.strip())
    if match is None or (match[7] is not None and not int(match[7])):
        return None
    sign, number, before, glyph, whole, above, below = match.groups()
    value = Fraction(number or before or whole or 0)
    if glyph:
        value += SIGNS[glyph]
    elif below:
        value += Fraction(int(above), int(below))
    value = -value if sign in ("-", "−") else value
    return int(value) if value.denominator == 1 else value


def exact_text(value: float | Fraction) -> str:
    """Return a number as it prints. A fraction prints as one character if there is one (1½), otherwise as 1 5/12."""
    if not isinstance(value, Fraction):
        return minus(value)
    whole, rest = divmod(abs(value), 1)
    before = "−" if value < 0 else ""
    if not rest:
        return f"{before}{whole}"
    if sign := BY_VALUE.get(rest):
        return f"{before}{whole or ''}{sign}"
    return f"{before}{f'{whole} ' if whole else ''}{rest.numerator}/{rest.denominator}"
