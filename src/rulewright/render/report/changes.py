"""What is otherwise than in the build before, told from the report.json that it left."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.diagnostics import Faults
from rulewright.proof.report import ProofReport
from rulewright.render.report.views import ChangesView, ChangeView

Identity = tuple[str, str, str, int]
"""A statement's kind, the thing it belongs to, where it holds, and the how-manieth of its like it is."""
Reading = tuple[str, str]
"""What a statement says, and whether it is proved."""


def changes(previous: bytes | None, faults: Faults, proof: ProofReport) -> ChangesView | None:
    """None where there was no build before, or it left nothing that can be read."""
    try:
        before: Any = json.loads(previous) if previous is not None else None
        findings = {each["id"]: each["message"] for each in before["findings"]}
        old = _numbered(
            ((s["kind"], s["owner"], s["key"]), (s["text"], s["state"])) for s in before["statements"]
        )
    except (ValueError, LookupError, TypeError):
        return None
    now = {finding.id: finding.message for finding in faults.findings}
    new = _numbered(((s.kind, s.owner.id, s.key), (s.text, s.state.value)) for s in proof.statements)
    return ChangesView(
        tuple(f"{id_}: {message}" for id_, message in now.items() if id_ not in findings),
        tuple(f"{id_}: {message}" for id_, message in findings.items() if id_ not in now),
        tuple(_differences(old, new)),
    )


def _numbered(statements: Iterator[tuple[tuple[str, str, str], Reading]]) -> dict[Identity, Reading]:
    found: dict[Identity, Reading] = {}
    seen: dict[tuple[str, str, str], int] = {}
    for identity, reading in statements:
        seen[identity] = seen.get(identity, 0) + 1
        found[(*identity, seen[identity])] = reading
    return found


def _differences(old: Mapping[Identity, Reading], new: Mapping[Identity, Reading]) -> Iterator[ChangeView]:
    for identity in dict.fromkeys((*old, *new)):
        before, now = old.get(identity), new.get(identity)
        if before != now:
            kind, owner, key, _ = identity
            yield ChangeView(f"{kind} of {owner}" if kind != "fact" else f"fact {owner}", key, *_told(before, now))


def _told(before: Reading | None, now: Reading | None) -> tuple[str, str]:
    """The two readings; whether they are proved only where that is the change."""
    if before is None or now is None or before[0] == now[0]:
        return _whole(before), _whole(now)
    return before[0], now[0]


def _whole(reading: Reading | None) -> str:
    return f"{reading[0]} ({reading[1]})" if reading is not None else "–"
