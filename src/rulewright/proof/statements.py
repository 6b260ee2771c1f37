"""The printed statements that code could prove, the rules that they cite, and those that no proof tried.

Of a domain without an end a proof tries only its test range. A cell is proved only if the test range contains all the
keys for which it decides. The one exception is an open end such as `17+`: there the test range must reach the first
of its numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isinf

from rulewright.findings import Finding, Label, Span
from rulewright.grid import keys_of
from rulewright.markup.words import sentences
from rulewright.model.answers import region, tiers
from rulewright.model.book import Book, Target, items_below
from rulewright.model.cover import gaps
from rulewright.model.domain import Domain
from rulewright.model.example import Example, Step
from rulewright.model.expression import Claim
from rulewright.model.game import Fact, Reference, Rule
from rulewright.model.item import Item
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import Axis, Case, Table
from rulewright.model.text import Text
from rulewright.once_per_value import once_per_value
from rulewright.proof.report import Grade, Outcome, State, Statement, Tried, tried_ranges
from rulewright.proof.truth_tables import TruthTables
from rulewright.translation.messages import tell
from rulewright.wording import Part, number, plain

DISAGREEMENTS = frozenset({"disagreement", "example-differs"})
ENOUGH, MOST = 90, 220
"""Characters of a rule to quote: whole sentences until there are ENOUGH, and never more than MOST."""


def add_rule_labels(findings: Iterable[Finding], book: Book) -> Iterator[Finding]:
    """Add to each disagreement a label that quotes the rule of the statement."""
    all_findings = list(findings)
    rules = dict(_rules(book)) if any(finding.name in DISAGREEMENTS for finding in all_findings) else {}
    for finding in all_findings:
        rule = rules.get(finding.span) if finding.name in DISAGREEMENTS else None
        label = None if rule is None else _rule_label(rule, book)
        yield finding if label is None else replace(finding, labels=(*finding.labels, label))


def _rules(book: Book) -> Iterator[tuple[Span, Rule]]:
    """The places of all statements, each with its rule."""
    for span, text in _places(book):
        rule = book.rule_of(text)
        if rule is not None:
            yield span, rule


def _places(book: Book) -> Iterator[tuple[Span, Text | None]]:
    for table in book.game.tables:
        places = (table.span, *(case.span for case in table.cases), *(silence.span for silence in table.silences))
        yield from ((span, table.rule) for span in places)
    for reference in book.game.references:
        for item in items_below(reference.items):
            calls = (item.claim, item.proof)
            yield from ((call.span, cited_rule(item, reference, book)) for call in calls if call is not None)
    yield from ((fact.span, fact.rule) for fact in book.game.facts)
    for example in book.game.examples:
        yield from ((step.answer_span, example.rule) for step in example.steps)


def cited_rule(item: Item, reference: Reference, book: Book) -> Text | None:
    """The rule that a bullet cites, or else the rule of its quick reference."""
    resolved = ((link, book.resolve(link)) for link in item.text.links)
    link = next((link for link, target in resolved if target is not None and target.kind == "rule"), None)
    return reference.rule if link is None else Text(f"[[{link.target}]]", (link,), link.span)


def _rule_label(rule: Rule, book: Book) -> Label | None:
    """A label with the first sentences of a rule; None for an external rule."""
    if rule.text is None:
        return None
    text, words = "", plain(rule.text, book)
    for begin, end in sentences(words):
        if len(text) >= ENOUGH:
            text += " …"
            break
        text = f"{text} {words[begin:end]}".strip()
    if len(text) > MOST:  # cut it between words
        text = text[:MOST].rpartition(" ")[0].rstrip(",;:") + " …"
    name = f"rule {rule.number}" if rule.number else f"the rule {rule.title.words!r}"
    return Label(rule.text.at(0, len(rule.text.source.partition("\n")[0])), f"{name} says: {text}")


ClaimGroup = tuple[Item | None, list[tuple[Item, Claim]]]
"""The bullet that has the proof, if any, and the claims that it proves together."""


def cell(
    book: Book, table: Table, case: Case, state: State, function: str = "", cases: int = 0, reason: str = ""
) -> Statement:
    """One value of a table's cell."""
    text, owner = plain(case.value.label, book), Target("table", table.id)
    tried = tried_ranges(table.axes)
    return Statement("cell", owner, text, case.span, state, function, cases, reason, key=_key(case), tried=tried)


def cells(book: Book, table: Table, reason: str) -> Iterable[Statement]:
    """All cells of a table, unproved for the same reason; a list to roll on states nothing that code could prove."""
    if any(case.value.label.links for case in table.cases):  # what they say, another thing decides
        return _unproved(book, table, reason)
    by_reason = _unproved_cells(table)
    if reason not in by_reason:
        by_reason[reason] = tuple(_unproved(book, table, reason))
    return by_reason[reason]


@once_per_value
def _unproved_cells(_: Table) -> dict[str, tuple[Statement, ...]]:
    """The cells as unproved statements, by the reason."""
    return {}


def _unproved(book: Book, table: Table, reason: str) -> Iterator[Statement]:
    owner, (keys, tried) = Target("table", table.id), _keys(table)
    for case, key in zip(table.cases, keys, strict=False):
        text = plain(case.value.label, book)
        yield Statement("cell", owner, text, case.span, State.UNPROVED, reason=reason, key=key, tried=tried)


@once_per_value
def _keys(table: Table) -> tuple[tuple[str, ...], Tried]:
    """Return the words for the keys of each cell (none for a list to roll on), and the ranges that a proof tries."""
    return ((), ()) if table.is_data else (tuple(map(_key, table.cases)), tried_ranges(table.axes))


def _key(case: Case) -> str:
    return " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in keys_of(case))


def claim(
    book: Book,
    reference: Reference,
    one: tuple[Item, Claim],
    state: State,
    function: str = "",
    cases: int = 0,
    reason: str = "",
    axes: Iterable[Axis] = (),
) -> Statement:
    """One claim of a quick reference, with the text of its bullet."""
    item, claim = one
    owner = Target("reference", reference.id)
    text, tried = plain(item.text, book), tried_ranges(axes)
    grade = Grade.STATED if state is State.STATED else Grade.UNPROVED
    key = claim.text
    return Statement("claim", owner, text, claim.span, state, function, cases, reason, (), key, tried, grade)


def fact(one: Fact, state: State, function: str = "", reason: str = "") -> Statement:
    """One fact; its comparison is a single call. A fact without a proof is stated, whatever `state` says."""
    owner, value = Target("fact", one.id), number(one.value)
    if one.proof is None:
        return Statement("fact", owner, value, one.span, State.STATED, key=one.id, grade=Grade.STATED)
    cases = 0 if state is State.UNPROVED else 1
    return Statement("fact", owner, value, one.span, state, function, cases, reason, key=one.id)


def step(
    book: Book,
    example: Example,
    one: Step,
    state: State,
    function: str = "",
    reason: str = "",
    parts: tuple[Part, ...] = (),
) -> Statement:
    """One step of an example; its comparison is a single call."""
    cases = 0 if state is State.UNPROVED else 1
    owner = Target("example", example.id)
    key = f"{one.asked.text} = {plain(one.result, book) if one.result else ''}" if one.asked else ""
    text = plain(one.text, book)
    return Statement("example", owner, text, one.span, state, function, cases, reason, parts, key, grade=None)


def claim_groups(items: Sequence[Item]) -> Iterator[ClaimGroup]:
    """The claims by the proof that covers them: their own, or that of the bullet above them."""
    for item in items:
        if item.claim is not None:
            yield (item if item.proof else None), [(item, item.claim)]
            yield from claim_groups(item.items)
        elif item.proof is not None:
            yield item, [(below, below.claim) for below in item.items if below.claim and not below.proof]
            for below in item.items:
                yield from claim_groups(below.items if below.claim and not below.proof else [below])
        else:
            yield from claim_groups(item.items)


UNTRIED = "untried"

Parts = Mapping[int, KeySet]
"""The keys of one case that were not tried, by the position of their axis."""


def without_untried(table: Table, outcome: Outcome) -> Outcome:
    """Mark each proved case as unproved if it also holds for keys that the proof did not try."""
    untried = _untried(table)
    if not untried:
        return outcome
    verdicts = tuple(
        replace(
            one,
            state=State.UNPROVED,
            grade=Grade.PARTLY if one.cases else Grade.UNPROVED,
            reason=_reason(table, untried[at]),
        )
        if at in untried and (one.state is State.PROVED or not one.cases)
        else one
        for at, one in enumerate(outcome.statements)
    )
    return replace(outcome, statements=verdicts, findings=(*outcome.findings, *_findings(table, untried)))


def _untried(table: Table) -> Mapping[int, Parts]:
    """The cases that decide for keys that were not tried."""
    limited = [at for at, axis in enumerate(table.axes) if axis.domain.proof_keys() != axis.domain.keys]
    untried: dict[int, dict[int, KeySet]] = {}
    for case, box in _deciding_regions(table) if limited else ():
        for at in limited:
            if left := _beyond(box[at], table.axes[at].domain.proof_keys()):
                parts = untried.setdefault(case, {})
                parts[at] = parts.get(at, KeySet()) | left
    return untried


def _deciding_regions(table: Table) -> Iterator[tuple[int, Box]]:
    """Where each case gives the answer, in regions as wide as they can be."""
    tried = tuple(axis.domain.proof_keys() for axis in table.axes)
    overriding = [box for silence in table.silences for box in silence.boxes]
    for tier in tiers(table):
        regions = [(at, box) for at in tier for box in region(table, at)]
        for at, box in regions:
            if any(keys - reached for keys, reached in zip(box, tried, strict=True)):
                yield from ((at, part) for part in gaps(box, overriding))
        overriding += [box for _, box in regions]


def _beyond(keys: KeySet, tried: KeySet) -> KeySet:
    """Return the keys that were not tried; an open end counts as tried if one of its keys was."""
    return KeySet.union_of(
        rest
        for interval in keys.intervals
        for rest in (KeySet((interval,)) - tried).intervals
        if not (any(map(isinf, rest)) and tried & KeySet((interval,)))
    )


def _reason(table: Table, parts: Parts) -> str:
    """Say why a cell is not proved, for its first axis with untried keys."""
    at, keys = next(iter(parts.items()))
    return f"it holds for {table.describe(_only(table, at, keys))}, and the proof tries only {_tried(table.axes[at])}"


def _only(table: Table, at: int, keys: KeySet) -> Box:
    return (*table.box[:at], keys, *table.box[at + 1 :])


def _tried(axis: Axis) -> str:
    return f"{axis.name} {axis.domain.describe(axis.domain.proof_keys())}"


def _findings(table: Table, untried: Mapping[int, Parts]) -> Iterator[Finding]:
    """Report each axis once, at the first cell that holds for keys that were not tried."""
    for at, axis in enumerate(table.axes):
        cells = {case: parts[at] for case, parts in sorted(untried.items()) if at in parts}
        if cells:
            first, keys = next(iter(cells.items()))
            others = len(cells) - 1
            more = f" (and {others} more {'cell' if others == 1 else 'cells'} like it)" if others else ""
            message = (
                f"this cell of table {table.id!r} holds for {table.describe(_only(table, at, keys))}"
                f"{more}, and the proof tries only {_tried(axis)}"
            )
            hint = f"under domains, give {axis.domain.id!r} test-range: {_test_range(axis.domain, cells.values())}"
            about = f"{table.id}: {axis.name}"
            yield Finding(UNTRIED, table.cases[first].span, message, hint, about=about)


def _test_range(domain: Domain, untried: Iterable[KeySet]) -> str:
    """Return the test range that also contains these keys; of an open end it contains the first number."""
    intervals = (interval for keys in (domain.proof_keys(), *untried) for interval in keys.intervals)
    ends = [int(end) for interval in intervals for end in interval if not isinf(end)]
    low, high = min(ends), max(ends)
    if domain.step is not None:  # what lies between two points belongs to a range from the one to the other
        low, high = low - low % 2, high + high % 2
    return f"{domain.number(low)}..{domain.number(high)}"


def without_idle_claims(
    outcome: Outcome, claims: Sequence[Claim], truths: TruthTables, axes: Sequence[Axis], owner: str
) -> Outcome:
    """Mark each proved claim as unproved if no combination makes it true."""
    verdicts, findings = list(outcome.statements), list(outcome.findings)
    for at, (claim, verdict) in enumerate(zip(claims, outcome.statements, strict=True)):
        truth = truths.of(claim.condition)
        if verdict.state is State.PROVED and not any(truth.holds.bits):
            verdicts[at] = replace(
                verdict, state=State.UNPROVED, reason=tell("it holds for nothing that the proof tries")
            )
            if not any(truth.open.bits):  # else it may hold where the rules leave the answer open
                findings.append(_never_holds(claim, axes, f"{owner}: {verdict.text}"))
    return replace(outcome, statements=tuple(verdicts), findings=tuple(findings))


def _never_holds(claim: Claim, axes: Iterable[Axis], about: str) -> Finding:
    tried = ", ".join(_tried(axis) for axis in axes if axis.name in claim.variables and not axis.domain.names)
    message = "this condition holds for nothing that the proof tries" + (f": {tried}" if tried else "")
    hint = "correct it, or extend the domain or its test-range to where it holds"
    return Finding(UNTRIED, claim.span, message, hint, about=about)
