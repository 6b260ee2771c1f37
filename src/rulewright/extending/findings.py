"""The findings of a game over others: at their places, and without those that the games below have themselves."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.findings import Finding, Label
from rulewright.game_folders import SHARED
from rulewright.source.files import Layered

UNUSED = (
    "reference-on-no-card",
    "rule-on-no-card",
    "table-on-no-card",
    "term-on-no-card",
    "unused-figure",
    "unused-rule",
    "unused-term",
)
"""What is no fault of things that several games share: another may use them."""


def at_their_places(found: Iterable[Finding], layered: Layered, rules_file: str) -> Iterator[Finding]:
    """Findings of the rules code, whose lines are counted in that of all layers together."""
    for each in found:
        labels = tuple(
            Label(layered.place(label.span), label.message) if label.span.file == rules_file else label
            for label in each.labels
        )
        span = layered.place(each.span) if each.span.file == rules_file else each.span
        yield each if span == each.span and labels == each.labels else replace(each, span=span, labels=labels)


def is_of(game: str, finding: Finding) -> bool:
    """Whether a finding is in the files of a game itself, or in none that another has."""
    folder, _, rest = finding.span.file.partition("/")
    return folder not in ("content", "cards") or rest.partition("/")[0] in (game, "")


def in_layer(game: str, found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings in files of the games below, which say in which game they hold."""
    for each in found:
        shared = each.span.file.startswith(f"content/{SHARED}")
        if is_of(game, each):
            yield each
        elif not (shared and each.name in UNUSED):
            yield replace(each, message=f"{each.message} (in {game!r})")
