"""Domains: what keys and values range over. Each kind has a module of its own; here they are told apart."""

import math
import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace
from fractions import Fraction

from rulewright.decode.dates import decode_dates
from rulewright.decode.domain_entries import MeasureEntry, NamesEntry, NumbersEntry
from rulewright.decode.enumerations import YES_OR_NO, decode_boolean, decode_enumeration, plain_enumeration, yes_or_no
from rulewright.decode.figures import DECIMAL, decimal
from rulewright.decode.numbers import (
    check_stretch,
    decode_numbers,
    decode_ranges,
    plain_numbers,
    read_numbers,
    read_words,
)
from rulewright.decode.sets import decode_sets
from rulewright.findings import Finding, Findings
from rulewright.model.domain import Domain
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.names import did_you_mean
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

# Domains of measures, such as a distance

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


KINDS: Lookup[str, Callable[[str, Node, Findings], Domain | None]] = {
    "numbers": decode_numbers,
    "measure": decode_measure,
    "ranges": decode_ranges,
    "dates": decode_dates,
    "sets": decode_sets,
    "boolean": decode_boolean,
    "names": decode_enumeration,
}
"""The key that tells what kind of domain a mapping declares, and what reads it."""

NO_NAMES = {"title", "groups", "words", "test-range"}
"""Keys beside those that are never names of values, while `unit`, `step` and `never` may well be."""


def decode_domain(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{open: In the open, …}`, `0..10`, `1d6 + 0..1`, `boolean`, or a mapping with one of KINDS and what goes with it.

    A mapping without keys that tell the kind is short for `names`.
    """
    if isinstance(node, Scalar):
        return _in_a_word(id_, node, faults)
    given = set() if isinstance(node, Sequence) else {key.value for key, _ in node.entries}
    kinds = [kind for kind in KINDS if kind in given]
    if len(kinds) > 1:
        both = f"domain {id_!r} has both {kinds[1]} and {kinds[0]}"
        faults.add(Finding("bad-value", node.span, both, "keep one of the two"))
        return None
    if kinds:
        return KINDS[kinds[0]](id_, node, faults)
    if given & NO_NAMES:
        faults.extend(_of_no_kind(id_, node))
        return None
    return plain_enumeration(id_, node, faults)


KINDS_HINT = "as in names: [open, wood], or numbers: 1..6"


def _of_no_kind(id_: str, node: Node) -> Iterator[Finding]:
    """A mapping with a title or the like, but without the key that says what kind of domain it is."""
    known = NamesEntry.declared | NumbersEntry.declared
    strange = [key for key, _ in node.entries if key.value not in known] if isinstance(node, Mapping) else []
    for key in strange:
        hint = did_you_mean(key.value, known, f"the keys of a domain are: {', '.join(known)}")
        yield Finding("unknown-key", key.span, f"domain {id_!r} has no key {key.value!r}", hint)
    if not strange:
        yield Finding("missing-key", node.span, f"domain {id_!r} needs 'names' or 'numbers'", KINDS_HINT)


def _in_a_word(id_: str, written: Scalar, faults: Findings) -> Domain | None:
    if written.empty:
        faults.add(Finding("missing-key", written.span, f"domain {id_!r} needs names or numbers", KINDS_HINT))
        return None
    if written.value.strip() in YES_OR_NO:
        return yes_or_no(id_, written)
    return plain_numbers(id_, written, written, faults)


def says_domain(written: Scalar) -> bool:
    """Whether a text declares a domain in place rather than name one."""
    return written.value.strip() in YES_OR_NO or bool(read_numbers(written.value))
