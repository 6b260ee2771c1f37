"""Exact numbers: what is written is what prints, and nothing is lost between."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis.strategies import fractions

from rulewright.entries.numbers import exact_text, read_exact


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("4", "4"),
        ("-3", "−3"),
        ("−3", "−3"),
        ("+2", "2"),
        ("½", "½"),
        ("1½", "1½"),
        ("-2 ⅓", "−2⅓"),
        ("3/4", "¾"),
        ("6/4", "1½"),
        ("1 5/12", "1 5/12"),
        ("5/12", "5/12"),
        ("1.5", "1½"),
        ("8/4", "2"),
        ("0.1", "1/10"),
    ],
)
def test_numbers_print_as_rulebooks_write_them(written: str, printed: str) -> None:
    value = read_exact(written)
    assert value is not None
    assert exact_text(value) == printed


@pytest.mark.parametrize("written", ["", "a", "1/0", "½½", "1½2", "4-6-7", "1//2", "1 2", "⅐"])
def test_what_is_no_number_is_none(written: str) -> None:
    assert read_exact(written) is None


@given(fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6))
def test_what_prints_reads_as_the_same_number(value: Fraction) -> None:
    assert read_exact(exact_text(value)) == value
