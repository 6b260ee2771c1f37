"""Give findings their ids, and set aside those that the source waives.

An id is the name of a finding and its subject in the author's words: `gap-in-table/damage: score 7`. It does not change
when lines move, so a waiver never hides another finding, unless it is a pattern: `gap-in-table/damage: *`. A waiver
without a finding is a finding itself, if the stage that makes such findings has run.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256

from rulewright.base.findings import Finding, Findings, Span, Stage, Waived
from rulewright.book.game import Game, Waiver
from rulewright.book.owners import Owners
from rulewright.entries.names import did_you_mean
from rulewright.entries.text import Target
from rulewright.pipeline.catalogue import STAGES, STALE_WAIVER, UNKNOWN_FINDING, WAIVABLE

OwnerAt = Callable[[Span], Target | None]
"""Returns the entry whose lines contain a place of the source."""


def identify(findings: Findings) -> None:
    """Give ids to the findings of a source that could not be decoded."""
    findings.items[:] = _identified(findings.items, lambda _: None)


def impossible_waivers(game: Game) -> Iterator[Finding]:
    """Yield findings for waivers that name an unknown finding or one that cannot be waived."""
    for waiver in game.waivers:
        if waiver.name not in STAGES:
            otherwise = "copy the line that check prints below the finding"
            hint = did_you_mean(waiver.name, STAGES, otherwise)
            yield UNKNOWN_FINDING.at(waiver.span, f"there is no finding {waiver.name!r}", hint, about=waiver.finding)
        elif waiver.name not in WAIVABLE:
            message = f"{waiver.name!r} cannot be waived"
            hint = "fix it: no build is possible with it"
            yield Finding("bad-value", waiver.span, message, hint)


def settle(findings: Findings, game: Game, stages: Iterable[Stage]) -> None:
    """Set aside waived findings; add a finding for each waiver that the finished `stages` did not need."""
    owners = cache(lambda: Owners(game))  # findings of earlier stages already have ids, so few need it
    identified = list(_identified(findings.items, lambda span: owners().at(span)))
    findings.items[:] = []
    for finding in identified:
        if (waiver := _waiver_of(finding, game.waivers)) is not None:
            findings.waived.append(Waived(finding, waiver.reason, waiver.span))
        else:
            findings.items.append(finding)
    used = {waived.span for waived in findings.waived}
    finished = set(stages)
    for waiver in game.waivers:
        if waiver.span not in used and STAGES.get(waiver.name) in finished and game.has_file(waiver.span.file):
            findings.add(_stale(waiver.finding, waiver.name, waiver.span, findings.items))


def _waiver_of(finding: Finding, waivers: Iterable[Waiver]) -> Waiver | None:
    """Return the waiver of a finding; one with its exact id wins over a pattern."""
    applicable = [
        waiver for waiver in waivers if finding.waivable and waiver.name == finding.name and waiver.covers(finding.id)
    ]
    return min(applicable, key=lambda waiver: waiver.finding != finding.id, default=None)


def _stale(id_: str, name: str, span: Span, findings: Iterable[Finding]) -> Finding:
    same_kind = [finding.id for finding in findings if finding.name == name]
    hint = f"remove it, or waive the present finding: {same_kind[0]}" if same_kind else "remove it"
    message = f"this waiver no longer applies: there is no finding {id_!r}"
    return STALE_WAIVER.at(span, message, hint, about=id_)


def _identified(findings: Iterable[Finding], owner_at: OwnerAt) -> Iterator[Finding]:
    """Give findings distinct ids; where two would share one, add a digest of the message."""
    with_subject = [_with_subject(finding, owner_at) for finding in findings]
    shared = Counter(finding.id for finding in with_subject)
    for finding in with_subject:
        is_unique = shared[finding.id] == 1
        yield finding if is_unique else replace(finding, about=f"{finding.about} {_digest(finding.message)}".strip())


def _with_subject(finding: Finding, owner_at: OwnerAt) -> Finding:
    about, waivable = finding.about or _about(finding.span, owner_at), finding.name in WAIVABLE
    if about == finding.about and waivable == finding.waivable:
        return finding
    return replace(finding, about=about, waivable=waivable)


def _about(span: Span, owner_at: OwnerAt) -> str:
    """Return the id of the entry at a place, or else the name of the file."""
    owner = owner_at(span)
    return owner.id if owner is not None else span.file.rpartition("/")[2]


def _digest(message: str) -> str:
    return sha256(message.encode()).hexdigest()[:6]
