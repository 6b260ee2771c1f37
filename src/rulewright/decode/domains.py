"""Domains: enumerations, whole numbers with bounds or open ends, dice, and measures."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rulewright.decode.fields import Fields, prose
from rulewright.diagnostics import Diagnostic, Faults, Label
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
NUMBER = r"[-−+]?[0-9]{1,15}"
DECIMAL = r"[-−+]?[0-9]{1,15}(?:\.[0-9]{1,6})?"
STRETCH = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL}|∞)?")
SPAN = re.compile(rf"({NUMBER}|-∞|−∞)?\s*\.\.\s*({NUMBER}|∞)?")
DICE = re.compile(rf"([0-9]{{0,6}})\s*d\s*([0-9]{{1,6}})\s*(?:([-−+])\s*({NUMBER})(?:\s*\.\.\s*({NUMBER}))?)?")
DIGIT_DICE = {"d66": 2, "d666": 3}
OF_NAMES = ("names", "title", "groups")
OF_NUMBERS = ("numbers", "title", "words", "unit", "proved")
OF_MEASURES = ("measure", "title", "words", "unit", "step", "proved")
OF_RANGES = ("ranges", "title", "unit")
RESERVED = {
    "any": "it stands for every value of a domain",
    "nothing": "it stands for a cell left empty on purpose",
    "unknown": "it stands for a cell whose answer is an open question",
}


def decode_domain(id_: str, node: Node, faults: Faults) -> Domain | None:
    """`{open: In the open, …}`, `0..10`, `1d6 + 0..1`, or a mapping of more.

    That has `names`, `numbers`, `ranges` or `measure`, and what goes with it.

    A mapping without keys that tell the one from the other is short for `names`.
    """
    what = f"domain {id_!r}"
    if isinstance(node, Scalar):
        if node.empty:
            faults.add(Diagnostic("missing-key", node.span, f"{what} needs names or numbers"))
            return None
        return _numbers(id_, node, node, faults)
    given = set() if isinstance(node, Sequence) else {key.value for key, _ in node.entries}
    if {"names", "numbers"} <= given:
        faults.add(Diagnostic("bad-value", node.span, f"{what} has both names and numbers", "keep one of the two"))
        return None
    if "numbers" in given:
        return _numeric(id_, node, Fields(node, what, OF_NUMBERS, faults), faults)
    if "measure" in given:
        return _measure(id_, node, Fields(node, what, OF_MEASURES, faults), faults)
    if "ranges" in given:
        return _ranges(id_, node, Fields(node, what, OF_RANGES, faults), faults)
    if "names" in given:
        fields = Fields(node, what, OF_NAMES, faults)
        names = fields.required("names")
        return None if names is None else _enumeration(id_, names, fields, faults)
    if given & {"title", "groups", "words", "proved"}:
        before = len(faults.found)
        Fields(node, what, (*OF_NAMES, *OF_NUMBERS), faults)
        if len(faults.found) == before:
            faults.add(Diagnostic("missing-key", node.span, f"{what} needs 'names' or 'numbers'"))
        return None
    return _enumeration(id_, node, None, faults)


def _numeric(id_: str, node: Node, fields: Fields, faults: Faults) -> Domain | None:
    written = fields.scalar("numbers", required=True)
    domain = None if written is None else _numbers(id_, written, node, faults)
    if domain is None:
        return None
    words = tuple(word for key, value in fields.each("words") if (word := _word(domain, key, value, faults)))
    stretch = fields.scalar("proved")
    proved = None if stretch is None else _stretch(domain, stretch, faults)
    return Domain(
        id_, domain.keys, words=words, title=fields.text("title"), unit=fields.string("unit"),
        infinite=domain.infinite, proved=proved, dice=domain.dice, span=node.span,
    )  # fmt: skip


def _ranges(id_: str, node: Node, fields: Fields, faults: Faults) -> Domain | None:
    written = fields.scalar("ranges", required=True)
    keys = None if written is None else _keys_of(written, faults)
    if keys is None:
        return None
    return Domain(id_, keys, title=fields.text("title"), unit=fields.string("unit"), ranges=True, span=node.span)


def _measure(id_: str, node: Node, fields: Fields, faults: Faults) -> Domain | None:
    """`{measure: 0.., unit: ″, step: 1, proved: 0..40}`."""
    written, stretch, stepped = fields.scalar("measure", required=True), fields.scalar("proved"), fields.scalar("step")
    step = Fraction(1)
    if stepped is not None and not (re.fullmatch(DECIMAL, stepped.value) and (step := decimal(stepped.value)) > 0):
        hint = "write the distance between the points at which its statements begin and end: 1, or 0.5"
        faults.add(Diagnostic("bad-value", stepped.span, f"{stepped.value!r} is no step of a measure", hint))
        return None
    keys = None if written is None else _stretch_of(written, step, faults)
    if keys is None or written is None:
        return None
    proved = None if stretch is None else _stretch_of(stretch, step, faults)
    domain = Domain(
        id_, keys, title=fields.text("title"), unit=fields.string("unit"), proved=proved, step=step, span=node.span,
        infinite=written.value.strip().endswith("∞"),
    )  # fmt: skip
    if stretch is not None and proved is not None:
        _check_stretch(domain, proved, stretch, faults)
    words = tuple(word for key, value in fields.each("words") if (word := _word(domain, key, value, faults)))
    return replace(domain, words=words)


def _stretch_of(scalar: Scalar, step: Fraction, faults: Faults) -> KeySet | None:
    """The keys of a stretch of a measure between two points, both of which belong to it."""
    match = STRETCH.fullmatch(scalar.value.strip())
    low = None if match is None else _key_at(match[1], step, -math.inf)
    high = None if match is None else _key_at(match[2], step, math.inf)
    keys = KeySet() if low is None or high is None else KeySet.union_of([(low, high)])
    if not keys:
        hint = f"write its ends, which are multiples of the step {float(step):g}: 0..40, or 0.. without an end"
        faults.add(Diagnostic("bad-value", scalar.span, f"{scalar.value!r} is no stretch of a measure", hint))
        return None
    return keys


def _key_at(written: str | None, step: Fraction, open_end: float) -> Bound | None:
    """The key of a point; None where it is no multiple of the step."""
    if written in (None, "∞"):
        return open_end
    key = 2 * decimal(written or "") / step
    return int(key) if key.denominator == 1 and key.numerator % 2 == 0 else None


def _word(domain: Domain, key: Scalar, value: Node, faults: Faults) -> tuple[Name, Bound] | None:
    if key.value in RESERVED or re.fullmatch(NUMBER, key.value):
        why = RESERVED.get(key.value, "it is a number itself")
        faults.add(Diagnostic("bad-name", key.span, f"{key.value!r} cannot be a word for a number: {why}"))
    elif isinstance(value, Scalar) and value.value == "∞" and domain.keys.intervals[-1][1] == math.inf:
        return Name(key.value, Text(key.value, (), key.span), key.span), math.inf
    elif not isinstance(value, Scalar) or not re.fullmatch(DECIMAL if domain.step else NUMBER, value.value):
        what = "a number" if domain.step else "a whole number"
        faults.add(Diagnostic("bad-value", value.span, f"the word {key.value!r} must stand for {what}"))
    elif (at := domain.key_of(decimal(value.value))) is None:
        hint = f"it holds {domain.describe(domain.keys)}"
        faults.add(Diagnostic("outside-domain", value.span, f"{value.value} lies outside {domain.id!r}", hint))
    else:
        return Name(key.value, Text(key.value, (), key.span), key.span), domain.number(at)
    return None


def _stretch(domain: Domain, scalar: Scalar, faults: Faults) -> KeySet | None:
    """The part of an endless domain that a proof runs through."""
    keys = _keys_of(scalar, faults)
    if keys is None:
        return None
    _check_stretch(domain, keys, scalar, faults)
    return keys


def _check_stretch(domain: Domain, keys: KeySet, scalar: Scalar, faults: Faults) -> None:
    if not keys.finite:
        message = f"'proved' needs both ends, not {scalar.value!r}"
        faults.add(Diagnostic("bad-value", scalar.span, message, "write how far the proof goes, such as 0..20"))
    elif outside := keys - domain.keys:
        message = f"'proved' reaches outside {domain.id!r}: {domain.describe(outside)}"
        faults.add(Diagnostic("outside-domain", scalar.span, message, f"it holds {domain.describe(domain.keys)}"))


def _numbers(id_: str, written: Scalar, node: Node, faults: Faults) -> Domain | None:
    keys = _keys_of(written, faults)
    if keys is None:
        return None
    infinite = written.value.strip().endswith("∞")
    return Domain(id_, keys, infinite=infinite, dice=_dice_name(written.value), span=node.span)


def _keys_of(scalar: Scalar, faults: Faults) -> KeySet | None:
    keys = read_numbers(scalar.value)
    if not keys:
        hint = "write bounds such as 0..10, an open end such as 1.., or dice such as 2d6 or 1d6 + 0..2"
        faults.add(Diagnostic("bad-value", scalar.span, f"{scalar.value!r} is no set of whole numbers", hint))
        return None
    return keys


def read_numbers(text: str) -> KeySet | None:
    """The whole numbers meant by bounds or dice, or None."""
    text = text.strip()
    if text in DIGIT_DICE:
        values = [0]
        for _ in range(DIGIT_DICE[text]):
            values = [value * 10 + face for value in values for face in range(1, 7)]
        return KeySet.of(values)
    if match := SPAN.fullmatch(text):
        low: Bound = -math.inf if match[1] in (None, "-∞", "−∞") else whole(match[1])
        high: Bound = math.inf if match[2] in (None, "∞") else whole(match[2])
        return KeySet.union_of([(low, high)])
    if match := DICE.fullmatch(text):
        return _dice(match)
    return None


def _dice_name(text: str) -> str:
    """`1d6` prints D6, `2d6 + 0..1` 2D6 + 0–1; nothing where the numbers are not thrown."""
    if text.strip() in DIGIT_DICE:
        return text.strip().upper()
    match = DICE.fullmatch(text.strip())
    if match is None:
        return ""
    many = "" if int(match[1] or 1) == 1 else match[1]
    bonus = f" {match[3]} {match[4]}" if match[3] else ""
    to = f"–{match[5]}" if match[5] else ""
    return f"{many}D{match[2]}{bonus}{to}".replace("-", "−")


def _dice(match: re.Match[str]) -> KeySet:
    """The scores of dice and a modifier; none where the dice have no faces or the ends are the wrong way round.

    `1d6 - 1..3` takes one to three away; `1d6 - 1..+1`, with a sign of its own at the second end, adds −1 to 1.
    """
    count, faces = int(match[1] or 1), int(match[2])
    least = whole(match[4] or "0")
    most = whole(match[5]) if match[5] else least
    if match[3] in ("-", "−"):
        signed = match[5] is not None and not match[5][0].isdigit()
        least, most = (-least, most) if signed else (-most, -least)
    if least > most or not count * faces:
        return KeySet()
    return KeySet.union_of([(count + least, count * faces + most)])


def whole(text: str) -> int:
    """A whole number; a true minus sign counts as one."""
    return int(text.replace("−", "-"))


def decimal(text: str) -> Fraction:
    """A number with or without decimal places, exactly."""
    return Fraction(text.replace("−", "-"))


def _enumeration(id_: str, node: Node, fields: Fields | None, faults: Faults) -> Domain | None:
    before = len(faults.found)
    names = tuple(_names(id_, node, faults))
    if not names and len(faults.found) == before:
        hint = "list its values: [day, night], or {day: by day, night: at night} with what prints for each"
        faults.add(Diagnostic("bad-value", node.span, f"domain {id_!r} has no values", hint))
    if not names:
        return None
    domain = Domain(id_, KeySet.union_of([(0, len(names) - 1)]), names, span=node.span)
    if fields is None:
        return domain
    groups = tuple(
        group for key, value in fields.each("groups") if (group := _group(domain, key, value, faults)) is not None
    )
    return Domain(id_, domain.keys, names, groups, title=fields.text("title"), span=node.span)


def _names(id_: str, node: Node, faults: Faults) -> list[Name]:
    if isinstance(node, Mapping):
        pairs = list(node.entries)
    elif isinstance(node, Sequence):
        pairs = [(item, item) for item in _scalars(node, f"a value of {id_!r} is a name", faults)]
    else:
        pairs = []
    found: list[Name] = []
    for key, value in pairs:
        if not NAME.fullmatch(key.value) or key.value in RESERVED:
            hint = "a name holds letters, digits and hyphens; what prints for it comes after the colon"
            hint = f"choose another name: {RESERVED[key.value]}" if key.value in RESERVED else hint
            faults.add(Diagnostic("bad-name", key.span, f"{key.value!r} cannot name a value of {id_!r}", hint))
        elif any(name.id == key.value for name in found):
            first = next(name for name in found if name.id == key.value)
            message = f"{key.value!r} is given twice in the domain {id_!r}"
            labels = (Label(first.span, "first given here"),)
            faults.add(Diagnostic("duplicate-id", key.span, message, "keep one of the two", labels))
        elif not isinstance(value, Scalar):
            faults.add(Diagnostic("wrong-type", value.span, f"the label of {key.value!r} is text"))
        else:
            label = Text(key.value, (), key.span) if value.empty else prose(value, faults)
            found.append(Name(key.value, label, key.span))
    return found


def _scalars(node: Sequence, what: str, faults: Faults) -> Iterator[Scalar]:
    """The texts of a list; what is no text is a fault, not left out in silence."""
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        else:
            faults.add(Diagnostic("wrong-type", item.span, f"{what}, not {kind(item)}"))


def _group(domain: Domain, key: Scalar, node: Node, faults: Faults) -> Name | None:
    """`non-vehicular: {of: [foot, latw], label: non-vehicular}`, or just the list."""
    label = Text(key.value, (), key.span)
    if key.value in RESERVED or domain.position(key.value) is not None:
        why = RESERVED.get(key.value, f"{domain.id!r} has a value of that name")
        faults.add(Diagnostic("bad-name", key.span, f"{key.value!r} cannot name a group: {why}"))
    before = len(faults.found)
    members: list[Scalar] = []
    if isinstance(node, Mapping):
        fields = Fields(node, f"group {key.value!r}", ("of", "label"), faults)
        label = fields.text("label") or label
        members = fields.strings("of")
    elif isinstance(node, Sequence):
        members = list(_scalars(node, f"a group of {domain.id!r} lists names", faults))
    positions: list[int] = []
    for member in members:
        position = domain.position(member.value)
        if position is None:
            known = [name.id for name in domain.names]
            hint = did_you_mean(member.value, known, f"its values are: {', '.join(known)}")
            faults.add(
                Diagnostic("outside-domain", member.span, f"{member.value!r} is no value of {domain.id!r}", hint)
            )
        else:
            positions.append(position)
    if not positions:
        if len(faults.found) == before:
            message = f"the group {key.value!r} lists no value of {domain.id!r}"
            hint = f"write {key.value}: [{domain.names[0].id}, …]"
            faults.add(Diagnostic("bad-value", key.span, message, hint))
        return None
    return Name(key.value, label, key.span, KeySet.of(positions))
