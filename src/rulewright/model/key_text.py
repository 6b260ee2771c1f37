"""Sets of keys as the author could write them in the source: `4-5, 7+`, `over 12`, `foot, gun`."""

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from rulewright.model.domain import Domain
from rulewright.model.keyset import Bound, KeySet

SIGN = re.compile(r">=|≥|at least|or more|\+")
"""Ways to write a range without an upper end."""


UPWARDS = re.compile(
    r"(?:>=|≥|>|(?:at least|over|above|more than|from|after|since)\b)[^a-z]*"
    r"|.*(?:\+|\.\.|or (?:more|higher|greater|above|over)|and (?:up|above|over))"
)
DOWNWARDS = re.compile(
    r"(?:<=|≤|<|\.\.|(?:at most|up to|under|below|less than|fewer than|before|until|through)\b)[^a-z]*"
    r"|.*or (?:less|fewer|lower|below|under)"
)


def open_end(text: str) -> int:
    """1 for a key without an upper end, -1 for one without a lower end, 0 for one with both."""
    return 1 if UPWARDS.fullmatch(text.strip()) else -1 if DOWNWARDS.fullmatch(text.strip()) else 0


def key_text(domain: Domain, keys: KeySet, like: Iterable[str] = ()) -> str:
    """The text for these keys; open ends are written as in `like`, the other keys of the axis."""
    if keys == domain.keys:
        return "any"
    if domain.sets:
        return domain.describe(keys)
    if domain.names:
        group = next((group.id for group in domain.groups if group.members == keys), "")
        return group or ", ".join(domain.names[key].id for key in keys)
    if domain.calendar is not None:
        return domain.describe(keys)
    style = next((match[0] for text in like if (match := SIGN.search(text))), "+" if domain.step is None else "or more")
    return ", ".join(_range_text(domain, low, high, style) for low, high in keys.intervals)


def _range_text(domain: Domain, low: Bound, high: Bound, style: str) -> str:
    least, least_in = _point(low, domain.step, below=True)
    most, most_in = _point(high, domain.step, below=False)
    if not least:
        return _up_to(most, most_in, whole=domain.step is None)
    if not most:
        return _from(least, style) if least_in else f"over {least}"
    if least == most:
        return least
    if least_in and most_in and not least.startswith("-"):
        return f"{least}-{most}"
    return f"{'' if least_in else 'over '}{least} to {'' if most_in else 'under '}{most}"


def _point(key: Bound, step: Fraction | None, *, below: bool) -> tuple[str, bool]:
    """The number at an end of a range, empty where the end is open, and whether the range includes it."""
    if math.isinf(key):
        return "", True
    if step is None:
        return str(key), True
    point = Fraction(key if key % 2 == 0 else key - 1 if below else key + 1) * step / 2
    return f"{Decimal(point.numerator) / Decimal(point.denominator):f}", key % 2 == 0


def _up_to(most: str, most_in: bool, *, whole: bool) -> str:
    if not most:
        return "any"
    if whole:
        return f"{most} or less"
    return f"{'up to' if most_in else 'under'} {most}"


def _from(least: str, style: str) -> str:
    if style == "or more":
        return f"{least} or more"
    return f"{least}+" if style == "+" else f"{style} {least}"
