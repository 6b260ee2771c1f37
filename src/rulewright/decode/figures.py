"""Numbers as authors write them, whole or with decimal places."""

from fractions import Fraction

NUMBER = r"[-−+]?[0-9]{1,15}"
DECIMAL = r"[-−+]?[0-9]{1,15}(?:\.[0-9]{1,6})?"


def whole(text: str) -> int:
    """A whole number; a true minus sign counts as one."""
    return int(text.replace("−", "-"))


def decimal(text: str) -> Fraction:
    """A number with or without decimal places, exactly."""
    return Fraction(text.replace("−", "-"))
