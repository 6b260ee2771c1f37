"""Keys that are numbers: `2`, `10–13`, `14+`, `adjacent`; of a measure also `over 1 to 2″`."""

import math
import re
from fractions import Fraction

from rulewright.decode.figures import whole
from rulewright.decode.stretches import RANGE, Stretch, in_words, read_stretch
from rulewright.findings import Finding, Findings, Span
from rulewright.model.domain import NARROW, Domain, Name, minus, spaced
from rulewright.model.keyset import Bound, Interval, KeySet
from rulewright.model.text import Text

DATE = re.compile(r"\d{1,2}[-. /]+[^\W\d]{3,9}\.?|[^\W\d]{3,9}\.?[-. /]+\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
"""What a spreadsheet writes for 1-2 into CSV: 02-Jan, Jan-02, 02.01.2026."""


def read_number_key(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    """The numbers of one key, and what prints for it; None with a fault where it is none."""
    if (number := _word(part, domain)) is not None:
        named = value_name(domain, part)
        return KeySet.of([number]), Text(named[0].label.source if named else part, (), span)
    words = in_words(part)
    stretch = read_stretch(_figures(words, domain), measured=domain.step is not None)
    interval = None if stretch is None else _interval(stretch, domain)
    if stretch is None or interval is None:
        hint = "write a number, 4–5, ≥ 10, 14+, ≤ 2 or any"
        if span.cell and DATE.fullmatch(part):
            hint = "a spreadsheet turned it into a date: format the column as text, then write the cell again"
        message = f"{part!r} is not a number or range"
        if domain.step is not None:
            hint = "write a number, 1-2, over 1 to 2, up to 12, over 12, under 12, between 1 and 2, 18 or more, or any"
            if stretch:
                message = (
                    f"{part!r} is not a number or range of {domain.id!r}, which goes by steps of {float(domain.step):g}"
                )
        faults.add(Finding("bad-key", span, message, hint))
        return None
    keys = KeySet.union_of([interval])
    if not keys:
        faults.add(
            Finding(
                "bad-key",
                span,
                f"the range {part!r} holds no number",
                "write the smaller end first",
            )
        )
        return None
    bounded = keys & domain.keys
    low, high = interval
    open_ended = stretch.low is None or stretch.high is None
    if not bounded or not (open_ended or (low in domain.keys and high in domain.keys)):
        reach = domain.describe(domain.keys)
        faults.add(
            Finding(
                "outside-domain",
                span,
                f"{part!r} lies outside {domain.id!r}",
                f"it holds {reach}",
            )
        )
        return None
    return bounded, Text(_typeset(words) if domain.step is None else _with_unit(words, domain.unit), (), span)


def _word(part: str, domain: Domain) -> int | None:
    """The key of a number that has a word; `none` is 0 unless it is the word for another."""
    word = value_name(domain, part)
    number = word[1] if word else 0 if part == "none" else math.inf
    return None if math.isinf(number) else domain.key_of(Fraction(number))


def _figures(part: str, domain: Domain) -> str:
    """The key without the unit of a measure; 00 is the highest score of a percentile roll."""
    if domain.roll is not None and domain.roll.percentile:
        return re.sub(r"(?<!\d)00(?!\d)", "100", part)
    return without_unit(part, domain.unit) if domain.step else part


def without_unit(part: str, unit: str) -> str:
    """`1-2`, `18 or more`: the author need not say the unit, but may."""
    return re.sub(rf"(?<=\d)\s*{re.escape(unit)}", "", part).strip() if unit else part


def _interval(stretch: Stretch, domain: Domain) -> Interval | None:
    """The stretch in the keys of a domain; None where an end lies between its steps.

    An end left out moves by one key: to the next whole number, or off the point of a measure.
    """
    scale = 1 if domain.step is None else 2 / domain.step
    low, high = (None if end is None else end * scale for end in (stretch.low, stretch.high))
    for end in (low, high):
        if end is not None and (end.denominator != 1 or (domain.step is not None and end.numerator % 2)):
            return None
    return (
        -math.inf if low is None else int(low) + (not stretch.low_in),
        math.inf if high is None else int(high) - (not stretch.high_in),
    )


def _with_unit(part: str, unit: str) -> str:
    """`over 1 to 2″`, `18″ or more`: the unit stands after the last number, and does not part from it."""
    bare = without_unit(part, unit)
    at = max(match.end() for match in re.finditer(r"\d", bare))
    return _typeset(bare[:at]) + spaced(unit).replace(" ", NARROW) + _typeset(bare[at:])


def _typeset(part: str) -> str:
    """The author's key with typographic signs: 4-5 prints 4–5, >= prints ≥, -1 prints −1."""
    if (match := RANGE.fullmatch(part)) and whole(match[1]) < 0:
        return f"{minus(whole(match[1]))} to {minus(whole(match[2]))}"  # −1–5 would read as a sum
    part = re.sub(r"(?<=\d)\s*-\s*(?=\d)", "–", part)
    return part.replace(">=", "≥").replace("<=", "≤").replace("-", "−")


def value_name(domain: Domain, word: str) -> tuple[Name, Bound] | None:
    """The word of a numeric domain, such as `adjacent` for 1."""
    return next(((name, number) for name, number in domain.words if name.id == word), None)
