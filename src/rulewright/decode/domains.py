"""Decoding of domains: the values that keys and cells range over, by kind of domain."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace
from fractions import Fraction

from rulewright.decode.domain_entries import (
    BooleanEntry,
    DatesEntry,
    GroupEntry,
    MeasureEntry,
    NamesEntry,
    NumbersEntry,
    RangesEntry,
    SetsEntry,
)
from rulewright.decode.keys import DATE, IN_SETS, RESERVED, months_of, read_set, value_hint
from rulewright.entries.dice import read_numbers, read_roll
from rulewright.entries.keyset import Bound, KeySet, all_sets
from rulewright.entries.names import NAME, did_you_mean
from rulewright.entries.numbers import DECIMAL, NUMBER, decimal
from rulewright.entries.roles import prose
from rulewright.entries.text import Text
from rulewright.findings import Finding, Findings, Label
from rulewright.limits import SET_NAMES
from rulewright.model.domain import Calendar, Domain, Name
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind, name_in_source

# Domains of names: a choice of one, yes or no, and sets of several

YES_OR_NO = ("boolean", "yes or no")
"""The words that declare a domain with the values yes and no."""


def decode_enumeration(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{names: {open: In the open, …}, title: Cover, groups: …}`."""
    entry = NamesEntry(node, f"domain {id_!r}", findings)
    domain = None if entry.names is None else plain_enumeration(id_, entry.names, findings)
    if domain is None:
        return None
    groups = (_group(domain, key, value, findings) for key, value in entry.groups)
    valid_groups = tuple(group for group in groups if group is not None)
    return replace(domain, groups=valid_groups, title=entry.title, span=node.span)


def plain_enumeration(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{open: In the open, wood: In a wood}`, or a list of names."""
    names = read_names(id_, node, findings)
    return Domain(id_, KeySet.union_of([(0, len(names) - 1)]), names, span=node.span) if names else None


def decode_boolean(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{boolean: {yes: moving, no: halted}}`."""
    entry = BooleanEntry(node, f"domain {id_!r}", findings)
    domain = None if entry.boolean is None else plain_enumeration(id_, entry.boolean, findings)
    if domain is None:
        return None
    if not domain.boolean:
        message = f"a boolean is yes or no, and {id_!r} is {' or '.join(name.id for name in domain.names)}"
        hint = "write {yes: …, no: …}; other names belong under 'names'"
        findings.add(Finding("bad-value", entry.place("boolean"), message, hint))
        return None
    return replace(domain, title=entry.title, span=node.span)


def yes_or_no(id_: str, node: Scalar) -> Domain:
    """Return the domain that the word `boolean` declares."""
    names = tuple(Name(word, Text(word, (), node.span), node.span) for word in ("yes", "no"))
    return Domain(id_, KeySet.of(range(len(names))), names, span=node.span)


def read_names(id_: str, node: Node, findings: Findings, reserved: Lookup[str, str] = RESERVED) -> tuple[Name, ...]:
    """Return the names of a domain with their labels. `reserved` maps words that cannot be names to the reason."""
    before = len(findings.items)
    names = _names(id_, node, findings, reserved)
    if not names and len(findings.items) == before:
        hint = "list its values: [day, night], or {day: by day, night: at night} with what prints for each"
        findings.add(Finding("bad-value", node.span, f"domain {id_!r} has no values", hint))
    return tuple(names)


def _names(id_: str, node: Node, findings: Findings, reserved: Lookup[str, str]) -> list[Name]:
    """Return the valid names; the others give findings."""
    if isinstance(node, Mapping):
        pairs = list(node.entries)
    elif isinstance(node, Sequence):
        pairs = [(item, item) for item in _scalars(node, f"a value of {id_!r} is a name", findings)]
    else:
        pairs = []
    names: list[Name] = []
    first: dict[str, Name] = {}
    for key, value in pairs:
        if not NAME.fullmatch(key.value) or key.value in reserved:
            hint = "a name holds letters, digits and hyphens; what prints for it comes after the colon"
            hint = f"choose another name: {reserved[key.value]}" if key.value in reserved else hint
            findings.add(Finding("bad-name", key.span, f"{key.value!r} cannot name a value of {id_!r}", hint))
        elif key.value in first:
            message = f"{key.value!r} is given twice in the domain {id_!r}"
            labels = (Label(first[key.value].span, "first given here"),)
            findings.add(Finding("duplicate-id", key.span, message, "keep one of the two", labels))
        elif not isinstance(value, Scalar):
            message = f"the label of {key.value!r} is text, not {kind(value)}"
            findings.add(Finding("wrong-type", value.span, message, f"as in {key.value}: In the open"))
        else:
            label = Text(key.value, (), key.span) if value.empty else prose(value, findings)
            names.append(first.setdefault(key.value, Name(key.value, label, key.span)))
    return names


def _scalars(node: Sequence, what: str, findings: Findings) -> Iterator[Scalar]:
    """Yield the texts of a list; report anything else in it."""
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        else:
            findings.add(Finding("wrong-type", item.span, f"{what}, not {kind(item)}", "as in [open, wood]"))


def _group(domain: Domain, key: Scalar, node: Node, findings: Findings) -> Name | None:
    """Decode the group `non-vehicular: {of: [foot, latw], label: non-vehicular}`, or a list of its names."""
    label = Text(key.value, (), key.span)
    if key.value in RESERVED or domain.position(key.value) is not None:
        why = RESERVED.get(key.value, f"{domain.id!r} has a value of that name")
        message = f"{key.value!r} cannot name a group: {why}"
        findings.add(Finding("bad-name", key.span, message, "choose another name"))
    before = len(findings.items)
    members: list[Scalar] = []
    if isinstance(node, Mapping):
        entry = GroupEntry(node, f"group {key.value!r}", findings)
        label = entry.label or label
        members = entry.of
    elif isinstance(node, Sequence):
        members = list(_scalars(node, f"a group of {domain.id!r} lists names", findings))
    positions: list[int] = []
    for member in members:
        position = domain.position(member.value)
        if position is None:
            hint = value_hint(member.value, domain.names)
            findings.add(
                Finding("outside-domain", member.span, f"{member.value!r} is not a value of {domain.id!r}", hint)
            )
        else:
            positions.append(position)
    if not positions:
        if len(findings.items) == before:
            message = f"the group {key.value!r} lists no value of {domain.id!r}"
            hint = f"write {key.value}: [{domain.names[0].id}, …]"
            findings.add(Finding("bad-value", key.span, message, hint))
        return None
    return Name(key.value, label, key.span, KeySet.of(positions))


def decode_sets(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{sets: [moving, hull-down, dug-in], never: [moving and dug-in]}`."""
    entry = SetsEntry(node, f"domain {id_!r}", findings)
    names = () if entry.sets is None else read_names(id_, entry.sets, findings, RESERVED | IN_SETS)
    if len(names) > SET_NAMES.most:
        most = SET_NAMES.most
        message = f"{id_!r} has {len(names)} names; the proof tries every set of them and can take at most {most}"
        entry.report("bad-value", entry.place("sets"), message, "divide it into domains that do not touch each other")
        return None
    if not names:
        return None
    domain = Domain(id_, all_sets(len(names)), names, title=entry.title, sets=True, span=node.span)
    keys = domain.keys
    for scalar in entry.never:
        impossible = read_set(scalar.value.strip(), scalar.span, domain, findings)
        keys = keys if impossible is None else keys - impossible[0]
    if not keys:
        entry.report("bad-value", entry.place("never"), f"no set of {id_!r} is left", "say only what cannot occur")
        return None
    return replace(domain, keys=keys)


PERIOD = re.compile(rf"({DATE})\s*\.\.\s*({DATE})")


def decode_dates(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{dates: 9/1939..5/1945, title: Date}`."""
    entry = DatesEntry(node, f"domain {id_!r}", findings)
    written = entry.dates
    match = None if written is None else PERIOD.fullmatch(written.value.strip())
    ends = [months for each in (match.groups() if match else ()) if (months := months_of(each, None))]
    if written is not None and (len(ends) < 2 or ends[0][0] > ends[1][1]):
        hint = "write the first and the last month with their years in full: 9/1939..5/1945"
        findings.add(Finding("bad-value", written.span, f"{written.value!r} is not a period of months", hint))
        return None
    if len(ends) < 2:
        return None
    first, last = ends[0][0], ends[1][1]
    return Domain(id_, KeySet(((0, last - first),)), title=entry.title, calendar=Calendar(first), span=node.span)


# Domains of whole numbers: bounds with or without ends, dice, and ranges of numbers


def decode_numbers(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{numbers: 0.., unit: hexes, words: {adjacent: 1}, test-range: 0..20}`."""
    entry = NumbersEntry(node, f"domain {id_!r}", findings)
    written = entry.numbers
    domain = None if written is None else plain_numbers(id_, written, node, findings)
    if domain is None:
        return None
    test_range = None if entry.test_range is None else _keys_of(entry.test_range, findings)
    if entry.test_range is not None and test_range is not None:
        check_test_range(domain, test_range, entry.test_range, findings)
    words = read_words(domain, entry.words, findings)
    return replace(domain, words=words, title=entry.title, unit=entry.unit, test_range=test_range)


def decode_ranges(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{ranges: 1..4}`: a domain whose values are ranges such as 2–4."""
    entry = RangesEntry(node, f"domain {id_!r}", findings)
    keys = None if entry.ranges is None else _keys_of(entry.ranges, findings)
    if keys is None:
        return None
    return Domain(id_, keys, title=entry.title, unit=entry.unit, ranges=True, span=node.span)


def plain_numbers(id_: str, written: Scalar, node: Node, findings: Findings) -> Domain | None:
    """Decode `0..10`, or the scores of dice; `node` gives the place of the domain."""
    keys = _keys_of(written, findings)
    if keys is None:
        return None
    infinite = written.value.strip().endswith("∞")
    return Domain(id_, keys, infinite=infinite, roll=read_roll(written.value), span=node.span)


def _keys_of(scalar: Scalar, findings: Findings) -> KeySet | None:
    keys = read_numbers(scalar.value)
    if not keys:
        hint = "write bounds such as 0..10, an open end such as 1.., or dice such as 2d6, 1d6 + 0..2 or highest of 2d10"
        findings.add(Finding("bad-value", scalar.span, f"{scalar.value!r} is not a set of whole numbers", hint))
        return None
    return keys


def read_words(
    domain: Domain, written: Iterable[tuple[Scalar, Node]], findings: Findings
) -> tuple[tuple[Name, Bound], ...]:
    """Return the words that stand for single numbers, with their numbers."""
    return tuple(word for key, value in written if (word := _word(domain, key, value, findings)))


def _word(domain: Domain, key: Scalar, value: Node, findings: Findings) -> tuple[Name, Bound] | None:
    """Return a word with its number; None, with a finding, if one of them is wrong."""
    if key.value in RESERVED or re.fullmatch(NUMBER, key.value):
        why = RESERVED.get(key.value, "it is a number itself")
        message = f"{key.value!r} cannot be a word for a number: {why}"
        findings.add(Finding("bad-name", key.span, message, "choose another word"))
    elif isinstance(value, Scalar) and value.value == "∞" and domain.keys.ends[1] == math.inf:
        return Name(name_in_source(key), Text(key.value, (), key.span), key.span), math.inf
    elif not isinstance(value, Scalar) or not re.fullmatch(DECIMAL if domain.step else NUMBER, value.value):
        what = "a number" if domain.step else "a whole number"
        hint = f"as in {key.value}: 0"
        findings.add(Finding("bad-value", value.span, f"the word {key.value!r} must stand for {what}", hint))
    elif (at := domain.key_of(decimal(value.value))) is None:
        hint = f"it holds {domain.describe(domain.keys)}"
        findings.add(Finding("outside-domain", value.span, f"{value.value} lies outside {domain.id!r}", hint))
    else:
        return Name(name_in_source(key), Text(key.value, (), key.span), key.span), domain.number(at)
    return None


def check_test_range(domain: Domain, keys: KeySet, scalar: Scalar, findings: Findings) -> None:
    """Report a test range that has an open end or reaches outside the domain."""
    if not keys.finite:
        message = f"'test-range' needs both ends, not {scalar.value!r}"
        findings.add(Finding("bad-value", scalar.span, message, "write how far the proof goes, such as 0..20"))
    elif outside := keys - domain.keys:
        message = f"'test-range' reaches outside {domain.id!r}: {domain.describe(outside)}"
        findings.add(Finding("outside-domain", scalar.span, message, f"it holds {domain.describe(domain.keys)}"))


# Domains of measures, such as a distance

ENDS = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL}|∞)?")


def decode_measure(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{measure: 0.., unit: ″, step: 1, test-range: 0..40}`."""
    entry = MeasureEntry(node, f"domain {id_!r}", findings)
    written, written_range, written_step = entry.measure, entry.test_range, entry.step
    step = Fraction(1)
    if written_step is not None and not (
        re.fullmatch(DECIMAL, written_step.value) and (step := decimal(written_step.value)) > 0
    ):
        hint = "write the distance between the points at which its statements begin and end: 1, or 0.5"
        findings.add(
            Finding("bad-value", written_step.span, f"{written_step.value!r} is not a step of a measure", hint)
        )
        return None
    keys = None if written is None else _range_of(written, step, findings)
    if keys is None or written is None:
        return None
    test_range = None if written_range is None else _range_of(written_range, step, findings)
    domain = Domain(
        id_,
        keys,
        title=entry.title,
        unit=entry.unit,
        test_range=test_range,
        step=step,
        span=node.span,
        infinite=written.value.strip().endswith("∞"),
    )
    if written_range is not None and test_range is not None:
        check_test_range(domain, test_range, written_range, findings)
    return replace(domain, words=read_words(domain, entry.words, findings))


def _range_of(scalar: Scalar, step: Fraction, findings: Findings) -> KeySet | None:
    """Return the keys of a measure between two points, including both."""
    match = ENDS.fullmatch(scalar.value.strip())
    low = None if match is None else _key_at(match[1], step, -math.inf)
    high = None if match is None else _key_at(match[2], step, math.inf)
    keys = KeySet() if low is None or high is None else KeySet.union_of([(low, high)])
    if not keys:
        hint = f"write its ends, which are multiples of the step {float(step):g}: 0..40, or 0.. without an end"
        findings.add(Finding("bad-value", scalar.span, f"{scalar.value!r} is not a range of a measure", hint))
        return None
    return keys


def _key_at(written: str | None, step: Fraction, open_end: float) -> Bound | None:
    """Return the key of a point, `open_end` without one, or None if it is not a multiple of the step.

    A measure has two keys per step: even keys are the points, odd keys what lies between two points.
    """
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
"""The decoder of each kind of domain, by the key that identifies the kind."""

NO_NAMES = {"title", "groups", "words", "test-range"}
"""Keys of domains that are never names of values. `unit`, `step` and `never` may well be names."""


def decode_domain(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Decode `{open: In the open, …}`, `0..10`, `1d6 + 0..1`, `boolean`, or a mapping with one of the keys in `KINDS`.

    A mapping without such a key is short for `names`. Return None, with findings, if the domain cannot be read.
    """
    if isinstance(node, Scalar):
        if node.empty:
            findings.add(Finding("missing-key", node.span, f"domain {id_!r} needs names or numbers", KINDS_HINT))
            return None
        if node.value.strip() in YES_OR_NO:
            return yes_or_no(id_, node)
        return plain_numbers(id_, node, node, findings)
    keys = set() if isinstance(node, Sequence) else {key.value for key, _ in node.entries}
    kinds = [kind for kind in KINDS if kind in keys]
    if len(kinds) > 1:
        message = f"domain {id_!r} has both {kinds[1]} and {kinds[0]}"
        findings.add(Finding("bad-value", node.span, message, "keep one of the two"))
        return None
    if kinds:
        return KINDS[kinds[0]](id_, node, findings)
    if keys & NO_NAMES:
        findings.extend(_of_no_kind(id_, node))
        return None
    return plain_enumeration(id_, node, findings)


KINDS_HINT = "as in names: [open, wood], or numbers: 1..6"


def _of_no_kind(id_: str, node: Node) -> Iterator[Finding]:
    """Yield findings for a mapping with keys such as `title`, but without the key that identifies its kind."""
    keys = NamesEntry.declared | NumbersEntry.declared
    unknown = [key for key, _ in node.entries if key.value not in keys] if isinstance(node, Mapping) else []
    for key in unknown:
        hint = did_you_mean(key.value, keys, f"the keys of a domain are: {', '.join(keys)}")
        yield Finding("unknown-key", key.span, f"domain {id_!r} has no key {key.value!r}", hint)
    if not unknown:
        yield Finding("missing-key", node.span, f"domain {id_!r} needs 'names' or 'numbers'", KINDS_HINT)


def is_declaration(written: Scalar) -> bool:
    """Return whether a text declares a domain in place, rather than name one."""
    return written.value.strip() in YES_OR_NO or bool(read_numbers(written.value))
