"""The differences from the last build, by its report.json."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.findings import Findings
from rulewright.proof.report import ProofReport
from rulewright.render.report.views import ChangesView, ChangeView
from rulewright.translation.messages import joined, tell

Identity = tuple[str, str, str, int]
"""A statement's kind, the thing it belongs to, where it holds, and its number among equal ones."""
Content = tuple[str, str]
"""The text of a statement, and the state of its proof."""
KINDS = {"cell": tell("cell"), "claim": tell("claim"), "step": tell("step")}
"""Words for the kinds of statements."""


def changes(previous: bytes | None, faults: Findings, proof: ProofReport) -> ChangesView | None:
    """None if there was no last build, or its report cannot be read."""
    try:
        before: Any = json.loads(previous) if previous is not None else None
        findings = dict(_read(each, "id", "message") for each in before["findings"])
        old = _numbered((_read(s, "kind", "owner", "key"), _read(s, "text", "state")) for s in before["statements"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    now = {finding.id: finding.message for finding in faults.findings}
    new = _numbered(((s.kind, s.owner.id, s.key), (s.text, s.state.value)) for s in proof.statements)
    return ChangesView(
        tuple(joined((id_, message), ": ") for id_, message in now.items() if id_ not in findings),
        tuple(f"{id_}: {message}" for id_, message in findings.items() if id_ not in now),
        tuple(_differences(old, new)),
    )


def _read(record: Any, *names: str) -> Any:
    """The texts of these names; TypeError, LookupError or ValueError where they are no texts."""
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
        if before != now:
            kind, owner, key, _ = identity
            yield ChangeView(
                tell("{kind} of {owner}", kind=KINDS.get(kind, kind), owner=owner)
                if kind != "fact"
                else tell("fact {owner}", owner=owner),
                key,
                *_texts(before, now),
            )


def _texts(before: Content | None, now: Content | None) -> tuple[str, str]:
    """The old and the new text, with the state of the proof only if that is the change."""
    if before is None or now is None or before[0] == now[0]:
        return _whole(before), _whole(now)
    return before[0], now[0]


def _whole(content: Content | None) -> str:
    return f"{content[0]} ({content[1]})" if content is not None else "–"
