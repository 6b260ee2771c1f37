"""Domains of measures, such as a distance: points, and what lies between them."""

import math
import re
from dataclasses import replace
from fractions import Fraction

from rulewright.decode.domain_entries import MeasureEntry
from rulewright.decode.figures import DECIMAL, decimal
from rulewright.decode.numbers import check_stretch, read_words
from rulewright.findings import Finding, Findings
from rulewright.model.domain import Domain
from rulewright.model.keyset import Bound, KeySet
from rulewright.source.nodes import Node, Scalar

STRETCH = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL}|∞)?")


def decode_measure(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{measure: 0.., unit: ″, step: 1, test-range: 0..40}`."""
    entry = MeasureEntry(node, f"domain {id_!r}", faults)
    written, stretch, stepped = entry.measure, entry.test_range, entry.step
    step = Fraction(1)
    if stepped is not None and not (re.fullmatch(DECIMAL, stepped.value) and (step := decimal(stepped.value)) > 0):
        hint = "write the distance between the points at which its statements begin and end: 1, or 0.5"
        faults.add(Finding("bad-value", stepped.span, f"{stepped.value!r} is not a step of a measure", hint))
        return None
    keys = None if written is None else _stretch_of(written, step, faults)
    if keys is None or written is None:
        return None
    proved = None if stretch is None else _stretch_of(stretch, step, faults)
    domain = Domain(
        id_,
        keys,
        title=entry.title,
        unit=entry.unit,
        test_range=proved,
        step=step,
        span=node.span,
        infinite=written.value.strip().endswith("∞"),
    )
    if stretch is not None and proved is not None:
        check_stretch(domain, proved, stretch, faults)
    return replace(domain, words=read_words(domain, entry.words, faults))


def _stretch_of(scalar: Scalar, step: Fraction, faults: Findings) -> KeySet | None:
    """The keys of a stretch of a measure between two points, both of which belong to it."""
    match = STRETCH.fullmatch(scalar.value.strip())
    low = None if match is None else _key_at(match[1], step, -math.inf)
    high = None if match is None else _key_at(match[2], step, math.inf)
    keys = KeySet() if low is None or high is None else KeySet.union_of([(low, high)])
    if not keys:
        hint = f"write its ends, which are multiples of the step {float(step):g}: 0..40, or 0.. without an end"
        faults.add(Finding("bad-value", scalar.span, f"{scalar.value!r} is not a range of a measure", hint))
        return None
    return keys


def _key_at(written: str | None, step: Fraction, open_end: float) -> Bound | None:
    """The key of a point; None where it is no multiple of the step."""
    if written in (None, "∞"):
        return open_end
    key = 2 * decimal(written or "") / step
    return int(key) if key.denominator == 1 and key.numerator % 2 == 0 else None
