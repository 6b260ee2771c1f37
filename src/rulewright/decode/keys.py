"""Keys as authors write them: `fire`, `2, 4`, `10–13`, `≥ 10`, `14+`, `< -1`, `any`, `over 1 to 2`, `up to 12`."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulewright.decode.figures import DECIMAL, NUMBER, decimal, whole
from rulewright.decode.sets import read_set
from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.model.domain import NARROW, Domain, Name, minus, spaced
from rulewright.model.keyset import Bound, Interval, KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.table import Key
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar, Sequence, kind

RANGE = re.compile(rf"({NUMBER})\s*(?:[-–]|to)\s*({NUMBER})")
BETWEEN = re.compile(rf"between\s+({DECIMAL})\s+and\s+({DECIMAL})")
STRETCH = re.compile(rf"(over\s+|>\s*)?({DECIMAL})\s*(?:[-–]|to)\s*(under\s+|<\s*)?({DECIMAL})")
OPEN_ENDED = re.compile(rf"({DECIMAL})\s*(\+|or more|or less)")
THRESHOLD = re.compile(rf"(>=|≥|<=|≤|>|<|(?:up to|at least|at most|over|under)\s)\s*({DECIMAL})")
FROM, ABOVE, UNTIL = (">=", "≥", "at least"), (">", "over"), ("<=", "≤", "up to", "at most")


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The numbers a key means, before they are fitted to a domain; an end that is None is open."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_in: bool = True
    high_in: bool = True


def read_key(axis: str, domain: Domain, node: Node, faults: Faults) -> Key | None:
    """The key at a node, which is one text with commas or a list of texts; None with faults added."""
    parts = list(_parts(node))
    wrong = next((item for item in getattr(node, "items", ()) if not isinstance(item, Scalar)), None)
    if wrong is not None or not parts:
        what = f"a value of {domain.id!r}" if domain.id != axis else "a value"
        message = f"a key of {axis!r} is {what} or a list of them, not {kind(wrong or node)}"
        faults.add(Diagnostic("wrong-type", (wrong or node).span, message))
        return None
    keys = KeySet()
    labels: list[Text] = []
    for part, span in parts:
        found = _part(part, span, domain, faults)
        if found is None:
            return None
        keys, labels = keys | found[0], [*labels, found[1]]
    written = ", ".join(part for part, _ in parts)
    return Key(axis, keys, joined(labels, ", "), written, written == "any", node.span)


def _parts(node: Node) -> Iterator[tuple[str, Span]]:
    """The parts of a key, each where it stands: one text is divided at its commas."""
    if isinstance(node, Sequence):
        yield from ((item.value, item.span) for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        for match in re.finditer(r"(?:^|,)\s*([^,]*)", node.value):
            part = match[1].strip()
            yield part, node.at(match.start(1), len(part))


def joined(texts: list[Text], by: str) -> Text:
    """Several texts as one, their links kept; marks stand side by side with no comma between them."""
    if len(texts) == 1:
        return texts[0]
    if all(text.source.startswith("[[mark:") for text in texts):
        by = "\u202f"
    links = tuple(link for text in texts for link in text.links)
    return Text(by.join(text.source for text in texts), links, texts[0].span if texts else Span(""))


def _part(part: str, span: Span, domain: Domain, faults: Faults) -> tuple[KeySet, Text] | None:
    if not part:
        hint = "write a key on both sides of a comma"
        faults.add(Diagnostic("bad-key", span, f"a key of {domain.id!r} is empty", hint))
        return None
    if part == "any":
        return domain.keys, Text("any", (), span)
    if domain.sets:
        return read_set(part, span, domain, faults)
    return _named(part, span, domain, faults) if domain.names else _numbered(part, span, domain, faults)


def _named(part: str, span: Span, domain: Domain, faults: Faults) -> tuple[KeySet, Text] | None:
    position = domain.position(part)
    if position is not None:
        return KeySet.of([position]), domain.names[position].label
    for group in domain.groups:
        if group.id == part:
            return group.members, group.label
    known = [name.id for name in (*domain.names, *domain.groups)]
    hint = did_you_mean(part, known, f"its values are: {', '.join(known)}")
    faults.add(Diagnostic("outside-domain", span, f"{part!r} is no value of {domain.id!r}", hint))
    return None


def _numbered(part: str, span: Span, domain: Domain, faults: Faults) -> tuple[KeySet, Text] | None:
    stretch = _stretch(_figures(part, domain), measured=domain.step is not None)
    interval = None if stretch is None else _interval(stretch, domain)
    if stretch is None or interval is None:
        hint = "write a number, 4–5, ≥ 10, 14+, ≤ 2 or any"
        message = f"{part!r} is no number or range"
        if domain.step is not None:
            hint = "write a number, 1-2, over 1 to 2, up to 12, over 12, under 12, between 1 and 2, 18 or more, or any"
            message += f" of {domain.id!r}, which goes by steps of {float(domain.step):g}" if stretch else ""
        faults.add(Diagnostic("bad-key", span, message, hint))
        return None
    keys = KeySet.union_of([interval])
    if not keys:
        faults.add(Diagnostic("bad-key", span, f"the range {part!r} holds no number", "write the smaller end first"))
        return None
    bounded = keys & domain.keys
    low, high = interval
    open_ended = stretch.low is None or stretch.high is None
    if not bounded or not (open_ended or (low in domain.keys and high in domain.keys)):
        reach = domain.describe(domain.keys)
        faults.add(Diagnostic("outside-domain", span, f"{part!r} lies outside {domain.id!r}", f"it holds {reach}"))
        return None
    return bounded, Text(_typeset(part) if domain.step is None else _with_unit(part, domain.unit), (), span)


def _figures(part: str, domain: Domain) -> str:
    """The key without the unit of a measure; 00 is the highest score of a percentile roll."""
    if domain.roll is not None and domain.roll.percentile:
        return re.sub(r"(?<!\d)00(?!\d)", "100", part)
    return without_unit(part, domain.unit) if domain.step else part


def without_unit(part: str, unit: str) -> str:
    """`1-2`, `18 or more`: the author need not say the unit, but may."""
    return re.sub(rf"(?<=\d)\s*{re.escape(unit)}", "", part).strip() if unit else part


def _stretch(part: str, *, measured: bool) -> _Stretch | None:
    """What the key says; `between 1 and 5` would be read two ways of whole numbers."""
    if re.fullmatch(DECIMAL, part):
        return _Stretch(decimal(part), decimal(part))
    if measured and (match := BETWEEN.fullmatch(part)):
        return _Stretch(decimal(match[1]), decimal(match[2]), low_in=False, high_in=False)
    if match := STRETCH.fullmatch(part):
        return _Stretch(decimal(match[2]), decimal(match[4]), not match[1], not match[3])
    if match := OPEN_ENDED.fullmatch(part):
        bound = decimal(match[1])
        return _Stretch(None, bound) if match[2] == "or less" else _Stretch(bound)
    if match := THRESHOLD.fullmatch(part):
        sign, bound = match[1].strip(), decimal(match[2])
        if sign in (*FROM, *ABOVE):
            return _Stretch(bound, low_in=sign in FROM)
        return _Stretch(None, bound, high_in=sign in UNTIL)
    return None


def _interval(stretch: _Stretch, domain: Domain) -> Interval | None:
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
