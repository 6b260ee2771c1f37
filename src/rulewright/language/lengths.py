"""Lengths as authors write them: in millimetres, centimetres or inches, with fractions as rulers have them."""

import re
from decimal import Decimal
from fractions import Fraction

from rulewright.model.domain import read_exact
from rulewright.model.paper import Millimetres

UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10)}
LENGTH = re.compile(rf"(.+?)\s*({'|'.join(UNITS)})")
STEP = 1000
"""Parts of a millimetre that are told apart."""


def read_length(written: str) -> Millimetres | None:
    """`4mm`, `1.5 cm`, `¼ in`, `2 1/2 in`; None where it is no length, or less than none."""
    match = LENGTH.fullmatch(written.strip())
    number = read_exact(match[1]) if match else None
    if match is None or number is None or number < 0:
        return None
    return Millimetres(_decimal(number * UNITS[match[2]]))


def _decimal(value: Fraction) -> Decimal:
    """Written out, without zeros at its end."""
    exact = Decimal(round(value * STEP)) / STEP
    return exact.normalize() if exact % 1 else exact.to_integral_value()
