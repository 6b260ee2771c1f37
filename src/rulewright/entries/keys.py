"""Keys of tables: `fire`, `2, 4`, `10–13`, `not vehicle`, `any`, `any other`, `after 9/43`.

Each reader returns the set of keys that a text selects from a domain, and the text that prints for it.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import or_

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.domains import NARROW, Domain, Name, spaced
from rulewright.entries.keyset import Bound, Interval, KeySet, all_sets, sets_with
from rulewright.entries.names import NAME, did_you_mean, listed
from rulewright.entries.number_ranges import RANGE, NumberRange, range_in_words, read_range
from rulewright.entries.numbers import minus, whole
from rulewright.entries.text import Text
from rulewright.source.nodes import Node, Scalar, Sequence, kind


@dataclass(frozen=True, slots=True)
class Key:
    """A key as `written` on one axis, with its set of keys and its printed text.

    `everything` marks the key `any`, which prints nothing beside another key. A condition that compares axes has the
    axis COMPARED, and `region` are the boxes where it is true, by axis.
    """

    axis: str
    keys: KeySet
    label: Text
    written: str
    everything: bool
    span: Span = field(compare=False)
    region: tuple[Mapping[str, KeySet], ...] = field(default=(), hash=False)


# What may name a value: everything that keys, links, claims and rules code can all write

RESERVED = {
    "any": "it stands for every value of a domain",
    "nothing": "it stands for a cell left empty on purpose",
    "unknown": "it stands for a cell whose answer is an open question",
}
IN_SETS = {
    "none": "it stands for the set with nothing in it",
    "only": "it begins the key of just one set",
    "and": "it joins the names of a set",
    "or": "alternatives are divided by commas",
    "not": "it says that a name is not in the set",
    "without": "it says that a name is not in the set",
}
"""Words with a meaning in keys of sets; such a word cannot be a name."""


NOT = re.compile(r"not\s+(.+)")
OR = re.compile(r"\s+or\s+(?!more|less|higher|lower|greater|fewer|above|below|over|under)")
ANY_OTHER = "any other"
"""The key for everything that its sibling keys leave over."""


def read_keys(
    axis: str, domain: Domain, nodes: Iterable[Scalar], findings: Findings, whole: KeySet | None = None
) -> list[Key | None]:
    """Read keys that stand side by side; None for a key with findings.

    `any other` selects what the other keys leave over of `whole`, or of the domain if `whole` is None.
    """
    written = list(nodes)
    keys = [None if _is_any_other(node) else read_key(axis, domain, node, findings) for node in written]
    if not any(map(_is_any_other, written)):
        return keys
    stated = KeySet.union_of(interval for key in keys if key is not None for interval in key.keys.intervals)
    left = (domain.keys if whole is None else whole) - stated
    if not left:
        message = f"{ANY_OTHER!r} leaves nothing: the keys beside it hold for every value of {axis!r}"
        for node in filter(_is_any_other, written):
            findings.add(Finding("outside-domain", node.span, message, "remove it, or narrow one of the others"))
        return keys
    return [
        Key(axis, left, Text(ANY_OTHER, (), node.span), ANY_OTHER, False, node.span) if _is_any_other(node) else key
        for node, key in zip(written, keys, strict=True)
    ]


def _is_any_other(node: Scalar) -> bool:
    return node.value.strip() == ANY_OTHER


def read_key(axis: str, domain: Domain, node: Node, findings: Findings) -> Key | None:
    """Read one key: a text with commas, or a list of texts. Return None, with findings, if it cannot be read."""
    parts = list(_parts(node))
    wrong = next((item for item in getattr(node, "items", ()) if not isinstance(item, Scalar)), None)
    if wrong is not None or not parts:
        what = f"a value of {domain.id!r}" if domain.id != axis else "a value"
        message = f"a key of {axis!r} is {what} or a list of them, not {kind(wrong or node)}"
        hint = "as in open, wood: or [open, wood]"
        findings.add(Finding("wrong-type", (wrong or node).span, message, hint))
        return None
    keys = KeySet()
    labels: list[Text] = []
    for part, span in parts:
        selected = (
            None
            if _report_ambiguous(part, span, len(parts), domain, findings)
            else _read_part(part, span, domain, findings)
        )
        if selected is None:
            return None
        keys, labels = keys | selected[0], [*labels, selected[1]]
    written = ", ".join(part for part, _ in parts)
    return Key(axis, keys, join_texts(labels, ", "), written, written == "any", node.span)


def _parts(node: Node) -> Iterator[tuple[str, Span]]:
    """Yield the parts of a key with their places; a text is split at its commas."""
    if isinstance(node, Sequence):
        yield from ((item.value, item.span) for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        for match in re.finditer(r"(?:^|,)\s*([^,]*)", node.value):
            part = match[1].strip()
            yield part, node.at(match.start(1), len(part))


def join_texts(texts: list[Text], by: str) -> Text:
    """Join texts and their links. Marks stand side by side without a comma."""
    if len(texts) == 1:
        return texts[0]
    if all(text.source.startswith("[[mark:") for text in texts):
        by = "\u202f"
    links = tuple(link for text in texts for link in text.links)
    return Text(by.join(text.source for text in texts), links, texts[0].span if texts else Span(""))


def _report_ambiguous(part: str, span: Span, count: int, domain: Domain, findings: Findings) -> bool:
    """Report a part that readers could misunderstand here; return whether it was reported."""
    if part == ANY_OTHER:
        hint = "write 'not' and the other keys; in a list of cases, write any under policy: first"
        findings.add(Finding("bad-key", span, f"{ANY_OTHER!r} has no other keys beside it here", hint))
    elif count > 1 and NOT.fullmatch(part) and not domain.sets:
        message, hint = f"{part!r} may be read two ways in a list of keys", f"write {part} or …, or list what is meant"
        findings.add(Finding("bad-key", span, message, hint))
    else:
        return False
    return True


def _read_part(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    """Return what one part of a key selects and its printed text; None, with a finding, if it is wrong."""
    if not part:
        hint = "write a key on both sides of a comma"
        findings.add(Finding("bad-key", span, f"a key of {domain.id!r} is empty", hint))
        return None
    if part == "any":
        return domain.keys, Text("any", (), span)
    if domain.sets:
        return read_set(part, span, domain, findings)
    if match := NOT.fullmatch(part):
        return _read_not(match[1], span, domain, findings)
    return _read_single(part, span, domain, findings)


def _read_not(written: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    """Read `vehicle or gun` after `not`: all values of the domain except these."""
    parts = OR.split(written)
    excluded = [each for part in parts if (each := _read_single(part, span, domain, findings)) is not None]
    if len(excluded) < len(parts):
        return None
    left = domain.keys
    for keys, _ in excluded:
        left = left - keys
    if not left:
        message = f"'not {written}' leaves no value of {domain.id!r}"
        findings.add(Finding("outside-domain", span, message, f"it holds {domain.describe(domain.keys)}"))
        return None
    label = join_texts([label for _, label in excluded], " or ")
    return left, Text(f"not {label.source}", label.links, span)


def _read_single(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    if domain.names:
        return _name_key(part, span, domain, findings)
    read = read_number_key if domain.calendar is None else read_date_key
    return read(part, span, domain, findings)


def value_hint(written: str, names: Iterable[Name]) -> str:
    """Return a hint with the name most like `written`, or with all names."""
    ids = [name.id for name in names]
    return did_you_mean(written, ids, f"its values are: {listed(ids)}")


def _name_key(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    position = domain.position(part)
    if position is not None:
        return KeySet.of([position]), domain.names[position].label
    for group in domain.groups:
        if group.id == part:
            return group.members, group.label
    hint = value_hint(part, (*domain.names, *domain.groups))
    findings.add(Finding("outside-domain", span, f"{part!r} is not a value of {domain.id!r}", hint))
    return None


# Keys of dates: a year means all its months. Two figures mean the first such year that the domain can hold.

DATE = r"(?:(?:[1-9]|0[1-9]|1[0-2])/(?:[0-9]{4}|[0-9]{2})|[0-9]{4})"
DATE_RANGE = re.compile(
    rf"({DATE})|from\s+({DATE})\s+(?:to|until)\s+({DATE})|({DATE})\s*(?:[-–]|to|until|\.\.)\s*({DATE})"
)
DATE_BOUND = re.compile(rf"(after|before|from|since|until|through|up to|>=|≥|<=|≤|>|<)\s*({DATE})")
AFTER, BEFORE, FROM = ("after", ">"), ("before", "<"), ("from", "since", ">=", "≥")

YEAR_DIGITS, CENTURY_MONTHS = 4, 1200
"""Digits of a full year, and the months of a century."""

Months = tuple[int, int]
"""The first and the last month, counted from January of the year 0."""


def read_date_key(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    """Return the months that a key selects and its printed text; None, with a finding, if it is not a date."""
    months = date_keys(part, domain)
    if months is None:
        hint = "write 9/43, 1943, 6/44-5/45, after 9/43, before 9/43, from 9/43, until 9/43 or any"
        findings.add(Finding("bad-key", span, f"{part!r} is not a date of {domain.id!r}", hint))
        return None
    inside = months & domain.keys
    if not inside or not (DATE_BOUND.fullmatch(part) or inside == months):
        findings.add(_outside_domain(part, span, domain))
        return None
    return inside, Text(re.sub(r"\s*-\s*", "–", part), (), span)


def _outside_domain(part: str, span: Span, domain: Domain) -> Finding:
    reach = domain.describe(domain.keys)
    return Finding("outside-domain", span, f"{part!r} lies outside {domain.id!r}", f"it holds {reach}")


def date_keys(part: str, domain: Domain) -> KeySet | None:
    """Return the months that a key selects, even beyond the domain; None if it is not a date or ends before it begins.

    Months are counted from the first month of the domain.
    """
    assert domain.calendar is not None
    span, limit = DATE_RANGE.fullmatch(part), DATE_BOUND.fullmatch(part)
    match = span or limit
    first, size = domain.calendar.first, int(domain.keys.size)
    ends = [months_of(each, domain) for each in (match.groups() if match else ()) if each and each[-1].isdecimal()]
    months = [each for each in ends if each is not None]
    if not months or len(months) < len(ends):
        return None
    begin, end = months[0][0] - first, months[-1][1] - first
    if limit is None:
        return KeySet(((begin, end),)) if begin <= end else None
    word = limit[1]
    if word in (*AFTER, *FROM):
        low, high = (end + 1 if word in AFTER else begin), max(size, end + 1)
    else:
        low, high = min(-1, begin - 1), (begin - 1 if word in BEFORE else end)
    return KeySet(((low, high),))


def months_of(written: str, domain: Domain | None) -> Months | None:
    """Return the months of a date, or None if its year is ambiguous.

    A year without a month means its months in the domain. A year of two digits needs a domain of at most a century.
    """
    month, _, year = written.rpartition("/")
    number, calendar = int(year), domain.calendar if domain else None
    if domain is None or calendar is None:
        return None if len(year) < YEAR_DIGITS else _months_in(number, month)
    if len(year) < YEAR_DIGITS:
        if domain.keys.size > CENTURY_MONTHS:
            return None
        number = calendar.first // 12 + (number - calendar.first // 12) % 100
    low, high = _months_in(number, month)
    inside = domain.keys & KeySet(((low - calendar.first, high - calendar.first),))
    if not inside:
        return low, high
    first, last = inside.intervals[0]
    return calendar.first + int(first), calendar.first + int(last)


def _months_in(year: int, month: str) -> Months:
    return (year * 12 + int(month) - 1,) * 2 if month else (year * 12, year * 12 + 11)


# Keys that are numbers

SPREADSHEET_DATE = re.compile(
    r"\d{1,2}[-. /]+[^\W\d]{3,9}\.?|[^\W\d]{3,9}\.?[-. /]+\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
)
"""The dates into which spreadsheets turn the key 1-2: 02-Jan, Jan-02, 02.01.2026."""


def read_number_key(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    """Return the numbers that a key selects and its printed text; None, with a finding, if it selects none."""
    word = value_name(domain, part)
    number = word[1] if word else 0 if part == "none" else math.inf  # `none` is 0 unless it is the word for another
    key = None if math.isinf(number) else domain.key_of(Fraction(number))
    if key is not None:
        return KeySet.of([key]), Text(word[0].label.source if word else part, (), span)
    words = range_in_words(part)
    numbers = read_range(_bare_numbers(words, domain), measured=domain.step is not None)
    interval = None if numbers is None else _interval(numbers, domain)
    if numbers is None or interval is None:
        hint = "write a number, 4–5, ≥ 10, 14+, ≤ 2 or any"
        if span.cell and SPREADSHEET_DATE.fullmatch(part):
            hint = "a spreadsheet turned it into a date: format the column as text, then write the cell again"
        message = f"{part!r} is not a number or range"
        if domain.step is not None:
            hint = "write a number, 1-2, over 1 to 2, up to 12, over 12, under 12, between 1 and 2, 18 or more, or any"
            if numbers:
                message = (
                    f"{part!r} is not a number or range of {domain.id!r}, which goes by steps of {float(domain.step):g}"
                )
        findings.add(Finding("bad-key", span, message, hint))
        return None
    keys = KeySet.union_of([interval])
    if not keys:
        findings.add(Finding("bad-key", span, f"the range {part!r} holds no number", "write the smaller end first"))
        return None
    bounded = keys & domain.keys
    low, high = interval
    open_ended = numbers.low is None or numbers.high is None
    if not bounded or not (open_ended or (low in domain.keys and high in domain.keys)):
        findings.add(_outside_domain(part, span, domain))
        return None
    return bounded, Text(_typeset(words) if domain.step is None else _with_unit(words, domain.unit), (), span)


def _bare_numbers(part: str, domain: Domain) -> str:
    """Return the key without the unit of a measure; 00 becomes 100, the highest score of a percentile roll."""
    if domain.roll is not None and domain.roll.percentile:
        return re.sub(r"(?<!\d)00(?!\d)", "100", part)
    return without_unit(part, domain.unit) if domain.step else part


def without_unit(part: str, unit: str) -> str:
    """Remove the unit, which authors may leave out: `1-2″`, `18″ or more`."""
    return re.sub(rf"(?<=\d)\s*{re.escape(unit)}", "", part).strip() if unit else part


def _interval(numbers: NumberRange, domain: Domain) -> Interval | None:
    """Convert numbers to keys of the domain; None if an end is not a multiple of the step.

    An excluded end moves by one key: to the next whole number, or off the point of a measure.
    """
    scale = 1 if domain.step is None else 2 / domain.step
    low, high = (None if end is None else end * scale for end in (numbers.low, numbers.high))
    for end in (low, high):
        if end is not None and (end.denominator != 1 or (domain.step is not None and end.numerator % 2)):
            return None
    return (
        -math.inf if low is None else int(low) + (not numbers.low_in),
        math.inf if high is None else int(high) - (not numbers.high_in),
    )


def _with_unit(part: str, unit: str) -> str:
    """Add the unit after the last number, with a space that does not break: `over 1 to 2″`, `18″ or more`."""
    bare = without_unit(part, unit)
    at = max(match.end() for match in re.finditer(r"\d", bare))
    return _typeset(bare[:at]) + spaced(unit).replace(" ", NARROW) + _typeset(bare[at:])


def _typeset(part: str) -> str:
    """Return the key with typographic signs: 4-5 prints 4–5, >= prints ≥, -1 prints −1."""
    if (match := RANGE.fullmatch(part)) and whole(match[1]) < 0:
        return f"{minus(whole(match[1]))} to {minus(whole(match[2]))}"  # −1–5 would read as a sum
    part = re.sub(r"(?<=\d)\s*-\s*(?=\d)", "–", part)
    return part.replace(">=", "≥").replace("<=", "≤").replace("-", "−")


def value_name(domain: Domain, word: str) -> tuple[Name, Bound] | None:
    """Return the word of a numeric domain, such as `adjacent`, with its number; None if there is no such word."""
    return next(((name, number) for name, number in domain.words if name.id == word), None)


# Keys of sets

LITERAL = re.compile(rf"(?:(?P<lacks>not|without)\s+)?(?P<name>{NAME.pattern})")
JOINT = re.compile(r"\s+and\s+|\s+(?=without\s)")


def read_set(part: str, span: Span, domain: Domain, findings: Findings) -> tuple[KeySet, Text] | None:
    """Return the sets that a key selects and its printed text; None, with a finding, if it is not a key of sets."""
    if part == "none":
        return _possible_sets(part, KeySet.of([0]), Text("none", (), span), span, domain, findings)
    only = part.startswith("only ")
    matches = [LITERAL.fullmatch(each) for each in JOINT.split(part.removeprefix("only ").strip())]
    literals = [match for match in matches if match is not None]
    unknown = next((match["name"] for match in literals if match["name"] not in domain.ids), None)
    if len(literals) < len(matches):
        findings.add(Finding("bad-key", span, f"{part!r} is not a set of {domain.id!r}", _forms_hint(part, domain)))
    elif unknown is not None:
        hint = did_you_mean(unknown, domain.ids, f"its names are: {listed(domain.ids)}")
        findings.add(Finding("outside-domain", span, f"{unknown!r} is not a name of {domain.id!r}", hint))
    elif _is_unambiguous(part, only, literals, span, findings):
        label = _label(only, literals, span, domain)
        return _possible_sets(part, _sets(only, literals, domain), label, span, domain, findings)
    return None


def _forms_hint(part: str, domain: Domain) -> str:
    """Return the possible forms of a key, with names of the domain as examples."""
    one, other = domain.ids[0], domain.ids[-1]
    forms = f"write {one}, {one} and {other}, {one} without {other}, not {one}, only {one}, none or any"
    return f"alternatives are divided by commas; {forms}" if " or " in part else forms


def _is_unambiguous(part: str, only: bool, literals: list[re.Match[str]], span: Span, findings: Findings) -> bool:
    """Return whether the key can be read in one way only; if not, report it.

    In `moving without hidden and dug-in`, readers cannot tell whether dug-in is in the set.
    """
    lacking = [bool(match["lacks"]) for match in literals]
    if only and any(lacking):
        message = f"{part!r} says twice what is not in the set: 'only' leaves no other name in it"
        hint = "leave out 'only', or the names that are not in it"
    elif lacking != sorted(lacking):
        has = " and ".join(match["name"] for match in literals if not match["lacks"])
        lacks = " and without ".join(match["name"] for match in literals if match["lacks"])
        message = f"{part!r} may be read two ways"
        hint = f"say 'without' before each name that is not in the set, and these last: {has} without {lacks}"
    else:
        return True
    findings.add(Finding("bad-key", span, message, hint))
    return False


def _sets(only: bool, literals: list[re.Match[str]], domain: Domain) -> KeySet:
    places = [domain.ids.index(match["name"]) for match in literals]
    if only:
        return KeySet.of([reduce(or_, (1 << place for place in places))])
    keys = all_sets(len(domain.names))
    for place, match in zip(places, literals, strict=True):
        with_name = sets_with(place, len(domain.names))
        keys = keys - with_name if match["lacks"] else keys & with_name
    return keys


def _label(only: bool, literals: list[re.Match[str]], span: Span, domain: Domain) -> Text:
    """Return the printed key, with the label of each name: `only moving`, `moving without concealed`."""
    words = "only " if only else ""
    labels = [domain.names[domain.ids.index(match["name"])].label for match in literals]
    for at, (match, label) in enumerate(zip(literals, labels, strict=True)):
        first_without = match["lacks"] == "without" and not literals[at - 1]["lacks"]
        joint = "" if not at else " " if first_without else " and "
        words += joint + (f"{match['lacks']} " if match["lacks"] else "") + label.source
    return Text(words, tuple(link for label in labels for link in label.links), span)


def _possible_sets(
    part: str, keys: KeySet, label: Text, span: Span, domain: Domain, findings: Findings
) -> tuple[KeySet, Text] | None:
    """Return the sets that the domain allows, with the label; None and a finding if there are none."""
    possible = keys & domain.keys
    if possible:
        return possible, label
    why = f"{part!r} holds no set" if not keys else f"{part!r} never occurs in {domain.id!r}"
    findings.add(Finding("outside-domain", span, why, "correct the key, or what the domain says can never be"))
    return None
