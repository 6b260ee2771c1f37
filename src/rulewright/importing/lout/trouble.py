"""What a reader of Lout notes on its way, and the limit at which it gives up."""

from dataclasses import dataclass, field
from typing import NoReturn

from rulewright.findings import Finding, Span, over_limit
from rulewright.importing.draft import Unread
from rulewright.limits import Limit


class GivenUpError(Exception):
    """A text beyond a limit."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass
class Trouble:
    """What was not understood, each once."""

    unread: dict[tuple[Span, str], Unread] = field(default_factory=dict)

    def note(self, span: Span, words: str, why: str) -> None:
        self.unread.setdefault((span, words), Unread(span, words, why))


def give_up(limit: Limit, counted: str, span: Span, hint: str) -> NoReturn:
    """Ends the reading of a text that exceeds a limit."""
    raise GivenUpError(over_limit(limit, counted, span, hint))
