"""Exact numbers as rulebooks write them: 1½, ¼, −2⅓, 5/12."""

import re
from fractions import Fraction

from rulewright.model.domain import minus

SIGNS = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}
"""The fractions that have one character in Unicode and in the fonts."""

BY_VALUE = {Fraction(*parts): sign for sign, parts in SIGNS.items()}
WRITTEN = re.compile(
    rf"([-−+])?(?:(\d{{1,15}}(?:\.\d{{1,6}})?)|(\d{{1,15}})?\s?([{''.join(SIGNS)}])|(?:(\d{{1,15}})\s)?(\d{{1,9}})/(\d{{1,9}}))"
)


def read_exact(text: str) -> int | Fraction | None:
    """The number of a text such as 4, −1.5, 1½, 3/4 or 1 5/12; None if it is not a number."""
    match = WRITTEN.fullmatch(text.strip())
    if match is None or (match[7] is not None and not int(match[7])):
        return None
    sign, number, before, glyph, whole, above, below = match.groups()
    value = Fraction(number or before or whole or 0)
    if glyph:
        value += Fraction(*SIGNS[glyph])
    elif below:
        value += Fraction(int(above), int(below))
    value = -value if sign in ("-", "−") else value
    return int(value) if value.denominator == 1 else value


def exact_text(value: float | Fraction) -> str:
    """A number as it prints."""
    return fraction_text(value) if isinstance(value, Fraction) else minus(value)


def fraction_text(value: Fraction) -> str:
    """Whole part and fraction, as one character where there is one: 1½, else 1 5/12."""
    whole, rest = divmod(abs(value), 1)
    before = "−" if value < 0 else ""
    if not rest:
        return f"{before}{whole}"
    if sign := BY_VALUE.get(rest):
        return f"{before}{whole or ''}{sign}"
    return f"{before}{f'{whole} ' if whole else ''}{rest.numerator}/{rest.denominator}"
