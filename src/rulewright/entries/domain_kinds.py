"""The kinds of domain in the source: names, yes and no, sets, numbers, ranges, measures and dates.

A kind is a class of domain, which is read from a mapping. A list of names, bounds and `boolean` are short forms.
"""

import math
import re
from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Self, TypeVar

from rulewright.base.findings import Finding, Findings, Label
from rulewright.base.limits import SET_NAMES
from rulewright.entries.dice import read_numbers, read_roll
from rulewright.entries.domains import NO_KEYS, Calendar, Domain, Name
from rulewright.entries.entry import Declaration, Entry, EntryReader, Kind, Schema, key
from rulewright.entries.keys import DATE, IN_SETS, RESERVED, months_of, read_set, value_hint
from rulewright.entries.keyset import Bound, KeySet, all_sets
from rulewright.entries.names import NAME as NAME_FORM
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbers import DECIMAL, NUMBER, decimal
from rulewright.entries.roles import (
    NAME,
    ONE_VALUE,
    PROSE,
    STRINGS,
    WORDS,
    Prose,
    WrittenNames,
    either,
    list_of,
    names_to,
    parsed,
    prose,
    ref,
)
from rulewright.entries.text import Text, WrittenName
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind, name_in_source

D = TypeVar("D", bound=Domain)
TITLE = "What the domain is called where a form or a heading names it"
UNIT = "What follows its numbers in print"
YES_OR_NO = ("boolean", "yes or no")
"""The words that declare a domain with the values yes and no."""
KINDS_HINT = "as in names: [open, wood], or numbers: 1..6"


def read_domain(id_: str, node: Node, findings: Findings) -> Domain | None:
    """Read `{open: In the open, …}`, `0..10`, `1d6 + 0..1`, `boolean`, or a mapping with one of the keys in `KINDS`.

    A mapping without such a key is short for `names`. Return None, with findings, if the domain cannot be read.
    """
    if isinstance(node, Scalar):
        if node.empty or not node.value.strip():
            findings.add(Finding("missing-key", node.span, f"domain {id_!r} needs names or numbers", KINDS_HINT))
            return None
        if node.value.strip() in YES_OR_NO:
            labels = (Name(word, Text(word, (), node.span), node.span) for word in ("yes", "no"))
            return BooleanDomain(id=id_, names=tuple(labels), keys=KeySet.of(range(2)), span=node.span)
        return _readable(NumbersDomain.read(_under("numbers", node), f"domain {id_!r}", findings, id_, id=id_))
    keys = set() if isinstance(node, Sequence) else {key.value for key, _ in node.entries}
    kinds = [kind for kind in KINDS if kind in keys]
    if len(kinds) > 1:
        message = f"domain {id_!r} has both {kinds[1]} and {kinds[0]}"
        findings.add(Finding("bad-value", node.span, message, "keep one of the two"))
        return None
    if not kinds and keys & NO_NAMES:
        findings.extend(_of_no_kind(id_, node))
        return None
    form, node = (KINDS[kinds[0]], node) if kinds else (NamesDomain, _under("names", node))
    return _readable(form.read(node, f"domain {id_!r}", findings, id_, id=id_))


def is_declaration(written: Scalar) -> bool:
    """Return whether a text declares a domain in place, rather than name one."""
    return written.value.strip() in YES_OR_NO or bool(read_numbers(written.value))


def _readable(domain: D) -> D | None:
    return domain if domain.keys else None


def _under(name: str, node: Node) -> Mapping:
    """Return the mapping that a short form stands for."""
    return Mapping(((Scalar(name, node.span), node),), node.span)


def _of_no_kind(id_: str, node: Node) -> Iterator[Finding]:
    """Yield findings for a mapping with keys such as `title`, but without the key that identifies its kind."""
    keys = NamesDomain.declared | NumbersDomain.declared
    unknown = [each for each, _ in node.entries if each.value not in keys] if isinstance(node, Mapping) else []
    for each in unknown:
        hint = did_you_mean(each.value, keys, f"the keys of a domain are: {', '.join(keys)}")
        yield Finding("unknown-key", each.span, f"domain {id_!r} has no key {each.value!r}", hint)
    if not unknown:
        yield Finding("missing-key", node.span, f"domain {id_!r} needs 'names' or 'numbers'", KINDS_HINT)


# Domains of names: a choice of one, yes or no, and sets of several. The context of their readers is their id.


def _names_kind(reserved: Lookup[str, str]) -> Kind[tuple[Name, ...]]:
    """The names of a domain with their labels. `reserved` maps words that cannot be names to the reason."""

    def read(reader: EntryReader, name: str) -> tuple[Name, ...]:
        node, before = reader.node_at(name), len(reader.findings.items)
        names = () if node is None else tuple(_names(node, reader, reserved))
        if node is not None and not names and len(reader.findings.items) == before:
            hint = "list its values: [day, night], or {day: by day, night: at night} with what prints for each"
            reader.report("bad-value", node.span, f"domain {reader.context!r} has no values", hint)
        return names

    words = "a list of names, or a mapping of names to what prints for each"
    return Kind(words, read, either(list_of(NAME), names_to(NAME)))


def _names(node: Node, reader: EntryReader, reserved: Lookup[str, str]) -> Iterator[Name]:
    """Yield the valid names; the others give findings."""
    id_ = reader.context
    pairs: tuple[tuple[Scalar, Node], ...] = node.entries if isinstance(node, Mapping) else ()
    if isinstance(node, Sequence):
        pairs = tuple((item, item) for item in _scalars(node, f"a value of {id_!r} is a name", reader))
    first: dict[str, Name] = {}
    for name, value in pairs:
        if not NAME_FORM.fullmatch(name.value) or name.value in reserved:
            hint = "a name holds letters, digits and hyphens; what prints for it comes after the colon"
            hint = f"choose another name: {reserved[name.value]}" if name.value in reserved else hint
            reader.report("bad-name", name.span, f"{name.value!r} cannot name a value of {id_!r}", hint)
        elif name.value in first:
            message = f"{name.value!r} is given twice in the domain {id_!r}"
            labels = (Label(first[name.value].span, "first given here"),)
            reader.report("duplicate-id", name.span, message, "keep one of the two", labels)
        elif not isinstance(value, Scalar):
            message = f"the label of {name.value!r} is text, not {kind(value)}"
            reader.report("wrong-type", value.span, message, f"as in {name.value}: In the open")
        else:
            label = Text(name.value, (), name.span) if value.empty else prose(value, reader.findings)
            yield first.setdefault(name.value, Name(name.value, label, name.span))


def _scalars(node: Sequence, what: str, reader: EntryReader) -> Iterator[Scalar]:
    """Yield the texts of a list; report anything else in it."""
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        else:
            reader.report("wrong-type", item.span, f"{what}, not {kind(item)}", "as in [open, wood]")


class Group(Entry, noun="a group"):
    """A group of names that one key stands for. A group without a label may be written as a list."""

    of: WrittenNames = key("The names in it", "of: [wood, bocage]", default=())
    label: Prose | None = key("What prints for it", "label: among trees", default=None, otherwise="its name")


def _groups(reader: EntryReader, name: str) -> tuple[Name, ...]:
    names: tuple[Name, ...] = reader.read_key(NamesDomain.declared["names"])
    groups = (_group(key, node, names, reader) for key, node in (reader.pairs_at(name) if names else ()))
    return tuple(group for group in groups if group is not None)


def _group(key: Scalar, node: Node, names: tuple[Name, ...], reader: EntryReader) -> Name | None:
    """Read the group `non-vehicular: {of: [foot, latw], label: non-vehicular}`, or a list of its names."""
    id_, label, positions = (
        reader.context,
        Text(key.value, (), key.span),
        {each.id: at for at, each in enumerate(names)},
    )
    if key.value in RESERVED or key.value in positions:
        why = RESERVED.get(key.value, f"{id_!r} has a value of that name")
        reader.report("bad-name", key.span, f"{key.value!r} cannot name a group: {why}", "choose another name")
    before = len(reader.findings.items)
    members: tuple[WrittenName, ...] = ()
    if isinstance(node, Mapping):
        group = Group.read(node, f"group {key.value!r}", reader.findings)
        label, members = group.label or label, group.of
    elif isinstance(node, Sequence):
        listed = _scalars(node, f"a group of {id_!r} lists names", reader)
        members = tuple(WrittenName(each.value, each.span) for each in listed)
    for member in members:
        if member.name not in positions:
            hint = value_hint(member.name, names)
            reader.report("outside-domain", member.span, f"{member.name!r} is not a value of {id_!r}", hint)
    found = [positions[member.name] for member in members if member.name in positions]
    if not found and len(reader.findings.items) == before:
        hint = f"write {key.value}: [{names[0].id}, …]"
        reader.report("bad-value", key.span, f"the group {key.value!r} lists no value of {id_!r}", hint)
    return Name(key.value, label, key.span, KeySet.of(found)) if found else None


NAMES = _names_kind(RESERVED)
GROUPS = Kind("a mapping of names to lists", _groups, names_to(either(list_of(ONE_VALUE), ref("Group"))))


class NamesDomain(Domain, noun="a domain of names"):
    """A choice of one name, such as the cover of a target or the kind of a weapon."""

    title: Prose | None = key(TITLE, "title: Cover", default=None)
    names: Annotated[tuple[Name, ...], NAMES] = key(
        "Its names, each with what prints for it", "names: {open: In the open, wood: In a wood, bocage: In bocage}"
    )
    groups: Annotated[tuple[Name, ...], GROUPS] = key(
        "Keys that stand for several names at once", "groups: {trees: [wood, bocage]}", default=()
    )

    def completed(self, _: EntryReader) -> Self:
        return replace(self, keys=positions_of(self.names))


class BooleanDomain(Domain, noun="a domain of yes and no"):
    """Yes or no."""

    names: Annotated[tuple[Name, ...], NAMES] = key(
        "What prints for yes and for no", "boolean: {yes: moving, no: halted}", name="boolean"
    )
    title: Prose | None = key(TITLE, "title: Movement", default=None)

    def completed(self, reader: EntryReader) -> Self:
        if not self.names or self.boolean:
            return replace(self, keys=positions_of(self.names))
        message = f"a boolean is yes or no, and {self.id!r} is {' or '.join(self.ids)}"
        hint = "write {yes: …, no: …}; other names belong under 'names'"
        reader.report("bad-value", reader.place("boolean"), message, hint)
        return self


def positions_of(names: tuple[Name, ...]) -> KeySet:
    """Return the keys of a choice of one name."""
    return KeySet.of(range(len(names)))


def _never(reader: EntryReader, name: str) -> KeySet:
    """Return the sets that cannot occur."""
    names: tuple[Name, ...] = reader.read_key(SetsDomain.declared["sets"])
    never = NO_KEYS
    if 0 < len(names) <= SET_NAMES.most:
        domain = Domain(reader.context, all_sets(len(names)), names, sets=True)
        for scalar in reader.scalars_at(name):
            impossible = read_set(scalar.value.strip(), scalar.span, domain, reader.findings)
            never = never if impossible is None else never | impossible[0]
    return never


class SetsDomain(Domain, noun="a domain of sets"):
    """Sets of names, because several may hold at once, such as the states of a unit.

    Keys read `moving without hidden`.
    """

    names: Annotated[tuple[Name, ...], _names_kind(RESERVED | IN_SETS)] = key(
        "The names", "sets: [moving, hidden, dug-in]", name="sets"
    )
    title: Prose | None = key(TITLE, "title: State", default=None)
    never: Annotated[KeySet, Kind(STRINGS.words, _never, STRINGS.schema)] = key(
        "Sets that cannot occur", "never: moving and dug-in", default=NO_KEYS
    )
    sets: bool = True

    def completed(self, reader: EntryReader) -> Self:
        count, most = len(self.names), SET_NAMES.most
        if count > most:
            message = f"{self.id!r} has {count} names; the proof tries every set of them and can take at most {most}"
            hint = "divide it into domains that do not touch each other"
            reader.report("bad-value", reader.place("sets"), message, hint)
        if not 0 < count <= most:
            return self
        keys = all_sets(count) - self.never
        if not keys:
            message = f"no set of {self.id!r} is left"
            reader.report("bad-value", reader.place("never"), message, "say only what cannot occur")
        return replace(self, keys=keys)


# Domains of whole numbers, and of measures such as a distance

ENDS = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL}|∞)?")
NUMBERS = parsed(
    "text",
    ONE_VALUE,
    lambda text: read_numbers(text) or None,
    "is not a set of whole numbers",
    "write bounds such as 0..10, an open end such as 1.., or dice such as 2d6, 1d6 + 0..2 or highest of 2d10",
)
NUMBER_WORDS = Kind("a mapping of words to numbers", lambda *_: (), names_to(ONE_VALUE, PROSE))
"""The words are read when the numbers are known, by `_with_words`."""
NumberWords = Annotated[tuple[tuple[Name, Bound], ...], NUMBER_WORDS]


class NumbersDomain(Domain, noun="a domain of numbers"):
    """Whole numbers, or the scores of dice."""

    title: Prose | None = key(TITLE, "title: Distance", default=None)
    keys: Annotated[KeySet, NUMBERS] = key(
        "Its bounds or dice: 0..10, 1.., 2d6, 1d6 + 0..1, d66, highest of 2d10", "numbers: 0..", name="numbers"
    )
    unit: Annotated[str, WORDS] = key(UNIT, "unit: hexes", default="")
    words: NumberWords = key("Words that keys may use for single numbers", "words: {adjacent: 1}", default=())
    test_range: Annotated[KeySet, NUMBERS] | None = key(
        "The numbers that a proof tries, where the domain has no end",
        "test-range: 0..20",
        default=None,
        otherwise="all of them",
        former=("proved",),
    )

    def completed(self, reader: EntryReader) -> Self:
        written = reader.scalar_at("numbers")
        return replace(_with_words(self, written, reader), roll=read_roll(written.value) if written else None)


class RangesDomain(Domain, noun="a domain of ranges"):
    """Ranges of whole numbers, such as 2–4 hexes: each value is a range."""

    title: Prose | None = key(TITLE, "title: Hexes", default=None)
    keys: Annotated[KeySet, NUMBERS] = key("The numbers between which a range may lie", "ranges: 1..12", name="ranges")
    unit: Annotated[str, WORDS] = key(UNIT, "unit: hexes", default="")
    ranges: bool = True


def _step_of(text: str) -> Fraction | None:
    step = decimal(text) if re.fullmatch(DECIMAL, text) else None
    return step if step is not None and step > 0 else None


def _points(reader: EntryReader, name: str) -> KeySet | None:
    """Return the keys of a measure between two points, including both."""
    scalar = reader.scalar_at(name)
    step = Fraction(1) if reader.node_at("step") is None else reader.read_key(MeasureDomain.declared["step"])
    if scalar is None or step is None:
        return None
    match = ENDS.fullmatch(scalar.value.strip())
    low = None if match is None else _key_at(match[1], step, -math.inf)
    high = None if match is None else _key_at(match[2], step, math.inf)
    keys = None if low is None or high is None else KeySet.union_of([(low, high)])
    if not keys:
        hint = f"write its ends, which are multiples of the step {float(step):g}: 0..40, or 0.. without an end"
        reader.report("bad-value", scalar.span, f"{scalar.value!r} is not a range of a measure", hint)
    return keys or None


def _key_at(written: str | None, step: Fraction, open_end: float) -> Bound | None:
    """Return the key of a point, `open_end` without one, or None if it is not a multiple of the step.

    A measure has two keys per step: even keys are the points, odd keys what lies between two points.
    """
    if written in (None, "∞"):
        return open_end
    key = 2 * decimal(written or "") / step
    return int(key) if key.denominator == 1 and key.numerator % 2 == 0 else None


STEP = parsed(
    "text",
    ONE_VALUE,
    _step_of,
    "is not a step of a measure",
    "write the distance between the points at which its statements begin and end: 1, or 0.5",
)
POINTS = Kind("text", _points, ONE_VALUE)


class MeasureDomain(Domain, noun="a domain of measures"):
    """A measure such as a distance, which has values between its points 1″ and 2″."""

    title: Prose | None = key(TITLE, "title: Distance", default=None)
    keys: Annotated[KeySet, POINTS] = key("Its bounds", "measure: 0..", name="measure")
    unit: Annotated[str, WORDS] = key(UNIT, "unit: ″", default="")
    step: Annotated[Fraction, STEP] | None = key(
        "The distance between points at which statements may begin and end", "step: 0.5", default=Fraction(1)
    )
    words: NumberWords = key("Words that keys may use for single points", "words: {contact: 0}", default=())
    test_range: Annotated[KeySet, POINTS] | None = key(
        "The range that a proof tries if the measure has no end: each point, and one value between neighbours",
        "test-range: 0..40",
        default=None,
        otherwise="all of it",
        former=("proved",),
    )

    def completed(self, reader: EntryReader) -> Self:
        return _with_words(self, reader.scalar_at("measure"), reader)


def _with_words(domain: D, written: Scalar | None, reader: EntryReader) -> D:
    """Return a domain of numbers with the words for single ones. Report a test range that does not fit."""
    if written is None or not domain.keys:
        return domain
    reach, scalar = domain.test_range or NO_KEYS, reader.scalar_at("test-range")
    if scalar is not None and not reach.finite:
        message = f"'test-range' needs both ends, not {scalar.value!r}"
        reader.report("bad-value", scalar.span, message, "write how far the proof goes, such as 0..20")
    elif scalar is not None and (outside := reach - domain.keys):
        message = f"'test-range' reaches outside {domain.id!r}: {domain.describe(outside)}"
        reader.report("outside-domain", scalar.span, message, f"it holds {domain.describe(domain.keys)}")
    words = (_word(domain, key, value, reader) for key, value in reader.pairs_at("words"))
    infinite = written.value.strip().endswith("∞")
    return replace(domain, words=tuple(word for word in words if word is not None), infinite=infinite)


def _word(domain: Domain, key: Scalar, value: Node, reader: EntryReader) -> tuple[Name, Bound] | None:
    """Return a word with its number; None, with a finding, if one of them is wrong."""
    name = Name(name_in_source(key), Text(key.value, (), key.span), key.span)
    if key.value in RESERVED or re.fullmatch(NUMBER, key.value):
        why = RESERVED.get(key.value, "it is a number itself")
        message = f"{key.value!r} cannot be a word for a number: {why}"
        reader.report("bad-name", key.span, message, "choose another word")
    elif isinstance(value, Scalar) and value.value == "∞" and domain.keys.ends[1] == math.inf:
        return name, math.inf
    elif not isinstance(value, Scalar) or not re.fullmatch(DECIMAL if domain.step else NUMBER, value.value):
        what = "a number" if domain.step else "a whole number"
        hint = f"as in {key.value}: 0"
        reader.report("bad-value", value.span, f"the word {key.value!r} must stand for {what}", hint)
    elif (at := domain.key_of(decimal(value.value))) is None:
        hint = f"it holds {domain.describe(domain.keys)}"
        reader.report("outside-domain", value.span, f"{value.value} lies outside {domain.id!r}", hint)
    else:
        return name, domain.number(at)
    return None


# Domains of dates

PERIOD = re.compile(rf"({DATE})\s*\.\.\s*({DATE})")


def _period(text: str) -> tuple[int, int] | None:
    """Return the first and the last month, counted from January of the year 0."""
    match = PERIOD.fullmatch(text.strip())
    ends = [months for each in (match.groups() if match else ()) if (months := months_of(each, None))]
    return (ends[0][0], ends[1][1]) if len(ends) == 2 and ends[0][0] <= ends[1][1] else None


MONTHS = parsed(
    "text",
    ONE_VALUE,
    _period,
    "is not a period of months",
    "write the first and the last month with their years in full: 9/1939..5/1945",
)


class DatesDomain(Domain, noun="a domain of dates"):
    """Months. Keys read `9/43`, `1943`, `after 9/43` or `9/43-5/44`; rules code sees the number 194309."""

    period: Annotated[tuple[int, int], MONTHS] | None = key(
        "The first and the last month, with their years in full", "dates: 9/1939..5/1945", name="dates"
    )
    title: Prose | None = key(TITLE, "title: Date", default=None)

    def completed(self, _: EntryReader) -> Self:
        if self.period is None:
            return self
        first, last = self.period
        return replace(self, keys=KeySet(((0, last - first),)), calendar=Calendar(first))


KINDS: Lookup[str, type[Domain]] = {
    "numbers": NumbersDomain,
    "measure": MeasureDomain,
    "ranges": RangesDomain,
    "dates": DatesDomain,
    "sets": SetsDomain,
    "boolean": BooleanDomain,
    "names": NamesDomain,
}
"""The kinds of domain by the key that identifies each."""
NO_NAMES = {"title", "groups", "words", "test-range"}
"""Keys of domains that are never names of values. `unit`, `step` and `never` may well be names."""


class AnyDomain(Declaration):
    """A domain: the set of values that keys and cells may have.

    Write bounds, dice, the word `boolean`, a list of names, a mapping of names to their labels, or a mapping of one of
    the kinds below.
    """

    noun = "a domain"

    @classmethod
    def schema_extra(cls) -> Schema:
        """Allow a mapping of names, or one of the kinds."""
        kinds = [ref(entry.__name__) for entry in KINDS.values()]
        plain = names_to(NAME) | {"propertyNames": {"not": {"enum": list(KINDS)}}}
        return {"properties": {}, "additionalProperties": True, "anyOf": [plain, *kinds]}


ENTRIES: tuple[type[Declaration], ...] = (AnyDomain, *KINDS.values(), Group)
