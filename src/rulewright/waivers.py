"""Findings get their ids, and those that the source waives are set aside."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from rulewright.catalogue import STAGES, STALE_WAIVER, UNKNOWN_FINDING, WAIVABLE
from rulewright.diagnostics import Diagnostic, Faults, Span, Stage, Waived
from rulewright.model.book import Target
from rulewright.model.game import Game
from rulewright.model.names import did_you_mean
from rulewright.model.owners import Owners

OwnerAt = Callable[[Span], Target | None]
"""What stands at a place of the source."""


def identify(faults: Faults) -> None:
    """Gives the findings of a source of which no game could be made the ids by which others know them again."""
    faults.found[:] = _identified(faults.found, lambda _: None)


def impossible_waivers(game: Game) -> Iterator[Diagnostic]:
    """The waivers of findings that there are not, or that cannot be waived."""
    for waiver in game.waivers:
        if waiver.name not in STAGES:
            otherwise = "copy the finding's id from report.html, or from check --format json"
            hint = did_you_mean(waiver.name, STAGES, otherwise)
            yield UNKNOWN_FINDING.at(waiver.span, f"there is no finding {waiver.name!r}", hint, about=waiver.finding)
        elif waiver.name not in WAIVABLE:
            message = f"{waiver.name!r} cannot be waived: without the fault mended nothing can be made of the source"
            hint = "only what checks, proof and print find can be waived"
            yield Diagnostic("bad-value", waiver.span, message, hint)


def settle(faults: Faults, game: Game, stages: Iterable[Stage]) -> None:
    """Sets aside what is waived of the findings so far, and finds the waivers that `stages` gave nothing to."""
    found = list(_identified(faults.found, Owners(game).at))  # those with an id from an earlier stage keep it
    waivers = {waiver.finding: waiver for waiver in game.waivers}
    faults.found[:] = [finding for finding in found if finding.id not in waivers]
    for finding in found:
        if (waiver := waivers.get(finding.id)) is not None:
            faults.waived.append(Waived(finding, waiver.reason, waiver.span))
    used = {waived.finding.id for waived in faults.waived}
    gone_through = set(stages)
    for waiver in game.waivers:
        if waiver.finding not in used and STAGES[waiver.name] in gone_through:
            faults.add(_stale(waiver.finding, waiver.name, waiver.span, faults.found))


def _stale(id_: str, name: str, span: Span, found: Iterable[Diagnostic]) -> Diagnostic:
    alike = [finding.id for finding in found if finding.name == name]
    hint = f"remove it, or waive what there is now: {alike[0]}" if alike else "remove it"
    message = f"this waiver no longer applies: there is no finding {id_!r}"
    return STALE_WAIVER.at(span, message, hint, about=id_)


def _identified(found: Iterable[Diagnostic], owner_at: OwnerAt) -> Iterator[Diagnostic]:
    """Findings each with an id of its own: where two would have the same, their messages tell them apart."""
    named = [_named(finding, owner_at) for finding in found]
    shared = Counter(finding.id for finding in named)
    for finding in named:
        alone = shared[finding.id] == 1
        yield finding if alone else replace(finding, about=f"{finding.about} {_digest(finding.message)}".strip())


def _named(finding: Diagnostic, owner_at: OwnerAt) -> Diagnostic:
    about = finding.about or _about(finding.span, owner_at)
    return replace(finding, about=about, waivable=finding.name in WAIVABLE)


def _about(span: Span, owner_at: OwnerAt) -> str:
    """The thing in whose lines a finding stands; else the file."""
    owner = owner_at(span)
    return owner.id if owner is not None else span.file.rpartition("/")[2]


def _digest(message: str) -> str:
    return sha256(message.encode()).hexdigest()[:6]
