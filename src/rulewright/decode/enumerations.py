"""Domains of names: a choice of one, or yes or no."""

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace

from rulewright.decode.domain_entries import BooleanEntry, GroupEntry, NamesEntry
from rulewright.decode.names import NAME, RESERVED
from rulewright.findings import Finding, Findings, Label
from rulewright.language.texts import prose
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean, listed
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

YES_OR_NO = ("boolean", "yes or no")
"""How an author writes in a word that a domain has the values yes and no."""


def decode_enumeration(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{names: {open: In the open, …}, title: Cover, groups: …}`."""
    entry = NamesEntry(node, f"domain {id_!r}", faults)
    domain = None if entry.names is None else plain_enumeration(id_, entry.names, faults)
    if domain is None:
        return None
    groups = (_group(domain, key, value, faults) for key, value in entry.groups)
    found = tuple(group for group in groups if group is not None)
    return replace(domain, groups=found, title=entry.title, span=node.span)


def plain_enumeration(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{open: In the open, wood: In a wood}`, or only the names."""
    names = read_names(id_, node, faults)
    return Domain(id_, KeySet.union_of([(0, len(names) - 1)]), names, span=node.span) if names else None


def decode_boolean(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{boolean: {yes: moving, no: halted}}`."""
    entry = BooleanEntry(node, f"domain {id_!r}", faults)
    domain = None if entry.boolean is None else plain_enumeration(id_, entry.boolean, faults)
    if domain is None:
        return None
    if not domain.boolean:
        message = f"a boolean is yes or no, and {id_!r} is {' or '.join(name.id for name in domain.names)}"
        hint = "write {yes: …, no: …}; other names belong under 'names'"
        faults.add(Finding("bad-value", entry.place("boolean"), message, hint))
        return None
    return replace(domain, title=entry.title, span=node.span)


def yes_or_no(id_: str, node: Scalar) -> Domain:
    """The domain that `boolean` stands for."""
    names = tuple(Name(word, Text(word, (), node.span), node.span) for word in ("yes", "no"))
    return Domain(id_, KeySet.of(range(len(names))), names, span=node.span)


def read_names(id_: str, node: Node, faults: Findings, reserved: Lookup[str, str] = RESERVED) -> tuple[Name, ...]:
    """The names of a domain with what prints for each; none of them may be one of the words `reserved`."""
    before = len(faults.findings)
    found = _names(id_, node, faults, reserved)
    if not found and len(faults.findings) == before:
        hint = "list its values: [day, night], or {day: by day, night: at night} with what prints for each"
        faults.add(Finding("bad-value", node.span, f"domain {id_!r} has no values", hint))
    return tuple(found)


def _names(id_: str, node: Node, faults: Findings, reserved: Lookup[str, str]) -> list[Name]:
    if isinstance(node, Mapping):
        pairs = list(node.entries)
    elif isinstance(node, Sequence):
        pairs = [(item, item) for item in _scalars(node, f"a value of {id_!r} is a name", faults)]
    else:
        pairs = []
    found: list[Name] = []
    first: dict[str, Name] = {}
    for key, value in pairs:
        if not NAME.fullmatch(key.value) or key.value in reserved:
            hint = "a name holds letters, digits and hyphens; what prints for it comes after the colon"
            hint = f"choose another name: {reserved[key.value]}" if key.value in reserved else hint
            faults.add(Finding("bad-name", key.span, f"{key.value!r} cannot name a value of {id_!r}", hint))
        elif key.value in first:
            message = f"{key.value!r} is given twice in the domain {id_!r}"
            labels = (Label(first[key.value].span, "first given here"),)
            faults.add(Finding("duplicate-id", key.span, message, "keep one of the two", labels))
        elif not isinstance(value, Scalar):
            message = f"the label of {key.value!r} is text, not {kind(value)}"
            faults.add(Finding("wrong-type", value.span, message, f"as in {key.value}: In the open"))
        else:
            label = Text(key.value, (), key.span) if value.empty else prose(value, faults)
            found.append(first.setdefault(key.value, Name(key.value, label, key.span)))
    return found


def _scalars(node: Sequence, what: str, faults: Findings) -> Iterator[Scalar]:
    """The texts of a list; what is no text is a fault, not left out in silence."""
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        else:
            faults.add(
                Finding(
                    "wrong-type",
                    item.span,
                    f"{what}, not {kind(item)}",
                    "as in [open, wood]",
                )
            )


def _group(domain: Domain, key: Scalar, node: Node, faults: Findings) -> Name | None:
    """`non-vehicular: {of: [foot, latw], label: non-vehicular}`, or just the list."""
    label = Text(key.value, (), key.span)
    if key.value in RESERVED or domain.position(key.value) is not None:
        why = RESERVED.get(key.value, f"{domain.id!r} has a value of that name")
        message = f"{key.value!r} cannot name a group: {why}"
        faults.add(Finding("bad-name", key.span, message, "choose another name"))
    before = len(faults.findings)
    members: list[Scalar] = []
    if isinstance(node, Mapping):
        entry = GroupEntry(node, f"group {key.value!r}", faults)
        label = entry.label or label
        members = entry.of
    elif isinstance(node, Sequence):
        members = list(_scalars(node, f"a group of {domain.id!r} lists names", faults))
    positions: list[int] = []
    for member in members:
        position = domain.position(member.value)
        if position is None:
            known = [name.id for name in domain.names]
            hint = did_you_mean(member.value, known, f"its values are: {listed(known)}")
            faults.add(
                Finding(
                    "outside-domain",
                    member.span,
                    f"{member.value!r} is not a value of {domain.id!r}",
                    hint,
                )
            )
        else:
            positions.append(position)
    if not positions:
        if len(faults.findings) == before:
            message = f"the group {key.value!r} lists no value of {domain.id!r}"
            hint = f"write {key.value}: [{domain.names[0].id}, …]"
            faults.add(Finding("bad-value", key.span, message, hint))
        return None
    return Name(key.value, label, key.span, KeySet.of(positions))
