"""Domains of whole numbers: bounds with or without ends, dice, and ranges of numbers."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace

from rulewright.decode.dice import read_roll
from rulewright.decode.domain_entries import NumbersEntry, RangesEntry
from rulewright.decode.figures import DECIMAL, NUMBER, decimal, whole
from rulewright.decode.names import RESERVED
from rulewright.findings import Finding, Findings
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar, name_in_source

BOUNDS = re.compile(rf"({NUMBER}|-∞|−∞)?\s*\.\.\s*({NUMBER}|∞)?")


def decode_numbers(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{numbers: 0.., unit: hexes, words: {adjacent: 1}, test-range: 0..20}`."""
    entry = NumbersEntry(node, f"domain {id_!r}", faults)
    written = entry.numbers
    domain = None if written is None else plain_numbers(id_, written, node, faults)
    if domain is None:
        return None
    stretch = entry.test_range
    proved = None if stretch is None else _stretch(domain, stretch, faults)
    words = read_words(domain, entry.words, faults)
    return replace(domain, words=words, title=entry.title, unit=entry.unit, test_range=proved)


def decode_ranges(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{ranges: 1..4}`, whose values are such as 2–4."""
    entry = RangesEntry(node, f"domain {id_!r}", faults)
    keys = None if entry.ranges is None else _keys_of(entry.ranges, faults)
    if keys is None:
        return None
    return Domain(id_, keys, title=entry.title, unit=entry.unit, ranges=True, span=node.span)


def plain_numbers(id_: str, written: Scalar, node: Node, faults: Findings) -> Domain | None:
    """`0..10`, or what dice come to; `node` is where the domain stands."""
    keys = _keys_of(written, faults)
    if keys is None:
        return None
    infinite = written.value.strip().endswith("∞")
    return Domain(id_, keys, infinite=infinite, roll=read_roll(written.value), span=node.span)


def _keys_of(scalar: Scalar, faults: Findings) -> KeySet | None:
    keys = read_numbers(scalar.value)
    if not keys:
        hint = "write bounds such as 0..10, an open end such as 1.., or dice such as 2d6, 1d6 + 0..2 or highest of 2d10"
        faults.add(Finding("bad-value", scalar.span, f"{scalar.value!r} is not a set of whole numbers", hint))
        return None
    return keys


def read_numbers(text: str) -> KeySet | None:
    """The whole numbers meant by bounds or dice, or None."""
    if match := BOUNDS.fullmatch(text.strip()):
        low: Bound = -math.inf if match[1] in (None, "-∞", "−∞") else whole(match[1])
        high: Bound = math.inf if match[2] in (None, "∞") else whole(match[2])
        return KeySet.union_of([(low, high)])
    roll = read_roll(text)
    return None if roll is None else roll.scores


def read_words(
    domain: Domain, written: Iterable[tuple[Scalar, Node]], faults: Findings
) -> tuple[tuple[Name, Bound], ...]:
    """The names that single numbers have."""
    return tuple(word for key, value in written if (word := _word(domain, key, value, faults)))


def _word(domain: Domain, key: Scalar, value: Node, faults: Findings) -> tuple[Name, Bound] | None:
    if key.value in RESERVED or re.fullmatch(NUMBER, key.value):
        why = RESERVED.get(key.value, "it is a number itself")
        message = f"{key.value!r} cannot be a word for a number: {why}"
        faults.add(Finding("bad-name", key.span, message, "choose another word"))
    elif isinstance(value, Scalar) and value.value == "∞" and domain.keys.intervals[-1][1] == math.inf:
        return Name(name_in_source(key), Text(key.value, (), key.span), key.span), math.inf
    elif not isinstance(value, Scalar) or not re.fullmatch(DECIMAL if domain.step else NUMBER, value.value):
        what = "a number" if domain.step else "a whole number"
        hint = f"as in {key.value}: 0"
        faults.add(Finding("bad-value", value.span, f"the word {key.value!r} must stand for {what}", hint))
    elif (at := domain.key_of(decimal(value.value))) is None:
        hint = f"it holds {domain.describe(domain.keys)}"
        faults.add(
            Finding(
                "outside-domain",
                value.span,
                f"{value.value} lies outside {domain.id!r}",
                hint,
            )
        )
    else:
        return Name(name_in_source(key), Text(key.value, (), key.span), key.span), domain.number(at)
    return None


def _stretch(domain: Domain, scalar: Scalar, faults: Findings) -> KeySet | None:
    """The part of an endless domain that a proof runs through."""
    keys = _keys_of(scalar, faults)
    if keys is None:
        return None
    check_stretch(domain, keys, scalar, faults)
    return keys


def check_stretch(domain: Domain, keys: KeySet, scalar: Scalar, faults: Findings) -> None:
    """A proof runs through a part of the domain that has two ends."""
    if not keys.finite:
        message = f"'test-range' needs both ends, not {scalar.value!r}"
        faults.add(Finding("bad-value", scalar.span, message, "write how far the proof goes, such as 0..20"))
    elif outside := keys - domain.keys:
        message = f"'test-range' reaches outside {domain.id!r}: {domain.describe(outside)}"
        faults.add(
            Finding(
                "outside-domain",
                scalar.span,
                message,
                f"it holds {domain.describe(domain.keys)}",
            )
        )
