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
from rulewright.entries.rules import Rule
from rulewright.outputs.manual.pages import Page, page
from rulewright.proof.report import ProofReport

AROUND = 2
"""The number of source lines shown before and after the line of a finding."""
SEVERITIES = list(Severity)


def by_rule(listed: Sequence[Finding], book: Book) -> list[tuple[Rule | None, list[Finding]]]:
    """Return the findings of each rule in reading order, and last those that belong to no rule."""
    owners = Owners(book.game)
    rules = {each.rule.id: each.rule for top in book.outline for each in top.walk()}
    of_rules: dict[str, list[Finding]] = {id_: [] for id_ in (*rules, "")}
    for finding in listed:
        rule = rule_behind(book, owners.at(finding.span))
        of_rules[rule.id if rule and rule.id in rules else ""].append(finding)
    return [(rules.get(id_), own) for id_, own in of_rules.items() if own]


def kinds(listed: Sequence[Finding]) -> Iterator[tuple[str, Severity, Page | None, int]]:
    """Yield each kind of finding with its severity, its page of the manual, in English, and its count.

    Errors come first, then the most frequent kinds.
    """
    counts = Counter(finding.name for finding in listed)
    worst = {
        name: min((finding.severity for finding in listed if finding.name == name), key=SEVERITIES.index)
        for name in counts
    }
    for name in sorted(counts, key=lambda name: (SEVERITIES.index(worst[name]), -counts[name], name)):
        yield name, worst[name], page(name), counts[name]


def excerpt(span: Span, lines: LinesOfFiles) -> list[tuple[int, str, str, str]]:
    """Return the line at a place and its neighbours; nothing if the file is missing.

    Each is its number and its text before, at and after the place.
    """
    if lines.at(span) is None:
        return []
    around, shown = lines.of(span.text), []
    for number in range(max(1, span.line - AROUND), min(len(around), span.line + AROUND) + 1):
        line = around[number - 1]
        if number == span.line:
            start = span.column - 1
            end = max(start + 1, start + span.length)
            shown.append((number, visible(line[:start]), visible(line[start:end]) or " ", visible(line[end:])))
        else:
            shown.append((number, visible(line), "", ""))
    return shown


# The differences from the last build, by its report.json

Identity = tuple[str, str, str, int]
"""The key of a statement: its kind, its owner, where it holds, and its number among equal ones."""
Content = tuple[str, str]
"""The text of a statement, and the state of its proof."""
KINDS = {"cell": tell("cell"), "claim": tell("claim"), "step": tell("step")}
"""Words for the kinds of statements."""


def changes(previous: bytes | None, findings: Findings, proof: ProofReport) -> dict[str, list[Any]] | None:
    """Return the changes since the last build; None if there was none or its report is unreadable."""
    try:
        before: Any = json.loads(previous) if previous is not None else None
        earlier = dict(_read(each, "id", "message") for each in before["findings"])
        old = _numbered((_read(s, "kind", "owner", "key"), _read(s, "text", "state")) for s in before["statements"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    now = {finding.id: finding.message for finding in findings.items}
    new = _numbered(((s.kind, s.owner.id, s.key), (s.text, s.state.value)) for s in proof.statements)
    return {
        "new": [joined((id_, message), ": ") for id_, message in now.items() if id_ not in earlier],
        "gone": [f"{id_}: {message}" for id_, message in earlier.items() if id_ not in now],
        "statements": list(_differences(old, new)),
    }


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


def _differences(
    old: Mapping[Identity, Content], new: Mapping[Identity, Content]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield each changed statement: its owner, where it holds, its old and its new text."""
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
        yield what, key, texts[0], texts[1]
