"""Domains of names: a choice of one, or yes or no."""

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace

from rulewright.decode.domain_entries import BooleanEntry, GroupEntry, NamesEntry
from rulewright.decode.names import NAME, RESERVED
from rulewright.diagnostics import Diagnostic, Faults, Label
from rulewright.language.texts import prose
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean, listed
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind
from rulewright.translation.messages import tell

YES_OR_NO = ("boolean", tell("yes or no"))
"""How an author writes in a word that a domain has the values yes and no."""


def decode_enumeration(id_: str, node: Node, faults: Faults) -> Domain | None:
    """`{names: {open: In the open, …}, title: Cover, groups: …}`."""
    entry = NamesEntry(node, tell("domain {id!r}", id=id_), faults)
    domain = None if entry.names is None else plain_enumeration(id_, entry.names, faults)
    if domain is None:
        return None
    groups = (_group(domain, key, value, faults) for key, value in entry.groups)
    found = tuple(group for group in groups if group is not None)
    return replace(domain, groups=found, title=entry.title, span=node.span)


def plain_enumeration(id_: str, node: Node, faults: Faults) -> Domain | None:
    """`{open: In the open, wood: In a wood}`, or only the names."""
    names = read_names(id_, node, faults)
    return Domain(id_, KeySet.union_of([(0, len(names) - 1)]), names, span=node.span) if names else None


def decode_boolean(id_: str, node: Node, faults: Faults) -> Domain | None:
    """`{boolean: {yes: moving, no: halted}}`."""
    entry = BooleanEntry(node, tell("domain {id!r}", id=id_), faults)
    domain = None if entry.boolean is None else plain_enumeration(id_, entry.boolean, faults)
    if domain is None:
        return None
    if not domain.boolean:
        message = tell(
            "a boolean is yes or no, and {id!r} is {name}", id=id_, name=" or ".join(name.id for name in domain.names)
        )
        hint = tell("write {yes: …, no: …}; other names belong under 'names'")
        faults.add(Diagnostic("bad-value", entry.place("boolean"), message, hint))
        return None
    return replace(domain, title=entry.title, span=node.span)


def yes_or_no(id_: str, node: Scalar) -> Domain:
    """The domain that `boolean` stands for."""
    names = tuple(Name(word, Text(word, (), node.span), node.span) for word in ("yes", "no"))
    return Domain(id_, KeySet.of(range(len(names))), names, span=node.span)


def read_names(id_: str, node: Node, faults: Faults, reserved: Lookup[str, str] = RESERVED) -> tuple[Name, ...]:
    """The names of a domain with what prints for each; none of them may be one of the words `reserved`."""
    before = len(faults.findings)
    found = _names(id_, node, faults, reserved)
    if not found and len(faults.findings) == before:
        hint = tell("list its values: [day, night], or {day: by day, night: at night} with what prints for each")
        faults.add(Diagnostic("bad-value", node.span, tell("domain {id!r} has no values", id=id_), hint))
    return tuple(found)


def _names(id_: str, node: Node, faults: Faults, reserved: Lookup[str, str]) -> list[Name]:
    if isinstance(node, Mapping):
        pairs = list(node.entries)
    elif isinstance(node, Sequence):
        pairs = [(item, item) for item in _scalars(node, tell("a value of {id!r} is a name", id=id_), faults)]
    else:
        pairs = []
    found: list[Name] = []
    first: dict[str, Name] = {}
    for key, value in pairs:
        if not NAME.fullmatch(key.value) or key.value in reserved:
            hint = tell("a name holds letters, digits and hyphens; what prints for it comes after the colon")
            hint = (
                tell("choose another name: {reserved}", reserved=reserved[key.value]) if key.value in reserved else hint
            )
            faults.add(
                Diagnostic(
                    "bad-name", key.span, tell("{key!r} cannot name a value of {id!r}", key=key.value, id=id_), hint
                )
            )
        elif key.value in first:
            message = tell("{key!r} is given twice in the domain {id!r}", key=key.value, id=id_)
            labels = (Label(first[key.value].span, tell("first given here")),)
            faults.add(Diagnostic("duplicate-id", key.span, message, tell("keep one of the two"), labels))
        elif not isinstance(value, Scalar):
            message = tell("the label of {key!r} is text, not {kind}", key=key.value, kind=kind(value))
            faults.add(Diagnostic("wrong-type", value.span, message, tell("as in {key}: In the open", key=key.value)))
        else:
            label = Text(key.value, (), key.span) if value.empty else prose(value, faults)
            found.append(first.setdefault(key.value, Name(key.value, label, key.span)))
    return found


def _scalars(node: Sequence, what: str, faults: Faults) -> Iterator[Scalar]:
    """The texts of a list; what is no text is a fault, not left out in silence."""
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        else:
            faults.add(
                Diagnostic(
                    "wrong-type",
                    item.span,
                    tell("{what}, not {kind}", what=what, kind=kind(item)),
                    tell("as in [open, wood]"),
                )
            )


def _group(domain: Domain, key: Scalar, node: Node, faults: Faults) -> Name | None:
    """`non-vehicular: {of: [foot, latw], label: non-vehicular}`, or just the list."""
    label = Text(key.value, (), key.span)
    if key.value in RESERVED or domain.position(key.value) is not None:
        why = RESERVED.get(key.value, tell("{domain!r} has a value of that name", domain=domain.id))
        message = tell("{key!r} cannot name a group: {why}", key=key.value, why=why)
        faults.add(Diagnostic("bad-name", key.span, message, tell("choose another name")))
    before = len(faults.findings)
    members: list[Scalar] = []
    if isinstance(node, Mapping):
        entry = GroupEntry(node, tell("group {key!r}", key=key.value), faults)
        label = entry.label or label
        members = entry.of
    elif isinstance(node, Sequence):
        members = list(_scalars(node, tell("a group of {domain!r} lists names", domain=domain.id), faults))
    positions: list[int] = []
    for member in members:
        position = domain.position(member.value)
        if position is None:
            known = [name.id for name in domain.names]
            hint = did_you_mean(member.value, known, tell("its values are: {known}", known=listed(known)))
            faults.add(
                Diagnostic(
                    "outside-domain",
                    member.span,
                    tell("{member!r} is no value of {domain!r}", member=member.value, domain=domain.id),
                    hint,
                )
            )
        else:
            positions.append(position)
    if not positions:
        if len(faults.findings) == before:
            message = tell("the group {key!r} lists no value of {domain!r}", key=key.value, domain=domain.id)
            hint = tell("write {key}: [{names}, …]", key=key.value, names=domain.names[0].id)
            faults.add(Diagnostic("bad-value", key.span, message, hint))
        return None
    return Name(key.value, label, key.span, KeySet.of(positions))
