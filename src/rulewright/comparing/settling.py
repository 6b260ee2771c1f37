"""Settlements that no longer hold: the source or the game says something else than what a person has read."""

from collections.abc import Iterator

from rulewright.catalogue import STALE_SETTLEMENT
from rulewright.comparing.comparison import Comparison
from rulewright.findings import Finding


def stale_settlements(comparison: Comparison) -> Iterator[Finding]:
    """A finding for each, at its place in the game's source."""
    for settlement in comparison.unused:
        message = f"the source has no statement {settlement.id!r} any more"
        hint = "see what the source says there now, and remove it or settle the new statement"
        yield STALE_SETTLEMENT.at(settlement.span, message, hint, about=settlement.id)
    for pair in comparison.pairs:
        if pair.settlement is not None and pair.stale:
            message = f"the game no longer says what {pair.settlement.id!r} was settled with"
            hint = "compare the two again, and name what the game says now"
            yield STALE_SETTLEMENT.at(pair.settlement.span, message, hint, about=pair.settlement.id)
