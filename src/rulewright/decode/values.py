"""The value of a cell: a name or a number of its domain, a range of numbers, or text."""

import math
import re

from rulewright.decode.dates import date_keys
from rulewright.decode.figures import DECIMAL, NUMBER, decimal, whole
from rulewright.decode.number_keys import value_name, without_unit
from rulewright.decode.stretches import RANGE
from rulewright.findings import Finding, Findings
from rulewright.language.texts import prose
from rulewright.model.domain import NARROW, Domain, minus, signed, spaced
from rulewright.model.names import did_you_mean, listed
from rulewright.model.table import Value
from rulewright.model.text import Text
from rulewright.source.nodes import Scalar

NOTHING = "nothing"
"""How an author says that a cell is empty on purpose."""


UNKNOWN = "unknown"
"""How an author says that a cell is an open question."""


def read_value(scalar: Scalar, domain: Domain | None, faults: Findings, *, signs: bool = False) -> Value | None:
    """The value at a cell, None with a fault where it is none of its domain's; `signs` prints +2 for 2."""
    text = scalar.value.strip()
    if not text or scalar.empty:
        hint = f"write its value, or {NOTHING} where the table is empty on purpose"
        faults.add(Finding("missing-cell", scalar.span, "this cell is empty", hint))
        return None
    if text == NOTHING:
        return Value(None, Text("–", (), scalar.span))
    if domain is None:
        return Value(text, prose(scalar, faults))
    value = _named(text, domain) if domain.enumeration else _numeric(scalar, text, domain, signs)
    if value is None:
        message = f"{text!r} is not a value of {domain.id!r}"
        faults.add(Finding("outside-domain", scalar.span, message, _hint(text, domain)))
    return value


def _named(text: str, domain: Domain) -> Value | None:
    position = domain.position(text)
    return None if position is None else Value(text, domain.names[position].label)


def _numeric(scalar: Scalar, text: str, domain: Domain, signs: bool) -> Value | None:
    if domain.ranges:
        return _range(scalar, text, domain)
    if domain.calendar is not None:
        return _dated(scalar, text, domain)
    word = value_name(domain, text)
    if word is not None:
        return Value(word[1], word[0].label)
    if text == "∞" and domain.infinite:
        return Value(math.inf, Text("∞", (), scalar.span))
    if domain.step is not None:
        return _measured(scalar, text, domain)
    bare = without_unit(text, domain.unit)
    if re.fullmatch(NUMBER, bare) and whole(bare) in domain.keys:
        number = whole(bare)
        return Value(number, Text(signed(number) if signs else minus(number), (), scalar.span))
    return None


def _measured(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """A point of a measure, which prints with its unit."""
    bare = without_unit(text, domain.unit)
    key = domain.key_of(decimal(bare)) if re.fullmatch(DECIMAL, bare) else None
    if key is None:
        return None
    number = domain.number(key)
    return Value(number, Text(minus(number) + spaced(domain.unit).replace(" ", NARROW), (), scalar.span))


def _dated(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """A single month."""
    months = date_keys(text, domain)
    if months is None or months.size != 1 or months - domain.keys or not text[0].isdecimal():
        return None
    return Value(domain.number(next(iter(months))), Text(text, (), scalar.span))


def _range(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """`2-4` is the pair (2, 4); a single number is the range from it to itself."""
    match = RANGE.fullmatch(text)
    ends = (whole(match[1]), whole(match[2])) if match else None
    if ends is None and re.fullmatch(NUMBER, text):
        ends = (whole(text), whole(text))
    if ends is None or ends[0] > ends[1] or not all(end in domain.keys for end in ends):
        return None
    label = minus(ends[0]) if ends[0] == ends[1] else f"{minus(ends[0])}–{minus(ends[1])}"
    return Value(ends, Text(label, (), scalar.span))


def _hint(text: str, domain: Domain) -> str:
    if domain.enumeration:
        known = [name.id for name in domain.names]
        return did_you_mean(text, known, f"its values are: {listed(known)}")
    endless = ", ∞" if domain.infinite else ""
    words = "".join(f", {name.id}" for name, _ in domain.words)
    held = f"it holds {domain.describe(domain.keys)}{endless}{words}"
    if domain.ranges:
        return f"{held}, and ranges of these such as 2-4"
    wordy = not domain.words and not any(sign.isdecimal() for sign in text)
    return f"{held}; write {NOTHING!r} in a cell without a number" if wordy else held
