"""Domains: enumerations, whole numbers with bounds or open ends, and dice."""

import math
import re

from rulewright.decode.fields import Fields, prose
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
NUMBER = r"[-−+]?\d+"
SPAN = re.compile(rf"({NUMBER}|-∞|−∞)?\s*\.\.\s*({NUMBER}|∞)?")
DICE = re.compile(rf"(\d*)\s*d\s*(\d+)\s*(?:([+-−])\s*(\d+)(?:\s*\.\.\s*({NUMBER}))?)?")
DIGIT_DICE = {"d66": 2, "d666": 3}
KEYS = ("names", "numbers", "title", "groups", "words", "unit", "proved")


def decode_domain(id_: str, node: Node, faults: Faults) -> Domain | None:
    """`{open: In the open, …}`, `0..10`, `1d6 + 0..1`, or a mapping with `names` or `numbers` and more.

    A mapping without any of the keys in KEYS is short for `names`.
    """
    if isinstance(node, Scalar):
        return _numbers(id_, node, node, faults)
    if isinstance(node, Sequence) or not {"names", "numbers"} & {key.value for key, _ in node.entries}:
        return _enumeration(id_, node, None, faults)
    fields = Fields(node, f"domain {id_!r}", KEYS, faults)
    if fields.has("names") and fields.has("numbers"):
        fields.fault("bad-value", fields.span, f"domain {id_!r} has both names and numbers", "keep one of the two")
        return None
    if fields.has("names"):
        names = fields.node("names")
        return None if names is None else _enumeration(id_, names, fields, faults)
    return _numeric(id_, node, fields, faults)


def _numeric(id_: str, node: Node, fields: Fields, faults: Faults) -> Domain | None:
    written = fields.scalar("numbers", required=True)
    domain = None if written is None else _numbers(id_, written, node, faults)
    if domain is None:
        return None
    words = tuple(word for key, value in fields.each("words") if (word := _word(key, value, faults)))
    stretch = fields.scalar("proved")
    proved = None if stretch is None else _keys_of(stretch, faults)
    return Domain(
        id_, domain.keys, words=words, title=fields.text("title"), unit=fields.string("unit"),
        infinite=domain.infinite, proved=proved, span=node.span,
    )  # fmt: skip


def _word(key: Scalar, value: Node, faults: Faults) -> tuple[Name, int] | None:
    if not isinstance(value, Scalar) or not re.fullmatch(NUMBER, value.value):
        faults.add(Diagnostic("bad-value", value.span, f"the word {key.value!r} stands for a whole number"))
        return None
    return Name(key.value, Text(key.value, (), key.span), key.span), whole(value.value)


def _numbers(id_: str, written: Scalar, node: Node, faults: Faults) -> Domain | None:
    keys = _keys_of(written, faults)
    if keys is None:
        return None
    infinite = written.value.strip().endswith("∞")
    return Domain(id_, keys, infinite=infinite, span=node.span)


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


def _dice(match: re.Match[str]) -> KeySet:
    count, faces = int(match[1] or 1), int(match[2])
    least = int(match[4] or 0)
    most = whole(match[5]) if match[5] else least
    if match[3] in ("-", "−"):
        least, most = sorted((-least, -most))
    return KeySet.union_of([(count + least, count * faces + most)])


def whole(text: str) -> int:
    """A whole number; a true minus sign counts as one."""
    return int(text.replace("−", "-"))


def _enumeration(id_: str, node: Node, fields: Fields | None, faults: Faults) -> Domain | None:
    names = tuple(_names(id_, node, faults))
    if not names:
        faults.add(Diagnostic("bad-value", node.span, f"domain {id_!r} has no values"))
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
        pairs = [(item, item) for item in node.items if isinstance(item, Scalar)]
    else:
        pairs = []
    found: list[Name] = []
    for key, value in pairs:
        if not NAME.fullmatch(key.value):
            hint = "a name holds letters, digits and hyphens; what prints for it comes after the colon"
            faults.add(Diagnostic("bad-name", key.span, f"{key.value!r} cannot name a value of {id_!r}", hint))
        elif not isinstance(value, Scalar):
            faults.add(Diagnostic("wrong-type", value.span, f"the label of {key.value!r} is text"))
        else:
            label = Text(key.value, (), key.span) if value.empty else prose(value, faults)
            found.append(Name(key.value, label, key.span))
    return found


def _group(domain: Domain, key: Scalar, node: Node, faults: Faults) -> Name | None:
    """`non-vehicular: {of: [foot, latw], label: non-vehicular}`, or just the list."""
    label = Text(key.value, (), key.span)
    if isinstance(node, Mapping):
        fields = Fields(node, f"group {key.value!r}", ("of", "label"), faults)
        label = fields.text("label") or label
        members = fields.strings("of")
    else:
        members = [item for item in getattr(node, "items", ()) if isinstance(item, Scalar)]
    positions: list[int] = []
    for member in members:
        position = domain.position(member.value)
        if position is None:
            hint = did_you_mean(member.value, [name.id for name in domain.names])
            faults.add(
                Diagnostic("outside-domain", member.span, f"{member.value!r} is no value of {domain.id!r}", hint)
            )
        else:
            positions.append(position)
    if not positions:
        faults.add(Diagnostic("bad-value", key.span, f"the group {key.value!r} lists no value of {domain.id!r}"))
        return None
    return Name(key.value, label, key.span, KeySet.of(positions))
