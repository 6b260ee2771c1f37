"""Domains of sets: several names may hold at once, as for a unit that is moving and concealed."""

import re
from dataclasses import replace
from functools import reduce
from operator import or_

from rulewright.decode.domain_entries import SetsEntry
from rulewright.decode.enumerations import read_names
from rulewright.decode.names import IN_SETS, NAME, RESERVED
from rulewright.findings import Finding, Findings, Span
from rulewright.limits import SET_NAMES
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet, all_sets, sets_with
from rulewright.model.names import did_you_mean, listed
from rulewright.model.text import Text
from rulewright.source.nodes import Node

LITERAL = re.compile(rf"(?:(?P<lacks>not|without)\s+)?(?P<name>{NAME.pattern})")
JOINT = re.compile(r"\s+and\s+|\s+(?=without\s)")


def decode_sets(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{sets: [moving, hull-down, dug-in], never: [moving and dug-in]}`."""
    entry = SetsEntry(node, f"domain {id_!r}", faults)
    names = () if entry.sets is None else read_names(id_, entry.sets, faults, RESERVED | IN_SETS)
    if len(names) > SET_NAMES.most:
        most = SET_NAMES.most
        message = f"{id_!r} has {len(names)} names; the proof tries every set of them and can take at most {most}"
        entry.fault("bad-value", entry.place("sets"), message, "divide it into domains that do not touch each other")
        return None
    if not names:
        return None
    domain = Domain(id_, all_sets(len(names)), names, title=entry.title, sets=True, span=node.span)
    keys = domain.keys
    for scalar in entry.never:
        found = read_set(scalar.value.strip(), scalar.span, domain, faults)
        keys = keys if found is None else keys - found[0]
    return _sound(replace(domain, keys=keys), entry)


def _sound(domain: Domain, entry: SetsEntry) -> Domain | None:
    if domain.keys:
        return domain
    entry.fault(
        "bad-value",
        entry.place("never"),
        f"no set of {domain.id!r} is left",
        "say only what cannot occur",
    )
    return None


def read_set(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    """The sets meant by one key, and what prints for it; None with a fault where it is none."""
    if part == "none":
        return _possible(part, KeySet.of([0]), Text("none", (), span), span, domain, faults)
    only = part.startswith("only ")
    literals = [LITERAL.fullmatch(each) for each in JOINT.split(part.removeprefix("only ").strip())]
    told = [match for match in literals if match is not None]
    if len(told) < len(literals):
        faults.add(
            Finding(
                "bad-key",
                span,
                f"{part!r} is not a set of {domain.id!r}",
                _how(part, domain),
            )
        )
        return None
    if not _known(told, span, domain, faults) or not _plain_order(part, only, told, span, faults):
        return None
    return _possible(part, _sets(only, told, domain), _label(only, told, span, domain), span, domain, faults)


def _how(part: str, domain: Domain) -> str:
    """The forms of a key, shown with the domain's own names."""
    one, other = domain.ids[0], domain.ids[-1]
    forms = f"write {one}, {one} and {other}, {one} without {other}, not {one}, only {one}, none or any"
    return f"alternatives are divided by commas; {forms}" if " or " in part else forms


def _known(told: list[re.Match[str]], span: Span, domain: Domain, faults: Findings) -> bool:
    """Whether every name is one of the domain's."""
    known = [name.id for name in domain.names]
    strange = next((match["name"] for match in told if match["name"] not in known), None)
    if strange is not None:
        hint = did_you_mean(strange, known, f"its names are: {listed(known)}")
        faults.add(
            Finding(
                "outside-domain",
                span,
                f"{strange!r} is not a name of {domain.id!r}",
                hint,
            )
        )
    return strange is None


def _plain_order(part: str, only: bool, told: list[re.Match[str]], span: Span, faults: Findings) -> bool:
    """Whether no reader can take a name for the other kind: `moving without hidden and dug-in` may mean either."""
    lacking = [bool(match["lacks"]) for match in told]
    if only and any(lacking):
        message = f"{part!r} says twice what is not in the set: 'only' leaves no other name in it"
        hint = "leave out 'only', or what is said not to be in it"
    elif lacking != sorted(lacking):
        has = " and ".join(match["name"] for match in told if not match["lacks"])
        lacks = " and without ".join(match["name"] for match in told if match["lacks"])
        message = f"{part!r} may be read two ways"
        hint = f"say 'without' before each name that is not in the set, and these last: {has} without {lacks}"
    else:
        return True
    faults.add(Finding("bad-key", span, message, hint))
    return False


def _sets(only: bool, told: list[re.Match[str]], domain: Domain) -> KeySet:
    places = [domain.position(match["name"]) or 0 for match in told]
    if only:
        return KeySet.of([reduce(or_, (1 << place for place in places))])
    keys = all_sets(len(domain.names))
    for place, match in zip(places, told, strict=True):
        held = sets_with(place, len(domain.names))
        keys = keys - held if match["lacks"] else keys & held
    return keys


def _label(only: bool, told: list[re.Match[str]], span: Span, domain: Domain) -> Text:
    """The key as it prints, with what prints for each name: `only moving`, `moving without concealed`."""
    words = "only " if only else ""
    labels = [domain.names[domain.position(match["name"]) or 0].label for match in told]
    for at, (match, label) in enumerate(zip(told, labels, strict=True)):
        turn = match["lacks"] == "without" and not told[at - 1]["lacks"]
        joint = "" if not at else " " if turn else " and "
        words += joint + (f"{match['lacks']} " if match["lacks"] else "") + label.source
    return Text(words, tuple(link for label in labels for link in label.links), span)


def _possible(
    part: str, keys: KeySet, label: Text, span: Span, domain: Domain, faults: Findings
) -> tuple[KeySet, Text] | None:
    """The sets of a key that can occur."""
    found = keys & domain.keys
    if found:
        return found, label
    why = f"{part!r} holds no set" if not keys else f"{part!r} never occurs in {domain.id!r}"
    faults.add(Finding("outside-domain", span, why, "correct the key, or what the domain says can never be"))
    return None
