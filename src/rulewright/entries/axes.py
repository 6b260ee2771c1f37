"""The axes of one table, and the conditions over them.

A condition may compare axes, such as `score + bonus > armour`. The reader evaluates it for every combination of keys
and turns the combinations where it holds into boxes. So analysis, proof and print only deal with boxes.
"""

import re
from collections.abc import Container, Iterable, Iterator
from collections.abc import Mapping as MappingOf
from math import prod
from typing import cast

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.limits import COMBINATIONS, Budget
from rulewright.entries.claims import ClaimReader, Condition, holds
from rulewright.entries.dice import read_roll
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.entry import Kind, Schema
from rulewright.entries.keys import Key, read_key
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.names import did_you_mean
from rulewright.entries.roles import ONE_VALUE, either, list_of, names_to, one_or_list
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

Region = MappingOf[str, KeySet]


SIGN = re.compile(r"[<>=≥≤≠]|\s(?:is|in|has)\s")


def is_comparison(scalar: Scalar) -> bool:
    """Return whether the text looks like a comparison of axes."""
    return SIGN.search(scalar.value) is not None


def _regions(condition: Condition, axes: list[tuple[str, Domain]], keys: MappingOf[str, int]) -> Iterator[Region]:
    """Yield disjoint boxes that cover all combinations where the condition holds.

    Keys of the first axis that allow the same boxes of the remaining axes are joined into one box.
    """
    if not axes:
        if holds(condition, keys, lambda *_: None):
            yield {}
        return
    (name, domain), rest = axes[0], axes[1:]
    keys_by_regions: dict[tuple[tuple[tuple[str, KeySet], ...], ...], list[int]] = {}
    for key in domain.keys:
        below = tuple(_regions(condition, rest, {**keys, name: key}))
        if below:
            keys_by_regions.setdefault(tuple(tuple(region.items()) for region in below), []).append(key)
    for regions, equal_keys in keys_by_regions.items():
        yield from ({name: KeySet.of(equal_keys), **dict(region)} for region in regions)


def _typeset(written: str) -> str:
    for plain, sign in ((">=", "≥"), ("<=", "≤"), ("!=", "≠"), (" - ", " − ")):
        written = written.replace(plain, sign)
    return written


COMPARED = "when"
"""The axis of a condition that compares several axes: `when: "score > armour"`."""
NAME = "name"
"""The axis of records whose names are not in a domain."""
OUTPUT = "output"
"""The axis of the outputs of a table: each output is a column with its own domain and proof."""
ROLL = "roll"
"""The name of an axis that is declared only by its dice."""
Conditions = tuple[tuple[Key, ...], ...]
"""The alternatives under which something holds; in each of them all keys hold together."""


class Domains(dict[str, Domain]):
    """The domains of a game by id, and the budget of combinations that its conditions may still compare."""

    def __init__(self, domains: MappingOf[str, Domain], combinations: Budget | None = None) -> None:
        super().__init__(domains)
        self.combinations = combinations or Budget(COMBINATIONS)

    def find(self, name: Scalar, findings: Findings, otherwise: str = "declare it under domains") -> Domain | None:
        """Return the domain with this id, or None and a finding. `otherwise` is the hint if no id is similar."""
        if name.value not in self:
            hint = did_you_mean(name.value, self, otherwise)
            message = f"there is no domain {name.value!r}"
            findings.add(Finding("unknown-domain", name.span, message, hint, unknown=name.value))
        return self.get(name.value)


class Axes:
    """The axes of one table, in the order of the dimensions of its boxes.

    Read all axes before the first box is made, because each box has one dimension per axis: see `condition_names`.
    """

    def __init__(self, domains: Domains, findings: Findings) -> None:
        self.domains, self.findings = domains, findings
        self.by_name: dict[str, Axis] = {}
        self.unknown: set[str] = set()
        self.compared: dict[Span, Key] = {}

    def axis(self, name: Scalar, spec: Node | None = None) -> Axis | None:
        """Return the axis with this name: read before, the domain of that name, or declared in place by `spec`."""
        if name.value in self.by_name or name.value in self.unknown:
            return self.by_name.get(name.value)
        domain: Domain | None
        if spec is None or (isinstance(spec, Scalar) and spec.value in self.domains):
            domain_name = name if spec is None else spec
            assert isinstance(domain_name, Scalar)
            domain = self.domains.find(domain_name, self.findings)
        else:
            domain = read_domain(name.value, spec, self.findings)
        if domain is None:
            self.unknown.add(name.value)
            return None
        self.by_name[name.value] = Axis(name.value, domain)
        return self.by_name[name.value]

    def axes_in(self, node: Node) -> Iterator[Axis]:
        """Yield the axes of `unit` or `{score: 1d6 + 0..1}`; the axis of bare dice is named `roll`."""
        if isinstance(node, Scalar):
            dice = node.value not in self.domains and read_roll(node.value) is not None
            pairs: Iterable[tuple[Scalar, Node | None]] = [(Scalar(ROLL, node.span), node) if dice else (node, None)]
        elif isinstance(node, Mapping):
            pairs = node.entries
        else:
            pairs = []
            message = f"an axis is the name of a domain, not {kind(node)}"
            self.findings.add(Finding("wrong-type", node.span, message, "as in cover, or {score: 1d6}"))
        for name, spec in pairs:
            if name.value in self.by_name:
                hint = "each axis heads one column of headings, or the columns of the table"
                self.findings.add(Finding("bad-value", name.span, f"the axis {name.value!r} is named twice", hint))
            axis = self.axis(name, spec)
            if axis is not None:
                yield axis

    def level(self, level: Node) -> list[Axis]:
        """Return the axes of one heading column."""
        parts = level.items if isinstance(level, Sequence) else (level,)
        axes = [axis for part in parts for axis in self.axes_in(part)]
        if not parts or (isinstance(level, Mapping) and not level.entries):
            message, hint = "a heading column names the axis of its keys", "as in rows: [unit, cover]"
            self.findings.add(Finding("missing-key", level.span, message, hint))
        return axes

    def boxes(self, keys: Iterable[Key], span: Span) -> list[Box]:
        """Return the boxes where all `keys` hold; keys that exclude each other give a finding."""
        regions = [{name: axis.domain.keys for name, axis in self.by_name.items()}]
        for key in keys:
            parts = key.region or ({key.axis: key.keys},)
            regions = [both for region in regions for part in parts if (both := _narrowed(region, part))]
            if not regions:
                what = key.written if key.region else f"{key.axis} {key.written}"
                message = f"{what} cannot occur here: the row or column says otherwise"
                self.findings.add(Finding("outside-domain", span, message, "correct the condition, or move the value"))
                return []
        return [tuple(region.values()) for region in regions]

    def compare(self, condition: Scalar) -> None:
        """Read a condition that compares axes, and add these axes. Report it unless it can be tried for every key."""
        domains = {**self.domains, **{name: axis.domain for name, axis in self.by_name.items()}}
        claim = ClaimReader(domains).read_claim(condition, self.findings)
        if claim is None:
            return
        compared = {name: domains[name] for name in claim.variables}
        endless = next((name for name, domain in compared.items() if not domain.keys.finite), None)
        count = 0 if endless else int(prod(domain.keys.size for domain in compared.values()))
        budget, span = self.domains.combinations, condition.span
        if claim.one_way:
            self.findings.add(Finding("bad-key", span, "a condition has no 'if' before it", "remove it"))
        elif endless:
            message = f"{endless!r} has no end, so it cannot be compared for every value"
            self.findings.add(Finding("endless-domain", span, message, "give its domain two ends, such as -12..16"))
        elif not budget.spend(count):
            message = f"this condition compares {count:,} combinations"
            if budget.spent > count:
                message += f", and all up to here {budget.spent:,}"
            hint = f"narrow the domains: a game may compare {budget.limit.most:,}"
            self.findings.add(Finding("too-many-cases", span, message, hint))
        elif region := tuple(_regions(claim.condition, list(compared.items()), {})):
            label = Text(_typeset(condition.value), (), span)
            self.compared[span] = Key(COMPARED, KeySet(), label, condition.value, False, span, region)
            for name in compared:
                self.axis(Scalar(name, span, name))
        else:
            hint = "correct the comparison, or the ends of the domains"
            self.findings.add(Finding("outside-domain", span, f"{condition.value} never holds", hint))

    def when(self, node: Node | None) -> Conditions:
        """Return the alternatives of a `when`: mappings of axes to keys, or conditions that compare axes."""
        alternatives = node.items if isinstance(node, Sequence) else (node,) if node is not None else ()
        conditions: list[tuple[Key, ...]] = []
        for alternative in alternatives:
            if isinstance(alternative, Scalar) and is_comparison(alternative):
                key = self.compared.get(alternative.span)
                conditions.append(() if key is None else (key,))  # a condition without a key has a finding
                continue
            if not isinstance(alternative, Mapping):
                message, hint = "a condition is a mapping of axes to keys", 'or it compares axes: "score > armour"'
                self.findings.add(Finding("wrong-type", alternative.span, message, hint))
                continue
            if not alternative.entries:
                hint = "name an axis and its key; without a condition it would hold everywhere"
                self.findings.add(Finding("missing-key", alternative.span, "this condition is empty", hint))
            pairs = [(self.axis(name), value) for name, value in alternative.entries]
            keys = [read_key(axis.name, axis.domain, value, self.findings) for axis, value in pairs if axis]
            conditions.append(tuple(key for key in keys if key is not None))
        return tuple(conditions)


def _narrowed(region: dict[str, KeySet], part: MappingOf[str, KeySet]) -> dict[str, KeySet] | None:
    """Return the intersection of a region with `part`, or None if it is empty."""
    both = {**region, **{name: region[name] & keys for name, keys in part.items()}}
    return both if all(both.values()) else None


def comparing_conditions(node: Node, names: Container[str] = ()) -> Iterator[Scalar]:
    """Yield the conditions of a table that compare axes: under `when`, and row keys that begin with one of `names`."""
    for item in node.items if isinstance(node, Sequence) else ():
        yield from comparing_conditions(item, names)
    for key, value in node.entries if isinstance(node, Mapping) else ():
        if key.value == "when":
            parts = value.items if isinstance(value, Sequence) else (value,)
            yield from (part for part in parts if isinstance(part, Scalar) and is_comparison(part))
        else:
            yield from (key,) if is_comparison(key) and key.value.split()[0] in names else ()
            yield from comparing_conditions(value, names)


def condition_names(node: Node) -> Iterator[Scalar]:
    """Yield the names of the axes that occur in conditions of a table."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from condition_names(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            if key.value in ("axis", "each") and isinstance(value, Scalar):
                yield value
            elif key.value == "when":
                for part in value.items if isinstance(value, Sequence) else (value,):
                    yield from (name for name, _ in part.entries) if isinstance(part, Mapping) else ()
            else:
                yield from condition_names(value)


CONDITION: Schema = either({"type": "string", "pattern": SIGN.pattern}, names_to(one_or_list(ONE_VALUE)))
WHEN = Kind(
    "a mapping of inputs to keys, a comparison such as `score > armour`, or a list of alternatives",
    lambda reader, name: cast(Axes, reader.context.axes).when(reader.node_at(name)),
    either(CONDITION, list_of(CONDITION)),
)
"""A condition of a table; the context of the reader has the `axes` of the table."""
