"""What a game that extends another brings: which folders it is read from, what it changes there, and its code.

`extending` makes it; what stands here is data, for the stages that read it.
"""

from dataclasses import dataclass
from enum import Enum

from rulewright.findings import Span
from rulewright.source.nodes import Scalar


class Done(Enum):
    """What a layer does with an entry."""

    CHANGED = "changed"
    ADDED = "added"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry of a section that a layer changes; `name` is its key there. Only a new one may lack the reason.

    `below` is the place of its key in the game below.
    """

    section: str
    name: Scalar
    done: Done
    because: Scalar | None
    below: Span | None = None


Origin = tuple[str, int]
"""The file and the line from which a line of rules code comes."""


@dataclass(frozen=True, slots=True)
class Layered:
    """`bases` are the folders below which a game lies, the lowest first, without its own.

    `changes` are those of all layers, the lowest first, and `because` is the reason that the uppermost gives for all of
    its own. `code` tells where each line of its rules code stands.
    """

    bases: tuple[str, ...]
    because: Scalar | None = None
    changes: tuple[EntryChange, ...] = ()
    code: tuple[Origin, ...] = ()

    def place(self, span: Span) -> Span:
        """Where a line of the rules code of all layers together stands in a file."""
        if not 0 < span.line <= len(self.code):
            return span
        file, line = self.code[span.line - 1]
        return Span(file, line, span.column, span.length)
