"""A statement of a source or a game, and how a text divides into sentences."""

from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256

from rulewright.findings import Span
from rulewright.model.names import slug


class Kind(Enum):
    """What a statement is on its page."""

    HEADING = "heading"
    SENTENCE = "sentence"
    BULLET = "bullet"
    CELL = "cell"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Statement:
    """Plain words and their place. `path` are the headings above it, `beside` the bullets above or the row and column.

    `strong` are the words that the page emphasises. `terms` are the names of what its links lead to. `owner` is the
    thing of the game that says it, as in `rule:hits`, and `rule` the rule behind that; a source has neither. `ours` is
    what no document says, by the author's own word.
    """

    text: str
    span: Span
    kind: Kind = Kind.SENTENCE
    path: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    strong: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    owner: str = ""
    rule: str = ""
    ours: bool = False
    id: str = field(init=False)

    def __post_init__(self) -> None:
        """The thing or the heading that has it, and a digest of its words: another as soon as these change."""
        words = " ".join(" ".join((*self.beside, self.text)).casefold().split())
        holder = self.owner.rpartition(":")[2] or slug(self.path[-1] if self.path else self.text)
        object.__setattr__(self, "id", f"{holder}-{sha256(words.encode()).hexdigest()[:8]}")
