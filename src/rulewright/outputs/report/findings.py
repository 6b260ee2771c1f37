"""Group findings by rule in book order, and by kind, with source excerpts; compare them with the last report."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.base.findings import Finding, Findings, LinesOfFiles, Severity, Span
from rulewright.base.messages.messages import joined, tell
from rulewright.base.visible import visible
from rulewright.book.book import Book
from rulewright.book.owners import Owners, rule_behind
from rulewright.book.wording import plain
from rulewright.entries.text import Target
from rulewright.html.places import Places
from rulewright.outputs.manual.pages import page
from rulewright.outputs.report.views import (
    ChangesView,
    ChangeView,
    FindingView,
    KindView,
    LineView,
    PlaceView,
    RuleView,
)
from rulewright.proof.report import ProofReport

AROUND = 2
"""The number of source lines shown before and after the line of a finding."""
SEVERITIES = [severity.value for severity in Severity]


def by_rule(found: Sequence[Finding], book: Book, lines: LinesOfFiles, places: Places) -> Iterator[RuleView]:
    """Yield the findings of each rule in reading order, and last those that belong to no rule."""
    owners = Owners(book.game)
    of_rules: dict[str, list[Finding]] = {}
    for finding in found:
        rule = rule_behind(book, owners.at(finding.span))
        of_rules.setdefault("" if rule is None else rule.id, []).append(finding)
    for outline in (inner for top in book.outline for inner in top.walk()):
        rule = outline.rule
        if own := of_rules.pop(rule.id, []):
            href = places.href(Target("rule", rule.id))
            yield RuleView(rule.number, plain(rule.title, book), href, tuple(finding_view(each, lines) for each in own))
    rest = {id(finding) for own in of_rules.values() for finding in own}
    yield from without_rule([finding for finding in found if id(finding) in rest], lines)


def without_rule(found: Sequence[Finding], lines: LinesOfFiles) -> Iterator[RuleView]:
    """Yield findings that belong to no rule, under one heading."""
    if found:
        yield RuleView("", "", "", tuple(finding_view(each, lines) for each in found))


def kinds(found: Sequence[Finding]) -> Iterator[KindView]:
    """Yield each kind of finding with its reason from the manual: errors first, then the most frequent.

    The manual is in English; the messages of findings are in the language of the game.
    """
    counts = Counter(finding.name for finding in found)
    worst = {
        name: min((finding.severity.value for finding in found if finding.name == name), key=SEVERITIES.index)
        for name in counts
    }
    for name in sorted(counts, key=lambda name: (SEVERITIES.index(worst[name]), -counts[name], name)):
        manual = page(name)
        summary, reason = (manual.summary, manual.reason) if manual else ("", "")
        yield KindView(name, worst[name], summary, reason, counts[name])


def finding_view(finding: Finding, lines: LinesOfFiles, reason: str = "") -> FindingView:
    """Return the view of a finding; `reason` is the reason of its waiver, if it is waived."""
    labels = (PlaceView(str(each.span), tuple(excerpt(each.span, lines)), each.message) for each in finding.labels)
    return FindingView(
        finding.id,
        finding.name,
        finding.severity.value,
        finding.message,
        PlaceView(str(finding.span), tuple(excerpt(finding.span, lines))),
        tuple(labels),
        finding.hint,
        finding.example_is,
        finding.example,
        reason or finding.waiver,
    )


def excerpt(span: Span, lines: LinesOfFiles) -> Iterator[LineView]:
    """Yield the line of a finding and its neighbours; nothing if the file is missing."""
    if lines.at(span) is None:
        return
    around = lines.of(span.text)
    first, last = max(1, span.line - AROUND), min(len(around), span.line + AROUND)
    for number in range(first, last + 1):
        line = around[number - 1]
        if number == span.line:
            start = span.column - 1
            end = max(start + 1, start + span.length)
            yield LineView(number, visible(line[:start]), visible(line[start:end]) or " ", visible(line[end:]))
        else:
            yield LineView(number, visible(line))


# The differences from the last build, by its report.json

Identity = tuple[str, str, str, int]
"""The key of a statement: its kind, its owner, where it holds, and its number among equal ones."""
Content = tuple[str, str]
"""The text of a statement, and the state of its proof."""
KINDS = {"cell": tell("cell"), "claim": tell("claim"), "step": tell("step")}
"""Words for the kinds of statements."""


def changes(previous: bytes | None, findings: Findings, proof: ProofReport) -> ChangesView | None:
    """Return the changes since the last build; None if there was none or its report is unreadable."""
    try:
        before: Any = json.loads(previous) if previous is not None else None
        earlier = dict(_read(each, "id", "message") for each in before["findings"])
        old = _numbered((_read(s, "kind", "owner", "key"), _read(s, "text", "state")) for s in before["statements"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    now = {finding.id: finding.message for finding in findings.items}
    new = _numbered(((s.kind, s.owner.id, s.key), (s.text, s.state.value)) for s in proof.statements)
    return ChangesView(
        tuple(joined((id_, message), ": ") for id_, message in now.items() if id_ not in earlier),
        tuple(f"{id_}: {message}" for id_, message in earlier.items() if id_ not in now),
        tuple(_differences(old, new)),
    )


def _read(record: Any, *names: str) -> Any:
    """Read texts from a record of report.json; raise TypeError, LookupError or ValueError if it has another form."""
    texts = tuple(record[name] for name in names)
    for text in texts:
        str.encode(text)
    return texts


def _numbered(statements: Iterator[tuple[tuple[str, str, str], Content]]) -> dict[Identity, Content]:
    contents: dict[Identity, Content] = {}
    counts: dict[tuple[str, str, str], int] = {}
    for identity, content in statements:
        counts[identity] = counts.get(identity, 0) + 1
        contents[(*identity, counts[identity])] = content
    return contents


def _differences(old: Mapping[Identity, Content], new: Mapping[Identity, Content]) -> Iterator[ChangeView]:
    for identity in dict.fromkeys((*old, *new)):
        before, now = old.get(identity), new.get(identity)
        if before == now:
            continue
        if before is not None and now is not None and before[0] != now[0]:
            texts = [before[0], now[0]]
        else:  # with the state of the proof, which is the change
            texts = [f"{each[0]} ({each[1]})" if each is not None else "–" for each in (before, now)]
        kind, owner, key, _ = identity
        what = tell("fact {owner}", owner=owner)
        if kind != "fact":
            what = tell("{kind} of {owner}", kind=KINDS.get(kind, kind), owner=owner)
        yield ChangeView(what, key, *texts)
