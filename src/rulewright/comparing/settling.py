"""Settlements that no longer hold: the source or the game says something else than what a person has read."""

from collections.abc import Iterator

from rulewright.catalogue import STALE_SETTLEMENT
from rulewright.comparing.comparison import Comparison
from rulewright.diagnostics import Diagnostic
from rulewright.translation.messages import tell


def stale_settlements(comparison: Comparison) -> Iterator[Diagnostic]:
    """A finding for each, at its place in the game's source."""
    for settlement in comparison.unused:
        message = tell("the source has no statement {id!r} any more", id=settlement.id)
        hint = tell("see what the source says there now, and remove it or settle the new statement")
        yield STALE_SETTLEMENT.at(settlement.span, message, hint, about=settlement.id)
    for pair in comparison.pairs:
        if pair.settlement is not None and pair.stale:
            message = tell("the game no longer says what {id!r} was settled with", id=pair.settlement.id)
            hint = tell("compare the two again, and name what the game says now")
            yield STALE_SETTLEMENT.at(pair.settlement.span, message, hint, about=pair.settlement.id)
