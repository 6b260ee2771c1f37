"""Findings get their ids, and those that the source waives are set aside."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from rulewright.catalogue import STAGES, Stage
from rulewright.diagnostics import Diagnostic, Faults, Severity, Span, Waived
from rulewright.model.book import Target
from rulewright.model.game import Game
from rulewright.model.owners import Owners

OwnerAt = Callable[[Span], Target | None]
"""What stands at a place of the source."""


def identify(faults: Faults) -> None:
    """Gives the findings of a source of which no game could be made the ids by which others know them again."""
    faults.found[:] = _identified(faults.found, lambda _: None)


def settle(faults: Faults, game: Game, stages: Collection[Stage]) -> None:
    """Sets aside what is waived of the findings so far, and finds the waivers that `stages` gave nothing to."""
    found = list(_identified(faults.found, Owners(game).at))  # those with an id from an earlier stage keep it
    waivers = {waiver.finding: waiver for waiver in game.waivers}
    faults.found[:] = [finding for finding in found if finding.id not in waivers]
    for finding in found:
        if (waiver := waivers.get(finding.id)) is not None:
            faults.waived.append(Waived(finding, waiver.reason, waiver.span))
    used = {waived.finding.id for waived in faults.waived}
    for waiver in game.waivers:
        if waiver.finding not in used and STAGES[waiver.name] in stages:
            faults.add(_stale(waiver.finding, waiver.name, waiver.span, faults.found))


def _stale(id_: str, name: str, span: Span, found: Iterable[Diagnostic]) -> Diagnostic:
    alike = [finding.id for finding in found if finding.name == name]
    hint = f"remove it, or waive what there is now: {alike[0]}" if alike else "remove it"
    message = f"this waiver no longer applies: there is no finding {id_!r}"
    return Diagnostic("stale-waiver", span, message, hint, severity=Severity.WARNING, about=id_)


def _identified(found: Iterable[Diagnostic], owner_at: OwnerAt) -> Iterator[Diagnostic]:
    """Findings each with an id of its own: where two would have the same, their messages tell them apart."""
    told = [finding if finding.about else replace(finding, about=_about(finding.span, owner_at)) for finding in found]
    shared = Counter(finding.id for finding in told)
    for finding in told:
        alone = shared[finding.id] == 1
        yield finding if alone else replace(finding, about=f"{finding.about} {_digest(finding.message)}".strip())


def _about(span: Span, owner_at: OwnerAt) -> str:
    """The thing in whose lines a finding stands; else the file."""
    owner = owner_at(span)
    return owner.id if owner is not None else span.file.rpartition("/")[2]


def _digest(message: str) -> str:
    return sha256(message.encode()).hexdigest()[:6]
