"""The printed statements that code can prove, as `Statement` values that are still unproved; the rules that they cite.

The proofs start from these values and set their states. `without_untried` takes back the proof of some cells. A
*bullet* is an item of a quick reference; it may carry a claim (a condition), a proof (a call of the code), or both.

In a domain without an end, a proof tries only the test range. A cell is proved only if the test range contains all keys
for which the cell decides. The one exception is an open end such as `17+`: the test range must reach its first number.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isinf

from rulewright.base.findings import Finding, Label, Span
from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.grid import keys_of
from rulewright.book.wording import number, plain
from rulewright.entries.calls import Call
from rulewright.entries.cells import Case
from rulewright.entries.claims import Claim
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.examples import Example, Step
from rulewright.entries.facts import Fact
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.references import Bullet, Reference, all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.proof.report import Grade, Outcome, State, Statement, tried_ranges
from rulewright.source.markup.words import sentences
from rulewright.tables.answers import region, tiers
from rulewright.tables.cover import gaps

DISAGREEMENTS = frozenset({"disagreement", "example-differs"})
ENOUGH_QUOTED, MOST_QUOTED = 90, 220
"""A quoted rule has whole sentences until there are ENOUGH_QUOTED characters, and never more than MOST_QUOTED."""


def add_rule_labels(findings: Iterable[Finding], book: Book) -> Iterator[Finding]:
    """Add to each disagreement a label that quotes the rule of the statement."""
    all_findings = list(findings)
    disagree = any(finding.name in DISAGREEMENTS for finding in all_findings)
    rules = dict(_cited_texts(book)) if disagree else {}
    for finding in all_findings:
        rule = book.rule_of(rules.get(finding.span)) if finding.name in DISAGREEMENTS else None
        label = None if rule is None else _rule_label(rule, book)
        yield finding if label is None else replace(finding, labels=(*finding.labels, label))


def _cited_texts(book: Book) -> Iterator[tuple[Span, Text | None]]:
    """Yield the place of each statement, with the text that names its rule."""
    for table in book.game.tables:
        places = (table.span, *(case.span for case in table.cases), *(silence.span for silence in table.silences))
        yield from ((span, table.rule) for span in places)
    for reference in book.game.references:
        for item in all_bullets(reference.items):
            calls = (item.claim, item.proof)
            yield from ((call.span, cited_rule(item, reference, book)) for call in calls if call is not None)
    yield from ((fact.span, fact.rule) for fact in book.game.facts)
    for example in book.game.examples:
        yield from ((step.answer_span, example.rule) for step in example.steps)


def proofs(book: Book) -> Iterator[tuple[Call, Text | None]]:
    """Yield the calls that tables, claims and facts are compared with, each with the text that names its rule."""
    functions = (function for table in book.game.tables for function in table.functions())
    calls = [(function.proof, function.rule) for function in functions]
    for reference in book.game.references:
        calls += [(item.proof, cited_rule(item, reference, book)) for item in all_bullets(reference.items)]
    calls += [(fact.proof, fact.rule) for fact in book.game.facts]
    yield from ((call, rule) for call, rule in calls if call is not None)


def cited_rule(item: Bullet, reference: Reference, book: Book) -> Text | None:
    """Return the rule that a bullet cites, or else the rule of its quick reference."""
    resolved = ((link, book.resolve(link)) for link in item.text.links)
    link = next((link for link, target in resolved if target is not None and target.kind == "rule"), None)
    return reference.rule if link is None else Text(f"[[{link.target}]]", (link,), link.span)


def _rule_label(rule: Rule, book: Book) -> Label | None:
    """Return a label with the first sentences of a rule; None for an external rule."""
    if rule.text is None:
        return None
    text, words = "", plain(rule.text, book)
    for begin, end in sentences(words):
        if len(text) >= ENOUGH_QUOTED:
            text += " …"
            break
        text = f"{text} {words[begin:end]}".strip()
    if len(text) > MOST_QUOTED:  # cut it between words
        text = text[:MOST_QUOTED].rpartition(" ")[0].rstrip(",;:") + " …"
    name = f"rule {rule.number}" if rule.number else f"the rule {rule.title.words!r}"
    return Label(rule.text.span_at(0, len(rule.text.source.partition("\n")[0])), f"{name} says: {text}")


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    """The claims of a quick reference that one function proves together; `head` is the bullet with the proof, if any.

    `bullets` are the bullets with the claims, each with its claim.
    """

    reference: Reference
    head: Bullet | None
    bullets: Sequence[tuple[Bullet, Claim]]

    @property
    def call(self) -> Call | None:
        return self.head.proof if self.head else None

    @property
    def place(self) -> Span:
        """The place for findings about no single claim."""
        return self.head.text.span if self.head else self.reference.span

    @property
    def claims(self) -> list[Claim]:
        return [claim for _, claim in self.bullets]


def claim_groups(book: Book) -> Iterator[ClaimGroup]:
    """Group the claims of all quick references by proof: their own, or the proof of the bullet above them."""
    for reference in book.game.references:
        yield from _groups_of_items(reference, reference.items)


def _groups_of_items(reference: Reference, items: Sequence[Bullet]) -> Iterator[ClaimGroup]:
    for item in items:
        inner: Sequence[Bullet] = item.items
        if item.claim is not None:
            yield ClaimGroup(reference, item if item.proof else None, [(item, item.claim)])
        elif item.proof is not None:
            claims_below = [(below, below.claim) for below in inner if below.claim and not below.proof]
            yield ClaimGroup(reference, item, claims_below)
            for below in inner:  # a claim of this group is done, and only the bullets inside it are left
                inner_items = below.items if below.claim and not below.proof else [below]
                yield from _groups_of_items(reference, inner_items)
            continue
        yield from _groups_of_items(reference, inner)


def cell(book: Book, table: Table, case: Case, reason: str = "") -> Statement:
    """Return the unproved statement of one value of a table's cell."""
    text, owner = plain(case.value.label, book), Target("table", table.id)
    key = " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in keys_of(case))
    return Statement("cell", owner, text, case.span, reason=reason, key=key, tried=tried_ranges(table.axes))


def cells(book: Book, table: Table, reason: str) -> Iterable[Statement]:
    """Return all cells of a table as unproved statements with the same reason.

    A list to roll on has none, because code can prove nothing about it.
    """
    if table.is_data:
        return ()
    by_reason = _unproved_cells(table)
    linked = any(case.value.label.links for case in table.cases)  # the text then depends on other entries
    if linked or reason not in by_reason:
        by_reason[reason] = tuple(cell(book, table, case, reason) for case in table.cases)
    return by_reason[reason]


@memoised()
def _unproved_cells(_: Table) -> dict[str, tuple[Statement, ...]]:
    """A cache per table: the cells as unproved statements, by reason."""
    return {}


def claims(book: Book, group: ClaimGroup, reason: str = "", axes: Sequence[Axis] = ()) -> list[Statement]:
    """Return the claims of a group as unproved statements; claims without a proof are only stated."""
    state, grade = (State.UNPROVED, Grade.UNPROVED) if group.call else (State.STATED, Grade.STATED)
    owner, tried = Target("reference", group.reference.id), tried_ranges(axes)
    unproved = Statement("claim", owner, "", group.place, state, reason=reason, tried=tried, grade=grade)
    return [
        replace(unproved, text=plain(item.text, book), span=claim.span, key=claim.text) for item, claim in group.bullets
    ]


def fact(one: Fact, reason: str = "") -> Statement:
    """Return a fact as an unproved statement; a fact without a proof is only stated."""
    owner, value = Target("fact", one.id), number(one.value)
    if one.proof is None:
        return Statement("fact", owner, value, one.span, State.STATED, key=one.id, grade=Grade.STATED)
    return Statement("fact", owner, value, one.span, reason=reason, key=one.id)


def step(book: Book, example: Example, one: Step, reason: str = "") -> Statement:
    """Return one step of an example as an unproved statement."""
    owner, text = Target("example", example.id), plain(one.text, book)
    key = f"{one.asked.text} = {plain(one.result, book) if one.result else ''}" if one.asked else ""
    return Statement("example", owner, text, one.span, reason=reason, key=key, grade=None)


UNTRIED = "untried"

UntriedKeys = Mapping[int, KeySet]
"""The untried keys of one case, by the position of their axis."""


def without_untried(table: Table, outcome: Outcome) -> Outcome:
    """Mark each proved case as unproved if it also holds for keys that the proof did not try."""
    untried = _untried(table)
    if not untried:
        return outcome
    verdicts = list(outcome.statements)
    for case, untried_keys in untried.items():
        verdict = verdicts[case]
        if verdict.state is State.PROVED or not verdict.cases:
            axis, keys = next(iter(untried_keys.items()))
            reason = f"it {_holds_beyond(table, axis, keys)}"
            grade = Grade.PARTLY if verdict.cases else Grade.UNPROVED
            verdicts[case] = replace(verdict, state=State.UNPROVED, grade=grade, reason=reason)
    return replace(outcome, statements=tuple(verdicts), findings=(*outcome.findings, *_findings(table, untried)))


def _untried(table: Table) -> Mapping[int, UntriedKeys]:
    """Return the cases that decide for untried keys, with these keys."""
    limited = [at for at, axis in enumerate(table.axes) if axis.domain.proof_keys() != axis.domain.keys]
    untried: dict[int, dict[int, KeySet]] = {}
    for case, box in _deciding_regions(table) if limited else ():
        for at in limited:
            if left := _beyond(box[at], table.axes[at].domain.proof_keys()):
                parts = untried.setdefault(case, {})
                parts[at] = parts.get(at, KeySet()) | left
    return untried


def _deciding_regions(table: Table) -> Iterator[tuple[int, Box]]:
    """Yield the regions where each case gives the answer, as wide as possible; only those with untried keys.

    A tier has the cases of one precedence; silences and earlier tiers override it.
    """
    tried = tuple(axis.domain.proof_keys() for axis in table.axes)
    overriding = [box for silence in table.silences for box in silence.boxes]
    for tier in tiers(table):
        regions = [(at, box) for at in tier for box in region(table, at)]
        for at, box in regions:
            if any(keys - reached for keys, reached in zip(box, tried, strict=True)):
                yield from ((at, part) for part in gaps(box, overriding))
        overriding += [box for _, box in regions]


def _beyond(keys: KeySet, tried: KeySet) -> KeySet:
    """Return the keys that were not tried; an open end counts as tried if one of its keys was.

    With the test range 1-20, `17+` has no untried key, but `25+` and `15-30` have.
    """
    return KeySet.union_of(
        rest
        for interval in keys.intervals
        for rest in (KeySet((interval,)) - tried).intervals
        if not (any(map(isinf, rest)) and tried & KeySet((interval,)))
    )


def tried_words_of(axis: Axis) -> str:
    """Return the keys of an axis that a proof tries, such as `Distance 1–30`."""
    return f"{axis.name} {axis.domain.describe(axis.domain.proof_keys())}"


def _holds_beyond(table: Table, at: int, keys: KeySet, others: str = "") -> str:
    """Say that a cell holds for keys of the axis at this position that the proof does not try."""
    box = (*table.box[:at], keys, *table.box[at + 1 :])
    return f"holds for {table.describe(box)}{others}, and the proof tries only {tried_words_of(table.axes[at])}"


def _findings(table: Table, untried: Mapping[int, UntriedKeys]) -> Iterator[Finding]:
    """Report each axis once, at the first cell that holds for untried keys."""
    for at, axis in enumerate(table.axes):
        cells = {case: parts[at] for case, parts in sorted(untried.items()) if at in parts}
        if cells:
            first, keys = next(iter(cells.items()))
            others = len(cells) - 1
            more = f" (and {others} more {'cell' if others == 1 else 'cells'} like it)" if others else ""
            message = f"this cell of table {table.id!r} {_holds_beyond(table, at, keys, more)}"
            hint = f"under domains, give {axis.domain.id!r} test-range: {_test_range(axis.domain, cells.values())}"
            yield Finding(UNTRIED, table.cases[first].span, message, hint, about=f"{table.id}: {axis.name}")


def _test_range(domain: Domain, untried: Iterable[KeySet]) -> str:
    """Return the test range that also contains these keys, or the first number of an open end."""
    intervals = (interval for keys in (domain.proof_keys(), *untried) for interval in keys.intervals)
    ends = [int(end) for interval in intervals for end in interval if not isinf(end)]
    low, high = min(ends), max(ends)
    if domain.step is not None:  # a range also contains the numbers between two of its points
        low, high = low - low % 2, high + high % 2
    return f"{domain.number(low)}..{domain.number(high)}"
